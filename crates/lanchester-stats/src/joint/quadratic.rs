//! The best step of a quadratic under linear conditions: ½·d'Md − g'd is least.
//!
//! Conditions that are equalities are solved for directly. Where that answer leaves the bounds, an interior-point solver
//! (P. J. Goulart and Y. Chen, "Clarabel: an interior-point solver for conic programs with quadratic objectives", 2024)
//! says which bounds hold with equality; with those the direct answer is taken again, so that bounds are met exactly.

use clarabel::algebra::CscMatrix;
use clarabel::solver::{DefaultSettings, DefaultSolver, IPSolver, SolverStatus, SupportedConeT};
use nalgebra::{DMatrix, DVector};

/// Conditions on a step d of m parameters.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// a'd = b for each (a, b).
    pub equalities: Vec<(DVector<f64>, f64)>,
    /// low ≤ d of this parameter ≤ high.
    pub bounds: Vec<(usize, [f64; 2])>,
}

impl Conditions {
    /// The same with half of what equalities ask for.
    pub fn half_way(&self) -> Self {
        let equalities = self.equalities.iter().map(|(row, right)| (row.clone(), right / 2.0)).collect();
        Self { equalities, bounds: self.bounds.clone() }
    }
}

/// The best step.
#[derive(Clone, Debug)]
pub struct Step {
    /// d.
    pub step: DVector<f64>,
    /// Parameters at a bound.
    pub at_bound: Vec<usize>,
}

/// How near to a bound an interior point must be to lie on it.
const ON_BOUND: f64 = 1e-6;

/// Rounding that is no violation of a bound.
const ROUNDING: f64 = 1e-12;

/// The step for a symmetric matrix M that is positive on the directions the equalities leave free.
///
/// None where the conditions leave a direction without curvature, or cannot all be met.
pub fn best_step(matrix: &DMatrix<f64>, gradient: &DVector<f64>, conditions: &Conditions) -> Option<Step> {
    let step = direct(matrix, gradient, &conditions.equalities)?;
    let inside = |step: &DVector<f64>, slack: f64| {
        conditions.bounds.iter().all(|(i, [low, high])| low - slack <= step[*i] && step[*i] <= high + slack)
    };
    if inside(&step, ROUNDING) {
        return Some(Step { step, at_bound: Vec::new() });
    }
    let interior = interior_point(matrix, gradient, conditions)?;
    let mut equalities = conditions.equalities.clone();
    let mut at_bound = Vec::new();
    for (i, bounds) in &conditions.bounds {
        if let Some(bound) = bounds.iter().find(|bound| (interior[*i] - **bound).abs() < ON_BOUND) {
            equalities.push((unit(gradient.len(), *i), *bound));
            at_bound.push(*i);
        }
    }
    // So many bounds that they leave no freedom, and the direct system no unique multipliers: the interior answer stands.
    let polished = direct(matrix, gradient, &equalities).filter(|step| inside(step, ON_BOUND)).unwrap_or(interior);
    let mut step = polished;
    for (i, [low, high]) in &conditions.bounds {
        step[*i] = step[*i].clamp(*low, *high);
    }
    Some(Step { step, at_bound })
}

/// The vector that is 1 at this place.
pub fn unit(length: usize, place: usize) -> DVector<f64> {
    DVector::from_fn(length, |i, _| f64::from(u8::from(i == place)))
}

/// The system of Karush, Kuhn and Tucker: [M C'; C 0].
fn system(matrix: &DMatrix<f64>, equalities: &[(DVector<f64>, f64)]) -> DMatrix<f64> {
    let (m, e) = (matrix.nrows(), equalities.len());
    let row = |i: usize, j: usize| equalities[i].0[j];
    DMatrix::from_fn(m + e, m + e, |i, j| match (i < m, j < m) {
        (true, true) => matrix[(i, j)],
        (true, false) => row(j - m, i),
        (false, true) => row(i - m, j),
        (false, false) => 0.0,
    })
}

fn direct(matrix: &DMatrix<f64>, gradient: &DVector<f64>, equalities: &[(DVector<f64>, f64)]) -> Option<DVector<f64>> {
    let m = matrix.nrows();
    let right = DVector::from_fn(m + equalities.len(), |i, _| if i < m { gradient[i] } else { equalities[i - m].1 });
    let solved = system(matrix, equalities).lu().solve(&right)?;
    solved.iter().all(|x| x.is_finite()).then(|| solved.rows(0, m).into_owned())
}

/// How the best step answers to the gradient under equalities: the block of the inverse that belongs to the parameters.
pub fn response(matrix: &DMatrix<f64>, equalities: &[DVector<f64>]) -> Option<DMatrix<f64>> {
    let m = matrix.nrows();
    let equalities: Vec<(DVector<f64>, f64)> = equalities.iter().map(|row| (row.clone(), 0.0)).collect();
    let inverse = system(matrix, &equalities).try_inverse()?;
    inverse.iter().all(|x| x.is_finite()).then(|| inverse.view((0, 0), (m, m)).into_owned())
}

fn interior_point(matrix: &DMatrix<f64>, gradient: &DVector<f64>, conditions: &Conditions) -> Option<DVector<f64>> {
    let m = gradient.len();
    let upper: Vec<Vec<f64>> =
        (0..m).map(|i| (0..m).map(|j| if i <= j { matrix[(i, j)] } else { 0.0 }).collect()).collect();
    let mut rows: Vec<Vec<f64>> = conditions.equalities.iter().map(|(row, _)| row.iter().copied().collect()).collect();
    let mut right: Vec<f64> = conditions.equalities.iter().map(|(_, right)| *right).collect();
    for (i, [low, high]) in &conditions.bounds {
        for (sign, bound) in [(1.0, high), (-1.0, low)] {
            rows.push(unit(m, *i).iter().map(|x| sign * x).collect());
            right.push(sign * bound);
        }
    }
    let cones = [
        SupportedConeT::ZeroConeT(conditions.equalities.len()),
        SupportedConeT::NonnegativeConeT(2 * conditions.bounds.len()),
    ];
    let settings = DefaultSettings {
        verbose: false,
        tol_gap_abs: 1e-10,
        tol_gap_rel: 1e-10,
        tol_feas: 1e-10,
        ..DefaultSettings::default()
    };
    let linear: Vec<f64> = gradient.iter().map(|g| -g).collect();
    let mut solver =
        DefaultSolver::new(&CscMatrix::from(&upper), &linear, &CscMatrix::from(&rows), &right, &cones, settings)
            .ok()?;
    solver.solve();
    let good = matches!(solver.solution.status, SolverStatus::Solved | SolverStatus::AlmostSolved);
    good.then(|| DVector::from_vec(solver.solution.x.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> (DMatrix<f64>, DVector<f64>) {
        (DMatrix::from_row_slice(2, 2, &[2.0, 0.0, 0.0, 1.0]), DVector::from_vec(vec![2.0, 3.0]))
    }

    #[test]
    fn without_conditions_it_is_the_linear_system() {
        let (matrix, gradient) = example();
        let found = best_step(&matrix, &gradient, &Conditions::default()).expect("positive");
        assert!((found.step[0] - 1.0).abs() < 1e-14 && (found.step[1] - 3.0).abs() < 1e-14);
        let wide = Conditions { bounds: vec![(0, [-9.0, 9.0]), (1, [-9.0, 9.0])], ..Conditions::default() };
        assert_eq!(best_step(&matrix, &gradient, &wide).expect("positive").step, found.step);
    }

    #[test]
    fn a_bound_and_a_sum_by_hand() {
        // d₁² + ½·d₂² − 2·d₁ − 3·d₂ with d₂ ≤ 1 is least at (1, 1); with d₁ + d₂ = 3 and d₂ ≤ 1 at (2, 1).
        let (matrix, gradient) = example();
        let bounds = vec![(1, [-5.0, 1.0])];
        let bound = Conditions { bounds: bounds.clone(), ..Conditions::default() };
        let found = best_step(&matrix, &gradient, &bound).expect("feasible");
        assert!((found.step[0] - 1.0).abs() < 1e-12 && found.step[1] == 1.0 && found.at_bound == [1], "{found:?}");
        let both = Conditions { equalities: vec![(DVector::from_vec(vec![1.0, 1.0]), 3.0)], bounds };
        let found = best_step(&matrix, &gradient, &both).expect("feasible");
        assert!((found.step[0] - 2.0).abs() < 1e-12 && found.step[1] == 1.0, "{found:?}");
    }

    #[test]
    fn what_cannot_be_met_is_refused() {
        let (matrix, gradient) = example();
        let sum = vec![(DVector::from_vec(vec![1.0, 1.0]), 3.0)];
        let impossible = Conditions { equalities: sum, bounds: vec![(0, [0.0, 1.0]), (1, [0.0, 1.0])] };
        assert!(best_step(&matrix, &gradient, &impossible).is_none());
        let flat = DMatrix::from_row_slice(2, 2, &[1.0, -1.0, -1.0, 1.0]);
        assert!(best_step(&flat, &DVector::from_vec(vec![1.0, -1.0]), &Conditions::default()).is_none());
    }
}
