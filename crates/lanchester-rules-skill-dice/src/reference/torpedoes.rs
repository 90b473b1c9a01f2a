//! Torpedoes in flight, what stands against them, and what they do.

use lanchester_battle::Illegal;
use lanchester_lanes::dice::DiceSource;

use super::choices::Choices;
use super::{Battle, MAX_IN_FLIGHT};
use crate::event::code::Of;
use crate::event::{Event, Spent};
use crate::formulas::readings::{Reading, read};
use crate::formulas::skill::skill_die;
use crate::options::Countering;

impl Battle<'_> {
    /// Moves every torpedo (SKILLDICE 2.6). One that has flown its turns without arriving is gone.
    pub(super) fn fly(&mut self) {
        let flight = self.flight();
        let all: Vec<_> = self.in_flight().collect();
        for (which, mut torpedo) in all {
            self.quiet = 0;
            let (to, arrived) = flight.fly(torpedo.at, self.ships[torpedo.target].at.hex);
            (torpedo.at, torpedo.arrived) = (to, arrived);
            torpedo.age += 1;
            self.torpedoes.insert(which, torpedo);
            self.log.record(Event::Fly { torpedo: self.torpedo_id(which), to, arrived });
            if !arrived && torpedo.age >= self.options.torpedo_endurance {
                self.spend(which, Spent::Burnt);
            }
        }
    }

    /// The torpedoes that track a ship: those that arrived first, then by seat and place.
    fn tracking(&self, ship: usize) -> Vec<[usize; 2]> {
        let of = |arrived: bool| {
            let torpedoes = self.in_flight().filter(move |(_, t)| t.target == ship && t.arrived == arrived);
            torpedoes.map(|(which, _)| which)
        };
        of(true).chain(of(false)).collect()
    }

    /// ### SKILLDICE 5.1 Torpedo results (line 8, corrections 7)
    /// Torpedoes that reached a ship hit it: all of them together, their dice added up, less its ASV once, without overage.
    ///
    /// RULING: a torpedo rolls the dice of its launcher's file. Their sum says whether the damage is odd.
    pub(super) fn results(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        for ship in self.in_play() {
            if self.options.countermeasures == Countering::Results {
                self.countermeasures(ship, dice, choices)?;
            }
            let salvo: Vec<_> = self.tracking(ship).into_iter().filter(|which| self.arrived(*which)).collect();
            if salvo.is_empty() || !self.ships[ship].in_play() {
                continue;
            }
            self.open(dice, ship, Of::Salvo);
            let mut faces = Vec::new();
            for which in &salvo {
                if let Some(torpedo) = self.torpedoes.remove(which) {
                    let warhead = &self.ships[torpedo.from].design.warhead;
                    warhead.kinds().for_each(|(count, sides)| faces.extend(dice.pool_of(sides, count)));
                }
            }
            let damage = read(&faces, Reading::All);
            let net = damage - i32::from(self.ships[ship].asv);
            let (id, torpedoes) = (self.ships[ship].id, salvo.len() as u8);
            self.log.record(Event::Salvo { ship: id, torpedoes, damage: damage as i16, net: net as i16 });
            self.hit(ship, [damage, net], dice, choices)?;
        }
        Ok(())
    }

    /// Whether a torpedo reached its target this turn.
    fn arrived(&self, which: [usize; 2]) -> bool {
        self.torpedoes.get(&which).is_some_and(|torpedo| torpedo.arrived)
    }

    /// What a ship does against the torpedoes that track it.
    ///
    /// ### SKILLDICE 5.2 Nixies (line 149, rules page)
    /// A nixie is dropped for all torpedoes that track the ship, one a turn: each rolls a D4 and is fooled by 1 or 2.
    ///
    /// RULING: the numbers are the rules page's (option `nixie_fools`). No roll of the crew: nothing is taken off it.
    ///
    /// ### SKILLDICE 5.3 Countermeasures (line 11, corrections 6)
    /// Each countermeasure is one attempt a turn: an electronic warfare die of 4 or more removes a torpedo.
    ///
    /// RULING: by default nixies and countermeasures act before torpedoes hit; with `countermeasures = "upkeep"` they act in the
    /// upkeep, where the list has them. The die is the best living crew's, less 2 where it is stunned and where the electronics are
    /// damaged. Torpedoes that arrived are removed first.
    ///
    /// ### SKILLDICE 5.4 Jamming (option) (lines 201-203)
    /// A ship that torpedoes track has one attempt more, with or without a countermeasure.
    ///
    /// RULING: that there are jam attempts is known from critical 14 alone.
    pub(super) fn countermeasures(
        &mut self,
        ship: usize,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        let tracking = self.tracking(ship);
        if tracking.is_empty() {
            return Ok(());
        }
        let id = self.ships[ship].id;
        if self.ships[ship].ready_nixies() > 0 && choices.nixie(self, ship).map_err(self.illegal("SKILLDICE 5.2"))? {
            self.ships[ship].nixies -= 1;
            self.open(dice, ship, Of::Nixie);
            let faces = dice.pool_of(4, tracking.len());
            self.log.record(Event::Nixie { ship: id, tracked: tracking.len() as u8 });
            for (which, face) in tracking.iter().zip(faces) {
                if face <= self.options.nixie_fools {
                    self.spend(*which, Spent::Fooled);
                }
            }
        }
        let target = self.ships[ship];
        let skill = target.best(|crew| crew.electronics);
        let attempts = target.ready_countermeasures() + u8::from(self.options.jam);
        let off = target.off_counters();
        self.open(dice, ship, Of::Counter);
        for _ in 0..attempts {
            let Some(which) = self.tracking(ship).first().copied() else { break };
            let result = i32::from(dice.pool_of(skill_die(skill), 1)[0]) - off;
            self.log.record(Event::Counter { ship: id, result: result as i8 });
            if result >= self.options.countered_at.into() {
                self.spend(which, Spent::Countered);
            }
        }
        Ok(())
    }

    /// A free place for a torpedo of a seat; `None` where as many are in flight as may be.
    pub(super) fn free_slot(&self, seat: usize) -> Option<usize> {
        (0..MAX_IN_FLIGHT).find(|slot| !self.torpedoes.contains_key(&[seat, *slot]))
    }
}
