//! One lane of a batch, as [`crate::effects`] see it.
//!
//! Phase: whenever something rare happens. Writes whatever that changes.

use lanchester_core::Side;
use lanchester_lanes::LaneMask;
use lanchester_lanes::dice::BattleKey;

use super::state::Batch;
use super::tables::Tables;
use crate::arcs::Arc;
use crate::design::Design;
use crate::effects::{Condition, Counters, Missile};
use crate::event::{Event, Loss, MissileId, ShipId};
use crate::impulse::IMPULSES;
use crate::options::Options;
use crate::position::Position;

/// One lane of a batch.
pub struct Lane<'b> {
    /// The tables of the matchup.
    pub tables: &'b Tables,
    /// The batch.
    pub batch: &'b mut Batch,
    /// Which lane.
    pub lane: usize,
}

impl Lane<'_> {
    fn unit(&self, ship: ShipId) -> usize {
        self.tables.ships.side(ship.side).start + usize::from(ship.slot)
    }
}

impl Counters for Lane<'_> {
    fn options(&self) -> &Options {
        &self.tables.options
    }

    fn design(&self, ship: ShipId) -> &Design {
        &self.tables.ships[self.unit(ship)].design
    }

    fn open(&mut self, side: Side, code: fn(usize, usize) -> u32, slot: u8) {
        let (turn, code) = (self.batch.moment(self.lane), code(self.batch.seat(side, self.lane), slot.into()));
        self.batch.dice.open_lane(self.lane, BattleKey(self.batch.keys[self.lane]), turn, code);
    }

    fn roll(&mut self, faces: &mut [u8]) {
        self.batch.dice.pool_in(self.lane, faces);
    }

    fn note(&mut self, event: Event) {
        self.batch.note(self.lane, event);
    }

    fn units(&self, side: Side) -> [u8; 2] {
        [self.tables.ships.side(side).len() as u8, self.tables.missiles.side(side).len() as u8]
    }

    fn is_there(&self, ship: ShipId) -> bool {
        self.batch.ships[self.unit(ship)].alive >> self.lane & 1 == 1
    }

    fn place(&self, ship: ShipId) -> Position {
        self.batch.ships[self.unit(ship)].place.at(self.lane)
    }

    fn put(&mut self, ship: ShipId, at: Position) {
        let unit = self.unit(ship);
        self.batch.ships[unit].place.put(self.lane, at);
    }

    fn boxes(&mut self, ship: ShipId, shield: Option<Arc>) -> &mut u8 {
        let unit = self.unit(ship);
        self.batch.changed |= 1 << unit;
        let rows = &mut self.batch.ships[unit];
        &mut shield.map_or(&mut rows.hull, |arc| &mut rows.shields[arc.index()]).0[self.lane]
    }

    #[inline(always)]
    fn condition(&self, ship: ShipId) -> Condition {
        let (rows, lane) = (&self.batch.ships[self.unit(ship)], self.lane);
        let set = |lanes: LaneMask| lanes >> lane & 1 == 1;
        Condition {
            destroyed: rows.destroyed.map(set),
            markers: rows.markers.map(set),
            thrusters: rows.thrusters.0[lane],
            relays: rows.relays.0[lane],
            // That its FTL is offline keeps it from a retreat, which no policy makes.
            ftl_offline: false,
        }
    }

    fn set_condition(&mut self, ship: ShipId, condition: &Condition) {
        let (unit, lane) = (self.unit(ship), self.lane);
        let put = |lanes: &mut LaneMask, set: bool| *lanes = *lanes & !(1 << lane) | LaneMask::from(set) << lane;
        let rows = &mut self.batch.ships[unit];
        let Condition { destroyed, markers, thrusters, relays, ftl_offline: _ } = *condition;
        rows.destroyed.iter_mut().zip(destroyed).for_each(|(lanes, is)| put(lanes, is));
        for ((lanes, received), has) in rows.markers.iter_mut().zip(&mut rows.received).zip(markers) {
            *received |= LaneMask::from(has) << lane & !*lanes;
            put(lanes, has);
        }
        (rows.thrusters.0[lane], rows.relays.0[lane]) = (thrusters, relays);
    }

    fn absorb(&mut self, ship: ShipId, arc: Arc, points: u8) -> u8 {
        let acted = self.batch.acted[ship.side] >> self.lane & 1;
        let (first, lane, unit) = (self.batch.step + acted as u8, self.lane, self.unit(ship));
        let rows = &mut self.batch.ships[unit];
        // PERF: most ships have none; fleets take 0.1 % fewer instructions.
        if rows.reinforced.iter().all(|row| row.0[lane] == 0) {
            return 0;
        }
        let mut absorbed = 0;
        for nth in 0..IMPULSES {
            let value = &mut rows.reinforced[usize::from((first + nth) % IMPULSES)].0[lane];
            if *value != 0 && usize::from(*value & 3) == arc.index() {
                let takes = (points - absorbed).min(*value >> 2);
                absorbed += takes;
                *value = if takes == *value >> 2 { 0 } else { *value - 4 * takes };
            }
        }
        absorbed
    }

    fn lose(&mut self, ship: ShipId, loss: Loss) {
        let (unit, bit) = (self.unit(ship), 1 << self.lane);
        let rows = &mut self.batch.ships[unit];
        rows.alive &= !bit;
        if loss == Loss::Retreated {
            rows.retreated |= bit;
        } else {
            self.batch.exploding[self.lane] |= 1 << unit;
        }
        self.note(Event::Lost { ship, loss });
    }

    fn take_exploding(&mut self) -> [u32; 2] {
        let all = std::mem::take(&mut self.batch.exploding[self.lane]);
        let first_b = self.tables.ships.side(Side::B).start;
        [all & ((1 << first_b) - 1), all >> first_b]
    }

    fn missile(&self, missile: MissileId) -> Option<Missile> {
        let unit = self.tables.missiles.side(missile.side).start + usize::from(missile.slot);
        let (rows, lane) = (&self.batch.missiles[unit], self.lane);
        let flies = rows.flying >> lane & 1 == 1;
        flies.then(|| Missile {
            at: rows.place.at(lane),
            target: rows.target.0[lane],
            damaged: rows.damaged >> lane & 1 == 1,
        })
    }

    fn put_missile(&mut self, missile: MissileId, counter: Option<Missile>) {
        let (lane, bit) = (self.lane, 1 << self.lane);
        let rows = &mut self.batch.missiles[self.tables.missiles.side(missile.side).start + usize::from(missile.slot)];
        match counter {
            Some(Missile { at, target, damaged }) => {
                rows.place.put(lane, at);
                rows.target.0[lane] = target;
                rows.flying |= bit;
                rows.damaged = if damaged { rows.damaged | bit } else { rows.damaged & !bit };
            }
            None => rows.flying &= !bit,
        }
    }
}
