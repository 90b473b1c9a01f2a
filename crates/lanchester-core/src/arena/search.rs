//! Matchups in which a side searches, or both do.

use std::ops::Range;
use std::sync::Arc;

use crate::{Commander, Force, Job, Matchup, ROLLOUTS, Rules, Search, Side, Tally};
use lanchester_lanes::Level;

impl<R: Rules> Matchup<R> {
    /// Whether a side searches.
    #[must_use]
    pub fn searches(&self) -> bool {
        self.forces.iter().any(|force| force.commander.searches())
    }

    /// What [`Rules::search`] takes: in every battle of the matchup.
    #[must_use]
    pub fn search(&self) -> Search<R::Prepared> {
        let tables = |policies: [&Arc<R::Policy>; 2]| {
            let mut forces = self.forces.clone();
            for (force, policy) in forces.iter_mut().zip(policies) {
                *force = Force { commander: Arc::clone(policy).into(), ..force.clone() };
            }
            R::prepare(&Matchup { forces, ..self.clone() })
        };
        let of = |side: Side| &self.forces[side].commander;
        let [of_a, of_b] = Side::BOTH.map(|side| match of(side) {
            Commander { search: Some(search), .. } => search.portfolio.iter().collect::<Vec<_>>(),
            Commander { policy, search: None } => vec![policy],
        });
        let played = of_a.iter().map(|a| of_b.iter().map(|b| tables([a, b])).collect()).collect();
        let believed = Side::BOTH.map(|side| {
            let Some(search) = &of(side).search else { return Vec::new() };
            let opponent = search.belief.as_ref().unwrap_or(&of(side.opponent()).policy);
            // A policy that was read twice is the same one.
            let known = format!("{opponent:?}");
            let secret = search.secret && !R::secret().is_empty();
            let others = search.portfolio.iter().filter(|other| secret && format!("{other:?}") != known);
            let opponents: Vec<_> = std::iter::once(opponent).chain(others).collect();
            let with = |own: &Arc<R::Policy>, other: &Arc<R::Policy>| match side {
                Side::A => tables([own, other]),
                Side::B => tables([other, own]),
            };
            search.portfolio.iter().map(|own| opponents.iter().map(|other| with(own, other)).collect()).collect()
        });
        let searchers = Side::BOTH.map(|side| of(side).search.as_ref());
        Search {
            sides: searchers.map(|search| search.is_some()),
            played,
            believed,
            rollouts: searchers.map(|search| search.map_or(ROLLOUTS, |search| search.rollouts)),
            only: searchers.map(|search| search.and_then(|search| search.only)),
        }
    }

    /// Plays a range of battles (not pairs) and returns every battle's events, in battle order: as [`Rules::record`], but that a side
    /// may search.
    #[must_use]
    pub fn record(&self, level: Level, seed: u64, cell: u64, battles: Range<u64>) -> Vec<Vec<R::Event>> {
        if !self.searches() {
            return R::record(&R::prepare(self), level, seed, cell, battles);
        }
        let search = self.search();
        R::search(&search, level, seed, cell, battles).into_iter().map(|(events, _)| events).collect()
    }
}

/// Plays pairs in which a side searches.
pub(super) fn play<R: Rules>(search: &Search<R::Prepared>, level: Level, job: &Job, tally: &mut Tally) {
    let battles = 2 * job.pairs.start..2 * job.pairs.end;
    let outcomes: Vec<_> = R::search(search, level, job.seed, job.cell, battles).into_iter().map(|of| of.1).collect();
    for pair in outcomes.chunks_exact(2) {
        tally.record_pair([pair[0], pair[1]]);
    }
}
