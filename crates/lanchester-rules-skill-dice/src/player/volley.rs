//! What the cannon of a ship do together: each crew fires one of its list, and each cannon fires once.

use lanchester_lanes::hex::Bearing;

use crate::arcs::Arcs;
use crate::design::{MAX_CREW, MAX_WEAPONS, band};

/// What each crew does with each cannon.
pub type Shots = [[i32; MAX_WEAPONS]; MAX_CREW];

/// Sets of cones that a volley tells apart: six cones, what two of them share, and all.
const SETS: usize = 13;
/// The set of all cones.
const ALL: usize = SETS - 1;
/// The number of the set in which each bearing class lies: 4k - 1 to 4k + 1 in one cone, 4k + 2 in that and the next.
const SET_OF: [u8; Bearing::CLASSES as usize] = {
    let mut sets = [0; Bearing::CLASSES as usize];
    let mut class = 0;
    while class < Bearing::CLASSES {
        sets[class as usize] = (class + 1) % Bearing::CLASSES / 4 * 2 + (class % 4 == 2) as u8;
        class += 1;
    }
    sets
};

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
    /// By distance from 0, as far as it reaches, its row in `known`: where no gun comes to another band, all is as a hex nearer.
    rows: Vec<u8>,
    /// PERF: what it comes to, by the number of a set of cones. A choice asks some hundred times.
    known: Vec<[i32; SETS]>,
}

impl Volley {
    /// Of these guns, which crews share out if they `assign`.
    pub fn new(guns: Vec<Gun>, assign: bool) -> Self {
        let twice = |gun: &Gun| guns.iter().any(|other| other.weapon == gun.weapon && other.crew != gun.crew);
        let shared = assign && guns.iter().any(twice);
        let reach = guns.iter().map(|gun| u16::from(gun.ranges[2]) + 1).max().unwrap_or(0);
        let differs = |distance: u16| {
            guns.iter().any(|gun| band(gun.ranges, distance) != band(gun.ranges, distance.saturating_sub(1)))
        };
        let mut row = 0;
        let rows: Vec<u8> = (0..reach)
            .map(|distance| {
                row += u8::from(differs(distance));
                row
            })
            .collect();
        let known = vec![[UNKNOWN; SETS]; rows.last().map_or(0, |row| usize::from(*row) + 1)];
        Self { guns, shared, rows, known }
    }

    /// Whether a gun of it reaches so far.
    pub const fn reaches(&self, distance: u16) -> bool {
        (distance as usize) < self.rows.len()
    }

    /// What it comes to at a distance, at what is seen in a bearing class; `None` wherever that is.
    #[inline]
    pub fn at(&mut self, distance: u16, class: Option<u8>) -> i32 {
        let Some(row) = self.rows.get(usize::from(distance)) else { return 0 };
        let set = class.map_or(ALL, |class| SET_OF[usize::from(class)].into());
        let row = usize::from(*row);
        match self.known[row][set] {
            UNKNOWN => self.work_out(distance, class, [row, set]),
            fire => fire,
        }
    }

    #[cold]
    fn work_out(&mut self, distance: u16, class: Option<u8>, [row, set]: [usize; 2]) -> i32 {
        let fire = self.fire(distance, class.map_or(Arcs::ALL, Arcs::of_class));
        self.known[row][set] = fire;
        fire
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
