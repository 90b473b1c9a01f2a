//! A matchup of two fleets as the estimating equations see it.

use crate::interval::Moments;

/// A fleet: how many ships of which designs, each design once.
pub type Fleet = Vec<(usize, u32)>;

/// A random matchup that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Both fleets: (index of the design, ships, at least 1).
    pub fleets: [Fleet; 2],
    /// Pairs by the first fleet's score: 0, ¼, ½, ¾, 1.
    pub pair_scores: [u64; 5],
}

impl Trial {
    /// The mean score of the first fleet; none without pairs.
    pub(super) fn score(&self) -> Option<f64> {
        let moments = Moments::of_levels(&self.pair_scores);
        (moments.n > 0).then(|| moments.sum / moments.n as f64)
    }

    /// What the two fleets are at these points per ship.
    pub(super) fn at(&self, prices: &[f64]) -> Sides {
        let [a, b] = self.fleets.each_ref().map(|fleet| Side::of(fleet, prices));
        Sides { log_ratio: libm::log(a.points / b.points), shares: [a.shares, b.shares] }
    }
}

/// One fleet at some points per ship.
struct Side {
    points: f64,
    shares: Vec<(usize, f64)>,
}

impl Side {
    fn of(fleet: &Fleet, prices: &[f64]) -> Self {
        let points: f64 = fleet.iter().map(|(design, ships)| f64::from(*ships) * prices[*design]).sum();
        let share = |(design, ships): &(usize, u32)| (*design, f64::from(*ships) * prices[*design] / points);
        Self { points, shares: fleet.iter().map(share).collect() }
    }
}

/// Both fleets at some points per ship.
pub(super) struct Sides {
    /// x = ln(points of the first / points of the second).
    pub log_ratio: f64,
    /// Share of each design in its fleet's points.
    pub shares: [Vec<(usize, f64)>; 2],
}

impl Sides {
    /// share of the first − share of the second, for each design of either; each design once.
    pub fn differences(&self) -> Vec<(usize, f64)> {
        self.spread(|share| share)
    }

    /// The same of a function of the shares.
    pub fn spread(&self, f: impl Fn(f64) -> f64) -> Vec<(usize, f64)> {
        let [a, b] = &self.shares;
        let mut differences: Vec<(usize, f64)> = a.iter().map(|(design, share)| (*design, f(*share))).collect();
        for (design, share) in b {
            match differences.iter_mut().find(|(known, _)| known == design) {
                Some((_, difference)) => *difference -= f(*share),
                None => differences.push((*design, -f(*share))),
            }
        }
        differences
    }
}
