//! Exact odds, as fractions: what `lanchester odds` prints, and what dice are tested by.
//!
//! - [`answer`]: the answer to `lanchester odds`.
//! - [`attack`]: hits that penetrate, of beams and of missiles. [`harm`]: what they do to a ship.

pub mod answer;
pub mod attack;
pub mod harm;

#[cfg(test)]
mod tests;
