//! Geometry, one position a lane.
