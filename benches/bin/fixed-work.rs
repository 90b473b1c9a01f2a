//! Fixed work for `scripts/count-instructions`: `fixed-work LEVEL CASE` plays a few battles of one case at one level.
//!
//! Only what [`counted`] runs is counted, so that neither reading files nor the hasher's seed comes into it. Prints
//! `BATTLES CHECKSUM…`, or nothing where the machine lacks the level.

use std::process::ExitCode;

use lanchester_benches::{Case, DUELS, FLEETS, checksum};
use lanchester_core::{Job, Rules, Tally};
use lanchester_lanes::{Level, LevelName};
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::lanes::state::Workspace;
use lanchester_rules_nova::lanes::tables::Tables;

/// Name, case and pairs: duels enough to fill all batches of a thread, so that lanes are as busy as in a study; of
/// fleet actions fewer, which take long.
const WORK: [(&str, Case, u64); 3] =
    [("greedy-duel", DUELS[0], 1024), ("charge-duel", DUELS[1], 1024), ("six-mixed", FLEETS[0], 128)];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let level = arguments.next().and_then(|name| name.parse::<LevelName>().ok());
    let case = arguments.next().and_then(|name| WORK.iter().find(|(known, ..)| *known == name));
    let (Some(level), Some((_, case, pairs))) = (level, case) else {
        eprintln!(
            "usage: fixed-work {} {}",
            LevelName::ALL.map(LevelName::name).join("|"),
            WORK.map(|(name, ..)| name).join("|")
        );
        return ExitCode::FAILURE;
    };
    if let Some(level) = Level::of(level) {
        let tables = Nova::prepare(&case.matchup());
        let mut tally = Tally::new();
        counted(&tables, &mut Nova::workspace(), level, *pairs, &mut tally);
        let [a, b, draws, turns] = checksum(&tally);
        println!("{} {a} {b} {draws} {turns}", tally.battles());
    }
    ExitCode::SUCCESS
}

/// The name that the counter looks for.
#[inline(never)]
fn counted(tables: &Tables, workspace: &mut Box<Workspace>, level: Level, pairs: u64, tally: &mut Tally) {
    Nova::play(tables, workspace, level, &Job { seed: 1, cell: 0, pairs: 0..pairs }, tally);
}
