//! A batch as it is in the middle of battles: kernels cost what they cost where ships are in reach of each other, some of
//! them damaged, and no hand-made position is like that.

use lanchester_core::Rules;
use lanchester_lanes::dice::BattleKey;
use lanchester_lanes::{LANES, Level};
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::event::{Arrival, Condition, Event, ShipId};
use lanchester_rules_nova::lanes::state::Batch;
use lanchester_rules_nova::lanes::tables::Tables;

/// When to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Before the movement of the turn: every ship has yet to move.
    Movement,
    /// After it: every ship has yet to fire.
    Fire,
}

/// The first [`LANES`] battles of seed 1 in this turn, one a lane, and every ship on the board ready. A battle that was over
/// by then stays as it ended.
#[must_use]
pub fn midway(tables: &Tables, turn: u16, when: When) -> Batch {
    let mut batch = Batch::default();
    let ships = tables.ships.len();
    let record = Nova::record(tables, Level::best(), 1, 0, 0..LANES as u64);
    for (lane, events) in record.iter().enumerate() {
        batch.keys[lane] = BattleKey::new(1, 0, lane as u64 / 2).0;
        batch.battles[lane] = lane as u64;
        batch.turn.0[lane] = turn as u8;
        batch.swapped |= ((lane % 2) as u64) << lane;
        batch.ships[..ships].iter_mut().for_each(|ship| ship.alive |= 1 << lane);
        let mut now = 0;
        for event in events {
            match event {
                Event::Initiative { turn, .. } => now = *turn,
                Event::Fire { .. } if now == turn && when == When::Fire => break,
                _ => {}
            }
            if now == turn && when == When::Movement {
                break;
            }
            follow(tables, &mut batch, lane, event);
        }
    }
    batch.ships[..ships].iter_mut().for_each(|ship| ship.ready = ship.alive);
    batch
}

/// Does to one lane what a record says.
fn follow(tables: &Tables, batch: &mut Batch, lane: usize, event: &Event) {
    let index = |ship: &ShipId| tables.ships.side(ship.side).start + usize::from(ship.slot);
    match event {
        Event::Place { ship, at } => batch.put(index(ship), lane, *at),
        Event::Move { ship, arrival, to, .. } => {
            batch.put(index(ship), lane, *to);
            if matches!(arrival, Arrival::LeftBoard | Arrival::NoRoom) {
                batch.ships[index(ship)].alive &= !(1 << lane);
            }
        }
        Event::Damage { ship, boxes, condition } => {
            let rows = &mut batch.ships[index(ship)];
            rows.track.0[lane] += boxes;
            if *condition == Condition::Destroyed {
                rows.alive &= !(1 << lane);
            }
        }
        Event::Check { ship, lost, .. } => {
            for (row, lost) in batch.ships[index(ship)].lost.iter_mut().zip(lost) {
                row.0[lane] = *lost;
            }
        }
        _ => {}
    }
}
