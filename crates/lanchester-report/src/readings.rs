//! Parity prices under several readings of the rules: before, after and the difference, in words that page and terminal share.

use lanchester_analysis::parity::ParityRow;
use lanchester_analysis::readings::{PricesUnder, ReadingRow};
use lanchester_stats::Interval;
use lanchester_stats::parity::Parity;
use lanchester_stats::price::{FALSE_DISCOVERY_RATE, Verdict};

use crate::columns::{Align, Screen, TextTable, Tone, clean};
use crate::digits::{at_least, at_most, between, difference, printed, text, with_decimals};
use crate::frame::{Cell, Frame, frame};
use crate::rows::{price_row, spread_option};
use crate::schema::READINGS;
use crate::validate::{price_verdict, verdict_text};

/// The file that [`readings_text`] is written to.
pub const READINGS_TEXT: &str = "readings.txt";

/// Readings of which the sentences at the top say what they do, at most.
const MOST_SENTENCES: usize = 4;

/// The rows of [`READINGS`].
#[must_use]
pub fn readings_frame(readings: &[PricesUnder]) -> Frame {
    let rows = readings.iter().flat_map(|under| {
        under.rows.iter().map(|row| {
            let mut cells = vec![Cell::from(under.reading.as_str())];
            cells.extend(price_row(&row.price));
            cells.extend(spread_option(row.difference.as_ref()));
            cells.push(row.difference_q.into());
            cells
        })
    });
    frame(&READINGS, rows)
}

/// A design's price before and after: under the study's own options, and under a reading.
#[derive(Clone, Copy)]
pub(crate) struct Moved<'r> {
    /// Under the study's own options.
    pub before: &'r ParityRow,
    /// Under the reading.
    pub after: &'r ReadingRow,
}

impl<'r> Moved<'r> {
    /// Every design that has a row under both.
    pub fn all(first: &'r PricesUnder, under: &'r PricesUnder) -> Vec<Self> {
        let of = |after: &'r ReadingRow| Some(Self { before: &first.of(&after.price.design)?.price, after });
        under.rows.iter().filter_map(of).collect()
    }

    /// Price after / price before, with the interval of the difference; where both are numbers.
    pub fn ratio(&self) -> Option<Interval> {
        let before = self.before.price()?.estimate;
        Some(self.after.difference?.map_rising(|points| 1.0 + points / before))
    }

    /// The difference in points with its interval, `+20 [+17, +23]`; empty where there is none.
    pub fn difference(&self) -> String {
        self.after.difference.map(|points| difference(&points, self.after.moves())).unwrap_or_default()
    }

    /// The same in per cent of the price before.
    pub fn change(&self) -> String {
        let percent = self.ratio().map(|ratio| ratio.map_rising(|ratio| 100.0 * (ratio - 1.0)));
        percent.map(|percent| difference(&percent, self.after.moves())).unwrap_or_default()
    }

    /// How far the price moves, as a share; 0 where that is not known.
    fn distance(&self) -> f64 {
        self.ratio().map_or(0.0, |ratio| (ratio.estimate - 1.0).abs())
    }
}

/// What each reading does to the prices, a sentence each; of the first few where there are many.
pub(crate) fn sentences(readings: &[PricesUnder]) -> Vec<String> {
    let Some((first, others)) = readings.split_first() else { return Vec::new() };
    let mut all: Vec<String> = others.iter().take(MOST_SENTENCES).map(|under| sentence(first, under)).collect();
    if others.len() > MOST_SENTENCES {
        all.push(format!("What the other {} readings do stands below.", others.len() - MOST_SENTENCES));
    }
    all
}

/// What a reading does to the prices.
pub(crate) fn sentence(first: &PricesUnder, under: &PricesUnder) -> String {
    let name = clean(&under.reading);
    let compared: Vec<Moved> =
        Moved::all(first, under).into_iter().filter(|row| row.after.difference.is_some()).collect();
    let prices = if compared.len() == 1 { "1 price".to_owned() } else { format!("{} prices", compared.len()) };
    if compared.is_empty() {
        return format!("Under “{name}” no design has two prices to compare.");
    }
    let moved: Vec<&Moved> = compared.iter().filter(|row| row.after.moves()).collect();
    let Some(most) = moved.iter().max_by(|a, b| a.distance().total_cmp(&b.distance())) else {
        let ends = compared.iter().filter_map(Moved::ratio).flat_map(|ratio| [ratio.low, ratio.high]);
        let most = ends.map(|ratio| (ratio - 1.0).abs()).fold(0.0, f64::max);
        return if most == 0.0 {
            format!("Under “{name}” none of {prices} moves at all: every battle scores as before.")
        } else {
            let most = (100.0 * most).ceil();
            format!("Under “{name}” none of {prices} moves significantly: each by at most {most:.0} %.")
        };
    };
    let difference = most.difference();
    // With the decimals of the difference beside them: 190.5 and 222.1 are 31.6 apart, 190 and 222 are not.
    let decimals =
        difference.split(' ').next().and_then(|points| points.split_once('.')).map_or(0, |(_, after)| after.len());
    let points = |row: &ParityRow| row.price().map(|price| with_decimals(&price, decimals)).unwrap_or_default();
    format!(
        "Under “{name}” {} significantly, {} of {}, from {} to {} points ({}).",
        ways(&moved, &prices),
        if moved.len() == 1 { "that" } else { "most of all that" },
        clean(&most.before.name),
        points(most.before),
        points(&most.after.price),
        difference
    )
}

/// `of 17 prices 5 rise and 8 fall`.
fn ways(moved: &[&Moved], prices: &str) -> String {
    let s = |n: usize| if n == 1 { "s" } else { "" };
    let up = moved.iter().filter(|row| row.after.difference.is_some_and(|points| points.estimate > 0.0)).count();
    match (up, moved.len() - up) {
        (up, 0) => format!("{up} of {prices} rise{}", s(up)),
        (0, down) => format!("{down} of {prices} fall{}", s(down)),
        (up, down) => format!("of {prices} {up} rise{} and {down} fall{}", s(up), s(down)),
    }
}

/// All prices side by side, then what each reading does: a sentence, and of each design the price before, after, and the
/// difference.
#[must_use]
pub fn readings_text(readings: &[PricesUnder], screen: impl Into<Screen>) -> String {
    let screen = screen.into();
    let Some((first, others)) = readings.split_first() else { return String::new() };
    let mut text = String::from("Parity prices under each reading\n");
    for (number, under) in readings.iter().enumerate() {
        text.push_str(&format!("  {}: {}\n", number + 1, clean(&under.reading)));
    }
    text.push('\n');
    text.push_str(&side_by_side(first, readings).render(screen));
    for (number, under) in others.iter().enumerate() {
        text.push_str(&format!("\nReading {} ({}) beside reading 1:\n", number + 2, clean(&under.reading)));
        text.push_str(&format!("{}\n", sentence(first, under)));
        text.push_str(&format!("Another verdict, {}.\n", other_verdicts(first, under)));
        text.push_str(&before_and_after(first, under).render(screen));
    }
    if !others.is_empty() {
        text.push_str(&format!(
            "\nBefore: under the study's own options. Difference: after − before in the same matchups with the same dice, so its\n\
             interval is its own. A price moves significantly at a false discovery rate of {:.0} %.\n",
            100.0 * FALSE_DISCOVERY_RATE
        ));
    }
    text
}

/// Design by reading: price and verdict.
fn side_by_side(first: &PricesUnder, readings: &[PricesUnder]) -> TextTable {
    let numbers: Vec<String> = (1..=readings.len()).map(|n| n.to_string()).collect();
    let mut heads = vec![("Design", Align::Left), ("Printed", Align::Right)];
    heads.extend(numbers.iter().flat_map(|n| [(n.as_str(), Align::Right), ("", Align::Left)]));
    let mut table = TextTable::new(&heads);
    for row in first.rows.iter().map(|row| &row.price) {
        let mut cells = vec![(row.name.clone(), Tone::Plain), (printed(row.printed), Tone::Plain)];
        for found in readings.iter().map(|under| under.of(&row.design).map(|row| &row.price)) {
            cells.push((found.map(price).unwrap_or_default(), Tone::Plain));
            cells.push(found.map(price_verdict).unwrap_or_default());
        }
        table.row(cells);
    }
    table
}

/// Of each design the price before, after, and the difference.
fn before_and_after(first: &PricesUnder, under: &PricesUnder) -> TextTable {
    let mut table = TextTable::new(&[
        ("Design", Align::Left),
        ("Before", Align::Right),
        ("After", Align::Right),
        ("Difference", Align::Right),
        ("Change %", Align::Right),
        ("Verdict after", Align::Left),
    ]);
    for row in Moved::all(first, under) {
        let after = &row.after.price;
        table.row([
            (after.name.clone(), Tone::Plain),
            (price(row.before), Tone::Plain),
            (price(after), Tone::Plain),
            (row.difference(), Tone::Plain),
            // The estimate alone: its interval is that of the difference.
            (row.change().split(' ').next().unwrap_or_default().to_owned(), Tone::Plain),
            price_verdict(after),
        ]);
    }
    table
}

/// A price, a range or a bound in points.
pub(crate) fn price(row: &ParityRow) -> String {
    match row.parity {
        Parity::Price(interval) => text(&interval),
        Parity::Range(low, high) => between(low, high),
        Parity::AtLeast(points) => at_least(points),
        Parity::AtMost(points) => at_most(points),
        Parity::Unclear => String::new(),
    }
}

/// How many designs have another verdict under a reading, and which: `1 of 17: GNOMON (overpriced → underpriced)`.
pub(crate) fn other_verdicts(first: &PricesUnder, under: &PricesUnder) -> String {
    let rows = Moved::all(first, under);
    let name = |verdict: Option<Verdict>| if verdict.is_some() { verdict_text(verdict).0 } else { "none" };
    let changed: Vec<String> = rows
        .iter()
        .map(|row| (row.before, &row.after.price))
        .filter(|(before, after)| before.verdict != after.verdict)
        .map(|(before, after)| format!("{} ({} → {})", clean(&before.name), name(before.verdict), name(after.verdict)))
        .collect();
    let list = if changed.is_empty() { "none".to_owned() } else { changed.join(", ") };
    format!("{} of {}: {list}", changed.len(), rows.len())
}

#[cfg(test)]
pub(crate) mod tests {
    use lanchester_analysis::readings::OWN;
    use lanchester_stats::jackknife::Jackknife;

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
            verdict: Some(Verdict::Inconclusive),
            q: None,
            matchups: 600,
            opponents: 500,
            undrawn: 0,
            battles: 19_200,
            capped: 0,
            draws: 0,
        }
    }

    /// Two designs under the own options and two readings: the first raises one of them by 30 ± 4 points, the second neither.
    pub fn three() -> [PricesUnder; 3] {
        let own = [row("one", [0.98, 1.0, 1.02], 0.9), row("two", [1.18, 1.2, 1.22], 1e-9)];
        let other = [row("one", [1.28, 1.3, 1.32], 1e-9), row("two", [1.17, 1.21, 1.25], 1e-9)];
        let none = |rows: [ParityRow; 2]| rows.map(|row| (row, None));
        let by = |estimate: f64, error: f64| Some(Jackknife { estimate, error, freedom: 24.0 });
        let under = |name: &str, [one, two]: [ParityRow; 2], gaps: [Option<Jackknife>; 2]| {
            PricesUnder::new(name.to_owned(), &[(one, gaps[0]), (two, gaps[1])])
        };
        [
            PricesUnder::new(OWN.to_owned(), &none(own.clone())),
            under("the other way", other, [by(30.0, 2.0), by(1.0, 2.0)]),
            under("all the same", own, [by(0.0, 1.0), by(0.5, 1.0)]),
        ]
    }

    #[test]
    fn each_reading_says_what_it_does() {
        let readings = three();
        let says = sentences(&readings);
        // Student's 97.5 % point of 24 degrees of freedom is 2.064, so 30 ± 2 × 2.064 is 25.87 to 34.13 and 0.5 + 2.064 is
        // 2.6, of a price of 120 points 3 %; 2.064 of 100 is 3 % too.
        assert_eq!(
            says,
            [
                "Under “the other way” 1 of 2 prices rises significantly, that of ONE, from 100.0 to 130.0 points \
                 (+30.0 [+25.8, +34.2]).",
                "Under “all the same” none of 2 prices moves significantly: each by at most 3 %."
            ]
        );
        let text = readings_text(&readings, false);
        assert!(text.contains("Another verdict, 1 of 2: ONE (fair → underpriced)."), "{text}");
        let line = text.lines().find(|line| line.starts_with("TWO") && line.contains("+1.0 [")).expect("a row");
        assert!(
            line.contains("120.0 [118.0, 122.0]")
                && line.contains("121.0 [117.0, 125.0]")
                && line.contains("+1.0 [−3.2, +5.2]"),
            "{line}"
        );
        assert_eq!(readings_text(&[], false), "");
    }

    #[test]
    fn the_frame_has_a_row_for_each_reading_and_design() {
        let frame = readings_frame(&three());
        assert!(frame.fits(&READINGS));
        assert_eq!(frame.rows(), 6);
    }
}
