//! `lanchester plan`: what a study or sweep will cost before it is begun.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use lanchester_arena::CellJob;
use lanchester_core::CHUNK_PAIRS;
use lanchester_games::Game;
use lanchester_scenario::{Kind, Library};
use serde::Serialize;

use crate::cli::Settings;
use crate::commands::price::field;
use crate::commands::sweep::jobs;
use crate::commands::validate::study_jobs;
use crate::contest::{id, kinds};
use crate::exit::Exit;
use crate::output;
use crate::parity::{Captains, Question, sample};
use crate::play::Table;
use crate::precision::Precision;
use crate::wording::{command, count, grouped};

/// Says how many battles a study or sweep is, how long it takes here, and what it needs
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester plan default
  lanchester plan my-study.toml --pairs 100000
  lanchester plan refits

A few seconds of battles of every kind are played to see how fast this machine is.")]
pub struct Plan {
    /// The study or sweep, by id or path
    #[arg(value_name = "STUDY|SWEEP", default_value = "default")]
    what: String,
    /// Pairs of battles a cell, instead of the file's own
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pairs: Option<u64>,
}

/// What a run will cost.
#[derive(Debug, Serialize)]
struct Cost {
    command: String,
    study: String,
    cells: u64,
    battles: u64,
    /// Parity prices, and the battles that they need at least.
    prices: u64,
    price_battles: u64,
    threads: usize,
    seconds: f64,
    memory_bytes: u64,
    disk_bytes: u64,
}

/// Bytes of memory for the program itself and for a cell, and of disk for a cell in the tables and a chunk in a store:
/// measured on studies of 300 to 20,000 cells, rounded up.
const PROGRAM: u64 = 48 << 20;
const CELL: u64 = 3 << 10;
const ROW: u64 = 400;
const ENTRY: u64 = 450;

/// Plans.
pub fn run<G: Game>(of: &Plan, settings: &Settings) -> anyhow::Result<Exit> {
    let library = Library::<G>::shipped();
    let never = AtomicBool::new(false);
    let is_sweep = kinds(&library, &of.what)?.contains(&Kind::Sweep);
    let mut cost = Cost {
        command: command(["plan", &of.what]),
        study: String::new(),
        cells: 0,
        battles: 0,
        prices: 0,
        price_battles: 0,
        threads: 0,
        seconds: 0.0,
        memory_bytes: 0,
        disk_bytes: 0,
    };
    let cells: Vec<CellJob<G>>;
    if is_sweep {
        let sweep = library.sweep(id(&of.what))?;
        cells = jobs(&sweep, Precision::Pairs(of.pairs.unwrap_or(sweep.pairs))).cells;
        cost.study = sweep.id;
        cost.disk_bytes = cells.iter().map(|cell| ENTRY * cell.pairs.div_ceil(CHUNK_PAIRS)).sum();
        time(settings, &cells, &never, &mut cost);
    } else {
        let study = library.study(id(&of.what))?;
        cells = study_jobs(&study, of.pairs);
        time(settings, &cells, &never, &mut cost);
        if let Some(asked) = &study.prices {
            let table = Table::new(settings, study.seed, cells.iter().map(|cell| &cell.matchup));
            let captains = Captains::Of([study.policies[0].clone(), study.policies[0].clone()]);
            let questions: Vec<Question<G>> =
                asked.designs.iter().map(|design| Question { design, captains: &captains }).collect();
            let couples = if asked.all_policies { study.policies.len().pow(2) as u64 + 1 } else { 1 };
            let found = sample(&table, &field(asked), &questions, &never);
            cost.prices = couples * questions.len() as u64;
            cost.price_battles = cost.prices * found.battles_each;
            cost.seconds += cost.prices as f64 * found.seconds_each;
            cost.threads = table.threads;
        }
        cost.study = study.id;
    }
    cost.memory_bytes = PROGRAM + CELL * cells.len() as u64;
    cost.disk_bytes += ROW * cells.len() as u64 + (1 << 20);
    if settings.json {
        output::json(&cost)?;
    } else {
        output::data(&text(&cost))?;
    }
    Ok(Exit::Done)
}

/// Times a sample of every kind of cell: so many ships a side under the same policies.
fn time<G: Game>(settings: &Settings, cells: &[CellJob<G>], never: &AtomicBool, cost: &mut Cost) {
    /// Cells of a kind that are tried, and pairs of each.
    const TRIED: usize = 32;
    const PAIRS: u64 = 512;
    cost.cells = cells.len() as u64;
    cost.battles = cells.iter().map(|cell| 2 * cell.pairs).sum();
    let mut kinds: BTreeMap<Vec<String>, Vec<&CellJob<G>>> = BTreeMap::new();
    for cell in cells {
        let kind =
            cell.matchup.forces.iter().flat_map(|f| [f.ships.len().to_string(), G::policy_name(&f.policy).to_owned()]);
        kinds.entry(kind.collect()).or_default().push(cell);
    }
    let table = Table::new(settings, 1, cells.iter().map(|cell| &cell.matchup));
    cost.threads = table.threads;
    for of_kind in kinds.values() {
        let tried = of_kind.len().min(TRIED);
        let sample: Vec<CellJob<G>> = (0..tried)
            .map(|i| of_kind[i * of_kind.len() / tried])
            .map(|cell| CellJob { number: cell.number, matchup: cell.matchup.clone(), pairs: cell.pairs.min(PAIRS) })
            .collect();
        let start = Instant::now();
        // Small chunks, so that a few cells keep all threads busy.
        table.play("plan", &sample, never, 64, |_, _| ());
        let pairs: u64 = sample.iter().map(|cell| cell.pairs).sum();
        let all: u64 = of_kind.iter().map(|cell| cell.pairs).sum();
        cost.seconds += start.elapsed().as_secs_f64() * all as f64 / pairs.max(1) as f64;
    }
}

fn text(cost: &Cost) -> String {
    let seconds = Duration::from_secs_f64(cost.seconds.max(1.0).round());
    let mib = |bytes: u64| grouped(bytes.div_ceil(1 << 20));
    let prices = match cost.prices {
        0 => String::new(),
        n => format!(", and at least {} for {}", count(cost.price_battles, "battle"), count(n, "parity price")),
    };
    format!(
        "`{}`: {} in {}{prices}.\nAbout {} here, on {}; {} MiB of memory and {} MiB of disk.\n",
        cost.study,
        count(cost.battles, "battle"),
        count(cost.cells, "cell"),
        humantime::format_duration(seconds),
        count(cost.threads as u64, "thread"),
        mib(cost.memory_bytes),
        mib(cost.disk_bytes)
    )
}
