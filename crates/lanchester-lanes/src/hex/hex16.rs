//! Hexes and boards of maps that outgrow a byte.

use crate::hex::{Facing, Hex};

/// A hex, or a displacement between two hexes, in doubled-height coordinates of 16 bits. What it says of hexes that a
/// [`Hex`] can hold is what [`Hex`] says of them.
///
/// Positions within ±[`Hex16::REACH`] of the origin have displacements that the lanes measure exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hex16 {
    /// Columns to the east.
    pub q: i16,
    /// Half-hexes to the north; `q + h` is even.
    pub h: i16,
}

impl From<Hex> for Hex16 {
    fn from(hex: Hex) -> Self {
        Self { q: hex.q.into(), h: hex.h.into() }
    }
}

impl Hex16 {
    /// How far from the origin a position's components may be: displacements are then within ±10,922, of which three times
    /// fits in 16 bits.
    pub const REACH: i16 = i16::MAX / 6;

    /// The hex at `(q, h)`; `q + h` must be even.
    #[must_use]
    pub const fn new(q: i16, h: i16) -> Self {
        debug_assert!((q as i32 + h as i32) % 2 == 0);
        Self { q, h }
    }

    /// The same hex in bytes, if it fits.
    #[must_use]
    pub fn narrow(self) -> Option<Hex> {
        Some(Hex { q: i8::try_from(self.q).ok()?, h: i8::try_from(self.h).ok()? })
    }

    /// The hex `steps` ahead in direction `facing`.
    #[must_use]
    #[inline]
    pub const fn ahead(self, facing: Facing, steps: u16) -> Self {
        let step = facing.step();
        Self { q: self.q + step.q as i16 * steps as i16, h: self.h + step.h as i16 * steps as i16 }
    }

    /// The displacement from `self` to `other`.
    #[must_use]
    #[inline]
    pub const fn to(self, other: Self) -> Self {
        Self { q: other.q - self.q, h: other.h - self.h }
    }

    /// Hex sides crossed on the shortest path to `other`.
    #[must_use]
    #[inline]
    pub fn distance(self, other: Self) -> u16 {
        let d = self.to(other);
        let (a, b) = (d.q.unsigned_abs(), d.h.unsigned_abs());
        a + b.saturating_sub(a) / 2
    }

    /// All displacements of up to so many hexes, column by column from the west, each from the south.
    #[must_use]
    pub fn hexagon(radius: u8) -> Vec<Self> {
        let most = i16::from(radius);
        let column = |q: i16| {
            // Columns are 2 · radius − |q| half-hexes high, up and down.
            let high = 2 * most - q.abs();
            (-high..=high).step_by(2).map(move |h| Self::new(q, h))
        };
        (-most..=most).flat_map(column).collect()
    }

    /// The six neighbours, clockwise from north.
    #[must_use]
    pub fn neighbours(self) -> [Self; 6] {
        Facing::ALL.map(|facing| self.ahead(facing, 1))
    }
}

/// A rectangle of flat-topped hexes as [`crate::hex::Board`] is one, of up to 16,383 columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board16 {
    /// Number of columns, west to east.
    pub cols: i16,
    /// Hexes in a column, south to north.
    pub rows: i16,
}

impl Board16 {
    /// Whether the hex is on the board.
    #[must_use]
    pub const fn contains(self, hex: Hex16) -> bool {
        0 <= hex.q && hex.q < self.cols && 0 <= hex.h && hex.h < 2 * self.rows
    }

    /// Steps straight ahead from an on-board hex to the last on-board hex.
    #[must_use]
    pub const fn room(self, from: Hex16, facing: Facing) -> u16 {
        let step = facing.step();
        let rows = if step.h < 0 { from.h } else { 2 * self.rows - 1 - from.h };
        let columns = if step.q < 0 { from.q } else { self.cols - 1 - from.q };
        if step.q == 0 {
            rows as u16 / 2
        } else if rows < columns {
            rows as u16
        } else {
            columns as u16
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Bearing;

    #[test]
    fn displacements_fill_a_hexagon() {
        for radius in 0..7u8 {
            let all = Hex16::hexagon(radius);
            assert_eq!(all.len(), 1 + 3 * usize::from(radius) * usize::from(radius + 1));
            assert!(all.iter().all(|by| by.distance(Hex16::default()) <= radius.into()));
        }
    }

    /// Whatever a byte can hold is the same in 16 bits.
    #[test]
    fn small_hexes_are_those_of_bytes() {
        let range = |least: i8| (least..=-least).step_by(3);
        for q in range(-42) {
            for h in range(-63) {
                let hex = Hex { q, h: if (q + h) % 2 == 0 { h } else { h - 1 } };
                let wide = Hex16::from(hex);
                assert_eq!(wide.narrow(), Some(hex));
                assert_eq!(Bearing::of(wide), Bearing::of(hex));
                assert_eq!(wide.neighbours().map(Hex16::narrow), hex.neighbours().map(Some));
                for facing in Facing::ALL {
                    assert_eq!(wide.ahead(facing, 20), hex.ahead(facing, 20).into());
                }
                for other in [Hex { q: -42, h: 62 }, Hex { q: 41, h: -63 }, Hex { q: 7, h: 3 }, hex] {
                    assert_eq!(wide.to(other.into()), hex.to(other).into());
                    assert_eq!(wide.distance(other.into()), hex.distance(other).into());
                }
            }
        }
        assert_eq!(Hex16::new(128, 0).narrow(), None);
    }

    /// Far from the origin: so many steps along two neighbouring directions are so many hexes away.
    #[test]
    fn distance_is_the_number_of_steps() {
        for facing in Facing::ALL {
            for (straight, aside) in [(0, 5000), (1200, 3), (2000, 2000), (1, 4999)] {
                let there = Hex16::default().ahead(facing, straight).ahead(facing.turned(1), aside);
                assert_eq!(Hex16::default().distance(there), straight + aside);
            }
        }
    }

    /// Room on the scalar board against walking there.
    #[test]
    fn room_is_the_number_of_steps_that_stay_on_the_board() {
        let board = Board16 { cols: 301, rows: 150 };
        for (q, h) in [(0, 0), (300, 298), (150, 150), (1, 299), (299, 1), (7, 9)] {
            for facing in Facing::ALL {
                let mut steps = 0;
                while board.contains(Hex16::new(q, h).ahead(facing, steps + 1)) {
                    steps += 1;
                }
                assert_eq!(board.room(Hex16::new(q, h), facing), steps, "{q}, {h} {facing}");
            }
        }
    }
}
