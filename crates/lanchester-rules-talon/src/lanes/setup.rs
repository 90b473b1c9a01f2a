//! Setting up.
//!
//! Phase: before the first round. Writes all fields of a lane.

use lanchester_core::Side;
use lanchester_lanes::dice::BattleKey;

use super::state::{Batch, MissileRows, ShipRows};
use super::tables::{ShipTable, Tables};
use crate::event::Event;
use crate::policy::placement::station;

/// Sets up battle `battle` in one lane, and notes it: the player with the initiative places his fleet first.
pub fn set_up(tables: &Tables, batch: &mut Batch, lane: usize, battle: u64) {
    let bit = 1 << lane;
    let first = tables.began.unwrap_or(Side::in_seat(0, battle));
    batch.first_a = batch.first_a & !bit | if first == Side::A { bit } else { 0 };
    batch.began_a = batch.began_a & !bit | batch.first_a & bit;
    batch.contact &= !bit;
    batch.exploding[lane] = 0;
    batch.round.0[lane] = 0;
    batch.turn.iter_mut().for_each(|row| row.0[lane] = 0);
    for missile in &mut batch.missiles[..tables.missiles.len()] {
        missile.reset(lane);
    }
    for side in [first, first.opponent()] {
        for (slot, ship) in tables.ships.side(side).enumerate() {
            batch.ships[ship].reset(&tables.ships[ship], tables.options.start_turned, lane);
            let at = match &tables.stations[side] {
                Some(stations) => stations[slot],
                None => {
                    let (policy, ships) = (&tables.policies[side], tables.ships.side(side).len());
                    station(policy, ships, slot as u8, BattleKey(batch.keys[lane]), batch.seat(side, lane))
                }
            };
            let position = tables.options.position(batch.seat(side, lane), at);
            batch.ships[ship].place.put(lane, position);
            batch.note(lane, Event::Place { ship: tables.ships.id(ship), at });
        }
    }
}

impl MissileRows {
    /// Not in flight, in one lane.
    fn reset(&mut self, lane: usize) {
        self.flying &= !(1 << lane);
        self.damaged &= !(1 << lane);
        (self.place.q[lane], self.place.h[lane]) = (0, 0);
        (self.place.facing.0[lane], self.target.0[lane]) = (0, 0);
    }
}

impl ShipRows {
    /// A ship's display as it starts, in one lane.
    fn reset(&mut self, table: &ShipTable, start_turned: bool, lane: usize) {
        let (design, bit) = (&table.design, 1 << lane);
        for (row, boxes) in self.shields.iter_mut().zip(design.shields) {
            row.0[lane] = boxes;
        }
        for (group, of) in table.groups.iter().enumerate() {
            self.red[group].0[lane] = of.printed.red;
            self.yellow[group].0[lane] = of.printed.yellow;
        }
        self.reinforced.iter_mut().for_each(|row| row.0[lane] = 0);
        let none = [&mut self.hull, &mut self.charged, &mut self.thrusters, &mut self.relays, &mut self.alone];
        none.into_iter().for_each(|row| row.0[lane] = 0);
        self.burners.0[lane] = design.afterburners;
        self.pending.0[lane] = if start_turned { table.start.radius } else { 0 };
        self.speed.0[lane] = table.start.speed;
        self.power.0[lane] = table.start.power;
        self.radius.0[lane] = table.start.radius;
        let masks = self.destroyed.iter_mut().chain(&mut self.markers).chain(&mut self.received);
        masks.for_each(|lanes| *lanes &= !bit);
        self.slip &= !bit;
        self.retreated &= !bit;
        self.alive |= bit;
    }
}
