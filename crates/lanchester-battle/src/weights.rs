//! What the weights that every policy has mean, in plain numbers that are not taken from the lanes' tables: for a game's plain player,
//! and for tests that score choices again.

use lanchester_lanes::hex::{Board, Hex};

use crate::appraisal::RangeGoal;

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

/// The distance that a ship whose batteries and whose enemy's reach `longest` hexes seeks from that enemy: with `best`, of up to
/// `most` hexes, where five times what it deals exceeds four times what it takes by most, the longest of those that are equal.
///
/// # Panics
/// If `most` is 0.
#[must_use]
pub fn goal(goal: RangeGoal, longest: [u8; 2], most: u8, exchange: impl Fn(u8) -> [i64; 2]) -> u8 {
    let gain = |distance: u8| {
        let [dealt, taken] = exchange(distance);
        (dealt > 0).then_some(5 * dealt - 4 * taken)
    };
    match goal {
        RangeGoal::Closest => 1,
        RangeGoal::Longest => longest[0].max(1),
        RangeGoal::Reach if longest[1] <= longest[0] => longest[0].max(1),
        RangeGoal::Best | RangeGoal::Reach => {
            (1..=most).max_by_key(|distance| (gain(*distance), *distance)).expect("a distance")
        }
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

/// A random number of 0 to 255 for candidate number `index` of a decision with this [seed](crate::appraisal::noise_seed), weighted.
#[must_use]
pub const fn noise(weight: i8, seed: i16, index: u16) -> i16 {
    let scramble = index.wrapping_mul(0x9e37).wrapping_add(0x79b9) as i16 | 1;
    (seed.wrapping_mul(scramble) >> 8 & 255) * weight as i16
}

/// The first of candidates, in their order, with the highest score.
pub fn first_best<T, S: PartialOrd>(candidates: impl IntoIterator<Item = (T, S)>) -> Option<(T, S)> {
    let mut best: Option<(T, S)> = None;
    for (candidate, score) in candidates {
        if best.as_ref().is_none_or(|(_, most)| score > *most) {
            best = Some((candidate, score));
        }
    }
    best
}
