//! Toy: the smallest complete game.
//!
//! Ships face each other on a long map, go straight ahead and fire. Everything happens at once, so nobody has the
//! initiative. Three numbers make a ship: its hull, its guns and the die that they roll.
//!
//! The game is written twice. [`mod@reference`] plays one battle in plain code from recorded choices; [`lanes`] play a batch
//! at once and make the choices. Both write the same [`event`]s, and the tests hold them together.

mod describe;
pub mod design;
pub mod event;
pub mod files;
pub mod game;
pub mod lanes;
pub mod odds;
pub mod options;
pub mod policy;
pub mod reference;
pub mod rulebook;
pub mod story;

pub use game::Toy;
