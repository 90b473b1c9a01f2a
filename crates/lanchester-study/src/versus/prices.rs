//! What ships are worth in fleets beside the ship that they vary: prices against the same field with the same draws and dice.

use std::sync::atomic::AtomicBool;

use lanchester_analysis::parity::ParityRow;
use lanchester_core::{Combatant, Tally};
use lanchester_games::Game;
use lanchester_scenario::{PriceSettings, StudyDesign};
use lanchester_stats::Interval;
use lanchester_stats::parity::Reason;
use lanchester_stats::price::FAIR_WITHIN;
use serde::Serialize;

use crate::price::{Field, Named, Number, Policies, Question, field, price, round};
use crate::table::Table;

/// Half-width of the prices around which all ships then play the same round, as a share: near enough for its window.
const COARSE: f64 = 0.1;

/// What is asked for beyond what the coarse prices promise, since promises are noisy.
const MARGIN: f64 = 1.15;

/// Fewest matchups of the round.
const LEAST: u64 = 256;

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
    /// What the two say together.
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
/// A coarse search finds each price; then all of them play one round, pre-sized by the least certain of them, in which
/// matchup *i* draws the same for every ship. Prices and differences are read from that round alone.
pub fn in_fleets<G: Game>(
    table: &Table,
    asked: &PriceSettings<G>,
    policy: &Named<G>,
    ships: &[StudyDesign<G>],
    stop: &AtomicBool,
) -> Option<FleetPrices> {
    let policies = Policies::both(policy);
    let fine = field(asked, &asked.options);
    let coarse = fine.at_precision(fine.precision.max(COARSE));
    let number = Number::Budget(asked.budget);
    let questions: Vec<Question<G>> =
        ships.iter().map(|design| Question { design, number, policies: &policies }).collect();
    let rows = price(table, &coarse, &questions, stop)?;
    let known = questions.iter().zip(&rows).filter_map(|(question, row)| Some((question, row.price()?.estimate)));
    let known: Vec<(&Question<G>, f64)> = known.collect();
    let (played, spent) = match rows.iter().filter_map(|row| matchups(row, &fine)).max() {
        Some(matchups) => round(table, &fine, &known, matchups, stop)?,
        None => (Vec::new(), Tally::new()),
    };
    let mut played = played.iter();
    let played: Vec<_> = rows.iter().map(|row| row.price().and_then(|_| played.next())).collect();
    let printed = |ship: &StudyDesign<G>| Some(i64::from(ship.design.rating())).filter(|r| *r > 0);
    let of = |i: usize| {
        let more = played[i].zip(played[0]).and_then(|(ship, first)| ship.more_than(first));
        let price = played[i].and_then(|played| played.price());
        let charged = printed(&ships[i]).zip(printed(&ships[0])).map(|(ship, first)| ship - first);
        let deal =
            more.zip(price).zip(charged).map(|((more, price), charged)| deal(price.estimate, &more, charged as f64));
        InFleets { price, reason: rows[i].reason, more, charged, deal }
    };
    let battles = spent.battles() + rows.iter().map(|row| row.battles).sum::<u64>();
    Some(FleetPrices { ships: (0..ships.len()).map(of).collect(), spent: battles })
}

/// Matchups in which a price that is known coarsely should be known as well as is asked.
fn matchups<G: Game>(row: &ParityRow, fine: &Field<G>) -> Option<u64> {
    let price = row.price()?;
    let share = MARGIN * price.half_width() / price.estimate / fine.precision;
    Some(((row.matchups as f64 * share * share) as u64).clamp(LEAST, fine.most_matchups.max(LEAST)))
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
