//! The parity prices of a study.

use std::sync::atomic::AtomicBool;

use lanchester_analysis::analysis::Payoffs;
use lanchester_analysis::parity::{ParityRow, judged};
use lanchester_analysis::payoffs;
use lanchester_analysis::readings::PricesUnder;
use lanchester_analysis::robust::{RobustRow, Varied};
use lanchester_analysis::sizes::PricesBySize;
use lanchester_analysis::study::StudyResults;
use lanchester_games::Game;
use lanchester_lanes::dice::mix64;
use lanchester_scenario::{PriceSettings, RobustSettings, Study};

use crate::price::{
    Answer, Mixture, Named, Number, Policies, Question, field, price, price_by_size, sample, searches, size_questions,
};
use crate::readings::readings;
use crate::robust::Around;
use crate::runner::Runner;

/// Prices every design that the study wants priced: with its first policy on both sides; or with all of them, and then first with
/// the mixture that none of them beats, then with each on both sides, then between the best answers to that mixture
/// ([`bracket`]). With them the answers under the first policy on both sides, with their last rounds where there are readings
/// to compare them with. `None` if `stop` came.
///
/// The equilibrium is that of the cells already played, so it is known before the first of its battles.
fn parity<G: Game>(
    study: &Study<G>,
    asked: &PriceSettings<G>,
    runner: &Runner,
    results: &StudyResults,
    stop: &AtomicBool,
) -> Option<(Vec<ParityRow>, Vec<Answer>)> {
    let policies = if asked.all_policies { study.policies.as_slice() } else { &study.policies[..1] };
    let mixture = payoffs(results).map(|found| mixture::<G>(policies, &found)).filter(|of| of.len() > 1);
    let mut who: Vec<Policies<G>> = mixture.iter().map(|mixture| Policies::equilibrium(mixture, None)).collect();
    who.extend(policies.iter().map(Policies::both));
    let keep = !asked.readings.is_empty();
    let mut answers = searches(runner, &field(asked, &asked.options), &questions(asked, &who), keep, stop).ok()?;
    let mut rows: Vec<ParityRow> = answers.iter().map(|answer| answer.row.clone()).collect();
    if let Some(mixture) = mixture {
        rows.extend(bracket(asked, runner, policies, &mixture, stop)?);
    }
    let first = Policies::<G>::both(&policies[0]).names();
    answers.retain(|answer| answer.row.policies == first);
    Some((rows, answers))
}

/// Every design under each of these policies.
fn questions<'q, G: Game>(asked: &'q PriceSettings<G>, who: &'q [Policies<G>]) -> Vec<Question<'q, G>> {
    let number = Number::Budget(asked.budget);
    let of = |policies| asked.designs.iter().map(move |design| Question { design, number, policies });
    who.iter().flat_map(of).collect()
}

/// The policies with their shares in the equilibrium, which may be none; nothing where there is no equilibrium.
fn mixture<G: Game>(policies: &[Named<G>], found: &Payoffs) -> Mixture<G> {
    let weight = |id: &String| {
        let place = found.policies.iter().position(|known| known == id)?;
        found.weights.get(place).copied()
    };
    policies.iter().filter_map(|named| Some((named.clone(), weight(&named.0)?))).collect()
}

/// Exploration is half as precise as what is printed; the bracket itself is not.
const EXPLORED: f64 = 2.0;

/// Mixed into the seed of the matchups in which answers are confirmed.
const CONFIRMED: u64 = 0x616e_7377_6572;

/// For every design its price where the field answers the mixture as best it can, then where the design does: the answer is
/// chosen among the policies in a coarse search, and priced once more, on matchups and with dice that had no part in the choice.
fn bracket<G: Game>(
    asked: &PriceSettings<G>,
    runner: &Runner,
    policies: &[Named<G>],
    mixture: &Mixture<G>,
    stop: &AtomicBool,
) -> Option<Vec<ParityRow>> {
    let own = field(asked, &asked.options);
    let coarse = own.at_precision(EXPLORED * own.precision);
    let seed = mix64(runner.seed ^ mix64(CONFIRMED));
    let fresh = runner.with_seed(seed);
    let mut rows = Vec::new();
    for side in [1, 0] {
        let answers: Vec<Policies<G>> =
            policies.iter().map(|policy| Policies::equilibrium(mixture, Some((side, policy)))).collect();
        let explored = price(runner, &coarse, &questions(asked, &answers), stop)?;
        let best = |design: usize| {
            let worth = |answer: &usize| about(&explored[answer * asked.designs.len() + design]);
            let by = |one: &usize, other: &usize| worth(one).total_cmp(&worth(other));
            // The field makes it worth least, its own side most; of equals the first.
            let all = 0..answers.len();
            if side == 1 { all.min_by(by) } else { all.rev().max_by(by) }.unwrap_or_default()
        };
        let number = Number::Budget(asked.budget);
        let of = |(place, design)| Question { design, number, policies: &answers[best(place)] };
        let confirmed: Vec<Question<G>> = asked.designs.iter().enumerate().map(of).collect();
        rows.extend(price(&fresh, &own, &confirmed, stop)?);
    }
    Some(rows)
}

/// What a price is about, where there is no number by its bounds.
fn about(row: &ParityRow) -> f64 {
    let [estimate, low, high] = row.parity.ends();
    estimate.or_else(|| Some((low? * high?).sqrt())).or(low).or(high).unwrap_or(1.0)
}

/// What a study's prices are, as far as they are known.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The prices under the study's own options; none if `stop` came before the last of them.
    pub rows: Vec<ParityRow>,
    /// Those by the number of ships, if the study asks for them.
    pub by_size: Vec<PricesBySize>,
    /// Beside them those under each reading that was finished.
    pub readings: Vec<PricesUnder>,
    /// Those under other settings, where these were asked for.
    pub robust: Vec<RobustRow>,
    /// What `stop` left out, in words for the manifest.
    pub missing: Option<&'static str>,
}

impl Found {
    /// Prices found, and battles that they took.
    #[must_use]
    pub fn cost(&self) -> (u64, u64) {
        let under = self.readings.iter().skip(1).flat_map(|reading| &reading.rows).map(|row| &row.price);
        let varied = self.robust.iter().filter(|row| row.varied != Varied::Nothing).map(|row| &row.price);
        let every = self.rows.iter().chain(under).chain(varied);
        let sizes = self.by_size.iter().flat_map(|design| &design.prices).map(|price| price.battles);
        every.map(|row| row.battles).chain(sizes).fold((0, 0), |(prices, all), battles| (prices + 1, all + battles))
    }
}

/// What all prices of a study cost, at least.
#[derive(Clone, Copy, Debug, Default)]
pub struct PriceCost {
    /// Prices.
    pub prices: u64,
    /// Battles of all of them.
    pub battles: u64,
    /// Seconds on this machine.
    pub seconds: f64,
}

/// Plays a few battles of the prices that a study asks for, and says what all of them cost.
pub fn cost<G: Game>(
    study: &Study<G>,
    asked: &PriceSettings<G>,
    robust: Option<&RobustSettings<G>>,
    runner: &Runner,
    stop: &AtomicBool,
) -> PriceCost {
    let first = Policies::both(&study.policies[0]);
    // What `parity` asks for; readings are priced under one policy. Half the precision is a quarter of the work.
    let fine = if asked.all_policies && study.policies.len() > 1 { study.policies.len() as u64 + 3 } else { 1 };
    let coarse = if fine > 1 { 2 * study.policies.len() as u64 } else { 0 };
    let by_size = if asked.by_size { size_questions(&asked.designs, &first) } else { Vec::new() };
    let mut cost = PriceCost::default();
    let own = fine + asked.readings.len() as u64 + coarse.div_ceil(4);
    // A coarser price takes fewer matchups, by the square of that.
    let own_policies = both(study);
    let varied = robust.map(|robust| Around { asked, robust, own: &own_policies, designs: &asked.designs });
    let varied = varied.map_or(0, |around| {
        let share = (asked.precision / around.precision()).powi(2);
        (around.settings().len() as f64 * share).ceil() as u64
    });
    let field = field(asked, &asked.options);
    let mut add = |questions: &[Question<G>], times: f64| {
        if questions.is_empty() {
            return;
        }
        let found = sample(runner, &field, questions, stop);
        let prices = times * questions.len() as f64;
        cost.prices += prices.round() as u64;
        cost.battles += (prices * found.battles_each as f64).round() as u64;
        cost.seconds += prices * found.seconds_each;
    };
    let who = tried(study, asked);
    for policies in &who {
        let times = (own + varied) as f64 / who.len() as f64;
        add(&questions(asked, std::slice::from_ref(policies)), times);
    }
    add(&by_size, 1.0);
    cost
}

/// Under whom a few battles say what all cost: the first commander; all of them where one searches, which takes far longer than a policy.
fn tried<G: Game>(study: &Study<G>, asked: &PriceSettings<G>) -> Vec<Policies<G>> {
    let all = asked.all_policies && study.policies.iter().any(|(_, commander)| commander.searches());
    let of = if all { study.policies.as_slice() } else { &study.policies[..1] };
    of.iter().map(Policies::both).collect()
}

/// The first policy of a study for both sides.
fn both<G: Game>(study: &Study<G>) -> [Named<G>; 2] {
    [study.policies[0].clone(), study.policies[0].clone()]
}

/// All prices that a study asks for, and beside them those under its readings and, if they are asked for, under other settings.
///
/// Those by the number of ships, and each reading's and setting's, are branches: a part of a run plays its share of each before it waits for
/// the others.
pub fn all<G: Game>(
    study: &Study<G>,
    asked: &PriceSettings<G>,
    robust: Option<&RobustSettings<G>>,
    runner: &Runner,
    results: &StudyResults,
    stop: &AtomicBool,
) -> Found {
    let own = parity(study, asked, runner, results, stop);
    if own.is_none() && !runner.waits() {
        return Found { missing: Some("interrupted: no parity prices"), ..Found::default() };
    }
    let (rows, own) = own.unwrap_or_default();
    let policies = Policies::both(&study.policies[0]);
    let by_size = if asked.by_size {
        price_by_size(&runner.with_branch(1), &field(asked, &asked.options), &asked.designs, &policies, stop)
    } else {
        Ok(Vec::new())
    };
    let by_size = match by_size {
        Ok(by_size) => by_size,
        Err(so_far) if !runner.waits() => {
            let missing = Some("interrupted: some parity prices by the number of ships are missing");
            return Found { rows, by_size: so_far.known, missing, ..Found::default() };
        }
        Err(so_far) => so_far.known,
    };
    let (readings, whole) = readings(asked, &study.policies[0], runner, &own, stop);
    let missing = (!whole).then_some("interrupted: some readings have no parity prices");
    let Some(robust) = robust.filter(|_| whole || runner.waits()) else {
        return Found { rows, by_size, readings, missing, ..Found::default() };
    };
    let around = Around { asked, robust, own: &both(study), designs: &asked.designs };
    let own: Vec<ParityRow> = judged(&own.into_iter().map(|answer| answer.row).collect::<Vec<_>>());
    let (robust, whole, _) = around.rows(runner, &own, stop);
    let missing =
        missing.or_else(|| (!whole).then_some("interrupted: some parity prices under other settings are missing"));
    Found { rows, by_size, readings, robust, missing }
}
