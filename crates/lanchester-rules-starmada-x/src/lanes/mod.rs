//! The lane side: 64 battles at once, and the choices of the policies.

pub mod chooser;
pub mod combat;
pub mod damage;
pub mod engine;
pub mod equipment;
pub mod explosions;
pub mod field;
pub mod fighters;
pub mod fire;
pub mod flood;
pub mod movement;
pub mod search;
pub mod setup;
pub mod stacks;
pub mod state;
pub mod tables;
pub mod victory;
