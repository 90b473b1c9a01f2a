//! The sequence of play, and the initiative.

use lanchester_core::Side;
use lanchester_lanes::dice::DiceSource;

use super::{Battle, Choices, Illegal};
use crate::effects::repair;
use crate::event::{Event, Loss, ShipId, code};
use crate::impulse::IMPULSES;
use crate::options::InitiativeChange;

impl Battle<'_> {
    /// ### TALON P.1 Sequence of play
    /// A round is six impulses and a Power Phase. In an impulse the player with the initiative takes his turn, then the other,
    /// then the initiative may change.
    ///
    /// ### TALON 9.4 End of a round (p. 9)
    /// The next round begins.
    pub(super) fn play(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        self.set_up(choices)?;
        loop {
            self.round += 1;
            for impulse in 0..IMPULSES {
                self.impulse = impulse;
                let first = self.first;
                self.log.record(Event::Impulse { round: self.round, impulse, first });
                for side in [first, first.opponent()] {
                    self.turn(side, dice, choices)?;
                    if self.is_over(false) {
                        return Ok(());
                    }
                }
                self.change_initiative();
                self.stray();
                let last = impulse + 1 == IMPULSES && self.round >= self.setup.options.turn_cap;
                if self.is_over(last) {
                    return Ok(());
                }
            }
            self.impulse = code::POWER_PHASE;
            self.power_phase(dice, choices)?;
            if self.is_over(false) {
                return Ok(());
            }
        }
    }

    /// A player's turn: reinforcements expire, action points, movement, fire, repairs.
    fn turn(&mut self, side: Side, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        self.current = side;
        self.expire(side);
        self.spend_points(side, choices)?;
        self.movement_step(side, dice, choices)?;
        self.fire_step(side, dice, choices)?;
        self.repairs(side, dice);
        Ok(())
    }

    /// The repairs at the end of a player's turn.
    pub(super) fn repairs(&mut self, side: Side, dice: &mut dyn DiceSource) {
        let now = self.moment();
        for ship in self.afloat(side) {
            let due = self.vessel(ship).markers.map(|received| received.is_some_and(|then| then < now));
            repair(&mut self.with(dice), ship, due);
        }
    }

    /// ### TALON P.9 Initiative
    /// RULING: at the end of an impulse the initiative changes if there are more markers to change it than to defend it. All of
    /// them are removed. The option `initiative_change` has other readings.
    pub(super) fn change_initiative(&mut self) {
        let [change, defend] = std::mem::take(&mut self.initiative_markers);
        let changes = match self.setup.options.initiative_change {
            InitiativeChange::Outbid => change > defend,
            InitiativeChange::Unopposed => change > 0 && defend == 0,
            InitiativeChange::Never => false,
        };
        if changes {
            self.first = self.first.opponent();
            self.log.record(Event::Initiative { first: self.first });
        }
    }

    /// ### TALON 7.5.2 Mandatory retreat (p. 8)
    /// RULING: the plane always has room, so nobody has to retreat. With the option `stray_at` a ship that is so far from every
    /// other ship at the ends of six impulses in a row has retreated.
    pub(super) fn stray(&mut self) {
        let Some(limit) = self.setup.options.stray_at else { return };
        let ships: Vec<_> = Side::BOTH.into_iter().flat_map(|side| self.afloat(side)).collect();
        let mut gone = Vec::new();
        for ship in &ships {
            if self.vessel(*ship).design.base {
                continue;
            }
            let hex = self.vessel(*ship).at.hex;
            let near = |other: &ShipId| other != ship && self.vessel(*other).at.hex.distance(hex) < limit.into();
            let alone = if ships.iter().any(near) { 0 } else { self.vessel(*ship).alone + 1 };
            self.vessel_mut(*ship).alone = alone;
            if alone >= IMPULSES {
                gone.push(*ship);
            }
        }
        for ship in gone {
            self.lose(ship, Loss::Retreated);
        }
    }
}
