//! How far results move strengths, and so how sure strengths are.
//!
//! A contest of a and b moves all θ by the same few numbers: what a point of a and of b moves them by, and what a draw does. So
//! the covariance M·J·Mᵀ is two products of square matrices, with J the variances of all contests put together; the sum over
//! contests of what each gives to each two θ would grow with the fourth power of the entrants.

use nalgebra::DMatrix;

use super::newton::Solution;
use super::{CoreContest, centred};

/// For each core entrant a row: how far its θ moves for one more point of each core entrant, and in the last column for one
/// more draw.
#[derive(Clone, Debug)]
pub struct Moves(DMatrix<f64>);

impl Moves {
    /// Of `n` core entrants, of which the first is held at 0.
    pub fn new(n: usize, solution: &Solution) -> Self {
        let mut moves = DMatrix::zeros(n, n + 1);
        for column in 1..=n {
            let of = |parameter: usize| match column < n {
                true => solution.per_point(parameter, column - 1),
                false => solution.per_draw(parameter),
            };
            moves.column_mut(column).copy_from_slice(&centred(n, of));
        }
        Self(moves)
    }

    /// Covariance of all θ.
    pub fn covariance(&self, contests: &[CoreContest]) -> DMatrix<f64> {
        let n = self.0.nrows();
        let mut variances = DMatrix::zeros(n + 1, n + 1);
        for c in contests {
            let [points, cross, draws] = c.variance;
            for (i, sign) in [(c.a, 1.0), (c.b, -1.0)] {
                variances[(i, i)] += points;
                variances[(i, n)] += sign * cross;
                variances[(n, i)] += sign * cross;
            }
            variances[(c.a, c.b)] -= points;
            variances[(c.b, c.a)] -= points;
            variances[(n, n)] += draws;
        }
        let mut covariance = product(&product(&self.0, &variances), &self.0.transpose());
        // Rounding is not symmetric.
        covariance.fill_upper_triangle_with_lower_triangle();
        covariance
    }

    /// Covariance of each θ with a number that each contest moves by `influence`.
    pub fn covariance_with(&self, contests: &[CoreContest], influence: &[[f64; 2]]) -> Vec<f64> {
        let n = self.0.nrows();
        let mut together = DMatrix::zeros(n + 1, 1);
        for (c, [point, draw]) in contests.iter().zip(influence) {
            let [points, cross, draws] = c.variance;
            let moved = points * point + cross * draw;
            together[c.a] += moved;
            together[c.b] -= moved;
            together[n] += cross * point + draws * draw;
        }
        product(&self.0, &together).iter().copied().collect()
    }
}

/// A product, summed in one order: the library's own chooses its order by processor.
fn product(left: &DMatrix<f64>, right: &DMatrix<f64>) -> DMatrix<f64> {
    let mut product = DMatrix::zeros(left.nrows(), right.ncols());
    for (j, mut column) in product.column_iter_mut().enumerate() {
        for (k, part) in left.column_iter().enumerate() {
            let factor = right[(k, j)];
            column.iter_mut().zip(part.iter()).for_each(|(sum, part)| *sum += factor * part);
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use crate::PairKinds;
    use crate::bradley_terry::{Contest, fit, quadratic, slope};

    /// Contests of everybody against everybody with all kinds of pairs, a few of each.
    fn contests(n: usize) -> Vec<Contest> {
        let kinds = |i: u64| PairKinds {
            won_both: 3 + i % 11,
            split: i % 5,
            drawn_both: i % 3,
            lost_both: 2 + (7 * i) % 13,
            ..PairKinds::default()
        };
        let meet = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
        meet.zip(0..).map(|((a, b), i)| Contest { a, b, pairs: kinds(i) }).collect()
    }

    /// The definition: each contest moves each θ by so much, and contests vary apart from each other.
    #[test]
    fn the_covariance_is_the_sum_over_contests() {
        let strengths = fit(9, &contests(9)).expect("all took points from each other");
        let moves = &strengths.moves.0;
        let influence = |c: &super::CoreContest, i: usize| [moves[(i, c.a)] - moves[(i, c.b)], moves[(i, 9)]];
        for i in 0..9 {
            for j in 0..9 {
                let each = |c| quadratic(influence(c, i), c.variance, influence(c, j));
                let sum: f64 = strengths.contests.iter().map(each).sum();
                let covariance = strengths.covariance[(i, j)];
                // Sums of 36 terms of the size of the variances, each rounded to 2e-16 of itself.
                assert!((covariance - sum).abs() < 1e-13 * strengths.covariance[(i, i)], "{covariance} {sum}");
            }
        }
        let x: Vec<f64> = (0..9).map(f64::from).collect();
        let (_, k) = slope(&strengths, &x).expect("a slope");
        for (i, covariance) in strengths.covariance_with(&k).into_iter().enumerate() {
            let each = |(c, k): (&super::CoreContest, &[f64; 2])| quadratic(influence(c, i), c.variance, *k);
            let sum: f64 = strengths.contests.iter().zip(&k).map(each).sum();
            assert!((covariance - sum).abs() < 1e-13 * strengths.covariance[(i, i)], "{covariance} {sum}");
        }
    }

    /// Four times the memory for twice the entrants: with what each contest moves each θ by it would be eight times.
    #[test]
    fn memory_grows_with_the_square_of_the_entrants() {
        let [some, twice] = [60, 120].map(|n| {
            let contests = contests(n);
            allocation_counter::measure(|| drop(fit(n, &contests).expect("a fit"))).bytes_max as f64
        });
        assert!(twice / some < 4.5, "{some} bytes, then {twice}");
    }

    /// What a point moves is what a fit with one more point moves by: the definition, by experiment.
    #[test]
    fn a_point_more_moves_strengths_as_said() {
        let scaled = |c: &Contest, extra: u64| {
            let pairs = c.pairs;
            let times = |n: u64| 10_000 * n;
            let pairs = PairKinds {
                won_both: times(pairs.won_both) + extra,
                split: times(pairs.split),
                drawn_both: times(pairs.drawn_both),
                lost_both: times(pairs.lost_both) - extra,
                ..pairs
            };
            Contest { pairs, ..*c }
        };
        let plain: Vec<Contest> = contests(6).iter().map(|c| scaled(c, 0)).collect();
        let mut more = plain.clone();
        more[3] = scaled(&contests(6)[3], 1);
        let (plain, more) = (fit(6, &plain).expect("a fit"), fit(6, &more).expect("a fit"));
        let (c, moves) = (&plain.contests[3], &plain.moves.0);
        // A pair won instead of lost is two points more.
        let expected = [0, 1, 2, 3, 4, 5].map(|i| 2.0 * (moves[(i, c.a)] - moves[(i, c.b)]));
        let most = expected.iter().fold(0.0, |most: f64, moved| most.max(moved.abs()));
        for (i, expected) in expected.into_iter().enumerate() {
            let moved = more.theta[i] - plain.theta[i];
            assert!(most > 0.0 && (moved - expected).abs() < 1e-3 * most, "{i}: {moved} {expected}");
        }
    }
}
