//! Predictions of what was not seen, their losses, and how far these move with every pair.

use std::collections::BTreeMap;

use super::cell::{BATTLES, Cell};
use super::logistic::{sigmoid, steepness};
use super::without::slopes_without;
use crate::Interval;
use crate::exponent::student_97_5;

/// No prediction is surer than this: one battle in 10¹² that nobody foresaw must not cost infinitely much.
const LEAST: f64 = 1e-12;

/// Fewer entrants leave nothing to fit without one of them.
const LEAST_ENTRANTS: usize = 3;

/// A's chance of a point in every cell.
pub struct Predictions {
    chances: Vec<f64>,
    /// The slopes fitted without each entrant, and what each takes from the results. Empty for a coin.
    slopes: Vec<(f64, f64)>,
    /// For each cell its two entrants, as indices of `slopes`, and how far its chance moves with each of the two
    /// slopes.
    origins: Vec<[(usize, f64); 2]>,
    model: usize,
}

impl Predictions {
    /// ½ everywhere.
    pub fn coin(duels: &[&Cell]) -> Self {
        Self { chances: vec![0.5; duels.len()], slopes: Vec::new(), origins: Vec::new(), model: 0 }
    }

    /// For each cell the mean of what two slopes predict: that without any cell of A and that without any of B. `k` is the
    /// slope of all cells.
    pub fn cross_validated(duels: &[&Cell], model: usize, k: f64) -> Option<Self> {
        let mut entrants: BTreeMap<usize, usize> = duels.iter().flat_map(|c| [(c.a, 0), (c.b, 0)]).collect();
        entrants.values_mut().zip(0..).for_each(|(index, i)| *index = i);
        if entrants.len() < LEAST_ENTRANTS {
            return None;
        }
        let (slopes, _) = slopes_without(duels, model, k, &entrants)?;
        let mut chances = Vec::with_capacity(duels.len());
        let mut origins = Vec::with_capacity(duels.len());
        for cell in duels {
            let x = cell.x[model];
            let both = [entrants[&cell.a], entrants[&cell.b]];
            chances.push(both.iter().fold(0.0, |sum, e| sum + sigmoid(slopes[*e].0 * x) / 2.0));
            origins.push(both.map(|e| (e, x * steepness(slopes[e].0 * x) / 2.0)));
        }
        Some(Self { chances, slopes, origins, model })
    }

    /// The mean losses, and what every pair contributes to them.
    ///
    /// A pair of cell j contributes directly, by its loss, and through its score: it moves the slope without entrant e
    /// by x_j/I_e, which moves the loss by D_e, the sum over the cells of e of the loss's slope in their chances.
    pub fn score(&self, duels: &[&Cell]) -> Contributions {
        let total = duels.iter().fold(0.0, |sum, cell| sum + cell.n);
        // D_e/I_e for the Brier score and the log loss.
        let mut pull = vec![[0.0; 2]; self.slopes.len()];
        for ((cell, chance), origins) in duels.iter().zip(&self.chances).zip(&self.origins) {
            let [p, q] = clipped(*chance);
            let miss = cell.n / total * (p - cell.score);
            for (e, moves) in origins {
                let moves = moves / self.slopes[*e].1;
                pull[*e][0] += 2.0 * miss * moves;
                pull[*e][1] += miss / (p * q) * moves;
            }
        }
        let all = pull.iter().fold([0.0; 2], |sum, one| [sum[0] + one[0], sum[1] + one[1]]);
        let mut mean = [0.0; 2];
        let mut influence = Vec::with_capacity(duels.len());
        let mut cells = Vec::with_capacity(duels.len());
        for (i, (cell, chance)) in duels.iter().zip(&self.chances).enumerate() {
            let losses = losses(*chance);
            let own = self.origins.get(i).map_or([0.0; 2], |both| {
                both.iter().fold([0.0; 2], |sum, (e, _)| [sum[0] + pull[*e][0], sum[1] + pull[*e][1]])
            });
            let mut pairs = [[0.0; 6]; 2];
            cells.push(losses.map(|by_kind| {
                cell.kinds.iter().zip(by_kind).fold(0.0, |sum, (count, loss)| sum + count * loss) / cell.n
            }));
            for loss in 0..2 {
                let through = cell.x[self.model] * (all[loss] - own[loss]);
                for (kind, battles) in BATTLES.iter().enumerate() {
                    mean[loss] += cell.kinds[kind] * losses[loss][kind] / total;
                    pairs[loss][kind] = losses[loss][kind] / total + through * (battles[0] + battles[1]) / 2.0;
                }
            }
            influence.push(pairs);
        }
        Contributions { mean, influence, cells }
    }
}

/// Chances of A and of B, kept off 0 and 1.
fn clipped(chance: f64) -> [f64; 2] {
    let p = chance.clamp(LEAST, 1.0 - LEAST);
    [p, 1.0 - p]
}

/// Brier score and log loss of a prediction, per battle, for each kind of pair.
fn losses(chance: f64) -> [[f64; 6]; 2] {
    let [p, q] = clipped(chance);
    let [ln_p, ln_q] = [libm::log(p), libm::log(q)];
    let mean = |loss: &dyn Fn(f64) -> f64| BATTLES.map(|[first, second]| (loss(first) + loss(second)) / 2.0);
    [mean(&|y| (p - y) * (p - y)), mean(&|y| -y * ln_p - (1.0 - y) * ln_q)]
}

/// The Brier score and the log loss (always in that order) of a set of predictions.
pub struct Contributions {
    pub mean: [f64; 2],
    /// For each cell, loss and kind of pair: what one such pair adds to the mean.
    pub influence: Vec<[[f64; 6]; 2]>,
    /// For each cell its own mean losses per battle.
    pub cells: Vec<[f64; 2]>,
}

impl Contributions {
    /// The difference to other predictions of the same cells, pair by pair.
    pub fn less(&self, other: &Self) -> Self {
        let difference = |(mine, theirs): (&[[f64; 6]; 2], &[[f64; 6]; 2])| {
            [0, 1].map(|loss| std::array::from_fn(|kind| mine[loss][kind] - theirs[loss][kind]))
        };
        Self {
            mean: [0, 1].map(|loss| self.mean[loss] - other.mean[loss]),
            influence: self.influence.iter().zip(&other.influence).map(difference).collect(),
            cells: self
                .cells
                .iter()
                .zip(&other.cells)
                .map(|(mine, theirs)| [mine[0] - theirs[0], mine[1] - theirs[1]])
                .collect(),
        }
    }

    /// Both with their intervals: pairs of a cell vary around the cell's own mean.
    pub fn intervals(&self, duels: &[&Cell]) -> [Interval; 2] {
        [0, 1].map(|loss| {
            let variance = duels
                .iter()
                .zip(&self.influence)
                .fold(0.0, |sum, (cell, influence)| sum + cell.n * cell.variance(&influence[loss]));
            Interval::normal(self.mean[loss], variance.sqrt())
        })
    }

    /// Both with intervals for other entrants drawn like these: the jackknife over entrants, each left out with all its
    /// cells. Its variance is right for what entrants bring along and too large, never too small in the mean, for what
    /// two of them do together (B. Efron and C. Stein, "The jackknife estimate of variance", Annals of Statistics 9,
    /// 1981); with G entrants the interval is Student's with G − 1 degrees of freedom. It is never shorter than that for
    /// other battles.
    pub fn over_entrants(&self, duels: &[&Cell]) -> [Interval; 2] {
        let of_battles = self.intervals(duels);
        [0, 1].map(|loss| {
            // Pairs and sums of losses of each entrant, and of all.
            let mut of: BTreeMap<usize, [f64; 2]> = BTreeMap::new();
            let mut all = [0.0; 2];
            for (cell, means) in duels.iter().zip(&self.cells) {
                let here = [cell.n, cell.n * means[loss]];
                let add = |to: &mut [f64; 2]| (to[0], to[1]) = (to[0] + here[0], to[1] + here[1]);
                add(of.entry(cell.a).or_default());
                add(of.entry(cell.b).or_default());
                add(&mut all);
            }
            let entrants = of.len() as f64;
            let squares = of.values().filter(|[pairs, _]| *pairs < all[0]).fold(0.0, |sum, [pairs, losses]| {
                let off = (all[1] - losses) / (all[0] - pairs) - self.mean[loss];
                sum + off * off
            });
            let half = student_97_5(entrants - 1.0) * ((entrants - 1.0) / entrants * squares).sqrt();
            let half = half.max(of_battles[loss].half_width());
            Interval { estimate: self.mean[loss], low: self.mean[loss] - half, high: self.mean[loss] + half }
        })
    }
}
