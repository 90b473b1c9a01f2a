//! Parity prices as text.

use lanchester_analysis::parity::ParityRow;
use lanchester_stats::parity::Parity;

use super::{about, plain, policy_pair, verdict_text};
use crate::digits::{grouped, percent_change, text};
use crate::table::{Align, TextTable, Tone};

/// A table of parity prices. `color` adds ANSI colours.
#[must_use]
pub fn price_table(rows: &[ParityRow], color: bool) -> String {
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
    if several {
        heads.insert(1, ("Policies", Align::Left));
    }
    let mut table = TextTable::new(&heads);
    for r in rows {
        let price = match r.parity.times(f64::from(r.printed)) {
            Parity::Multiplier(price) => text(&price),
            Parity::AtLeast(points) => format!("≥ {}", about(points)),
            Parity::AtMost(points) => format!("≤ {}", about(points)),
            Parity::Unclear => String::new(),
        };
        let (verdict, tone) = verdict_text(Some(r.verdict));
        let mut row = vec![
            plain(&r.name),
            plain(&r.printed.to_string()),
            plain(&price),
            plain(&r.parity.multiplier().as_ref().map(percent_change).unwrap_or_default()),
            (verdict.to_owned(), tone),
            (grouped(r.matchups), Tone::Dim),
            (grouped(r.battles), Tone::Dim),
            // A share of battles of very unequal matchups, with no interval to its name: whole per cents only.
            (format!("{:.0}", 100.0 * r.capped as f64 / r.battles.max(1) as f64), Tone::Dim),
        ];
        if several {
            row.insert(1, plain(&policy_pair(&r.policies)));
        }
        table.row(row);
    }
    table.render(color)
}
