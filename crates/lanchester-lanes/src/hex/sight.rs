//! Lines of sight: which hexes the straight line between two hex centres crosses, exactly.
//!
//! A hex is a convex figure, so the line misses its inside when the hex's centre lies at least as far from the line as
//! its farthest corner reaches; both are whole numbers once multiplied out. When they are equal the line touches a
//! corner, or runs along a side.

use crate::hex::Hex;

/// What a straight line between two hex centres does to a third hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Crossing {
    /// It misses it, or touches a corner.
    Clear,
    /// It runs along one of its sides.
    Side,
    /// It crosses its inside.
    Through,
}

/// What the line from the centre of `from` to the centre of `to` does to `hex`. The two ends are never crossed.
#[must_use]
pub fn crossing(from: Hex, to: Hex, hex: Hex) -> Crossing {
    let (line, off) = (from.to(to), from.to(hex));
    let (lq, lh) = (i32::from(line.q), i32::from(line.h));
    let (oq, oh) = (i32::from(off.q), i32::from(off.h));
    // Distances along the line in units of a quarter hex: q counts √3/2 of a hex, h half of one.
    let along = 3 * oq * lq + oh * lh;
    if along <= 0 || along >= 3 * lq * lq + lh * lh {
        return Crossing::Clear;
    }
    let aside = 3 * (oq * lh - oh * lq).abs();
    // The corners are (±2/3, 0) and (±1/3, ±1).
    let reach = (2 * lh.abs()).max(lh.abs() + 3 * lq.abs());
    match aside.cmp(&reach) {
        std::cmp::Ordering::Less => Crossing::Through,
        std::cmp::Ordering::Equal if runs_along_sides(lq, lh) => Crossing::Side,
        _ => Crossing::Clear,
    }
}

/// Whether a line in this direction is parallel to a side of a hex.
const fn runs_along_sides(lq: i32, lh: i32) -> bool {
    lh == 0 || lh.abs() == 3 * lq.abs()
}

/// What the line along a displacement crosses, from any hex: for looking along it many times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Displacements of the hexes whose inside it crosses, the nearest first.
    through: Vec<Hex>,
    /// Displacements of the two neighbours of each side that it runs along.
    beside: Vec<[Hex; 2]>,
}

impl Line {
    /// The line along a displacement with components within ±100.
    #[must_use]
    pub fn new(to: Hex) -> Self {
        let (from, length) = (Hex::default(), Hex::default().distance(to));
        let mut line = Self::default();
        // What it crosses or touches lies within one hex of a shortest way.
        let near = |hex: Hex| from.distance(hex) + hex.distance(to) <= length + 1;
        let (low, high) = (from.q.min(to.q) - 1, from.q.max(to.q) + 1);
        let (south, north) = (from.h.min(to.h) - 2, from.h.max(to.h) + 2);
        let hexes = (low..=high).flat_map(|q| (south..=north).map(move |h| Hex { q, h }));
        let mut sides = Vec::new();
        for hex in hexes.filter(|hex| (hex.q ^ hex.h) & 1 == 0 && near(*hex)) {
            match crossing(from, to, hex) {
                Crossing::Through => line.through.push(hex),
                Crossing::Side => sides.push(hex),
                Crossing::Clear => {}
            }
        }
        line.through.sort_by_key(|hex| (from.distance(*hex), *hex));
        for (n, one) in sides.iter().enumerate() {
            line.beside.extend(sides[n + 1..].iter().filter(|other| across(to, *one, **other)).map(|o| [*one, *o]));
        }
        line
    }

    /// Displacements of the hexes whose inside it crosses.
    #[must_use]
    pub fn through(&self) -> &[Hex] {
        &self.through
    }

    /// Displacements of the two neighbours of each side that it runs along.
    #[must_use]
    pub fn beside(&self) -> &[[Hex; 2]] {
        &self.beside
    }

    /// Whether it is clear from a hex, by what blocks; see [`clear_line`].
    #[must_use]
    pub fn is_clear(&self, from: Hex, blocks: impl Fn(Hex) -> bool) -> bool {
        let there = |off: &Hex| blocks(Hex { q: from.q + off.q, h: from.h + off.h });
        !self.through.iter().any(there) && !self.beside.iter().any(|two| two.iter().all(there))
    }
}

/// Whether two hexes that a line along `line` runs beside are neighbours across it: they are as far along it. Displacements.
fn across(line: Hex, a: Hex, b: Hex) -> bool {
    let (lq, lh) = (i32::from(line.q), i32::from(line.h));
    let place = |off: Hex| {
        let (oq, oh) = (i32::from(off.q), i32::from(off.h));
        (3 * oq * lq + oh * lh, oq * lh - oh * lq)
    };
    place(a).0 == place(b).0 && place(a).1 == -place(b).1
}

/// Whether nothing blocks the line between two hex centres. A blocking hex that the line crosses blocks it; along a
/// shared side it is blocked only if both neighbours block. The two ends never block.
#[must_use]
pub fn clear_line(from: Hex, to: Hex, blocking: &[Hex]) -> bool {
    let beside = || blocking.iter().filter(|hex| crossing(from, to, **hex) == Crossing::Side);
    !blocking.iter().any(|hex| crossing(from, to, *hex) == Crossing::Through)
        && !beside().any(|a| beside().any(|b| across(from.to(to), from.to(*a), from.to(*b))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Facing;

    const HERE: Hex = Hex { q: 0, h: 0 };

    /// Against the line cut into many points, each given to its nearest centre by floats. Test only.
    #[test]
    fn agrees_with_a_finely_cut_line() {
        for q in 0i8..=6 {
            for h in -9i8..=9 {
                if (q + h) % 2 != 0 || (q == 0 && h == 0) {
                    continue;
                }
                let to = Hex { q, h };
                let cuts = 500;
                let mut inside = std::collections::HashSet::new();
                for cut in 1..cuts {
                    let t = f64::from(cut) / f64::from(cuts);
                    let (x, y) = (t * f64::from(q) * 3f64.sqrt() / 2.0, t * f64::from(h) / 2.0);
                    let mut near: Vec<(f64, Hex)> = Vec::new();
                    for hq in -1i8..=7 {
                        for hh in -11i8..=11 {
                            if (hq + hh) % 2 == 0 {
                                let (cx, cy) = (f64::from(hq) * 3f64.sqrt() / 2.0, f64::from(hh) / 2.0);
                                near.push(((x - cx).hypot(y - cy), Hex { q: hq, h: hh }));
                            }
                        }
                    }
                    near.sort_by(|a, b| a.0.total_cmp(&b.0));
                    if near[1].0 - near[0].0 > 1e-6 {
                        inside.insert(near[0].1);
                    }
                }
                for hq in -1i8..=7 {
                    for hh in -11i8..=11 {
                        let hex = Hex { q: hq, h: hh };
                        if (hq + hh) % 2 == 0 && hex != HERE && hex != to {
                            let through = crossing(HERE, to, hex) == Crossing::Through;
                            // The cut line may step over a corner that is clipped by less than a step.
                            assert!(through || !inside.contains(&hex), "to {to:?}: {hex:?}");
                            assert!(!through || inside.contains(&hex) || barely(to, hex), "to {to:?}: {hex:?}");
                        }
                    }
                }
            }
        }
    }

    /// Whether the line clips the hex by so little that cutting it may miss it.
    fn barely(to: Hex, hex: Hex) -> bool {
        let (lq, lh) = (i32::from(to.q), i32::from(to.h));
        let aside = 3 * (i32::from(hex.q) * lh - i32::from(hex.h) * lq).abs();
        (2 * lh.abs()).max(lh.abs() + 3 * lq.abs()) - aside <= 1
    }

    #[test]
    fn along_a_shared_side_both_neighbours_must_block() {
        let to = Hex::new(2, 0);
        let (north, south) = (Hex::new(1, 1), Hex::new(1, -1));
        assert_eq!(crossing(HERE, to, north), Crossing::Side);
        assert!(clear_line(HERE, to, &[north]));
        assert!(clear_line(HERE, to, &[south]));
        assert!(!clear_line(HERE, to, &[north, south]));
        // Farther on, the same line runs through a hex and along the next side.
        let far = Hex::new(8, 0);
        assert!(!clear_line(HERE, far, &[Hex::new(2, 0)]));
        assert!(clear_line(HERE, far, &[Hex::new(1, 1), Hex::new(5, -1), Hex::new(7, 1)]));
        assert!(!clear_line(HERE, far, &[Hex::new(5, 1), Hex::new(5, -1)]));
    }

    /// Lines worked out once block as lines worked out each time do, whatever stands around them.
    #[test]
    fn a_line_kept_is_the_same_line() {
        let mut state = 1u64;
        for q in -9i8..=9 {
            for h in (-17i8..=17).filter(|h| (h + q) % 2 == 0 && (q, *h) != (0, 0)) {
                let line = Line::new(Hex { q, h });
                for _ in 0..40 {
                    let mut blocking = Vec::new();
                    for _ in 0..12 {
                        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                        let (a, b) = ((state >> 40) as i8 / 8, (state >> 50) as i8 / 6);
                        blocking.push(Hex { q: 5 + a, h: if (5 + a + b) % 2 == 0 { b } else { b + 1 } });
                    }
                    let from = Hex::new(5, 3);
                    let to = Hex { q: 5 + q, h: 3 + h };
                    let clear = line.is_clear(from, |hex| blocking.contains(&hex));
                    assert_eq!(clear, clear_line(from, to, &blocking), "to {to:?} through {blocking:?}");
                }
            }
        }
    }

    #[test]
    fn the_line_straight_ahead_crosses_what_stands_in_it() {
        for facing in Facing::ALL {
            let to = HERE.ahead(facing, 5);
            assert!(!clear_line(HERE, to, &[HERE.ahead(facing, 3)]));
            assert!(clear_line(HERE, to, &[HERE, to, HERE.ahead(facing, 6), HERE.ahead(facing.turned(3), 1)]));
            assert!(clear_line(HERE, to, &[HERE.ahead(facing.turned(1), 1), HERE.ahead(facing.turned(-1), 1)]));
        }
    }

    #[test]
    fn sight_is_mutual() {
        for q in -7i8..=7 {
            for h in -9i8..=9 {
                for bq in -4i8..=4 {
                    for bh in -6i8..=6 {
                        if (q + h) % 2 == 0 && (bq + bh) % 2 == 0 && (q, h) != (0, 0) {
                            let (to, hex) = (Hex { q, h }, Hex { q: bq, h: bh });
                            assert_eq!(crossing(HERE, to, hex), crossing(to, HERE, hex));
                        }
                    }
                }
            }
        }
    }
}
