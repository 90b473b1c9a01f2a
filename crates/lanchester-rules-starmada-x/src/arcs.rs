//! The six firing arcs, and sets of them.

use std::fmt;

use lanchester_lanes::hex::{Bearing, ClockArc};

/// Letter, first hour and last hour of each arc, clockwise with 12 dead ahead.
///
/// ### X 4.1.2 Firing arcs (p. 15)
/// RULING: the diagram is lost. A fore-port, B fore-starboard, C port, D starboard, E aft-port, F aft-starboard, 60° each;
/// both borders belong to an arc, so dead ahead lies in A and in B.
pub const ARCS: [(char, u8, u8); 6] =
    [('A', 10, 12), ('B', 12, 2), ('C', 8, 10), ('D', 2, 4), ('E', 6, 8), ('F', 4, 6)];

/// What the arcs cover, as a sentence for a reader.
pub fn explained() -> String {
    let arcs = ARCS.map(|(letter, from, to)| format!("{letter} {from} to {to}")).join(", ");
    format!("Arcs run clockwise from hour to hour, borders included, with 12 dead ahead: {arcs}.")
}

/// A set of arcs: what one weapon covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Arcs(u8);

impl Arcs {
    /// All around.
    pub const ALL: Self = Self(0b11_1111);

    /// The set of these letters; `None` for another letter, a letter twice, or none at all.
    pub fn by_letters(letters: &str) -> Option<Self> {
        let mut set = 0;
        for letter in letters.chars() {
            let bit = 1 << ARCS.iter().position(|(known, ..)| *known == letter)?;
            if set & bit != 0 {
                return None;
            }
            set |= bit;
        }
        (set != 0).then_some(Self(set))
    }

    /// The set of these bits, A lowest; the lowest six count, and an empty set becomes A.
    pub const fn from_bits(bits: u8) -> Self {
        let bits = bits & Self::ALL.0;
        Self(if bits == 0 { 1 } else { bits })
    }

    /// How many arcs, 1 to 6.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether a ship-relative bearing class (0 to 23) lies in one of them, borders included.
    pub fn covers_class(self, class: u8) -> bool {
        let arcs = ARCS.iter().enumerate().filter(|(arc, _)| self.0 >> arc & 1 == 1);
        arcs.into_iter().any(|(_, (_, from, to))| ClockArc::between(*from, *to).contains_class(class))
    }

    /// Whether a ship-relative bearing lies in one of them, borders included.
    pub fn covers(self, bearing: Bearing) -> bool {
        self.covers_class(bearing.class())
    }
}

impl fmt::Display for Arcs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ARCS.iter().enumerate().filter(|(arc, _)| self.0 >> arc & 1 == 1).try_for_each(|(_, (l, ..))| write!(f, "{l}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    mod x_4_1_2 {
        use super::*;

        #[test]
        fn borders_belong_to_both_arcs() {
            let covering = |class: u8| -> String {
                let arc = |l: &&(char, u8, u8)| Arcs::by_letters(&l.0.to_string()).unwrap().covers_class(class);
                ARCS.iter().filter(arc).map(|(l, ..)| *l).collect()
            };
            let all: Vec<String> = (0..24).map(covering).collect();
            assert_eq!(all[0], "AB", "dead ahead");
            assert_eq!((all[1].as_str(), all[3].as_str(), all[4].as_str()), ("B", "B", "BD"));
            assert_eq!((all[6].as_str(), all[8].as_str(), all[10].as_str()), ("D", "DF", "F"));
            assert_eq!((all[12].as_str(), all[14].as_str(), all[16].as_str()), ("EF", "E", "CE"));
            assert_eq!((all[18].as_str(), all[20].as_str(), all[23].as_str()), ("C", "AC", "A"));
            assert!((0..24).all(|class| Arcs::ALL.covers_class(class)));
        }

        #[test]
        fn sets_read_back() {
            for bits in 1..64 {
                let arcs = Arcs::from_bits(bits);
                assert_eq!(Arcs::by_letters(&arcs.to_string()), Some(arcs));
                assert_eq!(arcs.count(), bits.count_ones());
            }
            assert!(["", "G", "AA", "a", "A B"].iter().all(|bad| Arcs::by_letters(bad).is_none()));
        }
    }
}
