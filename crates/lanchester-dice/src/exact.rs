//! Exact distributions of small dice pools.
