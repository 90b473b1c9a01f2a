//! `lanchester reprice`: what all ships of a study should cost, together.

mod files;
mod rerated;
mod text;

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use lanchester_core::Combatant;
use lanchester_games::Game;
use lanchester_scenario::{FleetLaw, Library, PriceSettings, Study, StudyDesign, id_of};
use lanchester_stats::Interval;
use lanchester_stats::joint::misfit::Effect;
use lanchester_stats::joint::{self, Anchor, JointError, Limits, Standing};
use lanchester_study::host::Clock;
use lanchester_study::reprice::{Question, Repriced, reprice};
use lanchester_study::rounds::identity;
use lanchester_study::runner::Runner;
use lanchester_study::versus::place_of;
use serde::Serialize;

use super::price::{budget, share, wishes};
use crate::battle_options::{self, OptionFlags};
use crate::exit::Exit;
use crate::json_head::Head;
use crate::option_values::whole;
use crate::output;
use crate::parts::PartFlags;
use crate::play::{runner, say_time};
use crate::search_flags::{SearchFlags, sentence};
use crate::settings::Settings;
use crate::wording::{command, count, wrapped};

/// Says what all ships of a study should cost, priced together
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester reprice                                 the ships of the default study
  lanchester reprice my-study.toml --hold majestic   around a ship that keeps its points
  lanchester reprice --integer --write new-ships     and write their files with the new ratings

Random fleets meet random fleets, drawn at the prices found so far, until no design helps the
fleet that has more of it at equal points. `lanchester price` asks one ship against others at
their printed points; here all points move, and only their scale has to be kept: by their sum,
their geometric mean, or the ships that are held.")]
pub struct RepriceOf {
    /// The study whose ships are priced, by id or path
    #[arg(value_name = "STUDY", default_value = "default")]
    study: String,
    /// A ship that keeps its printed points, by its id in the study; may be given several times
    #[arg(long, value_name = "SHIP")]
    hold: Vec<String>,
    /// What stays when no ship is held
    #[arg(long, value_enum, default_value_t = Kept::Sum)]
    anchor: Kept,
    /// The most that points may move, as a share of those printed, from 0.01 to 0.9, such as 0.25
    #[arg(long, value_name = "SHARE", value_parser = within)]
    within: Option<f64>,
    /// New points in whole numbers, or in multiples of N, from 1 to 1000
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1", value_parser = whole(1, 1000))]
    integer: Option<u64>,
    /// Half-width of the widest 95 % interval to reach, as a share of the price, from 0.002 to 0.2
    /// [default: the study's, or 0.02]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    precision: Option<f64>,
    /// The most random matchups, of all rounds, at least 2000; each is played once, and once with the sides swapped
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = whole(2000, 10_000_000))]
    matchups: u64,
    /// What random fleets are made of: two designs that chance picks, in any of their mixtures, or all designs [default: the
    /// study's]
    #[arg(long, value_name = "LAW", value_parser = PossibleValuesParser::new(FleetLaw::ALL.map(FleetLaw::name)))]
    law: Option<String>,
    /// Points of a fleet, the least first, such as 300:1000 [default: the study's]
    #[arg(long, value_name = "LOW:HIGH", value_parser = budget)]
    budget: Option<[u32; 2]>,
    /// Who commands one side: an id, a path, or `search` [default: the study's first policy]
    #[arg(long, value_name = "POLICY")]
    policy_a: Option<String>,
    /// Who commands the other; chance says which [default: the study's first policy]
    #[arg(long, value_name = "POLICY")]
    policy_b: Option<String>,
    #[command(flatten)]
    options: OptionFlags,
    #[command(flatten)]
    parts: PartFlags,
    /// A folder for the ship files with the new ratings, in whole points; no file is overwritten
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,
}

/// What stays when no ship is held.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kept {
    /// The sum of the points of all ships
    Sum,
    /// Their geometric mean
    Geometric,
}

fn within(text: &str) -> Result<f64, String> {
    let expected = || format!("`{text}` is no share; expected a number from 0.01 to 0.9, such as 0.25");
    text.parse::<f64>().ok().filter(|x| (0.01..=0.9).contains(x)).ok_or_else(expected)
}

/// Prices the ships and prints a runner.
pub fn run<G: Game>(of: &RepriceOf, settings: &Settings) -> anyhow::Result<Exit> {
    let library = of.options.over(settings.library::<G>())?;
    let study = library.study(&of.study)?;
    let seed = settings.seed.unwrap_or(study.seed);
    let asked = wishes(&study)?;
    let question = question(of, &library, &study, &asked)?;
    let places = of.write.as_deref().map(|folder| files::places(folder, question.designs)).transpose()?;

    let stop = settings.stop();
    let repeat = repeat(of, seed);
    let belongs =
        || identity::<G>(["reprice", &study.id], &study.inputs, seed, format_args!("{question:?}"), of.parts.shard());
    let rounds = of.parts.open(settings, belongs)?;
    let runner = runner(settings, seed, study.cells.iter().map(|cell| &cell.matchup));
    let runner = Runner { rounds: rounds.as_ref(), ..runner };
    let start = settings.now();
    let found = reprice(&runner, &question, stop);
    if let Some(exit) = of.parts.ended(rounds.as_ref(), settings, stop, &repeat)? {
        return Ok(exit);
    }
    let found = match found {
        Ok(Some(found)) => found,
        Ok(None) => {
            settings.say(&format!(
                "Interrupted before the prices were known. Run it again:\n  {}",
                of.parts.go_on(&repeat)
            ));
            return Ok(Exit::Interrupted);
        }
        Err(error) => return Err(refusal(error, &question)),
    };
    say_time(settings, &runner, found.spent.battles(), start);
    if let Some(places) = &places {
        files::write(&study, question.designs, places, &found.points)?;
    }
    if settings.json {
        settings.json(&json(&question, &study, &found, seed, &repeat, places.unwrap_or_default()))?;
        return Ok(Exit::Done);
    }
    let mut text = text::table(&question, &found);
    text.push_str(&text::paragraphs(&question, &found, &from(of, asked.law)));
    let searching = SearchFlags::default().among(&library, &study, &question.policies)?;
    let searching = searching.as_ref().map(sentence).unwrap_or_default();
    for said in [searching, of.options.sentence(&study.overruled)].iter().filter(|said| !said.is_empty()) {
        text.push_str(&format!("\n{}\n", wrapped(said, output::width(), 0)));
    }
    let battles = count(found.spent.battles(), "battle");
    let matchups = count(found.finding.matchups, "matchup");
    text.push_str(&format!(
        "\n{} in the last of {}, {battles} in all, seed {seed}, {} rules v{}.\n",
        matchups,
        count(u64::from(found.finding.rounds), "round"),
        G::NAME,
        G::VERSION
    ));
    if let Some(folder) = &of.write {
        text.push_str(&format!(
            "{} written to {}.\n",
            count(question.designs.len() as u64, "ship file"),
            folder.display()
        ));
    }
    text.push_str(&format!("This again: {repeat}\n"));
    output::prose(&text)?;
    Ok(Exit::Done)
}

/// Where the law of the fleets comes from.
fn from(of: &RepriceOf, declared: FleetLaw) -> String {
    match &of.law {
        Some(law) if law != declared.name() => format!("by --law; the study says \"{}\"", declared.name()),
        _ => format!("law = \"{}\" of the study", declared.name()),
    }
}

fn question<'q, G: Game>(
    of: &RepriceOf,
    library: &Library<G>,
    study: &Study<G>,
    asked: &'q PriceSettings<G>,
) -> anyhow::Result<Question<'q, G>> {
    let designs = &asked.designs;
    let mut holds = vec![false; designs.len()];
    for what in &of.hold {
        let id = id_of(what);
        let called = designs.iter().map(|design| (design.id.as_str(), design.design.name()));
        let Some(place) = place_of(called, &id) else {
            let known: Vec<&str> = designs.iter().map(|design| design.id.as_str()).collect();
            let near = lanchester_scenario::nearest(&id, known.iter().copied());
            let expected = near.map_or_else(|| known.join(", "), str::to_owned);
            bail!("the study `{}` prices no ship `{what}`; expected {expected}", study.id);
        };
        holds[place] = true;
    }
    let printed: Vec<f64> = designs.iter().map(|design| f64::from(design.design.rating())).collect();
    let bounds = of.within.map(|share| printed.iter().map(|r| [r * (1.0 - share), r * (1.0 + share)]).collect());
    let anchor = match of.anchor {
        Kept::Sum => Anchor::Sum,
        Kept::Geometric => Anchor::Geometric,
    };
    let law = of.law.as_deref().and_then(FleetLaw::by_name).unwrap_or(asked.law);
    let policy = |what: &Option<String>| SearchFlags::default().commander(library, study, what.as_deref());
    let precision = of.precision.unwrap_or(asked.precision);
    // Ratings in files are whole points.
    let step = of.integer.or(of.write.as_ref().map(|_| 1));
    Ok(Question {
        designs,
        options: &asked.options,
        budget: of.budget.unwrap_or(asked.budget),
        law,
        policies: [policy(&of.policy_a)?, policy(&of.policy_b)?],
        limits: Limits { printed, anchor, holds, bounds },
        settings: joint::Settings { precision, most_matchups: of.matchups },
        step: step.map(|step| step as f64),
    })
}

/// Why there are no prices, with names.
fn refusal<G: Game>(error: JointError, question: &Question<G>) -> anyhow::Error {
    let name = |place: usize| lanchester_report::columns::clean(question.designs[place].design.name());
    let [least, most] = question.budget;
    match error {
        JointError::Open(place) => anyhow!(
            "{} is in too few fleets of {least} to {most} points to be priced; expected another --budget, or a study without it",
            name(place)
        ),
        JointError::Beyond(place) => anyhow!(
            "the price of {} is beyond {} times its printed points, or below one in so many; expected it in --hold, or a study \
             without it",
            name(place),
            joint::FARTHEST
        ),
        JointError::AllHeld => anyhow!("every ship is held; expected one or more that may move"),
        JointError::BadPoints(place) => anyhow!("{} has no points above zero", name(place)),
        JointError::NoSlope => {
            anyhow!("more points do not significantly win more battles here, so there are no prices")
        }
        JointError::Unsettled => anyhow!("the prices did not settle; expected more --matchups, or a larger --budget"),
        JointError::BoundsAgainstAnchor | JointError::Shape => error.into(),
    }
}

#[derive(Serialize)]
struct RepriceJson<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    study: &'a str,
    seed: u64,
    options: BTreeMap<&'static str, String>,
    law: &'static str,
    anchor: Option<Anchor>,
    budget: [u32; 2],
    policies: [&'a str; 2],
    designs: Vec<DesignJson<'a>>,
    slope: Interval,
    advantage_printed: Option<Interval>,
    advantage_new: Option<Interval>,
    misfit: MisfitJson<'a>,
    matchups: u64,
    rounds: u32,
    unmade: u64,
    battles: u64,
    capped: u64,
    draws: u64,
    written: Vec<PathBuf>,
}

#[derive(Serialize)]
struct DesignJson<'a> {
    design: &'a str,
    name: &'a str,
    printed: Option<f64>,
    price: Interval,
    multiplier: Option<Interval>,
    points: f64,
    standing: Standing,
}

#[derive(Serialize)]
struct MisfitJson<'a> {
    matchups: u64,
    pure: Option<Effect>,
    numbers: Option<Effect>,
    pairs_q: Option<f64>,
    pairs: Vec<TogetherJson<'a>>,
}

#[derive(Serialize)]
struct TogetherJson<'a> {
    designs: [&'a str; 2],
    #[serde(flatten)]
    effect: Effect,
}

fn json<'a, G: Game>(
    question: &'a Question<G>,
    study: &'a Study<G>,
    found: &Repriced,
    seed: u64,
    repeat: &'a str,
    written: Vec<PathBuf>,
) -> RepriceJson<'a> {
    let id = |place: usize| question.designs[place].id.as_str();
    let design = |(place, design): (usize, &'a StudyDesign<G>)| {
        let (printed, price) = (design.design.printed().map(f64::from), found.finding.prices[place]);
        DesignJson {
            design: &design.id,
            name: design.design.name(),
            printed,
            price,
            multiplier: printed.map(|printed| price.map_rising(|price| price / printed)),
            points: found.points[place],
            standing: found.finding.standing[place],
        }
    };
    let pairs = found.misfit.pairs.iter();
    RepriceJson {
        head: Head::of::<G>(repeat),
        study: &study.id,
        seed,
        options: battle_options::texts::<G>(question.options),
        law: question.law.name(),
        anchor: (!question.limits.holds.contains(&true)).then_some(question.limits.anchor),
        budget: question.budget,
        policies: question.policies.each_ref().map(|(id, _)| id.as_str()),
        designs: question.designs.iter().enumerate().map(design).collect(),
        slope: found.finding.slope,
        advantage_printed: found.advantage[0],
        advantage_new: found.advantage[1],
        misfit: MisfitJson {
            matchups: found.misfit.matchups,
            pure: found.misfit.pure,
            numbers: found.misfit.numbers,
            pairs_q: found.misfit.pairs_q,
            pairs: pairs.map(|p| TogetherJson { designs: p.designs.map(id), effect: p.effect }).collect(),
        },
        matchups: found.finding.matchups,
        rounds: found.finding.rounds,
        unmade: found.unmade[0],
        battles: found.spent.battles(),
        capped: found.spent.capped,
        draws: found.spent.draws,
        written,
    }
}

fn repeat(of: &RepriceOf, seed: u64) -> String {
    let mut words: Vec<String> = vec!["reprice".into(), of.study.clone()];
    let mut option =
        |name: &str, value: Option<String>| words.extend(value.into_iter().flat_map(|v| [name.to_owned(), v]));
    of.hold.iter().for_each(|ship| option("--hold", Some(ship.clone())));
    option("--anchor", of.anchor.to_possible_value().map(|value| value.get_name().to_owned()));
    option("--within", of.within.map(|share| share.to_string()));
    option("--precision", of.precision.map(|p| p.to_string()));
    option("--matchups", Some(of.matchups.to_string()));
    option("--law", of.law.clone());
    option("--budget", of.budget.map(|[low, high]| format!("{low}:{high}")));
    option("--policy-a", of.policy_a.clone());
    option("--policy-b", of.policy_b.clone());
    words.extend(of.options.words().map(str::to_owned));
    words.extend(["--seed".to_owned(), seed.to_string()]);
    let step = of.integer.or(of.write.as_ref().map(|_| 1));
    words.extend(step.map(|step| format!("--integer={step}")));
    command(words.iter().map(String::as_str))
}
