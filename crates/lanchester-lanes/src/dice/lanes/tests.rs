//! The lanes roll the very dice that the scalar streams roll.

use crate::{Kernel, Level};

use super::*;
use crate::dice::{BattleKey, DiceSource, KeyedDice};

/// Rolls a hits pool, a faces pool and a two-dice pool in every lane.
struct Rolls<'a> {
    keys: &'a [u64; LANES],
    turns: Row,
    codes: Row,
    which: LaneMask,
    count: Row,
    faces: Row,
}

impl Kernel for Rolls<'_> {
    type Output = (Row, Row, [Row; 2]);

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        let mut streams = LaneStreams::default();
        streams.open(simd, self.which, self.keys, &self.turns, &self.codes);
        let hits = streams.count_hits(simd, &self.count);
        let blocked = streams.count_faces(simd, &self.count, &self.faces);
        let mut two = [Row::ZERO; 2];
        streams.two_faces(simd, self.which, &mut two);
        (hits, blocked, two)
    }
}

/// First rung of the ladder: the lanes roll the very dice that the scalar streams roll, at every level.
#[test]
fn lanes_roll_the_scalar_dice() {
    let which = 0xdead_beef_0bad_caff;
    let keys: [u64; LANES] = core::array::from_fn(|l| BattleKey::new(7, 11, l as u64).0);
    let turns = Row(core::array::from_fn(|l| [0, 1, 2, 254, 255][l % 5]));
    let codes = Row(core::array::from_fn(|l| [16, 17, 255][l % 3]));
    let count = Row(core::array::from_fn(|l| match l {
        _ if which >> l & 1 == 0 => 0,
        // Where a count of a byte could go wrong.
        1..=7 => [1, 127, 128, 129, 253, 254, 255][l - 1],
        _ => (l * 7 % 41) as u8,
    }));
    let faces = Row(core::array::from_fn(|l| if l < 8 { 255 - l as u8 } else { (l * 13 % 64) as u8 }));
    for level in Level::available() {
        let (hits, blocked, two) = level.dispatch(Rolls { keys: &keys, turns, codes, which, count, faces });
        for lane in (0..LANES).filter(|l| which >> l & 1 == 1) {
            let mut dice = KeyedDice::new(BattleKey(keys[lane]));
            dice.open(turns.0[lane].into(), codes.0[lane].into());
            let n = usize::from(count.0[lane]);
            let scalar_hits = dice.pool(n).into_iter().filter(|f| *f >= 5).count();
            let scalar_blocked = dice.pool(n).into_iter().filter(|f| faces.0[lane] >> (f - 1) & 1 == 1).count();
            assert_eq!(usize::from(hits.0[lane]), scalar_hits, "{level}, lane {lane}");
            assert_eq!(usize::from(blocked.0[lane]), scalar_blocked, "{level}, lane {lane}");
            assert_eq!(vec![two[0].0[lane], two[1].0[lane]], dice.pool(2), "{level}, lane {lane}");
        }
    }
}

/// Pools of dice of any number of sides, one after the other in the same streams.
struct AnySides<'a> {
    keys: &'a [u64; LANES],
    which: LaneMask,
    sides: Row,
    count: Row,
    least: Row,
}

impl Kernel for AnySides<'_> {
    type Output = (Row, [Row; 5], Row, [Row; 2]);

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        let mut streams = LaneStreams::default();
        streams.open(simd, self.which, self.keys, &Row([3; LANES]), &Row([17; LANES]));
        let hits = streams.count_at_least(simd, &self.sides, &self.count, &self.least);
        let mut five = [Row([99; LANES]); 5];
        streams.faces(simd, self.which, &self.sides, &mut five);
        let again = streams.count_at_least(simd, &self.sides, &self.count, &self.least);
        let mut two = [Row::ZERO; 2];
        streams.faces(simd, self.which, &self.sides, &mut two);
        (hits, five, again, two)
    }
}

/// Dice of two to 255 sides, different ones beside each other, and pools of 0 to 255 of them.
#[test]
fn lanes_roll_dice_of_any_number_of_sides() {
    let which = 0xfeed_0bad_f00d_5aff;
    for round in 0..40u64 {
        let mut random = crate::dice::SplitMix(round);
        let keys: [u64; LANES] = core::array::from_fn(|l| BattleKey::new(5, round, l as u64).0);
        let sides = Row(core::array::from_fn(|l| match l % 3 {
            0 => [4, 6, 8, 10, 12, 20][l / 3 % 6],
            1 => [2, 3, 100, 127, 128, 255][l / 3 % 6],
            _ => 2 + random.below(254) as u8,
        }));
        let count = Row(core::array::from_fn(|l| match l {
            _ if which >> l & 1 == 0 => 0,
            1..=7 => [1, 127, 128, 129, 253, 254, 255][l - 1],
            _ => random.below(20) as u8,
        }));
        let least = Row(core::array::from_fn(|l| random.below(u64::from(sides.0[l]) + 2) as u8));
        for level in Level::available() {
            let (hits, five, again, two) = level.dispatch(AnySides { keys: &keys, which, sides, count, least });
            for lane in 0..LANES {
                if which >> lane & 1 == 0 {
                    assert_eq!(five.map(|row| row.0[lane]), [99; 5], "{level}, lane {lane} keeps what it had");
                    continue;
                }
                let (sides, n) = (sides.0[lane], usize::from(count.0[lane]));
                let mut dice = KeyedDice::new(BattleKey(keys[lane]));
                dice.open(3, 17);
                let at_least =
                    |dice: &mut KeyedDice| dice.pool_of(sides, n).into_iter().filter(|f| *f >= least.0[lane]).count();
                assert_eq!(usize::from(hits.0[lane]), at_least(&mut dice), "{level}, lane {lane}, D{sides}");
                assert_eq!(five.map(|row| row.0[lane]).to_vec(), dice.pool_of(sides, 5), "{level}, lane {lane}");
                assert_eq!(usize::from(again.0[lane]), at_least(&mut dice), "{level}, lane {lane}, D{sides}");
                assert_eq!(two.map(|row| row.0[lane]).to_vec(), dice.pool_of(sides, 2), "{level}, lane {lane}");
            }
        }
    }
}

/// Of six-sided dice the general kernels and those of six sides are the same.
#[test]
fn six_sides_are_six_sides() {
    struct Both<'a>(&'a [u64; LANES], Row);
    impl Kernel for Both<'_> {
        type Output = [(Row, [Row; 2]); 2];

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Self::Output {
            let (six, five) = (Row([6; LANES]), Row([5; LANES]));
            let mut streams = [LaneStreams::default(), LaneStreams::default()];
            for stream in &mut streams {
                stream.open(simd, u64::MAX, self.0, &five, &six);
            }
            let [one, other] = &mut streams;
            let mut faces = [[Row::ZERO; 2]; 2];
            let hits = [one.count_hits(simd, &self.1), other.count_at_least(simd, &six, &self.1, &five)];
            one.two_faces(simd, u64::MAX, &mut faces[0]);
            other.faces(simd, u64::MAX, &six, &mut faces[1]);
            [(hits[0], faces[0]), (hits[1], faces[1])]
        }
    }
    let keys: [u64; LANES] = core::array::from_fn(|l| BattleKey::new(8, 8, l as u64).0);
    let count = Row(core::array::from_fn(|l| (l * 4) as u8));
    for level in Level::available() {
        let [six, any] = level.dispatch(Both(&keys, count));
        assert_eq!(six, any, "{level}");
    }
}

/// Opens streams of late turns, in vectors and lane by lane.
struct Late<'a> {
    keys: &'a [u64; LANES],
    turns: [Row; 2],
    codes: Row,
    which: LaneMask,
}

impl Kernel for Late<'_> {
    type Output = [LaneStreams; 2];

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> [LaneStreams; 2] {
        let mut streams = [LaneStreams::default(), LaneStreams::default()];
        streams[0].open_late(simd, self.which, self.keys, &self.turns, &self.codes);
        for lane in 0..LANES {
            let turn = u32::from(self.turns[0].0[lane]) | u32::from(self.turns[1].0[lane]) << 8;
            streams[1].open_lane(lane, BattleKey(self.keys[lane]), turn, self.codes.0[lane].into());
        }
        streams
    }
}

#[test]
fn late_turns_and_single_lanes_roll_the_scalar_dice() {
    let which = 0xdead_beef_0bad_caff;
    let keys: [u64; LANES] = core::array::from_fn(|l| BattleKey::new(7, 11, l as u64).0);
    let turn = |l: usize| [0, 255, 256, 806, 65_535][l % 5];
    let turns = [0, 8].map(|shift| Row(core::array::from_fn(|l| (turn(l) >> shift) as u8)));
    let codes = Row(core::array::from_fn(|l| [16, 17, 255][l % 3]));
    for level in Level::available() {
        let [mut wide, mut single] = level.dispatch(Late { keys: &keys, turns, codes, which });
        for lane in 0..LANES {
            let mut dice = KeyedDice::new(BattleKey(keys[lane]));
            dice.open(turn(lane), codes.0[lane].into());
            for count in [1, 2, 3, 1, 4] {
                let (expected, mut faces) = (dice.pool(count), [[0; 4]; 2]);
                wide.pool_in(lane, &mut faces[0][..count]);
                single.pool_in(lane, &mut faces[1][..count]);
                assert_eq!(faces[1][..count], expected, "{level}, lane {lane}");
                if which >> lane & 1 == 1 {
                    assert_eq!(faces[0][..count], expected, "{level}, lane {lane}");
                }
            }
        }
    }
}

/// Asks for two numbers of each lane's first word.
struct FirstNumbers<'a> {
    keys: &'a [u64; LANES],
    which: LaneMask,
}

impl Kernel for FirstNumbers<'_> {
    type Output = [[Row; 2]; 2];

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        first_numbers(simd, self.which, self.keys, (3, 17), [6, 13])
    }
}

/// The expectation is the generator's own first word, not the shortcut to it.
#[test]
fn first_numbers_are_those_of_the_streams_first_word() {
    use rand::Rng;
    let which = 0xdead_beef_0000_caff;
    let keys: [u64; LANES] = core::array::from_fn(|l| BattleKey::new(7, 11, l as u64).0);
    for level in Level::available() {
        let numbers = level.dispatch(FirstNumbers { keys: &keys, which });
        for lane in (0..LANES).filter(|l| which >> l & 1 == 1) {
            let word = BattleKey(keys[lane]).stream(3, 17).next_u64();
            for (rows, below) in numbers.iter().zip([6u64, 13]) {
                let halves = [word & 0xffff_ffff, word >> 32];
                let expected = halves.map(|half| ((half * below) >> 32) as u8);
                assert_eq!([rows[0].0[lane], rows[1].0[lane]], expected, "{level}, lane {lane}");
            }
        }
    }
}
