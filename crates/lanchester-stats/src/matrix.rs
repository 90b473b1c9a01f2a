//! Products of matrices and vectors, summed in a fixed order: nalgebra's own choose instructions by processor.

use nalgebra::{DMatrix, DVector};

/// A·B.
pub fn product(a: &DMatrix<f64>, b: &DMatrix<f64>) -> DMatrix<f64> {
    DMatrix::from_fn(a.nrows(), b.ncols(), |i, j| (0..a.ncols()).map(|k| a[(i, k)] * b[(k, j)]).sum())
}

/// A·b.
pub fn times(a: &DMatrix<f64>, b: &DVector<f64>) -> DVector<f64> {
    DVector::from_fn(a.nrows(), |i, _| (0..a.ncols()).map(|k| a[(i, k)] * b[k]).sum())
}

/// a·b.
pub fn dot(a: &DVector<f64>, b: &DVector<f64>) -> f64 {
    a.iter().zip(b.iter()).map(|(x, y)| x * y).sum()
}
