//! Who wins.

use std::cmp::Ordering;

use lanchester_core::{Outcome, Side, Verdict};

use super::Battle;
use crate::event::{Event, Grade, Loss};

/// ### TALON P.17 Victory
/// How large a victory is by the scores of winner and loser: great from half as much again on, devastating from three times.
///
/// RULING: a victory without a score is minor.
#[must_use]
pub const fn grade(winner: u32, loser: u32) -> Grade {
    if winner == 0 || 2 * winner < 3 * loser {
        Grade::Minor
    } else if winner < 3 * loser {
        Grade::Great
    } else {
        Grade::Devastating
    }
}

/// Who wins, and how largely, by the points of A and of B that stand, those of their whole fleets, and the score of a side.
#[must_use]
pub fn decide(stand: [u32; 2], whole: [u32; 2], score: impl Fn(Side) -> u32) -> (Verdict, Option<Grade>) {
    // Shares over a common denominator: a per mille would call some that differ equal.
    let side = match (stand[0] * whole[1]).cmp(&(stand[1] * whole[0])) {
        Ordering::Greater => Side::A,
        Ordering::Less => Side::B,
        Ordering::Equal => return (Verdict::Draw, None),
    };
    (Verdict::Win(side), Some(grade(score(side), score(side.opponent()))))
}

/// A share in per mille, rounded up, so that whatever is left is more than nothing.
#[must_use]
pub const fn per_mille(part: u32, of: u32) -> u16 {
    (1000 * part).div_ceil(of) as u16
}

impl Battle<'_> {
    /// Whether the battle is over, which is recorded: a side has no ship left, or it is `stopped`.
    ///
    /// ### TALON P.17 Victory
    /// The last side with a ship wins; when neither has one it is a draw. A side scores the points of enemies destroyed; those that
    /// retreated score nothing.
    ///
    /// RULING: a battle is stopped after impulse F of its last round (option `turn_cap`). The larger share of points on the board then
    /// wins, equal shares draw. That a side has no ship left is seen at the end of a turn, of an impulse and of
    /// the Power Phase.
    pub(super) fn is_over(&mut self, stopped: bool) -> bool {
        let points = |side: Side, counts: &dyn Fn(Option<Loss>) -> bool| -> u32 {
            let ships = self.vessels[side].iter().filter(|vessel| counts(vessel.lost));
            ships.map(|vessel| vessel.design.points).sum()
        };
        let [stand, whole] = [
            Side::BOTH.map(|side| points(side, &|lost| lost.is_none())),
            Side::BOTH.map(|side| points(side, &|_| true)),
        ];
        let left = [0, 1].map(|side| per_mille(stand[side], whole[side]));
        let beaten = left.contains(&0);
        if !beaten && !stopped {
            return false;
        }
        let destroyed = |lost: Option<Loss>| lost.is_some_and(|loss| loss != Loss::Retreated);
        let score = |side: Side| points(side.opponent(), &destroyed);
        let (verdict, grade) = decide(stand, whole, score);
        let outcome = Outcome {
            verdict,
            major: grade.is_some_and(|grade| grade != Grade::Minor),
            capped: !beaten,
            contact: self.contact,
            turns: self.round,
            left,
            initiative: Some(self.began),
        };
        self.log.record(Event::Over { outcome, grade });
        true
    }
}
