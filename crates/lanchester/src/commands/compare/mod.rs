//! `lanchester compare`: what a change to a ship would do.

mod fleets;
pub mod text;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use clap::Args;
use lanchester_core::Combatant;
use lanchester_games::Game;
use lanchester_report::columns::clean;
use lanchester_scenario::{Library, SearchSettings, Study, StudyDesign};
use lanchester_study::account::Change;
use lanchester_study::host::Clock;
use lanchester_study::price::{Named, field, is_itself};
use lanchester_study::versus::{Combination, Compared, FleetPrices, Ground, InFleets, Verdict, in_fleets, ship};
use serde::Serialize;

use super::price::{share, wishes};
use crate::battle_options::{self, OptionFlags};
use crate::exit::Exit;
use crate::json_head::Head;
use crate::option_values::{instead, whole};
use crate::output;
use crate::play::{fleet_runner, runner, took};
use crate::search_flags::{self, SearchFlags, SearchJson, sentence};
use crate::settings::Settings;
use crate::wording::{command, count};

/// Says what a change to a ship would do: variants against the same opponents with the same dice
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester compare majestic my-majestic.toml
  lanchester compare majestic refit-a.toml refit-b.toml --against my-study.toml --pairs 50000
  lanchester compare majestic my-majestic.toml --no-prices     duels alone: a few seconds
  lanchester compare majestic my-majestic.toml --why           and what else is changed in these duels
  lanchester compare karst-medium my-fleet.toml                a fleet and a variant of it

First in fleets: every ship's parity price against the study's other ships, in the same matchups
with the same dice, and how much more a variant is worth than the ship, beside how much more it is
charged and how much more the game's formula would charge. The ship's own price is that of
`lanchester price`. Then in duels: every ship meets every opponent of the study with the same dice, so that
the differences are known far better than the scores.

All ships fight at the first one's points in duels, and at the price that is tried in fleets: what
is printed in a file changes no battle.

With --why battles of the duels are recorded, for the ship and for each variant with the same dice: who survives, what harm it does and
suffers, with which weapons and from how far. What differs beyond chance (at a false discovery rate of 5 %) is printed,
--json has all of it.

Fleets meet the first eight fleets of the study that have three quarters to four thirds of the points of the first one, those of its
[[actions]] before its random ones, under the options of the first action in which all that are compared may fight. They fight as they
are; what their ships are printed at and what the game's formula gives them stand beside the score.")]
pub struct Compare {
    /// The ship as it is: an id of the study's, or any other id or path; or a fleet
    #[arg(value_name = "SHIP|FLEET")]
    ship: String,
    /// The ships to compare with it, by id or path; or fleets
    #[arg(value_name = "VARIANT", required = true)]
    variants: Vec<String>,
    /// Duels alone: no prices in fleets, and no verdict on what is charged
    #[arg(long)]
    no_prices: bool,
    /// What a variant changes in these battles: who survives, harm done and suffered, by which weapons, from how far
    #[arg(long)]
    why: bool,
    /// Half-width of the price of each ship to reach, as a share, from 0.002 to 0.2 [default: the study's, or 0.02]
    #[arg(long, value_name = "SHARE", value_parser = share, conflicts_with = "no_prices")]
    precision: Option<f64>,
    #[command(flatten)]
    against: Against,
    #[command(flatten)]
    options: OptionFlags,
}

/// Pairs against each opponent at least, under a policy and under a search: 16 blocks of pairs.
const LEAST: u64 = 1000;
const LEAST_SEARCHED: u64 = 64;

/// Against whom, under whom, how often.
#[derive(Clone, Debug, Args)]
pub struct Against {
    /// The study whose duelling ships are the opponents, by id or path
    #[arg(long, value_name = "STUDY", default_value = "default")]
    pub against: String,
    /// Who commands both sides: an id, a path, or `search` [default: the study's first policy]
    #[arg(long, value_name = "POLICY")]
    pub policy: Option<String>,
    #[command(flatten)]
    pub search: SearchFlags,
    /// Pairs of battles against each opponent, for each ship, at least 1000, or 64 under `search`: intervals come from blocks of pairs
    /// [default: 10000, or 64 under `search`]
    #[arg(long, value_name = "N", value_parser = whole(64, 100_000_000))]
    pairs: Option<u64>,
    #[arg(long, hide = true, value_parser = instead("here pairs of battles are counted; expected --pairs N, half as many"))]
    battles: Option<u64>,
}

impl Against {
    /// Who commands both sides.
    ///
    /// # Errors
    /// Every problem of its files, or that there are words about a search and it does not.
    pub fn commander<G: Game>(&self, library: &Library<G>, study: &Study<G>) -> anyhow::Result<Named<G>> {
        let commander = self.search.commander(library, study, self.policy.as_deref())?;
        self.search.are_needed(commander.1.searches(), "--policy search")?;
        Ok(commander)
    }

    /// How it searches, if it does.
    ///
    /// # Errors
    /// Every problem of the policies that it plays out.
    pub fn searching<G: Game>(
        &self,
        library: &Library<G>,
        study: &Study<G>,
        commander: &Named<G>,
    ) -> anyhow::Result<Option<SearchSettings<G>>> {
        self.search.among(library, study, std::slice::from_ref(commander))
    }

    /// Pairs of battles against each opponent.
    ///
    /// # Errors
    /// Too few for a policy.
    pub fn pairs<G: Game>(&self, (id, commander): &Named<G>) -> anyhow::Result<u64> {
        match self.pairs {
            None if commander.searches() => Ok(LEAST_SEARCHED),
            None => Ok(10_000),
            Some(pairs) if pairs >= LEAST || commander.searches() => Ok(pairs),
            Some(pairs) => bail!("--pairs {pairs} under the policy `{id}`; expected at least {LEAST}"),
        }
    }

    /// The duelling ships of the study but for those that are compared, under the policy that was asked for.
    ///
    /// # Errors
    /// The policy is wrong, or fewer than three opponents are left.
    pub fn ground<'s, G: Game>(
        &self,
        library: &Library<G>,
        study: &'s Study<G>,
        compared: &[StudyDesign<G>],
    ) -> anyhow::Result<Ground<'s, G>> {
        Ok(Ground::new(study, self.commander(library, study)?, compared)?)
    }
}

/// Plays the first ship and its variants; `None` if `stop` came.
pub fn compared<G: Game>(
    ground: &Ground<G>,
    settings: &Settings,
    seed: u64,
    pairs: u64,
    ships: &[Arc<G::Design>],
    combinations: &[Combination],
    stop: &AtomicBool,
) -> Option<Compared> {
    let cells = ground.cells(ships, pairs);
    let runner = runner(settings, seed, cells.iter().map(|cell| &cell.matchup));
    let battles = lanchester_study::runner::battles(&cells);
    settings.remark(&format!(
        "Duels of {} with {}: {}",
        count(ships.len() as u64, "ship"),
        count(ground.opponents.len() as u64, "opponent"),
        count(battles, "battle")
    ));
    let start = settings.now();
    let found = ground.compare(&runner, &cells, pairs, ships, combinations, stop)?;
    settings.remark(&took(battles, settings.now().saturating_sub(start), runner.threads, runner.level));
    Some(found)
}

/// What both commands of differences say as JSON.
#[derive(Serialize)]
pub struct ComparedJson<'a, V> {
    #[serde(flatten)]
    pub head: Head<'a>,
    pub study: &'a str,
    pub policy: &'a str,
    /// How `search` searches, if it commands.
    #[serde(flatten)]
    pub search: Option<SearchJson<'a>>,
    pub seed: u64,
    pub ship: &'a str,
    pub rating: u32,
    /// Every option of the battles, as text.
    pub options: BTreeMap<&'static str, String>,
    /// Of the first ship, where fleets were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fleets: Option<InFleets>,
    pub opponents: Vec<&'a str>,
    /// Pairs of battles against each opponent, for each ship.
    pub pairs: u64,
    pub variants: Vec<V>,
}

#[derive(Serialize)]
struct VariantJson<'a> {
    #[serde(flatten)]
    verdict: &'a Verdict,
    fleets: Option<InFleets>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a Change>,
}

/// Plays the variants and prints what they are worth.
pub fn run<G: Game>(of: &Compare, settings: &Settings) -> anyhow::Result<Exit> {
    let library = of.options.over(settings.library::<G>())?;
    let all: Vec<&str> = std::iter::once(&of.ship).chain(&of.variants).map(String::as_str).collect();
    if fleets::meant(&library, &of.against.against, &of.ship)? {
        return fleets::run(of, settings, &library, &all);
    }
    let study = library.ships_of_study(&of.against.against)?;
    let seed = settings.seed.unwrap_or(study.seed);
    let mut found: Vec<StudyDesign<G>> = Vec::new();
    for (place, what) in all.iter().enumerate() {
        if all[..place].contains(what) {
            bail!("the ship `{what}` is named twice; expected a ship and variants of it");
        }
        found.push(ship(&library, &study, what)?);
    }
    let ships: Vec<Arc<G::Design>> = found.iter().map(|ship| Arc::clone(&ship.design)).collect();
    let ground = of.against.ground(&library, &study, &found)?;
    let pairs = of.against.pairs(&ground.policy)?;
    let searching = of.against.searching(&library, &study, &ground.policy)?;
    let repeat = repeat("compare", &all, (&of.against, pairs), &options(of), seed);
    let stop = settings.stop();
    let interrupted = || {
        settings.say(&format!("Interrupted; nothing to report. Run it again:\n  {repeat}"));
        Ok(Exit::Interrupted)
    };
    let priced = if of.no_prices {
        None
    } else {
        let Some(priced) = fleet_prices(of, settings, seed, &study, &ground, &found, stop)? else {
            return interrupted();
        };
        Some(priced)
    };
    let Some(Compared { verdicts, .. }) = compared(&ground, settings, seed, pairs, &ships, &[], stop) else {
        return interrupted();
    };
    let cells = if of.why { ground.cells(&ships, pairs) } else { Vec::new() };
    let why = |variant: usize| of.why.then(|| ground.change(&cells, variant, settings.level, seed));
    let why: Vec<Option<Change>> = (1..ships.len()).map(why).collect();
    let names = labels(ships.iter().map(|ship| ship.name()), &all);
    if settings.json {
        let fleets = |ship: usize| priced.as_ref().map(|prices| prices.ships[ship]);
        let variants = verdicts.iter().zip(1..).zip(&why);
        let variants =
            variants.map(|((verdict, i), why)| VariantJson { verdict, fleets: fleets(i), why: why.as_ref() }).collect();
        let json = json(&ground, &study.id, &ships[0], pairs, seed, &repeat, variants);
        let search = searching.as_ref().map(search_flags::json);
        settings.json(&ComparedJson { fleets: fleets(0), search, ..json })?;
    } else {
        let field = against(&study, &found);
        let priced = priced.as_ref().map(|prices| (prices, field.as_str()));
        let formulas: Vec<Option<u32>> = ships.iter().map(|ship| G::model_rating(ship)).collect();
        let gains: Vec<text::Gain> = verdicts.iter().map(|of| (of.scores.difference, of.points)).collect();
        let why = text::why(&names, &why, &formulas, &gains);
        let sentences = [searching.as_ref().map(sentence).unwrap_or_default(), of.options.sentence(&study.overruled)];
        let how = (joined(sentences), seed, repeat.as_str());
        output::data(&text::compared(&ground, &ships[0], &names, &verdicts, priced, (&why, how)))?;
    }
    Ok(Exit::Done)
}

/// Those sentences that say something.
pub fn joined(sentences: impl IntoIterator<Item = String>) -> String {
    sentences.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Names of ships or fleets; files of one name are told apart by what was typed.
fn labels<'a>(names: impl Iterator<Item = &'a str> + Clone, typed: &[&str]) -> Vec<String> {
    let label = |(name, typed): (&str, &&str)| {
        let shared = names.clone().filter(|other| *other == name).count() > 1;
        if shared { format!("{name} ({typed})") } else { name.to_owned() }
    };
    names.clone().zip(typed).map(label).collect()
}

/// Prices all ships in fleets; `Ok(None)` if `stop` came.
fn fleet_prices<G: Game>(
    of: &Compare,
    settings: &Settings,
    seed: u64,
    study: &Study<G>,
    ground: &Ground<G>,
    ships: &[StudyDesign<G>],
    stop: &AtomicBool,
) -> anyhow::Result<Option<FleetPrices>> {
    let mut asked = wishes(study)?;
    asked.precision = of.precision.unwrap_or(asked.precision);
    asked.designs.retain(|design| !ships.iter().any(|ship| is_itself(design, ship)));
    if asked.designs.len() < 2 {
        let left = count(asked.designs.len() as u64, "ship");
        bail!("the study `{}` prices {left} beside those compared; expected at least two, or --no-prices", study.id);
    }
    let runner = fleet_runner(settings, seed, &asked.designs, &asked.options, &ground.policy.1);
    Ok(in_fleets(&runner, &asked, &ground.policy, ships, stop))
}

/// Against what the ships are priced, and where `lanchester price` says another number of them.
fn against<G: Game>(study: &Study<G>, ships: &[StudyDesign<G>]) -> String {
    let name = |ship: &StudyDesign<G>| clean(ship.design.name());
    let first = name(&ships[0]);
    // The first ship meets neither itself nor its like in either command.
    let left_out: Vec<String> = wishes(study).map_or_else(
        |_| Vec::new(),
        |asked| {
            let met = field(&asked, &asked.options).others(&ships[0]);
            met.into_iter().filter(|design| ships.iter().any(|ship| is_itself(design, ship))).map(name).collect()
        },
    );
    let same = if left_out.is_empty() {
        format!("{first} is priced as by `lanchester price`")
    } else {
        format!("{} left out, whom {first} meets in `lanchester price`", left_out.join(" and "))
    };
    format!(
        "parity prices against the ships of `{}` but those that are compared ({same}). `lanchester price` of a variant lets it \
         meet {first} too, so its number there is another",
        study.id
    )
}

/// What both commands say as JSON.
pub fn json<'a, G: Game, V>(
    ground: &'a Ground<G>,
    study: &'a str,
    base: &'a Arc<G::Design>,
    pairs: u64,
    seed: u64,
    command: &'a str,
    variants: Vec<V>,
) -> ComparedJson<'a, V> {
    ComparedJson {
        head: Head::of::<G>(command),
        study,
        policy: &ground.policy.0,
        search: None,
        seed,
        ship: base.name(),
        rating: base.rating(),
        options: battle_options::texts::<G>(&ground.options),
        fleets: None,
        opponents: ground.opponents.iter().map(|opponent| opponent.id.as_str()).collect(),
        pairs,
        variants,
    }
}

fn options(of: &Compare) -> Vec<String> {
    let precision = of.precision.map(|precision| ["--precision".to_owned(), precision.to_string()]);
    let flags = [(of.no_prices, "--no-prices"), (of.why, "--why")];
    let flags = flags.into_iter().filter(|(given, _)| *given).map(|(_, flag)| flag.to_owned());
    flags.chain(precision.into_iter().flatten()).chain(of.options.words().map(str::to_owned)).collect()
}

/// The command that does this again, with further options of its own.
pub fn repeat(name: &str, ships: &[&str], (against, pairs): (&Against, u64), options: &[String], seed: u64) -> String {
    let [pairs, seed] = [pairs, seed].map(|n| n.to_string());
    let mut words = vec![name];
    words.extend(ships);
    words.extend(["--against", &against.against]);
    words.extend(against.policy.iter().flat_map(|policy| ["--policy", policy]));
    let search = against.search.words();
    words.extend(search.iter().map(String::as_str));
    words.extend(options.iter().map(String::as_str));
    words.extend(["--pairs", &pairs, "--seed", &seed]);
    command(words)
}
