//! `lanchester replay`: one battle in full, and whether the reference agrees with it.

use anyhow::bail;
use clap::Args;
use lanchester_core::{Matchup, Rules};
use lanchester_games::Game;
use lanchester_report::columns::clean;
use lanchester_scenario::Study;
use lanchester_study::cell_number::CellNumber;
use lanchester_study::runner::checked_level;
use serde::Serialize;

use crate::contest::{Contest, MOST_BATTLES, commander_names};
use crate::exit::Exit;
use crate::option_values::whole;
use crate::output;
use crate::search_flags::{self, SearchJson};
use crate::settings::Settings;
use crate::wording::{command, count, wrapped};

/// Shows one battle: every choice, every die, every effect
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester replay majestic dioptre --battle 7
  lanchester replay crossing-paths --battle 0 --verify
  lanchester replay --study default --cell 12 --battle 3
  lanchester replay majestic dioptre --policy-a search --policy-b foresight --verify

Battle 7 of a duel is the same battle whenever it is asked for, and the one that `lanchester duel` counted under the
same seed. Even battles seat side A first, odd ones side B; battles 6 and 7 are a pair and share their dice.

`search` is a policy that is no file: at each of its decisions it plays every policy of its portfolio
out from the position, and goes on with the one that scores most; `lanchester help duel` says more.")]
pub struct Replay {
    #[command(flatten)]
    contest: Contest,
    /// The battle, counted from 0
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0, MOST_BATTLES - 1))]
    battle: u64,
    /// Also play it again by the reference rules, and end with 1 if anything differs
    #[arg(long)]
    verify: bool,
    /// Take the battle from a study, by id or path, instead
    #[arg(long, value_name = "STUDY", requires = "cell", conflicts_with_all = ["first", "policy_a", "policy_b", "portfolio", "believe", "rollouts", "secret", "size", "options"])]
    study: Option<String>,
    /// The study's cell, by its number in cells.parquet
    #[arg(long, value_name = "N", requires = "study")]
    cell: Option<u64>,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct ReplayJson<'a, G: Game> {
    game: &'static str,
    rules_version: u32,
    stream_version: u32,
    matchup: &'a str,
    policies: [&'a str; 2],
    /// How a side searches, if one does.
    #[serde(flatten)]
    search: Option<SearchJson<'a>>,
    seed: u64,
    cell: u64,
    battle: u64,
    /// Whether the reference agrees; null if it was not asked.
    verified: Option<bool>,
    /// The first difference.
    mismatch: Option<String>,
    command: &'a str,
    events: Vec<EventJson<'a, G>>,
}

/// An event and its dice.
#[derive(Serialize)]
#[serde(bound = "")]
struct EventJson<'a, G: Game> {
    #[serde(flatten)]
    event: &'a <G as Rules>::Event,
    /// Pools of dice that were rolled since the event before; null where the reference does not come so far.
    rolls: Option<&'a Vec<Vec<u8>>>,
}

/// Shows the battle.
pub fn run<G: Game>(of: &Replay, settings: &Settings) -> anyhow::Result<Exit> {
    let library = settings.library::<G>();
    let ((matchup, search), cell, seed) = match &of.study {
        Some(study) => {
            let study = library.study(study)?;
            let seed = settings.seed.unwrap_or(study.seed);
            let number = of.cell.unwrap_or(0);
            let matchup = cell_of(&study, number, of.battle)?;
            let search = study.search.filter(|_| matchup.searches());
            ((matchup, search), CellNumber::Study(number).get(), seed)
        }
        None if of.cell.is_some() => bail!("--cell is a cell of a study; expected --study STUDY with it"),
        None => {
            let (matchup, searcher) = of.contest.matchup(&library)?;
            let search = searcher.map(|searcher| searcher.search);
            ((matchup, search), CellNumber::Duel.get(), settings.seed.unwrap_or(1))
        }
    };
    let level = checked_level(settings, settings.level, [&matchup]);
    let events = matchup.record(level, seed, cell, of.battle..of.battle + 1).pop();
    let Some(events) = events else { bail!("no battle was played") };
    let rolls = G::rolls(&matchup, seed, cell, of.battle, &events);
    let checked = of.verify.then(|| G::verify(&matchup, seed, cell, of.battle, &events));
    let mismatch = checked.as_ref().and_then(|result| result.as_ref().err()).map(ToString::to_string);

    let repeat = repeat(of, seed);
    let policies = commander_names(&matchup);
    if settings.json {
        settings.json(&ReplayJson::<G> {
            game: G::NAME,
            rules_version: G::VERSION,
            stream_version: lanchester_lanes::dice::STREAM_VERSION,
            matchup: &matchup.name,
            policies,
            search: search.as_ref().map(search_flags::json),
            seed,
            cell,
            battle: of.battle,
            verified: checked.as_ref().map(Result::is_ok),
            mismatch: mismatch.clone(),
            command: &repeat,
            events: events.iter().enumerate().map(|(at, event)| EventJson { event, rolls: rolls.get(at) }).collect(),
        })?;
    } else {
        let [a, b] = policies;
        let place = of.study.as_ref().map_or(String::new(), |study| format!("study {study}, cell {cell}, "));
        let mut text = clean(&format!(
            "{}: {place}battle {}, seed {seed}, {} rules v{}. Policies: A {a}, B {b}.",
            matchup.name,
            of.battle,
            G::NAME,
            G::VERSION
        ));
        text.push('\n');
        text.extend(search.as_ref().map(|search| format!("{}\n", search_flags::sentence(search))));
        match (&checked, &mismatch) {
            (None, _) => {}
            (_, None) => text.push_str(&format!(
                "Verified: played again by the reference rules, {} agree.\n",
                count(events.len() as u64, "event")
            )),
            (_, Some(mismatch)) => text.push_str(&format!("NOT VERIFIED: {mismatch}\n")),
        }
        text.push_str(&legend(&matchup, of.battle));
        text.push('\n');
        text.push_str(&G::narrate(&matchup, of.battle, &events, &rolls));
        text.push_str(&format!("\nTold by: {repeat}\n"));
        output::prose(&text)?;
    }
    Ok(if mismatch.is_some() { Exit::No } else { Exit::Done })
}

/// How the lines of the battle are to be read.
fn legend<G: Game>(matchup: &Matchup<G>, battle: u64) -> String {
    let ships: Vec<&G::Design> = matchup.forces.iter().flat_map(|force| &force.ships).map(|ship| &**ship).collect();
    let sentences = [G::places(Some(battle)), G::notation(Some(&ships))].concat();
    let lines = sentences.iter().map(|sentence| format!("  {}\n", wrapped(sentence, output::width() - 4, 4)));
    if sentences.is_empty() { String::new() } else { format!("\nHow to read it:\n{}", lines.collect::<String>()) }
}

/// The matchup of a study's cell, if the cell has such a battle.
fn cell_of<G: Game>(study: &Study<G>, number: u64, battle: u64) -> anyhow::Result<Matchup<G>> {
    let Some(cell) = study.cells.iter().find(|cell| cell.number == number) else {
        bail!("the study `{}` has no cell {number}; expected 0 to {}", study.id, study.cells.len().saturating_sub(1))
    };
    if battle >= 2 * cell.pairs {
        bail!("cell {number} of `{}` has no battle {battle}; expected 0 to {}", study.id, 2 * cell.pairs - 1);
    }
    Ok(cell.matchup.clone())
}

fn repeat(of: &Replay, seed: u64) -> String {
    let [battle, seed, cell] = [of.battle, seed, of.cell.unwrap_or(0)].map(|n| n.to_string());
    let contest = of.contest.words();
    let mut words = vec!["replay"];
    match &of.study {
        Some(study) => words.extend(["--study", study, "--cell", &cell]),
        None => words.extend(contest.iter().map(String::as_str)),
    }
    words.extend(["--seed", &seed, "--battle", &battle]);
    if of.verify {
        words.push("--verify");
    }
    command(words)
}
