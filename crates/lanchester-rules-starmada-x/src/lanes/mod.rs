//! The lane side: 64 battles at once, and the choices of the policies.

pub mod candidates;
pub mod combat;
pub mod damage;
pub mod engine;
pub mod exchange;
pub mod explosions;
pub mod field;
pub mod fighters;
pub mod flood;
pub mod movement;
pub mod setup;
pub mod state;
pub mod tables;
pub mod turn;
