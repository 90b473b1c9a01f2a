//! Small matrix games in integers: who chooses a row gains what the matrix says, and who chooses a column loses it.
//!
//! Where no pair of choices is best for both, each side mixes. The mixture is found by fictitious play (Brown 1951; Robinson 1951): in each
//! of a fixed number of steps either side takes the best answer to what the other has taken so far, the first of equals. It is the same on
//! every machine.

/// Steps of fictitious play, and so the sum of a mixture's weights.
pub const STEPS: u32 = 1024;

/// Weights of the rows that sum to [`STEPS`]: all on the first row that is best whatever the other side does, if there is one (a saddle
/// point), else the row's share of the steps of fictitious play.
///
/// # Panics
/// If there is no row, or a row has another number of entries than the first, or none.
///
/// ```
/// use lanchester_battle::matrix::{STEPS, mixture};
///
/// assert_eq!(mixture(&[vec![3, 5], vec![4, 6]]), [0, STEPS], "the second row is better in any case");
/// let pennies = mixture(&[vec![1, -1], vec![-1, 1]]);
/// assert!(pennies.iter().all(|weight| weight.abs_diff(STEPS / 2) < STEPS / 20));
/// ```
#[must_use]
pub fn mixture(gains: &[Vec<i64>]) -> Vec<u32> {
    let columns = gains[0].len();
    assert!(columns > 0 && gains.iter().all(|row| row.len() == columns), "a matrix");
    let mut weights = vec![0; gains.len()];
    if let Some(row) = saddle(gains) {
        weights[row] = STEPS;
        return weights;
    }
    let (mut of_rows, mut of_columns) = (vec![0_i64; gains.len()], vec![0_i64; columns]);
    for _ in 0..STEPS {
        let row = first_highest(of_rows.iter().copied());
        let column = first_highest(of_columns.iter().map(|lost| -lost));
        weights[row] += 1;
        of_rows.iter_mut().zip(gains).for_each(|(sum, row)| *sum += row[column]);
        of_columns.iter_mut().zip(&gains[row]).for_each(|(sum, gain)| *sum += gain);
    }
    weights
}

/// The row on which a number falls, which is taken modulo [`STEPS`].
#[must_use]
pub fn drawn(weights: &[u32], number: u64) -> usize {
    let mut left = (number % u64::from(STEPS)) as u32;
    let hit = weights.iter().position(|weight| {
        let hit = left < *weight;
        left = left.saturating_sub(*weight);
        hit
    });
    hit.unwrap_or_default()
}

/// The row of a saddle point: its least gain is the most that any row is sure of, and the least that any column concedes.
fn saddle(gains: &[Vec<i64>]) -> Option<usize> {
    let sure = |row: &Vec<i64>| row.iter().copied().min().unwrap_or_default();
    let row = first_highest(gains.iter().map(sure));
    let conceded = (0..gains[0].len()).map(|column| gains.iter().map(|row| row[column]).max().unwrap_or_default());
    (conceded.min() == Some(sure(&gains[row]))).then_some(row)
}

/// The place of the first of the highest.
fn first_highest(values: impl Iterator<Item = i64>) -> usize {
    let mut best = (0, i64::MIN);
    for (place, value) in values.enumerate() {
        if value > best.1 {
            best = (place, value);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a mixture gains at least, times the steps.
    fn least(gains: &[Vec<i64>], weights: &[u32]) -> i64 {
        let of = |column: usize| gains.iter().zip(weights).map(|(row, weight)| row[column] * i64::from(*weight)).sum();
        (0..gains[0].len()).map(of).min().expect("a column")
    }

    #[test]
    fn games_whose_solution_is_known() {
        // Rock, paper, scissors, and one that loses to all.
        let rock = vec![vec![0, -1, 1], vec![1, 0, -1], vec![-1, 1, 0], vec![-1, -1, -1]];
        let found = mixture(&rock);
        assert!(found[..3].iter().all(|weight| weight.abs_diff(STEPS / 3) < STEPS / 20) && found[3] == 0, "{found:?}");
        // Of ((3, 0), (1, 2)) the first row has a quarter, the value is 3/2.
        let uneven = [vec![3, 0], vec![1, 2]];
        let found = mixture(&uneven);
        assert!(found[0].abs_diff(STEPS / 4) < STEPS / 20, "{found:?}");
        assert!(least(&uneven, &found) * 2 > 3 * i64::from(STEPS) * 95 / 100, "{found:?}");
        // The second of three columns is best for the other side, the first row the best against it: a saddle point.
        assert_eq!(mixture(&[vec![4, 2, 5], vec![3, 1, 9]]), [STEPS, 0]);
        assert_eq!(mixture(&[vec![7]]), [STEPS]);
    }

    #[test]
    fn adding_to_all_gains_or_multiplying_them_changes_nothing() {
        let gains = vec![vec![3, 0, 2], vec![1, 2, 0], vec![0, 1, 3]];
        let times = |factor: i64, more: i64| -> Vec<Vec<i64>> {
            gains.iter().map(|row| row.iter().map(|gain| factor * gain + more).collect()).collect()
        };
        let found = mixture(&gains);
        assert_eq!([mixture(&times(7, 0)), mixture(&times(1, -40))], [found.clone(), found]);
    }

    #[test]
    fn a_draw_follows_the_weights() {
        let weights = [100, 0, STEPS - 100];
        let mut counts = [0; 3];
        (0..u64::from(STEPS)).for_each(|number| counts[drawn(&weights, number)] += 1);
        assert_eq!(counts, weights);
        assert_eq!(drawn(&weights, u64::from(STEPS) + 99), 0);
        assert_eq!(drawn(&weights, 100), 2);
    }
}
