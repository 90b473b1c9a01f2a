//! The four arcs around a ship, for fire and for shields.

use lanchester_lanes::hex::{Bearing, Facing, Hex16};
use serde::Serialize;

/// A shield arc, which is a firing arc too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arc {
    /// 60 degrees ahead.
    Forward,
    /// 120 degrees to the right.
    Right,
    /// 60 degrees behind.
    Rear,
    /// 120 degrees to the left.
    Left,
}

impl Arc {
    /// All four, clockwise from ahead: the order of shields in files.
    pub const ALL: [Self; 4] = [Self::Forward, Self::Right, Self::Rear, Self::Left];
    /// Their words in files, in that order.
    pub const WORDS: [&'static str; 4] = ["forward", "right", "rear", "left"];

    /// What each covers, for a reader.
    const COVER: [&'static str; 4] = ["60 degrees ahead", "120 to the right", "60 behind", "120 to the left"];

    /// What all of them cover, as a sentence for a reader.
    pub fn explained() -> String {
        let arcs = Self::ALL.map(|arc| format!("{} {}", arc.word(), Self::COVER[arc.index()])).join(", ");
        format!("Arcs, of weapons and of shields in this order: {arcs}.")
    }

    /// 0 (forward) to 3 (left).
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its word.
    pub const fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    /// ### TALON 5.3.1 Firing arcs
    /// The arc of a ship at `at` that faces `facing` in which the hex `other` lies; `None` for its own hex. The forward arc has one
    /// adjacent hex, each side two, the rear one.
    ///
    /// RULING: hexes exactly on the rays of 30 and 150 degrees are in the forward and the rear arc, or in those of the sides
    /// with the option `arc_boundary = "sides"`.
    pub fn of(at: Hex16, facing: Facing, other: Hex16, boundary: Boundary) -> Option<Self> {
        let class = Bearing::of(at.to(other))?.seen_from(facing).class();
        Some(match (class, boundary) {
            (2 | 22, Boundary::FrontRear) | (0 | 1 | 23, _) => Self::Forward,
            (10 | 14, Boundary::FrontRear) | (11..=13, _) => Self::Rear,
            (2..=10, _) => Self::Right,
            _ => Self::Left,
        })
    }
}

lanchester_scenario::words! {
    /// Whose the hexes on the rays between two arcs are (TALON 5.3.1).
    pub enum Boundary("arcs") {
        /// The forward and the rear arc.
        FrontRear = "front-rear",
        /// The arcs of the sides.
        Sides = "sides",
    }
}

/// A set of arcs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arcs(u8);

impl Arcs {
    /// The same set with one more.
    pub const fn with(self, arc: Arc) -> Self {
        Self(self.0 | 1 << arc as u8)
    }

    /// Whether the arc is in it.
    pub const fn contains(self, arc: Arc) -> bool {
        self.0 >> arc as u8 & 1 == 1
    }

    /// Those in it, clockwise from ahead.
    pub fn iter(self) -> impl Iterator<Item = Arc> {
        Arc::ALL.into_iter().filter(move |arc| self.contains(*arc))
    }
}

impl FromIterator<Arc> for Arcs {
    fn from_iter<I: IntoIterator<Item = Arc>>(arcs: I) -> Self {
        arcs.into_iter().fold(Self::default(), Self::with)
    }
}

/// ### TALON P.14 Wave motion gun
/// The directions directly away from a firer along a displacement: one, or two on the line between them.
pub fn away(from: Hex16, to: Hex16) -> Vec<Facing> {
    match directions_away(from, to) {
        Some([one, other]) if one == other => vec![one],
        both => both.into_iter().flatten().collect(),
    }
}

/// The same two directions, which are one where the displacement is on no line between two; `None` without a displacement.
pub fn directions_away(from: Hex16, to: Hex16) -> Option<[Facing; 2]> {
    let class = i32::from(Bearing::of(from.to(to))?.class());
    let turns = match class % 4 {
        2 => [0, 1],
        3 => [1, 1],
        _ => [0, 0],
    };
    Some(turns.map(|turn| Facing::new(class / 4 + turn)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many hexes at a range are in each arc of a ship that faces north.
    fn hexes(range: u16, boundary: Boundary) -> [usize; 4] {
        let mut count = [0; 4];
        for q in -8i16..=8 {
            for h in (-16i16..=16).filter(|h| (q + h) % 2 == 0) {
                let hex = Hex16::new(q, h);
                if hex.distance(Hex16::default()) == range
                    && let Some(arc) = Arc::of(Hex16::default(), Facing::NORTH, hex, boundary)
                {
                    count[arc.index()] += 1;
                }
            }
        }
        count
    }

    mod talon_5_3_1 {
        use super::*;

        /// Counts by hand: 60 degrees ahead and astern with their boundary hexes, 120 to each side without.
        #[test]
        fn hexes_of_each_arc_by_range() {
            let counts = [[1, 2, 1, 2], [3, 3, 3, 3], [3, 6, 3, 6], [5, 7, 5, 7]];
            for (range, expected) in (1..).zip(counts) {
                assert_eq!(hexes(range, Boundary::FrontRear), expected, "range {range}");
            }
            // Two boundary hexes ahead and two astern at every even range change hands.
            assert_eq!(hexes(2, Boundary::Sides), [1, 5, 1, 5]);
            assert_eq!(hexes(3, Boundary::Sides), [3, 6, 3, 6]);
        }

        #[test]
        fn arcs_turn_with_the_ship() {
            let east = Hex16::new(2, 0);
            let arc = |facing| Arc::of(Hex16::default(), Facing::new(facing), east, Boundary::FrontRear).unwrap();
            assert_eq!([0, 1, 2, 3, 4, 5].map(arc), {
                use Arc::{Forward, Left, Rear, Right};
                [Right, Forward, Forward, Left, Rear, Rear]
            });
            assert_eq!(Arc::of(east, Facing::NORTH, east, Boundary::FrontRear), None);
        }
    }

    mod talon_p_14 {
        use super::*;

        #[test]
        fn a_target_goes_straight_away_and_on_a_line_the_firer_chooses() {
            let here = Hex16::default();
            let names = |q, h| away(here, Hex16::new(q, h)).iter().map(ToString::to_string).collect::<Vec<_>>();
            assert_eq!(names(0, 6), ["N"]);
            assert_eq!(names(1, 5), ["N"]);
            assert_eq!(names(2, 4), ["NE"]);
            assert_eq!(names(3, 1), ["NE"]);
            assert_eq!(names(1, 3), ["N", "NE"]);
            assert_eq!(names(2, 0), ["NE", "SE"]);
            assert_eq!(names(-1, 3), ["NW", "N"]);
        }
    }
}
