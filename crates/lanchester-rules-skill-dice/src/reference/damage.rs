//! What hits do: the codes of the damage index, one after the other.

use lanchester_battle::Illegal;
use lanchester_core::Side;
use lanchester_lanes::dice::DiceSource;

use super::Battle;
use super::choices::{Choices, Due};
use super::ship::Counters;
use crate::card::Code;
use crate::event::code::Of;
use crate::event::{Event, Loss, System};
use crate::options::{Odd, StructureMarks};

/// A hit whose codes are resolved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    /// The ship.
    pub(super) ship: usize,
    /// Who chooses the systems that `W` and `~` fall on.
    pub(super) by: Side,
    /// Rows of the index that it worked through.
    pub(super) rows: usize,
}

impl Battle<'_> {
    /// A hit: the damage that was rolled, and what is left of it behind the screens. A ship that is out of the battle takes none.
    pub(super) fn hit(
        &mut self,
        ship: usize,
        [damage, net]: [i32; 2],
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        if net <= 0 || !self.ships[ship].in_play() {
            return Ok(());
        }
        let by = self.chooser(ship, [damage, net]);
        self.open(dice, ship, Of::Damage(self.ships[ship].hits));
        self.ships[ship].hits += 1;
        self.codes(Hit { ship, by, rows: 0 }, net, dice, choices)
    }

    /// ### SKILLDICE 4.3 Who chooses (lines 140-141, 163, corrections 5)
    /// The defender chooses what `W` and `~` fall on, and the attacker where the damage rolled is odd: one parity a hit.
    ///
    /// RULING: the damage rolled is what the dice read, before overage and screens (option `odd_damage`). What `G` and criticals 11,
    /// 17 and 23 fall on, the defender chooses always, as the page says of `C`.
    fn chooser(&self, ship: usize, [damage, net]: [i32; 2]) -> Side {
        let owner = self.ships[ship].id.side;
        let rolled = if self.options.odd_damage == Odd::Dice { damage } else { net };
        if rolled % 2 == 1 { owner.opponent() } else { owner }
    }

    /// ### SKILLDICE 4.2 Damage codes (lines 129-161, corrections 5)
    /// The codes of a row, left to right. One with nothing left to hit does nothing; numbers stop at 0.
    ///
    /// RULING: a short lasts for the rest of the turn and all of the next; only systems on which it has an effect may be chosen. A
    /// torpedo tube is a weapon; special equipment has no other use than to be hit.
    pub(super) fn codes(
        &mut self,
        hit: Hit,
        net: i32,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        let design = self.ships[hit.ship].design;
        let hit = Hit { rows: hit.rows + 1, ..hit };
        for code in design.card.codes(self.ships[hit.ship].structure, net) {
            if !self.ships[hit.ship].in_play() {
                break;
            }
            if *code == Code::Critical {
                self.critical(hit, dice, choices)?;
            } else {
                self.code(hit, *code, choices)?;
            }
        }
        Ok(())
    }

    /// One code.
    fn code(&mut self, hit: Hit, code: Code, choices: &mut dyn Choices) -> Result<(), Illegal> {
        let ship = &self.ships[hit.ship];
        let owner = ship.id.side;
        let some = |may: bool| may.then_some(System::Hull);
        let on = match code {
            Code::Thrust => some(ship.thrust > 0),
            Code::Esv => some(ship.esv > 0),
            Code::Asv => some(ship.asv > 0),
            Code::Screen => some(ship.screen > 0),
            Code::Structure => some(ship.structure > ship.marks),
            Code::Weapon => self.chosen(hit.ship, hit.by, Due::Weapon, &ship.weapon_systems(), choices)?,
            Code::Short => self.chosen(hit.ship, hit.by, Due::Short, &ship.shortable(), choices)?,
            Code::Special => self.chosen(hit.ship, owner, Due::Special, &ship.special_systems(), choices)?,
            Code::Crew => {
                let crews: Vec<_> = ship.living().map(|(nth, _)| System::Crew(nth as u8)).collect();
                self.chosen(hit.ship, owner, Due::Crew, &crews, choices)?
            }
            _ => Some(System::Hull),
        };
        let Some(on) = on else { return Ok(()) };
        self.log.record(Event::Effect { ship: self.ships[hit.ship].id, code, on });
        self.take(hit.ship, code, on);
        Ok(())
    }

    /// What a side chooses; without asking where there is nothing to choose.
    pub(super) fn chosen(
        &self,
        ship: usize,
        by: Side,
        due: Due,
        among: &[System],
        choices: &mut dyn Choices,
    ) -> Result<Option<System>, Illegal> {
        let [first, _, ..] = among else { return Ok(among.first().copied()) };
        let chosen = choices.system(self, by, ship, due, among).map_err(self.illegal("SKILLDICE 4.3"))?;
        if !among.contains(&chosen) {
            return Err(self.illegal("SKILLDICE 4.3")(format!("{chosen:?} for {due:?}; there is {first:?}")));
        }
        Ok(Some(chosen))
    }

    /// What a code does to what it falls on.
    fn take(&mut self, place: usize, code: Code, on: System) {
        let turn = self.turn;
        let at_once = self.options.structure_marks == StructureMarks::AtOnce;
        let ship = &mut self.ships[place];
        match code {
            Code::Thrust => ship.thrust -= 1,
            Code::Esv => ship.esv -= 1,
            Code::Asv => ship.asv -= 1,
            Code::Maneuver => ship.maneuver = ship.maneuver.saturating_add(1),
            Code::Screen => ship.screen -= 1,
            Code::Stun => ship.stun[1] = ship.stun[1].saturating_add(1),
            Code::Structure if at_once => ship.structure -= 1,
            Code::Structure => ship.marks += 1,
            Code::Cascade if ship.cascade_from == 0 => ship.cascade_from = turn + 1,
            Code::BoomNextTurn if ship.boom_on == 0 => ship.boom_on = turn + 1,
            Code::Boom => self.lose(place, Loss::Exploded),
            Code::Crew => self.kill(place, on),
            Code::Weapon | Code::Special => match on {
                System::Weapon(nth) => ship.weapons &= !(1 << nth),
                System::Tube => ship.tubes -= 1,
                System::Countermeasure => ship.countermeasures -= 1,
                System::Nixie => ship.nixies -= 1,
                System::Special => ship.special -= 1,
                _ => {}
            },
            Code::Short => {
                if let System::Weapon(nth) = on {
                    ship.shorts.weapons[1] |= 1 << nth;
                } else if let Some(counters) = ship.shorts.of(on) {
                    counters[1] = counters[1].saturating_add(1);
                }
            }
            Code::Critical | Code::Cascade | Code::BoomNextTurn => {}
        }
    }

    /// A crew dies; without a living crew the ship is removed.
    pub(super) fn kill(&mut self, place: usize, on: System) {
        if let System::Crew(nth) = on {
            self.ships[place].crews &= !(1 << nth);
        }
        if self.ships[place].crews == 0 {
            self.lose(place, Loss::CrewDead);
        }
    }
}

impl super::ship::Shorts {
    /// The counters of a system.
    pub(super) const fn of(&mut self, system: System) -> Option<&mut Counters> {
        Some(match system {
            System::Thrust => &mut self.thrust,
            System::Screen => &mut self.screen,
            System::Tube => &mut self.tubes,
            System::Countermeasure => &mut self.countermeasures,
            System::Nixie => &mut self.nixies,
            _ => return None,
        })
    }
}
