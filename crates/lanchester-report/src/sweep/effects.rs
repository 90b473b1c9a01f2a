//! What each parameter does: means over the variants that share a value, and shares of variance.

use lanchester_stats::Interval;

use super::{EffectRow, ShareRow, SweepResults, Value, VariantRow};

/// A number with more values than this is told in ranges.
const MOST_LEVELS: usize = 8;

/// Ranges that such a number is told in.
const RANGES: usize = 4;

/// The levels of a parameter, and which of them each variant has.
struct Levels {
    names: Vec<String>,
    of: Vec<usize>,
}

impl Levels {
    fn new(sweep: &SweepResults, parameter: usize) -> Self {
        let value = |v: usize| &sweep.variants[v].values[parameter];
        let count = sweep.variants.len();
        let mut distinct: Vec<&Value> = Vec::new();
        for v in 0..count {
            if !distinct.contains(&value(v)) {
                distinct.push(value(v));
            }
            if distinct.len() > MOST_LEVELS && (0..count).all(|v| number(value(v)).is_some()) {
                return Self::ranges(&(0..count).filter_map(|v| number(value(v))).collect::<Vec<f64>>());
            }
        }
        if distinct.iter().all(|v| number(v).is_some()) {
            distinct.sort_by(|a, b| number(a).unwrap_or(0.0).total_cmp(&number(b).unwrap_or(0.0)));
        }
        let of = (0..count).map(|v| distinct.iter().position(|d| *d == value(v)).unwrap_or(0)).collect();
        Self { names: distinct.iter().map(ToString::to_string).collect(), of }
    }

    /// Ranges of about as many variants each; equal numbers are in one range.
    fn ranges(numbers: &[f64]) -> Self {
        let mut sorted = numbers.to_vec();
        sorted.sort_by(f64::total_cmp);
        let mut starts: Vec<f64> = (0..RANGES).map(|i| sorted[i * sorted.len() / RANGES]).collect();
        starts.dedup();
        let of: Vec<usize> = numbers.iter().map(|x| starts.partition_point(|s| s <= x).saturating_sub(1)).collect();
        let name = |level: usize| {
            let inside = || numbers.iter().zip(&of).filter(move |(_, l)| **l == level).map(|(x, _)| *x);
            let (low, high) = (inside().fold(f64::INFINITY, f64::min), inside().fold(f64::NEG_INFINITY, f64::max));
            if low < high { format!("{low} to {high}") } else { low.to_string() }
        };
        Self { names: (0..starts.len()).map(name).collect(), of }
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Whole(n) => Some(*n as f64),
        Value::Real(x) => Some(*x),
        Value::Text(_) | Value::Flag(_) => None,
    }
}

/// One row a parameter and level. Variants without a battle are left out.
pub fn effects(sweep: &SweepResults, variants: &[VariantRow]) -> Vec<EffectRow> {
    let mut rows = Vec::new();
    for (p, parameter) in sweep.parameters.iter().enumerate() {
        let levels = Levels::new(sweep, p);
        for (level, value) in levels.names.iter().enumerate() {
            let of: Vec<&VariantRow> = variants
                .iter()
                .zip(&levels.of)
                .filter(|(v, l)| **l == level && v.battles > 0)
                .map(|(v, _)| v)
                .collect();
            if of.is_empty() {
                continue;
            }
            let residuals: Option<Vec<Interval>> =
                of.iter().map(|v| v.residual.map(|r| r.map_rising(libm::log))).collect();
            rows.push(EffectRow {
                parameter: parameter.name.clone(),
                value: value.clone(),
                variants: of.len() as u64,
                score: mean(of.iter().map(|v| v.score)),
                residual: residuals.map(|logs| mean(logs.into_iter()).map_rising(libm::exp)),
            });
        }
    }
    rows
}

/// Means of estimates and ends: the interval of a mean of numbers whose errors are one.
fn mean(intervals: impl Iterator<Item = Interval> + Clone) -> Interval {
    let n = intervals.clone().count() as f64;
    let of = |f: fn(&Interval) -> f64| intervals.clone().map(|i| f(&i)).sum::<f64>() / n;
    Interval { estimate: of(|i| i.estimate), low: of(|i| i.low), high: of(|i| i.high) }
}

/// Shares of the variance between variants that levels, and couples of levels beyond them, explain; the largest first
/// among the single ones, then among the couples.
pub fn shares(sweep: &SweepResults, variants: &[VariantRow]) -> Vec<ShareRow> {
    let played: Vec<usize> = (0..variants.len()).filter(|v| variants[*v].battles > 0).collect();
    let score = |v: usize| variants[v].score.estimate;
    let n = played.len() as f64;
    let grand = played.iter().map(|v| score(*v)).sum::<f64>() / n.max(1.0);
    let total: f64 = played.iter().map(|v| (score(*v) - grand).powi(2)).sum();
    if total.is_nan() || total <= 0.0 {
        return Vec::new();
    }
    let levels: Vec<Levels> = (0..sweep.parameters.len()).map(|p| Levels::new(sweep, p)).collect();
    // Deviations of group means from the grand mean, by group; a group is a level, or a couple of levels.
    let deviations = |group: &dyn Fn(usize) -> usize, groups: usize| -> (Vec<f64>, Vec<f64>) {
        let (mut sums, mut counts) = (vec![0.0; groups], vec![0.0; groups]);
        for v in &played {
            sums[group(*v)] += score(*v);
            counts[group(*v)] += 1.0;
        }
        let deviation = sums.iter().zip(&counts).map(|(s, c)| if *c > 0.0 { s / c - grand } else { 0.0 }).collect();
        (deviation, counts)
    };
    let single: Vec<Vec<f64>> = levels.iter().map(|l| deviations(&|v| l.of[v], l.names.len()).0).collect();
    let name = |p: usize| sweep.parameters[p].name.clone();
    let mut rows: Vec<ShareRow> = levels
        .iter()
        .enumerate()
        .map(|(p, l)| ShareRow {
            parameters: vec![name(p)],
            share: played.iter().map(|v| single[p][l.of[*v]].powi(2)).sum::<f64>() / total,
        })
        .collect();
    let mut couples: Vec<ShareRow> = Vec::new();
    for a in 0..levels.len() {
        for b in a + 1..levels.len() {
            let width = levels[b].names.len();
            let group = |v: usize| levels[a].of[v] * width + levels[b].of[v];
            let (together, _) = deviations(&group, levels[a].names.len() * width);
            let beyond = |v: &usize| together[group(*v)] - single[a][levels[a].of[*v]] - single[b][levels[b].of[*v]];
            let share = played.iter().map(|v| beyond(v).powi(2)).sum::<f64>() / total;
            couples.push(ShareRow { parameters: vec![name(a), name(b)], share });
        }
    }
    rows.sort_by(|a, b| b.share.total_cmp(&a.share));
    couples.sort_by(|a, b| b.share.total_cmp(&a.share));
    rows.extend(couples);
    rows
}
