//! What each parameter does: means over the variants that share a value or a pair of values, and shares of variance.

use lanchester_stats::Interval;

use super::levels::{LevelPairs, Levels};
use super::{EffectRow, InteractionRow, Parameter, ShareRow, VariantRow};

/// One row per parameter and level. Variants without a battle are left out.
pub fn effects(parameters: &[Parameter], levels: &[Levels], variants: &[VariantRow]) -> Vec<EffectRow> {
    let mut rows = Vec::new();
    for (parameter, levels) in parameters.iter().zip(levels) {
        let groups = grouped(variants, levels.names.len(), |v| levels.of[v]);
        for (value, of) in levels.names.iter().zip(groups).filter(|(_, of)| !of.is_empty()) {
            rows.push(EffectRow {
                parameter: parameter.name.clone(),
                value: value.clone(),
                variants: of.len() as u64,
                score: mean(of.iter().map(|v| v.score)),
                residual: residual(&of),
            });
        }
    }
    rows
}

/// One row per pair of parameters and of their levels that some variant has.
pub fn interactions(parameters: &[Parameter], levels: &[Levels], variants: &[VariantRow]) -> Vec<InteractionRow> {
    let mut rows = Vec::new();
    let single: Vec<Vec<f64>> = levels
        .iter()
        .map(|l| grouped(variants, l.names.len(), |v| l.of[v]).iter().map(|of| mean_score(of)).collect())
        .collect();
    let grand = mean_score(&variants.iter().filter(|v| v.whole).collect::<Vec<_>>());
    for a in 0..levels.len() {
        for b in a + 1..levels.len() {
            let policy_pairs = LevelPairs::new(&levels[a], &levels[b]);
            let groups = grouped(variants, policy_pairs.levels.len(), |v| policy_pairs.of[v]);
            for ([x, y], of) in policy_pairs.levels.iter().zip(&groups).filter(|(_, of)| !of.is_empty()) {
                let score = mean(of.iter().map(|v| v.score));
                rows.push(InteractionRow {
                    parameters: [a, b].map(|p| parameters[p].name.clone()),
                    values: [levels[a].names[*x].clone(), levels[b].names[*y].clone()],
                    variants: of.len() as u64,
                    score,
                    beyond: score.estimate - single[a][*x] - single[b][*y] + grand,
                    residual: residual(of),
                });
            }
        }
    }
    rows
}

/// The variants of which the score is known, by group.
fn grouped(variants: &[VariantRow], groups: usize, of: impl Fn(usize) -> usize) -> Vec<Vec<&VariantRow>> {
    let mut found = vec![Vec::new(); groups];
    variants.iter().enumerate().filter(|(_, v)| v.whole).for_each(|(i, v)| found[of(i)].push(v));
    found
}

fn mean_score(of: &[&VariantRow]) -> f64 {
    of.iter().map(|v| v.score.estimate).sum::<f64>() / of.len() as f64
}

/// Geometric mean of the residuals, where all have one.
fn residual(of: &[&VariantRow]) -> Option<Interval> {
    let logs: Option<Vec<Interval>> = of.iter().map(|v| v.residual.map(|r| r.map_rising(libm::log))).collect();
    logs.map(|logs| mean(logs.into_iter()).map_rising(libm::exp))
}

/// Means of estimates and ends: the interval of a mean of numbers whose errors are one.
fn mean(intervals: impl Iterator<Item = Interval> + Clone) -> Interval {
    let n = intervals.clone().count() as f64;
    let of = |f: fn(&Interval) -> f64| intervals.clone().map(|i| f(&i)).sum::<f64>() / n;
    Interval { estimate: of(|i| i.estimate), low: of(|i| i.low), high: of(|i| i.high) }
}

/// Shares of the variance between variants that levels, and pairs of levels beyond them, explain; the largest first
/// among the single ones, then among the pairs.
pub fn shares(parameters: &[Parameter], levels: &[Levels], variants: &[VariantRow]) -> Vec<ShareRow> {
    let played: Vec<usize> = (0..variants.len()).filter(|v| variants[*v].whole).collect();
    let score = |v: usize| variants[v].score.estimate;
    let n = played.len() as f64;
    let grand = played.iter().map(|v| score(*v)).sum::<f64>() / n.max(1.0);
    let total: f64 = played.iter().map(|v| (score(*v) - grand).powi(2)).sum();
    if total.is_nan() || total <= 0.0 {
        return Vec::new();
    }
    // Deviations of group means from the grand mean, by group; a group is a level, or a pair of levels.
    let deviations = |of: &[usize], groups: usize| -> (Vec<f64>, Vec<f64>) {
        let (mut sums, mut counts) = (vec![0.0; groups], vec![0.0; groups]);
        for v in &played {
            sums[of[*v]] += score(*v);
            counts[of[*v]] += 1.0;
        }
        let deviation = sums.iter().zip(&counts).map(|(s, c)| if *c > 0.0 { s / c - grand } else { 0.0 }).collect();
        (deviation, counts)
    };
    // Dealt out at random among the variants, scores leave a projection of rank r the share r / (n − 1).
    let filled = |counts: &[f64]| counts.iter().filter(|c| **c > 0.0).count() as f64 - 1.0;
    let single: Vec<(Vec<f64>, Vec<f64>)> = levels.iter().map(|l| deviations(&l.of, l.names.len())).collect();
    let name = |p: usize| parameters[p].name.clone();
    let mut rows: Vec<ShareRow> = levels
        .iter()
        .enumerate()
        .map(|(p, l)| ShareRow {
            parameters: vec![name(p)],
            share: played.iter().map(|v| single[p].0[l.of[*v]].powi(2)).sum::<f64>() / total,
            chance: filled(&single[p].1) / (n - 1.0),
        })
        .collect();
    let mut policy_pairs: Vec<ShareRow> = Vec::new();
    for a in 0..levels.len() {
        for b in a + 1..levels.len() {
            let both = LevelPairs::new(&levels[a], &levels[b]);
            let (together, counts) = deviations(&both.of, both.levels.len());
            let ((of_a, in_a), (of_b, in_b)) = (&single[a], &single[b]);
            let beyond = |v: &usize| together[both.of[*v]] - of_a[levels[a].of[*v]] - of_b[levels[b].of[*v]];
            let share = played.iter().map(|v| beyond(v).powi(2)).sum::<f64>() / total;
            // The trace of the square of (pairs − a − b), in which a and b need not be orthogonal: on a plan with gaps
            // they overlap by Pearson's mean square contingency.
            let overlap: f64 = both
                .levels
                .iter()
                .zip(&counts)
                .filter(|(_, c)| **c > 0.0)
                .map(|([x, y], c)| c * c / (in_a[*x] * in_b[*y]))
                .sum::<f64>()
                - 1.0;
            let trace = filled(&counts) - filled(in_a) - filled(in_b) + 2.0 * overlap;
            policy_pairs.push(ShareRow { parameters: vec![name(a), name(b)], share, chance: trace / (n - 1.0) });
        }
    }
    rows.sort_by(|a, b| b.share.total_cmp(&a.share));
    policy_pairs.sort_by(|a, b| b.share.total_cmp(&a.share));
    rows.extend(policy_pairs);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::{Value, Variant};

    /// Variants with these values of two parameters and these scores.
    fn variants(values: &[[i64; 2]], scores: &[f64]) -> Vec<VariantRow> {
        let row = |(number, (values, score)): (usize, (&[i64; 2], &f64))| {
            let values = values.map(Value::Whole).to_vec();
            VariantRow {
                variant: Variant { number: number as u64, values, rating: 100 },
                whole: true,
                score: Interval { estimate: *score, low: score - 0.01, high: score + 0.01 },
                implied: None,
                residual: None,
                q: None,
                verdict: None,
                battles: 100,
                capped: Interval::UNKNOWN_SHARE,
            }
        };
        values.iter().zip(scores).enumerate().map(row).collect()
    }

    fn parameters() -> Vec<Parameter> {
        ["a", "b"].map(|name| Parameter { name: name.to_owned(), field: format!("ship.{name}") }).to_vec()
    }

    fn levels(values: &[[i64; 2]]) -> Vec<Levels> {
        let values: Vec<[Value; 2]> = values.iter().map(|v| v.map(Value::Whole)).collect();
        (0..2).map(|p| Levels::new(&values.iter().map(|v| &v[p]).collect::<Vec<_>>())).collect()
    }

    const GRID: [[i64; 2]; 6] = [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]];

    #[test]
    fn what_adds_up_departs_from_nothing() {
        let additive: Vec<f64> = GRID.iter().map(|[a, b]| 0.3 + 0.1 * *a as f64 + 0.07 * *b as f64).collect();
        let rows = interactions(&parameters(), &levels(&GRID), &variants(&GRID, &additive));
        assert_eq!(rows.len(), 6);
        assert!(rows.iter().all(|r| r.beyond.abs() < 1e-12 && r.variants == 1), "{rows:?}");
        let shares = shares(&parameters(), &levels(&GRID), &variants(&GRID, &additive));
        assert!(shares[2].share < 1e-12 && (shares[0].share + shares[1].share - 1.0).abs() < 1e-12, "{shares:?}");
    }

    #[test]
    fn what_only_two_together_do_is_theirs() {
        // The two help each other in opposite corners, and neither does anything alone.
        let crossed = [0.7, 0.5, 0.3, 0.3, 0.5, 0.7];
        let rows = interactions(&parameters(), &levels(&GRID), &variants(&GRID, &crossed));
        let beyond: Vec<f64> = rows.iter().map(|r| (r.beyond * 1e9).round() / 1e9).collect();
        assert_eq!(beyond, [0.2, 0.0, -0.2, -0.2, 0.0, 0.2]);
        assert_eq!((rows[2].values[0].as_str(), rows[2].values[1].as_str()), ("0", "2"));
        let shares = shares(&parameters(), &levels(&GRID), &variants(&GRID, &crossed));
        assert!((shares[2].share - 1.0).abs() < 1e-12 && shares[0].share < 1e-12, "{shares:?}");
    }

    /// Every order of the places from `at` on.
    fn permutations(order: &mut Vec<usize>, at: usize, tell: &mut impl FnMut(&[usize])) {
        if at == order.len() {
            return tell(order);
        }
        for i in at..order.len() {
            order.swap(at, i);
            permutations(order, at + 1, tell);
            order.swap(at, i);
        }
    }

    #[test]
    fn chance_is_the_mean_share_over_all_ways_to_deal_out_the_scores() {
        // A grid, and a plan with gaps and repetitions in which the two parameters overlap.
        for values in [GRID, [[0, 0], [0, 0], [0, 1], [1, 1], [1, 2], [2, 2]]] {
            let scores = [0.31, 0.42, 0.48, 0.55, 0.61, 0.87];
            let (levels, mut sums, mut count) = (levels(&values), [0.0; 3], 0.0);
            let mut expected = [0.0; 3];
            permutations(&mut (0..6).collect(), 0, &mut |order| {
                let dealt: Vec<f64> = order.iter().map(|i| scores[*i]).collect();
                let rows = shares(&parameters(), &levels, &variants(&values, &dealt));
                for (place, name) in [vec!["a"], vec!["b"], vec!["a", "b"]].iter().enumerate() {
                    let row = rows.iter().find(|r| r.parameters == *name).expect("a share");
                    sums[place] += row.share;
                    expected[place] = row.chance;
                }
                count += 1.0;
            });
            assert_eq!(count, 720.0);
            for (sum, chance) in sums.iter().zip(expected) {
                assert!((sum / count - chance).abs() < 1e-9, "{values:?}: {} is not {chance}", sum / count);
            }
        }
    }

    #[test]
    fn one_variant_or_equal_scores_have_no_shares() {
        let alike = variants(&GRID, &[0.5; 6]);
        assert!(shares(&parameters(), &levels(&GRID), &alike).is_empty());
        let one = [[3, 4]];
        assert!(shares(&parameters(), &levels(&one), &variants(&one, &[0.4])).is_empty());
        assert_eq!(interactions(&parameters(), &levels(&one), &variants(&one, &[0.4])).len(), 1);
    }
}
