//! What the book works out of numbers alone, for the reference and the lanes: who begins and who wins, by the points of ships.

use std::cmp::Ordering;

use lanchester_battle::Setup;
use lanchester_core::{Outcome, Side, Verdict};

use crate::Talon;
use crate::event::Grade;
use crate::options::FirstInitiative;

/// ### TALON P.17 Victory
/// How large a victory is by the scores of winner and loser: great from half as much again on, devastating from three times.
///
/// RULING: a victory without a score is minor.
pub const fn grade(winner: u32, loser: u32) -> Grade {
    if winner == 0 || 2 * winner < 3 * loser {
        Grade::Minor
    } else if winner < 3 * loser {
        Grade::Great
    } else {
        Grade::Devastating
    }
}

/// The result of a battle by the points of A and of B that stand, those of their whole fleets and those that were destroyed; whether a
/// shot was fired, in which round it ended, and who had the initiative at the start.
pub fn outcome(
    [stand, whole, destroyed]: [[u32; 2]; 3],
    contact: bool,
    turns: u16,
    began: Side,
) -> (Outcome, Option<Grade>) {
    // Shares over a common denominator: a per mille would call some that differ equal.
    let winner = match (stand[0] * whole[1]).cmp(&(stand[1] * whole[0])) {
        Ordering::Greater => Some(Side::A),
        Ordering::Less => Some(Side::B),
        Ordering::Equal => None,
    };
    let grade = winner.map(|side| grade(destroyed[side.opponent()], destroyed[side]));
    let outcome = Outcome {
        verdict: winner.map_or(Verdict::Draw, Verdict::Win),
        major: grade.is_some_and(|grade| grade != Grade::Minor),
        capped: !stand.contains(&0),
        contact,
        turns,
        // In per mille, rounded up, so that whatever is left is more than nothing.
        left: [0, 1].map(|side| (1000 * stand[side]).div_ceil(whole[side]) as u16),
        initiative: Some(began),
    };
    (outcome, grade)
}

/// The side that begins by its points of Talon ships; `None` where the seat decides.
pub fn richer_in_talon(setup: &Setup<'_, Talon>) -> Option<Side> {
    if setup.options.first_initiative == FirstInitiative::Seat {
        return None;
    }
    let [a, b] = setup.ships.each_ref().map(|ships| -> u32 {
        ships.iter().filter(|design| design.faction == "Talon").map(|design| design.points).sum()
    });
    match a.cmp(&b) {
        Ordering::Greater => Some(Side::A),
        Ordering::Less => Some(Side::B),
        Ordering::Equal => None,
    }
}
