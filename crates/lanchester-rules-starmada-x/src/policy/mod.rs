//! How a side is commanded: choices and weights. A policy is data; nothing about a named one is built in.

mod weights;

pub use weights::{
    Anticipate, DeployRow, FlightOrder, FlightWeights, LoseFighters, LoseSystem, MoveWeights, Policy, RangeGoal,
    TargetWeights, WAITS,
};
