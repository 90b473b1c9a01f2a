//! A battle and its dice, as [`crate::effects`] see them.

use lanchester_core::Side;
use lanchester_lanes::dice::DiceSource;

use super::{Battle, Vessel};
use crate::arcs::Arc;
use crate::design::Design;
use crate::effects::{Condition, Counters, Missile};
use crate::event::{Event, Loss, MissileId, ShipId};
use crate::options::Options;
use crate::position::Position;

/// A battle and its dice.
pub(super) struct Rolling<'r, 'a> {
    battle: &'r mut Battle<'a>,
    dice: &'r mut dyn DiceSource,
}

impl<'a> Battle<'a> {
    /// The battle with these dice.
    pub(super) fn with<'r>(&'r mut self, dice: &'r mut dyn DiceSource) -> Rolling<'r, 'a> {
        Rolling { battle: self, dice }
    }

    /// A ship goes out of the game; one that was destroyed has yet to explode.
    pub(super) fn lose(&mut self, ship: ShipId, loss: Loss) {
        self.vessel_mut(ship).lost = Some(loss);
        self.log.record(Event::Lost { ship, loss });
        if loss != Loss::Retreated {
            self.exploding[ship.side] |= 1 << ship.slot;
        }
    }
}

impl Counters for Rolling<'_, '_> {
    fn options(&self) -> &Options {
        self.battle.setup.options
    }

    fn design(&self, ship: ShipId) -> &Design {
        self.battle.vessel(ship).design
    }

    fn open(&mut self, side: Side, code: fn(usize, usize) -> u32, slot: u8) {
        self.dice.open(self.battle.moment(), code(self.battle.seat(side), slot.into()));
    }

    fn roll(&mut self, faces: &mut [u8]) {
        faces.copy_from_slice(&self.dice.pool(faces.len()));
    }

    fn note(&mut self, event: Event) {
        self.battle.log.record(event);
    }

    fn units(&self, side: Side) -> [u8; 2] {
        [self.battle.vessels[side].len() as u8, self.battle.missiles[side].len() as u8]
    }

    fn is_there(&self, ship: ShipId) -> bool {
        self.battle.vessel(ship).alive()
    }

    fn place(&self, ship: ShipId) -> Position {
        self.battle.vessel(ship).at
    }

    fn put(&mut self, ship: ShipId, at: Position) {
        self.battle.vessel_mut(ship).at = at;
    }

    fn boxes(&mut self, ship: ShipId, shield: Option<Arc>) -> &mut u8 {
        let vessel = self.battle.vessel_mut(ship);
        shield.map_or(&mut vessel.hull, |arc| &mut vessel.shields[arc.index()])
    }

    fn condition(&self, ship: ShipId) -> Condition {
        let vessel = self.battle.vessel(ship);
        let Vessel { destroyed, thrusters, relays, ftl_offline, .. } = *vessel;
        let markers = vessel.markers.map(|since| since.is_some());
        Condition { destroyed, markers, thrusters, relays, ftl_offline }
    }

    fn set_condition(&mut self, ship: ShipId, condition: &Condition) {
        let now = self.battle.moment();
        let vessel = self.battle.vessel_mut(ship);
        let Condition { destroyed, markers, thrusters, relays, ftl_offline } = *condition;
        (vessel.destroyed, vessel.ftl_offline) = (destroyed, ftl_offline);
        (vessel.thrusters, vessel.relays) = (thrusters, relays);
        for (since, has) in vessel.markers.iter_mut().zip(markers) {
            *since = has.then(|| since.unwrap_or(now));
        }
    }

    fn absorb(&mut self, ship: ShipId, arc: Arc, points: u8) -> u8 {
        let vessel = self.battle.vessel_mut(ship);
        let mut absorbed = 0;
        for reinforcement in vessel.reinforcements.iter_mut().filter(|placed| placed.arc == arc) {
            let takes = (points - absorbed).min(reinforcement.left);
            reinforcement.left -= takes;
            absorbed += takes;
        }
        vessel.reinforcements.retain(|reinforcement| reinforcement.left > 0);
        absorbed
    }

    fn lose(&mut self, ship: ShipId, loss: Loss) {
        self.battle.lose(ship, loss);
    }

    fn take_exploding(&mut self) -> [u32; 2] {
        std::mem::take(&mut self.battle.exploding)
    }

    fn missile(&self, missile: MissileId) -> Option<Missile> {
        self.battle.missile(missile)
    }

    fn put_missile(&mut self, missile: MissileId, counter: Option<Missile>) {
        self.battle.missiles[missile.side][usize::from(missile.slot)] = counter;
    }
}
