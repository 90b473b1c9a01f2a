//! Asteroids and planets on the board.

use std::fmt;

use lanchester_lanes::hex::{Board, Hex};

use crate::options::{Options, label};

/// Most objects of a matchup.
pub const MAX_OBJECTS: usize = 100;
/// Most hexes that objects occupy together: a fifth of the smallest board.
pub const MAX_OBJECT_HEXES: usize = 240;
/// Largest radius of a planet, in hexes: it occupies 127.
pub const MAX_RADIUS: u8 = 6;

/// What an object is. Both do the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Asteroids.
    Asteroid,
    /// A planet or moon.
    Planet,
}

impl Kind {
    /// As files spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asteroid => "asteroid",
            Self::Planet => "planet",
        }
    }
}

/// One object.
///
/// ### X 2.1.2 Setting up (p. 13)
/// If both sides agree, objects lie on the board. They block lines of sight, and nothing moves through the hexes that they
/// occupy.
///
/// RULING: an object blocks the hexes that it occupies as a whole, and blocks a line as an explosion does: a line that
/// crosses a part of it is blocked, one along its side only if the neighbour across the line blocks too. Neither ships nor
/// flights enter it, so orders that lead through it are illegal; a ship may always stay where it is. Objects stay where
/// they are when the fleets change seats: the book lets one side place them and the other choose its edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// What it is.
    pub kind: Kind,
    /// What it is called; empty without a name.
    pub name: String,
    /// The hexes that it occupies, all on the board; of a planet with a radius the middle comes first.
    pub hexes: Vec<Hex>,
    /// Radius of a planet; 0 for one whose hexes are listed.
    pub radius: u8,
}

/// What, how it is called, and where: `planet Vulcan at 2015 and all hexes within 2 of it`.
impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        if !self.name.is_empty() {
            write!(f, " {}", self.name)?;
        }
        let labels: Vec<String> = self.hexes.iter().map(|hex| label(*hex)).collect();
        match (self.radius, &labels[..]) {
            (0, _) => write!(f, " at {}", labels.join(", ")),
            (1, [middle, ..]) => write!(f, " at {middle} and the hexes around it"),
            (radius, [middle, ..]) => write!(f, " at {middle} and all hexes within {radius} of it"),
            (_, []) => Ok(()),
        }
    }
}

impl Options {
    /// The hexes that objects occupy.
    pub fn solid(&self) -> impl Iterator<Item = Hex> + '_ {
        self.objects.iter().flat_map(|object| object.hexes.iter().copied())
    }

    /// Whether an object occupies a hex.
    pub fn is_solid(&self, hex: Hex) -> bool {
        self.solid().any(|solid| solid == hex)
    }
}

/// The hexes of a board within `radius` of an on-board hex, that hex first, then by distance.
pub fn disc(board: Board, middle: Hex, radius: u8) -> Vec<Hex> {
    let places = (0..board.cols).flat_map(|column| (0..board.rows).map(move |row| (column, row)));
    let all = places.filter_map(|(column, row)| board.hex(column, row));
    let mut hexes: Vec<Hex> = all.filter(|hex| middle.distance(*hex) <= radius).collect();
    hexes.sort_by_key(|hex| (middle.distance(*hex), *hex));
    hexes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::BOARD;

    mod x_2_1_2 {
        use super::*;

        #[test]
        fn planets_are_discs_cut_at_the_edge() {
            let middle = BOARD.by_label("2015").unwrap();
            for radius in 0..=MAX_RADIUS {
                let hexes = disc(BOARD, middle, radius);
                assert_eq!(hexes.len(), 1 + 3 * usize::from(radius) * (usize::from(radius) + 1));
                assert_eq!(hexes[0], middle);
            }
            let corner = BOARD.by_label("0101").unwrap();
            let labels: Vec<String> = disc(BOARD, corner, 1).into_iter().map(|hex| BOARD.label(hex)).collect();
            assert_eq!(labels, ["0101", "0102", "0201"]);
        }

        #[test]
        fn the_limits_are_those_that_are_said() {
            assert_eq!(1 + 3 * usize::from(MAX_RADIUS) * (usize::from(MAX_RADIUS) + 1), 127);
            assert_eq!(5 * MAX_OBJECT_HEXES, usize::from(BOARD.cols) * usize::from(BOARD.rows));
        }
    }
}
