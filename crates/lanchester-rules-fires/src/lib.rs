//! Fires of Space.
//!
//! Ships face each other on a long map, go straight ahead and fire. Everything happens at once, so nobody has the
//! initiative. Three numbers make a ship: its hull, its guns and the die that they roll.

mod describe;
pub mod design;
pub mod event;
pub mod files;
pub mod formulas;
pub mod game;
pub mod odds;
pub mod options;
pub mod plain;
pub mod player;
pub mod policy;
pub mod reference;
pub mod rulebook;
pub mod story;

pub use game::Fires;
