//! Dice and geometry: what lanes throw and measure, against the scalar code of the same crates.

use lanchester_lanes::dice::lanes::LaneStreams;
use lanchester_lanes::dice::{BattleKey, DiceSource, KeyedDice};
use lanchester_lanes::hex::lanes::{bearing, distance, on_board, room};
use lanchester_lanes::hex::{Bearing, Board, Facing, Hex};
use lanchester_lanes::ops::{load, mask, store};
use lanchester_lanes::{Kernel, LANES, Level, Row, Simd};

use crate::Random;
use crate::ladder::same;

struct Throw<'a> {
    keys: &'a [u64; LANES],
    turns: &'a Row,
    codes: &'a Row,
    count: &'a Row,
    faces: &'a Row,
}

impl Kernel for Throw<'_> {
    type Output = [Row; 4];

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        let mut streams = LaneStreams::default();
        streams.open(simd, !0, self.keys, self.turns, self.codes);
        let hits = streams.count_hits(simd, self.count);
        let blocked = streams.count_faces(simd, self.count, self.faces);
        let mut two = [Row::ZERO; 2];
        streams.two_faces(simd, !0, &mut two);
        [hits, blocked, two[0], two[1]]
    }
}

/// Streams opened, pools counted, faces read.
///
/// # Errors
/// What differs.
pub fn dice(level: Level) -> Result<(), String> {
    let mut random = Random::new(31);
    for _ in 0..20 {
        let keys = std::array::from_fn(|_| random.word());
        let [turns, codes] = [(); 2].map(|()| Row(std::array::from_fn(|_| random.below(256) as u8)));
        let count = Row(std::array::from_fn(|_| random.below(81) as u8));
        let faces = Row(std::array::from_fn(|_| random.below(64) as u8));
        let [hits, blocked, first, second] =
            level.dispatch(Throw { keys: &keys, turns: &turns, codes: &codes, count: &count, faces: &faces });
        for lane in 0..LANES {
            let mut dice = KeyedDice::new(BattleKey(keys[lane]));
            dice.open(turns.0[lane].into(), codes.0[lane].into());
            let pool = usize::from(count.0[lane]);
            let shown = |dice: &mut KeyedDice, set: u8| {
                dice.pool(pool).into_iter().filter(|face| set >> (face - 1) & 1 == 1).count() as u8
            };
            let plain = [shown(&mut dice, 0b11_0000), shown(&mut dice, faces.0[lane])];
            same(|| format!("pools of {pool} at {level}"), &[hits.0[lane], blocked.0[lane]], &plain)?;
            same(|| format!("two dice at {level}"), &vec![first.0[lane], second.0[lane]], &dice.pool(2))?;
        }
    }
    Ok(())
}

struct Measure<'a> {
    from: &'a [Row; 3],
    to: &'a [Row; 2],
    board: Board,
}

impl Kernel for Measure<'_> {
    type Output = ([Row; 3], u64);

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Self::Output {
        let [q, h, facing] = [load(simd, &self.from[0]), load(simd, &self.from[1]), load(simd, &self.from[2])];
        let (to_q, to_h) = (load(simd, &self.to[0]), load(simd, &self.to[1]));
        let mut out = [Row::ZERO; 3];
        store(distance(to_q - q, to_h - h), &mut out[0]);
        store(bearing(simd, to_q - q, to_h - h), &mut out[1]);
        store(room(simd, self.board, q, h, facing), &mut out[2]);
        (out, mask(on_board(simd, self.board, to_q, to_h)))
    }
}

/// Distance, bearing, room ahead and the edge, between random hexes on and around these boards.
///
/// # Errors
/// What differs.
///
/// # Panics
/// Never: the hexes are on the board.
pub fn geometry(level: Level, boards: &[Board]) -> Result<(), String> {
    let mut random = Random::new(32);
    for board in boards.iter().copied() {
        for _ in 0..200 {
            let (mut from, mut to) = ([Row::ZERO; 3], [Row::ZERO; 2]);
            let mut couples = Vec::new();
            for lane in 0..LANES {
                let column = random.below(board.cols.into()) as u8;
                let at = board.hex(column, random.below(board.rows.into()) as u8).expect("a hex of the board");
                let q = random.below(40) as i8 - 8;
                let other = Hex { q, h: 2 * (random.below(30) as i8 - 4) + q.rem_euclid(2) };
                let facing = random.below(6) as u8;
                for (row, value) in from.iter_mut().zip([at.q as u8, at.h as u8, facing]) {
                    row.0[lane] = value;
                }
                (to[0].0[lane], to[1].0[lane]) = (other.q as u8, other.h as u8);
                couples.push((at, other, Facing::new(facing.into())));
            }
            let ([away, class, ahead], on) = level.dispatch(Measure { from: &from, to: &to, board });
            for (lane, (at, other, facing)) in couples.into_iter().enumerate() {
                let what = |asked: &'static str| move || format!("{asked} of {other:?} from {at:?} at {level}");
                same(what("distance"), &away.0[lane], &at.distance(other))?;
                if let Some(bearing) = Bearing::of(at.to(other)) {
                    same(what("bearing"), &class.0[lane], &bearing.class())?;
                }
                same(what("room"), &ahead.0[lane], &board.room(at, facing))?;
                same(what("on the board"), &(on >> lane & 1 == 1), &board.contains(other))?;
            }
        }
    }
    Ok(())
}
