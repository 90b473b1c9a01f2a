//! Tests of the page of a sweep.
