//! What ships are worth in fleets beside the ship that they vary: prices against the same field with the same draws and dice.

use std::sync::atomic::AtomicBool;

use lanchester_analysis::parity::ParityRow;
use lanchester_games::Game;
use lanchester_scenario::{PriceSettings, StudyDesign};
use lanchester_stats::Interval;
use lanchester_stats::parity::Reason;
use lanchester_stats::price::FAIR_WITHIN;
use serde::Serialize;

use crate::price::{Named, Number, Policies, Question, beside, field, printed, searches};
use crate::runner::Runner;

/// What a ship is worth in fleets.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct InFleets {
    /// Its price in points, where it has one.
    pub price: Option<Interval>,
    /// Why it has none.
    pub reason: Option<Reason>,
    /// How much more than the first ship's, where both have one.
    pub more: Option<Interval>,
    /// How much more than the first ship's its printed rating is, where both have one.
    pub charged: Option<i64>,
    /// How much more than the first ship's the game's formula makes its rating, where the game has one.
    pub formula: Option<i64>,
    /// What the first two say together.
    pub deal: Option<Deal>,
}

/// What a variant adds beside what it is charged for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deal {
    /// It adds more than it is charged.
    Bargain,
    /// It adds less than it is charged.
    Overcharged,
    /// It is charged what it adds, within [`FAIR_WITHIN`] of its price.
    Fair,
    /// The interval holds what is charged, and more.
    Inconclusive,
}

/// The deal of a variant of this price that adds `more` points and is charged `charged` for them.
#[must_use]
pub fn deal(price: f64, more: &Interval, charged: f64) -> Deal {
    let near = FAIR_WITHIN * price;
    match () {
        () if charged - near <= more.low && more.high <= charged + near => Deal::Fair,
        () if charged < more.low => Deal::Bargain,
        () if charged > more.high => Deal::Overcharged,
        () => Deal::Inconclusive,
    }
}

/// Prices of a ship and its variants.
pub struct FleetPrices {
    /// Of the first ship and of each variant, in order.
    pub ships: Vec<InFleets>,
    /// All battles.
    pub spent: u64,
}

/// Prices the first ship and its variants against the designs of `asked`; `None` if `stop` came. For all of them to meet
/// the same field none may be among those designs.
///
/// The first ship is priced as it is by itself: the same question with the same draws and dice has the same answer. Each
/// variant plays the matchups again from which that was read ([`beside`]), so its price depends on no other variant.
pub fn in_fleets<G: Game>(
    runner: &Runner,
    asked: &PriceSettings<G>,
    policy: &Named<G>,
    ships: &[StudyDesign<G>],
    stop: &AtomicBool,
) -> Option<FleetPrices> {
    let policies = Policies::both(policy);
    let field = field(asked, &asked.options);
    let number = Number::Budget(asked.budget);
    let question = |design| Question { design, number, policies: &policies };
    let (first, variants) = ships.split_first()?;
    let first_answer = searches(runner, &field, &[question(first)], true, stop).ok()?.pop()?;
    let questions: Vec<_> = variants.iter().map(|design| (question(design), &first_answer)).collect();
    let found = beside(runner, &field, &questions, stop)?;

    let points = |ship: &StudyDesign<G>| printed(&*ship.design).map(i64::from);
    let formula = |ship: &StudyDesign<G>| G::model_rating(&ship.design).map(i64::from);
    let more_of = |ship: Option<i64>, first: Option<i64>| Some(ship? - first?);
    let of = |ship: &StudyDesign<G>, row: &ParityRow, more: Option<Interval>| {
        let (price, charged) = (row.price(), more_of(points(ship), points(first)));
        let deal =
            more.zip(price).zip(charged).map(|((more, price), charged)| deal(price.estimate, &more, charged as f64));
        let formula = more_of(formula(ship), formula(first));
        InFleets { price, reason: row.reason, more, charged, formula, deal }
    };
    let nothing = first_answer.row.price().map(|_| Interval { estimate: 0.0, low: 0.0, high: 0.0 });
    let mut all = vec![of(first, &first_answer.row, nothing)];
    all.extend(variants.iter().zip(&found).map(|(ship, (row, gap))| of(ship, row, gap.map(|gap| gap.interval()))));
    let spent = found.iter().map(|(row, _)| row.battles).sum::<u64>() + first_answer.row.battles;
    Some(FleetPrices { ships: all, spent })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deal_is_what_the_whole_interval_says() {
        let more = Interval { estimate: 103.0, low: 90.0, high: 116.0 };
        let deals = [36.0, 103.0, 130.0].map(|charged| deal(514.0, &more, charged));
        assert_eq!(deals, [Deal::Bargain, Deal::Fair, Deal::Overcharged]);
        // Sure to 13 points of 100: that is no 5 %.
        assert_eq!(deal(100.0, &more, 103.0), Deal::Inconclusive);
    }
}
