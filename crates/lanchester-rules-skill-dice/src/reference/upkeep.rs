//! The upkeep.

use lanchester_battle::Illegal;
use lanchester_core::Side;
use lanchester_lanes::dice::DiceSource;

use super::Battle;
use super::choices::{Choices, Due};
use super::damage::Hit;
use crate::event::code::Of;
use crate::event::{Event, Loss, System};
use crate::formulas::readings::{Reading, read};
use crate::formulas::skill::skill_die;
use crate::options::Countering;

impl Battle<'_> {
    /// The steps of the upkeep in their order, each for all ships.
    pub(super) fn upkeep(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        if self.options.countermeasures == Countering::Upkeep {
            for ship in self.in_play() {
                self.countermeasures(ship, dice, choices)?;
            }
        }
        for ship in self.in_play() {
            self.engineering(ship, dice, choices)?;
        }
        for ship in self.in_play() {
            self.structure(ship, dice, choices)?;
        }
        for ship in self.in_play() {
            let stun = &mut self.ships[ship].stun;
            *stun = [stun[0].saturating_sub(1).saturating_add(stun[1]), 0];
        }
        Ok(())
    }

    /// ### SKILLDICE 5.5 Engineering (line 12, rules page)
    /// Each ship with a short or a stunned crew rolls the Engineering die of its best living crew: 4 or more clears one of them.
    ///
    /// RULING: one roll a ship and turn, for one short or one turn of stun, which its owner chooses after the roll (option
    /// `repaired_at`). Of two alike the one that lasts longer is cleared.
    fn engineering(
        &mut self,
        place: usize,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        let ship = self.ships[place];
        let counters = ship.counters();
        if counters.is_empty() {
            return Ok(());
        }
        self.open(dice, place, Of::Engineer);
        let sides = skill_die(ship.best(|crew| crew.engineering));
        let result = i32::from(dice.one(sides)) - ship.hindered();
        let mut cleared = None;
        if result >= self.options.repaired_at.into() {
            cleared = self.chosen(place, ship.id.side, Due::Repair, &counters, choices)?;
        }
        self.log.record(Event::Engineer { ship: ship.id, result: result as i8, cleared });
        let ship = &mut self.ships[place];
        let newest = |counters: &mut [u8; 2]| {
            let of = usize::from(counters[1] > 0);
            counters[of] = counters[of].saturating_sub(1);
        };
        match cleared {
            Some(System::Stun) => newest(&mut ship.stun),
            Some(System::Weapon(nth)) => ship.shorts.weapons = ship.shorts.weapons.map(|set| set & !(1 << nth)),
            Some(system) => ship.shorts.of(system).into_iter().for_each(newest),
            None => {}
        }
        Ok(())
    }

    /// ### SKILLDICE 4.4 Structure hits (lines 13, 161)
    /// Structure hits of the turn are marked.
    ///
    /// RULING: until then they change nothing (option `structure_marks`).
    ///
    /// ### SKILLDICE 4.6 Cascade and explosions (lines 212-243, third reading)
    /// "Boom next turn" explodes in the upkeep of the next turn. A cascade has a critical hit and a structure hit in each upkeep
    /// from the next turn's on; at structure 0 the structure hit explodes the ship.
    ///
    /// RULING: until then the ship acts. Nothing happens to ships near it. The structure hit of a cascade counts at once; one that its
    /// critical hit brings waits for the next upkeep.
    ///
    /// ### SKILLDICE 5.6 Creaking hulls and failing life support (lines 222-224, 238-241, corrections 9)
    /// A creaking hull takes 3D4 Low, less its ASV, each turn; a crew without life support dies two turns later.
    ///
    /// RULING: from the turn of the critical hit on, without overage.
    fn structure(&mut self, place: usize, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        let ship = &mut self.ships[place];
        if ship.marks > 0 {
            ship.structure = ship.structure.saturating_sub(ship.marks);
            ship.marks = 0;
            self.log.record(Event::Structure { ship: ship.id, left: ship.structure });
        }
        if ship.boom_on == self.turn {
            self.lose(place, Loss::Exploded);
            return Ok(());
        }
        if ship.cascade_from > 0 && ship.cascade_from <= self.turn {
            self.cascade(place, dice, choices)?;
        }
        if self.ships[place].creaks && self.ships[place].in_play() {
            self.open(dice, place, Of::Creak);
            let damage = read(&dice.pool_of(4, 3), Reading::Low);
            let net = damage - i32::from(self.ships[place].asv);
            let id = self.ships[place].id;
            self.log.record(Event::Creak { ship: id, damage: damage as u8, net: net as i16 });
            self.hit(place, [damage, net], dice, choices)?;
        }
        for nth in 0..self.ships[place].design.crews.len() {
            let ship = &self.ships[place];
            if ship.in_play() && ship.doomed[nth] == self.turn && ship.lives(nth) {
                let crew = nth as u8;
                self.log.record(Event::Suffocated { ship: ship.id, crew });
                self.kill(place, System::Crew(crew));
            }
        }
        Ok(())
    }

    /// A critical hit, then a structure hit.
    fn cascade(&mut self, place: usize, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        self.open(dice, place, Of::Cascade);
        let by: Side = self.ships[place].id.side;
        self.critical(Hit { ship: place, by, rows: 0 }, dice, choices)?;
        let ship = &mut self.ships[place];
        if !ship.in_play() {
            return Ok(());
        }
        if ship.structure == 0 {
            self.lose(place, Loss::Exploded);
        } else {
            ship.structure -= 1;
            self.log.record(Event::Structure { ship: ship.id, left: ship.structure });
        }
        Ok(())
    }
}
