//! `lanchester policies`: every way to command against every other.

mod grow;
mod grow_text;
mod strength;
mod strength_text;

use std::sync::Arc;

use anyhow::bail;
use clap::Args;
use lanchester_core::arena::CellJob;
use lanchester_core::{Force, Matchup};
use lanchester_games::Game;
use lanchester_report::columns::{Align, Screen, TextTable, Tone};
use lanchester_scenario::{Kind, Library};
use lanchester_stats::Interval;
use lanchester_stats::standing::{Meeting, Standing, standings};
use lanchester_study::cell_number::CellNumber;
use lanchester_study::price::Named;
use serde::Serialize;

use crate::contest::{policies_once, side};
use crate::exit::Exit;
use crate::json_head::Head;
use crate::option_values::whole;
use crate::output;
use crate::play::play;
use crate::settings::Settings;
use crate::wording::{command, count, share, wrapped};

/// Lets policies fight each other over a mixed set of ships and fleets, and ranks them
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester policies
  lanchester policies greedy charge my-policy.toml --pairs 1000
  lanchester policies greedy foresight --grow 5 --budget 10m --out found
  lanchester policies random charge greedy default --strength --search 4,16,64

Every two policies meet with the same ships in the same places, and again with the ships exchanged.

With --strength, all of them stand on one scale, on which `default` is 0: who is 100 above another scores 64 % against it, 200 above
76 %, 400 above 91 %. With --search, searches of these budgets are placed
beside them, and change none of their places. A search takes its opponent for the policy of --believe, whoever
it is, and meets every policy but that one, which it would know. Its battles are few (--search-pairs), as each takes as long as
thousands of others.

With --grow, random matchups of a study's ships (--study, --fights), or the line-ups that are named (--lineup, --matchup,
--proving-ground), take the place of the game's own. The mixture of the policies that none of them
beats is worked out, `lanchester tune` looks for a policy that beats the mixture, on matchups of its own, and what passes its test
joins the others; and so on. It ends after N searches, or when a test shows that less than one point is left to gain. Ctrl-C keeps
what has joined, and --resume goes on.")]
pub struct Policies {
    /// The policies, by id or path [default: all that are shipped]
    #[arg(value_name = "POLICY")]
    policies: Vec<String>,
    /// Pairs of battles for every two policies and every line-up; searches have --search-pairs
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(1, 100_000_000))]
    pairs: u64,
    #[command(flatten)]
    strength: strength::StrengthFlags,
    #[command(flatten)]
    grow: grow::GrowFlags,
}

#[derive(Serialize)]
struct PoliciesJson<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    seed: u64,
    battles: u64,
    /// The line-ups that every two policies met in.
    lineups: &'a [[&'static str; 2]],
    /// The best first.
    policies: Vec<PolicyJson<'a>>,
}

#[derive(Serialize)]
struct PolicyJson<'a> {
    policy: &'a str,
    score: Interval,
    battles: u64,
    /// Its score against each of the others.
    against: Vec<AgainstJson<'a>>,
}

#[derive(Serialize)]
struct AgainstJson<'a> {
    policy: &'a str,
    score: Interval,
}

/// Plays the round robin.
pub fn run<G: Game>(of: &Policies, settings: &Settings) -> anyhow::Result<Exit> {
    if let Some(rounds) = of.grow.grow {
        return grow::run::<G>(of, rounds, settings);
    }
    // Beside --pairs, which --grow does not take, clap does not ask for it.
    if of.grow.out.is_some() {
        bail!("--out is about a population that grows; expected --grow N with it");
    }
    if of.strength.strength {
        return strength::run::<G>(of, settings);
    }
    if !of.grow.ground.unsaid() {
        bail!(
            "every two policies meet in the game's own line-ups; expected --grow with the study or line-ups of its searches"
        );
    }
    let library = settings.library::<G>();
    let policies = named(&library, &of.policies)?;
    let seed = settings.seed.unwrap_or(1);
    let [pairs, seed_text] = [of.pairs, seed].map(|n| n.to_string());
    let listed: Vec<&str> = of.policies.iter().map(String::as_str).collect();
    let repeat = command([&["policies"], listed.as_slice(), &["--pairs", &pairs, "--seed", &seed_text]].concat());

    let stop = settings.stop();
    let (cells, meetings) = round_robin(&library, &policies, of.pairs)?;
    let played = play(settings, seed, &cells, None, stop);
    if played.interrupted {
        settings.say(&format!("Interrupted; a round robin with holes is no ranking. Run it again:\n  {repeat}"));
        return Ok(Exit::Interrupted);
    }
    let meetings: Vec<Meeting> = meetings
        .into_iter()
        .zip(&played.tallies)
        .map(|([a, b], tally)| Meeting { a, b, pair_scores: tally.pair_scores })
        .collect();
    let ranking = Ranking::new(policies.iter().map(|(id, _)| id.clone()).collect(), &meetings);
    if settings.json {
        settings.json(&PoliciesJson {
            head: Head::of::<G>(&repeat),
            seed,
            battles: cells.iter().map(|cell| 2 * cell.pairs).sum(),
            lineups: G::PROVING_GROUND,
            policies: ranking.json(),
        })?;
    } else {
        let battles = cells.iter().map(|cell| 2 * cell.pairs).sum();
        let mut text = ranking.text(output::screen());
        let lineups = G::PROVING_GROUND.iter().map(|[a, b]| format!("{a} : {b}")).collect::<Vec<_>>().join(", ");
        text.push_str(&format!("\n{}\n", wrapped(&format!("Line-ups: {lineups}."), output::width(), 2)));
        text.push_str(&format!("{}, seed {seed}, {} rules v{}.\n", count(battles, "battle"), G::NAME, G::VERSION));
        text.push_str(&format!("This again: {repeat}\n"));
        output::prose(&text)?;
    }
    Ok(Exit::Done)
}

/// The policies that were asked for, each once, by id.
fn named<G: Game>(library: &Library<G>, asked: &[String]) -> anyhow::Result<Vec<Named<G>>> {
    let asked = if asked.is_empty() { shipped(library) } else { asked.to_vec() };
    let policies = policies_once(library, &asked, |_| " (of two files of one name, rename one)".to_owned())?;
    if policies.len() < 2 {
        bail!("one policy has nobody to meet; expected at least two");
    }
    Ok(policies)
}

/// The ids of all that are shipped.
fn shipped<G: Game>(library: &Library<G>) -> Vec<String> {
    library.ids(Kind::Policy).map(str::to_owned).collect()
}

/// Every two policies on every line-up, and which two they are. Both meet in either place of a line-up.
#[expect(clippy::type_complexity, reason = "two lists of one length that part ways at once")]
fn round_robin<G: Game>(
    library: &Library<G>,
    policies: &[Named<G>],
    pairs: u64,
) -> anyhow::Result<(Vec<CellJob<G>>, Vec<[usize; 2]>)> {
    let (mut cells, mut meetings) = (Vec::new(), Vec::new());
    for [a, b] in G::PROVING_GROUND {
        let sides = [side(library, a)?, side(library, b)?];
        for i in 0..policies.len() {
            for j in i + 1..policies.len() {
                let places: &[[usize; 2]] = if a == b { &[[0, 1]] } else { &[[0, 1], [1, 0]] };
                for place in places {
                    let force = |place: usize, policy: usize| Force {
                        commander: Arc::clone(&policies[policy].1.policy).into(),
                        ..sides[place].clone()
                    };
                    let matchup = Matchup {
                        name: format!("{a} against {b}"),
                        forces: [force(place[0], i), force(place[1], j)],
                        options: G::Options::default(),
                    };
                    library.judge(&matchup)?;
                    cells.push(CellJob { number: CellNumber::Meeting(cells.len() as u64).get(), matchup, pairs });
                    meetings.push([i, j]);
                }
            }
        }
    }
    Ok((cells, meetings))
}

/// Policies by how they did.
struct Ranking {
    names: Vec<String>,
    /// Indices of `names`, the best first.
    order: Vec<usize>,
    overall: Vec<Standing>,
    /// The score of each against each.
    against: Vec<Vec<Interval>>,
}

impl Ranking {
    fn new(names: Vec<String>, meetings: &[Meeting]) -> Self {
        let overall = standings(names.len(), meetings);
        let two = |a: usize, b: usize| {
            let met: Vec<Meeting> =
                meetings.iter().filter(|m| [m.a, m.b] == [a, b] || [m.a, m.b] == [b, a]).copied().collect();
            standings(names.len(), &met)[a].score
        };
        let all = 0..names.len();
        let against = all.clone().map(|a| all.clone().map(|b| two(a, b)).collect()).collect();
        let mut order: Vec<usize> = all.collect();
        order.sort_by(|a, b| overall[*b].score.estimate.total_cmp(&overall[*a].score.estimate));
        Self { names, order, overall, against }
    }

    fn json(&self) -> Vec<PolicyJson<'_>> {
        let others = |a: usize| self.order.iter().copied().filter(move |b| *b != a);
        let against =
            |a: usize| others(a).map(move |b| AgainstJson { policy: &self.names[b], score: self.against[a][b] });
        let policy = |a: &usize| PolicyJson {
            policy: &self.names[*a],
            score: self.overall[*a].score,
            battles: 2 * self.overall[*a].pairs,
            against: against(*a).collect(),
        };
        self.order.iter().map(policy).collect()
    }

    fn text(&self, screen: Screen) -> String {
        let [first, second] = [self.order[0], self.order[1]];
        let best = &self.names[first];
        let mut text = match self.overall[first].score.low > self.overall[second].score.high {
            true => format!(
                "{best} commands best: it scores {} % on average over all others.\n",
                share(&self.overall[first].score)[0]
            ),
            false => format!("{best} and {} command about equally well, and best.\n", self.names[second]),
        };
        text.push_str(
            "Each row: the share of points, in per cent, that a policy takes from the one above the column.\n\n",
        );
        let mut heads = vec![("Policy", Align::Left), ("Score %", Align::Right), ("95 % interval", Align::Left)];
        heads.extend(self.order.iter().map(|i| (self.names[*i].as_str(), Align::Right)));
        let mut table = TextTable::new(&heads);
        let mut widest = 0.0f64;
        for a in &self.order {
            let [score, interval] = share(&self.overall[*a].score);
            let mut row = vec![(self.names[*a].clone(), Tone::Plain), (score, Tone::Plain), (interval, Tone::Dim)];
            for b in &self.order {
                let score = &self.against[*a][*b];
                row.push(match () {
                    () if a == b => ("·".to_owned(), Tone::Dim),
                    () if score.low > 0.5 => (percent(score), Tone::Good),
                    () if score.high < 0.5 => (percent(score), Tone::Bad),
                    () => (percent(score), Tone::Plain),
                });
                if a != b {
                    widest = widest.max(score.half_width());
                }
            }
            table.row(row);
        }
        text.push_str(&table.render(screen));
        text.push_str(&format!("\nScores against one other are good to ±{:.1} at worst (95 %).\n", 100.0 * widest));
        text
    }
}

fn percent(score: &Interval) -> String {
    format!("{:.0}", 100.0 * score.estimate)
}
