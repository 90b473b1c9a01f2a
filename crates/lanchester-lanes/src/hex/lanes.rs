//! Geometry, one position a lane. The scalar code of this crate says the same things one at a time; the tests hold
//! the two together.

use crate::ops::{all, lookup16, lookup64, pick, signed_abs, signed_lt};
use crate::{Bytes, Row, Simd};

use crate::hex::Board;

/// The bearing class (0 to 23) by position within the quadrant (0 to 6), west (8) and south (16).
pub(crate) static CLASS: Row = Row(class_table());

const fn class_table() -> [u8; 64] {
    let mut table = [0; 64];
    let mut within = 0;
    while within <= 6 {
        table[within] = within as u8;
        table[within | 8] = ((24 - within) % 24) as u8;
        table[within | 16] = 12 - within as u8;
        table[within | 24] = 12 + within as u8;
        within += 1;
    }
    table
}

/// East component of a step, by facing (signed).
pub static STEP_Q: [u8; 16] = [0, 1, 1, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
/// North component of a step, by facing (signed).
pub static STEP_H: [u8; 16] = [2, 1, 255, 254, 255, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/// Hexes between two positions, from their signed displacement. Components must be within ±127.
#[inline(always)]
pub fn distance<S: Simd>(dq: Bytes<S>, dh: Bytes<S>) -> Bytes<S> {
    use crate::ops::{half, minus};
    let (a, b) = (signed_abs(dq), signed_abs(dh));
    a + half(minus(b, a))
}

/// The bearing class (0 to 23, north up) along a signed displacement with components within ±127 and `|dq| <= 85`.
/// Unspecified for the zero displacement.
#[inline(always)]
pub fn bearing<S: Simd>(simd: S, dq: Bytes<S>, dh: Bytes<S>) -> Bytes<S> {
    use crate::ops::{count_if, ge, gt, is_zero};
    let (a, b) = (signed_abs(dq), signed_abs(dh));
    let a3 = a + a + a;
    let zero = all(simd, 0);
    let mut index = pick(signed_lt(dq, zero), all(simd, 8), zero);
    index = pick(signed_lt(dh, zero), index | all(simd, 16), index);
    index = count_if(simd, gt(a, zero), index);
    index = count_if(simd, ge(a3, b), index);
    index = count_if(simd, gt(a3, b), index);
    index = count_if(simd, ge(a, b), index);
    index = count_if(simd, gt(a, b), index);
    index = count_if(simd, is_zero(simd, b), index);
    lookup64(simd, &CLASS, index)
}

/// Steps straight ahead to the last on-board hex, for on-board positions.
#[inline(always)]
pub fn room<S: Simd>(simd: S, board: Board, q: Bytes<S>, h: Bytes<S>, facing: Bytes<S>) -> Bytes<S> {
    use crate::ops::{eq, half, min};
    let east = all(simd, board.cols - 1) - q;
    let north = all(simd, 2 * board.rows - 1) - h;
    let step_q = lookup16(simd, &STEP_Q, facing);
    let step_h = lookup16(simd, &STEP_H, facing);
    let zero = all(simd, 0);
    let straight = eq(step_q, zero);
    let southward = signed_lt(step_h, zero);
    let rows = pick(southward, h, north);
    let columns = pick(signed_lt(step_q, zero), q, east);
    pick(straight, half(rows), min(rows, columns))
}

/// Whether positions are on the board; any signed bytes.
#[inline(always)]
pub fn on_board<S: Simd>(simd: S, board: Board, q: Bytes<S>, h: Bytes<S>) -> crate::Flags<S> {
    use crate::ops::lt;
    lt(q, all(simd, board.cols)) & lt(h, all(simd, 2 * board.rows))
}

/// Where the line along a signed displacement `line` from here crosses the inside of the hex that is `off` away, and where
/// it runs along one of that hex's sides. Components must be within ±63, or ±60 for the line and ±99 for the hex; see
/// [`crate::hex::crossing`].
#[inline(always)]
pub fn crossing<S: Simd>(
    simd: S,
    line: (Bytes<S>, Bytes<S>),
    off: (Bytes<S>, Bytes<S>),
) -> (crate::Flags<S>, crate::Flags<S>) {
    use crate::ops::{add_scores, all_scores, is_zero, max_scores, mul_scores, scores_gt, sub_scores, widen_signed};
    let (lq, lh) = (widen_signed(line.0), widen_signed(line.1));
    let (oq, oh) = (widen_signed(off.0), widen_signed(off.1));
    let (none, three) = (all_scores(simd, 0), all_scores(simd, 3));
    let size = |a| max_scores(a, sub_scores(none, a));
    let dot = |aq, ah, bq, bh| add_scores(mul_scores(three, mul_scores(aq, bq)), mul_scores(ah, bh));
    let along = dot(oq, oh, lq, lh);
    let between = scores_gt(simd, along, none) & scores_gt(simd, dot(lq, lh, lq, lh), along);
    let aside = mul_scores(three, size(sub_scores(mul_scores(oq, lh), mul_scores(oh, lq))));
    let (wide, tall) = (mul_scores(three, size(lq)), size(lh));
    let reach = max_scores(add_scores(tall, tall), add_scores(tall, wide));
    let through = scores_gt(simd, reach, aside);
    let farther = scores_gt(simd, aside, reach);
    let slanted = scores_gt(simd, tall, wide) | scores_gt(simd, wide, tall);
    let level = is_zero(simd, line.1);
    (between & through, between & !through & !farther & (level | !slanted))
}

#[cfg(test)]
mod tests {
    use crate::ops::{load, mask, store};
    use crate::{Kernel, LANES, Level};

    use super::*;
    use crate::hex::{Bearing, Facing, Hex};

    struct Geometry {
        from: [Row; 2],
        to: [Row; 2],
        facing: Row,
        board: Board,
    }

    impl Kernel for Geometry {
        type Output = ([Row; 3], u64);

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Self::Output {
            let (q, h) = (load(simd, &self.from[0]), load(simd, &self.from[1]));
            let (tq, th) = (load(simd, &self.to[0]), load(simd, &self.to[1]));
            let mut out = [Row::ZERO; 3];
            store(distance(tq - q, th - h), &mut out[0]);
            store(bearing(simd, tq - q, th - h), &mut out[1]);
            store(room(simd, self.board, q, h, load(simd, &self.facing)), &mut out[2]);
            (out, mask(on_board(simd, self.board, tq + tq, th)))
        }
    }

    /// Distance, bearing, room and the board's edge agree with the scalar code for every pair of hexes of two boards, and for
    /// every pair of hexes near the edges of a large one, at every level.
    #[test]
    fn lanes_agree_with_scalar_geometry() {
        for board in [Board { cols: 24, rows: 18 }, Board { cols: 18, rows: 24 }, Board { cols: 60, rows: 50 }] {
            let large = board.cols == 60;
            let inner = |at: u8, of: u8| large && at > 1 && at + 2 < of && !at.is_multiple_of(11);
            let hexes: Vec<Hex> = (0..board.cols)
                .flat_map(|c| (0..board.rows).map(move |r| (c, r)))
                .filter(|(c, r)| !inner(*c, board.cols) && !inner(*r, board.rows))
                .filter_map(|(c, r)| board.hex(c, r))
                .collect();
            let pairs: Vec<(Hex, Hex)> =
                hexes.iter().flat_map(|a| hexes.iter().map(move |b| (*a, *b))).filter(|(a, b)| a != b).collect();
            for level in Level::available() {
                for (n, chunk) in pairs.chunks(LANES).enumerate() {
                    let mut work =
                        Geometry { from: Default::default(), to: Default::default(), facing: Row::ZERO, board };
                    for (lane, (a, b)) in chunk.iter().enumerate() {
                        work.from[0].0[lane] = a.q as u8;
                        work.from[1].0[lane] = a.h as u8;
                        work.to[0].0[lane] = b.q as u8;
                        work.to[1].0[lane] = b.h as u8;
                        work.facing.0[lane] = ((n + lane) % 6) as u8;
                    }
                    let ([d, c, r], on) = level.dispatch(work);
                    for (lane, (a, b)) in chunk.iter().enumerate() {
                        assert_eq!(d.0[lane], a.distance(*b));
                        assert_eq!(Some(c.0[lane]), Bearing::of(a.to(*b)).map(Bearing::class), "{a:?} {b:?}");
                        assert_eq!(r.0[lane], board.room(*a, Facing::new((n + lane) as i32)));
                        let doubled = Hex { q: b.q.wrapping_mul(2), h: b.h };
                        assert_eq!(on >> lane & 1 == 1, board.contains(doubled));
                    }
                }
            }
        }
    }

    struct Lines([Row; 4]);

    impl Kernel for Lines {
        type Output = (u64, u64);

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Self::Output {
            let [lq, lh, oq, oh] = [0, 1, 2, 3].map(
                #[inline(always)]
                |i: usize| load(simd, &self.0[i]),
            );
            let (through, side) = crossing(simd, (lq, lh), (oq, oh));
            (mask(through), mask(side))
        }
    }

    /// Lines of sight agree with the scalar code: every displacement of a board of 40 × 30, against a stride of hexes.
    #[test]
    fn lanes_agree_with_scalar_lines() {
        let mut cases = Vec::new();
        let mut n = 0i32;
        for q in -39i8..=39 {
            for h in (-59i8..=59).filter(|h| (h + q) % 2 == 0) {
                for _ in 0..8 {
                    n += 1;
                    let (oq, oh) = ((n * 7 % 45 - 22) as i8, (n * 13 % 71 - 35) as i8);
                    cases.push((Hex { q, h }, Hex { q: oq, h: if (oq + oh) % 2 == 0 { oh } else { oh + 1 } }));
                }
                cases.push((Hex { q, h }, Hex { q: q / 2, h: h / 2 + (q / 2 + h / 2) % 2 }));
            }
        }
        for level in Level::available() {
            for chunk in cases.chunks(LANES) {
                let mut rows = [Row::ZERO; 4];
                for (lane, (line, off)) in chunk.iter().enumerate() {
                    for (row, value) in rows.iter_mut().zip([line.q, line.h, off.q, off.h]) {
                        row.0[lane] = value as u8;
                    }
                }
                let (through, side) = level.dispatch(Lines(rows));
                for (lane, (line, off)) in chunk.iter().enumerate() {
                    let scalar = crate::hex::crossing(Hex::default(), *line, *off);
                    let on_lanes = match (through >> lane & 1, side >> lane & 1) {
                        (1, _) => crate::hex::Crossing::Through,
                        (_, 1) => crate::hex::Crossing::Side,
                        _ => crate::hex::Crossing::Clear,
                    };
                    assert_eq!(on_lanes, scalar, "{line:?} {off:?} at {level}");
                }
            }
        }
    }
}
