//! Everything that decides: the definition of what a policy's weights mean, written once. The lanes ask it for all their battles, and
//! [`crate::player`] for one battle of the reference.
//!
//! What holds of all of it:
//!
//! - Candidates come in the order in which they are listed here, and the first with the highest score wins.
//! - Features and scores are whole numbers that fit 16 bits. Damage is counted in sixths of a point.
//! - Nothing is planned further than two impulses ahead, with every ship going straight on at its speed ([`ahead`]).
//! - Friends decide one after another, in slot order.
//!
//! **Randomness.** The weight `noise` alone uses any. A ship has one random number a moment, the low 16 bits of the seed of its
//! stream [`crate::event::code::steer`] with the lowest bit set; candidate number n of a decision gets the high byte of its product
//! with a scramble of n ([`noise`]). Set-up shifts the line by a word of [`crate::event::code::DEPLOYMENT`].

/// Weights of a policy lie within this.
const MOST_WEIGHT: i16 = 20;
/// Most that a random number counts before its weight.
const MOST_NOISE: i16 = 255;

pub mod action;
pub mod ahead;
pub mod combat;
pub mod exchange;
pub mod missiles;
pub mod movement;
pub mod noise;
pub mod power;
