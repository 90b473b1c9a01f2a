//! `lanchester price`: what ships should cost.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use anyhow::{bail, ensure};
use clap::Args;
use lanchester_analysis::commanders::{CommanderRow, judged_commanders};
use lanchester_analysis::parity::ParityRow;
use lanchester_analysis::parity::judged;
use lanchester_analysis::robust::RobustRow;
use lanchester_analysis::sizes::{PricesBySize, SizeVerdict, judged_sizes};
use lanchester_core::Combatant;
use lanchester_games::Game;
use lanchester_report::commanders::{commanders_so_far, commanders_text};
use lanchester_report::robust::{robust_so_far, robust_text};
use lanchester_report::{
    Wanted, imprecise_prices, price_table_with, price_tables, size_text, sizes_so_far, undecided_prices,
};
use lanchester_scenario::{Library, PriceSettings, Problems, SearchSettings, Study, StudyDesign};
use lanchester_stats::parity::Reason;
use lanchester_stats::price::Verdict;
use lanchester_study::commanders::{CommanderSettings, UnderCommanders};
use lanchester_study::host::Clock;
use lanchester_study::price::{Named, Number, Policies, Question, SoFar, field, price_by_size, prices_so_far};
use lanchester_study::robust::Around;
use lanchester_study::rounds::identity;
use lanchester_study::runner::Runner;
use lanchester_study::versus::ship;
use serde::Serialize;

use super::against::{AgainstJson, against, sentences};
use super::commander_flags::CommanderFlags;
use super::compare::joined;
use crate::battle_options::{self, OptionFlags};
use crate::exit::Exit;
use crate::json_head::Head;
use crate::option_values::whole;
use crate::output;
use crate::parts::PartFlags;
use crate::play::{fleet_runner, say_time};
use crate::search_flags::{self, SearchJson, sentence};
use crate::settings::Settings;
use crate::ship_folders::unfolded;
use crate::wording::{command, count, wrapped};

/// Says what ships should cost: the points at which fleets of them fight evenly at equal points
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester price majestic                          against the ships of the default study
  lanchester price --precision 0.01                  every ship of the default study, to one per cent
  lanchester price my-ship.toml --against my-study.toml --policy-a charge
  lanchester price my-ships                          every ship in a folder
  lanchester price majestic --by-size                is it worth the same alone and in eights?
  lanchester price majestic --robust                 and under other policies, budgets, boards, readings?
  lanchester price majestic --strength               and would better play move it?

Fleets of the ship, as many as random budgets buy, meet random fleets of the study's ships (never of itself). A search
finds the price at which equal points make an even fight: the parity price. Fleets are sized by the price that is tried,
and the ship fights at that price, so the answer does not move with what is printed in its file. Unlike a win rate it does
not saturate, and unlike an implied rating it says what a *fleet* of these ships is worth.

With --by-size the ship is priced again where exactly 1, 2, 4, 8 of it fight, and as many as a side may have. Each of these
prices has battles of its own, so they can be tested against each other. A ship has no single price where they differ beyond
chance (5 %) and the highest is more than 10 % above the lowest.

With --robust the ship is priced again under other settings, each varied alone, with the same dice: every shipped policy on both
sides, budgets × 1/2 and × 2, the board × 1.5 where the game has a board of several sizes, and the study's readings; or what the
study's [robust] says. These prices aim at ± 5 %. The answer is a range, with the setting that gives each end. A setting
most of whose battles are ended by the turn limit is shown and not counted.

With --strength the ship meets the same fleets, of at most four ships, under one commander after another, each on both sides: the
policies of --portfolio, and a search that plays those out at each of its decisions. The answer is by how much the price moves, and
whether it is settled: within 5 %. With --decisions the ship's side alone searches, one kind of decision at a time.")]
pub struct PriceOf {
    /// The ships: an id of the study's, any other id or path, or a folder of ships [default: all that the study prices]
    #[arg(value_name = "SHIP")]
    ships: Vec<String>,
    /// The study whose ships make up the other side, by id or path
    #[arg(long, value_name = "STUDY", default_value = "default")]
    against: String,
    /// Half-width of the 95 % interval to reach, as a share of the price [default: the study's, or 0.02]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    precision: Option<f64>,
    /// The most random matchups for a ship [default: the study's, or 4000]
    #[arg(long, value_name = "N", value_parser = whole(576, 1_000_000))]
    matchups: Option<u64>,
    /// Points of a fleet, least and most, such as 300:1000 [default: the study's]
    #[arg(long, value_name = "LOW:HIGH", value_parser = budget)]
    budget: Option<[u32; 2]>,
    /// Prices for exactly 1, 2, 4, 8 ships and the most of a side as well, which takes some fourteen times as long
    #[arg(long)]
    by_size: bool,
    /// The price under other policies, budgets, boards and readings as well, each varied alone, and the range from the lowest to
    /// the highest; takes ten to thirty times as long
    #[arg(long)]
    robust: bool,
    #[command(flatten)]
    strength: CommanderFlags,
    /// Who commands the ship's side: an id, a path, or `search` [default: the study's first policy]
    #[arg(long, value_name = "POLICY")]
    policy_a: Option<String>,
    /// Who commands the field: an id, a path, or `search` [default: the study's first policy]
    #[arg(long, value_name = "POLICY")]
    policy_b: Option<String>,
    #[command(flatten)]
    options: OptionFlags,
    #[command(flatten)]
    parts: PartFlags,
}

/// The precision of a price as a value of an option.
pub fn share(text: &str) -> Result<f64, String> {
    let expected = || format!("`{text}` is no share; expected a number from 0.002 to 0.2, such as 0.02");
    text.parse::<f64>().ok().filter(|x| (0.002..=0.2).contains(x)).ok_or_else(expected)
}

/// Points of fleets, least and most, as a value of an option.
pub fn budget(text: &str) -> Result<[u32; 2], String> {
    let parse = |text: &str| text.trim().parse::<u32>().ok().filter(|n| (1..=1_000_000).contains(n));
    let both = text.split_once(':').and_then(|(low, high)| Some([parse(low)?, parse(high)?]));
    both.filter(|[low, high]| low < high).ok_or_else(|| {
        format!("`{text}` is no range of points; expected two whole numbers, the least first, such as 300:1000")
    })
}

#[derive(Serialize)]
struct PriceJson<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    study: &'a str,
    seed: u64,
    /// How `search` searches, if it commands.
    #[serde(flatten)]
    search: Option<SearchJson<'a>>,
    /// Every option of the battles, as text.
    options: BTreeMap<&'static str, String>,
    prices: Vec<PricedJson<'a>>,
    /// With --by-size: the prices for exactly so many ships.
    #[serde(skip_serializing_if = "Option::is_none")]
    prices_by_size: Option<&'a [PricesBySize]>,
    /// With --robust: the prices under every setting, the study's own first.
    #[serde(skip_serializing_if = "Option::is_none")]
    robust: Option<&'a [RobustRow]>,
    /// With --strength: the prices under other commanders, the study's own policy first.
    #[serde(skip_serializing_if = "Option::is_none")]
    commanders: Option<&'a [CommanderRow]>,
    /// Ctrl-C came: `prices` are those that were known.
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<bool>,
    /// The ships whose prices were not.
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<&'a Vec<OpenJson>>,
}

#[derive(Serialize)]
struct PricedJson<'a> {
    #[serde(flatten)]
    row: &'a ParityRow,
    /// Price / printed rating.
    multiplier: Option<lanchester_stats::Interval>,
    /// Whom it met.
    against: Option<AgainstJson<'a>>,
}

/// Prices ships and prints a runner.
pub fn run<G: Game>(of: &PriceOf, settings: &Settings) -> anyhow::Result<Exit> {
    let library = of.options.over(settings.library::<G>())?;
    let study = library.ships_of_study(&of.against)?;
    let seed = settings.seed.unwrap_or(study.seed);
    let repeat = repeat(of, seed);
    let mut asked = wishes(&study)?;
    asked.precision = of.precision.unwrap_or(asked.precision);
    asked.most_matchups = of.matchups.unwrap_or(asked.most_matchups);
    asked.budget = of.budget.unwrap_or(asked.budget);
    let designs = designs(&library, &study, &asked, &of.ships)?;
    let (own, searching) = own(of, &library, &study)?;
    let policies = Policies::of(own.clone());
    let robust = of.robust.then(|| library.robust_settings(&study)).transpose()?;
    let (commanders, decisions) = (commanders(of, &library, &own)?, of.strength.decisions::<G>());

    let stop = settings.stop();
    let belongs = || {
        let commanders = commanders.iter().map(|of| format!(" {of:?}")).collect::<String>();
        let decides = format_args!("{designs:?} {asked:?} {policies:?} {} {robust:?}{commanders}", of.by_size);
        identity::<G>(["price", &study.id], &study.inputs, seed, decides, of.parts.shard())
    };
    let rounds = of.parts.open(settings, belongs)?;
    let runner = fleet_runner(settings, seed, &asked.designs, &asked.options, &study.policies[0].1);
    let runner = Runner { rounds: rounds.as_ref(), ..runner };
    let start = settings.now();
    let around = robust.as_ref().map(|robust| Around { asked: &asked, robust, own: &own, designs: &designs });
    let mut found = find(of.by_size, around.as_ref(), &runner, &asked, &designs, &policies, stop);
    let under = commanders.as_ref().map(|settings| UnderCommanders {
        asked: &asked,
        settings,
        designs: &designs,
        own: &own[0],
        decisions: &decisions,
    });
    found.under(under.as_ref(), &runner, stop);
    found.tell_apart(&designs);
    if let Some(exit) = of.parts.ended(rounds.as_ref(), settings, stop, &repeat)? {
        return Ok(exit);
    }
    let battles = found.battles;
    say_time(settings, &runner, battles, start);
    let (sizes, varied) = (found.by_size.as_deref().unwrap_or_default(), found.robust.as_deref().unwrap_or_default());
    let searched = found.commanders.as_deref().unwrap_or_default();
    settings.tables(|| price_tables(&found.rows, sizes, varied, searched));
    if settings.json {
        settings.json(&PriceJson {
            head: Head::of::<G>(&repeat),
            study: &study.id,
            seed,
            search: searching.as_ref().map(search_flags::json),
            options: battle_options::texts::<G>(&asked.options),
            prices: priced(&found.rows, &designs, &asked, &study.id),
            prices_by_size: found.by_size.as_deref(),
            robust: found.robust.as_deref(),
            commanders: found.commanders.as_deref(),
            interrupted: found.partial.then_some(true),
            open: found.partial.then_some(&found.open),
        })?;
    } else {
        let mut text = found.partial_text(&designs);
        if !found.rows.is_empty() {
            text.push_str(&self::text(&found, &asked, of.precision.is_some()));
        }
        text.extend(found.by_size.as_ref().map(|by_size| sizes_part(by_size, found.partial)));
        text.push_str(&robust_part(around.as_ref(), varied, found.partial));
        text.push_str(&commanders_part(searched, found.partial));
        let options = of.options.sentence(&study.overruled);
        let options = joined([searching.as_ref().map(sentence).unwrap_or_default(), options]);
        let told = (options.as_str(), battles, repeat.as_str(), seed, [of.robust, of.by_size]);
        text.push_str(&how::<G>(&designs, &study, &asked, &policies.names(), told));
        output::data(&text)?;
    }
    if found.partial {
        let again = of.parts.go_on(&repeat);
        settings.say(&format!("Interrupted before the last price was known. For all of them:\n  {again}"));
    }
    Ok(if found.partial { Exit::Interrupted } else { Exit::Done })
}

/// The prices, each with whom the ship met.
fn priced<'a, G: Game>(
    rows: &'a [ParityRow],
    designs: &[StudyDesign<G>],
    asked: &'a PriceSettings<G>,
    study: &'a str,
) -> Vec<PricedJson<'a>> {
    let field = field(asked, &asked.options);
    let met = |row: &ParityRow| designs.iter().find(|ship| ship.id == row.design);
    let of = |row: &'a ParityRow| PricedJson {
        row,
        multiplier: row.multiplier(),
        against: met(row).map(|ship| against(&field, study, ship)),
    };
    rows.iter().map(of).collect()
}

/// A ship whose price was not known yet when Ctrl-C came.
#[derive(Serialize)]
struct OpenJson {
    design: String,
    name: String,
    /// About which price it was searched, once one was found there.
    about: Option<f64>,
}

/// What was found.
struct Found {
    rows: Vec<ParityRow>,
    by_size: Option<Vec<PricesBySize>>,
    robust: Option<Vec<RobustRow>>,
    commanders: Option<Vec<CommanderRow>>,
    open: Vec<OpenJson>,
    /// Battles of all searches that are known.
    battles: u64,
    /// Ctrl-C came before the last of them.
    partial: bool,
}

impl Found {
    /// Adds the prices under other commanders: a part of a run plays its share of these before it waits for the others.
    fn under<G: Game>(&mut self, under: Option<&UnderCommanders<G>>, runner: &Runner, stop: &AtomicBool) {
        let Some(under) = under.filter(|_| !self.partial || runner.waits()) else { return };
        let (rows, whole) = under.rows(runner, stop);
        self.battles += rows.iter().map(|row| row.battles).sum::<u64>();
        self.partial |= !whole;
        self.commanders = Some(if whole { judged_commanders(&rows) } else { rows });
    }

    /// Gives ships of one name their ids behind it.
    fn tell_apart<G: Game>(&mut self, designs: &[StudyDesign<G>]) {
        let alike = |name: &str| designs.iter().filter(|of| of.design.name() == name).count() > 1;
        let rename = |name: &mut String, id: &str| {
            if alike(name) {
                *name = format!("{name} ({id})");
            }
        };
        let varied = self.robust.iter_mut().flatten().map(|row| &mut row.price);
        self.rows.iter_mut().chain(varied).for_each(|row| rename(&mut row.name, &row.design));
        self.by_size.iter_mut().flatten().for_each(|of| rename(&mut of.name, &of.design));
        self.commanders.iter_mut().flatten().for_each(|of| rename(&mut of.name, &of.design));
        self.open.iter_mut().for_each(|of| rename(&mut of.name, &of.design));
    }

    /// What is missing, and what the searches were about.
    fn partial_text<G: Game>(&self, designs: &[StudyDesign<G>]) -> String {
        if !self.partial {
            return String::new();
        }
        let known = self.rows.len();
        let missing = match (&self.robust, &self.by_size) {
            _ if self.commanders.is_some() => {
                "some prices under other commanders are missing: how many are settled is not known".to_owned()
            }
            (Some(_), _) => "some prices under other settings are missing: the range is not known".to_owned(),
            (None, Some(_)) => {
                "some prices by the number of ships are missing: whether one price will do is not known".to_owned()
            }
            (None, None) => {
                format!("{known} of {} known; no verdict before all are", count(designs.len() as u64, "price"))
            }
        };
        let mut text = format!("PARTIAL: {missing}.\n");
        for open in &self.open {
            let name = lanchester_report::columns::clean(&open.name);
            text.push_str(&match open.about {
                Some(points) => format!("{name}: about {points:.0} so far, without an interval.\n"),
                None => format!("{name}: nothing is known yet.\n"),
            });
        }
        text + "\n"
    }
}

/// Searches the prices, and if asked those by the number of ships and those under other settings: a part of a run plays its share of
/// these before it waits for the others.
fn find<G: Game>(
    sizes: bool,
    around: Option<&Around<G>>,
    runner: &Runner,
    asked: &PriceSettings<G>,
    designs: &[StudyDesign<G>],
    policies: &Policies<G>,
    stop: &AtomicBool,
) -> Found {
    let number = Number::Budget(asked.budget);
    let questions: Vec<Question<G>> = designs.iter().map(|design| Question { design, number, policies }).collect();
    let field = field(asked, &asked.options);
    let mut found = match prices_so_far(runner, &field, &questions, stop) {
        Err(so_far) => open(so_far, designs),
        Ok(rows) => {
            let (by_size, spent, partial) = match sizes.then(|| price_by_size(runner, &field, designs, policies, stop))
            {
                None => (None, 0, false),
                Some(Ok(all)) => {
                    let spent = all.iter().flat_map(|design| &design.prices).map(|price| price.battles).sum();
                    (Some(judged_sizes(&all)), spent, false)
                }
                Some(Err(so_far)) => (Some(so_far.known), so_far.battles, true),
            };
            let battles = rows.iter().map(|row| row.battles).sum::<u64>() + spent;
            Found { rows: judged(&rows), by_size, robust: None, commanders: None, open: Vec::new(), battles, partial }
        }
    };
    if let Some(around) = around.filter(|_| !found.partial || runner.waits()) {
        let (rows, whole, battles) = around.rows(runner, &found.rows, stop);
        found.battles += battles;
        found.partial |= !whole;
        found.robust = Some(rows);
    }
    found
}

/// What was known when Ctrl-C came.
fn open<G: Game>(so_far: SoFar, designs: &[StudyDesign<G>]) -> Found {
    let open = so_far.rows.iter().zip(&so_far.about).zip(designs).filter(|((row, _), _)| row.is_none());
    let open = open.map(|((_, about), design)| OpenJson {
        design: design.id.clone(),
        name: design.design.name().to_owned(),
        about: *about,
    });
    let open = open.collect();
    // Verdicts hold among all ships that are asked about.
    let unjudged = |row| ParityRow { verdict: None, ..row };
    Found {
        rows: so_far.rows.into_iter().flatten().map(unjudged).collect(),
        by_size: None,
        robust: None,
        commanders: None,
        open,
        battles: so_far.battles,
        partial: true,
    }
}

/// Who commands the ship's side and the field, and how `search` searches where it does.
type Own<G> = ([Named<G>; 2], Option<SearchSettings<G>>);

/// What the words ask for of it.
///
/// # Errors
/// Every problem of their files, or that there are words about a search and nobody searches.
fn own<G: Game>(of: &PriceOf, library: &Library<G>, study: &Study<G>) -> anyhow::Result<Own<G>> {
    let flags = &of.strength.search;
    let commander = |what: &Option<String>| flags.commander(library, study, what.as_deref());
    let own = [commander(&of.policy_a)?, commander(&of.policy_b)?];
    let searching = flags.among(library, study, &own)?;
    let searches = of.strength.strength || searching.is_some();
    flags.are_needed(searches, "--strength, --policy-a search or --policy-b search")?;
    Ok((own, searching))
}

/// The commanders beside the policy of both sides, if they are asked for.
///
/// # Errors
/// The sides have different policies, or every problem of those that a search plays out.
fn commanders<G: Game>(
    of: &PriceOf,
    library: &Library<G>,
    own: &[Named<G>; 2],
) -> anyhow::Result<Option<CommanderSettings<G>>> {
    let [ours, theirs] = own.each_ref().map(|policy| policy.0.as_str());
    ensure!(
        !of.strength.strength || ours == theirs,
        "--strength puts other commanders beside one policy on both sides, and here {ours} meets {theirs}; expected the same policy for \
         --policy-a and --policy-b"
    );
    of.strength.settings(library, &own[0])
}

/// The prices by the number of ships.
fn sizes_part(of: &[PricesBySize], partial: bool) -> String {
    let screen = output::screen();
    format!("\n{}", if partial { sizes_so_far(of, screen) } else { size_text(of, screen) })
}

/// The prices under other commanders.
fn commanders_part(rows: &[CommanderRow], partial: bool) -> String {
    let screen = output::screen();
    let text = if partial { commanders_so_far(rows, screen) } else { commanders_text(rows, screen) };
    if rows.is_empty() { String::new() } else { format!("\n{text}") }
}

/// The prices under other settings, and how precise they are.
fn robust_part<G: Game>(around: Option<&Around<G>>, rows: &[RobustRow], partial: bool) -> String {
    let Some(around) = around.filter(|_| !rows.is_empty()) else { return String::new() };
    let screen = output::screen();
    let text = if partial { robust_so_far(rows, screen) } else { robust_text(rows, screen) };
    format!("\n{text}Prices under other settings aim at ±{:.1} %.\n", 100.0 * around.precision())
}

/// What the study wants of prices, or what is usual.
///
/// # Errors
/// The study has fewer than two ships.
pub fn wishes<G: Game>(study: &Study<G>) -> anyhow::Result<PriceSettings<G>> {
    if let Some(settings) = &study.prices {
        return Ok(settings.clone());
    }
    let duelling = |d: &&StudyDesign<G>| study.cells.iter().any(|cell| cell.duel && cell.entrants.contains(&d.id));
    let mut designs: Vec<StudyDesign<G>> = study.designs.iter().filter(duelling).cloned().collect();
    if designs.is_empty() {
        designs = study.designs.clone();
    }
    if designs.len() < 2 {
        bail!("the study `{}` has {} to fight; expected at least two", study.id, count(designs.len() as u64, "ship"));
    }
    Ok(PriceSettings::usual(designs, study.options.clone()))
}

/// The ships to price: those named, each once, or all that the study prices.
///
/// # Errors
/// A ship is named twice, or every problem of those that cannot be read.
pub fn designs<G: Game>(
    library: &Library<G>,
    study: &Study<G>,
    asked: &PriceSettings<G>,
    named: &[String],
) -> anyhow::Result<Vec<StudyDesign<G>>> {
    if named.is_empty() {
        return Ok(asked.designs.clone());
    }
    let mut designs: Vec<StudyDesign<G>> = Vec::new();
    let mut problems: Option<Problems> = None;
    for what in &unfolded(library, named)? {
        let design = match ship(library, study, what) {
            Ok(design) => design,
            Err(found) => {
                found.add_to(&mut problems);
                continue;
            }
        };
        if designs.iter().any(|known| known.id == design.id) {
            bail!("the ship `{what}` is named twice; expected each once (of two files of one name, rename one)");
        }
        designs.push(design);
    }
    problems.map_or(Ok(designs), |problems| Err(problems.into()))
}

/// Why a ship has no single price.
pub const fn no_price(reason: Reason) -> &'static str {
    match reason {
        Reason::FewOpponents => {
            "has a range instead of a price: so few different fleets of about its points can be made up that any price \
             between those it beats and those it loses to is as good as another"
        }
        Reason::Uneven => "has a range instead of a price: at some higher price it does better than at some lower one",
        Reason::FewFleets => {
            "is known only by a bound, if at all: the others can make up too few fleets of about its points"
        }
        Reason::OutOfReach => "is known only by a bound: it wins, or loses, as far as fleets of the others reach",
        Reason::Flat => "cannot be priced: its score does not clearly fall as its price rises",
        Reason::Spent => "is known only by a bound: the matchups were used up before its score crossed one half",
    }
}

fn text<G: Game>(found: &Found, asked: &PriceSettings<G>, by_name: bool) -> String {
    let rows = found.rows.as_slice();
    let robust = found.robust.as_deref().filter(|_| !found.partial).unwrap_or_default();
    let mut text = String::new();
    // What one ship is said to be hangs on all that was asked.
    if let ([row], false) = (rows, found.partial) {
        let sizes = found.by_size.iter().flatten().find(|of| of.design == row.design);
        let by_number = sizes.is_some_and(|of| of.verdict == SizeVerdict::NoSinglePrice);
        let says = match (row.price(), row.verdict) {
            (Some(_), _) if by_number => "has a price that depends on the number of ships, see below",
            (Some(_), Some(Verdict::Underpriced)) => "should cost more",
            (Some(_), Some(Verdict::Overpriced)) => "should cost less",
            (Some(_), Some(Verdict::Fair)) => "is fairly priced",
            (Some(_), _) if row.printed.is_none() => "has no printed rating to compare with its price",
            (Some(_), _) => "is not significantly mispriced",
            (None, _) => row.reason.map_or("cannot be priced", no_price),
        };
        let how = if row.undecided() { "; most of its battles end at the turn limit" } else { "" };
        text.push_str(&format!("{} {says}{how}.\n\n", lanchester_report::columns::clean(&row.name)));
    }
    text.push_str(&price_table_with(rows, robust, output::screen()));
    let wanted =
        Wanted { precision: asked.precision, by_name, most_matchups: asked.most_matchups, raised_by: "--matchups" };
    let beware = undecided_prices(rows).into_iter().chain(alone(rows, asked.budget));
    for missed in imprecise_prices(rows, &wanted).into_iter().chain(beware) {
        text.push_str(&format!("{}\n", wrapped(&missed, output::width(), 2)));
    }
    text
}

/// Which ships cost more than any fleet may, so that one of each fought alone.
fn alone(rows: &[ParityRow], [low, high]: [u32; 2]) -> Option<String> {
    let costs_more = |row: &&ParityRow| row.price().is_some_and(|price| price.low > f64::from(high));
    let names: Vec<String> =
        rows.iter().filter(costs_more).map(|row| lanchester_report::columns::clean(&row.name)).collect();
    (!names.is_empty()).then(|| {
        format!(
            "Beware: {low} to {high} points buy no {}: its price is that of one ship alone. For fleets, expected --budget LOW:HIGH \
             with a HIGH of at least its price.",
            names.join(" and no ")
        )
    })
}

/// What else moves a price, of which nobody asked how much.
const fn otherwise(robust: bool, by_size: bool) -> Option<&'static str> {
    match (robust, by_size) {
        (false, false) => Some(
            "Other policies, budgets and boards give other prices (--robust says how much), and so do other numbers of ships (--by-size).",
        ),
        (false, true) => Some("Other policies, budgets and boards give other prices (--robust says how much)."),
        (true, _) => None,
    }
}

/// How the prices were found, and the command that finds them again.
fn how<G: Game>(
    designs: &[StudyDesign<G>],
    study: &Study<G>,
    asked: &PriceSettings<G>,
    [ours, theirs]: &[String; 2],
    (options, battles, repeat, seed, [robust, by_size]): (&str, u64, &str, u64, [bool; 2]),
) -> String {
    let [low, high] = asked.budget;
    let how = format!(
        "At its parity price, fleets of the ship (as many as {low} to {high} points buy at that price, or one ship) score one \
         half against random fleets of the same points, drawn from other ships at their printed ratings. \
         Its own printed rating plays no part in it. {}",
        sentences(&field(asked, &asked.options), &study.id, designs)
    );
    let mut text = format!("\n{}\n", wrapped(&how, output::width(), 0));
    if let Some(otherwise) = otherwise(robust, by_size) {
        text.push_str(&format!("{}\n", wrapped(otherwise, output::width(), 0)));
    }
    if !options.is_empty() {
        text.push_str(&format!("{}\n", wrapped(options, output::width(), 0)));
    }
    let who = if ours == theirs { format!("`{ours}` on both sides") } else { format!("`{ours}` against `{theirs}`") };
    let who = if robust { format!("{who} where no setting says otherwise") } else { who };
    text.push_str(&format!("{}, {who}, seed {seed}, {} rules v{}.\n", count(battles, "battle"), G::NAME, G::VERSION));
    text.push_str(&format!("This again: {repeat}\n"));
    text
}

fn repeat(of: &PriceOf, seed: u64) -> String {
    let mut words: Vec<String> = vec!["price".into()];
    words.extend(of.ships.iter().cloned());
    let mut option =
        |name: &str, value: Option<String>| words.extend(value.into_iter().flat_map(|v| [name.to_owned(), v]));
    option("--against", Some(of.against.clone()));
    option("--precision", of.precision.map(|p| p.to_string()));
    option("--matchups", of.matchups.map(|n| n.to_string()));
    option("--budget", of.budget.map(|[low, high]| format!("{low}:{high}")));
    words.extend(of.by_size.then(|| "--by-size".to_owned()));
    words.extend(of.robust.then(|| "--robust".to_owned()));
    words.extend(of.strength.all_words());
    let mut option =
        |name: &str, value: Option<String>| words.extend(value.into_iter().flat_map(|v| [name.to_owned(), v]));
    option("--policy-a", of.policy_a.clone());
    option("--policy-b", of.policy_b.clone());
    of.options.words().for_each(|word| words.push(word.to_owned()));
    words.extend(["--seed".to_owned(), seed.to_string()]);
    command(words.iter().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use lanchester_analysis::sizes::PriceOfSize;
    use lanchester_games::{GameName, Visitor};
    use lanchester_stats::Interval;
    use lanchester_stats::parity::Parity;

    use super::*;

    /// What is said of what was found.
    struct Said(Found);

    impl Visitor for Said {
        type Output = [String; 2];

        fn visit<G: Game>(self) -> [String; 2] {
            let study = Library::<G>::shipped().study("default").expect("a shipped study");
            let asked = study.prices.expect("prices");
            [self.0.partial_text(&asked.designs), text(&self.0, &asked, false)]
        }
    }

    /// A ship that is printed at 100 and worth 120, alone too: what eight of it are worth may still be anything.
    #[test]
    fn part_of_the_prices_is_no_headline() {
        let row = ParityRow {
            design: "one".to_owned(),
            name: "ONE".to_owned(),
            printed: Some(100),
            policies: ["default", "default"].map(str::to_owned),
            parity: Parity::Price(Interval { estimate: 120.0, low: 118.0, high: 122.0 }),
            reason: None,
            p: Some(1e-9),
            verdict: Some(Verdict::Underpriced),
            q: Some(1e-9),
            matchups: 600,
            opponents: 500,
            undrawn: 0,
            battles: 1000,
            capped: 0,
            draws: 0,
        };
        let said = |partial| {
            let by_size = Some(vec![PricesBySize::new(&row, vec![PriceOfSize::new(1, &row)])]);
            let (rows, open) = (vec![row.clone()], Vec::new());
            let found = Found { rows, by_size, robust: None, commanders: None, open, battles: 2000, partial };
            GameName::Nova.visit(Said(found))
        };
        let [whole, part] = [false, true].map(said);
        assert!(whole[0].is_empty() && whole[1].starts_with("ONE should cost more."), "{whole:?}");
        assert!(part[0].starts_with("PARTIAL: some prices by the number of ships are missing"), "{part:?}");
        assert!(part[1].contains("120.0 [118.0, 122.0]") && !part[1].contains("should cost"), "{part:?}");
    }
}
