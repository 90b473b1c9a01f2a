//! `lanchester plan`: what a study or sweep will cost before it is begun.

mod emit;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::ensure;
use clap::Args;
use lanchester_core::arena::CellJob;
use lanchester_games::Game;
use lanchester_scenario::{Kind, Problem, Problems, code, is_id};
use lanchester_study::forecast::forecast;
use lanchester_study::precision::Precision;
use lanchester_study::{results, study_prices, sweep};
use serde::Serialize;

use self::emit::{Engine, Purpose};
use crate::commands::sweep::{half_width, precision};
use crate::exit::Exit;
use crate::footprint::{self, Report};
use crate::option_values::{whole, whole_of};
use crate::output;
use crate::play::runner;
use crate::settings::Settings;
use crate::wording::{command, count, grouped};

/// Says how many battles a study or sweep is, how long it takes here, and what it needs
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester plan default
  lanchester plan my-study.toml --pairs 100000
  lanchester plan refits
  lanchester plan refits --half-width 0.005
  lanchester plan default --emit snakemake --parts 32 > Snakefile
  lanchester plan default --emit slurm --parts 500 --for fit > fit.sh

A few seconds of battles of every kind are played to see how fast this machine is.

With --emit nothing is played: a file is printed with which an engine plays the run in parts, merges them round by round, plays a \
chunk of each again to see that all machines play the same, and prints the result. Options that the command should have besides, \
such as --out or --precision, are to be added to it there.")]
pub struct Plan {
    /// The study or sweep, by id or path
    #[arg(value_name = "STUDY|SWEEP", default_value = "default")]
    what: String,
    /// Pairs of battles per cell, instead of the file's own
    #[arg(long, value_name = "N", value_parser = whole(1, 100_000_000), group = "precision")]
    pairs: Option<u64>,
    /// Of a sweep: each cell until its 95 % interval is at most this to either side
    #[arg(long, value_name = "SHARE", value_parser = half_width, group = "precision")]
    half_width: Option<f64>,
    /// Print a file for this engine instead
    #[arg(long, value_name = "ENGINE", value_enum)]
    emit: Option<Engine>,
    /// With --emit: so many parts
    #[arg(long, value_name = "N", default_value_t = 16, requires = "emit", value_parser = whole_of::<u32>(1, 10_000))]
    parts: u32,
    /// With --emit: what is played in parts
    #[arg(long = "for", value_name = "WHAT", value_enum, default_value_t = Purpose::All, requires = "emit")]
    purpose: Purpose,
}

impl Plan {
    /// Refuses what a study has no use for.
    fn refuse_half_width(&self, study: &str) -> anyhow::Result<()> {
        ensure!(self.half_width.is_none(), "--half-width is for sweeps, and `{study}` is a study; expected --pairs");
        Ok(())
    }
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

/// Bytes of disk for a cell in the tables and a chunk in a store: measured on studies of 300 to 20,000 cells, rounded up.
const ROW: u64 = 400;
const ENTRY: u64 = 450;

/// Plans.
pub fn run<G: Game>(of: &Plan, settings: &Settings) -> anyhow::Result<Exit> {
    let library = settings.library::<G>();
    let never = AtomicBool::new(false);
    let kinds = library.kinds(&of.what)?;
    let is_sweep = kinds.contains(&Kind::Sweep);
    if kinds.is_empty() && is_id(&of.what) && !Path::new(&of.what).is_dir() {
        let message = format!("no study or sweep has the id `{}`", of.what);
        let expected = library.expected_id(&of.what, &[Kind::Study, Kind::Sweep]);
        return Err(Problems::from(Problem::whole(None, &of.what, code::UNKNOWN_ID, message, expected)).into());
    }
    if let Some(kind) = kinds.first().filter(|_| !is_sweep && !kinds.contains(&Kind::Study)) {
        let message = format!("`{}` is a {kind}", of.what);
        let expected = format!("the id of a study or a sweep{}", kind.taken_by(Kind::Study, &of.what));
        return Err(Problems::from(Problem::whole(None, &of.what, code::WRONG_KIND, message, expected)).into());
    }
    if let Some(engine) = of.emit {
        let (id, inputs) = if is_sweep {
            let sweep = library.sweep(&of.what)?;
            (sweep.id, sweep.inputs)
        } else {
            let study = library.study(&of.what)?;
            (study.id, study.inputs)
        };
        return emit::run(of, engine, (&id, is_sweep), &inputs, settings);
    }
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
    let report: Report;
    if is_sweep {
        let sweep = library.sweep(&of.what)?;
        let precision = precision(of.pairs, of.half_width, None, &sweep);
        cells = sweep::jobs(&sweep, precision).cells;
        report = Report::of_sweep(cells.len(), sweep.variants.len());
        cost.study = sweep.id;
        cost.take(settings, &cells, precision);
    } else {
        let study = library.study(&of.what)?;
        of.refuse_half_width(&study.id)?;
        cells = results::jobs(&study, of.pairs);
        report = Report::of_study(cells.len());
        // Studies keep no store: their cells' own pairs count.
        cost.take(settings, &cells, Precision::Pairs(0));
        cost.disk_bytes = 0;
        if let Some(asked) = &study.prices {
            let runner = runner(settings, settings.seed.unwrap_or(study.seed), cells.iter().map(|cell| &cell.matchup));
            let found = study_prices::cost(&study, asked, study.robust.as_ref(), &runner, &never);
            (cost.prices, cost.price_battles) = (found.prices, found.battles);
            cost.seconds += found.seconds;
            cost.threads = runner.threads;
        }
        cost.study = study.id;
    }
    cost.memory_bytes = report.with(footprint::played(cells.len(), cost.threads));
    cost.disk_bytes += ROW * cells.len() as u64 + (1 << 20);
    if settings.json {
        settings.json(&cost)?;
    } else {
        output::prose(&text(&cost))?;
    }
    Ok(Exit::Done)
}

impl Cost {
    /// Adds these cells.
    fn take<G: Game>(&mut self, settings: &Settings, cells: &[CellJob<G>], precision: Precision) {
        let runner = runner(settings, settings.seed.unwrap_or(1), cells.iter().map(|cell| &cell.matchup));
        let found = forecast(&runner, cells, precision);
        self.cells = cells.len() as u64;
        self.threads = runner.threads;
        self.battles = found.battles;
        self.seconds = found.seconds;
        self.disk_bytes = ENTRY * found.chunks;
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
