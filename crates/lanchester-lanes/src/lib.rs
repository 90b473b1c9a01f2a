//! The explicit vectors that every lane kernel is written in: one battle a lane, [`LANES`] lanes a batch.
//!
//! This is the only crate that names the SIMD library (`fearless_simd`). Kernels are generic over [`Simd`], marked
//! `#[inline(always)]`, work on the fixed logical widths below, and are dispatched once per chunk by
//! [`Level::dispatch`]; the same source then runs at every level with the same results.
//!
//! - [`level`]: which instruction sets this machine has, and dispatch.
//! - [`ops`]: the twenty-odd operations the rules need, so that rules read like the book.
//! - [`row`]: one byte a lane in memory.
//! - [`words`]: 64-bit words, eight lanes at a time, for the dice streams.
//! - [`dice`]: streams for single battles and for lanes, scripted dice, exact distributions.
//! - [`hex`]: hex geometry in integers, scalar and in lanes.

pub mod dice;
pub mod hex;
pub mod level;
pub mod ops;
pub mod row;
#[cfg(test)]
mod tests;
pub mod words;

pub use fearless_simd::Simd;
pub use level::{Kernel, Level, LevelName};
pub use ops::{Bytes, Flags, Scores};
pub use row::{LaneMask, Row};

/// Battles in a batch.
pub const LANES: usize = 64;
