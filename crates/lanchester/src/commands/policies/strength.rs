//! `lanchester policies --strength`: policies and searches on one scale.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use clap::Args;
use lanchester_core::arena::CellJob;
use lanchester_core::{Matchup, Side, Tally};
use lanchester_games::Game;
use lanchester_scenario::{DEFAULT_POLICY, Library, SearchSettings};
use lanchester_stats::Interval;
use lanchester_stats::scale::{Encounter, Misfit, NoScale, Scale};
use lanchester_study::cell_number::CellNumber;
use lanchester_study::price::Named;
use serde::Serialize;

use super::{Policies, named, strength_text};
use crate::commands::search::{LineUp, line_ups};
use crate::contest::{SEARCH, Searcher, portfolio};
use crate::exit::Exit;
use crate::json_head::Head;
use crate::option_values::{whole, whole_of};
use crate::output;
use crate::play::{runner, took};
use crate::search_flags::{MOST_ROLLOUTS, by_policy, can_be_secret};
use crate::settings::Settings;
use crate::wording::{command, count};

/// Whether strengths are asked for, and of which searches beside the policies.
#[derive(Debug, Args)]
pub struct StrengthFlags {
    /// Put the policies, and the searches of --search, on one scale of strength
    #[arg(long, conflicts_with = "grow")]
    pub strength: bool,
    /// With --strength: searches too, which play every policy out so many times at each decision
    #[arg(long, value_name = "N,...", requires = "strength", value_delimiter = ',', value_parser = whole_of::<u32>(1, MOST_ROLLOUTS))]
    search: Vec<u32>,
    /// With --search: the policies that a search plays out, by id or path [default: those on the scale]
    #[arg(long, value_name = "POLICY,...", requires = "search", value_delimiter = ',')]
    portfolio: Vec<String>,
    /// With --search: the policy that a search believes every opponent to have, by id or path
    #[arg(long, value_name = "POLICY", requires = "search", default_value = DEFAULT_POLICY)]
    believe: String,
    /// With --search: searches take choices that both sides make in secret at once as secret (Starmada X)
    #[arg(long, requires = "search")]
    secret: bool,
    /// With --search: pairs of battles of a search for every policy, line-up and side
    #[arg(long, value_name = "N", requires = "search", default_value_t = 1, value_parser = whole(1, 1_000_000))]
    search_pairs: u64,
    /// With --strength: the matchups of this study, by id or path; can be given again [default: the game's own line-ups]
    #[arg(long, value_name = "STUDY", requires = "strength")]
    matchups_of: Vec<String>,
    /// With --matchups-of: only the first of every so many matchups of a study
    #[arg(long, value_name = "N", requires = "matchups_of", default_value_t = 1, value_parser = whole_of::<usize>(1, 1_000_000))]
    every: usize,
}

/// A commander, and where it stands.
#[derive(Serialize)]
pub struct Row {
    /// The id of the policy, or `search`.
    pub commander: String,
    /// How often a search plays each policy out at each decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rollouts: Option<u32>,
    pub strength: Interval,
    /// How far it is above the next; the last has none.
    pub above_next: Option<Interval>,
}

impl Row {
    /// What it is called: a search by its budget too.
    pub fn title(&self) -> String {
        title(&self.commander, self.rollouts)
    }
}

fn title(commander: &str, rollouts: Option<u32>) -> String {
    rollouts.map_or_else(|| commander.to_owned(), |rollouts| format!("{commander} {rollouts}"))
}

/// What is known of all of them.
pub struct Answer {
    /// The strongest first.
    pub rows: Vec<Row>,
    /// The zero point of the scale.
    pub zero: String,
    /// Two who score otherwise than the scale has it.
    pub misfits: Vec<MisfitJson>,
    /// How many line-ups each two met in.
    pub lineups: usize,
}

#[derive(Serialize)]
pub struct MisfitJson {
    pub commander: String,
    pub against: String,
    /// The mean score over line-ups.
    pub score: f64,
    /// What the scale expects.
    pub expected: f64,
}

#[derive(Serialize)]
struct StrengthJson<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    seed: u64,
    battles: u64,
    /// How many line-ups every two commanders met in.
    lineups: usize,
    /// The zero point of the scale.
    zero: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    portfolio: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    believes: Option<&'a str>,
    /// Whether searches take secret choices as secret.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    secret: bool,
    /// The strongest first.
    commanders: &'a [Row],
    misfits: &'a [MisfitJson],
}

/// Plays every two commanders that can meet, and puts them on a scale.
pub fn run<G: Game>(of: &Policies, settings: &Settings) -> anyhow::Result<Exit> {
    let flags = &of.strength;
    if !of.grow.ground.unsaid() {
        bail!("--strength plays line-ups; expected --matchups-of with a study, or none for the game's own");
    }
    let library = settings.library::<G>();
    let policies = named(&library, &of.policies)?;
    let searchers = searchers(flags, &library, &policies)?;
    let lineups = chosen(&line_ups(&library, &flags.matchups_of, settings)?, flags.every);
    if lineups.len() < 2 {
        bail!("one line-up says nothing of others; expected two or more");
    }
    let seed = settings.seed.unwrap_or(1);
    let repeat = repeat(of, seed);

    let stop = settings.stop();
    let field = Field { policies: &policies, searchers: &searchers, lineups: &lineups };
    let (encounters, battles, interrupted) = field.play(of.pairs, flags.search_pairs, seed, settings, stop);
    if interrupted {
        settings.say(&format!("Interrupted; a scale with holes is none. Run it again:\n  {repeat}"));
        return Ok(Exit::Interrupted);
    }
    let answer = field.answer(&encounters)?;
    let searcher = searchers.first();
    if settings.json {
        settings.json(&StrengthJson {
            head: Head::of::<G>(&repeat),
            seed,
            battles,
            lineups: answer.lineups,
            zero: &answer.zero,
            portfolio: searcher.map(Searcher::names),
            believes: searcher.and_then(Searcher::believes),
            secret: flags.secret,
            commanders: &answer.rows,
            misfits: &answer.misfits,
        })?;
    } else {
        let mut text = strength_text::text(&answer, searcher.map(strength_text::about), output::screen());
        text.push_str(&format!("{}, seed {seed}, {} rules v{}.\n", count(battles, "battle"), G::NAME, G::VERSION));
        text.push_str(&format!("This again: {repeat}\n"));
        output::prose(&text)?;
    }
    Ok(Exit::Done)
}

/// The command again.
fn repeat(of: &Policies, seed: u64) -> String {
    let flags = &of.strength;
    let [pairs, seed, search_pairs, every] =
        [of.pairs, seed, flags.search_pairs, flags.every as u64].map(|n| n.to_string());
    let budgets = flags.search.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let mut words: Vec<&str> = vec!["policies"];
    words.extend(of.policies.iter().map(String::as_str));
    words.push("--strength");
    if !flags.search.is_empty() {
        words.extend(["--search", &budgets, "--search-pairs", &search_pairs, "--believe", &flags.believe]);
    }
    words.extend(flags.secret.then_some("--secret"));
    words.extend(flags.portfolio.iter().flat_map(|policy| ["--portfolio", policy]));
    words.extend(flags.matchups_of.iter().flat_map(|study| ["--matchups-of", study]));
    if flags.every > 1 {
        words.extend(["--every", &every]);
    }
    words.extend(["--pairs", &pairs, "--seed", &seed]);
    command(words)
}

/// The searches that are asked for, the least budget first.
fn searchers<G: Game>(
    flags: &StrengthFlags,
    library: &Library<G>,
    policies: &[Named<G>],
) -> anyhow::Result<Vec<Searcher<G>>> {
    can_be_secret::<G>(flags.secret)?;
    let mut budgets = flags.search.clone();
    budgets.sort_unstable();
    if let Some(twice) = budgets.windows(2).find(|two| two[0] == two[1]) {
        bail!("--search names {} twice; expected each budget once", twice[0]);
    }
    let portfolio = if flags.portfolio.is_empty() { policies.to_vec() } else { portfolio(library, &flags.portfolio)? };
    let portfolio = by_policy(portfolio);
    let (belief, commander) = library.policy_and_id(&flags.believe)?;
    let searcher = |rollouts| {
        let belief = Some((belief.clone(), Arc::clone(&commander.policy)));
        let search =
            SearchSettings { portfolio: portfolio.clone(), belief, rollouts, secret: flags.secret, taken_for: None };
        Searcher { sides: [true, false], search, only: None }
    };
    Ok(budgets.into_iter().map(searcher).collect())
}

/// The first of every so many matchups of each study.
fn chosen<G: Game>(lineups: &[LineUp<G>], every: usize) -> Vec<Matchup<G>> {
    let studies = lineups.chunk_by(|a, b| a.group == b.group);
    studies.flat_map(|study| study.iter().step_by(every)).map(|lineup| lineup.matchup.clone()).collect()
}

/// Who meets where. Commanders are numbered: policies first, then searches. Every two policies meet, and every search every policy but
/// the one that it takes its opponent for: that one it would know.
struct Field<'f, G: Game> {
    policies: &'f [Named<G>],
    searchers: &'f [Searcher<G>],
    lineups: &'f [Matchup<G>],
}

impl<G: Game> Field<'_, G> {
    /// Plays everything: what was scored, the number of battles, and whether it was cut.
    fn play(
        &self,
        pairs: u64,
        search_pairs: u64,
        seed: u64,
        settings: &Settings,
        stop: &AtomicBool,
    ) -> (Vec<Encounter>, u64, bool) {
        let (mut plain, mut searched, mut who, mut who_searches) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for a in 0..self.policies.len() {
            for b in a + 1..self.policies.len() {
                for lineup in 0..self.lineups.len() {
                    plain.extend(Side::BOTH.map(|side| CellJob {
                        number: Self::number(lineup),
                        matchup: self.matchup(lineup, side, [a, b]),
                        pairs,
                    }));
                    who.push((a, b, lineup));
                }
            }
        }
        for (number, searcher) in self.searchers.iter().enumerate() {
            for b in (0..self.policies.len()).filter(|b| !self.known(*b, searcher)) {
                for lineup in 0..self.lineups.len() {
                    searched.extend(Side::BOTH.map(|side| CellJob {
                        number: Self::number(lineup),
                        matchup: searcher.on(side).commanding(self.matchup(lineup, side, [b, b])),
                        pairs: search_pairs,
                    }));
                    who_searches.push((self.policies.len() + number, b, lineup));
                }
            }
        }
        let (mut all, played, cut) = self.scores(&plain, &who, seed, settings, stop);
        if cut || searched.is_empty() {
            return (all, played, cut);
        }
        let (more, searched, cut) = self.scores(&searched, &who_searches, seed, settings, stop);
        all.extend(more);
        (all, played + searched, cut)
    }

    /// Whether a search would know this policy.
    fn known(&self, policy: usize, searcher: &Searcher<G>) -> bool {
        searcher.believes() == Some(self.policies[policy].0.as_str())
    }

    /// The number of a line-up's cell, which all have in common who command it: they meet the same dice.
    fn number(lineup: usize) -> u64 {
        CellNumber::Meeting(lineup as u64).get()
    }

    /// A line-up whose one side the first of two policies commands.
    fn matchup(&self, lineup: usize, side: Side, [one, other]: [usize; 2]) -> Matchup<G> {
        let mut matchup = self.lineups[lineup].clone();
        matchup.forces[side].commander = self.policies[one].1.clone();
        matchup.forces[side.opponent()].commander = self.policies[other].1.clone();
        matchup
    }

    /// Plays cells, two for each of `who`: one with the first on side A, one with it on side B.
    fn scores(
        &self,
        cells: &[CellJob<G>],
        who: &[(usize, usize, usize)],
        seed: u64,
        settings: &Settings,
        stop: &AtomicBool,
    ) -> (Vec<Encounter>, u64, bool) {
        let runner = runner(settings, seed, self.lineups);
        let (result, elapsed) = runner.play("", cells, stop, G::CHUNK_PAIRS, |_, _| ());
        let battles = result.tallies.iter().map(Tally::battles).sum();
        settings.remark(&took(battles, elapsed, runner.threads, runner.level));
        let scores = result.tallies.chunks_exact(2).map(|both| (both[0].score() + 1.0 - both[1].score()) / 2.0);
        let encounters =
            who.iter().zip(scores).map(|(&(a, b, lineup), score)| Encounter { a, b, lineup, score }).collect();
        (encounters, battles, result.interrupted)
    }

    /// The commander of this number: its name, and the budget of a search.
    fn commander(&self, number: usize) -> (&str, Option<u32>) {
        match number.checked_sub(self.policies.len()) {
            None => (&self.policies[number].0, None),
            Some(search) => (SEARCH, Some(self.searchers[search].search.rollouts)),
        }
    }

    /// The scale of what was scored.
    ///
    /// # Errors
    /// If there is none.
    fn answer(&self, encounters: &[Encounter]) -> anyhow::Result<Answer> {
        let [policies, searchers] = [self.policies.len(), self.searchers.len()];
        let zero = self.policies.iter().position(|(id, _)| id == DEFAULT_POLICY).unwrap_or(0);
        let called = |number: usize| {
            let (commander, rollouts) = self.commander(number);
            title(commander, rollouts)
        };
        let scale = match Scale::of(policies, searchers, encounters, zero) {
            Err(NoScale::Endless(who)) => bail!(
                "no strength for {}: took no point from the others, or lost none to them; expected more --pairs, or commanders that \
                 are closer",
                who.into_iter().map(called).collect::<Vec<_>>().join(", ")
            ),
            scale => scale?,
        };
        let mut order: Vec<usize> = (0..policies + searchers).collect();
        order.sort_by(|a, b| scale.above(*b, zero).estimate.total_cmp(&scale.above(*a, zero).estimate));
        let row = |(at, number): (usize, &usize)| {
            let (commander, rollouts) = self.commander(*number);
            Row {
                commander: commander.to_owned(),
                rollouts,
                strength: scale.above(*number, zero),
                above_next: order.get(at + 1).map(|below| scale.above(*number, *below)),
            }
        };
        let misfit = |of: &Misfit| MisfitJson {
            commander: called(of.a),
            against: called(of.b),
            score: of.score,
            expected: of.expected,
        };
        Ok(Answer {
            rows: order.iter().enumerate().map(row).collect(),
            zero: called(zero),
            misfits: scale.misfits.iter().map(misfit).collect(),
            lineups: self.lineups.len(),
        })
    }
}
