//! Bearings and arcs on the clock face around a ship.

use crate::hex::{Facing, Hex16};

/// Where one hex lies as seen from another: one of 24 classes, clockwise from north.
///
/// Even classes are exactly on the ray of an hour (class 2·k on hour k, so class 0 due north, class 4 on the line of
/// hexes to the north-east, class 2 on the hex corner between them), odd classes strictly between two hours. With
/// that, "inside an arc, borders included" is an exact question about integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bearing(u8);

impl Bearing {
    /// Number of classes.
    pub const CLASSES: u8 = 24;

    /// The bearing along a displacement, of bytes or of 16 bits, north up. `None` for the zero displacement.
    #[must_use]
    #[inline]
    pub fn of(d: impl Into<Hex16>) -> Option<Self> {
        let d = d.into();
        if d == Hex16::default() {
            return None;
        }
        // In units where a hex is 2 high, the ray of hour 1 is h = 3q and the ray of hour 2 is h = q.
        let (a, b) = (i32::from(d.q).abs(), i32::from(d.h).abs());
        let within = u8::from(a > 0)
            + u8::from(a > 0 && 3 * a >= b)
            + u8::from(a > 0 && 3 * a > b)
            + u8::from(a >= b)
            + u8::from(a > b)
            + u8::from(b == 0);
        let class = match (d.q >= 0, d.h >= 0) {
            (true, true) => within,
            (true, false) => 12 - within,
            (false, false) => 12 + within,
            (false, true) => 24 - within,
        };
        Some(Self(class % Self::CLASSES))
    }

    /// The bearing of a class, taken modulo 24.
    #[must_use]
    #[inline]
    pub const fn of_class(class: u8) -> Self {
        Self(class % Self::CLASSES)
    }

    /// The class, 0 to 23.
    #[must_use]
    #[inline]
    pub const fn class(self) -> u8 {
        self.0
    }

    /// The same direction as seen from a ship that faces `facing`: class 0 is dead ahead.
    #[must_use]
    #[inline]
    pub const fn seen_from(self, facing: Facing) -> Self {
        Self((self.0 + Self::CLASSES - 4 * facing.index()) % Self::CLASSES)
    }
}

/// A closed arc of the clock face around a ship, 12 o'clock dead ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClockArc(u32);

impl ClockArc {
    /// All around.
    pub const ALL: Self = Self((1 << 24) - 1);

    /// From hour `from` clockwise to hour `to` (1 to 12), both rays included.
    #[must_use]
    pub const fn between(from: u8, to: u8) -> Self {
        let (mut class, end) = (2 * (from % 12), 2 * (to % 12));
        let mut set = 1u32 << class;
        while class != end {
            class = (class + 1) % Bearing::CLASSES;
            set |= 1 << class;
        }
        Self(set)
    }

    /// Whether a ship-relative bearing lies inside.
    #[must_use]
    pub const fn contains(self, bearing: Bearing) -> bool {
        self.contains_class(bearing.0)
    }

    /// Whether a ship-relative bearing class (0 to 23) lies inside.
    #[must_use]
    pub const fn contains_class(self, class: u8) -> bool {
        self.0 >> class & 1 == 1
    }

    /// Degrees of the circle that the arc covers.
    #[must_use]
    pub const fn degrees(self) -> u32 {
        // An arc of n hours holds n + 1 rays and n gaps; only the full circle has as many rays as gaps.
        if self.0 == Self::ALL.0 { 360 } else { (self.0.count_ones() - 1) / 2 * 30 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Hex;

    /// Against floating-point angles, for every displacement on a large board. Test only: the product has no floats.
    #[test]
    fn agrees_with_trigonometry() {
        for q in -40i8..=40 {
            for h in -60i8..=60 {
                let d = Hex { q, h };
                if (i32::from(q) + i32::from(h)) % 2 != 0 || d == Hex::default() {
                    continue;
                }
                let (x, y) = (f64::from(q) * 3f64.sqrt() / 2.0, f64::from(h) / 2.0);
                let hours = x.atan2(y).to_degrees().rem_euclid(360.0) / 30.0;
                let nearest = hours.round();
                let expected =
                    if (hours - nearest).abs() < 1e-9 { 2 * (nearest as u8 % 12) } else { 2 * hours.floor() as u8 + 1 };
                assert_eq!(Bearing::of(d).unwrap().class(), expected, "({q}, {h})");
            }
        }
    }

    #[test]
    fn turning_a_ship_turns_its_bearings() {
        for f in Facing::ALL {
            let ahead = Bearing::of(f.step()).unwrap().seen_from(f);
            assert_eq!(ahead.class(), 0);
        }
    }
}
