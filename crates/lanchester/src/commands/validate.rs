//! `lanchester validate`: a study's question answered, as text and as files.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail, ensure};
use clap::Args;
use lanchester_analysis::analysis::PARTIAL;
use lanchester_analysis::hash::study_hash;
use lanchester_analysis::study::StudyResults;
use lanchester_analysis::{Analysis, analyse_until};
use lanchester_games::Game;
use lanchester_report::readings::{READINGS_TEXT, readings_text};
use lanchester_report::schema::{COMMANDERS, ROBUST};
use lanchester_report::{
    Manifest, Output, REPORT_FILE, brief, folder, html, read_run, rebuild, validate as tables, write_tables,
};
use lanchester_scenario::{Library, PriceSettings, RobustSettings, Study, StudyDesign};
use lanchester_study::commanders::{UnderCommanders, kept};
use lanchester_study::host::{Clock, Host};
use lanchester_study::results::{jobs, lacks_cells, results};
use lanchester_study::rounds::{Rounds, identity};
use lanchester_study::runner::Runner;
use lanchester_study::study_prices;
use serde::Serialize;

use crate::battle_options::OptionFlags;
use crate::commands::commander_flags::CommanderFlags;
use crate::exit::Exit;
use crate::option_values::whole;
use crate::parts::PartFlags;
use crate::play::{play, runner, took_beside_a_store, what_prices_cost};
use crate::remarks::{remark_on, unprinted};
use crate::search_flags::can_be_secret;
use crate::settings::Settings;
use crate::wording::{command, count, wrapped};
use crate::{memory, open, output};

/// Says whether ships are worth their points, and what every rating should be
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester validate                             every shipped ship against every other, and fleets at five sizes
  lanchester validate swarm
  lanchester validate my-ships/nova/studies/default.toml --out my-reports
  lanchester validate --pairs 100 --no-prices     a quick look
  lanchester validate --strength                  and would better play move the prices? (an hour or so)

A design's implied rating is the one at which its results would be fair. One that fights better than its printed
rating is underpriced, one that fights worse is overpriced.

Ctrl-C finishes the battles that are being played, and keeps what was counted, without a verdict; a second Ctrl-C leaves at once.")]
pub struct Validate {
    /// The study, by id or path
    #[arg(default_value = "default")]
    study: String,
    /// Where the folder of the study's tables (Parquet) and manifest is written
    #[arg(long, value_name = "DIR", default_value = "reports")]
    out: PathBuf,
    /// Leave out the parity prices, if the study asks for them: they take longest
    #[arg(long)]
    no_prices: bool,
    /// The parity prices under other policies, budgets, boards and readings as well, each varied alone: see `lanchester price`.
    /// The ranges are stored, and shown by later runs of the same study
    #[arg(long, conflicts_with = "no_prices")]
    robust: bool,
    #[command(flatten)]
    strength: CommanderFlags,
    /// Pairs of battles per cell, instead of the study's own
    #[arg(long, value_name = "N", value_parser = whole(1, 100_000_000))]
    pairs: Option<u64>,
    /// Open the page when it is written, with the program that this machine opens pages with
    #[arg(long)]
    open: bool,
    /// Print all tables, which the page has as well, instead of the answer alone
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    options: OptionFlags,
    #[command(flatten)]
    parts: PartFlags,
}

#[derive(Serialize)]
struct ValidateJson<'a> {
    command: &'a str,
    /// What is missing of an interrupted run.
    #[serde(skip_serializing_if = "Option::is_none")]
    partial: Option<&'a str>,
    reports: &'a Path,
    #[serde(flatten)]
    analysis: &'a Analysis,
}

/// Plays the study and reports.
pub fn run<G: Game>(of: &Validate, settings: &Settings) -> anyhow::Result<Exit> {
    let library = of.options.over(settings.library::<G>())?;
    let study = library.study(&of.study)?;
    let robust = robust_settings(of, &library, &study)?;
    ensure!(
        !(of.strength.strength && of.no_prices),
        "--no-prices and --strength, which asks for prices; expected one of them"
    );
    ensure!(
        !of.strength.strength || study.prices.is_some(),
        "the study `{}` asks for no parity prices that --strength could ask under other commanders; expected a study with [prices]",
        study.id
    );
    refuse_search_words::<G>(of)?;
    let own = &study.policies[0];
    let (commanders, decisions) = (of.strength.settings(&library, own)?, of.strength.decisions::<G>());
    let under = study.prices.as_ref().zip(commanders.as_ref()).map(|(asked, settings)| {
        let designs = &asked.designs;
        UnderCommanders { asked, settings, designs, own, decisions: &decisions }
    });
    let seed = settings.seed.unwrap_or(study.seed);
    let repeat = repeat(of, settings);
    let folder = of.out.join(&study.id);
    ready(&of.out, &folder, &study.id)?;

    remark_on::<G>(settings, study.designs.iter().map(|entry| &*entry.design));
    let stop = settings.stop();
    let cells = jobs(&study, of.pairs);
    memory::room_for_cells(cells.len())?;
    let battles = cells.iter().map(|cell| 2 * cell.pairs).sum();
    settings.remark(&format!(
        "{}: {} in {}, seed {seed}",
        study.name,
        count(battles, "battle"),
        count(cells.len() as u64, "cell")
    ));
    if let Some(asked) = study.prices.as_ref().filter(|_| !of.no_prices && !settings.quiet && of.parts.begins()) {
        say_what_prices_cost(&study, asked, robust.as_ref(), under.as_ref(), seed, settings, stop);
    }
    let belongs = || {
        let commanders = commanders.iter().map(|of| format!(" {of:?}")).collect::<String>();
        let decides = format_args!(
            "{:?} {:?} {:?} {robust:?}{commanders} {:?}",
            study.cells,
            study.prices,
            study.policies,
            (of.pairs, of.no_prices)
        );
        identity::<G>([&plan(of), &study.id], &study.inputs, seed, decides, of.parts.shard())
    };
    let rounds = of.parts.open(settings, belongs)?;
    let played = play(settings, seed, &cells, rounds.as_ref(), stop);
    if played.interrupted
        && let Some(exit) = of.parts.ended(rounds.as_ref(), settings, stop, &repeat)?
    {
        return Ok(exit);
    }
    if played.interrupted && played.battles() == 0 {
        settings.say(&format!(
            "Interrupted before the first battle; nothing was written. Run it again:\n  {}",
            of.parts.go_on(&repeat)
        ));
        return Ok(Exit::Interrupted);
    }
    let mut results = results(&study, seed, of.pairs, &played, settings.date());
    results.setup.options.extend(price_options(&study, of.no_prices));
    results.setup.options.extend(unprinted_ratings(&study));
    if let Some(asked) = study.prices.as_ref().filter(|_| !of.no_prices && !played.interrupted) {
        let asked = Prices { asked, robust: robust.as_ref(), under: under.as_ref() };
        asked.find(&study, &mut results, settings, rounds.as_ref(), stop);
    }
    if let Some(exit) = of.parts.ended(rounds.as_ref(), settings, stop, &repeat)? {
        return Ok(exit);
    }
    known_before::<G>(&folder, &mut results, settings);
    let options = [options_of_the_study(&study, &of.options), of.options.sentence(&study.overruled)];
    let options = options.into_iter().filter(|said| !said.is_empty()).collect::<Vec<_>>().join(" ");
    analysed(&mut results, stop, |results, analysis| answer(of, settings, results, analysis, &options, &repeat))
}

/// Refuses words about a search where nothing but the study says who searches, and how.
fn refuse_search_words<G: Game>(of: &Validate) -> anyhow::Result<()> {
    let search = &of.strength.search;
    can_be_secret::<G>(search.secret)?;
    if let (false, Some(given)) = (of.strength.strength, search.given()) {
        // Under --strength whom a search believes in is settled, and it foresees.
        let strength = if search.secret || search.believe.is_some() { "" } else { "--strength with it, or " };
        bail!("{given}: how `search` commands in a study, its file says; expected {strength}[search] in the file");
    }
    Ok(())
}

/// The options of a study that are no defaults, which commands without a study have; empty where there are none. Those of the command
/// line are told by themselves.
fn options_of_the_study<G: Game>(study: &Study<G>, given: &OptionFlags) -> String {
    let defaults = G::options_text(&G::Options::default());
    let own = G::options_text(&study.options).into_iter().zip(defaults);
    let others = own.filter(|((key, value), (_, default))| value != default && !given.has(key));
    let others: Vec<String> =
        others.map(|((key, value), (_, default))| format!("{key} = {value} (default {default})")).collect();
    if others.is_empty() { String::new() } else { format!("With options of the study: {}.", others.join(", ")) }
}

/// What is missing where Ctrl-C came during the analysis.
pub const UNANALYSED: &str = "interrupted: all battles are counted, and not all that follows from them was worked out; \
                          `lanchester report` on this folder does";

/// Works out what follows from the battles. Ctrl-C leaves out what takes long, if it did not leave out battles or prices before.
fn analysed<T>(results: &mut StudyResults, stop: &AtomicBool, answer: impl FnOnce(&StudyResults, &Analysis) -> T) -> T {
    let never = AtomicBool::new(false);
    let stop = if results.setup.options.contains_key(PARTIAL) { &never } else { stop };
    let mut analysis = analyse_until(results, stop);
    if stop.load(Ordering::Relaxed) {
        for options in [&mut results.setup.options, &mut analysis.options] {
            options.insert(PARTIAL.to_owned(), UNANALYSED.to_owned());
        }
    }
    answer(results, &analysis)
}

/// Writes the tables of what was played, and says what follows.
fn answer(
    of: &Validate,
    settings: &Settings,
    results: &StudyResults,
    analysis: &Analysis,
    options: &str,
    repeat: &str,
) -> anyhow::Result<Exit> {
    let folder = of.out.join(&results.setup.id);
    let partial = results.setup.options.get(PARTIAL).cloned();
    let reports = if partial.is_some() && finished(&folder) {
        settings.say(&format!("{} holds a finished run, which is kept.", folder.display()));
        of.out.join(PARTIAL)
    } else {
        of.out.clone()
    };
    let named = lanchester_report::tables(analysis);
    let written = write_tables(&reports, &results.setup, &named, &others(analysis));
    settings.tables(|| named.clone());

    // The answer comes first, even when the disk is full.
    if settings.json {
        let json = ValidateJson {
            command: repeat,
            partial: partial.as_deref(),
            reports: &reports.join(&results.setup.id),
            analysis,
        };
        settings.json(&json)?;
    } else {
        output::prose(&text(of.full, analysis, partial.as_deref(), options, repeat))?;
    }
    let written = written.context("the tables could not be written")?;
    settings.remark(&format!("Report: {}", written.join(REPORT_FILE).display()));
    if of.open {
        open::page(&written.join(REPORT_FILE))?;
    }
    if let Some(partial) = partial {
        settings.say(&format!(
            "{}. For all of it:\n  {}",
            partial.replace("interrupted", "Interrupted"),
            of.parts.go_on(repeat)
        ));
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Done)
}

/// Says how many battles the prices are and how long they take, before the first battle of the study.
fn say_what_prices_cost<G: Game>(
    study: &Study<G>,
    asked: &PriceSettings<G>,
    robust: Option<&RobustSettings<G>>,
    under: Option<&UnderCommanders<G>>,
    seed: u64,
    settings: &Settings,
    stop: &AtomicBool,
) {
    let runner = runner(settings, seed, study.cells.iter().map(|cell| &cell.matchup));
    let cost = study_prices::cost(study, asked, robust, &runner, stop);
    settings.remark(&format!("Then {}", what_prices_cost(&cost)));
    if let Some(under) = under {
        settings.remark(&format!("Then, under a search, {}", what_prices_cost(&under.cost(&runner, stop))));
    }
}

/// Which prices are asked for.
struct Prices<'p, G: Game> {
    asked: &'p PriceSettings<G>,
    /// Under other settings.
    robust: Option<&'p RobustSettings<G>>,
    /// Under other commanders.
    under: Option<&'p UnderCommanders<'p, G>>,
}

impl<G: Game> Prices<'_, G> {
    /// Finds the prices of a study whose cells are played, and says how long they took.
    fn find(
        &self,
        study: &Study<G>,
        results: &mut StudyResults,
        settings: &Settings,
        rounds: Option<&Rounds>,
        stop: &AtomicBool,
    ) {
        let runner =
            Runner { rounds, ..runner(settings, results.setup.seed, study.cells.iter().map(|cell| &cell.matchup)) };
        let (start, before) = (settings.now(), rounds.map_or(0, Rounds::played));
        let took = |battles: u64| {
            let fresh = rounds.map_or(battles, |rounds| rounds.played() - before);
            let elapsed = settings.now().saturating_sub(start);
            took_beside_a_store(battles, fresh, elapsed, runner.threads, runner.level)
        };
        let found = study_prices::all(study, self.asked, self.robust, &runner, results, stop);
        let (prices, battles) = found.cost();
        // A run that was stopped before the first one says so below.
        if prices > 0 {
            settings.remark(&format!("{}: {}", count(prices, "parity price"), took(battles)));
        }
        let mut missing = found.missing;
        (results.prices, results.prices_by_size, results.readings) = (found.rows, found.by_size, found.readings);
        results.robust = found.robust;
        if let Some(under) = self.under.filter(|_| missing.is_none()) {
            let (rows, whole) = under.rows(&runner, stop);
            let more: u64 = rows.iter().map(|row| row.battles).sum();
            settings.remark(&format!("With those under other commanders: {}", took(battles + more)));
            missing = (!whole).then_some("interrupted: some parity prices under other commanders are missing");
            results.commanders = rows;
        }
        if let Some(missing) = missing {
            results.setup.options.insert(PARTIAL.to_owned(), missing.to_owned());
        }
    }
}

/// What is varied around the prices, if that is asked for: by the study or on the command line.
fn robust_settings<G: Game>(
    of: &Validate,
    library: &Library<G>,
    study: &Study<G>,
) -> anyhow::Result<Option<RobustSettings<G>>> {
    ensure!(
        !of.robust || study.prices.is_some(),
        "the study `{}` asks for no parity prices that --robust could vary; expected a study with [prices]",
        study.id
    );
    Ok(if of.robust { Some(library.robust_settings(study)?) } else { study.robust.clone().filter(|_| !of.no_prices) })
}

/// What is known beforehand of the prices under other settings and commanders, where this run found none: from an earlier run, or of a shipped
/// study from the program.
fn known_before<G: Game>(folder: &Path, results: &mut StudyResults, settings: &Settings) {
    if results.prices.is_empty() {
        return;
    }
    keep_stored(folder, results, settings);
    if results.commanders.is_empty() {
        results.commanders = kept::<G>(&study_hash(&results.setup));
    }
}

/// The prices under other settings and commanders that an earlier run of the same study stored there, where this one found none: with its
/// files, options, seed and versions. Nothing where the prices that they were compared with are others.
fn keep_stored(folder: &Path, results: &mut StudyResults, settings: &Settings) {
    let further = [ROBUST.file, COMMANDERS.file];
    let same = |manifest: &Manifest| {
        manifest.study_hash == study_hash(&results.setup)
            && manifest.outputs.iter().any(|listed| further.contains(&listed.file.as_str()))
    };
    if !folder::read_manifest(folder).is_ok_and(|manifest| same(&manifest)) {
        return;
    }
    // A run that cannot be read is about to be replaced.
    let Some(stored) = read_run(folder).ok().and_then(|run| rebuild(&run).ok()) else { return };
    if stored.prices.len() != results.prices.len()
        || !stored.prices.iter().zip(&results.prices).all(|(stored, price)| stored.same_search(price))
    {
        return;
    }
    if results.robust.is_empty() && !stored.robust.is_empty() {
        settings.remark("The ranges of the prices are those of the stored run; --robust finds them again");
        results.robust = stored.robust;
    }
    if results.commanders.is_empty() && !stored.commanders.is_empty() {
        settings.remark("The prices under other commanders are those of the stored run; --strength finds them again");
        results.commanders = stored.commanders;
    }
}

/// What counts as the ratings of ships whose files have none, for the manifest and the page.
fn unprinted_ratings<G: Game>(study: &Study<G>) -> Vec<(String, String)> {
    let entry = |of: &StudyDesign<G>| Some((format!("rating of {}", of.id), unprinted::<G>(&of.design)?));
    study.designs.iter().filter_map(entry).collect()
}

/// The options that prices are found under, for the manifest: the study's own, and where a reading has others those.
fn price_options<G: Game>(study: &Study<G>, left_out: bool) -> Vec<(String, String)> {
    if left_out {
        return vec![("prices".to_owned(), "left out".to_owned())];
    }
    let Some(asked) = &study.prices else { return Vec::new() };
    let own = G::options_text(&asked.options);
    let mut all: Vec<_> = own.iter().map(|(key, value)| (format!("prices.{key}"), value.clone())).collect();
    for reading in &asked.readings {
        let other = G::options_text(&reading.options).into_iter().filter(|option| !own.contains(option));
        all.extend(other.map(|(key, value)| (format!("prices ({}).{key}", reading.name), value)));
    }
    all
}

/// The files of a run that are no tables.
fn others(analysis: &Analysis) -> Vec<Output> {
    let mut others = vec![Output { name: REPORT_FILE.to_owned(), bytes: html(analysis).into_bytes() }];
    if !analysis.readings.is_empty() {
        let bytes = readings_text(&analysis.readings, false).into_bytes();
        others.push(Output { name: READINGS_TEXT.to_owned(), bytes });
    }
    others
}

/// Finds out before the first battle whether the last step will succeed.
fn ready(out: &Path, folder: &Path, study: &str) -> anyhow::Result<()> {
    if folder.exists() {
        folder::refuse_other_study(folder, study)
            .context("the tables could not be written there; expected another --out")?;
    }
    output::make_folder(out)
}

/// Whether a folder holds a run with all its battles.
fn finished(folder: &Path) -> bool {
    folder::read_manifest(folder).is_ok_and(|manifest| !manifest.options.contains_key(PARTIAL))
}

/// The most columns of sentences.
const COLUMNS: usize = 100;

/// What follows, as text: the answer alone, or with all tables where that is asked for or where one table does not answer it.
fn text(full: bool, analysis: &Analysis, partial: Option<&str>, options: &str, repeat: &str) -> String {
    let screen = output::screen();
    let sentence = |text: &str| format!("{}\n", wrapped(text, output::width().min(COLUMNS), 0));
    let mut text = partial.map(|partial| format!("PARTIAL: {partial}.\n\n")).unwrap_or_default();
    if partial.is_some_and(lacks_cells) {
        text.push_str(&sentence(
            "No verdict: some designs met fewer of the others. What was counted stands on the page and in the tables.",
        ));
        return text;
    }
    text.extend(Some(options).filter(|options| !options.is_empty()).map(sentence));
    if partial.is_none() {
        text.extend(html::verdict(analysis).iter().map(|said| sentence(said)));
    }
    text.push('\n');
    match brief(analysis, screen).filter(|_| !full) {
        Some(brief) => {
            text.push_str(&format!("{}{}", sentence(&brief.head), brief.table));
            text.extend(brief.after.iter().chain(&brief.limits).map(|said| sentence(said)));
            text.push_str("Intervals are 95 %. All tables: --full, or the page.\n");
        }
        None => {
            text.push_str(&tables(analysis, screen));
            if !analysis.readings.is_empty() {
                text.push_str(&format!("\n{}", readings_text(&analysis.readings, screen)));
            }
        }
    }
    text.push_str(&format!("\nThis again: {repeat}\n"));
    text
}

/// Words of a flag that is set.
const fn flag((set, word): (bool, &str)) -> &str {
    if set { word } else { "" }
}

/// The command and its options that decide what is played, by which a store is known.
fn plan(of: &Validate) -> String {
    let pairs = of.pairs.map(|pairs| format!(" --pairs {pairs}")).unwrap_or_default();
    let options: String = of.options.words().map(|word| format!(" {word}")).collect();
    let [no_prices, robust] = [(of.no_prices, " --no-prices"), (of.robust, " --robust")].map(flag);
    let strength: String = of.strength.words().iter().map(|word| format!(" {word}")).collect();
    format!("validate{pairs}{options}{no_prices}{robust}{strength}")
}

fn repeat(of: &Validate, settings: &Settings) -> String {
    let out = of.out.to_string_lossy();
    let [seed, pairs] = [settings.seed, of.pairs].map(|n| n.map(|n| n.to_string()));
    let mut words = vec!["validate", of.study.as_str()];
    words.extend(pairs.iter().flat_map(|pairs| ["--pairs", pairs]));
    words.extend(of.options.words());
    words.extend(seed.iter().flat_map(|seed| ["--seed", seed]));
    words.extend(of.no_prices.then_some("--no-prices"));
    words.extend(of.robust.then_some("--robust"));
    let strength = of.strength.all_words();
    words.extend(strength.iter().map(String::as_str));
    if out != "reports" {
        words.extend(["--out", &out]);
    }
    command(words)
}

#[cfg(test)]
mod tests {
    use lanchester_analysis::analyse;
    use lanchester_report::{read_run, rebuild};

    use super::*;

    /// Forty lines for twenty designs, of a hundred columns; the same sentences stand above all tables.
    #[test]
    fn the_answer_of_a_default_study_is_short() {
        for game in ["nova", "starmada-x", "talon"] {
            let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports").join(game).join("default");
            let analysis = analyse(&rebuild(&read_run(&run).expect("a reference run")).expect("its results"));
            let [short, full] = [false, true].map(|full| text(full, &analysis, None, "", "lanchester validate"));
            assert!(short.lines().count() <= 20 + analysis.designs.len(), "{game}: {short}");
            assert!(short.lines().all(|line| line.chars().count() <= COLUMNS), "{game}: {short}");
            assert!(analysis.designs.iter().all(|design| short.contains(&design.name)), "{game}: {short}");
            assert!(short.contains("From – to") && short.contains("Furthest off"), "{game}: {short}");
            assert_eq!(short.split("\n\n").next(), full.split("\n\n").next());
            assert!(full.contains("Equal sides") && !short.contains("Equal sides"));
        }
    }

    /// A ship whose fleets say nothing has the verdict of its duels, and the column says so of it alone.
    #[test]
    fn a_verdict_from_duels_among_those_from_fleets_says_so() {
        let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports/nova/default");
        let mut analysis = analyse(&rebuild(&read_run(&run).expect("a reference run")).expect("its results"));
        let majestic = analysis.prices.iter_mut().find(|row| row.design == "majestic").expect("its price");
        majestic.parity = lanchester_stats::parity::Parity::Unclear;
        let short = text(false, &analysis, None, "", "lanchester validate");
        let from_duels: Vec<&str> = short.lines().filter(|line| line.ends_with(" in duels")).collect();
        assert!(matches!(from_duels[..], [line] if line.starts_with("MAJESTIC ")), "{short}");
    }

    /// A Ctrl-C of the last moment of play leaves the analysis out and says so; one that ended the battles does not.
    #[test]
    fn ctrl_c_leaves_out_the_analysis_of_a_whole_run_alone() {
        let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports/talon/fleets");
        let stored = rebuild(&read_run(&run).expect("a reference run")).expect("its results");
        for (partial, left_out) in [(None, true), (Some("interrupted: 2 of 4 battles"), false)] {
            let mut results = stored.clone();
            results.setup.options.extend(partial.map(|said| (PARTIAL.to_owned(), said.to_owned())));
            let (said, laws) = analysed(&mut results, &AtomicBool::new(true), |results, analysis| {
                (results.setup.options[PARTIAL].clone(), analysis.fleet_laws.len())
            });
            assert_eq!((said == UNANALYSED, laws == 0), (left_out, left_out), "{said}");
        }
    }
}
