//! The twenty firing arcs.

use lanchester_lanes::hex::ClockArc;

/// ### NOVA 5.2 Firing arcs (p. 11)
/// Name, first hour and last hour, clockwise with 12 dead ahead; both borders belong to the arc. The turret covers
/// everything.
pub const ARCS: [(&str, u8, u8); 20] = [
    ("FF", 10, 2),
    ("AA", 4, 8),
    ("PP", 7, 11),
    ("SS", 1, 5),
    ("FP", 8, 12),
    ("FS", 12, 4),
    ("AP", 6, 10),
    ("AS", 2, 6),
    ("FR", 11, 1),
    ("AR", 5, 7),
    ("PR", 8, 10),
    ("SR", 2, 4),
    ("FH", 9, 3),
    ("AH", 3, 9),
    ("PH", 6, 12),
    ("SH", 12, 6),
    ("FX", 8, 4),
    ("AX", 2, 10),
    ("TR", 7, 5),
    ("TT", 12, 12),
];

/// One of the twenty arcs, by its place in [`ARCS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arc(u8);

impl Arc {
    /// The arc with this two-letter name.
    pub fn by_name(name: &str) -> Option<Self> {
        ARCS.iter().position(|(n, ..)| *n == name).map(|i| Self(i as u8))
    }

    /// All of them, in the order of [`ARCS`].
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ARCS.len() as u8).map(Self)
    }

    /// Its two letters.
    pub const fn name(self) -> &'static str {
        ARCS[self.0 as usize].0
    }

    /// The part of the clock face it covers.
    pub const fn clock(self) -> ClockArc {
        let (_, from, to) = ARCS[self.0 as usize];
        if from == to { ClockArc::ALL } else { ClockArc::between(from, to) }
    }

    /// Its letters and what it covers, for a reader: `FX 8 to 4`.
    fn in_words(self) -> String {
        let (name, from, to) = ARCS[self.0 as usize];
        if from == to { format!("{name} all around") } else { format!("{name} {from} to {to}") }
    }
}

/// What arcs cover, as a sentence for a reader.
pub fn explained(arcs: impl IntoIterator<Item = Arc>) -> String {
    let arcs: Vec<String> = arcs.into_iter().map(Arc::in_words).collect();
    format!("Arcs run clockwise from hour to hour, borders included, with 12 dead ahead: {}.", arcs.join(", "))
}
