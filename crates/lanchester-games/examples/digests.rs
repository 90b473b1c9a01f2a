//! What this machine plays, as digests that must be the same on every machine: `digests [PAIRS]`.
//!
//! Each game's shipped matchups and its proving ground under one policy after another are played at the best level. One
//! line a matchup: wins of A, wins of B, draws, turns, the digest of all counts, that of the first battles' events, the
//! matchup. `scripts/check-levels` compares the lines of machines that have other instructions. Needs no files and no
//! threads, so it runs wherever Rust compiles to.

use std::fmt::Debug;
use std::process::ExitCode;
use std::sync::Arc;

use lanchester_core::{Force, Job, Matchup, Rules, Side, Tally};
use lanchester_games::{Game, GameName, Visitor};
use lanchester_lanes::{LANES, Level};
use lanchester_scenario::{Kind, Library, Problems};

/// Pairs of a matchup unless said: more battles than a batch has lanes, so that lanes are refilled.
const PAIRS: u64 = 40;

/// Battles of a matchup whose events are compared too.
const RECORDED: u64 = 4;

const SEED: u64 = 1;

fn main() -> ExitCode {
    let pairs = match std::env::args().nth(1).map(|word| word.parse()) {
        None => PAIRS,
        Some(Ok(pairs)) => pairs,
        Some(Err(_)) => {
            eprintln!("usage: digests [PAIRS]");
            return ExitCode::FAILURE;
        }
    };
    let level = Level::best();
    eprintln!("level {level}, {LANES} lanes");
    for game in GameName::ALL {
        if let Err(problems) = game.visit(Digests { level, pairs }) {
            eprintln!("{problems}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Prints the digests of a game.
struct Digests {
    level: Level,
    pairs: u64,
}

impl Visitor for Digests {
    type Output = Result<(), Problems>;

    fn visit<G: Game>(self) -> Self::Output {
        let mut workspace = G::workspace();
        for matchup in matchups::<G>()? {
            let prepared = G::prepare(&matchup);
            let mut tally = Tally::new();
            let job = Job { seed: SEED, cell: 0, pairs: 0..self.pairs };
            G::play(&prepared, &mut workspace, self.level, &job, &mut tally);
            let events = G::record(&prepared, self.level, SEED, 0, 0..RECORDED);
            let [a, b] = Side::BOTH.map(|side| tally.wins[side]);
            let Tally { draws, turns, .. } = tally;
            let [counts, events] = [digest(&tally), digest(&events)];
            println!("{}: {a} {b} {draws} {turns} {counts:016x} {events:016x} {}", G::NAME, matchup.name);
        }
        Ok(())
    }
}

/// The shipped matchups, and the proving ground with each policy against the next.
fn matchups<G: Game>() -> Result<Vec<Matchup<G>>, Problems> {
    let library = Library::<G>::shipped();
    let mut matchups: Vec<Matchup<G>> = Vec::new();
    for id in library.ids(Kind::Matchup) {
        matchups.push(library.matchup(id)?);
    }
    let policies: Vec<&str> = library.ids(Kind::Policy).collect();
    let rounds = policies.len().max(G::PROVING_GROUND.len());
    for (i, [a, b]) in G::PROVING_GROUND.iter().cycle().take(rounds).enumerate() {
        let [one, other] = [i, i + 1].map(|i| policies[i % policies.len()]);
        matchups.push(Matchup {
            name: format!("{a} ({one}) against {b} ({other})"),
            forces: [force(&library, a, one)?, force(&library, b, other)?],
            options: <G as Rules>::Options::default(),
        });
    }
    Ok(matchups)
}

/// A shipped ship or fleet under a shipped policy.
fn force<G: Game>(library: &Library<G>, what: &str, policy: &str) -> Result<Force<G>, Problems> {
    let ships = match library.fleet(what) {
        Ok(fleet) => fleet.ships.iter().map(|(_, ship)| Arc::clone(ship)).collect(),
        Err(_) => vec![library.ship(what)?],
    };
    Ok(Force { name: what.to_owned(), ships, stations: None, commander: library.policy(policy)?.into() })
}

/// FNV-1a (Fowler, Noll & Vo 1991) of what a value shows of itself, which is the same on machines of any word size.
fn digest(of: &impl Debug) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    format!("{of:?}").bytes().fold(0xcbf2_9ce4_8422_2325, mix)
}
