//! What the book works out of numbers alone: for the reference, the player, odds and words.
//!
//! A D20 passes a number by showing it or less ([`dice`]).
//!
//! - [`range`]: brackets. [`beams`]: to hit, to penetrate, dispersed and concentrated. [`missiles`]: the same of missiles, reach, point
//!   defence. [`damage`]: damage numbers, results and their effects; [`detailed`]: of the option. [`repair`]: damage control. [`thrust`]: the hexes of the initial
//!   thrust.

pub mod beams;
pub mod damage;
pub mod detailed;
pub mod dice;
pub mod missiles;
pub mod range;
pub mod repair;
#[cfg(test)]
mod tests;
pub mod thrust;
