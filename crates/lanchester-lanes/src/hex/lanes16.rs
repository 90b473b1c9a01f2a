//! Geometry of 16-bit coordinates, one position a lane: pairs of vectors of 32 numbers. The byte-wide [`crate::hex::lanes`] take
//! half the work; use these where a map is wider than ±63 columns or half-hexes.

use crate::ops::{
    abs_scores, add_scores, all, all_scores, count_if, half_of_scores, lookup16, lookup64, max_scores, min_scores,
    pick, pick_scores, scores_eq, scores_gt, sub_scores, widen_signed,
};
use crate::{Bytes, Flags, Scores, Simd};

use crate::hex::Board16;
use crate::hex::lanes::{CLASS, STEP_H, STEP_Q};

/// Hexes between two positions, from their displacement. Components must be within ±32,767.
#[inline(always)]
pub fn distance<S: Simd>(simd: S, dq: Scores<S>, dh: Scores<S>) -> Scores<S> {
    let (a, b) = (abs_scores(simd, dq), abs_scores(simd, dh));
    add_scores(a, half_of_scores(max_scores(sub_scores(b, a), all_scores(simd, 0))))
}

/// The bearing class (0 to 23, north up) along a displacement with components within ±32,767 and `|dq| <= 10922`.
/// Unspecified for the zero displacement.
#[inline(always)]
pub fn bearing<S: Simd>(simd: S, dq: Scores<S>, dh: Scores<S>) -> Bytes<S> {
    let (a, b) = (abs_scores(simd, dq), abs_scores(simd, dh));
    let a3 = add_scores(a, add_scores(a, a));
    let (zero, none) = (all(simd, 0), all_scores(simd, 0));
    let mut index = pick(scores_gt(simd, none, dq), all(simd, 8), zero);
    index = pick(scores_gt(simd, none, dh), index | all(simd, 16), index);
    let east_or_west = scores_gt(simd, a, none);
    index = count_if(simd, east_or_west, index);
    index = count_if(simd, east_or_west & !scores_gt(simd, b, a3), index);
    index = count_if(simd, scores_gt(simd, a3, b), index);
    index = count_if(simd, !scores_gt(simd, b, a), index);
    index = count_if(simd, scores_gt(simd, a, b), index);
    index = count_if(simd, scores_eq(simd, b, none), index);
    lookup64(simd, &CLASS, index)
}

/// The displacement of one step, by facing (0 to 5).
#[inline(always)]
pub fn step<S: Simd>(simd: S, facing: Bytes<S>) -> (Scores<S>, Scores<S>) {
    (widen_signed(lookup16(simd, &STEP_Q, facing)), widen_signed(lookup16(simd, &STEP_H, facing)))
}

/// Steps straight ahead to the last on-board hex, for on-board positions.
#[inline(always)]
pub fn room<S: Simd>(simd: S, board: Board16, q: Scores<S>, h: Scores<S>, facing: Bytes<S>) -> Scores<S> {
    let east = sub_scores(all_scores(simd, board.cols - 1), q);
    let north = sub_scores(all_scores(simd, 2 * board.rows - 1), h);
    let (step_q, step_h) = step(simd, facing);
    let none = all_scores(simd, 0);
    let rows = pick_scores(simd, scores_gt(simd, none, step_h), h, north);
    let columns = pick_scores(simd, scores_gt(simd, none, step_q), q, east);
    pick_scores(simd, scores_eq(simd, step_q, none), half_of_scores(rows), min_scores(rows, columns))
}

/// Whether positions are on the board.
#[inline(always)]
pub fn on_board<S: Simd>(simd: S, board: Board16, q: Scores<S>, h: Scores<S>) -> Flags<S> {
    let before = all_scores(simd, -1);
    scores_gt(simd, q, before)
        & scores_gt(simd, h, before)
        & scores_gt(simd, all_scores(simd, board.cols), q)
        & scores_gt(simd, all_scores(simd, 2 * board.rows), h)
}

#[cfg(test)]
mod tests {
    use crate::ops::{load, load_scores, mask, store, store_scores};
    use crate::{Kernel, LANES, Level, Row};

    use super::*;
    use crate::hex::{Bearing, Board, Facing, Hex, Hex16};

    /// Positions and facings, and what lanes say of them.
    #[derive(Clone)]
    struct Geometry {
        from: [[i16; LANES]; 2],
        to: [[i16; LANES]; 2],
        facing: Row,
        board: Board16,
    }

    struct Measured {
        distance: [i16; LANES],
        bearing: Row,
        room: [i16; LANES],
        ahead: [[i16; LANES]; 2],
        on_board: u64,
    }

    impl Kernel for &Geometry {
        type Output = Measured;

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Measured {
            let (q, h) = (load_scores(simd, &self.from[0]), load_scores(simd, &self.from[1]));
            let (tq, th) = (load_scores(simd, &self.to[0]), load_scores(simd, &self.to[1]));
            let (dq, dh) = (sub_scores(tq, q), sub_scores(th, h));
            let facing = load(simd, &self.facing);
            let mut classes = Row::ZERO;
            store(bearing(simd, dq, dh), &mut classes);
            let (step_q, step_h) = step(simd, facing);
            Measured {
                distance: store_scores(distance(simd, dq, dh)),
                bearing: classes,
                room: store_scores(room(simd, self.board, q, h, facing)),
                ahead: [store_scores(add_scores(q, step_q)), store_scores(add_scores(h, step_h))],
                on_board: mask(on_board(simd, self.board, tq, th)),
            }
        }
    }

    impl Geometry {
        fn new(pairs: &[(Hex16, Hex16)], turned: usize, board: Board16) -> Self {
            let at = |of: &dyn Fn(&(Hex16, Hex16)) -> i16| std::array::from_fn(|l| pairs.get(l).map_or(0, of));
            Self {
                from: [at(&|p| p.0.q), at(&|p| p.0.h)],
                to: [at(&|p| p.1.q), at(&|p| p.1.h)],
                facing: Row(std::array::from_fn(|l| ((l + turned) % 6) as u8)),
                board,
            }
        }
    }

    fn even(q: i16, h: i16) -> Hex16 {
        Hex16 { q, h: if (q ^ h) & 1 == 0 { h } else { h ^ 1 } }
    }

    /// Positions all over a large map and pairs at the edges of what is allowed, at every level.
    #[test]
    fn lanes_agree_with_scalar_geometry() {
        let board = Board16 { cols: 5000, rows: 2500 };
        let mut state = 1u64;
        let mut word = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % below) as i16
        };
        let mut pairs = Vec::new();
        for n in 0..4000i16 {
            let from = even(word(5000), word(5000));
            pairs.push((from, even(word(5000), word(5000))));
            // Exactly on a ray and one beside it.
            let ray = from.ahead(Facing::new(n.into()), 1 + word(900) as u16);
            pairs.extend([(from, ray), (from, Hex16 { q: ray.q + 1, h: ray.h + 1 }), (from, from.neighbours()[0])]);
            let corner = 3 * word(800);
            pairs.push((from, Hex16 { q: from.q + corner / 3, h: from.h + corner }));
        }
        let reach = Hex16::REACH;
        let far = [-reach, -reach + 1, -1, 0, 1, reach - 1, reach];
        let corners: Vec<Hex16> = far.iter().flat_map(|q| far.iter().map(|h| even(*q, *h))).collect();
        pairs.extend(corners.iter().flat_map(|a| corners.iter().map(|b| (*a, *b))));
        pairs.retain(|(a, b)| a != b && a.to(*b).q.abs() <= 10_922);
        for level in Level::available() {
            for (n, chunk) in pairs.chunks(LANES).enumerate() {
                let work = Geometry::new(chunk, n, board);
                let measured = level.dispatch(&work);
                for (lane, (a, b)) in chunk.iter().enumerate() {
                    let facing = Facing::new((n + lane) as i32);
                    assert_eq!(measured.distance[lane] as u16, a.distance(*b), "{a:?} {b:?} at {level}");
                    assert_eq!(
                        Some(measured.bearing.0[lane]),
                        Bearing::of(a.to(*b)).map(Bearing::class),
                        "{a:?} {b:?}"
                    );
                    let ahead = a.ahead(facing, 1);
                    assert_eq!([measured.ahead[0][lane], measured.ahead[1][lane]], [ahead.q, ahead.h]);
                    assert_eq!(measured.on_board >> lane & 1 == 1, board.contains(*b), "{b:?} at {level}");
                    if board.contains(*a) {
                        assert_eq!(measured.room[lane] as u16, board.room(*a, facing), "{a:?} {facing} at {level}");
                    }
                }
            }
        }
    }

    /// On a board that bytes can hold everything is what the byte-wide scalar code says.
    #[test]
    fn small_boards_are_those_of_bytes() {
        let small = Board { cols: 24, rows: 18 };
        let board = Board16 { cols: 24, rows: 18 };
        let hexes: Vec<Hex> =
            (0..24).flat_map(|c| (0..18).map(move |r| (c, r))).filter_map(|(c, r)| small.hex(c, r)).collect();
        let pairs: Vec<(Hex, Hex)> =
            hexes.iter().flat_map(|a| hexes.iter().step_by(5).map(|b| (*a, *b))).filter(|(a, b)| a != b).collect();
        for level in Level::available() {
            for (n, chunk) in pairs.chunks(LANES).enumerate() {
                let wide: Vec<(Hex16, Hex16)> = chunk.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect();
                let work = Geometry::new(&wide, n, board);
                let measured = level.dispatch(&work);
                for (lane, (a, b)) in chunk.iter().enumerate() {
                    let facing = Facing::new((n + lane) as i32);
                    assert_eq!(measured.distance[lane], i16::from(a.distance(*b)));
                    assert_eq!(Some(measured.bearing.0[lane]), Bearing::of(a.to(*b)).map(Bearing::class));
                    assert_eq!(measured.room[lane], i16::from(small.room(*a, facing)));
                    assert_eq!(measured.on_board >> lane & 1, 1);
                }
            }
        }
    }
}
