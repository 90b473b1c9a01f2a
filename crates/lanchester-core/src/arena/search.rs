//! Cells in which one side searches.

use std::sync::Arc;

use crate::{Force, Job, Matchup, Rules, Side, Tally};
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
    /// Pairs to play.
    pub pairs: u64,
}

impl<R: Rules> SearchJob<R> {
    /// The tables of every proposal, as [`Rules::search`] takes them.
    #[must_use]
    pub fn proposals(&self) -> Vec<R::Prepared> {
        let tables = |policy: &Arc<R::Policy>| {
            let mut forces = self.matchup.forces.clone();
            forces[self.side] = Force { policy: Arc::clone(policy), ..forces[self.side].clone() };
            R::prepare(&Matchup { forces, ..self.matchup.clone() })
        };
        self.portfolio.iter().map(tables).collect()
    }
}

impl<R: Rules> Playable for SearchJob<R> {
    const CHUNK_PAIRS: u64 = 1;
    type Prepared = Vec<R::Prepared>;
    type Workspace = ();

    fn number(&self) -> u64 {
        self.number
    }

    fn pairs(&self) -> u64 {
        self.pairs
    }

    fn prepare(&self) -> Vec<R::Prepared> {
        self.proposals()
    }

    fn workspace() {}

    fn play(&self, proposals: &Vec<R::Prepared>, (): &mut (), level: Level, job: &Job, tally: &mut Tally) {
        for pair in job.pairs.clone() {
            let battle = |seat| R::search(proposals, self.side, level, job.seed, job.cell, 2 * pair + seat).1;
            tally.record_pair([0, 1].map(battle));
        }
    }
}
