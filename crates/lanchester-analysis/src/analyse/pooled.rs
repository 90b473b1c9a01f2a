//! Cells put together by who met whom under which policies.

use lanchester_core::Tally;
use lanchester_stats::PairKinds;

use crate::parity::EQUILIBRIUM;
use crate::study::{CellResult, Entrant};

/// The policies of both sides.
#[derive(Clone, Debug, PartialEq)]
pub enum PolicyPair {
    /// One of the two flies either side, the other the other; they may be the same.
    Of([String; 2]),
    /// Each side draws from a mixture of policies with these weights.
    Mixture(Vec<(String, f64)>),
}

impl PolicyPair {
    /// As results name it.
    pub fn names(&self) -> [String; 2] {
        match self {
            Self::Of(names) => names.clone(),
            Self::Mixture(_) => [EQUILIBRIUM, EQUILIBRIUM].map(str::to_owned),
        }
    }

    /// How much a cell counts.
    fn weight(&self, cell: &CellResult) -> f64 {
        let [p, q] = cell.entrants.each_ref().map(|e| e.policy.as_str());
        match self {
            Self::Of([a, b]) => f64::from(u8::from([p, q] == [a, b] || [p, q] == [b, a])),
            Self::Mixture(weights) => {
                let of = |policy: &str| weights.iter().find(|(name, _)| name == policy).map_or(0.0, |(_, w)| *w);
                // Equal ships under two policies meet once only; the swapped meeting is the same one.
                let twice = if cell.entrants[0].id == cell.entrants[1].id && p != q { 2.0 } else { 1.0 };
                twice * of(p) * of(q)
            }
        }
    }
}

/// Two entrants under a policy pair: all their cells together. Under a mixture the counts are what the weighted
/// cells are worth.
#[derive(Clone, Debug)]
pub struct PooledMatchup<'s> {
    /// The entrants, as the first of their cells names them.
    pub entrants: [&'s Entrant; 2],
    /// Pairs from the first one's side.
    pub pairs: PairKinds,
    /// Battles that the turn limit ended.
    pub capped: u64,
    /// Points scored by the side in seat 0.
    pub seat_points: f64,
}

impl PooledMatchup<'_> {
    /// Both sides are the same ships.
    pub fn is_mirror(&self) -> bool {
        self.entrants[0].id == self.entrants[1].id
    }
}

/// How the pairs of a tally ended.
pub fn kinds(tally: &Tally) -> PairKinds {
    PairKinds::new(&tally.pair_scores, tally.wins[0])
}

/// The pooled matchups that cells make under a policy pair, in the order of their first cells. A pooled matchup of which the mixture weighs cells
/// that were not played is left out.
pub fn pooled<'s>(cells: &[&'s CellResult], policy_pair: &PolicyPair) -> Vec<PooledMatchup<'s>> {
    let mut groups: Vec<([&'s Entrant; 2], Vec<Weighed<'s>>)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for cell in cells.iter().filter(|cell| cell.tally.pairs > 0) {
        let weight = policy_pair.weight(cell);
        if weight <= 0.0 {
            continue;
        }
        let [a, b] = cell.entrants.each_ref();
        let key = if a.id <= b.id { (&a.id, &b.id) } else { (&b.id, &a.id) };
        let place = *places.entry(key).or_insert_with(|| {
            groups.push(([a, b], Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push((weight, cell));
    }
    groups.into_iter().filter_map(|(entrants, cells)| pooled_matchup(entrants, &cells, policy_pair)).collect()
}

/// A cell and how much it counts.
type Weighed<'s> = (f64, &'s CellResult);

fn pooled_matchup<'s>(
    entrants: [&'s Entrant; 2],
    cells: &[Weighed<'_>],
    policy_pair: &PolicyPair,
) -> Option<PooledMatchup<'s>> {
    let parts: Vec<(f64, PairKinds)> = cells
        .iter()
        .map(|(weight, cell)| {
            let pairs = kinds(&cell.tally);
            let forwards = cell.entrants[0].id == entrants[0].id;
            (*weight, if forwards { pairs } else { pairs.reversed() })
        })
        .collect();
    let (pairs, total) = match policy_pair {
        PolicyPair::Of(_) => (parts.iter().fold(PairKinds::default(), |sum, (_, pairs)| sum.and(pairs)), None),
        PolicyPair::Mixture(_) => {
            let total: f64 = parts.iter().map(|(weight, _)| weight).sum();
            (PairKinds::mixed(&parts), Some(total))
        }
    };
    if total.is_some_and(|total| total < 1.0 - 1e-6) || pairs.pairs() == 0 {
        return None;
    }
    // Shares of battles by weight, brought to the number of battles that the pairs are worth.
    let battles = 2.0 * pairs.pairs() as f64;
    let whole: f64 = match total {
        Some(total) => total,
        None => cells.iter().map(|(_, cell)| cell.tally.battles() as f64).sum(),
    };
    let share = |of: &dyn Fn(&Tally) -> f64| -> f64 {
        let part = |(weight, cell): &Weighed<'_>| match total {
            Some(_) => weight * of(&cell.tally) / cell.tally.battles() as f64,
            None => of(&cell.tally),
        };
        cells.iter().map(part).sum::<f64>() / whole
    };
    Some(PooledMatchup {
        entrants,
        pairs,
        capped: (battles * share(&|t| t.capped as f64)).round() as u64,
        seat_points: battles * share(&|t| t.seat_wins[0] as f64 + t.draws as f64 / 2.0),
    })
}
