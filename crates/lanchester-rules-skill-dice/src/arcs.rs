//! The six cones around a ship in which its weapons bear.

use std::fmt;

use lanchester_lanes::hex::{Bearing, Facing, Hex16};
use serde::{Serialize, Serializer};

/// The words of the cones in files, clockwise from ahead.
pub const CONES: [&str; 6] = ["front", "front-right", "rear-right", "rear", "rear-left", "front-left"];

/// A set of cones, a bit each, clockwise from ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Arcs(pub u8);

impl Serialize for Arcs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|cone| CONES[cone]))
    }
}

impl Arcs {
    /// All around.
    pub const ALL: Self = Self(0b11_1111);
    /// The cone ahead.
    pub const FRONT: Self = Self(1);

    /// One cone, 0 (ahead) to 5.
    pub const fn one(cone: usize) -> Self {
        Self(1 << (cone % 6))
    }

    /// Its cones, clockwise from ahead.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..6).filter(move |cone| self.0 >> cone & 1 == 1)
    }

    /// How many cones it has.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether a cone of both sets is the same.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// ### SKILLDICE 3.2 Arcs (second reading)
    /// The cones of a ship at `at` that faces `facing` in which another hex lies: six of 60 degrees, each around a hexside, and
    /// two of them on the ray between. None for its own hex.
    ///
    /// RULING: the page lost its arcs; cones around the hexsides, both of which have the hexes on the ray between them, are the
    /// parent game's.
    pub fn of(at: Hex16, facing: Facing, other: Hex16) -> Self {
        let Some(bearing) = Bearing::of(at.to(other)) else { return Self::default() };
        Self::of_class(bearing.seen_from(facing).class())
    }

    /// The cones of a bearing class as seen from the ship.
    pub const fn of_class(class: u8) -> Self {
        let cone = (class + 2) / 4 % 6;
        // Classes 2, 6, 10 … are the rays between two cones.
        if class % 4 == 2 { Self(1 << ((cone + 5) % 6) | 1 << cone) } else { Self(1 << cone) }
    }
}

impl fmt::Display for Arcs {
    /// Its cones in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::ALL {
            return f.write_str("all around");
        }
        f.write_str(&self.iter().map(|cone| CONES[cone]).collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    mod skilldice_3_2 {
        use super::*;

        /// The hexes of a ring in each cone, counted by hand: both of the corner's cones have it.
        #[test]
        fn six_cones_share_the_rays_between_them() {
            let here = Hex16::default();
            let cones = |q, h| Arcs::of(here, Facing::NORTH, Hex16::new(q, h)).iter().collect::<Vec<_>>();
            assert_eq!(cones(0, 2), [0], "a hexside ahead");
            assert_eq!(cones(1, 1), [1]);
            assert_eq!(cones(1, 3), [0, 1], "the corner between both");
            assert_eq!(cones(2, 0), [1, 2]);
            assert_eq!(cones(-1, 3), [0, 5], "the corner to the left");
            assert_eq!(cones(0, -8), [3]);
            assert_eq!(cones(0, 0), [0usize; 0], "its own hex");
            let ahead = |range: i16| {
                let ring = (-range..=range).flat_map(|q| (-2 * range..=2 * range).map(move |h| (q, h)));
                let ring = ring.filter(|(q, h)| (q + h) % 2 == 0).map(|(q, h)| Hex16::new(q, h));
                let of = |hex: &Hex16| Arcs::of(here, Facing::NORTH, *hex).meets(Arcs::FRONT);
                ring.filter(|hex| hex.distance(here) == range as u16 && of(hex)).count()
            };
            // 60 degrees of six times the range; both rays where there are hexes on them, at every even range.
            assert_eq!([1, 2, 3, 4].map(ahead), [1, 3, 3, 5]);
        }

        #[test]
        fn cones_turn_with_the_ship() {
            let east = Hex16::new(4, 2);
            let cone = |facing| Arcs::of(Hex16::default(), Facing::new(facing), east).iter().next();
            assert_eq!([0, 1, 2, 3].map(cone), [Some(1), Some(0), Some(5), Some(4)]);
        }

        #[test]
        fn sets_of_cones_in_words() {
            assert_eq!(Arcs(0b11).to_string(), "front, front-right");
            assert_eq!((Arcs::ALL.to_string(), Arcs::ALL.count()), ("all around".to_owned(), 6));
        }
    }
}
