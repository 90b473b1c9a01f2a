//! `lanchester sweep`: many variants of a ship or fleet against the same opponents, over a night if need be.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use lanchester_analysis::sweep::{SweepAnalysis, SweepResults, analyse};
use lanchester_games::Game;
use lanchester_report::sweep::{sweep_tables, text};
use lanchester_report::{Output, REPORT_FILE, folder, sweep_html, write_sweep};
use lanchester_scenario::sweep::Sweep;
use lanchester_store::Shard;
use lanchester_study::journal::Journal;
use lanchester_study::precision::{Kept, Precision, Run};
use lanchester_study::sweep::{audit, identity, jobs, results};
use serde::Serialize;

use crate::exit::Exit;
use crate::option_values::{whole, whole_of};
use crate::parts::{PartJson, shard};
use crate::play::runner;
use crate::search_flags::sentence;
use crate::settings::Settings;
use crate::store_flags::{StoreFlags, say_put_aside};
use crate::wording::{command, count};
use crate::{memory, output};

/// Plays many variants of a ship or fleet, and says what each change does; survives the night
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester sweep refits                           the shipped example: 48 MAJESTICs
  lanchester sweep my-sweep.toml --half-width 0.01  each score to one per cent, however often one looks
  lanchester sweep my-sweep.toml --budget 8h        as well as a night allows, widest intervals first
  lanchester sweep my-sweep.toml --resume           goes on after a crash, a power cut or Ctrl-C
  lanchester sweep my-sweep.toml --shard 1/4        a quarter of it; `lanchester merge` unites the four

Every battle that was played is kept in the store, a file beside the reports, and never played twice. Ctrl-C finishes
what is being played and says how to go on; a second Ctrl-C leaves at once.")]
pub struct SweepOf {
    /// The sweep, by id or path
    #[arg(value_name = "SWEEP")]
    sweep: String,
    /// Where the folder of the sweep's page and tables (Parquet) is written
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,
    /// The file that keeps every battle [default: ‹sweep›.store in the folder of --out]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    #[command(flatten)]
    flags: StoreFlags,
    /// Play one part of so many, such as 2/4: cells are dealt out in turn
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
    /// Play nothing: the tables, if everything is in the store; else exit code 75
    #[arg(long, conflicts_with = "shard")]
    no_play: bool,
    /// With --no-play, where there is no store: make one in which everything is missing
    #[arg(long, requires = "no_play")]
    begin: bool,
    /// With --no-play, of a sweep in N parts: play a chunk of each part again, and compare
    #[arg(long, value_name = "N", requires = "no_play", value_parser = whole_of::<u32>(1, 10_000))]
    audit: Option<u32>,
    /// Pairs of battles per cell [default: the sweep's]
    #[arg(long, value_name = "N", value_parser = whole(1, 100_000_000), group = "precision")]
    pairs: Option<u64>,
    /// Play each cell until its 95 % interval is at most this to either side; holds for all cells together
    #[arg(long, value_name = "SHARE", value_parser = half_width, group = "precision")]
    half_width: Option<f64>,
    /// Play for so long, such as 8h or 30m, over all starts together, where intervals are widest
    #[arg(long, value_name = "TIME", value_parser = budget, group = "precision", conflicts_with_all = ["shard", "no_play"])]
    budget: Option<Duration>,
}

fn budget(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text)
        .map_err(|_| format!("`{text}` is no time; expected a number with its unit, such as 8h or 30m"))?;
    if time.is_zero() { Err("expected more than no time".to_owned()) } else { Ok(time) }
}

/// A half-width as a share.
pub fn half_width(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|x| (0.001..=0.2).contains(x))
        .ok_or_else(|| format!("`{text}` is no half-width; expected a share from 0.001 to 0.2, such as 0.01"))
}

/// What the command line asks of each cell, or else the file.
pub fn precision<G: Game>(
    pairs: Option<u64>,
    half_width: Option<f64>,
    budget: Option<Duration>,
    sweep: &Sweep<G>,
) -> Precision {
    match (pairs, half_width, budget) {
        (Some(pairs), ..) => Precision::Pairs(pairs),
        (_, Some(width), _) => Precision::HalfWidth(width),
        (.., Some(time)) => Precision::Budget(time),
        _ => sweep.half_width.map_or(Precision::Pairs(sweep.pairs), Precision::HalfWidth),
    }
}

#[derive(Serialize)]
struct SweepJson<'a> {
    command: &'a str,
    reports: &'a Path,
    #[serde(flatten)]
    analysis: &'a SweepAnalysis,
}

/// Plays the sweep and reports.
pub fn run<G: Game>(of: &SweepOf, settings: &Settings) -> anyhow::Result<Exit> {
    let sweep = settings.library::<G>().sweep(&of.sweep)?;
    let seed = settings.seed.unwrap_or(sweep.seed);
    let precision = precision(of.pairs, of.half_width, of.budget, &sweep);
    let plan = jobs(&sweep, precision);
    if plan.cells.is_empty() {
        bail!("the sweep `{}` has no cell; expected at least one variant and one opponent", sweep.id);
    }
    memory::room_for_cells(plan.cells.len())?;
    let folder = of.out.join(&sweep.id);
    if folder.exists() {
        folder::refuse_other_study(&folder, &sweep.id).context("the tables could not be written there")?;
    }
    let path = of.store.clone().unwrap_or_else(|| of.out.join(format!("{}.store", sweep.id)));
    of.flags.look_for(&path, of.begin || !of.no_play, settings)?;
    let identity = identity(&sweep, seed, precision, plan.cells.len(), of.shard);
    output::make_folder_of(&path)?;
    let mut journal = Journal::open(settings, &path, &identity, of.flags.start())?;
    say_put_aside(journal.put_aside(), settings);
    if of.no_play {
        journal = journal.that_looks();
    }
    let again = repeat(of, settings);
    let stop = settings.stop();
    settings.remark(&format!(
        "{}: {} against {}, {} ({}), seed {seed}, kept in {}",
        sweep.name,
        count(sweep.variants.len() as u64, "variant"),
        count(sweep.opponents.len() as u64, "opponent"),
        count(plan.cells.len() as u64, "cell"),
        precision.words(),
        path.display()
    ));
    let mine = (0..plan.cells.len())
        .filter(|cell| of.shard.is_none_or(|s| *cell as u64 % u64::from(s.of) == u64::from(s.index - 1)));
    let runner = runner(settings, seed, plan.cells.iter().map(|cell| &cell.matchup));
    let battles = Kept { runner: &runner, journal: &journal, cells: &plan.cells, clock: settings, stop };
    let run = Run { battles: &battles, cells: plan.cells.len(), mine: mine.collect(), precision, host: settings };
    if run.play()? {
        return Ok(cut(of, settings, &path, &again));
    }
    if let Some(shard) = of.shard {
        journal.mark_finished()?;
        say_part(of, settings, shard, &journal, [&sweep.id, &again])?;
        return Ok(Exit::Done);
    }
    if let Some(parts) = of.audit {
        let played = audit(&runner, &journal, &plan.cells, parts, stop)?;
        settings.remark(&format!("{} played again: the same", count(played, "chunk")));
    }
    journal.mark_finished()?;
    let results = results(&sweep, seed, precision, &plan, &battles)?;
    answer(of, settings, &results, [&sweep.search.as_ref().map(sentence).unwrap_or_default(), &again])
}

/// Writes the tables of what was played, and says what follows.
///
/// The two texts: how `search` searches, empty where nobody does; and the command again.
fn answer(
    of: &SweepOf,
    settings: &Settings,
    results: &SweepResults,
    [searching, again]: [&str; 2],
) -> anyhow::Result<Exit> {
    let analysis = analyse(results);
    let page = Output { name: REPORT_FILE.to_owned(), bytes: sweep_html(&analysis).into_bytes() };
    let written = write_sweep(&of.out, results, &analysis, &[page]);
    settings.tables(|| sweep_tables(results, &analysis));
    if settings.json {
        settings.json(&SweepJson { command: again, reports: &of.out.join(&results.setup.id), analysis: &analysis })?;
    } else {
        let mut page = text(&analysis, output::screen());
        if !searching.is_empty() {
            page.push_str(&format!("\n{searching}\n"));
        }
        page.push_str(&format!("\nThis again, without a battle: {again}\n"));
        output::prose(&page)?;
    }
    let written = written.context("the tables could not be written")?;
    settings.remark(&format!("Report: {}", written.join(REPORT_FILE).display()));
    Ok(Exit::Done)
}

/// Says what to do with a sweep that ended before its end.
fn cut(of: &SweepOf, settings: &Settings, store: &Path, again: &str) -> Exit {
    if of.no_play {
        let store = store.display();
        let audit = of.audit.map(|parts| format!(" --audit {parts}")).unwrap_or_default();
        settings.say(&format!(
            "Battles are missing in {store}: play and merge all parts. Then again:\n  {again} --no-play{audit}"
        ));
        return Exit::TryAgain;
    }
    settings.say(&format!("Interrupted; all that was played is kept. To go on:\n  {again}"));
    if of.shard.is_some() { Exit::TryAgain } else { Exit::Interrupted }
}

/// Says what a part has played, and what to do with it.
fn say_part(
    of: &SweepOf,
    settings: &Settings,
    shard: Shard,
    journal: &Journal<'_>,
    [id, again]: [&str; 2],
) -> anyhow::Result<()> {
    let (chunks, store) = (journal.kept(), journal.path().to_string_lossy());
    if settings.json {
        let part = shard.to_string();
        return settings.json(&PartJson { command: again, part, waits: false, chunks, store: &store });
    }
    // The part itself may have the sweep's own name.
    let whole = of.out.join(format!("{id}-whole.store"));
    settings.text(&format!(
        "Part {shard} is done and kept in {store}.\nWhen all parts are: lanchester merge PART... --out {whole}\nThen for the tables \
         this sweep again, without --shard and with\n  --store {whole} --resume\n",
        whole = whole.display(),
    ))
}

/// The command that goes on with this run.
fn repeat(of: &SweepOf, settings: &Settings) -> String {
    let mut words: Vec<String> = vec!["sweep".into(), of.sweep.clone(), "--resume".into()];
    let mut option =
        |name: &str, value: Option<String>| words.extend(value.into_iter().flat_map(|v| [name.to_owned(), v]));
    let other = |path: &Path| (path != Path::new("reports")).then(|| path.to_string_lossy().into_owned());
    option("--out", other(&of.out));
    option("--store", of.store.as_ref().map(|path| path.to_string_lossy().into_owned()));
    option("--shard", of.shard.map(|shard| shard.to_string()));
    option("--pairs", of.pairs.map(|n| n.to_string()));
    option("--half-width", of.half_width.map(|x| x.to_string()));
    option("--budget", of.budget.map(|time| humantime::format_duration(time).to_string().replace(' ', "")));
    option("--seed", settings.seed.map(|n| n.to_string()));
    command(words.iter().map(String::as_str))
}
