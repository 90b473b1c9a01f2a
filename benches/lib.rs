//! What the benches share: matchups by name, and the checksum that tells a faster build from one that plays
//! something else.

use std::sync::Arc;

use lanchester_core::{Force, Job, Matchup, Rules, Side, Tally};
use lanchester_lanes::Level;
use lanchester_scenario::{GameFiles, Library};

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
        policy: library.policy(policy).expect("a shipped policy"),
    };
    Matchup { name: format!("{a} v {b}"), forces: [force(a), force(b)], options: G::Options::default() }
}

/// Plays the first `pairs` pairs of seed 1.
#[must_use]
pub fn play<G: Rules>(matchup: &Matchup<G>, level: Level, pairs: u64) -> Tally {
    let tables = G::prepare(matchup);
    let mut tally = Tally::new();
    G::play(&tables, &mut G::scratch(), level, &Job { seed: 1, cell: 0, pairs: 0..pairs }, &mut tally);
    tally
}

/// What a run of battles played: wins of A, wins of B, draws, total turns. Equal at every level, or something is wrong.
#[must_use]
pub fn checksum(tally: &Tally) -> [u64; 4] {
    [tally.wins[Side::A], tally.wins[Side::B], tally.draws, tally.turns]
}
