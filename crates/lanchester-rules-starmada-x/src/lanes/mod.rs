//! The lane side: 64 battles at once, and the choices of the policies.

mod aim;
pub mod anticipate;
pub mod candidates;
pub mod chooser;
pub mod combat;
pub mod damage;
pub mod engine;
pub mod equipment;
pub mod exchange;
pub mod explosions;
pub mod field;
pub mod fighters;
pub mod fire;
pub mod flood;
pub mod friends;
pub mod hexes;
pub mod hunt;
pub mod movement;
mod next;
pub mod salvos;
pub mod search;
pub mod setup;
pub mod stacks;
pub mod state;
pub mod tables;
pub mod targets;
pub mod victory;
