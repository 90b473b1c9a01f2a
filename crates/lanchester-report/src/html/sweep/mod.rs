//! The verdict and the sections of a sweep's page, from the best bargain down to how the numbers were made.

mod best;
mod effects;
mod interactions;
mod provenance;
mod ratings;
mod verdict;

use lanchester_analysis::sweep::{Parameter, ShareRow, SweepAnalysis, Value, VariantRow};

use super::say;
use super::sections::Section;

pub use verdict::verdict;

/// Every section that has something to say, in order.
pub fn sections(analysis: &SweepAnalysis) -> Vec<Section> {
    let sections = [
        best::section(analysis),
        effects::section(analysis),
        interactions::section(analysis),
        ratings::section(analysis),
        Some(provenance::section(analysis)),
    ];
    sections.into_iter().flatten().collect()
}

/// A variant's number, with its values where there is room for them.
fn label(variant: &VariantRow) -> String {
    let values: Vec<String> = variant.variant.values.iter().map(|v| say::name(&v.to_string())).collect();
    format!("{}: {}", variant.variant.number, values.join(", "))
}

/// A variant's values in words: `hull 12, shields 4+`.
fn described(analysis: &SweepAnalysis, variant: &VariantRow) -> String {
    let words = |(p, v): (&Parameter, &Value)| format!("{} {}", say::name(&p.name), say::name(&v.to_string()));
    analysis.parameters.iter().zip(&variant.variant.values).map(words).collect::<Vec<_>>().join(", ")
}

/// All that a mark says of its variant.
fn tip(analysis: &SweepAnalysis, v: &VariantRow) -> String {
    let verdict = say::verdict(v.verdict);
    let implied = match (&v.implied, &v.residual) {
        (Some(implied), Some(residual)) => format!(
            ", implied {}, {}",
            say::judged(implied, Some(v.variant.rating), v.verdict),
            say::change(residual, v.verdict)
        ),
        _ => String::new(),
    };
    format!(
        "Variant {}{}{verdict}\n{}\n{} {}{implied}\nscores {} in {} battles",
        v.variant.number,
        if verdict.is_empty() { "" } else { ": " },
        described(analysis, v),
        if analysis.unrated { "house rating" } else { "rated" },
        v.variant.rating,
        say::percent(&v.score),
        crate::digits::grouped(v.battles)
    )
}

/// A share without an interval, in whole per cents.
fn percent(share: f64) -> String {
    match 100.0 * share {
        x if !x.is_finite() => "–".to_owned(),
        x if x > 0.0 && x < 0.5 => "<1 %".to_owned(),
        x => format!("{:.0} %", x + 0.0),
    }
}

/// Whose share it is: `hull`, `hull with thrust`.
fn whose(share: &ShareRow) -> String {
    share.parameters.iter().map(|p| say::name(p)).collect::<Vec<_>>().join(" with ")
}

/// `a`, `a and b`, `a, b and c`; of more than `most` the first, and how many others.
fn listed(names: &[String], most: usize) -> String {
    let (shown, rest) = names.split_at(names.len().min(most));
    let mut parts: Vec<String> = shown.to_vec();
    if !rest.is_empty() {
        parts.push(say::counted(rest.len(), "other", "others"));
    }
    match parts.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
