//! `lanchester selftest`: does this program compute the right thing on this machine?

use std::sync::Arc;

use clap::Args;
use lanchester_core::{Force, Job, Matchup, Rules, Tally};
use lanchester_games::Game;
use lanchester_lanes::{Level, LevelName};
use lanchester_scenario::{Kind, Library};
use lanchester_study::cell_number::CellNumber;
use serde::Serialize;

use crate::contest::side;
use crate::exit::Exit;
use crate::option_values::whole;
use crate::output;
use crate::settings::Settings;
use crate::wording::{command, count, lacking};

/// Checks that this program computes the right thing on this machine
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester selftest
  lanchester selftest --battles 100000 --seed 5

Plays the shipped matchups, and ships and fleets under every policy, at every instruction set that this machine has
and compares the results; plays battles again by the reference rules and compares event for event; reads every
shipped file. Ends with 1 if anything differs.")]
pub struct Selftest {
    /// Battles to play again by the reference rules
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = whole(1, 100_000_000))]
    battles: u64,
}

#[derive(Serialize)]
struct SelftestJson<'a> {
    ok: bool,
    game: &'static str,
    seed: u64,
    command: &'a str,
    checks: &'a [Check],
}

/// One thing that was looked at.
#[derive(Serialize)]
struct Check {
    check: &'static str,
    what: String,
    /// Nothing when it was skipped.
    ok: Option<bool>,
}

/// Pairs of each matchup that every level plays: more battles than a batch has lanes, so that lanes are refilled, and
/// no more than the fallback plays in a moment.
const LEVEL_PAIRS: u64 = 40;

/// Runs the checks.
pub fn run<G: Game>(of: &Selftest, settings: &Settings) -> anyhow::Result<Exit> {
    let library = settings.library::<G>();
    let seed = settings.seed.unwrap_or(1);
    let mut checks = files(&library);
    let matchups = matchups(&library)?;
    checks.extend(levels(&matchups, seed));
    checks.extend(reference(&matchups, seed, of.battles, settings.level));
    let ok = checks.iter().all(|check| check.ok != Some(false));

    let [battles, seed_text] = [of.battles, seed].map(|n| n.to_string());
    let repeat = command(["selftest", "--battles", &battles, "--seed", &seed_text]);
    if settings.json {
        settings.json(&SelftestJson { ok, game: G::NAME, seed, command: &repeat, checks: &checks })?;
    } else {
        let mut text = if ok { "All is well.\n\n" } else { "SOMETHING IS WRONG.\n\n" }.to_owned();
        for check in &checks {
            let mark = match check.ok {
                Some(true) => "ok      ",
                Some(false) => "FAILED  ",
                None => "skipped ",
            };
            text.push_str(&format!("{mark}{}: {}\n", check.check, check.what));
        }
        text.push_str(&format!("\nSeed {seed}. This again: {repeat}\n"));
        output::data(&text)?;
    }
    Ok(if ok { Exit::Done } else { Exit::No })
}

/// Every shipped file reads without a problem, and every schema is JSON.
fn files<G: Game>(library: &Library<G>) -> Vec<Check> {
    let mut wrong = Vec::new();
    let mut number = 0;
    for kind in Kind::ALL {
        for id in library.ids(kind) {
            number += 1;
            if let Err(problems) = library.show(&format!("{}/{id}", kind.folder())) {
                wrong.push(problems.to_string());
            }
        }
    }
    let schemas = library.schemas();
    let bad = schemas.iter().filter(|(_, text)| serde_json::from_str::<serde_json::Value>(text).is_err()).count();
    let what = if wrong.is_empty() { format!("{} read", count(number, "file")) } else { wrong.join("; ") };
    vec![
        Check { check: "shipped files", what, ok: Some(wrong.is_empty() && number > 0) },
        Check {
            check: "schemas",
            what: format!("{} written as JSON", count((schemas.len() - bad) as u64, "schema")),
            ok: Some(bad == 0 && schemas.len() == Kind::of::<G>().count()),
        },
    ]
}

/// The shipped matchups, and the proving ground with each policy against the next.
fn matchups<G: Game>(library: &Library<G>) -> anyhow::Result<Vec<Matchup<G>>> {
    let mut matchups = Vec::new();
    for id in library.ids(Kind::Matchup) {
        matchups.push(library.matchup(id)?);
    }
    let mut policies = Vec::new();
    for id in library.ids(Kind::Policy) {
        policies.push((library.policy(id)?, id));
    }
    let rounds = policies.len().max(G::PROVING_GROUND.len());
    for (i, [a, b]) in G::PROVING_GROUND.iter().cycle().take(rounds).enumerate() {
        let [(one, one_id), (other, other_id)] = [i, i + 1].map(|i| &policies[i % policies.len()]);
        let force = |what: &str, policy: &Arc<<G as Rules>::Policy>| -> anyhow::Result<Force<G>> {
            Ok(Force { commander: Arc::clone(policy).into(), ..side(library, what)? })
        };
        matchups.push(Matchup {
            name: format!("{a} ({one_id}) against {b} ({other_id})"),
            forces: [force(a, one)?, force(b, other)?],
            options: G::Options::default(),
        });
    }
    Ok(matchups)
}

/// Every level counts what the fallback counts.
fn levels<G: Game>(matchups: &[Matchup<G>], seed: u64) -> Vec<Check> {
    if let [only] = LevelName::OF_TARGET {
        let what = format!("{only} is the only one there is for such a machine, so there is nothing to compare");
        return vec![Check { check: "levels", what, ok: None }];
    }
    let mut workspace = G::workspace();
    let mut tallies = |level: Level| -> Vec<Tally> {
        let mut play = |matchup: &Matchup<G>| {
            let mut tally = Tally::new();
            G::play(
                &G::prepare(matchup),
                &mut workspace,
                level,
                &Job { seed, cell: CellNumber::Selftest.get(), pairs: 0..LEVEL_PAIRS },
                &mut tally,
            );
            tally
        };
        matchups.iter().map(&mut play).collect()
    };
    let truth = tallies(Level::FALLBACK);
    let battles = count(2 * LEVEL_PAIRS * matchups.len() as u64, "battle");
    let mut checks = Vec::new();
    for name in LevelName::OF_TARGET.iter().copied().filter(|name| *name != LevelName::Fallback) {
        let Some(level) = Level::of(name) else {
            checks.push(Check {
                check: "levels",
                what: format!("{name}: this {} does not have it", lacking(name)),
                ok: None,
            });
            continue;
        };
        let differing: Vec<&str> = matchups
            .iter()
            .zip(truth.iter().zip(tallies(level)))
            .filter(|(_, (truth, tally))| *truth != tally)
            .map(|(matchup, _)| matchup.name.as_str())
            .collect();
        let what = if differing.is_empty() {
            format!("{name} plays {battles} as the fallback does")
        } else {
            format!("{name} differs from the fallback in: {}", differing.join(", "))
        };
        checks.push(Check { check: "levels", what, ok: Some(differing.is_empty()) });
    }
    checks
}

/// The reference reproduces what the lanes play.
/// Battles recorded before they are verified: their events are held in memory.
const AT_A_TIME: usize = 1024;

fn reference<G: Game>(matchups: &[Matchup<G>], seed: u64, battles: u64, level: Level) -> Vec<Check> {
    let each = battles.div_ceil(matchups.len() as u64).max(1);
    let mut events_seen = 0;
    let mut wrong = Vec::new();
    for matchup in matchups {
        let prepared = G::prepare(matchup);
        for start in (0..each).step_by(AT_A_TIME) {
            let battles = start..each.min(start + AT_A_TIME as u64);
            let cell = CellNumber::Selftest.get();
            let record = G::record(&prepared, level, seed, cell, battles.clone());
            for (battle, events) in battles.zip(&record) {
                events_seen += events.len() as u64;
                if let Err(mismatch) = G::verify(matchup, seed, cell, battle, events) {
                    wrong.push(format!("{}, battle {battle}: {mismatch}", matchup.name));
                }
            }
        }
    }
    let played = each * matchups.len() as u64;
    let what = if wrong.is_empty() {
        format!("{} at {level} played again, {} agree", count(played, "battle"), count(events_seen, "event"))
    } else {
        format!("{} of {} differ: {}", wrong.len(), count(played, "battle"), wrong[..wrong.len().min(3)].join("; "))
    };
    vec![Check { check: "reference", what, ok: Some(wrong.is_empty()) }]
}
