//! Parity prices: fleets of a design against random fleets of a field, round after round, until the price is known.
//!
//! What a price depends on: the ship, the field and its points, how fleets are drawn (`draw.rs`), the budgets, the game's
//! limits, the options and the policies. The ship's own printed rating is not among them: fleets are sized by the price
//! that is tried, in battle the ship carries that price as its rating (victory points, aim), and the search begins at the
//! field's mean. Nor are names, or the order in which a study lists its ships (`field.rs`).

mod beside;
#[cfg(test)]
mod coverage;
mod draw;
mod field;
#[cfg(test)]
mod field_tests;
#[cfg(test)]
mod recovery;
mod round;
mod sizes;
#[cfg(test)]
mod stopped;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lanchester_analysis::parity::{EQUILIBRIUM, ParityRow};
use lanchester_core::Commander;
use lanchester_core::arena::CellJob;
use lanchester_core::{Combatant, Force, Matchup, Tally};
use lanchester_games::Game;
use lanchester_lanes::dice::mix64;
use lanchester_scenario::StudyDesign;
use lanchester_scenario::fleet_sampler::FleetSampler;
use lanchester_stats::parity::{Finding, Played, Round, Search, Settings, Trial};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

pub use self::beside::beside;
use self::draw::draw;
pub(crate) use self::draw::unit;
pub use self::draw::{Drawn, Number};
pub use self::field::{DRAWS, Data, Field, data, field, ids_in_order, is_itself, order};
pub use self::round::{rounds_headed, rounds_of};
pub use self::sizes::{SizesSoFar, price_by_size, size_questions};
use crate::cell_number::CellNumber;
use crate::runner::Runner;

/// Who commands, by id.
pub type Named<G> = (String, Commander<G>);

/// Policies, each with its share of a sum of 1.
pub type Mixture<G> = Vec<(Named<G>, f64)>;

/// Who commands the design's side and who the field's: each draws its policy for each matchup.
#[derive(Debug)]
pub struct Policies<G: Game> {
    sides: [Mixture<G>; 2],
}

impl<G: Game> Policies<G> {
    /// One policy commands the design's side, one the field's.
    #[must_use]
    pub fn of([design, field]: [Named<G>; 2]) -> Self {
        Self { sides: [vec![(design, 1.0)], vec![(field, 1.0)]] }
    }

    /// One policy commands both.
    #[must_use]
    pub fn both(policy: &Named<G>) -> Self {
        Self::of([policy.clone(), policy.clone()])
    }

    /// The equilibrium mixture on both sides; with `answer`, that side (0: the design's) has one policy instead.
    #[must_use]
    pub fn equilibrium(mixture: &Mixture<G>, answer: Option<(usize, &Named<G>)>) -> Self {
        let mut mixed = Self { sides: [mixture.clone(), mixture.clone()] };
        if let Some((side, policy)) = answer {
            mixed.sides[side] = vec![(policy.clone(), 1.0)];
        }
        mixed
    }

    /// How results name them: a mixture is [`EQUILIBRIUM`], whatever its shares.
    #[must_use]
    pub fn names(&self) -> [String; 2] {
        self.sides.each_ref().map(|side| match side.as_slice() {
            [((id, _), _)] => id.clone(),
            _ => EQUILIBRIUM.to_owned(),
        })
    }

    fn draw(&self, rng: &mut impl Rng) -> [Commander<G>; 2] {
        // A number a side is drawn of mixtures alone.
        self.sides.each_ref().map(|side| match side.as_slice() {
            [((_, commander), _)] => commander.clone(),
            many => by_share(many, unit(rng)).1.clone(),
        })
    }
}

/// The one of these, each with its share of a sum of 1, on which a number from 0 to 1 falls. There is at least one.
pub(crate) fn by_share<T>(of: &[(T, f64)], at: f64) -> &T {
    let mut left = at;
    let hit = of.iter().find(|(_, share)| {
        left -= share;
        left < 0.0
    });
    &hit.unwrap_or(&of[of.len() - 1]).0
}

/// A design to be priced, under some policies.
pub struct Question<'q, G: Game> {
    /// The design.
    pub design: &'q StudyDesign<G>,
    /// How many of it fight.
    pub number: Number,
    /// Who commands.
    pub policies: &'q Policies<G>,
}

/// A question, whom the design meets, and what is known so far.
struct Running<'q, G: Game> {
    question: &'q Question<'q, G>,
    others: Vec<&'q StudyDesign<G>>,
    sampler: FleetSampler,
    /// Most ships of the design in a fleet.
    limit: u32,
    search: Search,
    spent: Tally,
    finding: Option<Finding>,
    /// The round that the price was read from, where it is kept.
    last: Option<Played>,
}

impl<'q, G: Game> Running<'q, G> {
    fn new(question: &'q Question<'q, G>, field: &'q Field<G>) -> Self {
        let others = field.others(question.design);
        let sampler = FleetSampler::of::<G>(others.iter().map(|d| &*d.design)).at_most(field.most_ships);
        let limit = FleetSampler::of::<G>([&*question.design.design]).at_most(field.most_ships).most_of(0) as u32;
        let search = Search::new(settings(field, question.number, &sampler));
        Self { question, others, sampler, limit, search, spent: Tally::new(), finding: None, last: None }
    }

    /// Matchup `i` of a round, if the field can make up a fleet of about the points asked for; and its trial, without
    /// scores.
    fn matchup(&self, seed: u64, field: &Field<G>, round: &Round, i: u64) -> Option<(CellJob<G>, Trial)> {
        let number = self.question.number;
        let cell = match number {
            Number::Budget(_) => CellNumber::Price { round: round.number, matchup: i },
            Number::Exactly(ships) => CellNumber::PriceOfSize { ships, round: round.number, matchup: i },
        }
        .get();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix64(seed ^ mix64(cell)));
        let design = &self.question.design.design;
        let drawn = draw(&self.sampler, number, self.limit, round.log_points(i), &mut rng)?;
        // Last, so that fleets are the same under every policy.
        let [ours, theirs] = self.question.policies.draw(&mut rng);
        let force = |name: &str, ships: Vec<Arc<G::Design>>, commander| Force {
            name: name.to_owned(),
            ships,
            stations: None,
            commander,
        };
        let priced = Arc::new(design.at_rating(drawn.rating()));
        let fleet = drawn.fleet.iter().map(|place| Arc::clone(&self.others[*place].design)).collect();
        let forces =
            [force(design.name(), vec![priced; drawn.ships as usize], ours), force("the field", fleet, theirs)];
        let options = G::options_at_price(field.options, drawn.points);
        let matchup = Matchup { name: String::new(), forces, options };
        let trial = Trial { log_points: drawn.log_points(), opponent: drawn.opponent(), pair_scores: [0; 5] };
        Some((CellJob { number: cell, matchup, pairs: number.pairs(field.pairs) }, trial))
    }

    /// The answer, once it is known.
    fn row(&self) -> Option<ParityRow> {
        Some(row(self.question, self.finding.as_ref()?, &self.spent))
    }
}

/// What a design is charged: a rating that its file gives, of more than nothing.
pub fn printed(design: &impl Combatant) -> Option<u32> {
    design.printed().filter(|points| *points > 0)
}

/// What was found of a question, and what that took.
pub(crate) fn row<G: Game>(question: &Question<G>, finding: &Finding, spent: &Tally) -> ParityRow {
    let design = &question.design;
    let names = (design.id.clone(), design.design.name().to_owned());
    ParityRow::new(names, printed(&*design.design), question.policies.names(), finding, spent)
}

/// An answer, and the round that it was read from.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The answer.
    pub row: ParityRow,
    /// The last round of the search, where it is kept.
    pub last: Option<Played>,
}

/// Where a search among fleets of this field begins, and how far it goes.
fn settings<G: Game>(field: &Field<G>, number: Number, sampler: &FleetSampler) -> Settings {
    let points: Vec<f64> = sampler.ratings().iter().map(|points| f64::from(*points)).collect();
    let mean = points.iter().map(|points| libm::log(*points)).sum::<f64>() / points.len().max(1) as f64;
    let [least, most] = [points.iter().copied().fold(f64::MAX, f64::min), points.iter().copied().fold(1.0, f64::max)];
    // The least: the cheapest ship against a full fleet of the design. The most: a full fleet of the costliest against one.
    let ships = field.most_ships as f64;
    Settings {
        precision: field.precision,
        most_matchups: field.most_matchups,
        start: libm::exp(mean),
        reach: [least.min(most) / ships, most * ships],
        looks: number.looks(),
    }
}

/// What was known when `stop` came, question by question.
pub struct SoFar {
    /// The answers that were known.
    pub rows: Vec<Option<ParityRow>>,
    /// About which price the others were searching, once they had found one: no answer.
    pub about: Vec<Option<f64>>,
    /// Battles of all searches, those of the round that was cut among them.
    pub battles: u64,
}

/// Answers all questions, in order; `None` if `stop` came before the last answer.
pub fn price<G: Game>(
    runner: &Runner,
    field: &Field<G>,
    questions: &[Question<G>],
    stop: &AtomicBool,
) -> Option<Vec<ParityRow>> {
    prices_so_far(runner, field, questions, stop).ok()
}

/// Answers all questions, in order.
///
/// # Errors
/// `stop` came before the last answer.
pub fn prices_so_far<G: Game>(
    runner: &Runner,
    field: &Field<G>,
    questions: &[Question<G>],
    stop: &AtomicBool,
) -> Result<Vec<ParityRow>, SoFar> {
    Ok(searches(runner, field, questions, false, stop)?.into_iter().map(|answer| answer.row).collect())
}

/// Answers all questions, in order, each with the last round of its search if these are to be kept.
///
/// Matchup *i* of a round draws from a stream of its own, the same for every question: all designs and all policies
/// meet under the same random numbers.
///
/// # Errors
/// `stop` came before the last answer.
pub fn searches<G: Game>(
    runner: &Runner,
    field: &Field<G>,
    questions: &[Question<G>],
    keep: bool,
    stop: &AtomicBool,
) -> Result<Vec<Answer>, SoFar> {
    let mut running: Vec<Running<G>> = questions.iter().map(|question| Running::new(question, field)).collect();
    let mut round = 1;
    while running.iter().any(|r| r.finding.is_none()) {
        let mut cells: Vec<CellJob<G>> = Vec::new();
        // Whose each cell is, its place in the round, and its trial.
        let mut owners: Vec<(usize, u64, Trial)> = Vec::new();
        for (owner, r) in running.iter().enumerate().filter(|(_, r)| r.finding.is_none()) {
            let asked = r.search.round();
            let drawn = |i| Some((i, r.matchup(runner.seed, field, &asked, i)?));
            for (i, (cell, trial)) in (0..asked.matchups).filter_map(drawn) {
                cells.push(cell);
                owners.push((owner, i, trial));
            }
        }
        let open = running.iter().filter(|r| r.finding.is_none()).count();
        let what = format!("prices: round {round}, {open} open");
        let (result, _) = runner.play(&what, &cells, stop, G::CHUNK_PAIRS, |_, _| ());
        if result.interrupted {
            for ((owner, ..), tally) in owners.into_iter().zip(&result.tallies) {
                running[owner].spent.merge(tally);
            }
            let rows = running.iter().map(Running::row).collect();
            let about = running.iter().map(|r| r.search.about()).collect();
            return Err(SoFar { rows, about, battles: running.iter().map(|r| r.spent.battles()).sum() });
        }
        let mut trials: Vec<Vec<(u64, Trial)>> = vec![Vec::new(); running.len()];
        for ((owner, i, trial), tally) in owners.into_iter().zip(&result.tallies) {
            trials[owner].push((i, Trial { pair_scores: tally.pair_scores, ..trial }));
            running[owner].spent.merge(tally);
        }
        for (r, trials) in running.iter_mut().zip(trials).filter(|(r, _)| r.finding.is_none()) {
            let played = r.search.round();
            r.finding = r.search.take(&trials.iter().map(|(_, trial)| *trial).collect::<Vec<_>>());
            r.last = (keep && r.finding.is_some()).then(|| Played::new(played, trials));
        }
        round += 1;
    }
    Ok(running.into_iter().filter_map(|r| Some(Answer { row: r.row()?, last: r.last })).collect())
}

/// What a price costs.
pub struct Sample {
    /// Battles of one, at least: a mean over the questions.
    pub battles_each: u64,
    /// Seconds of one on this machine.
    pub seconds_each: f64,
}

/// Plays a few matchups of the last round's kind for some of the questions and times them.
pub fn sample<G: Game>(runner: &Runner, field: &Field<G>, questions: &[Question<G>], stop: &AtomicBool) -> Sample {
    /// Matchups tried of a question, and questions tried.
    const MATCHUPS: u64 = 8;
    const QUESTIONS: usize = 24;
    let mean = |of: &dyn Fn(Number) -> u64| {
        questions.iter().map(|question| of(question.number)).sum::<u64>() / (questions.len() as u64).max(1)
    };
    let least = mean(&|number| number.looks().least_matchups());
    let battles_each = mean(&|number| 2 * number.pairs(field.pairs) * number.looks().least_matchups());
    let tried = questions.len().min(QUESTIONS);
    let cells: Vec<CellJob<G>> = (0..tried)
        .map(|i| Running::new(&questions[i * questions.len() / tried], field))
        .flat_map(|running| {
            // What it costs in time hangs on the number of ships, hence on the price: about what is printed, if anything is.
            let question = running.question;
            let printed = Some(f64::from(question.design.design.rating())).filter(|points| *points > 0.0);
            let points = printed.unwrap_or(settings(field, question.number, &running.sampler).start);
            let round = Search::last_round(points, MATCHUPS);
            (0..MATCHUPS).filter_map(|i| running.matchup(runner.seed, field, &round, i)).collect::<Vec<_>>()
        })
        .map(|(cell, _)| cell)
        .collect();
    let (_, elapsed) = runner.play("plan: prices", &cells, stop, G::CHUNK_PAIRS, |_, _| ());
    let seconds = elapsed.as_secs_f64() / cells.len().max(1) as f64;
    Sample { battles_each, seconds_each: seconds * least as f64 }
}
