//! Where a flight can fly when explosions or objects are in the way: the board as a bit a hex, spread ten times.
//!
//! Phase: fighters. Reads where the flight is, and `exploded` of ships; writes `reach`.

use lanchester_lanes::hex::Hex;

use crate::formulas::FLY;
use crate::lanes::field::MAX_COLUMNS;
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;
use crate::options::LARGEST;

/// Column and bit of an on-board hex.
const fn place(hex: Hex) -> (usize, u64) {
    // The same on every board.
    let (column, row) = LARGEST.place(hex);
    (column as usize, 1 << row)
}

/// Fills `batch.reach[lane]` with the hexes that flight `me` can reach without entering an explosion or object.
pub fn flood(tables: &Tables, batch: &mut Batch, me: usize, lane: usize) {
    let board = tables.options.board;
    let (columns, rows) = (usize::from(board.cols), (1u64 << board.rows) - 1);
    let mut closed = tables.field.as_ref().map_or([0; MAX_COLUMNS], |field| field.solid);
    for (ship, wreck) in batch.ships[..tables.ships.len()].iter().enumerate() {
        if wreck.exploded >> lane & 1 == 1 {
            let (column, bit) = place(batch.hex(ship, lane));
            closed[column] |= bit;
        }
    }
    let (start, bit) = place(batch.flight_hex(me, lane));
    let reach = &mut batch.reach[lane];
    *reach = [0; MAX_COLUMNS];
    reach[start] = bit;
    for step in 1..=usize::from(FLY) {
        // PERF: a step leads at most one column further: from mid-board 30 % of the columns of the usual board.
        let first = start.saturating_sub(step);
        let mut west = 0;
        let mut here = reach[first];
        for column in first..(start + step + 1).min(columns) {
            let east = if column + 1 < columns { reach[column + 1] } else { 0 };
            let beside = west | east;
            // Odd columns lie half a hex further north.
            let slanted = if column % 2 == 0 { beside << 1 } else { beside >> 1 };
            let set = here | here << 1 | here >> 1 | beside | slanted;
            reach[column] = here | set & rows & !closed[column];
            (west, here) = (here, east);
        }
    }
}

/// Whether the flood reached a hex. None off the board is: the straight way along the edge may lead half a hex beyond it.
pub fn reached(batch: &Batch, lane: usize, hex: Hex) -> bool {
    holds(&batch.reach[lane], hex)
}

fn holds(reach: &[u64; MAX_COLUMNS], hex: Hex) -> bool {
    LARGEST.contains(hex) && {
        let (column, bit) = place(hex);
        reach[column] & bit != 0
    }
}

/// The reached hex nearest to a goal, by the way around objects; of several the first as seen from seat `seat`.
pub fn nearest_reached(tables: &Tables, batch: &Batch, lane: usize, goal: Hex, seat: usize) -> Hex {
    let board = tables.options.board;
    let columns = usize::from(board.cols);
    let mut best = (u8::MAX, goal);
    for nth in 0..columns {
        let column = if seat == 0 { nth } else { columns - 1 - nth };
        let mut rows = batch.reach[lane][column];
        while rows != 0 {
            let row = if seat == 0 { rows.trailing_zeros() } else { 63 - rows.leading_zeros() };
            rows &= !(1 << row);
            if let Some(hex) = board.hex(column as u8, row as u8) {
                let away = match &tables.field {
                    None => hex.distance(goal),
                    Some(field) => field.way(hex, goal),
                };
                if away < best.0 {
                    best = (away, hex);
                }
            }
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A flight at the edge, level with a goal two columns on and shut in by explosions, looked half a hex beyond the board.
    #[test]
    fn no_hex_beyond_the_board_is_reached() {
        let everywhere = [u64::MAX; MAX_COLUMNS];
        assert!(holds(&everywhere, Hex { q: 2, h: 0 }) && holds(&everywhere, Hex { q: 3, h: 1 }));
        for (q, h) in [(3, -1), (2, -2), (-1, 1), (-2, 0), (i8::MAX, 1), (0, i8::MAX)] {
            assert!(!holds(&everywhere, Hex { q, h }), "{q} {h}");
        }
    }
}
