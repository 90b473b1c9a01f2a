//! What every game's engine and reference need and no rulebook knows.
//!
//! For the lane side: [`lineup`] (side and slot of every ship), [`queue`] (who waits for what, and the battles that have
//! yet to begin), [`compaction`] (lanes of several batches put together for one action), [`throws`] (dice of an activation),
//! [`appraisal`] and [`anticipation`] (what policies weigh), [`deployment`] (a fleet in line).

pub mod anticipation;
pub mod appraisal;
pub mod compaction;
pub mod deployment;
pub mod lineup;
pub mod queue;
pub mod throws;
