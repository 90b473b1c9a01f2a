//! Both fleets of a matchup in one list: the ships of A, then the ships of B.

use std::ops::{Deref, DerefMut, Range};

use lanchester_core::Side;
use lanchester_lanes::LaneMask;

use crate::ShipId;

/// What is known of each ship (or flight, or any other unit) of both sides: A's in slot order, then B's.
#[derive(Clone, Debug)]
pub struct Lineup<T> {
    units: Vec<T>,
    first_b: usize,
}

impl<T> Lineup<T> {
    /// The units of A and of B, each in slot order.
    #[must_use]
    pub fn new([a, b]: [Vec<T>; 2]) -> Self {
        let first_b = a.len();
        let mut units = a;
        units.extend(b);
        Self { units, first_b }
    }

    /// The units of a side, as indices into the list.
    #[inline(always)]
    #[must_use]
    pub fn side(&self, side: Side) -> Range<usize> {
        match side {
            Side::A => 0..self.first_b,
            Side::B => self.first_b..self.units.len(),
        }
    }

    /// The side of a unit.
    #[inline(always)]
    #[must_use]
    pub fn side_of(&self, unit: usize) -> Side {
        if unit < self.first_b { Side::A } else { Side::B }
    }

    /// The slot of a unit in its fleet.
    #[inline(always)]
    #[must_use]
    pub fn slot_of(&self, unit: usize) -> u8 {
        (if unit < self.first_b { unit } else { unit - self.first_b }) as u8
    }

    /// The name of a unit in events, where units are ships.
    #[must_use]
    pub fn id(&self, unit: usize) -> ShipId {
        ShipId { side: self.side_of(unit), slot: self.slot_of(unit) }
    }

    /// The units that are alike, of one side, together.
    #[must_use]
    pub fn classes(&self, alike: impl Fn(&T, &T) -> bool) -> Vec<Vec<usize>> {
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for (unit, of) in self.units.iter().enumerate() {
            let same = |other: usize| self.side_of(other) == self.side_of(unit) && alike(&self.units[other], of);
            match classes.iter_mut().find(|class| same(class[0])) {
                Some(class) => class.push(unit),
                None => classes.push(vec![unit]),
            }
        }
        classes
    }
}

impl<T> Deref for Lineup<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.units
    }
}

impl<T> DerefMut for Lineup<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.units
    }
}

/// The side that a mask names in one lane: A where its bit is set.
#[inline(always)]
#[must_use]
pub fn side_in(a: LaneMask, lane: usize) -> Side {
    if a >> lane & 1 == 1 { Side::A } else { Side::B }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ships_of_b_follow_those_of_a() {
        let lineup = Lineup::new([vec!["x", "y", "x"], vec!["x", "z"]]);
        assert_eq!([lineup.side(Side::A), lineup.side(Side::B)], [0..3, 3..5]);
        assert_eq!([2, 3].map(|ship| (lineup.side_of(ship), lineup.slot_of(ship))), [(Side::A, 2), (Side::B, 0)]);
        assert_eq!((lineup[4], lineup.len()), ("z", 5));
    }

    #[test]
    fn classes_do_not_cross_sides() {
        let lineup = Lineup::new([vec!["x", "y", "x"], vec!["x", "z"]]);
        assert_eq!(lineup.classes(|a, b| a == b), [vec![0, 2], vec![1], vec![3], vec![4]]);
    }
}
