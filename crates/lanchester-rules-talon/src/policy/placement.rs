//! Where a policy places its ships: in line.

use lanchester_battle::deployment::Line;
use lanchester_lanes::dice::BattleKey;

use crate::event::code;
use crate::options::{COLUMNS, ROWS, Station};
use crate::policy::Policy;

/// The place of one of so many ships of a seat in its policy's line, which faces the enemy. Half a word of the pair's dice shifts
/// the line of each seat.
pub fn station(policy: &Policy, ships: usize, slot: u8, key: BattleKey, seat: usize) -> Station {
    let random = (key.word(0, code::DEPLOYMENT) >> (32 * seat)) as u32;
    let line = Line {
        first: 0,
        columns: COLUMNS,
        ships,
        spacing: policy.deploy_spacing,
        shift: policy.deploy_shift,
        row: policy.deploy_row.of(ROWS),
    };
    let hex = line.hex(slot.into(), random);
    Station { column: hex.q as u8 + 1, row: hex.h as u8 / 2 + 1, facing: 0 }
}
