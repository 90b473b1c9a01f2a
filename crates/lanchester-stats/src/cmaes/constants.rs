//! The constants of the method as functions of the number of dimensions. Numbers of equations are those of the tutorial.

/// Weights and rates that stay as they are.
#[derive(Clone, Debug)]
pub(super) struct Constants {
    /// Dimensions.
    pub n: f64,
    /// Weights of the points by rank, the best first; those of the worse half are negative (49 to 53).
    pub weights: Vec<f64>,
    /// How many points the mean moves towards.
    pub parents: usize,
    /// Their effective number (8).
    pub effective: f64,
    /// Rate of the rank-one update (57).
    pub rank_one: f64,
    /// Rate of the rank-µ update (58).
    pub rank_mu: f64,
    /// Decay of the path of covariance (56).
    pub path: f64,
    /// Decay of the path of the step size, and its damping (55).
    pub step: f64,
    pub damping: f64,
    /// The mean length of a standard normal vector, nearly.
    pub length: f64,
}

impl Constants {
    /// The defaults for `n` ≥ 1 dimensions and at least 4 points a generation.
    pub fn new(n: usize, points: usize) -> Self {
        let (n, parents) = (n as f64, points / 2);
        let raw: Vec<f64> =
            (1..=points).map(|rank| libm::log(f64::midpoint(points as f64, 1.0)) - libm::log(rank as f64)).collect();
        let effective = |weights: &[f64]| {
            let sum: f64 = weights.iter().sum();
            sum * sum / weights.iter().map(|w| w * w).sum::<f64>()
        };
        let (better, worse) = (effective(&raw[..parents]), effective(&raw[parents..]));
        let rank_one = 2.0 / ((n + 1.3) * (n + 1.3) + better);
        let rank_mu =
            (2.0 * (better - 2.0 + 1.0 / better) / ((n + 2.0) * (n + 2.0) + better)).min(1.0 - rank_one - 1e-8);
        // So that negative weights cannot make the covariance indefinite (50 to 52).
        let most_negative = (1.0 + rank_one / rank_mu)
            .min(1.0 + 2.0 * worse / (better + 2.0))
            .min((1.0 - rank_one - rank_mu) / (n * rank_mu));
        let positive: f64 = raw.iter().filter(|w| **w > 0.0).sum();
        let negative: f64 = raw.iter().filter(|w| **w < 0.0).map(|w| w.abs()).sum();
        let weight = |w: &f64| if *w >= 0.0 { w / positive } else { w * most_negative / negative };
        let step = (better + 2.0) / (n + better + 5.0);
        Self {
            n,
            weights: raw.iter().map(weight).collect(),
            parents,
            effective: better,
            rank_one,
            rank_mu,
            path: (4.0 + better / n) / (n + 4.0 + 2.0 * better / n),
            step,
            damping: 1.0 + 2.0 * (((better - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + step,
            length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}
