//! Cells in which a side searches, or both do.

use std::sync::Arc;

use crate::{Force, Job, Matchup, Only, Rules, Search, Side, Tally};
use lanchester_lanes::Level;

use crate::arena::Playable;

/// A cell in which a side searches, or both do. A chunk is a pair: a searched battle takes as long as thousands of others.
#[derive(Debug)]
pub struct SearchJob<R: Rules> {
    /// The cell's number, part of the key of every die.
    pub number: u64,
    /// Fleet A against fleet B. The policy of a side that searches does not matter, but to an opponent without a belief.
    pub matchup: Matchup<R>,
    /// Who searches.
    pub sides: [bool; 2],
    /// The policies that a side searches among.
    pub portfolio: Vec<Arc<R::Policy>>,
    /// The policy that a side believes its opponent to have; `None`: that of the matchup.
    pub belief: Option<Arc<R::Policy>>,
    /// How often it plays each of them out at each decision, at least once.
    pub rollouts: u32,
    /// The decisions that it makes; `None`: all of them.
    pub only: Option<Only>,
    /// Pairs to play.
    pub pairs: u64,
}

impl<R: Rules> SearchJob<R> {
    /// The search, as [`Rules::search`] takes it.
    #[must_use]
    pub fn search(&self) -> Search<R::Prepared> {
        let tables = |policies: [&Arc<R::Policy>; 2]| {
            let mut forces = self.matchup.forces.clone();
            for (force, policy) in forces.iter_mut().zip(policies) {
                *force = Force { policy: Arc::clone(policy), ..force.clone() };
            }
            R::prepare(&Matchup { forces, ..self.matchup.clone() })
        };
        let own = |side: Side| &self.matchup.forces[side].policy;
        let commanders = Side::BOTH.map(|side| match self.sides[side] {
            true => self.portfolio.iter().collect::<Vec<_>>(),
            false => vec![own(side)],
        });
        let [of_a, of_b] = &commanders;
        let played = of_a.iter().map(|a| of_b.iter().map(|b| tables([a, b])).collect()).collect();
        let believed = Side::BOTH.map(|side| {
            let opponent = self.belief.as_ref().unwrap_or(own(side.opponent()));
            let with = |policy: &Arc<R::Policy>| match side {
                Side::A => tables([policy, opponent]),
                Side::B => tables([opponent, policy]),
            };
            self.portfolio.iter().filter(|_| self.sides[side]).map(with).collect()
        });
        Search { sides: self.sides, played, believed, rollouts: self.rollouts, only: self.only }
    }
}

impl<R: Rules> Playable for SearchJob<R> {
    const CHUNK_PAIRS: u64 = 1;
    type Prepared = Search<R::Prepared>;
    type Workspace = ();

    fn number(&self) -> u64 {
        self.number
    }

    fn pairs(&self) -> u64 {
        self.pairs
    }

    fn prepare(&self) -> Search<R::Prepared> {
        self.search()
    }

    fn workspace() {}

    fn play(&self, search: &Search<R::Prepared>, (): &mut (), level: Level, job: &Job, tally: &mut Tally) {
        for pair in job.pairs.clone() {
            let battle = |seat| R::search(search, level, job.seed, job.cell, 2 * pair + seat).1;
            tally.record_pair([0, 1].map(battle));
        }
    }
}
