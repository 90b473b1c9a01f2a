//! The end positions a move can lead to, listed once per design.

use lanchester_hex::{Facing, Hex};

use crate::event::Maneuver;

/// One end position, relative to a ship that faces north at the origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// A path that leads there.
    pub maneuver: Maneuver,
    /// Displacement when the ship faces each of the six sides.
    pub offsets: Offsets,
    /// The same for the corners of the path that are neither its start nor its end.
    pub corners: Vec<Offsets>,
}

/// East components, then north components, by facing, as signed bytes.
pub type Offsets = [[u8; 16]; 2];

/// What a group of candidates has in common: the maneuver and the hexes moved, and so the condition of its legality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// No turn.
    Straight,
    /// One turn.
    ComeAbout,
    /// Two or three turns.
    Reverse,
}

/// Candidates that are legal together.
#[derive(Clone, Debug)]
pub struct Group {
    /// The maneuver.
    pub kind: Kind,
    /// Hexes moved.
    pub moved: u8,
    /// First and past-the-last candidate.
    pub range: (usize, usize),
}

/// All end positions of a design, grouped.
#[derive(Clone, Debug)]
pub struct Candidates {
    /// Grouped by [`Kind`] and hexes moved.
    pub list: Vec<Candidate>,
    /// The groups, straight ones first, each kind by hexes moved.
    pub groups: Vec<Group>,
}

/// Hexes that can be moved straight without leaving the larger dimension of any board.
const LONGEST_RUN: u8 = 23;

impl Candidates {
    /// Every distinct end position (hex, facing, hexes moved) of a ship with this printed thrust.
    #[must_use]
    pub fn new(thrust: u8) -> Self {
        let mut all = Self { list: Vec::new(), groups: Vec::new() };
        for moved in 0..=LONGEST_RUN {
            all.group(Kind::Straight, moved, &[0]);
        }
        for moved in 0..=thrust {
            all.group(Kind::ComeAbout, moved, &[1, -1]);
        }
        for moved in 0..=thrust {
            all.group(Kind::Reverse, moved, &[2, -2, 3, -3]);
        }
        all
    }

    fn group(&mut self, kind: Kind, moved: u8, turns: &[i8]) {
        let start = self.list.len();
        let mut ends: Vec<(Hex, Facing)> = Vec::new();
        for &turn in turns {
            for legs in legs(moved, turn.unsigned_abs() as usize) {
                let maneuver = Maneuver { turns: turn, legs };
                let (hex, facing) = end_of(maneuver, Hex::default(), Facing::NORTH);
                if !ends.contains(&(hex, facing)) {
                    ends.push((hex, facing));
                    self.list.push(Candidate { maneuver, offsets: offsets(maneuver), corners: corners(maneuver) });
                }
            }
        }
        // Neighbours in the list that end in the same hex share its geometry.
        self.list[start..].sort_by_key(|c| (c.offsets[0][0], c.offsets[1][0]));
        self.groups.push(Group { kind, moved, range: (start, self.list.len()) });
    }
}

/// Where a maneuver ends that begins at `hex`, facing `facing`. The caller keeps it near the board.
#[must_use]
pub fn end_of(maneuver: Maneuver, hex: Hex, facing: Facing) -> (Hex, Facing) {
    let (mut hex, mut facing) = (hex.ahead(facing, maneuver.legs[0]), facing);
    for turn in 0..maneuver.turns.unsigned_abs() as usize {
        facing = facing.turned(maneuver.turns.signum().into());
        hex = hex.ahead(facing, maneuver.legs[turn + 1]);
    }
    (hex, facing)
}

/// The corners between start and end, each as the shortened maneuver that ends there.
fn corners(maneuver: Maneuver) -> Vec<Offsets> {
    let end = end_of(maneuver, Hex::default(), Facing::NORTH).0;
    let mut corners = Vec::new();
    for kept in 1..=maneuver.turns.unsigned_abs() as usize {
        let mut short = maneuver;
        short.legs[kept..].fill(0);
        let hex = end_of(short, Hex::default(), Facing::NORTH).0;
        let corner = offsets(short);
        if hex != Hex::default() && hex != end && !corners.contains(&corner) {
            corners.push(corner);
        }
    }
    corners
}

fn offsets(maneuver: Maneuver) -> Offsets {
    let mut table = [[0; 16]; 2];
    for facing in Facing::ALL {
        let (hex, _) = end_of(maneuver, Hex::default(), facing);
        table[0][facing.index() as usize] = hex.q as u8;
        table[1][facing.index() as usize] = hex.h as u8;
    }
    table
}

/// All ways to split `moved` hexes over `turns + 1` legs, long first legs first.
fn legs(moved: u8, turns: usize) -> Vec<[u8; 4]> {
    if turns == 0 {
        return vec![[moved, 0, 0, 0]];
    }
    let mut ways = Vec::new();
    for first in (0..=moved).rev() {
        for rest in legs(moved - first, turns - 1) {
            ways.push([first, rest[0], rest[1], rest[2]]);
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Distinct (hex, facing, speed) of MAJESTIC at rest; the reference's tests count them another way.
    #[test]
    fn thrust_four_at_rest_has_220_end_positions() {
        let all = Candidates::new(4);
        let legal: usize = all.groups.iter().filter(|g| g.moved <= 4).map(|g| g.range.1 - g.range.0).sum();
        assert_eq!(legal, 220);
    }

    #[test]
    fn legs_add_up() {
        for turns in 0..=3usize {
            for moved in 0..=6u8 {
                for l in legs(moved, turns) {
                    assert_eq!(l.iter().sum::<u8>(), moved);
                    assert!(l[turns + 1..].iter().all(|x| *x == 0));
                }
            }
        }
    }
}
