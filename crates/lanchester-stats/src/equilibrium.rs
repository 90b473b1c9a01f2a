//! The mixture over a set of policies that no policy beats.
//!
//! A matrix of mean scores, row against column, is a symmetric zero-sum game of value ½: there are weights against which
//! no row scores above ½ (J. von Neumann, "Zur Theorie der Gesellschaftsspiele", Mathematische Annalen 100, 1928). They
//! say how well a design does if both sides choose their policies as well as the set allows.
//!
//! The weights x are followed down the central path of the game: xᵢ·sᵢ = μ for all rows, where sᵢ = nμ − (Ax)ᵢ is how
//! far row i is from being allowed to gain more than nμ, and A is the matrix less ½. Such x is one point for each μ, sums
//! to 1 and gives away at most nμ; μ falls to nothing by Newton's steps. (Self-dual form of linear programs: A. J.
//! Goldman and A. W. Tucker, "Theory of linear programming", 1956; the path: Y. Ye, M. J. Todd and S. Mizuno,
//! Mathematics of Operations Research 19, 1994.) If there are many equilibria the path ends at their analytic centre:
//! the largest support, and equal weights for policies that are alike. A simplex method would end at some corner.
//!
//! The weights come from the same battles as the matrix, so on that matrix they look perfect. What they may give away
//! against the true scores is bounded by [`Equilibrium::exploitable_by`].

use nalgebra::{DMatrix, DVector};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Interval;
use crate::interval::wilson_real;

/// A mixture that no policy beats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Equilibrium {
    /// Weight of each policy; they sum to 1.
    pub weights: Vec<f64>,
    /// The best response's score against the mixture less ½, on the matrix given: what the solver left, below 10⁻⁶.
    pub exploitability: f64,
    /// The same against the true scores: no more than this with 95 % confidence.
    pub exploitable_by: f64,
    /// Each policy's score against the mixture, the weights taken as given.
    pub scores: Vec<Interval>,
    /// Policies of weight above zero.
    pub support: usize,
}

/// Why there is no mixture.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum EquilibriumError {
    /// There are no policies.
    #[error("there are no policies")]
    Empty,
    /// Scores, variances and weights are not of one size.
    #[error("scores, variances and weights are not of one size")]
    Shape,
    /// A score is not between 0 and 1, or the scores of a policy pair do not sum to 1 (a policy against itself scores ½).
    #[error("score {value} of policy {row} against policy {column} does not fit its opposite")]
    BadScore {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
        /// The score.
        value: f64,
    },
    /// A variance is not a number of zero or more.
    #[error("the variance of policy {row} against policy {column} is not a number of zero or more")]
    BadVariance {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// A weight is negative, or the weights do not sum to 1.
    #[error("the weights of a mixture must be zero or more and sum to 1")]
    BadWeights,
    /// The steps did not settle.
    #[error("the mixture did not settle")]
    NoConvergence,
}

/// How far sums may be from what they should be by rounding.
const ROUNDING: f64 = 1e-9;

/// What the mixture may give away on the matrix when the path is left. Further down rounding, near 10⁻¹⁶, is no longer
/// small beside slacks, and would choose among equilibria.
const GIVEN_AWAY: f64 = 1e-12;

/// The equilibrium of n policies: `scores` n × n mean scores of row against column, sᵢⱼ + sⱼᵢ = 1 and sᵢᵢ = ½;
/// `variances` n × n, of those means (for cells whose battles all ended alike: guarded, not 0).
///
/// # Errors
/// See [`EquilibriumError`].
///
/// ```
/// use lanchester_stats::equilibrium::equilibrium;
/// use nalgebra::DMatrix;
/// // Rock, paper, scissors, and a fourth that loses to all.
/// let scores = DMatrix::from_row_slice(4, 4, &[
///     0.5, 0.2, 0.8, 0.9,
///     0.8, 0.5, 0.2, 0.9,
///     0.2, 0.8, 0.5, 0.9,
///     0.1, 0.1, 0.1, 0.5,
/// ]);
/// let found = equilibrium(&scores, &DMatrix::from_element(4, 4, 1e-4)).expect("a game");
/// assert_eq!(found.support, 3);
/// assert!((found.weights[0] - 1.0 / 3.0).abs() < 1e-9 && found.weights[3] == 0.0);
/// assert!(found.scores[3].contains(0.1));
/// ```
pub fn equilibrium(scores: &DMatrix<f64>, variances: &DMatrix<f64>) -> Result<Equilibrium, EquilibriumError> {
    check(scores, variances)?;
    let n = scores.nrows();
    // Exactly skew, whatever the rounding of the scores.
    let edge = DMatrix::from_fn(n, n, |i, j| (scores[(i, j)] - scores[(j, i)]) / 2.0);
    let weights = central_path(&edge).ok_or(EquilibriumError::NoConvergence)?;
    let gain = |i: usize| -> f64 { (0..n).map(|j| edge[(i, j)] * weights[j]).sum() };
    let exploitability = (0..n).map(gain).fold(0.0, f64::max);
    let scores = against(&weights, scores, variances)?;
    let support = weights.iter().filter(|w| **w > 0.0).count();
    let exploitable_by = (exploitability + most_by_noise(&weights, variances)).min(0.5);
    Ok(Equilibrium { weights, exploitability, exploitable_by, scores, support })
}

/// The score of each of n policies against a fixed mixture of them; see [`equilibrium`] for the matrices.
///
/// Wilson's interval at the effective sample size m(1 − m)/v, with m the mean over the mixture and v its variance.
///
/// # Errors
/// See [`EquilibriumError`].
pub fn against(
    weights: &[f64],
    scores: &DMatrix<f64>,
    variances: &DMatrix<f64>,
) -> Result<Vec<Interval>, EquilibriumError> {
    check(scores, variances)?;
    let n = scores.nrows();
    if weights.len() != n {
        return Err(EquilibriumError::Shape);
    }
    let sum: f64 = weights.iter().sum();
    if weights.iter().any(|w| w.is_nan() || *w < 0.0) || (sum - 1.0).abs() > ROUNDING {
        return Err(EquilibriumError::BadWeights);
    }
    let score = |i: usize| {
        let mean = (0..n).map(|j| weights[j] * scores[(i, j)]).sum::<f64>().clamp(0.0, 1.0);
        // A policy against itself scores ½ by symmetry, without error.
        let opponents = (0..n).filter(|j| *j != i);
        let variance: f64 = opponents.map(|j| weights[j] * weights[j] * variances[(i, j)]).sum();
        if variance <= 0.0 {
            return Interval { estimate: mean, low: mean, high: mean };
        }
        // A mean of error e is not known to lie nearer to 0 or 1 than e; without this a sweep would be worth no pairs.
        let error = variance.sqrt().min(0.5);
        wilson_real(mean, (mean * (1.0 - mean)).max(error * (1.0 - error)) / variance)
    };
    Ok((0..n).map(score).collect())
}

fn check(scores: &DMatrix<f64>, variances: &DMatrix<f64>) -> Result<(), EquilibriumError> {
    let n = scores.nrows();
    if n == 0 {
        return Err(EquilibriumError::Empty);
    }
    if scores.shape() != (n, n) || variances.shape() != (n, n) {
        return Err(EquilibriumError::Shape);
    }
    for (row, column) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let value = scores[(row, column)];
        let fits = (0.0..=1.0).contains(&value) && (value + scores[(column, row)] - 1.0).abs() <= ROUNDING;
        if !fits {
            return Err(EquilibriumError::BadScore { row, column, value });
        }
        let variance = variances[(row, column)];
        if !(variance.is_finite() && variance >= 0.0) {
            return Err(EquilibriumError::BadVariance { row, column });
        }
    }
    Ok(())
}

/// Follows xᵢ(nμ − (Ax)ᵢ) = μ down to nμ = [`GIVEN_AWAY`] for a skew matrix A with entries up to ½.
fn central_path(edge: &DMatrix<f64>) -> Option<Vec<f64>> {
    let n = edge.nrows();
    let share = n as f64;
    let mut x = vec![1.0 / share; n];
    // Here uniform weights are all but on the path: no row gains more than ½.
    let mut allowed = 8.0;
    loop {
        x = centre(edge, allowed, x)?;
        if allowed <= GIVEN_AWAY {
            break;
        }
        allowed = (allowed / 4.0).max(GIVEN_AWAY / 2.0);
    }
    // Of each weight and its slack one goes to nothing and the other does not (Goldman and Tucker).
    let slack = slacks(edge, allowed, &x);
    let kept: Vec<f64> = x.iter().zip(&slack).map(|(x, s)| if x > s { *x } else { 0.0 }).collect();
    let sum: f64 = kept.iter().sum();
    (sum > 0.0).then(|| kept.iter().map(|x| x / sum).collect())
}

/// sᵢ = what the path allows less what row i gains.
fn slacks(edge: &DMatrix<f64>, allowed: f64, x: &[f64]) -> Vec<f64> {
    (0..x.len()).map(|i| allowed - (0..x.len()).map(|j| edge[(i, j)] * x[j]).sum::<f64>()).collect()
}

/// Newton's method for x·s = μ from a point nearby. The step is shortened so that all weights and slacks stay positive;
/// the system is diag(s) − diag(x)A, which has no null vector because A is skew.
fn centre(edge: &DMatrix<f64>, allowed: f64, mut x: Vec<f64>) -> Option<Vec<f64>> {
    let n = x.len();
    let mu = allowed / n as f64;
    // Where the last stop's slacks are not positive under the lower allowance they are lifted; the steps mend it.
    let mut s: Vec<f64> = slacks(edge, allowed, &x).iter().zip(&x).map(|(s, x)| s.max(mu / x)).collect();
    for _ in 0..100 {
        let defect = slacks(edge, allowed, &x).iter().zip(&s).map(|(true_s, s)| true_s - s).collect::<Vec<_>>();
        let off = (0..n).map(|i| (x[i] * s[i] / mu - 1.0).abs()).fold(0.0, f64::max);
        let open = defect.iter().zip(&s).map(|(d, s)| d.abs() / s).fold(0.0, f64::max);
        // Looser than rounding at the end of the path, where slacks are near 10⁻¹⁴ and sums are near 10⁻¹⁶.
        if off < 0.1 && open < 0.1 {
            return Some(x);
        }
        // s' = s + defect − A·dx and x·s' + s·dx = μ.
        let system = DMatrix::from_fn(n, n, |i, j| if i == j { s[i] } else { -x[i] * edge[(i, j)] });
        let right = DVector::from_fn(n, |i, _| mu - x[i] * (s[i] + defect[i]));
        let dx = system.lu().solve(&right)?;
        let ds: Vec<f64> = (0..n).map(|i| defect[i] - (0..n).map(|j| edge[(i, j)] * dx[j]).sum::<f64>()).collect();
        let room = |value: f64, step: f64| if step < 0.0 { -0.9 * value / step } else { 1.0 };
        let length = (0..n).map(|i| room(x[i], dx[i]).min(room(s[i], ds[i]))).fold(1.0, f64::min);
        for i in 0..n {
            x[i] += length * dx[i];
            s[i] += length * ds[i];
        }
    }
    None
}

/// By how much the true matrix may let any row gain more against the weights than this one, with 95 % confidence and
/// whatever weights were chosen by looking: every cell's error is bounded at once (Bonferroni).
fn most_by_noise(weights: &[f64], variances: &DMatrix<f64>) -> f64 {
    let n = weights.len();
    let cells = (n * (n - 1) / 2).max(1);
    let z = two_sided_z(0.05 / cells as f64);
    let row = |i: usize| -> f64 { (0..n).filter(|j| *j != i).map(|j| weights[j] * z * variances[(i, j)].sqrt()).sum() };
    (0..n).map(row).fold(0.0, f64::max)
}

/// The z that a standard normal variable exceeds to either side with this chance, by halving.
fn two_sided_z(chance: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..80 {
        let z = f64::midpoint(low, high);
        if libm::erfc(z / std::f64::consts::SQRT_2) > chance { low = z } else { high = z }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Z95;

    fn game(n: usize, above: &[f64]) -> DMatrix<f64> {
        let mut scores = DMatrix::from_element(n, n, 0.5);
        let policy_pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
        for ((i, j), score) in policy_pairs.zip(above) {
            scores[(i, j)] = *score;
            scores[(j, i)] = 1.0 - score;
        }
        scores
    }

    fn solve(scores: &DMatrix<f64>) -> Equilibrium {
        equilibrium(scores, &DMatrix::zeros(scores.nrows(), scores.nrows())).expect("a game")
    }

    #[test]
    fn uneven_rock_paper_scissors_has_a_closed_form() {
        // Weights are as the stakes of the legs that each policy has no part in.
        let (a, b, c) = (0.3, 0.1, 0.05);
        let found = solve(&game(3, &[0.5 + a, 0.5 - b, 0.5 + c]));
        let sum = a + b + c;
        for (weight, expected) in found.weights.iter().zip([c / sum, b / sum, a / sum]) {
            assert!((weight - expected).abs() < 1e-9, "{found:?}");
        }
        assert!(found.exploitability < 1e-6 && found.support == 3);
        assert!(found.exploitable_by < 1e-9, "without noise there is nothing else to give away");
    }

    #[test]
    fn a_policy_that_beats_all_stands_alone() {
        let found = solve(&game(4, &[0.501, 0.9, 0.6, 0.7, 0.8, 0.3]));
        assert_eq!((found.weights.as_slice(), found.support), ([1.0, 0.0, 0.0, 0.0].as_slice(), 1));
        assert_eq!(found.exploitability, 0.0);
        assert!((found.scores[2].estimate - 0.1).abs() < 1e-12);
        assert_eq!(solve(&game(1, &[])).weights, [1.0]);
    }

    #[test]
    fn policies_that_are_alike_share_their_weight() {
        // 0 and 3 are the same rock.
        let found = solve(&game(4, &[0.7, 0.3, 0.5, 0.7, 0.3, 0.7]));
        for (weight, expected) in found.weights.iter().zip([1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0]) {
            // Slacks are 10⁻¹² and their rounding 10⁻¹⁶: equal shares hold to four digits.
            assert!((weight - expected).abs() < 1e-4, "{found:?}");
        }
        let even = solve(&game(5, &[0.5; 10]));
        assert!(even.weights.iter().all(|w| (w - 0.2).abs() < 1e-9), "{even:?}");
    }

    #[test]
    fn larger_games_settle() {
        // Numbers without a pattern, sweeps among them.
        for n in [2, 5, 12, 40] {
            for seed in 1..=20usize {
                let cells: Vec<f64> = (0..n * (n - 1) / 2)
                    .map(|i| ((i * i * 7919 + i * seed * 104_729 + seed) % 101) as f64 / 100.0)
                    .collect();
                let found = solve(&game(n, &cells));
                assert!(found.exploitability < 1e-6, "{n} {seed}: {}", found.exploitability);
                assert!((found.weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_sweep_against_the_mixture_is_not_certain() {
        let scores = game(2, &[1.0]);
        // One hundred pairs, all won: the guarded variance of their mean.
        let variances = DMatrix::from_element(2, 2, 1e-4);
        let scores = against(&[0.0, 1.0], &scores, &variances).expect("a mixture");
        assert_eq!(scores[0].high, 1.0);
        assert!((0.95..0.98).contains(&scores[0].low), "{scores:?}");
        assert_eq!(scores[1], Interval { estimate: 0.5, low: 0.5, high: 0.5 });
    }

    #[test]
    fn errors() {
        let zero = DMatrix::zeros(2, 2);
        let fair = game(2, &[0.5]);
        assert_eq!(equilibrium(&DMatrix::zeros(0, 0), &zero), Err(EquilibriumError::Empty));
        assert_eq!(equilibrium(&DMatrix::zeros(2, 3), &zero), Err(EquilibriumError::Shape));
        assert_eq!(equilibrium(&fair, &DMatrix::zeros(3, 3)), Err(EquilibriumError::Shape));
        let odd = DMatrix::from_row_slice(2, 2, &[0.5, 0.6, 0.6, 0.5]);
        assert_eq!(equilibrium(&odd, &zero), Err(EquilibriumError::BadScore { row: 0, column: 1, value: 0.6 }));
        let negative = DMatrix::from_element(2, 2, -1.0);
        assert_eq!(equilibrium(&fair, &negative), Err(EquilibriumError::BadVariance { row: 0, column: 0 }));
        assert_eq!(against(&[0.5, 0.6], &fair, &zero), Err(EquilibriumError::BadWeights));
        assert_eq!(against(&[f64::NAN, 1.0], &fair, &zero), Err(EquilibriumError::BadWeights));
        assert_eq!(against(&[1.0], &fair, &zero), Err(EquilibriumError::Shape));
    }

    #[test]
    fn one_cell_has_the_usual_quantile() {
        assert!((two_sided_z(0.05) - Z95).abs() < 1e-9);
    }
}
