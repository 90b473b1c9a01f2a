//! Tallies to matrices, ratings, calibration, payoffs and fits: numbers for reports and studies alike.
