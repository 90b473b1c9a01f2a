//! Hexes and facings.

use std::fmt;

/// A hex, or a displacement between two hexes, in doubled-height coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hex {
    /// Columns to the east.
    pub q: i8,
    /// Half-hexes to the north; `q + h` is even.
    pub h: i8,
}

/// One of the six hex sides, clockwise from north.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Facing(u8);

impl Facing {
    /// Due north, toward larger `h`.
    pub const NORTH: Self = Self(0);
    /// Due south.
    pub const SOUTH: Self = Self(3);
    /// All six, clockwise from north.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];
    /// Their names, clockwise from north.
    pub const NAMES: [&'static str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];

    /// The facing `index` sixths of a circle clockwise from north (taken modulo 6).
    #[must_use]
    #[inline]
    pub const fn new(index: i32) -> Self {
        Self(index.rem_euclid(6) as u8)
    }

    /// 0 (north) to 5 (north-west), clockwise.
    #[must_use]
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Turned by `sixths` of a circle, positive to starboard (clockwise).
    #[must_use]
    #[inline]
    pub const fn turned(self, sixths: i32) -> Self {
        Self::new(self.0 as i32 + sixths)
    }

    /// The facing called `N`, `NE`, `SE`, `S`, `SW` or `NW`.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().position(|n| *n == name).map(|i| Self(i as u8))
    }

    /// The displacement of one step in this direction.
    #[must_use]
    #[inline]
    pub const fn step(self) -> Hex {
        const STEPS: [(i8, i8); 6] = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];
        let (q, h) = STEPS[self.0 as usize];
        Hex { q, h }
    }
}

impl fmt::Display for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::NAMES[self.0 as usize])
    }
}

impl Hex {
    /// The hex at `(q, h)`; `q + h` must be even.
    #[must_use]
    pub const fn new(q: i8, h: i8) -> Self {
        debug_assert!((q as i32 + h as i32) % 2 == 0);
        Self { q, h }
    }

    /// The hex `steps` ahead in direction `facing`.
    #[must_use]
    pub const fn ahead(self, facing: Facing, steps: u8) -> Self {
        let s = facing.step();
        Self { q: self.q + s.q * steps as i8, h: self.h + s.h * steps as i8 }
    }

    /// The displacement from `self` to `other`.
    #[must_use]
    pub const fn to(self, other: Self) -> Self {
        Self { q: other.q - self.q, h: other.h - self.h }
    }

    /// Hex sides crossed on the shortest path to `other`.
    #[must_use]
    pub fn distance(self, other: Self) -> u8 {
        let d = self.to(other);
        let (a, b) = (d.q.unsigned_abs(), d.h.unsigned_abs());
        a + b.saturating_sub(a) / 2
    }

    /// The six neighbours, clockwise from north.
    #[must_use]
    pub fn neighbours(self) -> [Self; 6] {
        Facing::ALL.map(|f| self.ahead(f, 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Distance against a breadth-first search, on every hex within six steps.
    #[test]
    fn distance_is_the_shortest_path() {
        let mut ring = vec![Hex::default()];
        let mut seen: std::collections::HashSet<Hex> = ring.iter().copied().collect();
        for steps in 1..=6 {
            ring = ring.iter().flat_map(|h| h.neighbours()).filter(|h| seen.insert(*h)).collect();
            assert_eq!(ring.len(), 6 * steps);
            for h in &ring {
                assert_eq!(Hex::default().distance(*h), steps as u8);
            }
        }
    }
}
