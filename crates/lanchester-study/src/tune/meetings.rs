//! Every policy of a population against every other on the same matchups, and the mixture of them that none of them beats.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use lanchester_core::arena::CellJob;
use lanchester_games::Game;
use lanchester_lanes::dice::mix64;
use lanchester_stats::equilibrium::{Equilibrium, EquilibriumError, equilibrium};
use lanchester_stats::interval::bounded_mean;
use lanchester_stats::{Interval, Z95};
use nalgebra::DMatrix;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::ground::Ground;
use super::played::{PAIRS, fought, score_of_first};
use super::trials::Draw;
use crate::cell_number::CellNumber;
use crate::price::Named;
use crate::runner::Runner;

/// Mean scores of policies against each other. It grows with the population: what was played stays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meetings {
    /// Matchups that every two met in.
    pub matchups: u64,
    /// Battles of all of them.
    pub battles: u64,
    /// The score of each against each: 95 % intervals over matchups. Against itself ½.
    pub scores: Vec<Vec<Interval>>,
}

impl Meetings {
    /// Nobody has met anybody; every two will meet in so many matchups.
    #[must_use]
    pub fn new(matchups: u64) -> Self {
        Self { matchups, ..Self::default() }
    }

    /// Lets the policies meet that have not, in both places and both seats of every matchup; false if `stop` came before the end,
    /// and then nothing has changed.
    pub fn meet<G: Game>(
        &mut self,
        runner: &Runner,
        ground: &Ground<G>,
        policies: &[Named<G>],
        stop: &AtomicBool,
    ) -> bool {
        let known = self.scores.len();
        let meetings: Vec<[usize; 2]> =
            (known..policies.len()).flat_map(|new| (0..new).map(move |old| [new, old])).collect();
        let cells: Vec<CellJob<G>> =
            (0..self.matchups).flat_map(|matchup| cells(runner.seed, ground, policies, &meetings, matchup)).collect();
        let (played, _) = runner.play("payoffs", &cells, stop, G::CHUNK_PAIRS, |_, _| ());
        if played.interrupted {
            return false;
        }
        let even = Interval { estimate: 0.5, low: 0.5, high: 0.5 };
        self.scores.iter_mut().for_each(|row| row.resize(policies.len(), even));
        self.scores.resize(policies.len(), vec![even; policies.len()]);
        self.battles += cells.iter().map(|cell| 2 * cell.pairs).sum::<u64>();
        let most = f64::from(8 * PAIRS as u32);
        for (place, [new, old]) in meetings.iter().enumerate() {
            let scores: Vec<f64> = (0..self.matchups as usize)
                .map(|matchup| 2 * (matchup * meetings.len() + place))
                .map(|at| f64::from(score_of_first(&played.tallies[at..at + 2], PAIRS)) / most)
                .collect();
            let score = bounded_mean(self.matchups, scores.iter().sum(), scores.iter().map(|s| s * s).sum());
            self.scores[*new][*old] = score;
            self.scores[*old][*new] =
                Interval { estimate: 1.0 - score.estimate, low: 1.0 - score.high, high: 1.0 - score.low };
        }
        true
    }

    /// The mixture.
    ///
    /// # Errors
    /// See [`EquilibriumError`].
    pub fn mixture(&self) -> Result<Equilibrium, EquilibriumError> {
        let n = self.scores.len();
        let variance = |score: Interval| (score.half_width() / Z95).powi(2);
        equilibrium(
            &DMatrix::from_fn(n, n, |p, q| self.scores[p][q].estimate),
            &DMatrix::from_fn(n, n, |p, q| variance(self.scores[p][q])),
        )
    }
}

/// One matchup for these meetings, each from both places, with the same dice.
fn cells<G: Game>(
    seed: u64,
    ground: &Ground<G>,
    policies: &[Named<G>],
    meetings: &[[usize; 2]],
    matchup: u64,
) -> Vec<CellJob<G>> {
    let number = |place: usize| CellNumber::Tune { draw: Draw::Payoffs, round: 0, matchup, place }.get();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix64(seed ^ mix64(number(0))));
    let lineup = ground.draw(Draw::Payoffs, &mut rng);
    let places: Range<usize> = 0..2;
    let cell = |[first, second]: [usize; 2], place: usize| CellJob {
        number: number(place),
        matchup: fought(&lineup, &policies[first].1, &policies[second].1, place),
        pairs: PAIRS,
    };
    meetings
        .iter()
        .flat_map(|meeting| places.clone().map(move |place| (*meeting, place)))
        .map(|(m, p)| cell(m, p))
        .collect()
}
