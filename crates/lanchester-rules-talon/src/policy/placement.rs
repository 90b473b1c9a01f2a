//! Where a policy places its ships: in line.

use lanchester_battle::deployment::Line;
use lanchester_core::Side;
use lanchester_lanes::dice::BattleKey;

use crate::event::code;
use crate::lanes::tables::Tables;
use crate::options::{COLUMNS, ROWS, Station};

/// The place of a ship of a side and seat in its policy's line, which faces the enemy. Half a word of the pair's dice shifts
/// the line of each seat.
pub fn station(tables: &Tables, side: Side, slot: u8, key: BattleKey, seat: usize) -> Station {
    let policy = &tables.policies[side];
    let random = (key.word(0, code::DEPLOYMENT) >> (32 * seat)) as u32;
    let line = Line {
        first: 0,
        columns: COLUMNS,
        ships: tables.ships.side(side).len(),
        spacing: policy.deploy_spacing,
        shift: policy.deploy_shift,
        row: policy.deploy_row.of(ROWS, tables.outreaches[side]),
    };
    let hex = line.hex(slot.into(), random);
    Station { column: hex.q as u8 + 1, row: hex.h as u8 / 2 + 1, facing: 0 }
}
