//! Parity prices by the number of ships: does a design have a single price?

use lanchester_stats::Interval;
use lanchester_stats::multiple::{Dependence, q_values};
use lanchester_stats::parity::{Parity, Reason, SizeTest, size_test};
use lanchester_stats::price::FALSE_DISCOVERY_RATE;
use serde::Serialize;

use crate::parity::ParityRow;

/// Prices that lie within this share of each other are as good as one.
pub const ONE_PRICE_WITHIN: f64 = 0.10;

/// The parity price of a design for exactly so many ships.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PriceOfSize {
    /// Ships of the design in every matchup.
    pub ships: u32,
    /// The price of one of them in points.
    #[serde(flatten)]
    pub parity: Parity,
    /// Why that is no single number.
    pub reason: Option<Reason>,
    /// Random matchups of the last round, from which the price is read.
    pub matchups: u64,
    /// Different fleets that it met in them.
    pub opponents: u64,
    /// Matchups of all rounds for which the field had no fleet of about the points.
    pub undrawn: u64,
    /// Battles of all rounds.
    pub battles: u64,
    /// Battles of all rounds that the turn limit ended.
    pub capped: u64,
    /// Battles of all rounds that nobody won.
    pub draws: u64,
}

impl PriceOfSize {
    /// What was found for so many ships.
    #[must_use]
    pub const fn new(ships: u32, row: &ParityRow) -> Self {
        let ParityRow { parity, reason, matchups, opponents, undrawn, battles, capped, draws, .. } = *row;
        Self { ships, parity, reason, matchups, opponents, undrawn, battles, capped, draws }
    }
}

/// Whether a design has a single price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SizeVerdict {
    /// Its prices differ significantly, and by more than [`ONE_PRICE_WITHIN`].
    NoSinglePrice,
    /// All of them surely lie within [`ONE_PRICE_WITHIN`] of each other, and no range or bound lies beyond them.
    OnePrice,
    /// Not enough battles to tell.
    Inconclusive,
    /// Fewer than two numbers of ships have a price.
    Untested,
}

impl SizeVerdict {
    /// As in files and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoSinglePrice => "no-single-price",
            Self::OnePrice => "one-price",
            Self::Inconclusive => "inconclusive",
            Self::Untested => "untested",
        }
    }
}

/// The prices of a design by the number of ships, and whether one would do.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PricesBySize {
    /// The design's id.
    pub design: String,
    /// Its name.
    pub name: String,
    /// Its printed rating, if it has one.
    pub printed: Option<u32>,
    /// The policies of the design's side and of the field's.
    pub policies: [String; 2],
    /// The prices, numbers of ships rising.
    pub prices: Vec<PriceOfSize>,
    /// Whether those that are numbers are equal.
    pub test: Option<SizeTest>,
    /// The false discovery rate at which it would just be said to have no single price, among the designs.
    pub q: Option<f64>,
    /// What to say of it.
    pub verdict: SizeVerdict,
}

impl PricesBySize {
    /// The design of a row and its prices, not yet judged.
    #[must_use]
    pub fn new(of: &ParityRow, prices: Vec<PriceOfSize>) -> Self {
        Self {
            design: of.design.clone(),
            name: of.name.clone(),
            printed: of.printed,
            policies: of.policies.clone(),
            prices,
            test: None,
            q: None,
            verdict: SizeVerdict::Untested,
        }
    }

    /// Those of its prices that are numbers.
    #[must_use]
    pub fn known(&self) -> Vec<(u32, Interval)> {
        self.prices.iter().filter_map(|price| Some((price.ships, price.parity.price()?))).collect()
    }

    /// The number of ships at which it is cheapest and that at which it is dearest with their prices, fewer ships first.
    #[must_use]
    pub fn extremes(&self) -> Option<[(u32, Interval); 2]> {
        let known = self.known();
        let by = |a: &&(u32, Interval), b: &&(u32, Interval)| a.1.estimate.total_cmp(&b.1.estimate);
        let mut ends = [*known.iter().min_by(by)?, *known.iter().max_by(by)?];
        ends.sort_by_key(|(ships, _)| *ships);
        (ends[0].0 != ends[1].0).then_some(ends)
    }

    fn verdict(&self) -> SizeVerdict {
        let (Some(test), Some(q)) = (self.test, self.q) else { return SizeVerdict::Untested };
        let known = self.known();
        let low = known.iter().map(|(_, price)| price.low).fold(f64::INFINITY, f64::min);
        let high = known.iter().map(|(_, price)| price.high).fold(0.0, f64::max);
        // A range or a bound where there is no number must leave room for the others.
        let beyond = |price: &PriceOfSize| match price.parity.ends() {
            [None, least, most] => least.is_some_and(|x| x > high) || most.is_some_and(|x| x < low),
            _ => false,
        };
        if q <= FALSE_DISCOVERY_RATE && test.ratio > 1.0 + ONE_PRICE_WITHIN {
            SizeVerdict::NoSinglePrice
        } else if high <= (1.0 + ONE_PRICE_WITHIN) * low && !self.prices.iter().any(beyond) {
            SizeVerdict::OnePrice
        } else {
            SizeVerdict::Inconclusive
        }
    }
}

/// The designs with their tests and verdicts. A design is tested once, at 5 %; among several designs the false discovery rate
/// is held at 5 %, whatever they share: of those said to have no single price at most 5 % have one.
#[must_use]
pub fn judged_sizes(designs: &[PricesBySize]) -> Vec<PricesBySize> {
    let mut designs = designs.to_vec();
    for design in &mut designs {
        design.test = size_test(&design.known());
    }
    let p: Vec<f64> = designs.iter().filter_map(|design| Some(design.test?.p)).collect();
    let q = q_values(&p, Dependence::Any);
    for (design, q) in designs.iter_mut().filter(|design| design.test.is_some()).zip(q) {
        design.q = Some(q);
    }
    for design in &mut designs {
        design.verdict = design.verdict();
    }
    designs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn design(name: &str, prices: &[(u32, f64)], error: f64) -> PricesBySize {
        let known =
            |points: f64| Interval { estimate: points, low: points * (1.0 - error), high: points * (1.0 + error) };
        let price = |(ships, points): &(u32, f64)| PriceOfSize {
            ships: *ships,
            parity: Parity::Price(known(*points)),
            reason: None,
            matchups: 500,
            opponents: 400,
            undrawn: 0,
            battles: 20_000,
            capped: 0,
            draws: 0,
        };
        PricesBySize {
            design: name.to_lowercase(),
            name: name.to_owned(),
            printed: Some(100),
            policies: ["greedy", "greedy"].map(str::to_owned),
            prices: prices.iter().map(price).collect(),
            test: None,
            q: None,
            verdict: SizeVerdict::Untested,
        }
    }

    #[test]
    fn a_flag_needs_a_difference_that_is_sure_and_one_that_matters() {
        let designs = [
            design("SWARM", &[(1, 340.0), (2, 360.0), (8, 410.0)], 0.02),
            // Sure, and four per cent.
            design("NEARLY", &[(1, 100.0), (8, 104.0)], 0.005),
            // A fifth, and as uncertain.
            design("VAGUE", &[(1, 100.0), (8, 120.0)], 0.2),
            design("FLAT", &[(1, 100.0), (4, 101.0), (8, 99.0)], 0.02),
            design("LONE", &[(4, 100.0)], 0.02),
        ];
        let mut several = designs.to_vec();
        // As flat as the fourth, but alone it surely loses to what costs 50.
        several[3].prices[0].parity = Parity::AtMost(50.0);
        assert_eq!(judged_sizes(&several)[3].verdict, SizeVerdict::Inconclusive);
        let verdicts: Vec<_> = judged_sizes(&designs).iter().map(|d| d.verdict.name()).collect();
        assert_eq!(verdicts, ["no-single-price", "one-price", "inconclusive", "one-price", "untested"]);
    }

    /// One design is tested at 5 %, one of many by the false discovery rate: p = 0.03 is a discovery alone, and none among ten.
    #[test]
    fn many_designs_are_judged_together() {
        // A difference of 2.17 standard errors.
        let gap = (2.17 * 2f64.sqrt() * 0.1 / lanchester_stats::Z95).exp();
        let edge = |name| {
            let mut found = design(name, &[(1, 100.0), (8, 100.0 * gap)], 0.1);
            for price in &mut found.prices {
                let points = price.parity.price().expect("a number").estimate;
                price.parity = Parity::Price(Interval {
                    estimate: points,
                    low: points * (-0.1f64).exp(),
                    high: points * 0.1f64.exp(),
                });
            }
            found
        };
        let alone = judged_sizes(&[edge("ONE")]);
        assert!((alone[0].test.expect("two prices").p - 0.03).abs() < 1e-4, "{alone:?}");
        assert_eq!(alone[0].verdict, SizeVerdict::NoSinglePrice);
        let mut many = vec![edge("ONE")];
        many.extend((0..9).map(|i| design(&format!("FLAT {i}"), &[(1, 100.0), (8, 100.0)], 0.1)));
        assert_eq!(judged_sizes(&many)[0].verdict, SizeVerdict::Inconclusive);
    }

    #[test]
    fn extremes_are_in_order_of_ships() {
        let ends =
            |prices: &[(u32, f64)]| design("X", prices, 0.02).extremes().map(|ends| ends.map(|(ships, _)| ships));
        assert_eq!(ends(&[(1, 410.0), (4, 300.0), (8, 350.0)]), Some([1, 4]));
        assert_eq!(ends(&[(1, 200.0), (4, 300.0), (8, 350.0)]), Some([1, 8]));
        assert_eq!(ends(&[(4, 300.0)]), None);
    }
}
