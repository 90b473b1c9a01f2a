//! How far parity prices hang on who commands: the same matchups under one commander after another.

pub use lanchester_core::SEARCH;
use lanchester_stats::Interval;
use lanchester_stats::multiple::{Dependence, q_values};
use lanchester_stats::price::{FAIR_WITHIN, FALSE_DISCOVERY_RATE, Verdict, judge_by_interval};
use serde::{Deserialize, Serialize};

/// The price of a design where one commander has both sides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CommanderRow {
    /// The design's id.
    pub design: String,
    /// Its name.
    pub name: String,
    /// The id of the policy, or [`SEARCH`].
    pub commander: String,
    /// How often a search plays each policy out at each decision; none for a policy.
    pub rollouts: Option<u32>,
    /// The one decision that the search makes, for the design's side alone and knowing its opponent; none where it makes all of them, for
    /// both sides. The study's own policy decides all else.
    pub decision: Option<String>,
    /// The price in points in these matchups of few ships a side, where there is one.
    pub price: Option<Interval>,
    /// The price over that of the study's own policy in the same matchups, less 1; none for that policy itself, and where one of
    /// the two prices is none.
    pub change: Option<Interval>,
    /// The p-value of "the price is the same".
    pub p: Option<f64>,
    /// The false discovery rate at which the price would just be said to move, among the designs under this commander.
    pub q: Option<f64>,
    /// What that says.
    pub verdict: Option<Settled>,
    /// Matchups, each of the same fleets under every commander.
    pub matchups: u64,
    /// Battles in them.
    pub battles: u64,
    /// Battles that the turn limit ended.
    pub capped: u64,
}

/// Whether a price is the same under another commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Settled {
    /// The whole interval lies within [`FAIR_WITHIN`] of no change.
    Settled,
    /// It is higher there.
    Up,
    /// It is lower there.
    Down,
    /// The interval is too wide to tell.
    Unknown,
}

impl Settled {
    /// As tables name it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Settled => "settled",
            Self::Up => "up",
            Self::Down => "down",
            Self::Unknown => "unknown",
        }
    }

    fn of(change: &Interval, q: f64) -> Self {
        match () {
            () if -FAIR_WITHIN <= change.low && change.high <= FAIR_WITHIN => Self::Settled,
            () if q > FALSE_DISCOVERY_RATE || change.contains(0.0) => Self::Unknown,
            () if change.estimate > 0.0 => Self::Up,
            () => Self::Down,
        }
    }
}

impl CommanderRow {
    /// What the commander is called: a search by its budget too, and by its one decision.
    #[must_use]
    pub fn title(&self) -> String {
        let budget = self.rollouts.map(|rollouts| format!(" {rollouts}")).unwrap_or_default();
        let decision = self.decision.as_ref().map(|decision| format!(", {decision}")).unwrap_or_default();
        format!("{}{budget}{decision}", self.commander)
    }

    /// Whether a search makes all decisions of both sides.
    #[must_use]
    pub const fn searched(&self) -> bool {
        self.rollouts.is_some() && self.decision.is_none()
    }
}

/// The rows, judged: each commander's changes together.
#[must_use]
pub fn judged_commanders(rows: &[CommanderRow]) -> Vec<CommanderRow> {
    let mut judged = rows.to_vec();
    let mut titles: Vec<String> = rows.iter().map(CommanderRow::title).collect();
    titles.sort_unstable();
    titles.dedup();
    for title in titles {
        let mut of: Vec<&mut CommanderRow> =
            judged.iter_mut().filter(|row| row.title() == title && row.p.is_some()).collect();
        let p: Vec<f64> = of.iter().filter_map(|row| row.p).collect();
        for (row, q) in of.iter_mut().zip(q_values(&p, Dependence::PositiveOrNone)) {
            row.q = Some(q);
            row.verdict = row.change.map(|change| Settled::of(&change, q));
        }
    }
    judged
}

/// What is known of a design under the search, where it was asked: judged, of the largest budget.
#[must_use]
pub fn under_search<'r>(rows: &'r [CommanderRow], design: &str) -> Option<&'r CommanderRow> {
    let of = rows.iter().filter(|row| row.design == design && row.change.is_some() && row.searched());
    of.max_by_key(|row| row.rollouts)
}

/// What is said of a printed rating where a search has both sides: its price in fleets is the study's times what the
/// search changes, judged with the errors of both, which come from other matchups and other dice. Inconclusive where the search was
/// not asked, or has no price.
#[must_use]
pub fn verdict_under_search(rows: &[CommanderRow], design: &str, price: Interval, printed: u32) -> Verdict {
    let change = under_search(rows, design).and_then(|found| found.change);
    change.map_or(Verdict::Inconclusive, |change| {
        let there = times(price, change.map_rising(|x| 1.0 + x));
        judge_by_interval(there.map_rising(|x| x / f64::from(printed)))
    })
}

/// The product of two independent estimates, both above 0.
fn times(one: Interval, other: Interval) -> Interval {
    let estimate = one.estimate * other.estimate;
    let width = |end: fn(&Interval) -> f64| {
        let [a, b] = [one, other].map(|of| (end(&of) / of.estimate).ln());
        a.hypot(b)
    };
    let [low, high] = [width(|of| of.low), width(|of| of.high)];
    Interval { estimate, low: estimate * (-low).exp(), high: estimate * high.exp() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(design: &str, rollouts: Option<u32>, [estimate, low, high]: [f64; 3], p: f64) -> CommanderRow {
        CommanderRow {
            design: design.to_owned(),
            name: design.to_uppercase(),
            commander: rollouts.map_or("charge", |_| SEARCH).to_owned(),
            rollouts,
            decision: None,
            price: None,
            change: Some(Interval { estimate, low, high }),
            p: Some(p),
            q: None,
            verdict: None,
            matchups: 300,
            battles: 600,
            capped: 0,
        }
    }

    #[test]
    fn a_price_is_settled_where_its_interval_is_near_and_moves_where_chance_does_not_explain_it() {
        let rows = [
            row("near", Some(64), [0.01, -0.02, 0.04], 0.4),
            row("near-but-not-nothing", Some(64), [0.03, 0.01, 0.05], 0.003),
            row("dearer", Some(64), [0.12, 0.07, 0.17], 0.000_1),
            row("cheaper", Some(64), [-0.08, -0.13, -0.03], 0.002),
            row("wide", Some(64), [0.06, -0.01, 0.13], 0.09),
            row("at-the-edge", Some(64), [0.06, -0.001, 0.121], 0.03),
        ];
        let verdicts: Vec<_> = judged_commanders(&rows).into_iter().filter_map(|row| row.verdict).collect();
        assert_eq!(
            verdicts,
            [Settled::Settled, Settled::Settled, Settled::Up, Settled::Down, Settled::Unknown, Settled::Unknown]
        );
    }

    #[test]
    fn commanders_are_judged_apart() {
        // One of two at p = 0.04 is no discovery beside another that is none; alone it is one.
        let rows = [row("one", Some(64), [0.1, 0.02, 0.18], 0.04), row("one", None, [0.0, -0.1, 0.1], 0.9)];
        let judged = judged_commanders(&rows);
        assert_eq!(
            judged.iter().map(|row| row.verdict).collect::<Vec<_>>(),
            [Some(Settled::Up), Some(Settled::Unknown)]
        );
        let one = [rows[0].clone(), row("two", Some(64), [0.0, -0.1, 0.1], 0.9)];
        assert_eq!(judged_commanders(&one)[0].verdict, Some(Settled::Unknown), "q is 0.08");
    }

    /// Two factors known to 3 and 4 % in the logarithm are known to 5 % together.
    #[test]
    fn errors_of_a_product_add_in_squares() {
        let of = |estimate: f64, width: f64| Interval {
            estimate,
            low: estimate * (-width).exp(),
            high: estimate * width.exp(),
        };
        let product = times(of(20.0, 0.03), of(1.5, 0.04));
        let near = |one: f64, other: f64| (one / other - 1.0).abs() < 1e-12;
        assert!(near(product.estimate, 30.0) && near(product.low, 30.0 * (-0.05f64).exp()), "{product:?}");
        assert!(near(product.high, 30.0 * 0.05f64.exp()), "{product:?}");
    }

    /// A ship worth 120 to 130 that is printed at 100, under searches that leave it there, make it worth its points, or say little.
    #[test]
    fn a_verdict_holds_where_price_and_change_say_the_same() {
        let price = Interval { estimate: 125.0, low: 120.0, high: 130.0 };
        let under = |change: [f64; 3]| verdict_under_search(&[row("ship", Some(64), change, 0.5)], "ship", price, 100);
        assert_eq!(under([0.0, -0.03, 0.03]), Verdict::Underpriced);
        assert_eq!(under([-0.2, -0.205, -0.195]), Verdict::Fair);
        assert_eq!(under([-0.15, -0.25, -0.05]), Verdict::Inconclusive);
        assert_eq!(under([-0.4, -0.45, -0.35]), Verdict::Overpriced);
        assert_eq!(verdict_under_search(&[], "ship", price, 100), Verdict::Inconclusive, "nobody asked");
    }

    #[test]
    fn the_search_of_the_largest_budget_speaks() {
        let rows =
            [row("one", None, [0.0; 3], 1.0), row("one", Some(16), [0.1; 3], 0.0), row("one", Some(64), [0.2; 3], 0.0)];
        assert_eq!(under_search(&rows, "one").and_then(|row| row.rollouts), Some(64));
        assert_eq!(under_search(&rows[..1], "one"), None, "a policy is no search");
        assert_eq!(under_search(&rows, "two"), None);
        let moves = CommanderRow { decision: Some("moves".to_owned()), ..rows[2].clone() };
        assert_eq!(
            (under_search(std::slice::from_ref(&moves), "one"), moves.title()),
            (None, "search 64, moves".to_owned())
        );
    }
}
