//! Repairs (TALON 8.7).
//!
//! Phase: the end of a side's turn. Writes `markers`.

use lanchester_core::Side;
use lanchester_lanes::LaneMask;
use lanchester_lanes::row::lanes_of;

use super::state::Batch;
use super::tables::Tables;
use crate::event::{Event, Marker, code};

/// Every repairable critical that a ship of a side received before this impulse gets a die: a six repairs it.
pub fn repairs(tables: &Tables, batch: &mut Batch, side: Side, lanes: LaneMask) {
    for ship in tables.ships.side(side) {
        let rows = &batch.ships[ship];
        let old = Marker::ALL.map(|marker| rows.markers[marker as usize] & !rows.received[marker as usize]);
        for lane in lanes_of(lanes & rows.alive & (old[0] | old[1] | old[2])) {
            let due = old.map(|lanes| lanes >> lane & 1 == 1);
            let count = due.iter().filter(|due| **due).count();
            batch.open_in_lane(lane, side, |seat| code::repair(seat, tables.ships.slot_of(ship).into()));
            let mut faces = [0; Marker::ALL.len()];
            batch.dice.pool_in(lane, &mut faces[..count]);
            let markers = Marker::ALL.into_iter().zip(due).filter(|(_, due)| *due);
            for ((marker, _), face) in markers.zip(faces) {
                if face == 6 {
                    batch.ships[ship].markers[marker as usize] &= !(1 << lane);
                }
                batch.note(lane, Event::Repair { ship: tables.ships.id(ship), marker, face });
            }
        }
    }
}
