//! `lanchester compare FLEET VARIANT`: what a change to a fleet does against the fleets of a study.

use std::collections::BTreeMap;

use anyhow::bail;
use lanchester_core::Force;
use lanchester_games::Game;
use lanchester_report::columns::{Align, TextTable, Tone, clean};
use lanchester_scenario::{Kind, Library, Problems};
use lanchester_study::account::Change;
use lanchester_study::host::Clock;
use lanchester_study::versus::{FleetGround, FleetVerdict, place_of};
use serde::Serialize;

use super::{Compare, joined, labels, options, repeat, text};
use crate::contest::side;
use crate::exit::Exit;
use crate::json_head::Head;
use crate::output;
use crate::play::{runner, took};
use crate::search_flags::{self, SearchJson, sentence};
use crate::settings::Settings;
use crate::wording::{count, share, signed_share, wrapped};

/// Whether a word means a fleet: no ship of the study has this id or name, and the file is that of a fleet.
///
/// # Errors
/// Every problem of the file.
pub fn meant<G: Game>(library: &Library<G>, study: &str, what: &str) -> Result<bool, Problems> {
    let kinds = library.kinds(what)?;
    if !kinds.contains(&Kind::Fleet) {
        return Ok(false);
    }
    let study = library.ships_of_study(study)?;
    Ok(place_of(study.designs.iter().map(|of| (of.id.as_str(), lanchester_core::Combatant::name(&*of.design))), what)
        .is_none())
}

#[derive(Serialize)]
struct FleetsJson<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    study: &'a str,
    policy: &'a str,
    /// How `search` searches, if it commands.
    #[serde(flatten)]
    search: Option<SearchJson<'a>>,
    seed: u64,
    fleet: &'a str,
    rating: u32,
    formula: Option<u32>,
    opponents: Vec<&'a str>,
    /// Of the battles against each opponent, every option as text.
    options: Vec<BTreeMap<&'static str, String>>,
    pairs: u64,
    variants: Vec<VariantJson<'a>>,
}

#[derive(Serialize)]
struct VariantJson<'a> {
    name: &'a str,
    rating: u32,
    formula: Option<u32>,
    #[serde(flatten)]
    verdict: &'a FleetVerdict,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a Change>,
}

/// Plays the fleets and prints what the variants do.
pub fn run<G: Game>(of: &Compare, settings: &Settings, library: &Library<G>, all: &[&str]) -> anyhow::Result<Exit> {
    if of.precision.is_some() || of.no_prices {
        bail!(
            "`{}` is a fleet, which has no parity price; expected neither --precision nor --no-prices with it",
            of.ship
        );
    }
    let study = library.study(&of.against.against)?;
    let seed = settings.seed.unwrap_or(study.seed);
    let policy = of.against.commander(library, &study)?;
    let pairs = of.against.pairs(&policy)?;
    let searching = of.against.searching(library, &study, &policy)?;
    let mut fleets: Vec<Force<G>> = Vec::new();
    for (place, what) in all.iter().enumerate() {
        if all[..place].contains(what) {
            bail!("the fleet `{what}` is named twice; expected a fleet and variants of it");
        }
        fleets.push(side(library, what)?);
    }
    let ground = FleetGround::new(&study, policy, &fleets)?;
    let repeat = repeat("compare", all, (&of.against, pairs), &options(of), seed);
    let cells = ground.cells(&fleets, pairs);
    let runner = runner(settings, seed, cells.iter().map(|cell| &cell.matchup));
    let battles = lanchester_study::runner::battles(&cells);
    let [ours, theirs] = [fleets.len(), ground.opponents.len()].map(|n| count(n as u64, "fleet"));
    settings.remark(&format!("{ours} against {theirs}: {}", count(battles, "battle")));
    let start = settings.now();
    let Some(verdicts) = ground.compare(&runner, &cells, pairs, settings.stop()) else {
        settings.say(&format!("Interrupted; nothing to report. Run it again:\n  {repeat}"));
        return Ok(Exit::Interrupted);
    };
    settings.remark(&took(battles, settings.now().saturating_sub(start), runner.threads, runner.level));
    let why: Vec<Option<Change>> =
        (1..fleets.len()).map(|i| of.why.then(|| ground.change(&cells, i, settings.level, seed))).collect();
    let names = labels(fleets.iter().map(|fleet| fleet.name.as_str()), all);
    let formulas: Vec<Option<u32>> = fleets.iter().map(formula).collect();
    if settings.json {
        let variants = verdicts.iter().zip(&why).zip(1..);
        settings.json(&FleetsJson {
            head: Head::of::<G>(&repeat),
            study: &study.id,
            policy: &ground.policy.0,
            search: searching.as_ref().map(search_flags::json),
            seed,
            fleet: &fleets[0].name,
            rating: fleets[0].rating(),
            formula: formulas[0],
            opponents: ground.opponents.iter().map(|(force, _)| force.name.as_str()).collect(),
            options: ground.opponents.iter().map(|(_, options)| crate::battle_options::texts::<G>(options)).collect(),
            pairs,
            variants: variants
                .map(|((verdict, why), i)| VariantJson {
                    name: &fleets[i].name,
                    rating: fleets[i].rating(),
                    formula: formulas[i],
                    verdict,
                    why: why.as_ref(),
                })
                .collect(),
        })?;
        return Ok(Exit::Done);
    }
    let gains: Vec<text::Gain> = verdicts.iter().map(|of| (of.scores.difference, None)).collect();
    let mut answer = scores(&ground, &fleets, &names, &formulas, &verdicts);
    answer.push_str(&text::why(&names, &why, &formulas, &gains));
    answer.push_str(&format!("\n{}\n", wrapped(HOW, output::width(), 0)));
    let options = joined([searching.as_ref().map(sentence).unwrap_or_default(), of.options.sentence(&study.overruled)]);
    if !options.is_empty() {
        answer.push_str(&format!("{}\n", wrapped(&options, output::width(), 0)));
    }
    let battles = count(battles, "battle");
    answer.push_str(&format!("{battles}, seed {seed}, {} rules v{}.\nThis again: {repeat}\n", G::NAME, G::VERSION));
    output::data(&answer)?;
    Ok(Exit::Done)
}

/// What a table of fleets counts.
const HOW: &str = "Every fleet meets the same fleets with the same dice; all fight as they are. Points: of all ships as printed, or of one without a rating its house rating. \
                   Formula: of all ships, by the game's own. The gain is of the score, a draw counting half.";

/// What the game's formula gives all ships of a fleet; `None` where it gives one of them nothing.
fn formula<G: Game>(fleet: &Force<G>) -> Option<u32> {
    fleet.ships.iter().map(|ship| G::model_rating(ship)).sum()
}

/// The verdicts, and two tables: all opponents together, and each by itself.
fn scores<G: Game>(
    ground: &FleetGround<G>,
    fleets: &[Force<G>],
    names: &[String],
    formulas: &[Option<u32>],
    verdicts: &[FleetVerdict],
) -> String {
    let mut answer = String::new();
    let base = clean(&names[0]);
    for (name, verdict) in names[1..].iter().zip(verdicts) {
        let [gain, interval] = signed_share(&verdict.scores.difference);
        let says = match &verdict.scores.difference {
            _ if verdict.same_battles => "is the same fleet: with the same dice every battle ended alike".to_owned(),
            of if of.low > 0.0 => {
                format!("does better than {base}: {gain} percentage points of the score [{interval}]")
            }
            of if of.high < 0.0 => {
                format!("does worse than {base}: {gain} percentage points of the score [{interval}]")
            }
            _ => format!("is not shown to differ from {base}: {gain} percentage points of the score [{interval}]"),
        };
        answer.push_str(&format!("{}\n", wrapped(&format!("{} {says}.", clean(name)), output::width(), 2)));
    }
    answer.push('\n');
    let screen = output::screen();
    let mut table = TextTable::new(&[
        ("Fleet", Align::Left),
        ("Points", Align::Right),
        ("Formula", Align::Right),
        ("Score %", Align::Right),
        ("95 % interval", Align::Left),
    ]);
    let first = verdicts.iter().take(1).map(|of| &of.scores.base);
    let all = first.chain(verdicts.iter().map(|of| &of.scores.variant));
    for (((name, fleet), formula), score) in names.iter().zip(fleets).zip(formulas).zip(all) {
        let [score, interval] = share(score);
        let formula = formula.map_or_else(|| "–".to_owned(), |points| points.to_string());
        let cells = [name.clone(), fleet.rating().to_string(), formula, score, interval];
        table.row(cells.map(|cell| (cell, Tone::Plain)));
    }
    answer.push_str(&table.render(screen));
    for (name, verdict) in names[1..].iter().zip(verdicts) {
        let head = format!("{} against", clean(name));
        let mut table = TextTable::new(&[
            (head.as_str(), Align::Left),
            ("Points", Align::Right),
            ("Gain %", Align::Right),
            ("95 % interval", Align::Left),
        ]);
        for ((opponent, _), of) in ground.opponents.iter().zip(&verdict.by_opponent) {
            let [gain, interval] = signed_share(&of.difference);
            table.row([
                (opponent.name.clone(), Tone::Plain),
                (opponent.rating().to_string(), Tone::Plain),
                (gain, text::tone(&of.difference)),
                (interval, Tone::Dim),
            ]);
        }
        answer.push_str(&format!("\n{}", table.render(screen)));
    }
    let who = format!("{} on both sides.", ground.policy.0);
    answer + &format!("\n{who}\n")
}
