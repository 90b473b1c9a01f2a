//! Parity prices as text.

use lanchester_analysis::parity::ParityRow;
use lanchester_analysis::robust::RobustRow;
use lanchester_stats::parity::Parity;

use super::{plain, policy_pair, verdict_text};
use crate::charge::{change_judged, judged};
use crate::digits::{at_least, at_most, between, bracketed, grouped, text};
use crate::robust::{range_of, range_text};
use crate::table::{Align, TextTable, Tone, clean};

/// A table of parity prices. `color` adds ANSI colours.
#[must_use]
pub fn price_table(rows: &[ParityRow], color: bool) -> String {
    price_table_with(rows, &[], color)
}

/// A table of parity prices, each with its range over the settings of `robust`, if there are any.
#[must_use]
pub fn price_table_with(rows: &[ParityRow], robust: &[RobustRow], color: bool) -> String {
    let several = rows.iter().any(|r| r.policies != rows[0].policies);
    let mut heads = vec![
        ("Design", Align::Left),
        ("Printed", Align::Right),
        ("Parity price", Align::Right),
        ("Off by %", Align::Right),
        ("Verdict", Align::Left),
        ("Matchups", Align::Right),
        ("Battles", Align::Right),
        ("Capped %", Align::Right),
    ];
    if !robust.is_empty() {
        heads.insert(3, ("From – to", Align::Right));
    }
    if several {
        heads.insert(1, ("Policies", Align::Left));
    }
    let mut table = TextTable::new(&heads);
    for r in rows {
        let judgement = r.judgement();
        let (verdict, tone) = verdict_text(judgement);
        let price = match (r.parity, r.printed) {
            (Parity::Price(price), Some(printed)) => bracketed(&judged(&price, printed.into(), judgement)),
            (parity, _) => parity_text(parity),
        };
        let mut row = vec![
            plain(&r.name),
            plain(&r.printed.map(|printed| printed.to_string()).unwrap_or_default()),
            plain(&price),
            plain(&r.multiplier().map(|times| change_judged(&times, judgement)).unwrap_or_default()),
            (verdict.to_owned(), tone),
            (grouped(r.matchups), Tone::Dim),
            (grouped(r.battles), Tone::Dim),
            // A share of battles of very unequal matchups, with no interval to its name: whole per cents only.
            (format!("{:.0}", 100.0 * r.capped as f64 / r.battles.max(1) as f64), Tone::Dim),
        ];
        if !robust.is_empty() {
            row.insert(3, plain(&range_of(robust, r).as_ref().map(range_text).unwrap_or_default()));
        }
        if several {
            row.insert(1, plain(&policy_pair(&r.policies)));
        }
        table.row(row);
    }
    table.render(color)
}

/// A price with its interval, a range or a bound in points; empty where nothing is known.
#[must_use]
pub fn parity_text(parity: Parity) -> String {
    match parity {
        Parity::Price(price) => text(&price),
        Parity::Range(low, high) => between(low, high),
        Parity::AtLeast(points) => at_least(points),
        Parity::AtMost(points) => at_most(points),
        Parity::Unclear => String::new(),
    }
}

/// A sentence on every price that is less precise than was asked for: how far it came, and about how many matchups of its
/// last round it would have taken. Empty if all are precise enough. `precision` is the half-width of an interval, as a share.
#[must_use]
pub fn imprecise_prices(rows: &[ParityRow], precision: f64) -> Vec<String> {
    let per_cent = |share: f64| format!("±{:.1} %", 100.0 * share);
    let missed = rows.iter().filter_map(|row| {
        let found = row.price()?;
        let share = found.half_width() / found.estimate;
        // The size of the last round is a forecast: a tenth more is as good as asked.
        (share > 1.1 * precision).then_some((row, share))
    });
    missed
        .map(|(row, share)| {
            // Widths shrink with the square root of the number of matchups. Rounded up to two digits, but not for an error of the
            // last bits.
            let needed = row.matchups as f64 * (share / precision).powi(2);
            let step = 10f64.powf(needed.log10().floor() - 1.0).max(1.0);
            format!(
                "{} is known to {}, not to {}: that would take about {} matchups in its last round, and it has {}.",
                clean(&row.name),
                per_cent(share),
                per_cent(precision),
                grouped((step * (needed / step - 1e-9).ceil()) as u64),
                grouped(row.matchups)
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use lanchester_stats::Interval;
    use lanchester_stats::price::Verdict;

    use super::*;

    fn row(name: &str, parity: Parity) -> ParityRow {
        ParityRow {
            design: name.to_lowercase(),
            name: name.to_owned(),
            printed: Some(100),
            policies: ["greedy", "greedy"].map(str::to_owned),
            parity: parity.times(100.0),
            reason: None,
            p: Some(0.5),
            verdict: Verdict::Inconclusive,
            q: None,
            matchups: 1000,
            opponents: 900,
            undrawn: 0,
            battles: 32_000,
            capped: 0,
            draws: 0,
        }
    }

    #[test]
    fn a_verdict_is_seen_in_the_numbers_beside_it() {
        let near = Parity::Price(Interval { estimate: 1.03, low: 1.002, high: 1.058 });
        let mispriced = ParityRow { verdict: Verdict::Underpriced, ..row("NEAR", near) };
        let table = price_table(&[mispriced], false);
        assert!(table.contains("103.0 [100.2, 105.8]") && table.contains("+3.0 [+0.2, +5.8]"), "{table}");
        // Nothing is printed, so nothing can be wrong.
        let unrated = ParityRow { printed: None, ..row("NEW", near) };
        let table = price_table(&[unrated], false);
        assert!(table.contains("103 [100, 106]") && !table.contains("inconclusive"), "{table}");
    }

    #[test]
    fn prices_that_miss_their_precision_are_named() {
        let known = |low: f64, high: f64| Parity::Price(Interval { estimate: 1.0, low, high });
        let rows = [
            row("SHARP", known(0.99, 1.01)),
            row("NEARLY", known(0.9785, 1.0215)),
            row("WIDE", known(0.94, 1.06)),
            row("BOUND", Parity::AtLeast(2.0)),
        ];
        // Three times as wide takes nine times the matchups.
        assert_eq!(
            imprecise_prices(&rows, 0.02),
            [
                "WIDE is known to ±6.0 %, not to ±2.0 %: that would take about 9,000 matchups in its last round, and it has 1,000."
            ]
        );
        assert!(imprecise_prices(&rows, 0.06).is_empty());
    }
}
