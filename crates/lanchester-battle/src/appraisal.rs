//! What every policy weighs: pulls to a range, a facing and the edge as tables worked out once a matchup, random noise, and
//! the value of a box.

use lanchester_lanes::dice::BattleKey;
use lanchester_lanes::hex::Board;
use lanchester_lanes::hex::lanes::distance;
use lanchester_lanes::ops::{
    all, all_scores, flags, half, high_byte, le, load, load_scores, mask, min, mul_scores, only,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LANES, LaneMask, Row, Scores, Simd};
use lanchester_scenario::words;

/// Bearing classes around the compass: on an hour of the clock, or between two.
const CLASSES: usize = 24;

/// Hexes from an edge within which it is felt.
const EDGE: i32 = 3;

/// Up to this weight the pulls of both axes together, of three hexes each, are a signed byte.
pub const EDGE_SUMS_FIT: u8 = 127 / (2 * EDGE as u8);

/// Facing after so many turns clockwise (0 to 5), by facing before.
pub static FACING: [[u8; 16]; 6] = facings();

/// 24 − 4·facing after so many turns clockwise (0 to 5), by facing before.
pub static ARC_SHIFT: [[u8; 16]; 6] = arc_shifts();

const fn facings() -> [[u8; 16]; 6] {
    let mut table = [[0; 16]; 6];
    let mut turn = 0;
    while turn < 6 {
        let mut facing = 0;
        while facing < 6 {
            table[turn][facing] = ((facing + turn) % 6) as u8;
            facing += 1;
        }
        turn += 1;
    }
    table
}

const fn arc_shifts() -> [[u8; 16]; 6] {
    let mut table = facings();
    let mut turn = 0;
    while turn < 6 {
        let mut facing = 0;
        while facing < 6 {
            table[turn][facing] = 24 - 4 * table[turn][facing];
            facing += 1;
        }
        turn += 1;
    }
    table
}

/// 24 − 4·facing: added to the class of a bearing it gives the index into a table by class as seen from the ship.
#[inline(always)]
pub fn arc_shift<S: Simd>(simd: S, facing: Bytes<S>) -> Bytes<S> {
    all(simd, 24) - (facing + facing + facing + facing)
}

/// 36 − 4·facing: the same for the reverse bearing.
#[inline(always)]
pub fn reverse_arc_shift<S: Simd>(simd: S, facing: Bytes<S>) -> Bytes<S> {
    all(simd, 36) - (facing + facing + facing + facing)
}

/// What the key `force` of a policy says, in turns or in rounds without a shot: 100 is never, since an entry of `[[when]]` cannot take
/// a key back.
#[must_use]
pub const fn forces_from(force: Option<u8>) -> Option<u8> {
    match force {
        Some(100) => None,
        other => other,
    }
}

/// Lanes in which a side forces a decision: the turn from which it does so has come, and nobody has fired.
#[inline(always)]
pub fn forces<S: Simd>(simd: S, force: Option<u8>, turn: &Row, contact: LaneMask) -> LaneMask {
    let Some(from) = forces_from(force) else { return 0 };
    !contact & mask(le(all(simd, from), load(simd, turn)))
}

/// Hexes between a hex and the nearest edge, at most.
#[inline(always)]
pub fn edge_margin<S: Simd>(simd: S, board: Board, q: Bytes<S>, h: Bytes<S>) -> Bytes<S> {
    let (east, north) = (all(simd, board.cols - 1) - q, all(simd, 2 * board.rows - 1) - h);
    min(min(q, east), half(min(h, north)))
}

/// A weighted feature as a signed byte.
fn weighted(weight: i8, feature: i32) -> i32 {
    -i32::from(weight) * feature
}

fn signed(pull: i32) -> u8 {
    pull.clamp(-127, 127) as i8 as u8
}

/// Hexes from the distance that a policy wants, weighted, by distance (signed, ±127).
#[must_use]
pub fn range_pull(goal: u8, weight: i8) -> Row {
    Row(std::array::from_fn(|distance| signed(weighted(weight, (distance as i32 - i32::from(goal)).abs()))))
}

/// Hexes beyond its own reach of a ship whose enemy has a longer one, weighted, by distance (signed, ±127).
#[must_use]
pub fn outranged_pull([own, enemy]: [u8; 2], weight: i8) -> Row {
    let beyond = |distance: usize| if enemy > own { (distance as i32 - i32::from(own)).max(0) } else { 0 };
    Row(std::array::from_fn(|distance| signed(weighted(weight, beyond(distance)))))
}

/// Two pulls by the same index together (signed, ±127).
#[must_use]
pub fn both_pulls(a: &Row, b: &Row) -> Row {
    Row(std::array::from_fn(|index| signed(i32::from(a.0[index] as i8) + i32::from(b.0[index] as i8))))
}

/// Hours of the clock off the bow and off the nearer beam, weighted, by class + 24 − 4·facing (signed, ±127).
#[must_use]
pub fn facing_pull(bow: i8, beam: i8) -> Row {
    Row(std::array::from_fn(|index| {
        let class = (index % CLASSES) as i32;
        let off_bow = class.min(CLASSES as i32 - class);
        let off_beam = (off_bow - CLASSES as i32 / 4).abs() / 2;
        signed(weighted(bow, off_bow / 2) + weighted(beam, off_beam))
    }))
}

/// Hexes short of three from either end of an axis of `hexes` hexes, weighted, by a coordinate that counts `steps` to a hex
/// (signed, ±127).
#[must_use]
pub fn edge_pull(hexes: u8, steps: i32, weight: i8) -> Row {
    Row(std::array::from_fn(|at| {
        let hex = at as i32 / steps;
        signed(weighted(weight, (EDGE - hex.min(i32::from(hexes) - 1 - hex)).max(0)))
    }))
}

/// The distance, from 1 to `longest`, at which 5 · dealt − 4 · taken is most, both given by distance. Where nothing is dealt
/// counts least. Of equals the longest: nothing is gained by coming closer.
#[must_use]
pub fn best_range(longest: u8, exchange: impl Fn(u8) -> [i64; 2]) -> u8 {
    let gain = |distance: u8| match exchange(distance) {
        [dealt, _] if dealt <= 0 => i64::MIN,
        [dealt, taken] => 5 * dealt - 4 * taken,
    };
    (1..=longest).max_by_key(|distance| (gain(*distance), *distance)).unwrap_or(1)
}

words! {
    /// The distance to the nearest enemy that a policy's weight on the range pulls toward.
    pub enum RangeGoal("range goal") {
        /// As close as can be, but not in its hex.
        Closest = "closest",
        /// Where this design out-trades that enemy design by most.
        Best = "best",
        /// The longest range of its longest-ranged battery.
        Longest = "longest",
        /// As `longest` where no gun of that enemy design reaches farther, else as `best`.
        Reach = "reach",
    }
}

impl RangeGoal {
    /// The distance, for a ship whose batteries and whose enemy's reach `longest` hexes in a game in which none reaches farther
    /// than `most`: see [`best_range`].
    #[must_use]
    pub fn distance(self, longest: [u8; 2], most: u8, exchange: impl Fn(u8) -> [i64; 2]) -> u8 {
        let [own, enemy] = longest;
        match self {
            Self::Closest => 1,
            Self::Longest => own.max(1),
            Self::Reach if own >= enemy => own.max(1),
            Self::Best | Self::Reach => best_range(most, exchange),
        }
    }
}

/// One of so many equal parts of a whole, to the nearest whole number; halves go away from zero.
#[must_use]
pub fn nearest_part(whole: i32, parts: i32) -> i32 {
    whole.signum() * ((2 * whole.abs() + parts) / (2 * parts))
}

/// The middle of some units in every lane: the mean of their coordinates, rounded down in seat 0 and up in seat 1, so that a
/// fleet of seat 1 has the middle that it would have in seat 0, turned by half a circle.
#[derive(Clone, Debug, Default)]
pub struct Middle {
    q: Row,
    h: Row,
    /// Lanes in which there is a unit.
    any: LaneMask,
}

impl Middle {
    /// Finds it in the lanes of `live` for units given by their coordinates and the lanes in which they are there; `second` are
    /// the lanes in which they sit in seat 1.
    pub fn note<'u>(
        &mut self,
        live: LaneMask,
        second: LaneMask,
        units: impl Iterator<Item = (&'u Row, &'u Row, LaneMask)> + Clone,
    ) {
        self.any = 0;
        for lane in lanes_of(live) {
            let (mut count, mut east, mut north) = (0u32, 0u32, 0u32);
            for (q, h, there) in units.clone() {
                if there >> lane & 1 == 1 {
                    (count, east, north) = (count + 1, east + u32::from(q.0[lane]), north + u32::from(h.0[lane]));
                }
            }
            if count > 0 {
                let mean = |sum: u32| if second >> lane & 1 == 0 { sum / count } else { sum.div_ceil(count) } as u8;
                self.any |= 1 << lane;
                (self.q.0[lane], self.h.0[lane]) = (mean(east), mean(north));
            }
        }
    }

    /// Hexes between it and a hex; 0 without units.
    #[inline(always)]
    pub fn away<S: Simd>(&self, simd: S, q: Bytes<S>, h: Bytes<S>) -> Bytes<S> {
        let away = distance(load(simd, &self.q) - q, load(simd, &self.h) - h);
        only(simd, flags(simd, self.any), away)
    }
}

/// Points per box, the currency in which an exchange is weighed.
#[derive(Clone, Copy, Debug)]
pub struct Currency {
    most: u64,
    scale: u64,
}

impl Currency {
    /// Scaled so that the most expensive box of these ships, each with its points and boxes, counts `scale`.
    #[must_use]
    pub fn new(scale: u64, ships: impl Iterator<Item = (u32, u8)>) -> Self {
        let most = ships.map(|(points, boxes)| Self::per_box(points, boxes)).max().unwrap_or(1).max(1);
        Self { most, scale }
    }

    /// In a unit that most numbers of boxes divide.
    fn per_box(points: u32, boxes: u8) -> u64 {
        27_720 * u64::from(points) / u64::from(boxes)
    }

    /// The value of a box of a ship with these points and boxes, rounded, at least 1.
    #[must_use]
    pub fn value_per_box(&self, points: u32, boxes: u8) -> i32 {
        let Self { most, scale } = *self;
        (((2 * scale * Self::per_box(points, boxes) + most) / (2 * most)) as i32).max(1)
    }
}

/// The odd random number of one lane, from a policy's own stream of an activation.
#[must_use]
pub fn noise_seed(key: u64, turn: u8, code: u32) -> i16 {
    BattleKey(key).stream_seed(turn.into(), code) as i16 | 1
}

/// Weighted noise on candidate number `index`, by lane.
#[inline(always)]
pub fn noise<S: Simd>(simd: S, seeds: &[i16; LANES], index: u16, weight: i8) -> Scores<S> {
    let scramble = index.wrapping_mul(0x9e37).wrapping_add(0x79b9) as i16 | 1;
    let random = high_byte(mul_scores(load_scores(simd, seeds), all_scores(simd, scramble)));
    mul_scores(random, all_scores(simd, weight.into()))
}

#[cfg(test)]
mod tests {
    use lanchester_lanes::{Kernel, Level};

    use super::*;

    fn signed_at(row: &Row, at: usize) -> i8 {
        row.0[at] as i8
    }

    #[test]
    fn a_range_pulls_both_ways_alike() {
        let pull = range_pull(6, 4);
        assert_eq!([0, 3, 6, 9, 60].map(|d| signed_at(&pull, d)), [-24, -12, 0, -12, -127]);
        assert_eq!(signed_at(&range_pull(6, -4), 9), 12);
    }

    #[test]
    fn a_hundred_is_never() {
        assert_eq!([None, Some(8), Some(99), Some(100)].map(forces_from), [None, Some(8), Some(99), None]);
    }

    /// Class 0 is dead ahead, 6 and 18 are abeam, 12 is astern; an index may run past the compass.
    #[test]
    fn facings_pull_to_the_bow_or_to_the_nearer_beam() {
        let (bow, beam) = (facing_pull(3, 0), facing_pull(0, 3));
        assert_eq!([0, 6, 12, 18, 24, 25].map(|c| signed_at(&bow, c)), [0, -9, -18, -9, 0, 0]);
        assert_eq!([0, 6, 12, 18, 24, 30].map(|c| signed_at(&beam, c)), [-9, 0, -9, 0, -9, 0]);
    }

    #[test]
    fn an_edge_is_felt_within_three_hexes_by_hexes_or_half_hexes() {
        let columns = edge_pull(21, 1, 10);
        assert_eq!([0, 2, 3, 17, 18, 20].map(|c| signed_at(&columns, c)), [-30, -10, 0, 0, -10, -30]);
        let rows = edge_pull(16, 2, 10);
        assert_eq!([0, 1, 5, 6, 25, 26, 31].map(|h| signed_at(&rows, h)), [-30, -30, -10, 0, 0, -10, -30]);
    }

    /// Eight hexes of reach: nothing within them, or where the enemy's reach is no longer.
    #[test]
    fn an_outranged_ship_feels_every_hex_beyond_its_own_reach() {
        let pull = outranged_pull([8, 12], 5);
        assert_eq!([0, 8, 9, 12, 20, 60].map(|d| signed_at(&pull, d)), [0, 0, -5, -20, -60, -127]);
        assert_eq!([outranged_pull([8, 8], 5), outranged_pull([8, 5], 5)], [Row::ZERO, Row::ZERO]);
        let both = both_pulls(&range_pull(8, 4), &pull);
        assert_eq!([6, 8, 10, 60].map(|d| signed_at(&both, d)), [-8, 0, -18, -127]);
    }

    #[test]
    fn parts_are_rounded_to_the_nearest_and_halves_away_from_zero() {
        let parts = [(7, 2), (-7, 2), (6, 4), (5, 4), (-5, 4), (0, 3)];
        assert_eq!(parts.map(|(whole, of)| nearest_part(whole, of)), [4, -4, 2, 1, -1, 0]);
    }

    /// How far a hex is from the middle of three units in lane 0, of the last of them in lane 1, of none in lane 2.
    #[derive(Clone)]
    struct Far(Middle, [u8; 2]);

    impl Kernel for Far {
        type Output = [u8; 3];

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> [u8; 3] {
            let mut row = Row::ZERO;
            lanchester_lanes::ops::store(self.0.away(simd, all(simd, self.1[0]), all(simd, self.1[1])), &mut row);
            [row.0[0], row.0[1], row.0[2]]
        }
    }

    #[test]
    fn the_middle_is_the_mean_of_those_that_are_there_and_turns_with_the_seat() {
        let units = [(2, 4), (5, 9), (9, 15)];
        let there = [0b001, 0b001, 0b011];
        let plain = |q: i32, h: i32| (q.abs() + (h.abs() - q.abs()).max(0) / 2) as u8;
        // (5, 9) rounded down from (16/3, 28/3), and (9, 15), seen from (3, 5).
        let expected = [plain(2, 4), plain(6, 10), 0];
        // Turned by half a circle around (3, 5).
        for (seat, at) in [(0, units), (1, units.map(|(q, h)| (6 - q, 10 - h)))] {
            let rows = at.map(|(q, h): (i8, i8)| (Row([q as u8; LANES]), Row([h as u8; LANES])));
            let (q, h) = if seat == 0 { (0, 0) } else { (20, 30) };
            // No coordinate of a board is negative.
            let rows = rows
                .map(|(east, north)| (Row(east.0.map(|e| e.wrapping_add(q))), Row(north.0.map(|n| n.wrapping_add(h)))));
            let mut middle = Middle::default();
            middle.note(
                0b111,
                if seat == 1 { !0 } else { 0 },
                rows.iter().zip(there).map(|((q, h), there)| (q, h, there)),
            );
            let far = Far(middle, [3 + q, 5 + h]);
            Level::available().into_iter().for_each(|level| assert_eq!(level.dispatch(far.clone()), expected));
        }
    }

    #[test]
    fn the_best_range_is_the_longest_of_equals() {
        assert_eq!(best_range(9, |d| [if d <= 6 { 10 } else { 0 }, if d <= 3 { 5 } else { 0 }]), 6);
        assert_eq!(best_range(9, |_| [0, 0]), 9, "nothing to deal anywhere");
        assert_eq!(best_range(9, |d| [10, if d > 4 { 20 } else { 1 }]), 4);
    }

    #[test]
    fn the_most_expensive_box_counts_the_scale_and_none_less_than_one() {
        let ships = [(100, 10), (90, 30), (1, 200)];
        let currency = Currency::new(8, ships.into_iter());
        assert_eq!(ships.map(|(points, boxes)| currency.value_per_box(points, boxes)), [8, 2, 1]);
    }
}
