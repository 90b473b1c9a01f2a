//! The lane side: 64 battles at once, and the choices of the policies.

pub mod anticipate;
pub mod candidates;
pub mod chooser;
pub mod combat;
pub mod compaction;
pub mod damage;
pub mod engine;
pub mod exchange;
pub mod fire;
pub mod friends;
pub mod legality;
pub mod look;
pub mod movement;
pub mod replies;
pub mod search;
pub mod setup;
pub mod state;
pub mod tables;
pub mod targets;
pub mod turn;
pub mod victory;
