//! Setting up.
//!
//! Phase: before the first round. Writes all fields of a lane.

use lanchester_battle::rows::Begin;
use lanchester_core::Side;
use lanchester_lanes::dice::BattleKey;

use super::state::Batch;
use super::tables::Tables;
use crate::event::Event;
use crate::policy::placement::station;

/// Sets up battle `battle` in one lane, and notes it: the player with the initiative places his fleet first.
pub fn set_up(tables: &Tables, batch: &mut Batch, lane: usize, battle: u64) {
    let first = tables.began.unwrap_or(Side::in_seat(0, battle));
    batch.first_a.begin(lane, first == Side::A);
    batch.began_a.begin(lane, first == Side::A);
    batch.fired.0[lane] = 0;
    batch.exploding[lane] = 0;
    batch.round.0[lane] = 0;
    batch.turn.iter_mut().for_each(|row| row.0[lane] = 0);
    for missile in &mut batch.missiles[..tables.missiles.len()] {
        missile.begin(lane);
    }
    for side in [first, first.opponent()] {
        for (slot, ship) in tables.ships.side(side).enumerate() {
            batch.ships[ship].begin(lane, &tables.ships[ship], tables.options.start_turned);
            let at = match &tables.stations[side] {
                Some(stations) => stations[slot],
                None => station(tables, side, slot as u8, BattleKey(batch.keys[lane]), batch.seat(side, lane)),
            };
            let position = tables.options.position(batch.seat(side, lane), at);
            batch.ships[ship].place.put(lane, position);
            batch.note(lane, Event::Place { ship: tables.ships.id(ship), at });
        }
    }
}
