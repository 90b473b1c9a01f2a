//! Detailed damage, and damage control with it.

use lanchester_battle::Illegal;
use lanchester_lanes::dice::DiceSource;

use super::Battle;
use super::beams::passing;
use super::choices::Choices;
use crate::event::Event;
use crate::event::code::Of;
use crate::formulas::detailed::{Hits, LEAK, Mended, SAFE_POWER, System, explosion, mended, overhaul};
use crate::formulas::dice::{SIDES, passes};

/// The D20 at which a hit that does not penetrate is an S hit.
const SHAKEN: i32 = 4;

impl Battle<'_> {
    /// ### FIRES 16.A.VI Detailed damage (option) (lines 188-196, 218)
    /// Each effective hit makes as many rolls on the ship's damage table as its sheet says, and one more by a D20; each hit that does not
    /// penetrate is an S hit at 1 to 4.
    ///
    /// RULING: the tables are lost. They are data of the ships, with letters of ours beside B, P and S.
    pub(super) fn strike_systems(&mut self, dice: &mut dyn DiceSource, place: usize, [effective, failed]: [u16; 2]) {
        let table = &self.ships[place].design.table;
        let more = passing(dice, effective, table.extra.into());
        let mut hits = self.table_hits(dice, place, effective * u16::from(table.rolls) + more);
        for _ in 0..passing(dice, failed, SHAKEN) {
            hits.add(System::Structure);
        }
        let ship = &mut self.ships[place];
        ship.open = ship.open.and(&hits);
        let ship = ship.id;
        self.log.record(Event::Struck { ship, effective, failed, hits });
    }

    /// So many rolls on the damage table of a ship.
    fn table_hits(&self, dice: &mut dyn DiceSource, place: usize, rolls: u16) -> Hits {
        let mut hits = Hits::default();
        for face in dice.pool_of(SIDES, rolls.into()) {
            hits.add(self.ships[place].design.table.entries[usize::from(face) - 1]);
        }
        hits
    }

    /// Damage control of detailed damage in a turn: each ship tries to repair one hit; its power plant may be shut down; then each hit
    /// on a plant that runs and that nobody attends to may do another, and two or more may blow the ship up.
    ///
    /// RULING: the hit on the plant that the crew tries to repair is attended to; permanent ones are not. A further hit is a roll on the
    /// damage table. The chance of an explosion counts the hits before those of this phase. Civilian ships repair nothing.
    pub(super) fn systems_control(
        &mut self,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        for seat in self.order() {
            for ship in self.fleet(seat) {
                if !self.ships[ship].in_play() {
                    continue;
                }
                let power = self.ships[ship].hits_on(System::Power);
                let attended = self.mend(dice, choices, ship)? == Some(System::Power);
                self.may_shut_down(choices, ship, 0)?;
                let unattended = power - u8::from(attended);
                if unattended > 0 && !self.ships[ship].shut {
                    self.leak(dice, ship, unattended);
                }
            }
        }
        Ok(())
    }

    /// Tries to repair a hit of a ship. Returns the system.
    fn mend(
        &mut self,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
        place: usize,
    ) -> Result<Option<System>, Illegal> {
        let ship = &self.ships[place];
        let hit: Vec<System> = System::ALL.into_iter().filter(|system| ship.open.on(*system) > 0).collect();
        let system = match hit.as_slice() {
            _ if !ship.design.military => return Ok(None),
            [] => return Ok(None),
            [only] => *only,
            _ => choices.repair(self, place).map_err(self.illegal("FIRES 17.C"))?,
        };
        if !hit.contains(&system) {
            return Err(self.illegal("FIRES 17.C")(format!("no hit on {system:?} that may be repaired")));
        }
        self.open(dice, place, Of::Control);
        let result = mended(dice.one(SIDES));
        let ship = &mut self.ships[place];
        if result != Mended::Open {
            ship.open.0[system as usize] -= 1;
        }
        if result == Mended::Permanent {
            ship.lasting.add(system);
        }
        let ship = ship.id;
        self.log.record(Event::Mend { ship, system, result });
        Ok(Some(system))
    }

    /// Asks whether a ship shuts its plant down, if it runs with more hits than these.
    fn may_shut_down(&mut self, choices: &mut dyn Choices, place: usize, above: u8) -> Result<(), Illegal> {
        let ship = &self.ships[place];
        if ship.shut || ship.hits_on(System::Power) <= above {
            return Ok(());
        }
        if choices.shutdown(self, place).map_err(self.illegal("FIRES 17.C"))? {
            let ship = &mut self.ships[place];
            ship.shut = true;
            let ship = ship.id;
            self.log.record(Event::Shutdown { ship });
        }
        Ok(())
    }

    /// Rolls for hits on a power plant that nobody attends to.
    fn leak(&mut self, dice: &mut dyn DiceSource, place: usize, unattended: u8) {
        self.open(dice, place, Of::Power);
        let faces = dice.pool_of(SIDES, unattended.into());
        let leaks = faces.into_iter().filter(|face| *face >= LEAK).count() as u16;
        let explodes = passing(dice, 1, explosion(unattended)) > 0;
        let hits = if explodes { Hits::default() } else { self.table_hits(dice, place, leaks) };
        let ship = &mut self.ships[place];
        ship.open = ship.open.and(&hits);
        ship.destroyed = explodes;
        let ship = ship.id;
        self.log.record(Event::Leak { ship, unattended, hits, explodes });
        if explodes {
            self.log.record(Event::Lost { ship });
        }
    }

    /// Damage control of detailed damage when the engagement is over: a roll for each hit that is not permanent; then a plant that runs
    /// with more than two hits explodes.
    ///
    /// RULING: this is the damage control of operational turns, which also closes engagements by themselves.
    pub(super) fn overhaul(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        for seat in self.order() {
            for place in self.fleet(seat) {
                if !self.ships[place].in_play() || self.ships[place].open.all() + self.ships[place].lasting.all() == 0 {
                    continue;
                }
                self.may_shut_down(choices, place, SAFE_POWER)?;
                self.open(dice, place, Of::Overhaul);
                let ship = &mut self.ships[place];
                for (system, open) in System::ALL.into_iter().zip(ship.open.0) {
                    for face in dice.pool_of(SIDES, open.into()) {
                        if !passes(face, overhaul(ship.design.military)) {
                            ship.lasting.add(system);
                        }
                    }
                }
                ship.open = Hits::default();
                let left = ship.lasting;
                let explodes = !ship.shut && left.on(System::Power) > SAFE_POWER;
                ship.destroyed = explodes;
                let ship = ship.id;
                self.log.record(Event::Overhaul { ship, left, explodes });
                if explodes {
                    self.log.record(Event::Lost { ship });
                }
            }
        }
        Ok(())
    }
}
