//! Maximum likelihood for Davidson's model with any linear predictor, and the error that pairs give it.
//!
//! A battle of contest c is won with weight e^{Δ/2}, lost with e^{−Δ/2} and drawn with e^λ, where Δ = zᶜ·β. Points
//! (a draw is half of one) and draws are the sufficient statistics, the log likelihood is concave in (β, λ), and
//! Newton's method with step halving finds its top.

use nalgebra::{Cholesky, DMatrix, DVector};

use crate::PairKinds;

use super::FitError;

/// A contest as the solver sees it: the row zᶜ of the design matrix, sparse, and the pairs.
#[derive(Clone, Debug)]
pub struct Row {
    /// (parameter, coefficient), each parameter once.
    pub terms: Vec<(usize, f64)>,
    /// What was counted; at least one pair.
    pub pairs: PairKinds,
}

/// Chances of a battle: won, drawn, lost.
#[derive(Clone, Copy, Debug)]
pub struct Chances {
    pub win: f64,
    pub draw: f64,
    pub loss: f64,
}

impl Chances {
    /// At a difference Δ of log strengths and log draw weight λ (−∞: no draws). Free of overflow.
    pub fn at(delta: f64, lambda: f64) -> Self {
        let (up, down) = (delta / 2.0, -delta / 2.0);
        let top = up.max(down).max(lambda);
        let [w, d, l] = [up, lambda, down].map(|x| libm::exp(x - top));
        let sum = w + d + l;
        Self { win: w / sum, draw: d / sum, loss: l / sum }
    }

    /// The logarithms of the chances of a win, a draw and a loss, exact for chances near 1 too.
    fn logs(delta: f64, lambda: f64) -> [f64; 3] {
        let weights = [delta / 2.0, lambda, -delta / 2.0];
        let top = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // One of the weights is the top itself, exp(0) = 1; the rest may be tiny beside it.
        let sum: f64 = weights.iter().map(|w| libm::exp(w - top)).filter(|e| *e < 1.0).sum();
        let ties = weights.iter().filter(|w| libm::exp(**w - top) >= 1.0).count() - 1;
        let log_sum = libm::log1p(sum + ties as f64);
        weights.map(|w| w - top - log_sum)
    }

    /// What was counted beyond what was expected: (points, draws). Sums of products of small chances rather than
    /// differences of large ones, so that one exception among a billion battles is not rounded away.
    fn beyond(self, pairs: &PairKinds) -> [f64; 2] {
        let Self { win, draw, loss } = self;
        let [wins, draws, losses] = [pairs.wins(), pairs.draws(), pairs.losses()].map(|n| n as f64);
        let points = wins * (loss + draw / 2.0) + draws * (loss - win) / 2.0 - losses * (win + draw / 2.0);
        [points, draws * (win + loss) - (wins + losses) * draw]
    }

    /// Covariance of (points, draws) of one battle: var(points), cov, var(draws). Without cancellation, see above.
    pub fn covariance(self) -> [f64; 3] {
        let Self { win, draw, loss } = self;
        let (short, half, over) = (loss + draw / 2.0, (loss - win) / 2.0, win + draw / 2.0);
        [win * short * short + draw * half * half + loss * over * over, draw * half, draw * (win + loss)]
    }
}

/// Where the likelihood is highest.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The parameters.
    pub beta: DVector<f64>,
    /// The log draw weight; −∞ where no battle was drawn.
    pub lambda: f64,
    /// The inverse of the Fisher information of (β, λ), or of β alone where no battle was drawn.
    inverse: DMatrix<f64>,
    with_draws: bool,
}

/// Newton steps before giving up; a concave problem takes under twenty.
const MOST_STEPS: usize = 200;

/// The square of the last step, in standard errors: a step is done when it is a millionth of the error. Not a length,
/// because rounding of large counts moves weakly tied parameters by more than any fixed length.
const DECREMENT: f64 = 1e-12;

/// Fits `parameters` parameters to the rows.
///
/// # Errors
/// [`FitError::NoDecision`] if every battle was drawn; [`FitError::Singular`] if the rows leave a parameter open.
pub fn solve(parameters: usize, rows: &[Row]) -> Result<Solution, FitError> {
    let draws: u64 = rows.iter().map(|r| r.pairs.draws()).sum();
    let decided: u64 = rows.iter().map(|r| r.pairs.wins() + r.pairs.losses()).sum();
    if decided == 0 {
        return Err(FitError::NoDecision);
    }
    let with_draws = draws > 0;
    let mut beta = DVector::zeros(parameters);
    // The value that fits if all strengths are equal.
    let mut lambda = if with_draws { libm::log(2.0 * draws as f64 / decided as f64) } else { f64::NEG_INFINITY };
    let mut value = log_likelihood(rows, &beta, lambda);
    for _ in 0..MOST_STEPS {
        let (gradient, information) = derivatives(rows, &beta, lambda, with_draws);
        let Some(cholesky) = Cholesky::new(information) else { return Err(FitError::Singular) };
        let step = cholesky.solve(&gradient);
        let decrement: f64 = gradient.iter().zip(step.iter()).map(|(g, s)| g * s).sum();
        // Halve until the likelihood does not fall; near the top it cannot rise by more than rounding.
        let mut length = 1.0;
        let (next_beta, next_lambda, next_value) = loop {
            let next: DVector<f64> = DVector::from_fn(parameters, |i, _| beta[i] + length * step[i]);
            let next_lambda = if with_draws { lambda + length * step[parameters] } else { lambda };
            let next_value = log_likelihood(rows, &next, next_lambda);
            if next_value >= value - 1e-12 * value.abs() || length < 1e-6 {
                break (next, next_lambda, next_value);
            }
            length /= 2.0;
        };
        (beta, lambda, value) = (next_beta, next_lambda, next_value);
        if decrement < DECREMENT {
            let (_, information) = derivatives(rows, &beta, lambda, with_draws);
            let Some(cholesky) = Cholesky::new(information) else { return Err(FitError::Singular) };
            return Ok(Solution { beta, lambda, inverse: cholesky.inverse(), with_draws });
        }
    }
    Err(FitError::NoConvergence)
}

fn delta(row: &Row, beta: &DVector<f64>) -> f64 {
    row.terms.iter().map(|(i, z)| z * beta[*i]).sum()
}

fn log_likelihood(rows: &[Row], beta: &DVector<f64>, lambda: f64) -> f64 {
    let term = |count: u64, log_chance: f64| if count == 0 { 0.0 } else { count as f64 * log_chance };
    rows.iter()
        .map(|row| {
            let [win, draw, loss] = Chances::logs(delta(row, beta), lambda);
            term(row.pairs.wins(), win) + term(row.pairs.draws(), draw) + term(row.pairs.losses(), loss)
        })
        .sum()
}

fn derivatives(rows: &[Row], beta: &DVector<f64>, lambda: f64, with_draws: bool) -> (DVector<f64>, DMatrix<f64>) {
    let parameters = beta.len();
    let size = parameters + usize::from(with_draws);
    let (mut gradient, mut information) = (DVector::zeros(size), DMatrix::zeros(size, size));
    for row in rows {
        let battles = 2.0 * row.pairs.pairs() as f64;
        let chances = Chances::at(delta(row, beta), lambda);
        let [points, draws] = chances.beyond(&row.pairs);
        let [vs, c, vd] = chances.covariance();
        for (i, zi) in &row.terms {
            gradient[*i] += zi * points;
            for (j, zj) in &row.terms {
                information[(*i, *j)] += battles * vs * zi * zj;
            }
            if with_draws {
                information[(*i, parameters)] += battles * c * zi;
                information[(parameters, *i)] += battles * c * zi;
            }
        }
        if with_draws {
            gradient[parameters] += draws;
            information[(parameters, parameters)] += battles * vd;
        }
    }
    (gradient, information)
}

impl Solution {
    /// How far parameter `parameter` moves for one more point, and for one more draw, in a contest: the row of the
    /// inverse information that belongs to it, times the contest's derivative.
    pub fn influence(&self, parameter: usize, row: &Row) -> [f64; 2] {
        let points = row.terms.iter().map(|(i, z)| self.per_point(parameter, *i) * z).sum();
        [points, self.per_draw(parameter)]
    }

    /// How far a parameter moves for one more point in a contest whose row has 1 at parameter `at` alone.
    pub fn per_point(&self, parameter: usize, at: usize) -> f64 {
        self.inverse[(parameter, at)]
    }

    /// How far a parameter moves for one more draw.
    pub fn per_draw(&self, parameter: usize) -> f64 {
        if self.with_draws { self.inverse[(parameter, self.beta.len())] } else { 0.0 }
    }

    /// The variance of a contest's (points, draws): var, cov, var of the sums over its pairs. Taken from the pairs
    /// themselves, so it is right however the two battles of a pair depend on each other, after adding two pairs of
    /// independent battles as the model sees them, so that pairs that happen to be all alike are not certain.
    pub fn contest_variance(&self, row: &Row) -> [f64; 3] {
        const ADDED: f64 = 2.0;
        let n = row.pairs.pairs() as f64;
        let [mut s, mut d, mut ss, mut sd, mut dd] = [0.0; 5];
        for (points, draws, count) in row.pairs.kinds() {
            let count = count as f64;
            s += count * points;
            d += count * draws;
            ss += count * points * points;
            sd += count * points * draws;
            dd += count * draws * draws;
        }
        let about_mean = [ss - s * s / n, sd - s * d / n, dd - d * d / n];
        let model = Chances::at(delta(row, &self.beta), self.lambda).covariance();
        [0, 1, 2].map(|i| n * (about_mean[i] + ADDED * 2.0 * model[i]) / (n - 1.0 + ADDED))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(wins: u64, splits: u64, draws: u64, losses: u64) -> Row {
        let pairs =
            PairKinds { won_both: wins, split: splits, drawn_both: draws, lost_both: losses, ..PairKinds::default() };
        Row { terms: vec![(0, 1.0)], pairs }
    }

    #[test]
    fn two_entrants_have_a_closed_form() {
        // Without draws Δ is the log odds; with draws the three chances fit exactly.
        let decided = solve(1, &[row(30, 0, 0, 10)]).expect("two entrants that both won");
        assert!((decided.beta[0] - 3f64.ln()).abs() < 1e-12);
        assert_eq!(decided.lambda, f64::NEG_INFINITY);
        let drawn = solve(1, &[row(30, 0, 20, 10)]).expect("two entrants that both won");
        let chances = Chances::at(drawn.beta[0], drawn.lambda);
        assert!((chances.win - 0.5).abs() < 1e-12 && (chances.draw - 1.0 / 3.0).abs() < 1e-12, "{chances:?}");
    }

    #[test]
    fn errors() {
        assert_eq!(solve(1, &[row(0, 0, 9, 0)]).err(), Some(FitError::NoDecision));
        assert_eq!(solve(2, &[row(3, 3, 3, 3)]).err(), Some(FitError::Singular));
    }

    #[test]
    fn one_exception_in_a_billion_still_fits() {
        let one = row(1_000_000_000, 1, 0, 0);
        let fit = solve(1, std::slice::from_ref(&one)).expect("both won");
        assert!((fit.beta[0] - 2_000_000_001f64.ln()).abs() < 1e-6, "{}", fit.beta[0]);
    }

    #[test]
    fn pairs_of_independent_battles_have_the_models_variance() {
        let one = row(2500, 5000, 0, 2500);
        let fit = solve(1, std::slice::from_ref(&one)).expect("both won");
        let [vs, ..] = fit.contest_variance(&one);
        assert!((vs / (20_000.0 * 0.25) - 1.0).abs() < 1e-3, "{vs}");
        // Pairs that always split say far more than coins do.
        let [split, ..] = fit.contest_variance(&row(0, 10_000, 0, 0));
        assert!(split > 0.0 && split < 2.0, "{split}");
    }

    #[test]
    fn chances_do_not_overflow() {
        let far = Chances::at(1e6, 3.0);
        assert_eq!((far.win, far.draw, far.loss), (1.0, 0.0, 0.0));
    }
}
