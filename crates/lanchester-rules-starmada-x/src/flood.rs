//! Where a flight can fly when explosions are in the way: the board as a bit a hex, spread ten times.

use lanchester_hex::Hex;

use crate::options::BOARD;
use crate::reference::fighters::FLY;
use crate::state::Batch;
use crate::tables::Tables;

const COLUMNS: usize = BOARD.cols as usize;
const ROWS: u32 = (1 << BOARD.rows) - 1;

/// Column and bit of an on-board hex.
const fn place(hex: Hex) -> (usize, u32) {
    let (column, row) = BOARD.place(hex);
    (column as usize, 1 << row)
}

/// Fills `batch.reach[lane]` with the hexes that flight `me` can reach without entering an explosion.
pub fn flood(tables: &Tables, batch: &mut Batch, me: usize, lane: usize) {
    let mut closed = [0u32; COLUMNS];
    for (ship, rows) in batch.ships[..tables.ships.len()].iter().enumerate() {
        if rows.strength.0[lane] > 0 && rows.alive >> lane & 1 == 0 {
            let (column, bit) = place(batch.hex(ship, lane));
            closed[column] |= bit;
        }
    }
    let (column, bit) = place(batch.flight_hex(me, lane));
    let mut reach = [0u32; COLUMNS];
    reach[column] = bit;
    for _ in 0..FLY {
        let mut wider = reach;
        for column in 0..COLUMNS {
            let here = reach[column];
            let mut set = here | here << 1 | here >> 1;
            for beside in [column.wrapping_sub(1), column + 1] {
                if beside < COLUMNS {
                    let other = reach[beside];
                    // Odd columns lie half a hex further north.
                    set |= other | if column % 2 == 0 { other << 1 } else { other >> 1 };
                }
            }
            wider[column] |= set & ROWS & !closed[column];
        }
        reach = wider;
    }
    batch.reach[lane] = reach;
}

/// Whether the flood reached an on-board hex.
#[must_use]
pub fn reached(batch: &Batch, lane: usize, hex: Hex) -> bool {
    let (column, bit) = place(hex);
    batch.reach[lane][column] & bit != 0
}

/// The reached hex nearest to a goal; of several the first as seen from seat `role`.
#[must_use]
pub fn nearest_reached(batch: &Batch, lane: usize, goal: Hex, role: usize) -> Hex {
    let mut best = (u8::MAX, goal);
    for nth in 0..COLUMNS {
        let column = if role == 0 { nth } else { COLUMNS - 1 - nth };
        let mut rows = batch.reach[lane][column];
        while rows != 0 {
            let row = if role == 0 { rows.trailing_zeros() } else { 31 - rows.leading_zeros() };
            rows &= !(1 << row);
            if let Some(hex) = BOARD.hex(column as u8, row as u8) {
                let away = hex.distance(goal);
                if away < best.0 {
                    best = (away, hex);
                }
            }
        }
    }
    best.1
}
