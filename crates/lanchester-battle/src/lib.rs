//! What every game's engine and reference need and no rulebook knows.

mod ship_id;

pub use ship_id::ShipId;
