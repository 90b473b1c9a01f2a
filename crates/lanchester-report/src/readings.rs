//! Parity prices under several readings of the rules, side by side.

use lanchester_analysis::parity::{ParityRow, PricesUnder};
use lanchester_stats::parity::Parity;
use lanchester_stats::price::Verdict;

use crate::digits::text;
use crate::frame::{Cell, Frame, frame};
use crate::rows::price_row;
use crate::schema::READINGS;
use crate::table::{Align, TextTable, Tone, clean};
use crate::validate::{price_table, verdict_text};

/// The file that [`readings_text`] is written to.
pub const READINGS_TEXT: &str = "readings.txt";

/// The rows of [`READINGS`].
#[must_use]
pub fn readings_frame(readings: &[PricesUnder]) -> Frame {
    let rows = readings.iter().flat_map(|under| {
        under.rows.iter().map(|row| {
            let mut cells = vec![Cell::from(under.reading.as_str())];
            cells.extend(price_row(row));
            cells
        })
    });
    frame(&READINGS, rows)
}

/// Design by reading: price and verdict, then where they differ, then each reading's own table.
#[must_use]
pub fn readings_text(readings: &[PricesUnder], color: bool) -> String {
    let Some((first, others)) = readings.split_first() else { return String::new() };
    let mut text = String::from("Parity prices under each reading\n");
    for (number, under) in readings.iter().enumerate() {
        text.push_str(&format!("  {}: {}\n", number + 1, clean(&under.reading)));
    }
    text.push('\n');
    let numbers: Vec<String> = (1..=readings.len()).map(|n| n.to_string()).collect();
    let mut heads = vec![("Design", Align::Left), ("Printed", Align::Right)];
    heads.extend(numbers.iter().flat_map(|n| [(n.as_str(), Align::Right), ("", Align::Left)]));
    let mut table = TextTable::new(&heads);
    for row in &first.rows {
        let mut cells = vec![
            (row.name.clone(), Tone::Plain),
            (row.printed.map(|printed| printed.to_string()).unwrap_or_default(), Tone::Plain),
        ];
        for found in readings.iter().map(|under| of(under, &row.design)) {
            let (verdict, tone) = verdict_text(found.and_then(ParityRow::judgement));
            cells.extend([(found.map(price).unwrap_or_default(), Tone::Plain), (verdict.to_owned(), tone)]);
        }
        table.row(cells);
    }
    text.push_str(&table.render(color));
    for (number, under) in others.iter().enumerate() {
        text.push_str(&format!("\nReading {} ({}) beside reading 1:\n", number + 2, clean(&under.reading)));
        differences(first, under).into_iter().for_each(|line| text.push_str(&format!("  {line}\n")));
    }
    for (number, under) in readings.iter().enumerate() {
        text.push_str(&format!("\n{}: {}\n", number + 1, clean(&under.reading)));
        text.push_str(&price_table(&under.rows, color));
    }
    text
}

fn of<'r>(under: &'r PricesUnder, design: &str) -> Option<&'r ParityRow> {
    under.rows.iter().find(|row| row.design == design)
}

fn price(row: &ParityRow) -> String {
    match row.parity {
        Parity::Price(interval) => text(&interval),
        Parity::Range(low, high) => format!("{low:.0}-{high:.0}"),
        Parity::AtLeast(points) => format!("≥ {points:.0}"),
        Parity::AtMost(points) => format!("≤ {points:.0}"),
        Parity::Unclear => String::new(),
    }
}

/// Whose verdict differs, and whose price does by more than both intervals.
fn differences(first: &PricesUnder, under: &PricesUnder) -> Vec<String> {
    let both: Vec<_> = first.rows.iter().filter_map(|a| Some((a, of(under, &a.design)?))).collect();
    let name = |verdict: Verdict| verdict_text(Some(verdict)).0;
    let changed: Vec<String> = both
        .iter()
        .filter(|(a, b)| a.verdict != b.verdict)
        .map(|(a, b)| format!("{} ({} → {})", clean(&a.name), name(a.verdict), name(b.verdict)))
        .collect();
    // Intervals of 95 % that do not overlap: a cautious test of a difference, and fleets and dice are shared besides.
    let apart = |a: &ParityRow, b: &ParityRow| match (a.price(), b.price()) {
        (Some(a), Some(b)) => a.high < b.low || b.high < a.low,
        _ => false,
    };
    let moved: Vec<String> = both
        .iter()
        .filter(|(a, b)| apart(a, b))
        .map(|(a, b)| format!("{} ({} → {})", clean(&a.name), price(a), price(b)))
        .collect();
    let list = |all: &[String]| if all.is_empty() { "none".to_owned() } else { all.join(", ") };
    vec![
        format!("another verdict, {} of {}: {}", changed.len(), both.len(), list(&changed)),
        format!("another price (intervals do not overlap), {} of {}: {}", moved.len(), both.len(), list(&moved)),
    ]
}

#[cfg(test)]
mod tests {
    use lanchester_analysis::parity::OWN;
    use lanchester_stats::Interval;

    use super::*;

    fn row(design: &str, multiplier: [f64; 3], p: f64) -> ParityRow {
        let [low, estimate, high] = multiplier.map(|m| 100.0 * m);
        ParityRow {
            design: design.to_owned(),
            name: design.to_uppercase(),
            printed: Some(100),
            policies: ["greedy", "greedy"].map(str::to_owned),
            parity: Parity::Price(Interval { estimate, low, high }),
            reason: None,
            p: Some(p),
            verdict: Verdict::Inconclusive,
            q: None,
            matchups: 600,
            opponents: 500,
            undrawn: 0,
            battles: 19_200,
            capped: 0,
            draws: 0,
        }
    }

    fn two() -> [PricesUnder; 2] {
        let own = [row("one", [0.98, 1.0, 1.02], 0.9), row("two", [1.18, 1.2, 1.22], 1e-9)];
        let other = [row("one", [1.28, 1.3, 1.32], 1e-9), row("two", [1.17, 1.2, 1.23], 1e-9)];
        [PricesUnder::new(OWN.to_owned(), &own), PricesUnder::new("the other way".to_owned(), &other)]
    }

    #[test]
    fn verdicts_and_prices_that_differ_are_named() {
        let text = readings_text(&two(), false);
        assert!(text.contains("another verdict, 1 of 2: ONE (fair → underpriced)"), "{text}");
        assert!(
            text.contains("another price (intervals do not overlap), 1 of 2: ONE (100 [98, 102] → 130 [128, 132])"),
            "{text}"
        );
        assert_eq!(readings_text(&[], false), "");
    }

    #[test]
    fn the_frame_has_a_row_for_each_reading_and_design() {
        let frame = readings_frame(&two());
        assert!(frame.fits(&READINGS));
        assert_eq!(frame.rows(), 4);
    }
}
