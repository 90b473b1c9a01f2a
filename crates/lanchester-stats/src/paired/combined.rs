//! Several changes together against the same changes one at a time.
//!
//! Points of a combination less the sum of the points of its parts, all from battles with the same dice. The error is a
//! jackknife's over groups of blocks. The slope of log strength on log rating is taken as known: it scales the
//! whole and the parts alike.

use super::Field;
use crate::jackknife::Jackknife;

/// An entrant's blocks against each opponent: pairs and the sum of their scores. Blocks of the same place share their dice.
pub type Series = [Vec<(u64, f64)>];

/// Groups of blocks, at the most.
const GROUPS: usize = 50;

impl Field {
    /// By how many points `whole` exceeds the sum of its `parts`, each counted so many times, as differences from `base`,
    /// which is worth `rating`. `thetas` are the opponents' log strengths. `None` where an entrant swept all opponents either
    /// way, or there are fewer than two blocks.
    #[must_use]
    pub fn beyond(
        &self,
        thetas: &[f64],
        rating: f64,
        base: &Series,
        whole: &Series,
        parts: &[(&Series, f64)],
    ) -> Option<Jackknife> {
        let groups = base.iter().map(Vec::len).min()?.min(GROUPS);
        let statistic = |without: Option<usize>| {
            let at = |series: &Series| self.strength(thetas, mean_score(series, groups, without)?);
            let base = at(base)?;
            let points = |series: &Series| Some(rating * libm::expm1((at(series)? - base) / self.slope));
            let parts: Vec<f64> =
                parts.iter().map(|(part, times)| Some(times * points(part)?)).collect::<Option<_>>()?;
            Some(points(whole)? - parts.iter().sum::<f64>())
        };
        if self.slope > 0.0 { Jackknife::of(groups, statistic) } else { None }
    }
}

/// The mean over opponents of the mean score, without the blocks of a group.
fn mean_score(series: &Series, groups: usize, without: Option<usize>) -> Option<f64> {
    let mean = |blocks: &Vec<(u64, f64)>| {
        let kept = blocks.iter().enumerate().filter(|(i, _)| Some(i % groups) != without);
        let (pairs, sum) = kept.fold((0, 0.0), |(n, s), (_, (pairs, sum))| (n + pairs, s + sum));
        (pairs > 0).then(|| sum / pairs as f64)
    };
    let means: Vec<f64> = series.iter().map(mean).collect::<Option<_>>()?;
    Some(means.iter().sum::<f64>() / means.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One opponent of equal strength, no draws, k = 1: a score of r/(1 + r) is a worth of r times the rating.
    const FIELD: Field = Field { draw_weight: 0.0, slope: 1.0, slope_error: 0.0 };

    /// Blocks of 100 pairs around the score of that ratio, the same luck for every ratio.
    fn series(ratio: f64) -> Vec<Vec<(u64, f64)>> {
        let luck = |i: u32| f64::from(i * 37 % 100) / 100.0 - 0.495;
        vec![(0..100).map(|i| (100, 100.0 * ratio / (1.0 + ratio) + luck(i))).collect()]
    }

    #[test]
    fn the_whole_is_the_sum_of_its_parts_or_is_not() {
        let [base, single, double] = [1.0, 1.1, 1.2].map(series);
        let sum = FIELD.beyond(&[0.0], 100.0, &base, &double, &[(&single, 2.0)]).expect("points");
        assert!(sum.interval().contains(0.0) && sum.p_of_zero() > 0.5, "{sum:?}");
        // 30 points instead of twice 10.
        let more = FIELD.beyond(&[0.0], 100.0, &base, &series(1.3), &[(&single, 2.0)]).expect("points");
        assert!(more.interval().contains(10.0) && more.p_of_zero() < 1e-9, "{more:?}");
        // Two different changes, once each.
        let both = FIELD.beyond(&[0.0], 100.0, &base, &series(1.3), &[(&single, 1.0), (&double, 1.0)]);
        assert!(both.expect("points").interval().contains(0.0));
    }

    #[test]
    fn sweeps_have_no_points() {
        let base = series(1.0);
        let sweep = vec![vec![(100, 100.0); 100]];
        assert_eq!(FIELD.beyond(&[0.0], 100.0, &base, &sweep, &[(&base, 1.0)]), None);
        assert_eq!(FIELD.beyond(&[], 100.0, &[], &[], &[]), None);
    }
}
