//! The Power Phase (TALON 9).

use lanchester_lanes::dice::DiceSource;

use super::{Battle, Choices, Illegal};
use crate::effects::break_apart;
use crate::event::{Event, Loss, Marker, ShipId};

impl Battle<'_> {
    /// ### TALON 9.1 Power Phase (p. 9)
    /// The player with the initiative finishes all of it first. Ships that cannot be powered break apart at its end.
    ///
    /// RULING: ships break apart one after another, those of the player with the initiative first, in the order of the list.
    pub(super) fn power_phase(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        let sides = [self.first, self.first.opponent()];
        self.current = self.first;
        let mut unpowered = Vec::new();
        for side in sides {
            for ship in self.afloat(side) {
                if !self.power(ship, choices)? {
                    unpowered.push(ship);
                }
            }
        }
        for ship in unpowered {
            if self.vessel(ship).alive() {
                break_apart(&mut self.with(dice), ship, sides[0]);
            }
        }
        for side in sides {
            for ship in self.afloat(side) {
                if self.may_retreat(ship)
                    && choices.retreat(self, ship).map_err(|why| self.log.illegal("TALON P.18", why))?
                {
                    self.lose(ship, Loss::Retreated);
                }
            }
        }
        Ok(())
    }

    /// One ship's Power Phase; whether it can be powered.
    ///
    /// ### TALON 5.4.5 Breaking apart
    /// A ship that has negative power at every speed it could choose breaks apart and explodes.
    ///
    /// RULING: a power loss leaves everything as it is written, without a look at whether the ship holds together.
    fn power(&mut self, ship: ShipId, choices: &mut dyn Choices) -> Result<bool, Illegal> {
        if self.vessel(ship).has(Marker::PowerLoss) {
            return Ok(true);
        }
        self.charge(ship);
        if self.speeds(ship).is_empty() {
            return Ok(false);
        }
        let speed = choices.speed(self, ship).map_err(|why| self.log.illegal("TALON 9.3", why))?;
        let Some((speed, power, radius)) = self.speeds(ship).into_iter().find(|(known, ..)| *known == speed) else {
            return Err(self.log.illegal("TALON 9.3", format!("it cannot have speed {speed}")));
        };
        let vessel = self.vessel_mut(ship);
        (vessel.speed, vessel.power, vessel.radius) = (speed, power, radius);
        let bars = vessel.bars;
        self.log.record(Event::Power { ship, speed, power, radius, bars });
        Ok(true)
    }

    /// ### TALON 9.2.1 Passive charge of yellow boxes (p. 9)
    /// A bar without an open red box has as many yellow boxes filled as the group has weapons.
    ///
    /// ### TALON 9.2.2 Charge of red boxes (p. 9)
    /// Otherwise one red box is filled, and no yellow one. Nothing else fills red boxes.
    ///
    /// RULING: what may be charged is charged.
    fn charge(&mut self, ship: ShipId) {
        let vessel = self.vessel_mut(ship);
        for (group, printed) in vessel.design.groups.iter().enumerate().filter(|(group, _)| !vessel.destroyed[*group]) {
            let [red, yellow] = &mut vessel.bars[group];
            if *red < printed.red {
                *red += 1;
            } else {
                *yellow = printed.yellow.min(*yellow + printed.count);
            }
        }
    }

    /// The speeds that a ship may choose, each with the power and the turn radius that are written.
    ///
    /// ### TALON 9.3 Power curve (p. 9)
    /// The speed changes by one at most. A marker of a turn radius on the map stays where it is.
    ///
    /// ### TALON 8.4.2 Power modifiers (p. 9)
    /// The modifier of the left-most hull box that is not marked comes off the power, at every Power Phase.
    ///
    /// RULING: off the power alone. The book's example also writes a turn radius that is one less, for which there is no rule;
    /// that of 5.4.5 leaves the radius of the line: a ship at 1-5-3 with a -2 slows down to 0-4-2, the curve's 2-4-2 less two.
    pub fn speeds(&self, ship: ShipId) -> Vec<(u8, u8, u8)> {
        let vessel = self.vessel(ship);
        let modifier = vessel.design.hull.get(usize::from(vessel.hull)).map_or(0, |left| left.modifier);
        let lines = vessel.design.curve.iter().filter(|line| line.speed.abs_diff(vessel.speed) <= 1);
        let written = lines.filter_map(|line| {
            let power = line.power.checked_sub(modifier + vessel.relays)?;
            Some((line.speed, power, line.radius))
        });
        written.collect()
    }

    /// Whether a ship may retreat now.
    ///
    /// ### TALON P.18 Retreat
    /// RULING: with the option `retreat`, at the very end of a Power Phase, a ship with its FTL online that has been on the board
    /// for as many rounds as it has printed hull boxes. Bases stay.
    pub fn may_retreat(&self, ship: ShipId) -> bool {
        let vessel = self.vessel(ship);
        let spooled = usize::from(self.round) >= vessel.design.hull.len();
        self.setup.options.retreat && !vessel.design.base && !vessel.ftl_offline && spooled
    }
}
