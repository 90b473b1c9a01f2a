//! `lanchester search`: how far a policy is from a searcher that knows it.

use anyhow::bail;
use clap::Args;
use lanchester_core::arena::{CellJob, SEARCHED_PAIRS, chunk_pairs};
use lanchester_core::{Commander, Matchup, Only, ROLLOUTS, Side, Tally};
use lanchester_games::Game;
use lanchester_report::columns::{Align, TextTable, Tone, clean};
use lanchester_scenario::{Library, SearchSettings, listed};
use lanchester_stats::Interval;
use lanchester_stats::interval::bounded_mean;
use lanchester_study::cell_number::CellNumber;
use lanchester_study::price::Named;
use serde::Serialize;

use crate::contest::{Searcher, portfolio, side};
use crate::exit::Exit;
use crate::json_head::Head;
use crate::option_values::{whole, whole_of};
use crate::output;
use crate::play::{runner, took};
use crate::search_flags::{MOST_ROLLOUTS, by_policy, can_be_secret};
use crate::settings::Settings;
use crate::wording::{command, count, share};

/// Says how far a policy is from a search that knows it
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester search foresight
  lanchester search my-policy.toml --portfolio my-policy.toml,charge,foresight
  lanchester search foresight --study benches/held-out/nova-fleets.toml --pairs 4
  lanchester search default --portfolio all --rollouts 64              stronger, and three to six times as long

The search is a side that plays every policy of its portfolio out at each of its decisions, 32 times or
as often as --rollouts says, against the policy of its opponent, and goes on with the one that scores most: `lanchester replay` and
`duel` have it as --policy-a search. It commands either side of every line-up against the policy. As it
knows its opponent's policy, its score is an upper reference for a policy, not the score of one. With
--believe it takes its opponent for another policy than it has, as one who does not know has to. With --only
it makes one kind of decision, and the policy that it meets makes all others: that says what a gain consists of.
Decisions are placement in every game, then
  nova        initiative, moves, fire
  starmada-x  orders, fire, flights
  talon       impulses (moves and fire), power
  skill-dice  moves, fire, torpedoes, damage (what a hit falls on, what is repaired)
  fires       thrust, missiles, fire, repairs

The interval is over line-ups, not over battles. Without a study they are those of `lanchester policies`.
Ctrl-C finishes the battles that are being played and reports the line-ups that were played from both sides.")]
pub struct Search {
    /// The policy, by id or path
    #[arg(value_name = "POLICY")]
    policy: String,
    /// Take the line-ups from this study, by id or path; can be given again
    #[arg(long, value_name = "STUDY")]
    study: Vec<String>,
    /// The policies that the search plays out, by id or path; `all` for all that are shipped [default: a few of those, which the answer names]
    #[arg(long, value_name = "POLICY,...", value_delimiter = ',')]
    portfolio: Vec<String>,
    /// The policy that the search believes its opponent to have, by id or path [default: it knows]
    #[arg(long, value_name = "POLICY")]
    believe: Option<String>,
    /// How often the search plays each policy out at each decision
    #[arg(long, value_name = "N", default_value_t = ROLLOUTS, value_parser = whole_of::<u32>(1, MOST_ROLLOUTS))]
    rollouts: u32,
    /// Let the search take choices that both sides make in secret at once as secret (Starmada X)
    #[arg(long)]
    secret: bool,
    /// The one kind of decision that the search makes, such as moves; the policy itself, which joins the portfolio, makes all others
    #[arg(long, value_name = "DECISION")]
    only: Option<String>,
    /// Pairs of battles for every line-up and side; so many at a time are played out together, as lanes of a batch
    #[arg(long, value_name = "N", default_value_t = SEARCHED_PAIRS, value_parser = whole(1, 1_000_000))]
    pairs: u64,
}

#[derive(Serialize)]
struct SearchJson<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    seed: u64,
    policy: &'a str,
    portfolio: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    believes: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    only: Option<&'a str>,
    /// How often the search plays each policy out at each decision.
    rollouts: u32,
    battles: u64,
    /// The search's mean score over line-ups.
    score: Interval,
    /// The same of the line-ups of each study.
    groups: Vec<GroupJson<'a>>,
    lineups: Vec<Played<'a>>,
}

#[derive(Serialize)]
struct GroupJson<'a> {
    name: &'a str,
    lineups: usize,
    score: Interval,
}

/// A matchup in which both commanders take either side.
pub struct LineUp<G: Game> {
    pub group: String,
    pub matchup: Matchup<G>,
}

/// What was played of a line-up.
#[derive(Serialize)]
struct Played<'a> {
    group: &'a str,
    matchup: &'a str,
    /// The search's score from A's side and from B's.
    scores: [f64; 2],
}

/// Plays the search against the policy.
pub fn run<G: Game>(of: &Search, settings: &Settings) -> anyhow::Result<Exit> {
    let library = settings.library::<G>();
    let (id, commander) = library.policy_and_id(&of.policy)?;
    let searcher = searcher(of, &library, (&id, &commander))?;
    let seed = settings.seed.unwrap_or(1);
    let mut lineups = line_ups(&library, &of.study, settings)?;
    for lineup in &mut lineups {
        lineup.matchup.forces.iter_mut().for_each(|force| force.commander = commander.clone());
    }
    let repeat = repeat(of, seed);

    let stop = settings.stop();
    let (tallies, interrupted) = play(settings, seed, &lineups, &searcher, of.pairs, stop);
    let played = scores(&lineups, &tallies);
    let battles = tallies.iter().map(Tally::battles).sum();
    if played.is_empty() {
        settings.say(&format!("Interrupted before the first line-up was done; run it again:\n  {repeat}"));
        return Ok(Exit::Interrupted);
    }
    let score = mean(played.iter());
    let groups: Vec<GroupJson<'_>> = played
        .chunk_by(|a, b| a.group == b.group)
        .map(|group| GroupJson { name: group[0].group, lineups: group.len(), score: mean(group.iter()) })
        .collect();
    if settings.json {
        settings.json(&SearchJson {
            head: Head::of::<G>(&repeat),
            interrupted,
            seed,
            policy: &id,
            portfolio: searcher.names(),
            believes: searcher.believes(),
            only: of.only.as_deref(),
            rollouts: of.rollouts,
            battles,
            score,
            groups,
            lineups: played,
        })?;
    } else {
        let mut text = String::new();
        if interrupted {
            text.push_str(&format!("PARTIAL: interrupted after {}.\n\n", count(battles, "battle")));
        }
        let [estimate, interval] = share(&score);
        text.push_str(&clean(&format!(
            "A search that {}{}{} scores {estimate} % [{}] against it, a draw counting half.",
            searcher.believes().map_or_else(|| format!("knows {id}"), |other| format!("believes {id} to be {other}")),
            if of.secret { " and takes secret choices as secret" } else { "" },
            of.only.as_ref().map(|only| format!(" and decides only {only}")).unwrap_or_default(),
            interval.replace(" to ", ", ")
        )));
        text.push_str("\n\n");
        let mut table = TextTable::new(&[
            ("Line-ups", Align::Left),
            ("Number", Align::Right),
            ("Score %", Align::Right),
            ("95 % interval", Align::Left),
        ]);
        for group in &groups {
            let [score, interval] = share(&group.score);
            let row = [(group.name.to_owned(), Tone::Plain), (group.lineups.to_string(), Tone::Plain)];
            table.row(row.into_iter().chain([(score, Tone::Plain), (interval, Tone::Dim)]));
        }
        text.push_str(&table.render(output::screen()));
        text.push_str(&format!("\n{}\n", searcher.sentence()));
        text.extend(of.only.as_ref().map(|_| format!("All other decisions are those of {}.\n", clean(&id))));
        text.push_str(&format!("{}, seed {seed}, {} rules v{}.\n", count(battles, "battle"), G::NAME, G::VERSION));
        text.push_str(&format!("This again: {repeat}\n"));
        output::prose(&text)?;
    }
    Ok(if interrupted { Exit::Interrupted } else { Exit::Done })
}

/// The command again.
fn repeat(of: &Search, seed: u64) -> String {
    let [pairs, seed_text] = [of.pairs, seed].map(|n| n.to_string());
    let mut words = vec!["search", &of.policy];
    words.extend(of.study.iter().flat_map(|study| ["--study", study]));
    words.extend(of.portfolio.iter().flat_map(|policy| ["--portfolio", policy]));
    words.extend(of.believe.iter().flat_map(|policy| ["--believe", policy]));
    words.extend(of.only.iter().flat_map(|decision| ["--only", decision]));
    let rollouts = (of.rollouts != ROLLOUTS).then(|| of.rollouts.to_string());
    words.extend(rollouts.iter().flat_map(|rollouts| ["--rollouts", rollouts]));
    words.extend(of.secret.then_some("--secret"));
    words.extend(["--pairs", &pairs, "--seed", &seed_text]);
    command(words)
}

/// What the words ask for, on side A, against this policy.
fn searcher<G: Game>(of: &Search, library: &Library<G>, against: (&str, &Commander<G>)) -> anyhow::Result<Searcher<G>> {
    can_be_secret::<G>(of.secret)?;
    let mut portfolio = portfolio(library, &of.portfolio)?;
    let belief = of.believe.as_ref().map(|what| library.policy_and_id(what)).transpose()?;
    let belief = belief.map(|(id, commander)| (id, commander.policy));
    let only = of.only.as_ref().map(|what| only::<G>(what, against, &mut portfolio)).transpose()?;
    let search = SearchSettings {
        portfolio: by_policy(portfolio),
        belief,
        rollouts: of.rollouts,
        secret: of.secret,
        taken_for: None,
    };
    Ok(Searcher { sides: [true, false], search, only })
}

/// A search that makes one decision, and leaves the others to this policy, which joins the portfolio where it is not in it.
///
/// # Errors
/// The game has no such decision.
fn only<G: Game>(
    what: &str,
    (id, commander): (&str, &Commander<G>),
    portfolio: &mut Vec<Named<G>>,
) -> anyhow::Result<Only> {
    let decisions = G::decisions();
    let Some(decision) = decisions.iter().position(|known| *known == what) else {
        bail!("`{what}` is no decision of {}; expected {}", G::TITLE, listed(&decisions))
    };
    if portfolio.iter().all(|(known, _)| known != id) {
        portfolio.push((id.to_owned(), commander.clone()));
    }
    let otherwise = portfolio.iter().position(|(known, _)| known == id).unwrap_or_default();
    Ok(Only { decision, otherwise })
}

/// The line-ups of studies, each matchup once; or those that policies are tried on. Says of which studies `[search]` plays no part.
pub fn line_ups<G: Game>(
    library: &Library<G>,
    studies: &[String],
    settings: &Settings,
) -> anyhow::Result<Vec<LineUp<G>>> {
    let mut all = Vec::new();
    for named in studies {
        let study = library.study(named)?;
        if study.search.is_some() {
            settings.remark(&format!("{named}: its [search] plays no part here; options say how a search searches"));
        }
        let Some(first) = study.cells.first().map(|cell| cell.policies.clone()) else {
            bail!("the study `{named}` has no cells; expected one that plays battles")
        };
        let once = study.cells.into_iter().filter(|cell| cell.policies == first);
        all.extend(once.map(|cell| LineUp { group: study.id.clone(), matchup: cell.matchup }));
    }
    if studies.is_empty() {
        for [a, b] in G::PROVING_GROUND {
            let forces = [side(library, a)?, side(library, b)?];
            let matchup = Matchup { name: format!("{a} against {b}"), forces, options: G::Options::default() };
            all.push(LineUp { group: "shipped".to_owned(), matchup });
        }
    }
    Ok(all)
}

/// Plays every line-up with the search on A and on B: a tally each, A's first.
fn play<G: Game>(
    settings: &Settings,
    seed: u64,
    lineups: &[LineUp<G>],
    searcher: &Searcher<G>,
    pairs: u64,
    stop: &std::sync::atomic::AtomicBool,
) -> (Vec<Tally>, bool) {
    let mut jobs = Vec::new();
    for LineUp { matchup, .. } in lineups {
        for side in Side::BOTH {
            let number = CellNumber::Meeting(jobs.len() as u64).get();
            jobs.push(CellJob { number, matchup: searcher.on(side).commanding(matchup.clone()), pairs });
        }
    }
    let runner = runner(settings, seed, lineups.iter().map(|lineup| &lineup.matchup));
    let (result, elapsed) = runner.play("", &jobs, stop, chunk_pairs(&jobs), |_, _| ());
    let battles = result.tallies.iter().map(Tally::battles).sum();
    settings.remark(&took(battles, elapsed, runner.threads, runner.level));
    (result.tallies, result.interrupted)
}

/// What the search scored in the line-ups of which both sides were played.
fn scores<'a, G: Game>(lineups: &'a [LineUp<G>], tallies: &[Tally]) -> Vec<Played<'a>> {
    lineups
        .iter()
        .zip(tallies.chunks_exact(2))
        .filter(|(_, both)| both.iter().all(|tally| tally.pairs > 0))
        .map(|(lineup, both)| Played {
            group: &lineup.group,
            matchup: &lineup.matchup.name,
            scores: [both[0].score(), 1.0 - both[1].score()],
        })
        .collect()
}

/// The mean over line-ups, and its interval over line-ups.
fn mean<'a>(played: impl Iterator<Item = &'a Played<'a>>) -> Interval {
    let (mut n, mut sum, mut squares) = (0, 0.0, 0.0);
    for of in played {
        let score = (of.scores[0] + of.scores[1]) / 2.0;
        (n, sum, squares) = (n + 1, sum + score, squares + score * score);
    }
    bounded_mean(n, sum, squares)
}
