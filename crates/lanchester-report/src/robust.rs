//! Parity prices under other settings: from which price to which, and under which setting each end lies.

use lanchester_analysis::Analysis;
use lanchester_analysis::parity::ParityRow;
use lanchester_analysis::robust::{End, PriceRange, RobustRow, Varied};
use lanchester_stats::parity::Parity;

use crate::columns::{Align, Screen, TextTable, Tone, clean};
use crate::digits::{at_least, at_most, grouped, whole};
use crate::frame::{Cell, Frame, frame};
use crate::rows::price_row;
use crate::schema::ROBUST;
use crate::validate::{capped_percent, parity_text, price_verdict};

/// Designs whose settings are listed one by one on a terminal, at most.
const MOST_LISTED: usize = 3;

/// The rows of [`ROBUST`].
#[must_use]
pub fn robust_frame(rows: &[RobustRow]) -> Frame {
    let rows = rows.iter().map(|row| {
        let mut cells = vec![Cell::from(row.varied.name()), Cell::from(row.setting.as_str())];
        cells.extend(row.budget.map(Cell::from));
        cells.extend(price_row(&row.price));
        cells.push(row.price.undecided().into());
        cells
    });
    frame(&ROBUST, rows)
}

/// The prices that ranges are made of; none of an interrupted run, whose other settings may lie beyond them.
pub(crate) fn ranges(analysis: &Analysis) -> &[RobustRow] {
    if analysis.partial().is_some() { &[] } else { &analysis.robust }
}

/// The range of a price, where it is the price that others were compared with.
pub(crate) fn range_of<'r>(rows: &'r [RobustRow], price: &ParityRow) -> Option<PriceRange<'r>> {
    let own = |row: &RobustRow| row.varied == Varied::Nothing && row.price.design == price.design;
    let here = rows.iter().any(|row| own(row) && row.price.policies == price.policies);
    here.then(|| PriceRange::of(rows, &price.design)).flatten()
}

/// `196 – 280`.
pub(crate) fn range_text(range: &PriceRange) -> String {
    format!("{} – {}", end_text(&range.from), end_text(&range.to))
}

/// The points of an end; `≥ 280` and `≤ 196` where they are a bound.
fn end_text(end: &End) -> String {
    match (end.at.price.parity, end.bound) {
        (Parity::Price(price), _) => whole(&price),
        (Parity::AtMost(_), true) => at_most(end.points),
        (_, true) => at_least(end.points),
        (Parity::Range(low, _), false) if end.points <= low => at_least(low).trim_start_matches("≥ ").to_owned(),
        (_, false) => at_most(end.points).trim_start_matches("≤ ").to_owned(),
    }
}

/// `from 196 (budgets 600:2000) to 280 (charge on both sides)`.
pub(crate) fn range_words(range: &PriceRange) -> String {
    let end = |end: &End| format!("{} ({})", end_text(end), clean(&end.at.setting));
    format!("from {} to {}", end(&range.from), end(&range.to))
}

/// The designs of the rows, in their order.
fn designs(rows: &[RobustRow]) -> Vec<&ParityRow> {
    let mut designs: Vec<&ParityRow> = Vec::new();
    for row in rows {
        if !designs.iter().any(|known| known.design == row.price.design) {
            designs.push(&row.price);
        }
    }
    designs
}

/// A sentence on the range of every design, and one on the settings that no range counts.
#[must_use]
pub fn robust_sentences(rows: &[RobustRow]) -> Vec<String> {
    let of = |design: &&ParityRow| {
        let name = clean(&design.name);
        match PriceRange::of(rows, &design.design) {
            Some(range) => format!("{name}: {}.", range_words(&range)),
            None => format!("{name}: no range, as fewer than two settings say what it is worth."),
        }
    };
    let mut all: Vec<String> = designs(rows).iter().map(of).collect();
    all.extend(left_out(rows));
    all
}

/// Which settings no range counts: of a setting the share of battles that the turn limit ended, over all designs that it leaves out.
fn left_out(rows: &[RobustRow]) -> Option<String> {
    let mut settings: Vec<(&str, u64, u64, usize)> = Vec::new();
    for row in rows.iter().filter(|row| !row.counts()) {
        match settings.iter_mut().find(|(setting, ..)| *setting == row.setting) {
            Some((_, capped, battles, designs)) => {
                (*capped, *battles, *designs) =
                    (*capped + row.price.capped, *battles + row.price.battles, *designs + 1);
            }
            None => settings.push((&row.setting, row.price.capped, row.price.battles, 1)),
        }
    }
    let all = designs(rows).len();
    let of = |(setting, capped, battles, designs): &(&str, u64, u64, usize)| {
        let share = 100.0 * *capped as f64 / (*battles).max(1) as f64;
        let some = if *designs == all { String::new() } else { format!(" for {designs} of {all} designs") };
        format!("{}{some} ({share:.0} % of battles)", clean(setting))
    };
    let list: Vec<String> = settings.iter().map(of).collect();
    (!list.is_empty()).then(|| format!("Not counted, as the turn limit ended most battles: {}.", list.join("; ")))
}

/// The prices under all settings: a sentence on each range, and of few designs every price. It is written for `screen`.
#[must_use]
pub fn robust_text(rows: &[RobustRow], screen: impl Into<Screen>) -> String {
    let listed = if designs(rows).len() > MOST_LISTED { &[] } else { rows };
    text(rows, &robust_sentences(rows), listed, screen.into())
}

/// The prices under those settings that an interrupted run knows: without a range, whose ends may lie under the others.
#[must_use]
pub fn robust_so_far(rows: &[RobustRow], screen: impl Into<Screen>) -> String {
    text(rows, &[], rows, screen.into())
}

fn text(rows: &[RobustRow], sentences: &[String], listed: &[RobustRow], screen: Screen) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut text = String::from("Parity prices under other settings, each varied alone, with the same dice\n");
    sentences.iter().for_each(|sentence| text.push_str(&format!("  {sentence}\n")));
    if listed.is_empty() {
        return text;
    }
    let mut table = TextTable::new(&[
        ("Design", Align::Left),
        ("Setting", Align::Left),
        ("Parity price", Align::Right),
        ("Verdict", Align::Left),
        ("Battles", Align::Right),
        ("Capped %", Align::Right),
    ]);
    for design in designs(listed) {
        let own = listed.iter().filter(|row| row.price.design == design.design);
        for (place, row) in own.enumerate() {
            let verdict = if row.counts() { price_verdict(&row.price) } else { ("not counted".to_owned(), Tone::Dim) };
            table.row([
                (if place == 0 { design.name.clone() } else { String::new() }, Tone::Plain),
                (row.setting.clone(), Tone::Plain),
                (parity_text(row.price.parity), Tone::Plain),
                verdict,
                (grouped(row.price.battles), Tone::Dim),
                (capped_percent(&row.price), Tone::Dim),
            ]);
        }
    }
    if !sentences.is_empty() {
        text.push('\n');
    }
    text.push_str(&table.render(screen));
    text
}

#[cfg(test)]
mod tests {
    use lanchester_analysis::Analysis;
    use lanchester_stats::Interval;
    use lanchester_stats::price::Verdict;

    use crate::charge;
    use crate::html::html;
    use crate::html::sections::tests::blank;

    use super::*;

    fn row(varied: Varied, setting: &str, parity: Parity, capped: u64) -> RobustRow {
        let price = ParityRow {
            design: "basalt".to_owned(),
            name: "BASALT".to_owned(),
            printed: Some(200),
            policies: ["default", "default"].map(str::to_owned),
            parity,
            reason: None,
            p: None,
            verdict: Some(Verdict::Inconclusive),
            q: None,
            matchups: 600,
            opponents: 500,
            undrawn: 0,
            battles: 1000,
            capped,
            draws: capped,
        };
        RobustRow::new(varied, setting.to_owned(), [300, 1000], price)
    }

    fn price(estimate: f64, half: f64) -> Parity {
        Parity::Price(Interval { estimate, low: estimate - half, high: estimate + half })
    }

    fn rows() -> Vec<RobustRow> {
        vec![
            row(Varied::Nothing, "as in the study", price(221.0, 4.0), 100),
            row(Varied::Policy, "charge on both sides", price(280.3, 6.0), 0),
            row(Varied::Policy, "hold on both sides", price(40.0, 6.0), 990),
            row(Varied::Budget, "budgets 600:2000", price(196.2, 6.0), 0),
        ]
    }

    /// The study's own prices are no battles more; those of three other settings are 1,000 each.
    #[test]
    fn battles_of_other_settings_are_counted_and_played_again() {
        let analysis = Analysis { robust: rows(), ..blank() };
        let said = charge::other_battles(&analysis);
        assert_eq!(said.as_deref(), Some("3,000 for prices under other settings"));
        assert_eq!(charge::battles(&analysis), "0 battles");
        assert!(html(&analysis).contains("lanchester validate blank --robust --seed 1 --game toy"));
        assert!(!html(&blank()).contains("--robust --seed"));
    }

    #[test]
    fn a_range_says_which_setting_gives_each_end() {
        let rows = rows();
        assert_eq!(
            robust_sentences(&rows),
            [
                "BASALT: from 196 (budgets 600:2000) to 280 (charge on both sides).",
                "Not counted, as the turn limit ended most battles: hold on both sides (99 % of battles)."
            ]
        );
        let range = range_of(&rows, &rows[0].price).expect("a range");
        assert_eq!(range_text(&range), "196 – 280");
        // A price that others were not compared with has none.
        let other = ParityRow { policies: ["charge", "charge"].map(str::to_owned), ..rows[0].price.clone() };
        assert_eq!(range_of(&rows, &other), None);
        // An interrupted run lists them alone: the ends may lie under a setting that is missing.
        let so_far = robust_so_far(&rows, false);
        assert!(so_far.contains("charge on both sides") && !so_far.contains("from 196"), "{so_far}");
        let text = robust_text(&rows, false);
        let line = text.lines().find(|line| line.contains("hold on both sides") && line.contains("99"));
        assert!(text.lines().any(|line| line.contains("hold on both sides") && line.contains("not counted")), "{text}");
        assert!(line.is_some() && robust_text(&[], false).is_empty());
    }

    #[test]
    fn bounds_are_ends_with_a_sign() {
        let rows = [
            row(Varied::Nothing, "own", price(100.0, 4.0), 0),
            row(Varied::Policy, "charge", Parity::AtLeast(150.0), 0),
            row(Varied::Policy, "greedy", Parity::AtMost(44.0), 0),
        ];
        assert_eq!(range_text(&PriceRange::of(&rows, "basalt").expect("a range")), "≤ 44 – ≥ 150");
    }

    #[test]
    fn the_frame_has_a_row_for_each_setting() {
        let frame = robust_frame(&rows());
        assert!(frame.fits(&ROBUST));
        assert_eq!(frame.rows(), 4);
    }
}
