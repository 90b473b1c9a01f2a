//! What the cannon of a ship do together: each crew fires one of its list, and each cannon fires once.

use std::cell::{Cell, OnceCell};

use crate::arcs::Arcs;
use crate::design::{MAX_CREW, MAX_WEAPONS, band};

/// What each crew does with each cannon.
pub type Shots = [[i32; MAX_WEAPONS]; MAX_CREW];

/// Sets of cones, by their bits.
const SETS: usize = Arcs::ALL.0 as usize + 1;
/// A fire that was not worked out yet.
const UNKNOWN: i32 = -1;

/// The most that crews do together with cannon that are not in a set, a bit each: no cannon is fired twice.
pub fn together(shots: &Shots, used: u8) -> i32 {
    // The most by the set of cannon that were fired.
    let mut most = [UNKNOWN; 1 << MAX_WEAPONS];
    most[usize::from(used)] = 0;
    for crew in shots.iter().filter(|crew| **crew != [0; MAX_WEAPONS]) {
        // Greater sets first: a crew fires once.
        for set in (0..most.len()).rev() {
            let sum = most[set];
            if sum == UNKNOWN {
                continue;
            }
            for (nth, shot) in crew.iter().enumerate().filter(|(nth, _)| set >> nth & 1 == 0) {
                let with = &mut most[set | 1 << nth];
                *with = (*with).max(sum + shot);
            }
        }
    }
    most.into_iter().max().unwrap_or(0)
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
pub struct Volley {
    guns: Vec<Gun>,
    /// Two crews have a cannon in common, and share out what they have.
    shared: bool,
    /// The hexes that it reaches, from 0.
    reach: u16,
    /// PERF: what it comes to at each distance, by cones. A choice asks some hundred times.
    known: OnceCell<Vec<Cell<i32>>>,
}

impl Volley {
    /// Of these guns, which crews share out if they `assign`.
    pub fn new(guns: Vec<Gun>, assign: bool) -> Self {
        let twice = |gun: &Gun| guns.iter().any(|other| other.weapon == gun.weapon && other.crew != gun.crew);
        let shared = assign && guns.iter().any(twice);
        let reach = guns.iter().map(|gun| u16::from(gun.ranges[2]) + 1).max().unwrap_or(0);
        Self { guns, shared, reach, known: OnceCell::new() }
    }

    /// Whether a gun of it reaches so far.
    pub const fn reaches(&self, distance: u16) -> bool {
        distance < self.reach
    }

    /// What it comes to at a distance, at what is seen in a bearing class; `None` wherever that is.
    pub fn at(&self, distance: u16, class: Option<u8>) -> i32 {
        if !self.reaches(distance) {
            return 0;
        }
        let known = self.known.get_or_init(|| vec![Cell::new(UNKNOWN); usize::from(self.reach) * SETS]);
        let cones = class.map_or(Arcs::ALL, Arcs::of_class);
        let known = &known[usize::from(distance) * SETS + usize::from(cones.0)];
        if known.get() == UNKNOWN {
            known.set(self.fire(distance, cones));
        }
        known.get()
    }

    /// What all crews do where their guns bear on any of these cones.
    fn fire(&self, distance: u16, cones: Arcs) -> i32 {
        let mut shots: Shots = Default::default();
        for gun in self.guns.iter().filter(|gun| gun.arcs.meets(cones)) {
            let worth = band(gun.ranges, distance).map_or(0, |band| gun.worth[band]);
            shots[usize::from(gun.crew)][usize::from(gun.weapon)] = worth;
        }
        if self.shared {
            return together(&shots, 0);
        }
        shots.iter().map(|crew| crew.iter().max().copied().unwrap_or(0)).sum()
    }
}
