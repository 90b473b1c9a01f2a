//! Parity prices: fleets of a design against random fleets of a field, round after round, until the price is known.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lanchester_analysis::parity::{EQUILIBRIUM, ParityRow};
use lanchester_arena::CellJob;
use lanchester_core::{Combatant, Force, Matchup, Tally};
use lanchester_dice::mix64;
use lanchester_games::Game;
use lanchester_scenario::fleet_sampler::{FleetSampler, below};
use lanchester_scenario::{PriceSettings, StudyDesign};
use lanchester_stats::parity::{Finding, Parity, Round, Search, Settings, Trial};
use lanchester_stats::price::Verdict;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::cell_number::CellNumber;
use crate::table::Table;

/// A policy by its id.
pub type Named<G> = (String, Arc<<G as lanchester_core::Rules>::Policy>);

/// Who commands both sides.
pub enum Policies<G: Game> {
    /// One the design's side, one the field's.
    Of([Named<G>; 2]),
    /// Each side draws its policy for each matchup from a mixture.
    Mixture(Vec<(Named<G>, f64)>),
}

impl<G: Game> Policies<G> {
    fn names(&self) -> [String; 2] {
        match self {
            Self::Of(pair) => pair.each_ref().map(|(id, _)| id.clone()),
            Self::Mixture(_) => [EQUILIBRIUM, EQUILIBRIUM].map(str::to_owned),
        }
    }

    fn draw(&self, rng: &mut impl Rng) -> [Arc<G::Policy>; 2] {
        match self {
            Self::Of(pair) => pair.each_ref().map(|(_, policy)| Arc::clone(policy)),
            Self::Mixture(weights) => [(); 2].map(|()| {
                let mut left = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
                let hit = weights.iter().find(|(_, weight)| {
                    left -= weight;
                    left < 0.0
                });
                let ((_, policy), _) = hit.unwrap_or(&weights[weights.len() - 1]);
                Arc::clone(policy)
            }),
        }
    }
}

/// A design to be priced, under some policies.
pub struct Question<'q, G: Game> {
    /// The design.
    pub design: &'q StudyDesign<G>,
    /// Who commands.
    pub policies: &'q Policies<G>,
}

/// What prices are measured against, and how well.
pub struct Field<'f, G: Game> {
    /// The designs that make up the fleets of the other side, at their printed ratings; a design never meets itself.
    pub designs: &'f [StudyDesign<G>],
    /// Options of the battles.
    pub options: &'f G::Options,
    /// Printed points of the fleets that are priced, least and most; a single ship may cost more.
    pub budget: [u32; 2],
    /// Pairs of battles for each random matchup.
    pub pairs: u64,
    /// Precision and most matchups.
    pub settings: Settings,
}

/// What prices are measured against, under these options: the study's own, or those of a reading.
pub fn field<'a, G: Game>(asked: &'a PriceSettings<G>, options: &'a G::Options) -> Field<'a, G> {
    Field {
        designs: &asked.designs,
        options,
        budget: asked.budget,
        pairs: asked.pairs,
        settings: Settings { precision: asked.precision, most_matchups: asked.most_matchups },
    }
}

/// A search and what it has cost.
struct Running<'q, G: Game> {
    question: &'q Question<'q, G>,
    search: Search,
    spent: Tally,
    finding: Option<Finding>,
}

/// Answers all questions, in order; `None` if `stop` came before the last answer.
///
/// Matchup *i* of a round draws from a stream of its own, the same for every question: all designs and all policies
/// meet under the same random numbers.
pub fn price<G: Game>(
    table: &Table,
    field: &Field<G>,
    questions: &[Question<G>],
    stop: &AtomicBool,
) -> Option<Vec<ParityRow>> {
    let mut running: Vec<Running<G>> = questions
        .iter()
        .map(|question| Running { question, search: Search::new(field.settings), spent: Tally::new(), finding: None })
        .collect();
    let mut round = 1;
    while running.iter().any(|r| r.finding.is_none()) {
        let mut cells: Vec<CellJob<G>> = Vec::new();
        // Whose each cell is, and the ratio that it has.
        let mut owners: Vec<(usize, f64)> = Vec::new();
        for (owner, r) in running.iter().enumerate().filter(|(_, r)| r.finding.is_none()) {
            let asked = r.search.round();
            for i in 0..asked.matchups {
                if let Some((cell, log_ratio)) = matchup(table.seed, field, r.question, &asked, i) {
                    cells.push(cell);
                    owners.push((owner, log_ratio));
                }
            }
        }
        let open = running.iter().filter(|r| r.finding.is_none()).count();
        let what = format!("prices: round {round}, {open} open");
        let (result, _) = table.play(&what, &cells, stop, G::CHUNK_PAIRS, |_, _| ());
        let tallies: Vec<Tally> = result.tallies.into_iter().collect::<Option<_>>()?;
        let mut trials: Vec<Vec<Trial>> = vec![Vec::new(); running.len()];
        for ((owner, log_ratio), tally) in owners.into_iter().zip(&tallies) {
            trials[owner].push(Trial { log_ratio, pair_scores: tally.pair_scores });
            running[owner].spent.merge(tally);
        }
        for (r, trials) in running.iter_mut().zip(trials).filter(|(r, _)| r.finding.is_none()) {
            r.finding = r.search.tell(&trials);
        }
        round += 1;
    }
    Some(running.iter().map(row).collect())
}

/// What a price costs.
pub struct Sample {
    /// Battles of one, at least.
    pub battles_each: u64,
    /// Seconds of one on this machine.
    pub seconds_each: f64,
}

/// Plays a few matchups of the last round's kind for some of the questions and times them.
pub fn sample<G: Game>(table: &Table, field: &Field<G>, questions: &[Question<G>], stop: &AtomicBool) -> Sample {
    /// Matchups tried of a question, and questions tried.
    const MATCHUPS: u64 = 32;
    const QUESTIONS: usize = 6;
    let least = Search::least_matchups();
    let round = Round { number: 0, matchups: MATCHUPS, low: -0.25, high: 0.25 };
    let tried = questions.len().min(QUESTIONS);
    let cells: Vec<CellJob<G>> = (0..tried)
        .map(|i| &questions[i * questions.len() / tried])
        .flat_map(|question| (0..MATCHUPS).filter_map(|i| matchup(table.seed, field, question, &round, i)))
        .map(|(cell, _)| cell)
        .collect();
    let (_, elapsed) = table.play("plan: prices", &cells, stop, G::CHUNK_PAIRS, |_, _| ());
    let seconds = elapsed.as_secs_f64() / cells.len().max(1) as f64;
    Sample { battles_each: 2 * field.pairs * least, seconds_each: seconds * least as f64 }
}

/// Matchup `i` of a round, if the field can make up a fleet of about the points asked for.
fn matchup<G: Game>(
    seed: u64,
    field: &Field<G>,
    question: &Question<G>,
    round: &Round,
    i: u64,
) -> Option<(CellJob<G>, f64)> {
    let number = CellNumber::Price { round: round.number, matchup: i }.get();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix64(seed ^ mix64(number)));
    let design = question.design;
    let rating = design.design.rating();
    let [least, most] = field.budget;
    let many = FleetSampler::of::<G>([&*design.design]).most_of(0).max(1) as u32;
    let least = least.div_ceil(rating).clamp(1, many);
    let most = (most / rating).clamp(least, many);
    let count = least + below((most - least + 1) as usize, &mut rng) as u32;

    let others: Vec<&StudyDesign<G>> = field.designs.iter().filter(|d| d.id != design.id).collect();
    let fleet_sampler = FleetSampler::of::<G>(others.iter().map(|d| &*d.design));
    let own = f64::from(count * rating);
    let wanted = own * libm::exp(round.log_ratio(i));
    // Whole ships: within three per cent where fleets of that size exist, else nearby. The ratio that comes out is what counts.
    let fleet = [0.03, 0.06, 0.12].iter().find_map(|tolerance| {
        let bounds = [wanted * (1.0 - tolerance), wanted * (1.0 + tolerance)].map(|points| points.round() as u32);
        fleet_sampler.mixed(bounds[0].max(1)..=bounds[1].max(1), &mut rng)
    })?;
    let points: u32 = fleet.iter().map(|i| fleet_sampler.ratings()[*i]).sum();

    let tried = ((f64::from(points) / f64::from(count)).round() as u32).max(1);
    let (options, priced) = G::at_price(field.options, &design.design, tried, points);
    // Last, so that fleets are the same under every policy.
    let [ours, theirs] = question.policies.draw(&mut rng);
    let force =
        |name: &str, ships: Vec<Arc<G::Design>>, policy| Force { name: name.to_owned(), ships, stations: None, policy };
    let forces = [
        force(design.design.name(), vec![priced; count as usize], ours),
        force("the field", fleet.iter().map(|i| Arc::clone(&others[*i].design)).collect(), theirs),
    ];
    let matchup = Matchup { name: String::new(), forces, options };
    let cell = CellJob { number, matchup, pairs: field.pairs };
    Some((cell, libm::log(f64::from(points) / own)))
}

fn row<G: Game>(running: &Running<G>) -> ParityRow {
    let Running { question, spent, finding, .. } = running;
    let design = &question.design;
    let (parity, p, matchups) = finding.map_or((Parity::Unclear, None, 0), |f| (f.parity, f.p, f.matchups));
    let verdict = match parity {
        // Numbers are judged together, once all are known.
        Parity::Multiplier(_) | Parity::Unclear => Verdict::Inconclusive,
        // It significantly wins there still: beyond the printed rating that is a verdict.
        Parity::AtLeast(bound) if bound > 1.0 => Verdict::Underpriced,
        Parity::AtMost(bound) if bound < 1.0 => Verdict::Overpriced,
        Parity::AtLeast(_) | Parity::AtMost(_) => Verdict::Bound,
    };
    ParityRow {
        design: design.id.clone(),
        name: design.design.name().to_owned(),
        printed: design.design.rating(),
        policies: question.policies.names(),
        parity,
        p,
        verdict,
        q: None,
        matchups,
        battles: spent.battles(),
        capped: spent.capped,
        draws: spent.draws,
    }
}

#[cfg(test)]
mod tests {
    use lanchester_games::{GameName, Visitor};
    use lanchester_scenario::{Kind, Library};

    use super::*;

    /// How many matchups of shipped studies' prices were looked at.
    struct Playable;

    impl Visitor for Playable {
        type Output = usize;

        fn visit<G: Game>(self) -> usize {
            let library = Library::<G>::shipped();
            let mut drawn = 0;
            for id in library.ids(Kind::Study) {
                let study = library.study(id).expect("a shipped study");
                let Some(asked) = &study.prices else { continue };
                let policies = Policies::Of([study.policies[0].clone(), study.policies[0].clone()]);
                let options = asked.readings.iter().map(|reading| &reading.options).chain([&asked.options]);
                let fields: Vec<Field<G>> = options.map(|options| field(asked, options)).collect();
                for (design, field) in asked.designs.iter().flat_map(|d| fields.iter().map(move |f| (d, f))) {
                    let question = Question { design, policies: &policies };
                    let round = Round { number: 3, matchups: 400, low: -1.5, high: 1.5 };
                    for i in 0..round.matchups {
                        let Some((cell, _)) = matchup(1, field, &question, &round, i) else { continue };
                        let against = G::check(&cell.matchup);
                        assert!(against.is_empty(), "{id}, {}, matchup {i}: {against:?}", design.id);
                        drawn += 1;
                    }
                }
            }
            drawn
        }
    }

    #[test]
    fn prices_are_made_of_battles_that_can_be_played() {
        for game in GameName::ALL.iter().copied() {
            let drawn = game.visit(Playable);
            assert!(drawn > 1000, "{}: {drawn}", game.name());
        }
    }
}
