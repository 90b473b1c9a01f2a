//! `lanchester sensitivity`: what more of each thing on a ship is worth.

use anyhow::bail;
use clap::Args;
use lanchester_games::Game;
use lanchester_report::columns::{Align, TextTable, Tone};
use lanchester_report::digits::signed_decimal;
use lanchester_stats::Interval;
use lanchester_stats::jackknife::Jackknife;
use lanchester_stats::multiple::{Dependence, q_values};
use lanchester_study::versus::{Combination, Step, Stepped, Verdict, ship, stepped};
use serde::Serialize;

use crate::commands::compare::text::{scores, tone};
use crate::commands::compare::{Against, ComparedJson, compared, json, repeat};
use crate::exit::Exit;
use crate::option_values::whole;
use crate::output;
use crate::search_flags::{self, sentence};
use crate::settings::Settings;
use crate::wording::{signed, signed_share, wrapped};

/// Above this false discovery rate no total is said not to be the sum.
const SIGNIFICANT: f64 = 0.05;

/// Says what more of each thing on a ship is worth: hull boxes, thrust, ECM, shield faces, dice, range bands
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester sensitivity majestic
  lanchester sensitivity majestic --steps 1,3,6         one, three and six of each thing
  lanchester sensitivity majestic --steps 1 --together  every two things at once
  lanchester sensitivity my-ship.toml --against my-study.toml --pairs 40000

The ship with more of one thing meets the same opponents with the same dice as the ship as it is.
Worth is the difference in rating points. Six boxes need not be worth six times one: the total of
several steps is played, not added up, and where it significantly is not the sum of single steps,
the table says by how much.")]
pub struct Sensitivity {
    /// The ship: an id of the study's, or any other id or path
    #[arg(value_name = "SHIP")]
    ship: String,
    /// How many steps of each thing, at most 100; one step is always played, and no more than the ship has room for
    #[arg(long, value_name = "N,N", value_delimiter = ',', default_value = "1,2,4", value_parser = whole(1, 100))]
    steps: Vec<u64>,
    /// Also every two things at once, one step of each
    #[arg(long)]
    together: bool,
    #[command(flatten)]
    against: Against,
}

/// Several steps beyond the sum of single ones.
#[derive(Clone, Copy, Serialize)]
struct Beyond {
    #[serde(flatten)]
    points: Interval,
    /// The false discovery rate at which it would just be said not to be the sum, among all of this kind.
    q: f64,
}

#[derive(Serialize)]
struct StepJson<'a> {
    #[serde(flatten)]
    verdict: &'a Verdict,
    /// How many steps.
    steps: u32,
    /// Points by which the total exceeds so many times the first step.
    beyond: Option<Beyond>,
}

#[derive(Serialize)]
struct PairJson<'a> {
    #[serde(flatten)]
    verdict: &'a Verdict,
    things: [&'a str; 2],
    beyond: Option<Beyond>,
}

#[derive(Serialize)]
struct SensitivityJson<'a> {
    #[serde(flatten)]
    common: ComparedJson<'a, StepJson<'a>>,
    together: Vec<PairJson<'a>>,
}

/// Plays every step and prints a table.
pub fn run<G: Game>(of: &Sensitivity, settings: &Settings) -> anyhow::Result<Exit> {
    let library = settings.library::<G>();
    let study = library.ships_of_study(&of.against.against)?;
    let seed = settings.seed.unwrap_or(study.seed);
    let base = ship(&library, &study, &of.ship)?;
    let counts: Vec<u32> = of.steps.iter().map(|steps| *steps as u32).collect();
    let all = stepped::<G>(&base.design, &counts, of.together);
    if all.of.is_empty() {
        bail!("there is nothing that {} could have more of", lanchester_core::Combatant::name(&*base.design));
    }
    let ground = of.against.ground(&library, &study, std::slice::from_ref(&base))?;
    let duels = of.against.pairs(&ground.policy)?;
    let searching = of.against.searching(&library, &study, &ground.policy)?;
    let repeat = repeat("sensitivity", &[&of.ship], (&of.against, duels), &options(of), seed);
    let combinations: Vec<Combination> =
        all.combinations.iter().chain(all.pairs.iter().map(|(_, combination)| combination)).cloned().collect();

    let stop = settings.stop();
    let Some(mut found) = compared(&ground, settings, seed, duels, &all.ships, &combinations, stop) else {
        settings.say(&format!("Interrupted; nothing to report. Run it again:\n  {repeat}"));
        return Ok(Exit::Interrupted);
    };
    name(&mut found.verdicts, &all);
    let (several, pairs) = found.beyond.split_at(all.combinations.len());
    let (several, pairs) = (judged(several), judged(pairs));
    let order = order(&all.of, &found.verdicts);
    let beyond = |place: usize| {
        let combination = all.combinations.iter().position(|c| c.whole == place + 1)?;
        several[combination]
    };
    if settings.json {
        let step = |place: &usize| StepJson {
            verdict: &found.verdicts[*place],
            steps: all.of[*place].steps,
            beyond: beyond(*place),
        };
        let steps = order.iter().map(step).collect();
        let pair = |(([one, other], c), beyond): (&([usize; 2], Combination), &Option<Beyond>)| PairJson {
            verdict: &found.verdicts[c.whole - 1],
            things: [&all.of[*one].what, &all.of[*other].what],
            beyond: *beyond,
        };
        let together: Vec<PairJson> = all.pairs.iter().zip(&pairs).map(pair).collect();
        let common = json(&ground, &study.id, &all.ships[0], duels, seed, &repeat, steps);
        let search = searching.as_ref().map(search_flags::json);
        settings.json(&SensitivityJson { common: ComparedJson { search, ..common }, together })?;
        return Ok(Exit::Done);
    }
    let mut text = scores(&ground, &all.ships[0], &found.verdicts);
    text.push_str(&table(&all.of, &found.verdicts, &order, beyond));
    text.push_str(&together(&all, &found.verdicts, &pairs));
    text.push_str(&remarks(&order.iter().filter_map(|place| beyond(*place)).collect::<Vec<_>>()));
    text.extend(searching.as_ref().map(|search| format!("{}\n", sentence(search))));
    text.push_str(&format!("Seed {seed}, {} rules v{}.\nThis again: {repeat}\n", G::NAME, G::VERSION));
    output::data(&text)?;
    Ok(Exit::Done)
}

/// Calls ships by what they have more.
fn name<G: Game>(verdicts: &mut [Verdict], all: &Stepped<G>) {
    for (verdict, step) in verdicts.iter_mut().zip(&all.of) {
        verdict.name.clone_from(&step.what);
    }
    for ([one, other], combination) in &all.pairs {
        verdicts[combination.whole - 1].name = format!("{} and {}", all.of[*one].what, all.of[*other].what);
    }
}

/// Intervals with the false discovery rate held among them.
fn judged(beyond: &[Option<Jackknife>]) -> Vec<Option<Beyond>> {
    let p: Vec<f64> = beyond.iter().flatten().map(Jackknife::p_of_zero).collect();
    let mut q = q_values(&p, Dependence::Any).into_iter();
    let judged =
        |found: &Option<Jackknife>| found.map(|found| Beyond { points: found.interval(), q: q.next().unwrap_or(1.0) });
    beyond.iter().map(judged).collect()
}

/// Places of steps: the thing first whose first step is the most valuable, fewer steps before more.
fn order(of: &[Step], verdicts: &[Verdict]) -> Vec<usize> {
    let mut things: Vec<Vec<usize>> = Vec::new();
    for (place, step) in of.iter().enumerate() {
        match things.last_mut().filter(|_| step.steps > 1) {
            Some(thing) => thing.push(place),
            None => things.push(vec![place]),
        }
    }
    let first = |thing: &Vec<usize>| verdicts[thing[0]].scores.difference.estimate;
    things.sort_by(|one, other| first(other).total_cmp(&first(one)));
    things.concat()
}

fn table(of: &[Step], verdicts: &[Verdict], order: &[usize], beyond: impl Fn(usize) -> Option<Beyond>) -> String {
    let several = of.iter().any(|step| step.steps > 1);
    let mut columns = vec![("More of", Align::Left)];
    columns.extend([("Score %", Align::Right), ("Worth", Align::Right), ("95 % interval", Align::Left)]);
    columns.extend(several.then_some([("Each", Align::Right), ("Beyond the sum", Align::Left)]).into_iter().flatten());
    let mut table = TextTable::new(&columns);
    let mut before: Option<(f64, u32)> = None;
    for place in order {
        let (step, verdict) = (&of[*place], &verdicts[*place]);
        let first = step.steps == 1;
        before = before.filter(|_| !first);
        let [gain, _] = signed_share(&verdict.scores.difference);
        let [points, interval] = verdict.points.as_ref().map_or(["inconclusive".to_owned(), String::new()], signed);
        let plain = |text: String| (text, Tone::Plain);
        // The first column alone stands in every part of a table that is too wide.
        let mut row = vec![plain(if first { step.what.clone() } else { format!("  {} steps", step.steps) })];
        row.extend([
            (gain, tone(&verdict.scores.difference)),
            (points, verdict.points.as_ref().map_or(Tone::Dim, tone)),
            (interval, Tone::Dim),
        ]);
        if several {
            // What each step adds to those of the row above.
            let now = verdict.points.map(|points| points.estimate);
            let (known, steps) = before.unwrap_or_default();
            let each = now.map(|now| (now - known) / f64::from(step.steps - steps));
            row.push(plain(each.map_or_else(String::new, |each| signed_decimal(each, 1))));
            let said = beyond(*place).filter(|beyond| beyond.q < SIGNIFICANT);
            let said = said.map(|beyond| (signed(&beyond.points), tone(&beyond.points)));
            row.push(
                said.map_or_else(Default::default, |([sum, interval], tone)| (format!("{sum} [{interval}]"), tone)),
            );
            before = now.map(|now| (now, step.steps));
        }
        table.row(row);
    }
    table.render(output::screen())
}

/// Two things that are significantly worth more or less at once than one by one.
fn together<G: Game>(all: &Stepped<G>, verdicts: &[Verdict], beyond: &[Option<Beyond>]) -> String {
    if all.pairs.is_empty() {
        return String::new();
    }
    let mut table = TextTable::new(&[
        ("Two things at once, one step of each", Align::Left),
        ("Worth", Align::Right),
        ("Beyond the sum", Align::Left),
    ]);
    let pairs = all.pairs.iter().zip(beyond).filter_map(|((_, c), beyond)| Some((c, (*beyond)?)));
    for (combination, beyond) in pairs.filter(|(_, beyond)| beyond.q < SIGNIFICANT) {
        let verdict = &verdicts[combination.whole - 1];
        let [sum, interval] = signed(&beyond.points);
        table.row([
            (verdict.name.clone(), Tone::Plain),
            (verdict.points.as_ref().map_or_else(String::new, |points| signed(points)[0].clone()), Tone::Plain),
            (format!("{sum} [{interval}]"), tone(&beyond.points)),
        ]);
    }
    if table.is_empty() {
        let nothing = format!(
            "Of {} pairs of things none is significantly worth more or less at once than one by one.",
            all.pairs.len()
        );
        return format!("\n{}\n", wrapped(&nothing, output::width(), 0));
    }
    let listed = "Of two things at once, worth is that of both, and \"beyond the sum\" by how many points it exceeds what the two \
                  are worth one by one. Listed are the pairs where that is significant.";
    format!("\n{}\n{}\n", table.render(output::screen()), wrapped(listed, output::width(), 0))
}

fn remarks(beyond: &[Beyond]) -> String {
    let mut text = String::new();
    let mut say = |paragraph: &str| text.push_str(&format!("\n{}\n", wrapped(paragraph, output::width(), 0)));
    let each = " Each is what one more step adds, on average, to the worth in the line above.";
    say(&format!(
        "Worth says how many points more the ship with that could cost and be as good a bargain, one against one among these \
         opponents.{}",
        if beyond.is_empty() { "" } else { each }
    ));
    let apart = beyond.iter().filter(|beyond| beyond.q < SIGNIFICANT).count();
    match (beyond.len(), apart) {
        (0, _) => {}
        (_, 0) => say("No line of several steps differs significantly from so many times the first step."),
        (all, apart) => say(&format!(
            "Do not multiply what one step is worth: {apart} of {all} lines of several steps differ significantly from so many \
             times the first step, by the points that \"beyond the sum\" gives."
        )),
    }
    text
}

fn options(of: &Sensitivity) -> Vec<String> {
    let steps: Vec<String> = of.steps.iter().map(u64::to_string).collect();
    let together = of.together.then(|| "--together".to_owned());
    ["--steps".to_owned(), steps.join(",")].into_iter().chain(together).collect()
}
