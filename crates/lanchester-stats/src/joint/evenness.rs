//! How uneven the fights of random fleets are.

use super::trial::Trial;
use crate::interval::Moments;
use crate::{Interval, Z95};

/// The root mean square of (score expected of a matchup − ½): the advantage that one side typically has before a battle.
///
/// Chance within a matchup adds nothing: products of *different* pairs of battles are averaged (a U-statistic: W.
/// Hoeffding, "A class of statistics with asymptotically normal distribution", Annals of Mathematical Statistics 19, 1948).
/// The interval is by matchup. None with fewer than two matchups of two pairs or more.
///
/// ```
/// use lanchester_stats::joint::{Trial, evenness};
/// let trial = |pair_scores| Trial { fleets: [vec![(0, 1)], vec![(1, 1)]], pair_scores };
/// // Every matchup is decided: the advantage is ½. Fair coins have none.
/// let decided = [trial([0, 0, 0, 0, 8]), trial([8, 0, 0, 0, 0])];
/// assert_eq!(evenness(&decided).map(|i| i.estimate), Some(0.5));
/// let coins: Vec<Trial> = (0..99).map(|i| trial([3 + i % 3, 0, 0, 0, 5 - i % 3])).collect();
/// assert_eq!(evenness(&coins).map(|i| i.estimate), Some(0.0));
/// ```
#[must_use]
pub fn evenness(trials: &[Trial]) -> Option<Interval> {
    let squares: Vec<f64> = trials
        .iter()
        .filter_map(|trial| {
            let moments = Moments::of_levels(&trial.pair_scores);
            let n = moments.n as f64;
            let sum = moments.sum - n / 2.0;
            let squares = moments.squares - moments.sum + n / 4.0;
            (n >= 2.0).then(|| (sum * sum - squares) / (n * (n - 1.0)))
        })
        .collect();
    let n = squares.len() as f64;
    if n < 2.0 {
        return None;
    }
    let mean = squares.iter().sum::<f64>() / n;
    let variance = squares.iter().map(|s| (s - mean) * (s - mean)).sum::<f64>() / (n * (n - 1.0));
    let reach = Z95 * variance.sqrt();
    let root = |square: f64| square.max(0.0).sqrt();
    Some(Interval { estimate: root(mean), low: root(mean - reach), high: root(mean + reach) })
}
