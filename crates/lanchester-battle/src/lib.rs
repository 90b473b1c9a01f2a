//! What every game's engine and reference need and no rulebook knows.
//!
//! A game writes its rules twice and joins both to what is here:
//!
//! - **Lanes.** The workspace holds a [`Recorder`]; the loop that plays batches is [`LaneEngine::run`]. [`engine::play`] and
//!   [`engine::record`] are then the game's `Rules::play` and `Rules::record`.
//! - **Reference.** The table of a battle holds an [`EventLog`]; [`Reference::run`] plays one battle from a [`Setup`] with
//!   choices of any kind, and the game implements its trait of choices for [`Recorded`]. [`reference::play`],
//!   [`reference::replay`] and [`reference::rolls`] follow.
//! - **Story.** The text of a replay is a [`story::Story`], line by line under headings.
//!
//! What happens in a battle, in which phases, and who chooses what is the game's: there is no common loop, event, choice or
//! table here.

pub mod engine;
pub mod recorder;
pub mod reference;
mod ship_id;

pub use engine::{LaneEngine, Layout, Play};
pub use recorder::Recorder;
pub use reference::{EventLog, Illegal, Recorded, Reference, Setup, setup};
pub use ship_id::ShipId;
