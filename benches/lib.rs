//! What the benches share: the matchups that figures are quoted of, by name, and the checksum that tells a faster build
//! from one that plays something else.
//!
//! - [`scalar`]: plain scalar programs of the same games, to compare with.
//! - [`midway`]: batches as they are in the middle of battles, for the benches of single kernels.
//! - [`pools`]: dice alone.

use std::sync::Arc;

use lanchester_core::arena::CellJob;
use lanchester_core::{Force, Job, Matchup, Rules, Side, Tally};
use lanchester_lanes::Level;
use lanchester_rules_nova::Nova;
use lanchester_scenario::{GameFiles, Library};

pub mod midway;
pub mod pools;
pub mod scalar;
#[cfg(test)]
mod tests;

/// A matchup that figures are quoted of.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// What it is called.
    pub name: &'static str,
    /// Shipped ship or fleet A.
    pub a: &'static str,
    /// Shipped ship or fleet B.
    pub b: &'static str,
    /// Shipped policy of both.
    pub policy: &'static str,
    /// Pairs to play in one go, at most a chunk.
    pub pairs: u64,
}

/// One ship against one.
pub const DUELS: [Case; 4] = [
    Case { name: "majestic mirror, greedy", a: "majestic", b: "majestic", policy: "greedy", pairs: 2048 },
    Case { name: "majestic mirror, charge", a: "majestic", b: "majestic", policy: "charge", pairs: 2048 },
    Case { name: "majestic mirror, foresight", a: "majestic", b: "majestic", policy: "foresight", pairs: 512 },
    Case { name: "majestic mirror, hold", a: "majestic", b: "majestic", policy: "hold", pairs: 2048 },
];

/// Fleet actions: six ships of mixed designs a side, seven against three, twelve small ones against three and against one.
pub const FLEETS: [Case; 4] = [
    Case { name: "six mixed a side, greedy", a: "meridian-large", b: "vesper-large", policy: "greedy", pairs: 256 },
    Case { name: "two medium fleets, greedy", a: "meridian-medium", b: "karst-medium", policy: "greedy", pairs: 256 },
    Case { name: "swarm of 12 v 3, greedy", a: "vesper-swarm", b: "karst-medium", policy: "greedy", pairs: 256 },
    Case { name: "swarm v capital, greedy", a: "vesper-swarm", b: "meridian-capital", policy: "greedy", pairs: 256 },
];

/// Starmada X: duels, carriers, and fleet actions at 1000 points.
pub const STARMADA_X: [Case; 7] = [
    Case { name: "X: mouse mirror, greedy", a: "mouse", b: "mouse", policy: "greedy", pairs: 2048 },
    Case { name: "X: mouse mirror, charge", a: "mouse", b: "mouse", policy: "charge", pairs: 2048 },
    Case { name: "X: mouse mirror, foresight", a: "mouse", b: "mouse", policy: "foresight", pairs: 512 },
    Case { name: "X: mouse mirror, hold", a: "mouse", b: "mouse", policy: "hold", pairs: 2048 },
    Case { name: "X: two fleet carriers, greedy", a: "corona", b: "hydra", policy: "greedy", pairs: 512 },
    Case {
        name: "X: two lines at 1000 points, greedy",
        a: "league-line",
        b: "pact-line",
        policy: "greedy",
        pairs: 128,
    },
    Case {
        name: "X: two carrier fleets at 1000 points, greedy",
        a: "league-carriers",
        b: "pact-carriers",
        policy: "greedy",
        pairs: 128,
    },
];

/// Talon: the same cruiser on both sides, and a fleet of each navy at 300 points.
pub const TALON: [Case; 4] = [
    Case { name: "Talon: CA mirror, greedy", a: "terran-ca", b: "terran-ca", policy: "greedy", pairs: 1024 },
    Case { name: "Talon: CA mirror, default", a: "terran-ca", b: "terran-ca", policy: "default", pairs: 1024 },
    Case { name: "Talon: CA v CA, default", a: "terran-ca", b: "talon-ca", policy: "default", pairs: 1024 },
    Case {
        name: "Talon: fleets at 300 points, default",
        a: "terran-300",
        b: "talon-300",
        policy: "default",
        pairs: 128,
    },
];

impl Case {
    /// The matchup.
    #[must_use]
    pub fn matchup<G: GameFiles>(&self) -> Matchup<G> {
        matchup(self.a, self.b, self.policy)
    }

    /// A study of so many cells of it, `pairs` pairs each.
    #[must_use]
    pub fn cells(&self, cells: u64, pairs: u64) -> Vec<CellJob<Nova>> {
        let matchup = self.matchup::<Nova>();
        let copy = |Matchup { name, forces, options }: &Matchup<Nova>| Matchup {
            name: name.clone(),
            forces: forces.clone(),
            options: options.clone(),
        };
        (0..cells).map(|number| CellJob { number, matchup: copy(&matchup), pairs }).collect()
    }
}

/// Shipped ship or fleet `a` against `b`, both under the shipped policy `policy`.
///
/// # Panics
/// If one of the names is not shipped.
#[must_use]
pub fn matchup<G: GameFiles>(a: &str, b: &str, policy: &str) -> Matchup<G> {
    let library = Library::<G>::shipped();
    let force = |what: &str| Force {
        name: what.into(),
        ships: match library.fleet(what) {
            Ok(fleet) => fleet.ships.iter().map(|(_, ship)| Arc::clone(ship)).collect(),
            Err(_) => vec![library.ship(what).expect("a shipped ship or fleet")],
        },
        stations: None,
        commander: library.policy(policy).expect("a shipped policy").into(),
    };
    Matchup { name: format!("{a} v {b}"), forces: [force(a), force(b)], options: G::Options::default() }
}

/// Plays the first `pairs` pairs of seed 1.
#[must_use]
pub fn play<G: Rules>(matchup: &Matchup<G>, level: Level, pairs: u64) -> Tally {
    let tables = G::prepare(matchup);
    let mut tally = Tally::new();
    G::play(&tables, &mut G::workspace(), level, &Job { seed: 1, cell: 0, pairs: 0..pairs }, &mut tally);
    tally
}

/// What a run of battles played: wins of A, wins of B, draws, total turns. Equal at every level, or something is wrong.
#[must_use]
pub fn checksum(tally: &Tally) -> [u64; 4] {
    [tally.wins[Side::A], tally.wins[Side::B], tally.draws, tally.turns]
}
