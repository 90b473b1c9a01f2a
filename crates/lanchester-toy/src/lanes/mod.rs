//! A batch of battles at once.
//!
//! - [`tables`]: what is the same in every lane.
//! - [`state`]: what differs.
//! - [`engine`]: the loop, and the end of a turn.
//! - [`movement`], [`combat`]: the phases, each beside the reference's file of the same name.
//! - [`search`]: what a search needs.

pub mod combat;
pub mod engine;
pub mod movement;
pub mod search;
pub mod state;
pub mod tables;
