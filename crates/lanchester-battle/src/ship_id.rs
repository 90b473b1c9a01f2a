//! The name of a ship in events.

use lanchester_core::Side;
use serde::Serialize;

/// A ship of a battle: its fleet, and its place in the fleet's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct ShipId {
    /// Its fleet.
    pub side: Side,
    /// Its place in the fleet's list, from 0.
    pub slot: u8,
}
