//! How a side is commanded: choices and weights. A policy is data; nothing about a named one is built in.
//!
//! [`placement`] and [`tables`] are what follows from it before the first round; every other choice is made in [`crate::lanes::chooser`].

pub mod placement;
pub mod tables;
mod weights;

pub use weights::{DeployRow, MoveWeights, PointWeights, Policy, RangeGoal, SpeedWeights, TargetWeights};
