//! Streams, one a lane.
