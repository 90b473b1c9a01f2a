//! What the cannon of a ship do together: each crew fires one of its list, and each cannon fires once.

use std::ops::RangeInclusive;

use lanchester_lanes::hex::Bearing;

use crate::arcs::Arcs;
use crate::design::{MAX_CREW, MAX_RANGE, MAX_WEAPONS, band};

/// Sets of cones that a volley tells apart, padded to a vector: six cones, what each shares with the next, and all.
pub const SETS: usize = 16;
/// The set of all cones.
pub const ALL: usize = 12;
/// The number of the set in which each bearing class lies: 4k - 1 to 4k + 1 in one cone, 4k + 2 in that and the next.
pub const SET_OF: [u8; Bearing::CLASSES as usize] = {
    let mut sets = [0; Bearing::CLASSES as usize];
    let mut class = 0;
    while class < Bearing::CLASSES {
        sets[class as usize] = (class + 1) % Bearing::CLASSES / 4 * 2 + (class % 4 == 2) as u8;
        class += 1;
    }
    sets
};
/// Whether arcs, a bit a cone, meet each set: all bits or none.
static MEETS: [[i32; SETS]; 64] = {
    let mut all = [[0; SETS]; 64];
    let mut arcs = 0;
    while arcs < 64 {
        let mut class = 0;
        while class < Bearing::CLASSES {
            if Arcs(arcs).meets(Arcs::of_class(class)) {
                all[arcs as usize][SET_OF[class as usize] as usize] = -1;
            }
            class += 1;
        }
        all[arcs as usize][ALL] = if arcs == 0 { 0 } else { -1 };
        arcs += 1;
    }
    all
};

/// Distances that a volley tells apart; at the last one nothing is in reach.
pub const DISTANCES: usize = 64;
const _: () = assert!((MAX_RANGE as usize) < DISTANCES - 1);

/// What a set of cannon comes to that was not fired.
const NEVER: i32 = -1;

/// What a crew does with a cannon, in each of some cases.
#[derive(Clone, Copy, Debug)]
pub struct CrewShot<const CASES: usize> {
    /// The crew's number.
    pub crew: u8,
    /// The cannon's number.
    pub weapon: u8,
    /// What it does.
    pub worth: [i32; CASES],
}

#[inline(always)]
fn raise<const CASES: usize>(most: &mut [i32; CASES], by: &[i32; CASES]) {
    most.iter_mut().zip(by).for_each(|(most, by)| *most = (*most).max(*by));
}

/// PERF: sums of a ship's shots are small; a check for each of them would keep the compiler from vectors.
#[inline(always)]
fn sum<const CASES: usize>(one: &[i32; CASES], other: &[i32; CASES]) -> [i32; CASES] {
    std::array::from_fn(|case| one[case].wrapping_add(other[case]))
}

/// The cannon, a bit each, that more than one crew has.
pub fn shared<const CASES: usize>(shots: &[CrewShot<CASES>]) -> u8 {
    let twice =
        |shot: &&CrewShot<CASES>| shots.iter().any(|other| other.weapon == shot.weapon && other.crew != shot.crew);
    shots.iter().filter(twice).fold(0, |set, shot| set | 1 << shot.weapon)
}

/// The most that crews do together, in each case: each fires once, and none of the `shared` cannon is fired twice. Shots are 0 or
/// more and come crew by crew. `most` is memory.
#[inline(always)]
pub fn together<const CASES: usize>(
    shots: &[CrewShot<CASES>],
    shared: u8,
    most: &mut Vec<[i32; CASES]>,
) -> [i32; CASES] {
    // The most by the set of shared cannon that were fired, in the order of their numbers.
    most.clear();
    most.resize(1 << shared.count_ones(), [NEVER; CASES]);
    most[0] = [0; CASES];
    for crew in shots.chunk_by(|one, other| one.crew == other.crew) {
        // Greater sets first: a crew fires once.
        for set in (0..most.len()).rev() {
            let before = most[set];
            if before[0] == NEVER {
                continue;
            }
            let mut own = [0; CASES];
            for shot in crew {
                if shared >> shot.weapon & 1 == 0 {
                    raise(&mut own, &shot.worth);
                    continue;
                }
                let with = set | 1 << (shared & ((1 << shot.weapon) - 1)).count_ones();
                if with != set {
                    raise(&mut most[with], &sum(&before, &shot.worth));
                }
            }
            most[set] = sum(&before, &own);
        }
    }
    let mut best = [0; CASES];
    most.iter().for_each(|most| raise(&mut best, most));
    best
}

/// A cannon of a crew and what its shot is worth at short, medium and long range.
#[derive(Clone, Copy, Debug)]
pub struct Gun {
    /// The crew's number.
    pub crew: u8,
    /// The cannon's number.
    pub weapon: u8,
    /// Greatest distances of short, medium and long range, in hexes.
    pub ranges: [u8; 3],
    /// Where it bears.
    pub arcs: Arcs,
    /// What its shot is worth at each of them.
    pub worth: [i32; 3],
}

/// All that a ship may fire at another.
#[derive(Clone, Debug)]
pub struct Volley<'g> {
    /// Its cannon.
    pub guns: &'g [Gun],
    /// Crews share them out.
    pub assign: bool,
    /// How far away the target may be.
    pub distances: RangeInclusive<u16>,
}

/// Where it stands what a volley comes to by the number of a set of cones: a row for each distance.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// The first one, which is nothing.
    pub first: usize,
    /// By distance, which one after that: where no gun comes to another band, all is as a hex nearer.
    pub by_distance: [u8; DISTANCES],
}

impl Volley<'_> {
    /// Adds its rows to others. `most` is memory.
    #[inline(always)]
    pub fn rows(&self, fire: &mut Vec<[i32; SETS]>, most: &mut Vec<[i32; SETS]>) -> Rows {
        let guns = self.guns;
        // The distances at which a gun comes to another band, a bit each.
        let bounds = guns.iter().flat_map(|gun| gun.ranges).fold(0u64, |bounds, range| bounds | 2 << range);
        let reach = 63 - (bounds | 1).leading_zeros() as usize;
        let [nearest, farthest] = [self.distances.start(), self.distances.end()].map(|distance| usize::from(*distance));
        let mut rows = Rows { first: fire.len(), by_distance: [0; DISTANCES] };
        fire.push([0; SETS]);
        let mut shots = [CrewShot { crew: 0, weapon: 0, worth: [0; SETS] }; MAX_CREW * MAX_WEAPONS];
        let shots = &mut shots[..guns.len()];
        for (shot, gun) in shots.iter_mut().zip(guns) {
            (shot.crew, shot.weapon) = (gun.crew, gun.weapon);
        }
        let shared = if self.assign { shared(shots) } else { 0 };
        for distance in nearest..reach.min(farthest + 1) {
            if distance == nearest || bounds >> distance & 1 == 1 {
                for (shot, gun) in shots.iter_mut().zip(guns) {
                    let worth = band(gun.ranges, distance as u16).map_or(0, |band| gun.worth[band]);
                    shot.worth = MEETS[usize::from(gun.arcs.0) % MEETS.len()].map(|meets| meets & worth);
                }
                fire.push(together(shots, shared, most));
            }
            rows.by_distance[distance] = (fire.len() - 1 - rows.first) as u8;
        }
        rows
    }
}
