//! Where a policy places its ships.
//!
//! Phase: before the first round.

use lanchester_battle::deployment::Line;
use lanchester_dice::BattleKey;

use crate::event::code;
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;
use crate::options::{COLUMNS, ROWS, Station};

/// A ship's place in its policy's line, in one lane.
#[must_use]
pub fn place(tables: &Tables, batch: &Batch, ship: usize, lane: usize) -> Station {
    let side = tables.ships.side_of(ship);
    let policy = &tables.policies[side];
    let word = BattleKey(batch.keys[lane]).word(0, code::DEPLOYMENT);
    let line = Line {
        first: 0,
        columns: COLUMNS,
        ships: tables.ships.side(side).len(),
        spacing: policy.deploy_spacing,
        shift: policy.deploy_shift,
        row: policy.deploy_row.of(ROWS),
    };
    let hex = line.hex(tables.ships.slot_of(ship).into(), (word >> (32 * batch.seat(side, lane))) as u32);
    Station { column: hex.q as u8 + 1, row: hex.h as u8 / 2 + 1, facing: 0 }
}
