//! What `lanchester sweep` prints.

use lanchester_analysis::sweep::{Ranking, SweepAnalysis, VariantRow, ranking};

use crate::columns::{Align, Screen, TextTable, Tone, clean};
use crate::digits::{grouped, percent, percent_change, text as number};

/// What is said where what is varied has no printed rating.
pub(crate) const UNRATED: &str =
    "Not judged: what is varied has no printed rating, and a house rating is only the formula's.";

/// How many variants have not met every opponent, where some have not.
pub(crate) fn open(analysis: &SweepAnalysis) -> Option<String> {
    let (open, all) = (analysis.open_variants(), analysis.variants.len());
    let have = if open == 1 { "has" } else { "have" };
    (open > 0).then(|| {
        format!(
            "{} of {} variants {have} not met every opponent, as the time was over before: no score, mean or list has them.",
            grouped(open as u64),
            grouped(all as u64)
        )
    })
}

/// Variants that are listed at either end.
const LISTED: usize = 8;

/// The text of a sweep: what each parameter does, and the best and worst bargains. It is written for `screen`.
#[must_use]
pub fn text(analysis: &SweepAnalysis, screen: impl Into<Screen>) -> String {
    let screen = screen.into();
    let mut out = format!(
        "{} ({}): {} rules v{}, seed {}, {} variants, {} battles.\n{}\n",
        clean(&analysis.name),
        clean(&analysis.study),
        clean(&analysis.game),
        analysis.rules_version,
        analysis.seed,
        grouped(analysis.variants.len() as u64),
        grouped(analysis.battles),
        analysis.intervals.replace(". ", ".\n")
    );
    if analysis.left_out > 0 {
        out.push_str(&format!(
            "Left out, because they break a constraint or the game refuses them: {}.\n",
            grouped(analysis.left_out)
        ));
    }
    out.extend(open(analysis).map(|open| format!("{open}\n")));
    if analysis.unrated {
        out.push_str(&format!("{UNRATED}\n"));
    }
    out.push_str("\nWhat each parameter does, on average over the others\n");
    out.push_str(&effects(analysis).render(screen));
    let shares: Vec<String> = analysis
        .shares
        .iter()
        .filter(|s| s.share >= 0.005)
        .map(|s| {
            let names: Vec<String> = s.parameters.iter().map(|p| clean(p)).collect();
            format!("{} {:.0} % ({:.0})", names.join(" with "), 100.0 * s.share, 100.0 * s.chance)
        })
        .collect();
    let all: f64 = analysis.shares.iter().map(|s| s.share).sum();
    let overlap = if all > 1.005 { " They overlap: not every value goes with every other." } else { "" };
    if !shares.is_empty() {
        out.push_str(&format!(
            "Of the variance between variants (in brackets what chance alone would leave): {}.{}\n",
            shares.join(", "),
            overlap
        ));
    }
    let Ranking { rows, for_points, unknown } = ranking(analysis);
    let what = if for_points { "for their points" } else { "by score" };
    if rows.len() <= 2 * LISTED {
        out.push_str(&format!("\nAll variants, the best {what} first\n"));
        out.push_str(&variants(analysis, &rows).render(screen));
    } else {
        out.push_str(&format!("\nThe best {what}\n"));
        out.push_str(&variants(analysis, &rows[..LISTED]).render(screen));
        out.push_str(&format!("\nThe worst {what}\n"));
        out.push_str(&variants(analysis, &rows[rows.len() - LISTED..]).render(screen));
    }
    if unknown > 0 {
        out.push_str(&format!(
            "{} {} scored too near 0 or 100 % for an implied rating and stand in no list.\n",
            grouped(unknown as u64),
            if unknown == 1 { "variant" } else { "variants" }
        ));
    }
    if let Some(slope) = &analysis.slope {
        out.push_str(&format!("Slope k of log odds on log rating ratio: {}\n", number(slope)));
    } else {
        out.push_str("No implied ratings: strength cannot be shown to rise with the model's rating.\n");
    }
    out
}

fn effects(analysis: &SweepAnalysis) -> TextTable {
    let mut heads = vec![
        ("Parameter", Align::Left),
        ("Value", Align::Right),
        ("Variants", Align::Right),
        ("Score %", Align::Right),
    ];
    heads.extend((!analysis.unrated).then_some(("Off the model by %", Align::Right)));
    let mut table = TextTable::new(&heads);
    let mut last = "";
    for e in &analysis.effects {
        let name = if e.parameter == last { String::new() } else { e.parameter.clone() };
        last = &e.parameter;
        let mut row = vec![
            (name, Tone::Plain),
            (e.value.clone(), Tone::Plain),
            (grouped(e.variants), Tone::Dim),
            (percent(&e.score), Tone::Plain),
        ];
        let residual = || e.residual.as_ref().map(percent_change).unwrap_or_default();
        row.extend((!analysis.unrated).then(|| (residual(), Tone::Plain)));
        table.row(row);
    }
    table
}

fn variants(analysis: &SweepAnalysis, rows: &[&VariantRow]) -> TextTable {
    let mut heads: Vec<(&str, Align)> = vec![("Variant", Align::Right)];
    heads.extend(analysis.parameters.iter().map(|p| (p.name.as_str(), Align::Right)));
    heads.push((if analysis.unrated { "House rating" } else { "Rating" }, Align::Right));
    heads.push(("Implied", Align::Right));
    heads.extend((!analysis.unrated).then_some(("Off by %", Align::Right)));
    heads.extend([("Score %", Align::Right), ("Battles", Align::Right)]);
    let mut table = TextTable::new(&heads);
    for v in rows {
        let mut row = vec![(v.variant.number.to_string(), Tone::Dim)];
        row.extend(v.variant.values.iter().map(|value| (value.to_string(), Tone::Plain)));
        row.extend([
            (v.variant.rating.to_string(), Tone::Plain),
            (v.implied.as_ref().map(number).unwrap_or_default(), Tone::Plain),
        ]);
        let residual = || v.residual.as_ref().map(percent_change).unwrap_or_default();
        row.extend((!analysis.unrated).then(|| (residual(), Tone::Plain)));
        row.extend([(percent(&v.score), Tone::Plain), (grouped(v.battles), Tone::Dim)]);
        table.row(row);
    }
    table
}
