//! Where ships are placed.
//!
//! Phase: before the first round.

use super::noise::{Decision, Noise};
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;
use crate::options::{COLUMNS, ROWS, Station};

/// Where a ship is placed in one lane, after those before it in its fleet's list.
pub fn place(tables: &Tables, batch: &Batch, ship: usize, lane: usize) -> Station {
    let side = tables.ships.side_of(ship);
    let stations = (1..=COLUMNS)
        .flat_map(|column| (1..=ROWS).flat_map(move |row| (0..6).map(move |facing| Station { column, row, facing })));
    let free = |at: &Station| {
        let hex = tables.options.position(batch.seat(side, lane), *at).hex;
        !(tables.ships.side(side).start..ship).any(|other| batch.ships[other].place.hex(lane) == hex)
    };
    let first = Station { column: 1, row: 1, facing: 0 };
    Noise::new(tables, batch, ship, lane, Decision::Place).best(stations.filter(free)).unwrap_or(first)
}
