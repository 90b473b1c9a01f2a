//! Damage control, the end of an engagement, and who wins.

use lanchester_battle::Illegal;
use lanchester_core::{Outcome, Side, Verdict};
use lanchester_lanes::dice::DiceSource;

use super::Battle;
use super::beams::passing;
use super::choices::Choices;
use crate::event::Event;
use crate::event::code::Of;
use crate::formulas::damage::Condition;
use crate::formulas::repair::to_repair;
use crate::options::{MAX_TURNS, Repair};

/// Victory points, in hundredths, that a side must have more than the other to win.
pub const LEAD: u32 = 5000;
/// Turns before which the distance of the units ends nothing.
pub const EARLIEST_END: u16 = 10;
/// Hexes to the nearest opposing unit, beyond which the sides are apart.
pub const APART: u16 = 24;

/// Why an engagement ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// All ships of a side are destroyed.
    Destroyed,
    /// The sides are apart.
    Apart,
    /// It was the last turn.
    Late,
}

impl Battle<'_> {
    /// Damage control of a turn: with detailed damage, or with option `damage_control = "every-turn"`.
    pub(super) fn damage_control(
        &mut self,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        if self.options.detailed_damage {
            return self.systems_control(dice, choices);
        }
        if self.options.damage_control == Repair::EveryTurn {
            self.repair(dice);
        }
        Ok(())
    }

    /// Damage control when the engagement is over.
    pub(super) fn last_control(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        if self.options.detailed_damage {
            return self.overhaul(dice, choices);
        }
        if self.options.damage_control == Repair::End {
            self.repair(dice);
        }
        Ok(())
    }

    /// ### FIRES 17.B Time of damage control (lines 72, 220-221)
    /// Every ship that is neither disabled nor destroyed rolls once for each degraded and damaged result; what is not removed is
    /// permanent.
    ///
    /// RULING: the book says once in three ways, every turn and at the end. It comes at the end of the engagement here, before victory
    /// points are counted, or in every turn with option `damage_control = "every-turn"`.
    fn repair(&mut self, dice: &mut dyn DiceSource) {
        for place in 0..self.ships.len() {
            let ship = &self.ships[place];
            if ship.disabled || ship.destroyed || ship.results == [0, 0] {
                continue;
            }
            let (due, military) = (ship.results, ship.design.military);
            self.open(dice, place, Of::Control);
            let results = [Condition::Degraded, Condition::Damaged];
            let removed = [0, 1].map(|nth| passing(dice, due[nth].into(), to_repair(results[nth], military)) as u8);
            let ship = &mut self.ships[place];
            ship.results = [0, 0];
            for nth in [0, 1] {
                ship.permanent[nth] = ship.permanent[nth].saturating_add(due[nth] - removed[nth]);
            }
            let (ship, condition) = (ship.id, ship.condition());
            self.log.record(Event::Control { ship, removed, condition });
        }
    }

    /// ### FIRES 15.A Ends of an engagement (lines 161-166)
    /// All ships of a side are destroyed; after ten turns or more no two opposing units are within 24 hexes (option `ends_apart`); or
    /// 20 turns have passed. Missiles are then removed.
    ///
    /// RULING: the end after 20 turns is the book's own; only a battle that the option `turn_cap` stops before counts as stopped.
    pub(super) fn end(&self) -> Option<End> {
        let alive = [0, 1].map(|seat| self.in_play(seat).next().is_some());
        let near = self.in_play(0).any(|one| self.in_play(1).any(|other| self.range(one, other) <= APART));
        match () {
            () if alive != [true; 2] => Some(End::Destroyed),
            () if self.options.ends_apart && self.turn >= EARLIEST_END && !near => Some(End::Apart),
            () if self.turn >= self.options.turn_cap => Some(End::Late),
            () => None,
        }
    }

    /// The result of an engagement that ended so: a lead of 50 points wins, any other result is a tie.
    pub(super) fn outcome(&mut self, end: End) -> Outcome {
        let hundredths = Side::BOTH.map(|side| self.victory_points(side));
        self.log.record(Event::Score { hundredths });
        let [a, b] = hundredths;
        let verdict = match () {
            () if a >= b + LEAD => Verdict::Win(Side::A),
            () if b >= a + LEAD => Verdict::Win(Side::B),
            () => Verdict::Draw,
        };
        let capped = end == End::Late && self.turn < MAX_TURNS;
        let left = Side::BOTH.map(|side| self.left(side));
        let (contact, turns, initiative) = (self.contact, self.turn, self.opening.map(Side::opponent));
        Outcome { verdict, major: false, capped, contact, turns, left, initiative }
    }

    /// ### FIRES 23.H Victory points of a side (lines 255-265)
    /// Hundredths of a point that a side has: for each opposing ship its cost by its condition, and the cost of all missiles that the
    /// opponent launched.
    ///
    /// RULING: they are counted after damage control. Missiles against missiles cost as well. No scenario of ours gives points of its
    /// own.
    pub fn victory_points(&self, side: Side) -> u32 {
        let enemies = self.ships.iter().filter(|ship| ship.id.side != side);
        let ships: u32 = enemies.map(|ship| ship.design.cost * ship.per_mille() / 10).sum();
        ships + 100 * self.spent[side.opponent()]
    }

    /// The share of a fleet's cost that its condition leaves it, in per mille, rounded up.
    fn left(&self, side: Side) -> u16 {
        let fleet = || self.ships.iter().filter(move |ship| ship.id.side == side);
        let all: u32 = fleet().map(|ship| ship.design.cost).sum();
        let left = fleet().map(|ship| u64::from(ship.design.cost) * u64::from(1000 - ship.per_mille()));
        left.sum::<u64>().div_ceil(u64::from(all)) as u16
    }
}
