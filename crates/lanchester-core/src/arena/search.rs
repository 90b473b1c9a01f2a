//! Cells in which one side searches.

use std::sync::Arc;

use crate::{Force, Job, Matchup, Only, Proposal, Rules, Search, Side, Tally};
use lanchester_lanes::Level;

use crate::arena::Playable;

/// A cell in which one side searches. A chunk is a pair: a searched battle takes as long as thousands of others.
#[derive(Debug)]
pub struct SearchJob<R: Rules> {
    /// The cell's number, part of the key of every die.
    pub number: u64,
    /// Fleet A against fleet B; the policy of the side that searches does not matter.
    pub matchup: Matchup<R>,
    /// The side that searches.
    pub side: Side,
    /// The policies that it searches among.
    pub portfolio: Vec<Arc<R::Policy>>,
    /// The policy that it believes its opponent to have; `None` where it knows.
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
        let tables = |own: &Arc<R::Policy>, opponents: &Arc<R::Policy>| {
            let mut forces = self.matchup.forces.clone();
            for (side, policy) in [(self.side, own), (self.side.opponent(), opponents)] {
                forces[side] = Force { policy: Arc::clone(policy), ..forces[side].clone() };
            }
            R::prepare(&Matchup { forces, ..self.matchup.clone() })
        };
        let opponents = &self.matchup.forces[self.side.opponent()].policy;
        let proposal = |own: &Arc<R::Policy>| Proposal {
            played: tables(own, opponents),
            believed: self.belief.as_ref().map(|belief| tables(own, belief)),
        };
        let proposals = self.portfolio.iter().map(proposal).collect();
        Search { side: self.side, proposals, rollouts: self.rollouts, only: self.only }
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
