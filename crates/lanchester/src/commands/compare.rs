//! `lanchester compare`: what a change to a ship would do.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use clap::Args;
use lanchester_core::Combatant;
use lanchester_games::Game;
use lanchester_report::table::{Align, TextTable, Tone};
use lanchester_scenario::{Library, Study};
use lanchester_stats::Interval;
use lanchester_study::versus::{Ground, Verdict, ship};
use serde::Serialize;

use crate::exit::Exit;
use crate::option_values::whole;
use crate::play::table;
use crate::settings::Settings;
use crate::wording::{command, share, signed, signed_share, wrapped};
use crate::{interrupt, output};

/// Says what a change to a ship would do: variants against the same opponents with the same dice
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester compare majestic my-majestic.toml
  lanchester compare majestic refit-a.toml refit-b.toml --against my-study.toml --pairs 50000

Every ship meets every opponent of the study with the same dice, so that the differences are known far better than the
scores. Worth is the difference in rating points: what the first ship would have to cost more to be as good a bargain.")]
pub struct Compare {
    /// The ship as it is: an id of the study's, or any other id or path
    #[arg(value_name = "SHIP")]
    ship: String,
    /// The ships to compare with it, by id or path
    #[arg(value_name = "VARIANT", required = true)]
    variants: Vec<String>,
    #[command(flatten)]
    against: Against,
}

/// Against whom, under whom, how often.
#[derive(Clone, Debug, Args)]
pub struct Against {
    /// The study whose duelling ships are the opponents, by id or path
    #[arg(long, value_name = "STUDY", default_value = "default")]
    pub against: String,
    /// Who commands both sides [default: the study's first policy]
    #[arg(long, value_name = "POLICY")]
    pub policy: Option<String>,
    /// Pairs of battles against each opponent, for each ship, at least 1024: intervals come from blocks of pairs
    #[arg(long, value_name = "N", default_value_t = 10_000, allow_negative_numbers = true, value_parser = whole(1024, 100_000_000))]
    pub pairs: u64,
}

impl Against {
    /// The duelling ships of the study but for those that are compared, under the policy that was asked for.
    ///
    /// # Errors
    /// The policy is wrong, or fewer than three opponents are left.
    pub fn ground<'s, G: Game>(
        &self,
        library: &Library<G>,
        study: &'s Study<G>,
        compared: &[String],
    ) -> anyhow::Result<Ground<'s, G>> {
        let policy = match &self.policy {
            Some(what) => library.policy_and_id(what)?,
            None => study.policies[0].clone(),
        };
        Ok(Ground::new(study, policy, compared)?)
    }
}

/// Plays the first ship and its variants; `None` if `stop` came.
pub fn verdicts<G: Game>(
    ground: &Ground<G>,
    settings: &Settings,
    seed: u64,
    pairs: u64,
    ships: &[Arc<G::Design>],
    stop: &AtomicBool,
) -> Option<Vec<Verdict>> {
    let cells = ground.cells(ships, pairs);
    let table = table(settings, seed, cells.iter().map(|cell| &cell.matchup));
    ground.compare(&table, &cells, pairs, ships, stop)
}

#[derive(Serialize)]
pub struct CompareJson<'a> {
    pub command: &'a str,
    pub tool_version: &'static str,
    pub game: &'static str,
    pub rules_version: u32,
    pub stream_version: u32,
    pub study: &'a str,
    pub policy: &'a str,
    pub seed: u64,
    pub ship: &'a str,
    pub rating: u32,
    pub opponents: Vec<&'a str>,
    /// Pairs of battles against each opponent, for each ship.
    pub pairs: u64,
    pub variants: &'a [Verdict],
}

/// Plays the variants and prints a table.
pub fn run<G: Game>(of: &Compare, settings: &Settings) -> anyhow::Result<Exit> {
    let library = Library::<G>::shipped();
    let study = library.ships_of_study(&of.against.against)?;
    let seed = settings.seed.unwrap_or(study.seed);
    let all: Vec<&str> = std::iter::once(&of.ship).chain(&of.variants).map(String::as_str).collect();
    let mut ships: Vec<Arc<G::Design>> = Vec::new();
    let mut ids: Vec<String> = Vec::new();
    for (place, what) in all.iter().enumerate() {
        if all[..place].contains(what) {
            bail!("the ship `{what}` is named twice; expected a ship and variants of it");
        }
        let found = ship(&library, &study, what)?;
        ids.push(found.id);
        ships.push(found.design);
    }
    let ground = of.against.ground(&library, &study, &ids)?;
    let repeat = repeat("compare", &all, &of.against, seed);
    let stop = interrupt::listen();
    let Some(verdicts) = verdicts(&ground, settings, seed, of.against.pairs, &ships, stop) else {
        output::note(&format!("Interrupted; nothing to report. Run it again:\n  {repeat}"));
        return Ok(Exit::Interrupted);
    };
    if settings.json {
        output::json(&json(&ground, &study.id, &ships[0], &of.against, seed, &repeat, &verdicts))?;
    } else {
        let heads = ["Variant", "Printed"];
        let rows: Vec<[String; 2]> = verdicts.iter().map(|v| [v.name.clone(), v.printed.to_string()]).collect();
        output::data(&text(&ground, &ships[0], &heads, &rows, &verdicts, seed, &repeat))?;
    }
    Ok(Exit::Done)
}

/// What both commands of differences say as JSON.
pub fn json<'a, G: Game>(
    ground: &'a Ground<G>,
    study: &'a str,
    base: &'a Arc<G::Design>,
    against: &Against,
    seed: u64,
    command: &'a str,
    variants: &'a [Verdict],
) -> CompareJson<'a> {
    CompareJson {
        command,
        tool_version: env!("CARGO_PKG_VERSION"),
        game: G::NAME,
        rules_version: G::VERSION,
        stream_version: lanchester_dice::STREAM_VERSION,
        study,
        policy: &ground.policy.0,
        seed,
        ship: base.name(),
        rating: base.rating(),
        opponents: ground.opponents.iter().map(|opponent| opponent.id.as_str()).collect(),
        pairs: against.pairs,
        variants,
    }
}

/// The table of both commands of differences: the heads and cells given, then the differences.
pub fn text<G: Game, const N: usize>(
    ground: &Ground<G>,
    base: &Arc<G::Design>,
    heads: &[&str; N],
    rows: &[[String; N]],
    verdicts: &[Verdict],
    seed: u64,
    repeat: &str,
) -> String {
    let mut text = String::new();
    if let Some(first) = verdicts.first() {
        let [score, interval] = share(&first.scores.base);
        text.push_str(&format!(
            "{} ({} points) scores {score} % [{interval}] against {} opponents, {} on both sides.\n\n",
            lanchester_report::table::clean(base.name()),
            base.rating(),
            ground.opponents.len(),
            ground.policy.0,
        ));
    }
    let mut columns: Vec<(&str, Align)> =
        heads.iter().enumerate().map(|(i, head)| (*head, if i == 0 { Align::Left } else { Align::Right })).collect();
    columns.extend([
        ("Score gained %", Align::Right),
        ("95 % interval", Align::Left),
        ("Worth in points", Align::Right),
        ("95 % interval", Align::Left),
        ("Variance reduction", Align::Right),
    ]);
    let mut table = TextTable::new(&columns);
    for (cells, verdict) in rows.iter().zip(verdicts) {
        let [gain, gain_interval] = signed_share(&verdict.scores.difference);
        let [points, points_interval] =
            verdict.points.as_ref().map_or(["inconclusive".to_owned(), String::new()], signed);
        let tone = |i: &Interval| match () {
            () if i.low > 0.0 => Tone::Good,
            () if i.high < 0.0 => Tone::Bad,
            () => Tone::Plain,
        };
        let mut row: Vec<(String, Tone)> = cells.iter().map(|cell| (cell.clone(), Tone::Plain)).collect();
        row.extend([
            (gain, tone(&verdict.scores.difference)),
            (gain_interval, Tone::Dim),
            (points, verdict.points.as_ref().map_or(Tone::Dim, tone)),
            (points_interval, Tone::Dim),
            (format!("{:.1}×", verdict.scores.gain), Tone::Dim),
        ]);
        table.row(row);
    }
    text.push_str(&table.render(output::colour(&std::io::stdout())));
    let how = "Worth: what the ship would have to cost more (or less) among these opponents, one against one, to be the same \
               bargain. Variance reduction: how many times as many battles it would have taken without common dice.";
    text.push_str(&format!("\n{}\n", wrapped(how, output::width(), 0)));
    text.push_str(&format!("Seed {seed}, {} rules v{}.\nThis again: {repeat}\n", G::NAME, G::VERSION));
    text
}

/// The command that does this again.
pub fn repeat(name: &str, ships: &[&str], against: &Against, seed: u64) -> String {
    let [pairs, seed] = [against.pairs, seed].map(|n| n.to_string());
    let mut words = vec![name];
    words.extend(ships);
    words.extend(["--against", &against.against]);
    words.extend(against.policy.iter().flat_map(|policy| ["--policy", policy]));
    words.extend(["--pairs", &pairs, "--seed", &seed]);
    command(words)
}
