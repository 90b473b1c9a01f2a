//! Integer counts of many battles. Merging is associative and commutative; floats appear only in reports.

use serde::{Deserialize, Serialize};

use crate::{Outcome, Side, Verdict};

/// Pairs in a chunk, the unit of work and of storage, at most; so many unless a game says otherwise
/// ([`crate::Rules::CHUNK_PAIRS`]).
pub const CHUNK_PAIRS: u64 = 2048;

/// Bins of the margin histogram: the margin (per cent of A's points left minus per cent of B's, −100 to 100) in steps
/// of five, bin 20 centred on zero.
pub const MARGIN_BINS: usize = 41;

/// Counts over complete pairs of battles, from fleet A's point of view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Complete pairs; battles are twice as many.
    pub pairs: u64,
    /// Battles won by A and by B.
    pub wins: [u64; 2],
    /// Of the battles won by A and by B, those that were major victories ([`Outcome::major`]).
    pub major: [u64; 2],
    /// Battles nobody won.
    pub draws: u64,
    /// Battles the turn limit ended.
    pub capped: u64,
    /// Battles without a shot.
    pub no_contact: u64,
    /// Battles at whose end neither side had points left.
    pub mutual: u64,
    /// Sum of turns over battles.
    pub turns: u64,
    /// Pairs by A's score in quarter points: 0, ¼, ½, ¾, 1.
    pub pair_scores: [u64; 5],
    /// Battles won by the fleet in seat 0 and in seat 1.
    pub seat_wins: [u64; 2],
    /// Battles won, and lost, by the fleet that won the first initiative throw; none in a game without one.
    pub initiative: [u64; 2],
    /// Sum over battles of points left, per mille (A, B).
    pub left: [u64; 2],
    /// Sum over battles of (A's points left − B's), per mille.
    pub margin: i64,
    /// Sum over pairs of the square of the pair's margin (the sum of its two battles', per mille).
    pub pair_margin_squares: u64,
    /// Battles by margin.
    pub margins: Vec<u64>,
}

impl Tally {
    /// No battles yet.
    #[must_use]
    pub fn new() -> Self {
        Self { margins: vec![0; MARGIN_BINS], ..Self::default() }
    }

    /// Battles counted.
    #[must_use]
    pub const fn battles(&self) -> u64 {
        2 * self.pairs
    }

    /// The share of points that side A took, a draw counting half; NaN without a pair.
    #[must_use]
    pub fn score(&self) -> f64 {
        let quarters: u64 = (0..).zip(self.pair_scores).map(|(quarters, pairs)| quarters * pairs).sum();
        quarters as f64 / (4 * self.pairs) as f64
    }

    /// Battles won, and lost, by the fleet that won the first initiative throw; `None` if battles were won and nobody ever
    /// had the initiative, which is so in a game that has none.
    #[must_use]
    pub fn initiative(&self) -> Option<[u64; 2]> {
        (self.initiative != [0, 0] || self.wins == [0, 0]).then_some(self.initiative)
    }

    /// Counts a pair: the battle with A in seat 0 and the one with A in seat 1. Does not allocate after [`Tally::new`].
    pub fn record_pair(&mut self, pair: [Outcome; 2]) {
        self.pairs += 1;
        let mut score = 0;
        let mut pair_margin = 0i64;
        for (battle, outcome) in pair.iter().enumerate() {
            match outcome.verdict {
                Verdict::Win(side) => {
                    self.wins[side] += 1;
                    self.major[side] += u64::from(outcome.major);
                    self.seat_wins[side.seat(battle as u64)] += 1;
                    if let Some(first) = outcome.initiative {
                        self.initiative[usize::from(side != first)] += 1;
                    }
                }
                Verdict::Draw => self.draws += 1,
            }
            score += outcome.verdict.half_points_a();
            self.capped += u64::from(outcome.capped);
            self.no_contact += u64::from(!outcome.contact);
            self.mutual += u64::from(outcome.left == [0, 0]);
            self.turns += u64::from(outcome.turns);
            let [a, b] = outcome.left.map(i64::from);
            self.left[Side::A] += a as u64;
            self.left[Side::B] += b as u64;
            self.margin += a - b;
            pair_margin += a - b;
            self.margins[margin_bin(a - b)] += 1;
        }
        self.pair_scores[score as usize] += 1;
        self.pair_margin_squares += (pair_margin * pair_margin) as u64;
    }

    /// Adds the counts of other battles of the same cell.
    pub fn merge(&mut self, other: &Self) {
        fn add<const N: usize>(into: &mut [u64; N], from: &[u64; N]) {
            into.iter_mut().zip(from).for_each(|(a, b)| *a += b);
        }
        self.pairs += other.pairs;
        add(&mut self.wins, &other.wins);
        add(&mut self.major, &other.major);
        self.draws += other.draws;
        self.capped += other.capped;
        self.no_contact += other.no_contact;
        self.mutual += other.mutual;
        self.turns += other.turns;
        add(&mut self.pair_scores, &other.pair_scores);
        add(&mut self.seat_wins, &other.seat_wins);
        add(&mut self.initiative, &other.initiative);
        add(&mut self.left, &other.left);
        self.margin += other.margin;
        self.pair_margin_squares += other.pair_margin_squares;
        self.margins.resize(MARGIN_BINS, 0);
        self.margins.iter_mut().zip(&other.margins).for_each(|(a, b)| *a += b);
    }
}

/// The bin of a margin in per mille (−1000 to 1000), rounded half away from zero to steps of 50.
fn margin_bin(margin: i64) -> usize {
    let steps = (margin.abs() + 25) / 50;
    (20 + steps * margin.signum()) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(verdict: Verdict, left: [u16; 2]) -> Outcome {
        Outcome { verdict, major: false, capped: false, contact: true, turns: 7, left, initiative: Some(Side::A) }
    }

    #[test]
    fn a_pair_is_counted_from_both_seats() {
        let mut tally = Tally::new();
        tally.record_pair([outcome(Verdict::Win(Side::A), [400, 0]), outcome(Verdict::Win(Side::B), [0, 1000])]);
        assert_eq!(tally.pair_scores, [0, 0, 1, 0, 0]);
        assert_eq!(tally.seat_wins, [2, 0], "A won in seat 0, B won in seat 0 of the swapped battle");
        assert_eq!(tally.initiative, [1, 1]);
        assert_eq!(tally.margin, -600);
        assert_eq!(tally.pair_margin_squares, 360_000);
        assert_eq!(tally.margins[28], 1);
        assert_eq!(tally.margins[0], 1);
    }

    #[test]
    fn major_victories_are_counted_for_the_winner_and_merged() {
        let major = |verdict| Outcome { major: true, ..outcome(verdict, [10, 0]) };
        let mut tally = Tally::new();
        tally.record_pair([major(Verdict::Win(Side::A)), outcome(Verdict::Win(Side::B), [0, 10])]);
        tally.record_pair([outcome(Verdict::Win(Side::A), [10, 0]), major(Verdict::Win(Side::B))]);
        // No game says so of a draw; if one did, nobody won.
        tally.record_pair([major(Verdict::Draw), major(Verdict::Win(Side::B))]);
        assert_eq!((tally.wins, tally.major), ([2, 3], [1, 2]));
        let mut twice = tally.clone();
        twice.merge(&tally);
        assert_eq!(twice.major, [2, 4]);
    }

    #[test]
    fn a_game_without_initiative_counts_none() {
        let none = |verdict| Outcome { initiative: None, ..outcome(verdict, [10, 0]) };
        let mut tally = Tally::new();
        tally.record_pair([none(Verdict::Win(Side::A)), none(Verdict::Draw)]);
        assert_eq!((tally.wins, tally.initiative, tally.initiative()), ([1, 0], [0, 0], None));
        assert_eq!(Tally::new().initiative(), Some([0, 0]), "nothing won, nothing known");
        tally.record_pair([outcome(Verdict::Win(Side::A), [10, 0]), outcome(Verdict::Draw, [10, 0])]);
        assert_eq!(tally.initiative(), Some([1, 0]));
    }

    #[test]
    fn merging_is_commutative() {
        let mut one = Tally::new();
        one.record_pair([outcome(Verdict::Draw, [5, 5]), outcome(Verdict::Win(Side::A), [5, 0])]);
        let mut two = Tally::new();
        two.record_pair([outcome(Verdict::Draw, [9, 1]), outcome(Verdict::Draw, [5, 0])]);
        let (mut ab, mut ba) = (one.clone(), two.clone());
        ab.merge(&two);
        ba.merge(&one);
        assert_eq!(ab, ba);
        assert_eq!(ab.battles(), 4);
        assert_eq!(ab.mutual, 0);
        ab.record_pair([outcome(Verdict::Draw, [0, 0]), outcome(Verdict::Win(Side::B), [0, 0])]);
        assert_eq!((ab.mutual, ab.draws), (2, 4));
    }
}
