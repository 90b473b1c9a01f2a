//! Everything that decides: the plain player's choices ([`crate::player`]), choice for choice, in lanes.

pub mod action;
pub mod ahead;
pub mod combat;
pub mod exchange;
pub mod missiles;
pub mod movement;
pub mod noise;
pub mod power;
