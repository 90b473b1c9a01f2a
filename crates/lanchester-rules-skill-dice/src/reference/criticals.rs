//! The critical hits.

use lanchester_battle::Illegal;
use lanchester_lanes::dice::DiceSource;

use super::Battle;
use super::choices::{Choices, Due};
use super::damage::Hit;
use crate::arcs::Arcs;
use crate::card::{Critical, MAX_CHAIN};
use crate::event::{Event, Loss, System};
use crate::formulas::readings::{Reading, read};

/// Hexes at which torpedoes take a ship as their target.
pub const IFF_HEXES: u16 = 5;

impl Battle<'_> {
    /// ### SKILLDICE 4.5 Critical hits (lines 158-159, 165-243, corrections 4, third reading 1)
    /// 2D12 on the list of the ship's card.
    ///
    /// RULING: what lasts "next turn" is written down with its turn. A fuel leak leaves no thrust from the fifth turn after it (option
    /// `for_5_turns`: for the five turns after it). Thrusters stay locked; locked both ways, the ship cannot turn. The same critical
    /// hit again adds nothing but what is counted in turns, or what falls on another system. A cannon that is short or shut down does not
    /// function, so that it is not damaged. A malfunction's damage is unreduced, and one in the eighth row that a hit works through does nothing.
    pub(super) fn critical(
        &mut self,
        hit: Hit,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        let place = hit.ship;
        let sum: u8 = dice.pool_of(12, 2).iter().sum();
        let ship = &self.ships[place];
        let critical = ship.design.card.critical(sum);
        let owner = ship.id.side;
        let on = match critical {
            Critical::WeaponDamaged => {
                let whole = |system: &System| matches!(system, System::Weapon(nth) if self.can_drop(place, *nth));
                let weapons: Vec<_> = ship.cannon(ship.ready(self.turn)).filter(whole).collect();
                self.chosen(place, owner, Due::Damaged, &weapons, choices)?
            }
            Critical::TurretLocked => self.chosen(place, owner, Due::Turret, &self.turrets(place), choices)?,
            Critical::LifeSupport => {
                let living = ship.living().filter(|(nth, _)| ship.doomed[*nth] == 0);
                let crews: Vec<_> = living.map(|(nth, _)| System::Crew(nth as u8)).collect();
                self.chosen(place, owner, Due::LifeSupport, &crews, choices)?
            }
            _ => None,
        };
        let (id, on) = (ship.id, on.unwrap_or(System::Hull));
        self.log.record(Event::Critical { ship: id, critical, on });
        match critical {
            Critical::Destroyed => self.lose(place, Loss::Destroyed),
            Critical::IffFails => self.iff_fails(place),
            Critical::WeaponMalfunction if hit.rows < MAX_CHAIN => {
                let damage = read(&dice.pool_of(8, 3), Reading::MedLow);
                self.log.record(Event::Malfunction { ship: id, damage: damage as u8 });
                self.codes(hit, damage, dice, choices)?;
            }
            _ => self.suffer(place, critical, on),
        }
        Ok(())
    }

    /// Whether the damage code of a cannon has a class below it.
    fn can_drop(&self, place: usize, nth: u8) -> bool {
        self.ships[place].codes[usize::from(nth)].is_some_and(|code| code.dropped() != code)
    }

    /// Cannon of several cones, each with the cone that it may keep.
    fn turrets(&self, place: usize) -> Vec<System> {
        let ship = &self.ships[place];
        let mut all = Vec::new();
        for system in ship.cannon(ship.weapons) {
            let System::Weapon(nth) = system else { continue };
            let arcs = ship.arcs[usize::from(nth)];
            if arcs.count() > 1 {
                all.extend(arcs.iter().map(|cone| System::Turret(nth, cone as u8)));
            }
        }
        all
    }

    /// Once, at this moment, every torpedo of either side near the ship takes it as its target.
    fn iff_fails(&mut self, place: usize) {
        let here = self.ships[place].at.hex;
        let near = |(which, torpedo): ([usize; 2], super::Torpedo)| {
            (torpedo.target != place && torpedo.at.hex.distance(here) <= IFF_HEXES).then_some(which)
        };
        let torpedoes: Vec<_> = self.in_flight().filter_map(near).collect();
        for which in torpedoes {
            if let Some(torpedo) = self.torpedoes.get_mut(&which) {
                (torpedo.target, torpedo.arrived) = (place, false);
            }
            self.log.record(Event::Retarget { torpedo: self.torpedo_id(which), ship: self.ships[place].id });
        }
    }

    /// What a critical hit leaves behind.
    fn suffer(&mut self, place: usize, critical: Critical, on: System) {
        let turn = self.turn;
        let for_5_turns = self.options.for_5_turns;
        let ship = &mut self.ships[place];
        match critical {
            Critical::HullCracks => ship.asv = 0,
            Critical::RightTurnsOnly => ship.locked[0] = true,
            Critical::LeftTurnsOnly => ship.locked[1] = true,
            Critical::EsvMalfunction => ship.esv_until = turn + 1,
            Critical::CommunicationsOut => ship.first_on = turn + 1,
            Critical::WeaponsShutDown => ship.weapons_until = turn + 1,
            Critical::FullSpeedAhead => ship.straight_on = turn + 1,
            Critical::FuelLeak if for_5_turns => ship.stopped = [turn + 1, turn + 5],
            Critical::FuelLeak if ship.stopped[0] == 0 => ship.stopped = [turn + 5, u16::MAX],
            Critical::HudDamaged => ship.hud = true,
            Critical::EwDamaged => ship.ew = true,
            Critical::CommsInterference => ship.comms = true,
            Critical::CreakingHull => ship.creaks = true,
            Critical::EngineMalfunction => ship.slow_until = turn + 1,
            Critical::ScreenMalfunction => ship.esv_gone = true,
            Critical::WeaponDamaged => {
                if let System::Weapon(nth) = on {
                    let code = &mut ship.codes[usize::from(nth)];
                    *code = code.map(|code| code.dropped());
                }
            }
            Critical::TurretLocked => {
                if let System::Turret(nth, cone) = on {
                    ship.arcs[usize::from(nth)] = Arcs::one(cone.into());
                }
            }
            Critical::LifeSupport => {
                if let System::Crew(nth) = on {
                    ship.doomed[usize::from(nth)] = turn + 2;
                }
            }
            Critical::Destroyed | Critical::WeaponMalfunction | Critical::IffFails | Critical::FuelLeak => {}
        }
    }
}
