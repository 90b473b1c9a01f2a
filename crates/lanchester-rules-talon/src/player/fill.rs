//! A battle of the reference in lane 0 of a batch.

use lanchester_core::Side;
use lanchester_lanes::dice::BattleKey;

use crate::design::MAX_SHIPS;
use crate::effects::Missile;
use crate::lanes::state::{Batch, MissileRows, ShipRows};
use crate::lanes::tables::Tables;
use crate::reference::{Battle, Vessel};

impl Batch {
    /// Fills lane 0 with everything that a choice depends on. `moved` says which ships of the side that has the move have moved in
    /// its turn, or do not.
    pub(super) fn fill(&mut self, tables: &Tables, battle: &Battle<'_>, key: BattleKey, moved: &[bool; MAX_SHIPS]) {
        self.live = 1;
        (self.battles[0], self.keys[0]) = (battle.number, key.0);
        self.swapped = battle.number & 1;
        self.step = battle.impulse;
        self.round.0[0] = battle.round as u8;
        self.fired.0[0] = battle.fired as u8;
        self.first_a = (battle.first == Side::A).into();
        for (row, markers) in self.initiative.iter_mut().zip(battle.initiative_markers) {
            row.0[0] = markers;
        }
        self.begin_moment();
        for side in Side::BOTH {
            for (slot, (ship, vessel)) in tables.ships.side(side).zip(&battle.vessels[side]).enumerate() {
                self.ships[ship].fill(vessel);
                self.moved[ship] = (side == battle.current && moved[slot]).into();
            }
            for (missile, counter) in tables.missiles.side(side).zip(&battle.missiles[side]) {
                self.missiles[missile].fill(counter.as_ref());
            }
        }
    }
}

impl ShipRows {
    /// A ship's counter and display in lane 0.
    fn fill(&mut self, vessel: &Vessel<'_>) {
        // Each row is named, so that a new one is either filled or left out on purpose.
        let Self {
            place,
            hull,
            shields,
            reinforced,
            red,
            yellow,
            destroyed,
            charged,
            burners,
            pending,
            speed,
            power,
            radius,
            thrusters,
            relays,
            markers,
            slip,
            alive,
            // What only the rules look at.
            alone: _,
            received: _,
            retreated: _,
        } = self;
        place.put(0, vessel.at);
        hull.0[0] = vessel.hull;
        shields.iter_mut().zip(vessel.shields).for_each(|(row, boxes)| row.0[0] = boxes);
        reinforced.iter_mut().for_each(|row| row.0[0] = 0);
        for placed in &vessel.reinforcements {
            reinforced[usize::from(placed.impulse)].0[0] = 4 * placed.left + placed.arc.index() as u8;
        }
        for (group, bar) in vessel.bars.into_iter().enumerate() {
            [red[group].0[0], yellow[group].0[0]] = bar;
            destroyed[group] = vessel.destroyed[group].into();
        }
        (charged.0[0], burners.0[0], pending.0[0]) = (vessel.charged, vessel.burners, vessel.pending);
        (speed.0[0], power.0[0], radius.0[0]) = (vessel.speed, vessel.power, vessel.radius);
        (thrusters.0[0], relays.0[0]) = (vessel.thrusters, vessel.relays);
        markers.iter_mut().zip(vessel.markers).for_each(|(lanes, received)| *lanes = received.is_some().into());
        (*slip, *alive) = (vessel.slip.into(), vessel.alive().into());
    }
}

impl MissileRows {
    /// A missile's counter in lane 0; none where it is not in flight.
    fn fill(&mut self, counter: Option<&Missile>) {
        let Self { place, target, damaged, flying } = self;
        *flying = counter.is_some().into();
        if let Some(missile) = counter {
            place.put(0, missile.at);
            target.0[0] = missile.target;
            *damaged = missile.damaged.into();
        }
    }
}
