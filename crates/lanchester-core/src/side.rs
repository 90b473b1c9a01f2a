//! The two fleets of a matchup.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::Serialize;

/// A fleet of a matchup. Where it sits (which edge, which dice are "its" dice) is another matter: a pair of battles
/// plays both ways, see [`Side::seat`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Side {
    /// The fleet named first.
    A,
    /// The fleet named second.
    B,
}

impl Side {
    /// Both, A first.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// 0 or 1.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side with this index (taken modulo 2).
    #[must_use]
    pub const fn new(index: usize) -> Self {
        if index.is_multiple_of(2) { Self::A } else { Self::B }
    }

    /// The opponent.
    #[must_use]
    pub const fn opponent(self) -> Self {
        Self::new(self as usize + 1)
    }

    /// The seat (0 or 1) this fleet takes in battle `battle`: even battles of a pair seat A first, odd ones B.
    /// Seats decide the table edge and whose dice are whose, so the two battles of a pair are each other's mirror.
    #[must_use]
    pub const fn seat(self, battle: u64) -> usize {
        (self as usize) ^ (battle as usize & 1)
    }

    /// The lanes, a bit each, in which this fleet takes seat 1, if A does in those of `swapped`.
    #[must_use]
    pub const fn second(self, swapped: u64) -> u64 {
        match self {
            Self::A => swapped,
            Self::B => !swapped,
        }
    }

    /// The fleet in seat `seat` of battle `battle`.
    #[must_use]
    pub const fn in_seat(seat: usize, battle: u64) -> Self {
        Self::new(seat ^ (battle as usize & 1))
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::A => "A",
            Self::B => "B",
        })
    }
}

impl<T> Index<Side> for [T; 2] {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        &self[side.index()]
    }
}

impl<T> IndexMut<Side> for [T; 2] {
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self[side.index()]
    }
}
