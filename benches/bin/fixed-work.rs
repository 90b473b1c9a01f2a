//! Fixed work for `scripts/count-instructions`: `fixed-work LEVEL CASE` plays a few battles of one case at one level.
//!
//! Only what [`counted`] runs is counted, so that neither reading files nor the hasher's seed comes into it. Prints
//! `BATTLES CHECKSUM…`, or nothing where the machine lacks the level.

use std::process::ExitCode;

use lanchester_benches::{Case, DUELS, FLEETS, STARMADA_X, TALON, checksum};
use lanchester_core::{Job, Rules, Tally};
use lanchester_lanes::{Level, LevelName};
use lanchester_rules_nova::Nova;
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_talon::Talon;
use lanchester_scenario::GameFiles;

/// Plays so many pairs of a case at a level.
type Work = fn(&Case, Level, u64);

/// Name, how it is played, case and pairs: of Nova duels enough to fill all batches of a thread, so that lanes are as busy as in a
/// study; of fleet actions, which take long, and of the games that play one batch at a time fewer.
const WORK: [(&str, Work, Case, u64); 7] = [
    ("greedy-duel", work::<Nova>, DUELS[0], 1024),
    ("charge-duel", work::<Nova>, DUELS[1], 1024),
    ("six-mixed", work::<Nova>, FLEETS[0], 128),
    ("x-duel", work::<StarmadaX>, STARMADA_X[0], 256),
    ("x-lines", work::<StarmadaX>, STARMADA_X[5], 32),
    ("talon-duel", work::<Talon>, TALON[2], 64),
    ("talon-fleets", work::<Talon>, TALON[3], 32),
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let level = arguments.next().and_then(|name| name.parse::<LevelName>().ok());
    let case = arguments.next().and_then(|name| WORK.iter().find(|(known, ..)| *known == name));
    let (Some(level), Some((_, work, case, pairs))) = (level, case) else {
        eprintln!(
            "usage: fixed-work {} {}",
            LevelName::ALL.map(LevelName::name).join("|"),
            WORK.map(|(name, ..)| name).join("|")
        );
        return ExitCode::FAILURE;
    };
    if let Some(level) = Level::of(level) {
        work(case, level, *pairs);
    }
    ExitCode::SUCCESS
}

fn work<G: GameFiles>(case: &Case, level: Level, pairs: u64) {
    let tables = G::prepare(&case.matchup());
    let mut tally = Tally::new();
    counted::<G>(&tables, &mut G::workspace(), level, pairs, &mut tally);
    let [a, b, draws, turns] = checksum(&tally);
    println!("{} {a} {b} {draws} {turns}", tally.battles());
}

/// The name that the counter looks for.
#[inline(never)]
fn counted<G: Rules>(tables: &G::Prepared, workspace: &mut G::Workspace, level: Level, pairs: u64, tally: &mut Tally) {
    G::play(tables, workspace, level, &Job { seed: 1, cell: 0, pairs: 0..pairs }, tally);
}
