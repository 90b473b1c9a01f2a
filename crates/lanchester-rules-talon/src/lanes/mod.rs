//! A batch of battles at once.
//!
//! - [`tables`]: what is the same in every lane.
//! - [`state`]: what differs.
//! - [`engine`]: the loop: an impulse of all lanes, or their Power Phase, at a time.
//! - [`setup`], [`turn`], [`action`], [`movement`], [`missiles`], [`combat`], [`power`], [`victory`]: the phases, each beside the
//!   reference's file of the same name; [`damage`] beside that of [`crate::effects`].
//! - [`lane`]: one lane, as those see it.
//! - [`chooser`]: everything that decides.
//! - [`search`]: what a search needs.
//!
//! What happens in most impulses is done on vectors. What is rare (criticals, explosions, stacking, missiles that hit, cannons
//! that sweep or displace) is done lane by lane, by the reference's own text: [`crate::effects`].

pub mod action;
pub mod chooser;
pub mod combat;
pub mod damage;
pub mod engine;
pub mod lane;
pub mod missiles;
pub mod movement;
pub mod power;
pub mod search;
pub mod setup;
pub mod state;
pub mod tables;
pub mod turn;
pub mod victory;
