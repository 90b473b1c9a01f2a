//! `lanchester rate`: what the game's formula and battles say of ships, with or without a printed rating.

use std::collections::BTreeMap;

use anyhow::bail;
use clap::Args;
use lanchester_analysis::parity::{ParityRow, judged};
use lanchester_core::Combatant;
use lanchester_games::Game;
use lanchester_report::columns::{Align, TextTable, Tone};
use lanchester_report::digits;
use lanchester_report::{Wanted, imprecise_prices, parity_text, undecided_prices};
use lanchester_scenario::StudyDesign;
use lanchester_study::host::Clock;
use lanchester_study::price::{Number, Policies, Question, field, price};
use serde::Serialize;

use super::price::{designs, share, wishes};
use crate::battle_options::{self, OptionFlags};
use crate::exit::Exit;
use crate::json_head::Head;
use crate::output;
use crate::play::fleet_runner;
use crate::settings::Settings;
use crate::wording::{command, count, wrapped};

/// Says what ships are worth by the game's formula and by battles, with or without a printed rating
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester rate my-ship.toml                       a ship of your own, which needs no rating
  lanchester rate my-ship.toml majestic --precision 0.01
  lanchester rate my-ship.toml --against my-study.toml

The house rating is what the game's formula gives the ship. The parity price is what fleets of it prove to be worth against
random fleets of a study's ships, see `lanchester price`. Neither depends on the rating that stands in the file, if one does.")]
pub struct RateOf {
    /// The ships: paths, or ids of shipped ones
    #[arg(value_name = "FILE", required = true)]
    ships: Vec<String>,
    /// The study whose ships make up the other side, by id or path
    #[arg(long, value_name = "STUDY", default_value = "default")]
    against: String,
    /// Half-width of the 95 % interval of the price to reach, as a share of it [default: the study's, or 0.02]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    precision: Option<f64>,
    #[command(flatten)]
    options: OptionFlags,
}

#[derive(Serialize)]
struct RateJson<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    study: &'a str,
    seed: u64,
    /// Every option of the battles, as text.
    options: BTreeMap<&'static str, String>,
    /// The name of the formula.
    house_rating: &'static str,
    ships: Vec<RatedJson<'a>>,
}

#[derive(Serialize)]
struct RatedJson<'a> {
    /// What the formula gives, in points.
    house: Option<u32>,
    #[serde(flatten)]
    row: &'a ParityRow,
}

/// Rates ships and prints a table.
pub fn run<G: Game>(of: &RateOf, settings: &Settings) -> anyhow::Result<Exit> {
    if G::HOUSE_RATING.is_empty() {
        bail!("{} has no formula for ratings; expected `lanchester price` for what battles say", G::NAME);
    }
    let library = of.options.over(settings.library::<G>())?;
    let study = library.ships_of_study(&of.against)?;
    let seed = settings.seed.unwrap_or(study.seed);
    let repeat = repeat(of, seed);
    let mut asked = wishes(&study)?;
    asked.precision = of.precision.unwrap_or(asked.precision);
    let designs = designs(&library, &study, &asked, &of.ships)?;
    let policy = study.policies[0].clone();
    let runner = fleet_runner(settings, seed, &asked.designs, &asked.options, &policy.1);
    let policies = Policies::both(&policy);
    let number = Number::Budget(asked.budget);
    let question = |design| Question { design, number, policies: &policies };
    let questions: Vec<Question<G>> = designs.iter().map(question).collect();
    let start = settings.now();
    let Some(rows) = price(&runner, &field(&asked, &asked.options), &questions, settings.stop()) else {
        settings.say(&format!("Interrupted before the last price was known. Run it again:\n  {repeat}"));
        return Ok(Exit::Interrupted);
    };
    let rows = judged(&rows);
    let battles = rows.iter().map(|row| row.battles).sum();
    let elapsed = settings.now().saturating_sub(start);
    settings.remark(&crate::play::took(battles, elapsed, runner.threads, runner.level));
    if settings.json {
        let rated = |(design, row): (&StudyDesign<G>, _)| RatedJson { house: G::model_rating(&design.design), row };
        settings.json(&RateJson {
            head: Head::of::<G>(&repeat),
            study: &study.id,
            seed,
            options: battle_options::texts::<G>(&asked.options),
            house_rating: G::HOUSE_RATING,
            ships: designs.iter().zip(&rows).map(rated).collect(),
        })?;
    } else {
        let mut text = ratings::<G>(&designs, &rows);
        let wanted = Wanted {
            precision: asked.precision,
            by_name: of.precision.is_some(),
            most_matchups: asked.most_matchups,
            raised_by: "`most_matchups` of the study:",
        };
        for missed in imprecise_prices(&rows, &wanted).into_iter().chain(undecided_prices(&rows)) {
            text.push_str(&format!("{}\n", wrapped(&missed, output::width(), 2)));
        }
        let how = format!(
            "The house rating is what the formula {} gives, the parity price what battles say against random fleets of the ships of \
             `{}` at their printed ratings. A ship without a printed rating counts its house rating in duels and fleets by \
             points.",
            G::HOUSE_RATING,
            study.id
        );
        text.push_str(&format!("\n{}\n", wrapped(&how, output::width(), 0)));
        let options = of.options.sentence(&study.overruled);
        if !options.is_empty() {
            text.push_str(&format!("{}\n", wrapped(&options, output::width(), 0)));
        }
        text.push_str(&format!("{}, seed {seed}, {} rules v{}.\n", count(battles, "battle"), G::NAME, G::VERSION));
        text.push_str(&format!("This again: {repeat}\n"));
        output::prose(&text)?;
    }
    Ok(Exit::Done)
}

fn ratings<G: Game>(designs: &[StudyDesign<G>], rows: &[ParityRow]) -> String {
    let mut table = TextTable::new(&[
        ("Design", Align::Left),
        ("Printed", Align::Right),
        (G::HOUSE_RATING, Align::Right),
        ("Parity price", Align::Right),
    ]);
    for (design, row) in designs.iter().zip(rows) {
        let plain = |text: String| (text, Tone::Plain);
        table.row(vec![
            plain(row.name.clone()),
            plain(digits::printed(design.design.printed())),
            plain(G::model_rating(&design.design).map(|points| points.to_string()).unwrap_or_default()),
            plain(parity_text(row.parity)),
        ]);
    }
    table.render(output::screen())
}

fn repeat(of: &RateOf, seed: u64) -> String {
    let mut words = vec!["rate".to_owned()];
    words.extend(of.ships.iter().cloned());
    words.extend(["--against".to_owned(), of.against.clone()]);
    words.extend(of.precision.iter().flat_map(|precision| ["--precision".to_owned(), precision.to_string()]));
    words.extend(of.options.words().map(str::to_owned));
    words.extend(["--seed".to_owned(), seed.to_string()]);
    command(words.iter().map(String::as_str))
}
