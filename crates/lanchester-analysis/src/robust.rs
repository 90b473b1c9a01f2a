//! How far parity prices hang on what they are measured with: the same price under other settings, each varied alone.

use lanchester_stats::parity::Parity;
use serde::Serialize;

use crate::parity::ParityRow;

/// What a setting varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Varied {
    /// Nothing: the study's own setting.
    Nothing,
    /// Who commands both sides.
    Policy,
    /// The points of a fleet.
    Budget,
    /// The size of the board.
    Board,
    /// The options, as a reading of the study has them.
    Reading,
}

impl Varied {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Nothing, Self::Policy, Self::Budget, Self::Board, Self::Reading];

    /// As tables name it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Policy => "policy",
            Self::Budget => "budget",
            Self::Board => "board",
            Self::Reading => "reading",
        }
    }

    /// The one of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|varied| varied.name() == name)
    }
}

/// The price of a design under a setting.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RobustRow {
    /// What the setting varies.
    pub varied: Varied,
    /// The setting in words, such as `charge on both sides`.
    pub setting: String,
    /// Points of a fleet, least and most.
    pub budget: [u32; 2],
    /// The price, judged among the designs under this setting.
    #[serde(flatten)]
    pub price: ParityRow,
}

impl RobustRow {
    /// A price under a setting.
    #[must_use]
    pub const fn new(varied: Varied, setting: String, budget: [u32; 2], price: ParityRow) -> Self {
        Self { varied, setting, budget, price }
    }

    /// Whether the range counts it: where the turn limit ended most battles it does not, unless it is the study's own price.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.varied == Varied::Nothing || !self.price.undecided()
    }
}

/// An end of a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End<'r> {
    /// The price there, in points.
    pub points: f64,
    /// It is a bound: the price lies beyond it.
    pub bound: bool,
    /// Under which setting.
    pub at: &'r RobustRow,
}

/// From which to which price a design goes over all settings that count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PriceRange<'r> {
    /// The lowest.
    pub from: End<'r>,
    /// The highest.
    pub to: End<'r>,
}

impl<'r> PriceRange<'r> {
    /// The range of a design over the settings that count; none where not two of them say anything of its price, or nothing is known
    /// to either side. Of equal ends that of the first setting.
    #[must_use]
    pub fn of(rows: &'r [RobustRow], design: &str) -> Option<Self> {
        let known: Vec<&RobustRow> = rows
            .iter()
            .filter(|row| row.price.design == design && row.counts() && row.price.parity != Parity::Unclear)
            .collect();
        if known.len() < 2 {
            return None;
        }
        // A price above a bound says nothing of how low prices go, and one below a bound nothing of how high.
        let ends = |row: &&'r RobustRow| {
            let end = |points, bound| Some(End { points, bound, at: row });
            match row.price.parity {
                Parity::Price(price) => [end(price.estimate, false); 2],
                Parity::Range(low, high) => [end(low, false), end(high, false)],
                Parity::AtLeast(low) => [None, end(low, true)],
                Parity::AtMost(high) => [end(high, true), None],
                Parity::Unclear => [None; 2],
            }
        };
        let lows = known.iter().filter_map(|row| ends(row)[0]);
        let highs = known.iter().filter_map(|row| ends(row)[1]);
        let from = lows.reduce(|least, end| if end.points < least.points { end } else { least })?;
        let to = highs.reduce(|most, end| if end.points > most.points { end } else { most })?;
        Some(Self { from, to })
    }
}

#[cfg(test)]
mod tests {
    use lanchester_stats::Interval;
    use lanchester_stats::price::Verdict;

    use super::*;

    fn row(varied: Varied, setting: &str, parity: Parity, capped: u64) -> RobustRow {
        let price = ParityRow {
            design: "one".to_owned(),
            name: "ONE".to_owned(),
            printed: Some(100),
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
            draws: 0,
        };
        RobustRow::new(varied, setting.to_owned(), [300, 1000], price)
    }

    fn price(estimate: f64) -> Parity {
        Parity::Price(Interval { estimate, low: 0.9 * estimate, high: 1.1 * estimate })
    }

    #[test]
    fn a_range_goes_from_the_lowest_price_to_the_highest() {
        let rows = [
            row(Varied::Nothing, "own", price(100.0), 0),
            row(Varied::Policy, "charge", price(130.0), 500),
            row(Varied::Policy, "hold", price(900.0), 501),
            row(Varied::Budget, "half", price(80.0), 0),
        ];
        let range = PriceRange::of(&rows, "one").expect("a range");
        // That of `hold` does not count: more than half of its battles were ended by the turn limit.
        assert_eq!((range.from.points, range.from.at.setting.as_str()), (80.0, "half"));
        assert_eq!((range.to.points, range.to.at.setting.as_str()), (130.0, "charge"));
        assert!(rows[2].price.undecided() && !rows[1].price.undecided());
        assert_eq!(PriceRange::of(&rows, "two"), None);
        assert_eq!(PriceRange::of(&rows[..1], "one"), None, "one price is no range");
    }

    #[test]
    fn the_own_price_always_counts_and_bounds_are_ends() {
        let rows = [
            row(Varied::Nothing, "own", price(100.0), 900),
            row(Varied::Policy, "charge", Parity::AtLeast(150.0), 0),
            row(Varied::Budget, "half", Parity::AtLeast(20.0), 0),
            row(Varied::Board, "board", Parity::Unclear, 0),
        ];
        let range = PriceRange::of(&rows, "one").expect("a range");
        assert_eq!((range.from.points, range.from.bound), (100.0, false));
        assert_eq!((range.to.points, range.to.bound), (150.0, true));
        let bounds = [row(Varied::Nothing, "own", Parity::AtLeast(10.0), 0), rows[1].clone()];
        assert_eq!(PriceRange::of(&bounds, "one"), None, "nothing is known downwards");
    }
}
