//! The end positions a move can lead to, listed once per design, so that what depends on less is worked out once:
//! the hex, then the facing in it, then the hexes moved to get there.
//!
//! Phase: none: listed once a design. Reads and writes no workspace.

use std::sync::OnceLock;

use lanchester_lanes::hex::{Facing, Hex};

use crate::design::MAX_THRUST;
use crate::event::Maneuver;

/// East components, then north components, by facing, as signed bytes.
pub type Offsets = [[u8; 16]; 2];

/// A hex that moves end in, relative to a ship that faces north at the origin.
#[derive(Clone, Debug)]
pub struct EndHex {
    /// Displacement when the ship faces each of the six sides.
    pub offsets: Offsets,
    /// Hexes from the start, the least that must be moved.
    pub away: u8,
    /// Its spot by sides turned clockwise, [`NO_SPOT`] for none.
    pub spots: [u16; 6],
    /// First and past-the-last end of all of them.
    pub ends: (u16, u16),
}

/// Set in a choice that names a spot: any way to it is as good.
pub const SPOT: u16 = 0x4000;

/// No move ends in the hex and faces so.
pub const NO_SPOT: u16 = u16::MAX;

/// A hex and a facing.
#[derive(Clone, Debug)]
pub struct Spot {
    /// Sides turned either way: what turning costs.
    pub sides: u8,
    /// Sides turned clockwise, 0 to 5.
    pub turned: u8,
    /// Its hex.
    pub hex: u16,
    /// First and past-the-last of its ends, by hexes moved.
    pub ends: (u16, u16),
}

/// A way to get to a spot.
#[derive(Clone, Debug)]
pub struct End {
    /// The way.
    pub maneuver: Maneuver,
    /// What decides whether it is legal.
    pub group: u8,
    /// Sides turned clockwise, 0 to 5.
    pub turned: u8,
    /// Its hex.
    pub hex: u16,
    /// The hexes in which the path turns; the end's own where it turns less often.
    pub corners: [u16; 3],
}

/// How a ship turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// No turn.
    Straight,
    /// One turn.
    ComeAbout,
    /// Two or three turns.
    Reverse,
}

/// Ends that are legal together: the maneuver and the hexes moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The maneuver.
    pub kind: Kind,
    /// Hexes moved.
    pub moved: u8,
}

/// All end positions of a design.
#[derive(Clone, Debug)]
pub struct Candidates {
    /// Every hex, those that need the fewest hexes moved first.
    pub hexes: Vec<EndHex>,
    /// The spots of all hexes, hex by hex.
    pub spots: Vec<Spot>,
    /// The ends of all spots, spot by spot, the shortest first.
    pub ends: Vec<End>,
    /// The groups.
    pub groups: Vec<Group>,
}

/// Hexes that can be moved straight without leaving the larger dimension of any board.
pub const LONGEST_RUN: u8 = 23;

/// Most groups of a design, rounded up to a power of two: then an index needs no check.
pub const MAX_GROUPS: usize = (LONGEST_RUN as usize + 1 + 2 * (MAX_THRUST as usize + 1)).next_power_of_two();

/// Most hexes of a design, a disc and the run ahead beyond it, rounded up to a power of two.
pub const MAX_HEXES: usize = {
    let thrust = MAX_THRUST as usize;
    (3 * thrust * (thrust + 1) + 1 + LONGEST_RUN as usize - thrust).next_power_of_two()
};

/// An end before it has its place.
struct Found {
    hex: Hex,
    turned: u8,
    maneuver: Maneuver,
    group: u8,
}

impl Candidates {
    /// The end positions of ships with this printed thrust, at most [`MAX_THRUST`]. They depend on nothing else, so they are
    /// listed when they are first asked for and kept: parity prices prepare thousands of matchups of a few battles each.
    pub fn of(thrust: u8) -> &'static Self {
        static LISTS: [OnceLock<Candidates>; MAX_THRUST as usize + 1] =
            [const { OnceLock::new() }; MAX_THRUST as usize + 1];
        let thrust = thrust.min(MAX_THRUST);
        LISTS[usize::from(thrust)].get_or_init(|| Self::new(thrust))
    }

    /// Every way to every end position (hex, facing, hexes moved) of a ship with this printed thrust. Of ways that turn in
    /// the same hexes one is listed.
    fn new(thrust: u8) -> Self {
        let mut groups = Vec::new();
        let mut found: Vec<Found> = Vec::new();
        let kinds: [(Kind, u8, &[i8]); 3] = [
            (Kind::Straight, LONGEST_RUN, &[0]),
            (Kind::ComeAbout, thrust, &[1, -1]),
            (Kind::Reverse, thrust, &[2, -2, 3, -3]),
        ];
        for (kind, longest, turns) in kinds {
            for moved in 0..=longest {
                let group = groups.len() as u8;
                let start = found.len();
                groups.push(Group { kind, moved });
                for &turn in turns {
                    for legs in legs(moved, turn.unsigned_abs() as usize) {
                        let maneuver = Maneuver { turns: turn, legs };
                        let (hex, facing) = end_of(maneuver, Hex::default(), Facing::NORTH);
                        let known = |other: &Found| {
                            (other.hex, other.turned) == (hex, facing.index())
                                && corners(other.maneuver) == corners(maneuver)
                        };
                        if !found[start..].iter().any(known) {
                            found.push(Found { hex, turned: facing.index(), maneuver, group });
                        }
                    }
                }
            }
        }
        Self::sorted(groups, found)
    }

    /// The ends of a hex, spot by spot.
    #[inline(always)]
    pub fn ends_in(&self, hex: &EndHex) -> &[End] {
        &self.ends[hex.ends.0.into()..hex.ends.1.into()]
    }

    /// The ends of a spot.
    #[inline(always)]
    pub fn ends_of(&self, spot: usize) -> &[End] {
        let (first, last) = self.spots[spot].ends;
        &self.ends[first.into()..last.into()]
    }

    /// Where a choice leads: its hex, and sides turned clockwise. With [`SPOT`] set it is a spot, else an end.
    #[inline(always)]
    pub fn place_of(&self, choice: u16) -> (&EndHex, u8) {
        let (hex, turned) = if choice & SPOT == 0 {
            let end = &self.ends[usize::from(choice)];
            (end.hex, end.turned)
        } else {
            let spot = &self.spots[usize::from(choice ^ SPOT)];
            (spot.hex, spot.turned)
        };
        (&self.hexes[usize::from(hex)], turned)
    }

    fn sorted(groups: Vec<Group>, mut found: Vec<Found>) -> Self {
        let away = |hex: Hex| Hex::default().distance(hex);
        found.sort_by_key(|f| (away(f.hex), f.hex.q, f.hex.h, f.turned, f.maneuver.moved()));
        let mut all = Self { hexes: Vec::new(), spots: Vec::new(), ends: Vec::new(), groups };
        let mut places: Vec<Hex> = Vec::new();
        for of_hex in found.chunk_by(|a, b| a.hex == b.hex) {
            places.push(of_hex[0].hex);
            let mut spots = [NO_SPOT; 6];
            let first = all.ends.len() as u16;
            for of_spot in of_hex.chunk_by(|a, b| a.turned == b.turned) {
                let start = all.ends.len() as u16;
                all.ends.extend(of_spot.iter().map(|f| End {
                    maneuver: f.maneuver,
                    group: f.group,
                    turned: f.turned,
                    hex: places.len() as u16 - 1,
                    corners: [places.len() as u16 - 1; 3],
                }));
                let sides = of_spot[0].maneuver.turns.unsigned_abs();
                spots[usize::from(of_spot[0].turned)] = all.spots.len() as u16;
                all.spots.push(Spot {
                    sides,
                    turned: of_spot[0].turned,
                    hex: places.len() as u16 - 1,
                    ends: (start, all.ends.len() as u16),
                });
            }
            let offsets = offsets(of_hex[0].maneuver);
            let away = away(of_hex[0].hex);
            all.hexes.push(EndHex { offsets, away, spots, ends: (first, all.ends.len() as u16) });
        }
        for end in &mut all.ends {
            for (place, corner) in end.corners.iter_mut().zip(corners(end.maneuver)) {
                // Every corner is no farther than the end was to go, so it is an end itself.
                *place = places.iter().position(|hex| *hex == corner).unwrap_or(usize::from(*place)) as u16;
            }
        }
        all
    }
}

/// Where a maneuver ends that begins at `hex`, facing `facing`. The caller keeps it near the board.
pub fn end_of(maneuver: Maneuver, hex: Hex, facing: Facing) -> (Hex, Facing) {
    let (mut hex, mut facing) = (hex.ahead(facing, maneuver.legs[0]), facing);
    for turn in 0..maneuver.turns.unsigned_abs() as usize {
        facing = facing.turned(maneuver.turns.signum().into());
        hex = hex.ahead(facing, maneuver.legs[turn + 1]);
    }
    (hex, facing)
}

/// The hexes in which a path turns that are neither its start nor its end, each once.
fn corners(maneuver: Maneuver) -> Vec<Hex> {
    let end = end_of(maneuver, Hex::default(), Facing::NORTH).0;
    let mut corners = Vec::new();
    for kept in 1..=maneuver.turns.unsigned_abs() as usize {
        let mut short = maneuver;
        short.legs[kept..].fill(0);
        let hex = end_of(short, Hex::default(), Facing::NORTH).0;
        if hex != Hex::default() && hex != end && !corners.contains(&hex) {
            corners.push(hex);
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
    use std::collections::HashSet;

    use super::*;

    /// Distinct (hex, facing, speed) of MAJESTIC at rest; the reference's tests count them another way.
    #[test]
    fn thrust_four_at_rest_has_220_end_positions() {
        let all = Candidates::new(4);
        let mut positions = HashSet::new();
        for end in all.ends.iter().filter(|end| end.maneuver.moved() <= 4) {
            positions.insert((end.hex, end.turned, end.maneuver.moved()));
        }
        assert_eq!(positions.len(), 220);
        assert_eq!(all.hexes.len(), 61 + 23 - 4);
    }

    #[test]
    fn ends_are_where_they_are_listed_and_turn_where_it_says() {
        for thrust in 0..=MAX_THRUST {
            let all = Candidates::new(thrust);
            assert!(all.groups.len() <= MAX_GROUPS && all.hexes.len() <= MAX_HEXES);
            for (number, hex) in all.hexes.iter().enumerate() {
                let spots = hex.spots.iter().enumerate().filter(|(_, spot)| **spot != NO_SPOT);
                for (turned, spot) in spots.map(|(turned, spot)| (turned, usize::from(*spot))) {
                    let moved = |end: &End| end.maneuver.moved();
                    assert!(all.ends_of(spot).is_sorted_by_key(moved));
                    for end in all.ends_of(spot) {
                        let (at, facing) = end_of(end.maneuver, Hex::default(), Facing::NORTH);
                        let [q, h] = hex.offsets.map(|table| table[0] as i8);
                        assert_eq!((at, usize::from(facing.index())), (Hex { q, h }, turned));
                        assert_eq!((usize::from(end.hex), usize::from(end.turned)), (number, turned));
                        assert_eq!(all.groups[usize::from(end.group)].moved, moved(end));
                        let told = corners(end.maneuver).into_iter().map(|c| [c.q as u8, c.h as u8]);
                        let listed = end.corners.map(|c| all.hexes[usize::from(c)].offsets.map(|table| table[0]));
                        assert!(told.into_iter().all(|corner| listed.contains(&corner)), "{:?}", end.maneuver);
                    }
                }
            }
        }
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
