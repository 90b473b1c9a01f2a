//! Everything that decides: each function is given what is legal, which the engine worked out.
//!
//! Every legal option gets a score of 0 and a random number of 0 to 255; the best wins, the first of those that are equal.

pub mod action;
pub mod combat;
pub mod missiles;
pub mod movement;
mod noise;
pub mod power;
pub mod setup;
