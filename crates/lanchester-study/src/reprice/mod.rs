//! All designs of a study priced together: random fleets against random fleets, round after round, each drawn at the present
//! prices. What is solved is in `lanchester_stats::joint`.

mod law;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lanchester_core::arena::CellJob;
use lanchester_core::{Combatant, Force, Matchup, Tally};
use lanchester_games::Game;
use lanchester_lanes::dice::mix64;
use lanchester_scenario::{FleetLaw, StudyDesign};
use lanchester_stats::Interval;
use lanchester_stats::joint::misfit::{Misfit, misfit};
use lanchester_stats::joint::{Finding, Fleet, JointError, Limits, Search, Settings, Trial, evenness};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use law::Yard;

use crate::cell_number::CellNumber;
use crate::price::{Named, order, unit};
use crate::runner::Runner;

/// What is to be priced, and in which fights.
#[derive(Debug)]
pub struct Question<'q, G: Game> {
    /// The designs, which make up all fleets.
    pub designs: &'q [StudyDesign<G>],
    /// Options of the battles.
    pub options: &'q G::Options,
    /// Points of a fleet, least and most; each matchup's are drawn with an even logarithm.
    pub budget: [u32; 2],
    /// What fleets are made of.
    pub law: FleetLaw,
    /// The policies of the two sides; chance says in each matchup which side has which.
    pub policies: [Named<G>; 2],
    /// Anchor, holds and bounds.
    pub limits: Limits,
    /// Precision and most matchups.
    pub settings: Settings,
    /// Prices are multiples of this, if there is something.
    pub step: Option<f64>,
}

/// What was found.
pub struct Repriced {
    /// The prices and their errors.
    pub finding: Finding,
    /// The new points of each design: the estimates, or whole steps near them.
    pub points: Vec<f64>,
    /// Misfit on fresh fleets of equal points at the new points.
    pub misfit: Misfit,
    /// The advantage that one of two random fleets of equal points typically has: at the printed points, and at the new.
    pub advantage: [Option<Interval>; 2],
    /// Matchups for which no fleets could be drawn, and all that were asked for.
    pub unmade: [u64; 2],
    /// Battles of all rounds.
    pub spent: Tally,
}

/// Rounds of fresh fleets have numbers beyond those of a search.
const FRESH: [u32; 2] = [1 << 20, (1 << 20) + 1];

/// Pairs of battles for each matchup. Matchups differ far more than the battles of one do (a root mean square of 25 to 30 % of
/// a score, against 40 % of a single battle), so that another matchup says more than another pair.
// PERF: random Nova fleets of small battles: a matchup of 1, 2, 4, 8, 16 pairs takes 1, 1.6, 2.8, 4.7, 6.9 times as long. Twelve
// designs to 4 % take 2,322 matchups of one pair in the last round, 1,547 of sixteen, and 20 s instead of 50 s of processor time.
const PAIRS: u64 = 1;

/// The same for fresh matchups: from one pair alone chance and advantage cannot be told apart.
const FRESH_PAIRS: u64 = 2;

/// Fewest and most fresh matchups at the new points.
const FRESH_MATCHUPS: [u64; 2] = [1_000, 2_000];

/// Fresh matchups at the printed points: only how even they are is asked of them.
const FRESH_AT_PRINTED: u64 = 500;

/// Prices all designs; `Ok(None)` if `stop` came before the end. In which order the question has them changes no price.
///
/// # Errors
/// See [`JointError`]; designs are named by their place in the question.
pub fn reprice<G: Game>(
    runner: &Runner,
    question: &Question<G>,
    stop: &AtomicBool,
) -> Result<Option<Repriced>, JointError> {
    let order = order::<G>(question.designs);
    let designs: Vec<StudyDesign<G>> = order.iter().map(|place| question.designs[*place].clone()).collect();
    let ordered = Question {
        designs: &designs,
        limits: question.limits.reordered(&order),
        policies: question.policies.clone(),
        ..*question
    };
    let found = reprice_in_order(runner, &ordered, stop).map_err(|error| error.at(&order))?;
    Ok(found.map(|found| {
        let mut places = vec![0; order.len()];
        (0..).zip(&order).for_each(|(ours, place)| places[*place] = ours);
        Repriced {
            finding: found.finding.reordered(&places),
            points: places.iter().map(|place| found.points[*place]).collect(),
            misfit: found.misfit.at(&order),
            ..found
        }
    }))
}

/// The same, of designs that stand in [`order`].
fn reprice_in_order<G: Game>(
    runner: &Runner,
    question: &Question<G>,
    stop: &AtomicBool,
) -> Result<Option<Repriced>, JointError> {
    let mut search = Search::new(question.limits.clone(), question.settings)?;
    let mut played = Played { unmade: [0; 2], spent: Tally::new() };
    let finding = loop {
        let round = search.round().clone();
        let matchups = (0..round.matchups).map(|i| (i, round.log_ratio(i)));
        let what = format!("prices: round {}", round.number + 1);
        let Some(trials) = played.round(runner, question, &what, round.number, &round.prices, matchups, stop) else {
            return Ok(None);
        };
        if let Some(found) = search.take(&trials) {
            break found?;
        }
    };
    let points = match question.step {
        Some(step) => finding.whole(step),
        None => finding.prices.iter().map(|price| price.estimate).collect(),
    };
    let at_new = finding.matchups.clamp(FRESH_MATCHUPS[0], FRESH_MATCHUPS[1]);
    let mut fresh = |what: &str, number: u32, matchups: u64, prices: &[f64]| {
        played.round(runner, question, what, number, prices, (0..matchups).map(|i| (i, 0.0)), stop)
    };
    let Some(at_new) = fresh("prices: fresh fleets", FRESH[0], at_new, &points) else { return Ok(None) };
    let Some(at_printed) =
        fresh("prices: fresh fleets at printed points", FRESH[1], FRESH_AT_PRINTED, &question.limits.printed)
    else {
        return Ok(None);
    };
    Ok(Some(Repriced {
        misfit: misfit(&at_new, &points, finding.slope.estimate),
        advantage: [evenness(&at_printed), evenness(&at_new)],
        finding,
        points,
        unmade: played.unmade,
        spent: played.spent,
    }))
}

/// What rounds have cost.
struct Played {
    unmade: [u64; 2],
    spent: Tally,
}

impl Played {
    /// Plays matchups, each a number and the log ratio of points that it is to have; `None` if `stop` came.
    fn round<G: Game>(
        &mut self,
        runner: &Runner,
        question: &Question<G>,
        what: &str,
        round: u32,
        prices: &[f64],
        matchups: impl Iterator<Item = (u64, f64)>,
        stop: &AtomicBool,
    ) -> Option<Vec<Trial>> {
        let yard = Yard::new(question.law, question.designs, prices);
        let priced = priced(question, prices);
        let pairs = if FRESH.contains(&round) { FRESH_PAIRS } else { PAIRS };
        let (mut cells, mut fleets) = (Vec::new(), Vec::new());
        for (i, log_ratio) in matchups {
            let number = CellNumber::Joint { round, matchup: i }.get();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix64(runner.seed ^ mix64(number)));
            self.unmade[1] += 1;
            match pair_of_fleets(&yard, question.budget, log_ratio, &mut rng) {
                Some(both) => {
                    let matchup = matchup(question, prices, &priced, &both, &mut rng);
                    cells.push(CellJob { number, matchup, pairs });
                    fleets.push(both);
                }
                None => self.unmade[0] += 1,
            }
        }
        let (result, _) = runner.play(what, &cells, stop, G::CHUNK_PAIRS, |_, _| ());
        if result.interrupted {
            return None;
        }
        let trial = |(fleets, tally): ([Fleet; 2], &Tally)| Trial { fleets, pair_scores: tally.pair_scores };
        result.tallies.iter().for_each(|tally| self.spent.merge(tally));
        Some(fleets.into_iter().zip(&result.tallies).map(trial).collect())
    }
}

/// Two fleets whose points are about as asked for: the first by half of the ratio above the budget drawn, the second as much
/// below, so that neither is drawn otherwise than the other.
fn pair_of_fleets(yard: &Yard, budget: [u32; 2], log_ratio: f64, rng: &mut impl Rng) -> Option<[Fleet; 2]> {
    let [least, most] = budget.map(f64::from);
    let points = least * libm::pow(most / least, unit(rng));
    let [a, b] = [0.5, -0.5].map(|half| points * libm::exp(half * log_ratio));
    Some([yard.fleet(a, rng)?, yard.fleet(b, rng)?])
}

/// The designs, each with its price as its rating.
fn priced<G: Game>(question: &Question<G>, prices: &[f64]) -> Vec<Arc<G::Design>> {
    let whole = |price: &f64| (price.round() as u32).max(1);
    question.designs.iter().zip(prices).map(|(design, price)| Arc::new(design.design.at_rating(whole(price)))).collect()
}

/// The battle of two fleets at these prices, which the ships of `priced` carry as their rating.
fn matchup<G: Game>(
    question: &Question<G>,
    prices: &[f64],
    priced: &[Arc<G::Design>],
    fleets: &[Fleet; 2],
    rng: &mut impl Rng,
) -> Matchup<G> {
    let worth = |fleet: &Fleet| fleet.iter().map(|(design, ships)| f64::from(*ships) * prices[*design]).sum::<f64>();
    let points = (f64::midpoint(worth(&fleets[0]), worth(&fleets[1])).round() as u32).max(1);
    let options = G::options_at_price(question.options, points);
    let ships = fleets.each_ref().map(|fleet| {
        let mut ships: Vec<Arc<G::Design>> = Vec::new();
        for (design, count) in fleet {
            ships.extend(std::iter::repeat_n(Arc::clone(&priced[*design]), *count as usize));
        }
        ships
    });
    let first = (rng.next_u64() >> 63) as usize;
    let commander = |side: usize| question.policies[side ^ first].1.clone();
    let [a, b] = ships;
    let force =
        |name: &str, ships, side| Force { name: name.to_owned(), ships, stations: None, commander: commander(side) };
    Matchup { name: String::new(), forces: [force("A", a, 0), force("B", b, 1)], options }
}
