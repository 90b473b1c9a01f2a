//! Explosions and the end phase (X 4.3.1).

use lanchester_lanes::dice::DiceSource;

use super::damage::{Hit, Source};
use super::{Battle, Choices, Illegal};
use crate::event::{Event, ShipId, code};
use crate::options::Decay;

impl Battle<'_> {
    /// ### X 2.2.5 End phase (p. 14)
    /// Every ship in an explosion takes penetration dice, one for each point of strength, and a damage die for each that
    /// penetrates.
    ///
    /// RULING: shields, armour and boxes are those of the moment. Several explosions in a hex are rolled one after another,
    /// those of the ship's own side first. A ship destroyed here explodes after all have rolled. Explosions lose strength
    /// after the dice, or before them with the option `explosion_decay = "before"`.
    pub(super) fn end_phase(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<bool, Illegal> {
        let decay = self.setup.options.explosion_decay;
        if decay == Decay::Before {
            self.decay();
        }
        let explosions: Vec<_> = self.explosions().collect();
        for ship in self.afloat() {
            self.blasts(ship, &explosions, dice, choices)?;
        }
        if decay == Decay::After {
            self.decay();
        }
        for ship in self.afloat() {
            self.lose_if_beaten(ship);
        }
        Ok(self.victory())
    }

    /// Every explosion loses one strength, and at 0 is gone; in its first end phase it loses none. One of the combat phase
    /// has that at the end of its turn, one of the end phase at the end of the next.
    fn decay(&mut self) {
        for vessel in self.vessels.iter_mut().flatten() {
            if !std::mem::take(&mut vessel.spared) {
                vessel.explosion = vessel.explosion.saturating_sub(1);
            }
        }
    }

    fn blasts(
        &mut self,
        ship: ShipId,
        explosions: &[(lanchester_lanes::hex::Hex, u8, ShipId)],
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        dice.open(u32::from(self.turn), code::blast(ship.side.seat(self.number), usize::from(ship.slot)));
        let hex = self.vessel(ship).at.hex;
        let here = explosions.iter().filter(|(at, ..)| *at == hex);
        let (own, enemies): (Vec<&_>, Vec<&_>) = here.partition(|(.., from)| from.side == ship.side);
        for (_, strength, from) in own.into_iter().chain(enemies) {
            let shields = self.vessel(ship).shield_rating();
            let through = super::combat::penetrations(dice, *strength, shields, false);
            self.log.record(Event::Blast { ship, from: *from, through });
            let source = Source::of(self.vessel(ship), Hit::default());
            self.damage(ship, through, source, dice, choices)?;
        }
        Ok(())
    }
}
