//! Toy: the smallest complete game.
//!
//! Ships face each other on a long map, go straight ahead and fire. Everything happens at once, so nobody has the
//! initiative. Three numbers make a ship: its hull, its guns and the die that they roll.

// Only the toy: it is two lessons. A game is plain first: `reference` plays one battle in plain code, a `player` makes the choices that
// a policy makes, and `plain` joins them to the program (`--no-default-features`). Then it is fast: `lanes` play a batch of battles
// at once and make the choices, both write the same events, and the tests hold them together.

pub mod account;
mod describe;
pub mod design;
pub mod event;
pub mod files;
pub mod formulas;
pub mod game;
#[cfg(feature = "lanes")]
pub mod lanes;
pub mod odds;
pub mod options;
#[cfg(not(feature = "lanes"))]
pub mod plain;
pub mod player;
pub mod policy;
pub mod reference;
pub mod rulebook;
pub mod story;

pub use game::Toy;
