//! The prices of a study under one commander after another, each on both sides of the same matchups: its policies, and a search.
//!
//! A searched battle takes as long as thousands of others, so a search plays few battles, of few ships a side, and what is read from them is
//! no price but a *change*: the price in these matchups under the search over that under the study's own policy in the same ones, which plays
//! them often. What the matchups bring by chance cancels. Two that search take each other for the study's own policy.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lanchester_analysis::commanders::{CommanderRow, SEARCH};
use lanchester_core::{Combatant, Only, Searcher, Tally};
use lanchester_games::Game;
use lanchester_lanes::dice::mix64;
use lanchester_scenario::{PriceSettings, StudyDesign, shipped_text};
use lanchester_stats::parity::{Played, Round, Search};
use serde::Deserialize;

use crate::price::{Field, Named, Number, Policies, Question, field, prices_so_far, printed, rounds_headed};
use crate::runner::Runner;
use crate::study_prices::PriceCost;

/// The most ships of a side.
pub const MOST_SHIPS: usize = 4;

/// Pairs of battles in each matchup under a policy, and under a search.
const PAIRS: u64 = 16;
const SEARCHED_PAIRS: u64 = 1;

/// Half-width of the prices around which the matchups are drawn, as a share.
const COARSE: f64 = 0.05;

/// A price within this of the middle of its window, in log points, is read there.
const NEAR: f64 = 0.1;

/// How often a window follows a price, at most.
const MOST_MOVES: usize = 2;

/// The branch of these rounds: beyond those of readings and other settings.
const BRANCH: u64 = 1 << 18;

/// Mixed into the seed of the matchups.
const MATCHUPS: u64 = 0x636f_6d6d_616e_6421;

/// The file of a game that holds what was found for its shipped study; `scripts/commanders-table GAME --keep` makes it.
const FILE: &str = "commanders.json";

/// What was found for a study.
#[derive(Debug, Deserialize)]
struct Kept {
    /// Of everything that decides its results.
    study_hash: String,
    commanders: Vec<CommanderRow>,
}

/// A design, the round in which its price is read, and that round under the study's own policy.
type Priced<'p, G> = (&'p StudyDesign<G>, Round, &'p Played);

/// What is known beforehand of the shipped study of this hash: none of other ships, options, seeds, versions or numbers of battles.
#[must_use]
pub fn kept<G: Game>(study_hash: &str) -> Vec<CommanderRow> {
    let kept: Option<Kept> = shipped_text(G::NAME, FILE).and_then(|text| serde_json::from_str(text).ok());
    kept.filter(|kept| kept.study_hash == study_hash).map(|kept| kept.commanders).unwrap_or_default()
}

/// Which commanders, and in how many matchups of a design.
#[derive(Debug)]
pub struct CommanderSettings<G: Game> {
    /// The policies that command both sides, and that a search plays out.
    pub portfolio: Vec<Named<G>>,
    /// How often a search plays each of them out at each decision.
    pub rollouts: u32,
    /// Matchups of a design.
    pub matchups: u64,
}

/// What prices are asked under other commanders.
pub struct UnderCommanders<'a, G: Game> {
    /// The study's own setting.
    pub asked: &'a PriceSettings<G>,
    /// The commanders.
    pub settings: &'a CommanderSettings<G>,
    /// The designs.
    pub designs: &'a [StudyDesign<G>],
    /// The study's own policy, which every search takes its opponent for.
    pub own: &'a Named<G>,
    /// The decisions, by their places in [`lanchester_core::Rules::decisions`], each of which a search makes alone, for the design's side.
    /// They are played last: a store of a run without them serves one with them.
    pub decisions: &'a [usize],
}

impl<G: Game> UnderCommanders<'_, G> {
    /// The field of these prices, so many pairs a matchup.
    fn field(&self, pairs: u64) -> Field<'_, G> {
        field(self.asked, &self.asked.options).of_few(MOST_SHIPS, pairs)
    }

    fn question<'q>(&self, design: &'q StudyDesign<G>, policies: &'q Policies<G>) -> Question<'q, G> {
        Question { design, number: Number::Budget(self.asked.budget), policies }
    }

    /// The rows of all commanders, the study's own policy first, and whether all were found before `stop` came. Of a search those
    /// designs that were done.
    #[must_use]
    pub fn rows(&self, runner: &Runner, stop: &AtomicBool) -> (Vec<CommanderRow>, bool) {
        let runner = runner.with_branch(BRANCH).with_seed(mix64(runner.seed ^ mix64(MATCHUPS)));
        let mut rows = Vec::new();
        let whole = self.play(&runner, &mut rows, stop).is_some();
        (rows, whole)
    }

    /// Adds the rows; `None` if `stop` came before the last.
    fn play(&self, runner: &Runner, rows: &mut Vec<CommanderRow>, stop: &AtomicBool) -> Option<()> {
        let own = Policies::both(self.own);
        let questions: Vec<Question<G>> = self.designs.iter().map(|design| self.question(design, &own)).collect();
        let coarse = self.field(PAIRS).at_precision(COARSE);
        let found = prices_so_far(runner, &coarse, &questions, stop).ok()?;
        let round = |price: f64| Search::last_round(price, self.settings.matchups);
        let asked: Vec<(&Question<G>, Round)> =
            questions.iter().zip(&found).filter_map(|(q, row)| Some((q, round(row.price()?.estimate)))).collect();
        let what = |policy: &str| format!("prices under {policy} on both sides");
        let base = rounds_headed(runner, &self.field(PAIRS), &asked, &what(&self.own.0), stop)?;
        // Where the own policy's price is none in these matchups, nothing is compared with it.
        let priced: Vec<Priced<'_, G>> = asked
            .iter()
            .zip(&base)
            .filter(|(_, (played, _))| played.finding().is_some())
            .map(|((question, round), (played, _))| (question.design, *round, played))
            .collect();
        let mut of_base =
            asked.iter().zip(&base).map(|((question, _), of)| row(question.design, (&self.own.0, None), of, None));
        rows.extend(self.designs.iter().zip(&found).filter_map(|(design, found)| match found.price() {
            Some(_) => of_base.next(),
            None => Some(unpriced(design, &self.own.0)),
        }));
        for policy in self.settings.portfolio.iter().filter(|policy| policy.0 != self.own.0) {
            rows.extend(self.under(runner, &priced, &Policies::both(policy), None, &what(&policy.0), stop)?);
        }
        let mut searched = |who: Policies<G>, what: &str, decision: Option<&str>| {
            // A design at a time: what was done is shown where a run is stopped.
            for (place, of) in (1..).zip(&priced) {
                let what = format!("{what}: {} ({place} of {})", of.0.design.name(), priced.len());
                let found =
                    self.under(runner, std::slice::from_ref(of), &who, Some(self.settings.rollouts), &what, stop)?;
                rows.extend(found.into_iter().map(|row| CommanderRow { decision: decision.map(str::to_owned), ..row }));
            }
            Some(())
        };
        searched(Policies::both(&self.searching(None)), "prices under search", None)?;
        let names = G::decisions();
        for (decision, name) in self.decisions.iter().filter_map(|place| Some((*place, *names.get(*place)?))) {
            let who = Policies::of([self.searching(Some(decision)), self.own.clone()]);
            searched(who, &format!("{name} searched"), Some(name))?;
        }
        Some(())
    }

    /// The rows of some designs where others command; `None` if `stop` came before the last battle.
    fn under(
        &self,
        runner: &Runner,
        designs: &[Priced<'_, G>],
        who: &Policies<G>,
        rollouts: Option<u32>,
        what: &str,
        stop: &AtomicBool,
    ) -> Option<Vec<CommanderRow>> {
        let field = self.field(if rollouts.is_some() { SEARCHED_PAIRS } else { PAIRS });
        let questions: Vec<(Question<G>, Round)> =
            designs.iter().map(|(design, round, _)| (self.question(design, who), *round)).collect();
        let played = around(&questions, |asked| rounds_headed(runner, &field, asked, what, stop))?;
        let [commander, _] = who.names();
        let row = |((design, _, base), of): (&Priced<'_, G>, _)| row(design, (&commander, rollouts), of, Some(base));
        Some(designs.iter().zip(&played).map(row).collect())
    }

    /// The commander that searches: all decisions, or this one alone, and takes its opponent for the own policy.
    fn searching(&self, decision: Option<usize>) -> Named<G> {
        let otherwise = self.settings.portfolio.iter().position(|policy| policy.0 == self.own.0).unwrap_or_default();
        let search = Searcher {
            portfolio: self.settings.portfolio.iter().map(|(_, commander)| Arc::clone(&commander.policy)).collect(),
            belief: Some(Arc::clone(&self.own.1.policy)),
            rollouts: self.settings.rollouts,
            only: decision.map(|decision| Only { decision, otherwise }),
            secret: false,
        };
        (SEARCH.to_owned(), self.own.1.clone().searching(&Arc::new(search)))
    }

    /// Plays a pair of some designs, and says what the search costs beside which all else is little.
    #[must_use]
    pub fn cost(&self, runner: &Runner, stop: &AtomicBool) -> PriceCost {
        /// Designs that are tried.
        const TRIED: usize = 24;
        let (designs, searching) = (self.designs, Policies::both(&self.searching(None)));
        let tried = designs.len().min(TRIED);
        // What it costs in time hangs on the number of ships, hence on the price: about what is printed, if anything is.
        let mean =
            designs.iter().map(|design| f64::from(design.design.rating())).sum::<f64>() / designs.len().max(1) as f64;
        let questions: Vec<(Question<G>, Round)> = (0..tried)
            .map(|i| &designs[i * designs.len() / tried])
            .map(|design| (self.question(design, &searching), printed(&*design.design).map_or(mean, f64::from)))
            .map(|(question, points)| (question, Search::last_round(points.max(1.0), 2)))
            .collect();
        let asked: Vec<(&Question<G>, Round)> = questions.iter().map(|(question, round)| (question, *round)).collect();
        let start = runner.host.now();
        let what = "plan: prices under search";
        let played =
            rounds_headed(&Runner { rounds: None, ..*runner }, &self.field(SEARCHED_PAIRS), &asked, what, stop);
        let seconds = runner.host.now().saturating_sub(start).as_secs_f64();
        let matchups: u64 = played.iter().flatten().map(|(_, spent)| spent.pairs).sum();
        // One side that makes one kind of decision takes a tenth (Fires) to three tenths (Starmada X) of the time of two that make all.
        let share = 1.0 + self.decisions.len() as f64 / 4.0;
        let all = self.settings.matchups * designs.len() as u64;
        PriceCost {
            prices: designs.len() as u64,
            battles: 2 * all * (1 + self.decisions.len() as u64),
            seconds: share * seconds / matchups.max(1) as f64 * all as f64,
        }
    }
}

/// Plays rounds, and again around the price that was found those of which it is far from the middle: there the window would bend it.
fn around<G: Game>(
    questions: &[(Question<G>, Round)],
    play: impl Fn(&[(&Question<G>, Round)]) -> Option<Vec<(Played, Tally)>>,
) -> Option<Vec<(Played, Tally)>> {
    let asked: Vec<(&Question<G>, Round)> = questions.iter().map(|(question, round)| (question, *round)).collect();
    let mut played = play(&asked)?;
    for _ in 0..MOST_MOVES {
        let moved: Vec<(usize, Round)> =
            played.iter().enumerate().filter_map(|(place, (of, _))| Some((place, elsewhere(of)?))).collect();
        let asked: Vec<(&Question<G>, Round)> =
            moved.iter().map(|(place, round)| (&questions[*place].0, *round)).collect();
        for ((place, _), (again, spent)) in moved.into_iter().zip(play(&asked)?) {
            played[place].1.merge(&spent);
            played[place].0 = again;
        }
    }
    Some(played)
}

/// The round to play instead of one whose price is far from its middle.
fn elsewhere(played: &Played) -> Option<Round> {
    let (round, price) = (played.round, played.price()?.estimate);
    let far = (libm::log(price) - f64::midpoint(round.low, round.high)).abs() > NEAR;
    far.then(|| Round { number: round.number + 1, ..Search::last_round(price, round.matchups) })
}

/// The row of a design that has no price in fleets of so few ships.
fn unpriced<G: Game>(design: &StudyDesign<G>, commander: &str) -> CommanderRow {
    let round = Played::new(Search::last_round(1.0, 0), Vec::new());
    row(design, (commander, None), &(round, Tally::new()), None)
}

/// What a round says of a design under a commander, beside the own policy's round in the same matchups.
fn row<G: Game>(
    design: &StudyDesign<G>,
    (commander, rollouts): (&str, Option<u32>),
    (played, spent): &(Played, Tally),
    base: Option<&Played>,
) -> CommanderRow {
    let ratio = base.and_then(|base| played.log_ratio(base));
    CommanderRow {
        design: design.id.clone(),
        name: design.design.name().to_owned(),
        commander: commander.to_owned(),
        rollouts,
        decision: None,
        price: played.finding().and_then(|_| played.price()),
        change: ratio.map(|ratio| ratio.interval().map_rising(libm::expm1)),
        p: ratio.map(|ratio| ratio.p_of_zero()),
        q: None,
        verdict: None,
        matchups: played.trials.iter().flatten().count() as u64,
        battles: spent.battles(),
        capped: spent.capped,
    }
}
