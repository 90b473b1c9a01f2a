//! Parity prices by the number of ships as text.

use lanchester_analysis::sizes::{PriceOfSize, PricesBySize, SizeVerdict};
use lanchester_stats::parity::{Parity, Reason};

use super::{parity_text, plain};
use crate::columns::{Align, Screen, TextTable, Tone, clean};
use crate::digits::{grouped, percent_change, printed, whole};

/// A table of prices, a row for each number of ships, and a sentence on each design; nothing without a price. It is written for
/// `screen`.
#[must_use]
pub fn size_text(designs: &[PricesBySize], screen: impl Into<Screen>) -> String {
    let mut all = sizes_so_far(designs, screen);
    if !all.is_empty() {
        designs.iter().for_each(|design| all.push_str(&format!("{}\n", size_sentence(design))));
    }
    all
}

/// The table of those prices that an interrupted run knows: no sentence on a design, which all of its prices decide.
#[must_use]
pub fn sizes_so_far(designs: &[PricesBySize], screen: impl Into<Screen>) -> String {
    if designs.iter().all(|design| design.prices.is_empty()) {
        return String::new();
    }
    let mut table = TextTable::new(&[
        ("Design", Align::Left),
        ("Printed", Align::Right),
        ("Ships", Align::Right),
        ("Parity price", Align::Right),
        ("Off by %", Align::Right),
        ("Matchups", Align::Right),
        ("Battles", Align::Right),
    ]);
    for design in designs {
        for (i, price) in design.prices.iter().enumerate() {
            let once = |text: &str| plain(if i == 0 { text } else { "" });
            let change = design.printed.and_then(|printed| price.parity.times(1.0 / f64::from(printed)).price());
            table.row(vec![
                once(&design.name),
                once(&printed(design.printed)),
                plain(&price.ships.to_string()),
                plain(&points(price)),
                plain(&change.as_ref().map(percent_change).unwrap_or_default()),
                (grouped(price.matchups), Tone::Dim),
                (grouped(price.battles), Tone::Dim),
            ]);
        }
    }
    table.render(screen)
}

fn points(price: &PriceOfSize) -> String {
    match (price.parity, price.reason) {
        (Parity::Unclear, Some(Reason::FewFleets)) => "too few fleets".to_owned(),
        (parity, _) => parity_text(parity),
    }
}

/// What a design's prices say: `HYDRA is worth 340 alone, 410 in eights: no single price.`
#[must_use]
pub fn size_sentence(design: &PricesBySize) -> String {
    let name = clean(&design.name);
    let Some(ends) = design.extremes() else {
        return match design.known().first() {
            Some((ships, _)) => format!("{name} has a price {} only: nothing to compare.", fleet(*ships)),
            None => format!("{name} has no price at any number of ships that was tried."),
        };
    };
    let [low, high] = ends.map(|(ships, price)| format!("{} {}", whole(&price), fleet(ships)));
    let worth = format!("{name} is worth {low}, {high}");
    match design.verdict {
        SizeVerdict::NoSinglePrice => format!("{worth}: no single price."),
        SizeVerdict::OnePrice => format!("{worth}: one price will do, all lie within 10 %."),
        SizeVerdict::Inconclusive | SizeVerdict::Untested => {
            format!("{worth}: whether more than 10 % and more than chance lies between is not known.")
        }
    }
}

/// How many fight: `alone`, `in pairs`, `in eights`, `in fleets of 12`.
pub(crate) fn fleet(ships: u32) -> String {
    match ships {
        1 => "alone".to_owned(),
        2 => "in pairs".to_owned(),
        4 => "in fours".to_owned(),
        8 => "in eights".to_owned(),
        n => format!("in fleets of {n}"),
    }
}

#[cfg(test)]
mod tests {
    use lanchester_analysis::sizes::judged_sizes;
    use lanchester_stats::Interval;

    use super::*;

    fn design(prices: &[(u32, Parity)]) -> PricesBySize {
        let price = |(ships, parity): &(u32, Parity)| PriceOfSize {
            ships: *ships,
            parity: *parity,
            reason: None,
            matchups: 500,
            opponents: 400,
            undrawn: 0,
            battles: 20_000,
            capped: 0,
            draws: 0,
        };
        let of = PricesBySize {
            design: "hydra".to_owned(),
            name: "HYDRA".to_owned(),
            printed: Some(300),
            policies: ["greedy", "greedy"].map(str::to_owned),
            prices: prices.iter().map(price).collect(),
            test: None,
            q: None,
            verdict: SizeVerdict::Untested,
        };
        judged_sizes(&[of]).remove(0)
    }

    fn known(points: f64, share: f64) -> Parity {
        Parity::Price(Interval { estimate: points, low: points * (1.0 - share), high: points * (1.0 + share) })
    }

    #[test]
    fn sentences_say_whether_there_is_a_single_price() {
        let says = |prices: &[(u32, Parity)]| size_sentence(&design(prices));
        assert_eq!(
            says(&[(1, known(340.0, 0.02)), (8, known(410.0, 0.02))]),
            "HYDRA is worth 340 alone, 410 in eights: no single price."
        );
        assert_eq!(
            says(&[(2, known(340.0, 0.02)), (12, known(347.0, 0.02))]),
            "HYDRA is worth 340 in pairs, 347 in fleets of 12: one price will do, all lie within 10 %."
        );
        assert!(says(&[(1, known(300.0, 0.3)), (4, known(400.0, 0.3))]).ends_with("lies between is not known."));
        assert_eq!(
            says(&[(1, Parity::Range(90.0, 130.0)), (4, known(100.0, 0.02))]),
            "HYDRA has a price in fours only: nothing to compare."
        );
        assert_eq!(says(&[(1, Parity::AtLeast(90.0))]), "HYDRA has no price at any number of ships that was tried.");
    }

    /// The ship that has no single price is said to have none where it is judged: beside what to charge.
    #[test]
    fn the_advice_names_the_number_of_ships() {
        let of = |prices: &[(u32, Parity)]| {
            let sized = design(prices);
            let ends = sized.extremes().filter(|_| sized.verdict == SizeVerdict::NoSinglePrice);
            ends.map(|ends| crate::charge::by_number(&ends))
        };
        assert_eq!(
            of(&[(1, known(340.0, 0.02)), (8, known(410.0, 0.02))]).as_deref(),
            Some("depends on the number: 340 alone, 410 in eights")
        );
        assert_eq!(of(&[(2, known(340.0, 0.02)), (12, known(347.0, 0.02))]), None);
    }

    #[test]
    fn the_table_has_a_row_for_each_number_of_ships() {
        let designs = [design(&[(1, Parity::Range(90.0, 130.0)), (8, known(330.0, 0.02))])];
        let text = size_text(&designs, false);
        // An interrupted run has the same rows, and no sentence that those which are missing may contradict.
        let table = text.split_once("\nHYDRA has a price").map(|(table, _)| format!("{table}\n"));
        assert_eq!(Some(sizes_so_far(&designs, false)), table, "{text}");
        let rows: Vec<&str> = text.lines().filter(|line| line.contains("500")).collect();
        assert_eq!(rows.len(), 2, "{text}");
        assert!(rows[0].starts_with("HYDRA") && rows[0].contains("90 to 130"), "{text}");
        assert!(!rows[1].contains("HYDRA") && rows[1].contains("330.0 [323.4, 336.6]"), "{text}");
    }
}
