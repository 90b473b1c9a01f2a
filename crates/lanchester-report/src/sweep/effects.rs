//! What each parameter does: means over the variants that share a value or a couple of values, and shares of variance.

use lanchester_stats::Interval;

use super::levels::{Couples, Levels};
use super::{EffectRow, InteractionRow, Parameter, ShareRow, VariantRow};

/// One row a parameter and level. Variants without a battle are left out.
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

/// One row a couple of parameters and of their levels that some variant has.
pub fn interactions(parameters: &[Parameter], levels: &[Levels], variants: &[VariantRow]) -> Vec<InteractionRow> {
    let mut rows = Vec::new();
    let single: Vec<Vec<f64>> = levels
        .iter()
        .map(|l| grouped(variants, l.names.len(), |v| l.of[v]).iter().map(|of| mean_score(of)).collect())
        .collect();
    let grand = mean_score(&variants.iter().filter(|v| v.battles > 0).collect::<Vec<_>>());
    for a in 0..levels.len() {
        for b in a + 1..levels.len() {
            let couples = Couples::new(&levels[a], &levels[b]);
            let groups = grouped(variants, couples.levels.len(), |v| couples.of[v]);
            for ([x, y], of) in couples.levels.iter().zip(&groups).filter(|(_, of)| !of.is_empty()) {
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

/// The variants with a battle by group.
fn grouped(variants: &[VariantRow], groups: usize, of: impl Fn(usize) -> usize) -> Vec<Vec<&VariantRow>> {
    let mut found = vec![Vec::new(); groups];
    variants.iter().enumerate().filter(|(_, v)| v.battles > 0).for_each(|(i, v)| found[of(i)].push(v));
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

/// Shares of the variance between variants that levels, and couples of levels beyond them, explain; the largest first
/// among the single ones, then among the couples.
pub fn shares(parameters: &[Parameter], levels: &[Levels], variants: &[VariantRow]) -> Vec<ShareRow> {
    let played: Vec<usize> = (0..variants.len()).filter(|v| variants[*v].battles > 0).collect();
    let score = |v: usize| variants[v].score.estimate;
    let n = played.len() as f64;
    let grand = played.iter().map(|v| score(*v)).sum::<f64>() / n.max(1.0);
    let total: f64 = played.iter().map(|v| (score(*v) - grand).powi(2)).sum();
    if total.is_nan() || total <= 0.0 {
        return Vec::new();
    }
    // Deviations of group means from the grand mean, by group; a group is a level, or a couple of levels.
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
    let single: Vec<(Vec<f64>, Vec<f64>)> =
        levels.iter().map(|l| deviations(&l.of, l.names.len())).collect();
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
    let mut couples: Vec<ShareRow> = Vec::new();
    for a in 0..levels.len() {
        for b in a + 1..levels.len() {
            let both = Couples::new(&levels[a], &levels[b]);
            let (together, counts) = deviations(&both.of, both.levels.len());
            let ((of_a, in_a), (of_b, in_b)) = (&single[a], &single[b]);
            let beyond = |v: &usize| together[both.of[*v]] - of_a[levels[a].of[*v]] - of_b[levels[b].of[*v]];
            let share = played.iter().map(|v| beyond(v).powi(2)).sum::<f64>() / total;
            // The trace of the square of (couples − a − b), in which a and b need not be orthogonal: on a plan with gaps
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
            couples.push(ShareRow { parameters: vec![name(a), name(b)], share, chance: trace / (n - 1.0) });
        }
    }
    rows.sort_by(|a, b| b.share.total_cmp(&a.share));
    couples.sort_by(|a, b| b.share.total_cmp(&a.share));
    rows.extend(couples);
    rows
}
