//! What the weights that every policy has mean, in plain numbers that are not taken from the lanes' tables: for games to score
//! choices again with.

use lanchester_battle::appraisal::RangeGoal;
use lanchester_hex::{Board, Hex};

/// The points per box of a ship, on a scale on which those of the costliest ship count `scale`, to the nearest whole number; at
/// least 1. Ships are given by their points and boxes.
///
/// # Panics
/// If there is no ship.
#[must_use]
pub fn price_of_box([points, boxes]: [i64; 2], ships: impl Iterator<Item = [i64; 2]>, scale: i64) -> i64 {
    let dearer = |a: &[i64; 2], b: &[i64; 2]| (a[0] * b[1]).cmp(&(b[0] * a[1]));
    let [top, of] = ships.max_by(dearer).expect("a ship");
    // scale · (points / boxes) / (top / of)
    ((2 * scale * points * of + boxes * top) / (2 * boxes * top)).max(1)
}

/// The distance that a ship whose batteries reach `longest` hexes seeks from an enemy: with `best`, of up to `most` hexes, where
/// five times what it deals exceeds four times what it takes by most, the longest of those that are equal.
///
/// # Panics
/// If `most` is 0.
#[must_use]
pub fn goal(goal: RangeGoal, longest: u8, most: u8, exchange: impl Fn(u8) -> [i64; 2]) -> u8 {
    let gain = |distance: u8| {
        let [dealt, taken] = exchange(distance);
        (dealt > 0).then_some(5 * dealt - 4 * taken)
    };
    match goal {
        RangeGoal::Closest => 1,
        RangeGoal::Longest => longest,
        RangeGoal::Best => (1..=most).max_by_key(|distance| (gain(*distance), *distance)).expect("a distance"),
    }
}

/// The pull toward a distance, `away` hexes from the enemy.
#[must_use]
pub fn range_pull(weight: i8, goal: u8, away: u8) -> i64 {
    (-i64::from(weight) * i64::from(away.abs_diff(goal))).clamp(-127, 127)
}

/// The pull into its own reach of a ship that is `away` hexes from an enemy with a longer one.
#[must_use]
pub fn outranged_pull(weight: i8, [own, enemy]: [u8; 2], away: u8) -> i64 {
    let beyond = if own < enemy { away.saturating_sub(own) } else { 0 };
    (-i64::from(weight) * i64::from(beyond)).clamp(-127, 127)
}

/// The pull toward the middle of the other ships of the side, from a hex; none without others. In seat 1 it is what it would be
/// in seat 0 on the board turned by half a circle.
#[must_use]
pub fn fleet_pull(weight: i8, seat: usize, others: &[Hex], hex: Hex) -> i64 {
    if others.is_empty() {
        return 0;
    }
    let sign = if seat == 0 { 1 } else { -1 };
    let off = |part: fn(&Hex) -> i8| {
        let sum: i64 = others.iter().map(|at| sign * i64::from(part(at))).sum();
        sign * i64::from(part(&hex)) - sum.div_euclid(others.len() as i64)
    };
    let (east, north) = (off(|at| at.q), off(|at| at.h));
    // A step to the side goes half a hex up or down.
    -i64::from(weight) * (east.abs() + (north.abs() - east.abs()).max(0) / 2)
}

/// The pull of bow and beam toward an enemy at a bearing class, 24 to the circle; whole hours count.
#[must_use]
pub fn facing_pull(bow: i8, beam: i8, class: u8) -> i64 {
    let off_bow = i64::from(class.min(24 - class));
    let off_beam = (off_bow - 6).abs();
    (-i64::from(bow) * (off_bow / 2) - i64::from(beam) * (off_beam / 2)).clamp(-127, 127)
}

/// The pull away from the edges, at a column and a row of the board.
#[must_use]
pub fn edge_pull(weight: i8, board: Board, column: u8, row: u8) -> i64 {
    let short = |at: u8, of: u8| (3 - i64::from(at.min(of - 1 - at))).max(0);
    -i64::from(weight) * (short(column, board.cols) + short(row, board.rows))
}

/// Whether a candidate may be what a policy with a shortlist chooses: it is among the best `length` by the first look, and none of
/// them is better by the second. Scores are those of both looks. Where candidates are equal at the end of the list any of them may
/// be on it. Returns whether it is not the best of the first look.
///
/// # Errors
/// The reason why not.
pub fn shortlisted(all: &[[i64; 2]], chosen: [i64; 2], length: usize) -> Result<bool, String> {
    let mut first: Vec<i64> = all.iter().map(|[first, _]| *first).collect();
    first.sort_unstable_by(|a, b| b.cmp(a));
    let least = first.get(length - 1).copied().unwrap_or(i64::MIN);
    if chosen[0] < least {
        return Err(format!("scores {} at first sight, the shortlist ends at {least}", chosen[0]));
    }
    let tied = first.get(length) == Some(&least);
    let sure = all.iter().filter(|[first, _]| if tied { *first > least } else { *first >= least });
    let best = sure.map(|[_, second]| *second).max().unwrap_or(i64::MIN);
    if chosen[1] < best {
        return Err(format!("scores {} at the second look, the best of the shortlist {best}", chosen[1]));
    }
    Ok(chosen[0] < first[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_from_a_shortlist_is_listed_and_best_at_the_second_look() {
        let all = [[9, 1], [8, 5], [8, 7], [3, 9]];
        assert_eq!(shortlisted(&all, [9, 1], 1), Ok(false));
        assert_eq!(shortlisted(&all, [8, 7], 3), Ok(true));
        // One of two equals is the last of the list: either may be.
        assert!([[8, 7], [8, 5]].iter().all(|chosen| shortlisted(&all, *chosen, 2) == Ok(true)));
        assert_eq!(shortlisted(&all, [9, 1], 2), Ok(false), "the other may be worse");
        assert!(shortlisted(&all, [3, 9], 3).is_err(), "it is not listed");
        assert!(shortlisted(&all, [8, 5], 3).is_err(), "another is better");
        assert_eq!(shortlisted(&all, [3, 9], 16), Ok(true));
    }
}
