//! The sentences at the top of a sweep's page: what was varied, what matters most and which way, and which variant gives
//! most and least for its points.

use lanchester_analysis::sweep::{EffectRow, ShareRow, SweepAnalysis, VariantRow, number, ranking};

use super::{described, listed, percent, say, whose};
use crate::digits::grouped;
use crate::sweep::{UNRATED, open};

/// Names that a sentence lists.
const NAMED: usize = 6;

/// What a sweep says in three sentences; fewer where there is nothing to compare.
pub fn verdict(analysis: &SweepAnalysis) -> Vec<String> {
    let unrated = analysis.unrated.then(|| UNRATED.to_owned());
    [Some(played(analysis)), open(analysis), unrated, matters(analysis), best(analysis)].into_iter().flatten().collect()
}

fn played(a: &SweepAnalysis) -> String {
    let names: Vec<String> = a.parameters.iter().filter(|p| varies(a, &p.name)).map(|p| say::name(&p.name)).collect();
    let opponents: Vec<String> = a.opponents.iter().map(|o| say::name(&o.name)).collect();
    let payoffs: Vec<String> = a.policies.iter().map(|p| say::name(p)).collect();
    let differ = if names.is_empty() { String::new() } else { format!(", which differ in {},", listed(&names, NAMED)) };
    let under = match payoffs.as_slice() {
        [] => String::new(),
        [one] => format!(", with {one} on both sides"),
        many => format!(", with {} in turn on both sides", listed(many, NAMED)),
    };
    let left_out = match a.left_out {
        0 => String::new(),
        n => {
            format!("; {} left out", if n == 1 { "1 more was".to_owned() } else { format!("{} more were", grouped(n)) })
        }
    };
    format!(
        "{}{differ} fought {}{under}{left_out}.",
        say::counted(a.variants.len(), "variant", "variants"),
        if opponents.is_empty() { "nobody".to_owned() } else { listed(&opponents, NAMED) }
    )
}

/// Whether a parameter has two values among the variants that fought.
fn varies(a: &SweepAnalysis, name: &str) -> bool {
    a.effects.iter().filter(|e| e.parameter == name).nth(1).is_some()
}

fn matters(a: &SweepAnalysis) -> Option<String> {
    if a.variants.iter().filter(|v| v.whole).count() < 2 {
        return None;
    }
    let singles = || a.shares.iter().filter(|s| s.parameters.len() == 1 && varies(a, &s.parameters[0]));
    let Some(first) = singles().max_by(|x, y| x.share.total_cmp(&y.share)) else {
        return Some("All variants scored the same, so nothing that was varied matters here.".to_owned());
    };
    let way = way(a, first);
    // In a random sample a share that chance would give says nothing; on a grid the others cancel out.
    if singles().count() == 1 {
        return Some(format!("Only {} was varied{way}.", whose(first)));
    }
    let chance = if first.share <= first.chance {
        format!(", no more than the {} that chance would give it in a random sample", percent(first.chance))
    } else {
        String::new()
    };
    Some(format!(
        "What matters most to the score is {}, {} of the variance between variants{chance}{way}.",
        whose(first),
        percent(first.share)
    ))
}

/// Which values of a parameter score most and least.
fn way(a: &SweepAnalysis, share: &ShareRow) -> String {
    let rows: Vec<&EffectRow> = a.effects.iter().filter(|e| share.parameters.first() == Some(&e.parameter)).collect();
    let by_score = |x: &&&EffectRow, y: &&&EffectRow| x.score.estimate.total_cmp(&y.score.estimate);
    let (Some(least), Some(most)) = (rows.iter().min_by(by_score), rows.iter().max_by(by_score)) else {
        return String::new();
    };
    if rows.len() < 2 {
        return String::new();
    }
    let of = |e: &EffectRow| format!("{} ({})", say::name(&e.value), say::percent(&e.score));
    let place = a.parameters.iter().position(|p| p.name == rows[0].parameter);
    let numbers = place.is_some_and(|p| a.variants.iter().all(|v| v.variant.values.get(p).and_then(number).is_some()));
    let steps = || rows.windows(2).map(|w| w[1].score.estimate - w[0].score.estimate);
    let text = if numbers && steps().all(|step| step > 0.0) {
        format!(": the more, the better, from {} to {}", of(least), of(most))
    } else if numbers && steps().all(|step| step < 0.0) {
        format!(": the less, the better, from {} to {}", of(least), of(most))
    } else {
        format!(": best is {}, worst is {}", of(most), of(least))
    };
    if least.score.high >= most.score.low { text + "; their intervals overlap" } else { text }
}

fn best(a: &SweepAnalysis) -> Option<String> {
    let ranking = ranking(a);
    let (first, last) = (*ranking.rows.first()?, *ranking.rows.last()?);
    let name = |v: &VariantRow| match described(a, v) {
        values if values.is_empty() => format!("variant {}", v.variant.number),
        values => format!("variant {} ({values})", v.variant.number),
    };
    let worth = |v: &VariantRow| match (&v.implied, &v.residual) {
        (Some(implied), Some(residual)) if ranking.for_points => {
            format!(
                "rated {} but fighting like {} points ({})",
                v.variant.rating,
                say::judged(implied, Some(v.variant.rating), v.verdict),
                say::change(residual, v.verdict)
            )
        }
        _ => format!("scoring {}", say::percent(&v.score)),
    };
    let what = if ranking.for_points { "For its points" } else { "By score" };
    if ranking.rows.len() == 1 {
        return Some(format!("{} is {}.", say::capital(&name(first)), worth(first)));
    }
    Some(format!("{what} the best is {}, {}; the worst is {}, {}.", name(first), worth(first), name(last), worth(last)))
}
