//! The lane side: 64 battles at once, and the choices of the policies.

pub mod chooser;
pub mod combat;
pub mod compaction;
pub mod damage;
pub mod engine;
pub mod fire;
pub mod movement;
pub mod search;
pub mod setup;
pub mod state;
pub mod tables;
pub mod turn;
pub mod victory;
