//! Prices by the number of ships on synthetic games: what they must recover, and how often they may cry wolf.
//!
//! A fleet of n ships of the design is worth s·nᵖ and the fleets that it meets their points, so that n ships are an even match
//! for n·c points at c = s·nᵖ⁻¹: the slope of ln c on ln n is p − 1, and at p = 1 all prices are equal.

use lanchester_conformance::thorough::repetitions;
use lanchester_stats::parity::{SizeTest, size_test};

use super::coverage::{Game, is_likely};
use super::draw::Number;

/// Tests of designs of this power, each of five prices.
fn tests(power: f64, designs: u64) -> Vec<SizeTest> {
    let field = Game::field_of(60);
    let test = |design: u64| {
        let price = |ships: u32| {
            let game = Game { worth: 150.0, power, field_adds: true, number: Number::Exactly(ships), ..Game::PLAIN };
            Some((ships, game.search(&field, 100_000 * u64::from(ships) + design).parity.price()?))
        };
        let prices: Vec<_> = [1, 2, 4, 8, 12].into_iter().filter_map(price).collect();
        assert_eq!(prices.len(), 5, "power {power}, design {design}: {prices:?}");
        size_test(&prices).expect("five prices")
    };
    (0..designs).map(test).collect()
}

/// The intervals of 95 % of the slopes hold p − 1.
fn recovers(power: f64) {
    let designs = repetitions(400, 8);
    let found = tests(power, designs);
    let hits = found.iter().filter(|test| test.slope.contains(power - 1.0)).count() as f64 / designs as f64;
    let mean = found.iter().map(|test| test.slope.estimate).sum::<f64>() / designs as f64;
    println!("power {power}: mean slope {mean:.4}, covered {hits:.4}");
    assert!(is_likely(hits, 0.95, designs), "power {power}: {hits} of slopes hold {}", power - 1.0);
}

#[test]
fn slopes_below_one_are_recovered() {
    recovers(0.8);
}

#[test]
fn slopes_above_one_are_recovered() {
    recovers(1.3);
}

#[test]
fn the_square_law_nearly_is_recovered() {
    recovers(1.8);
}

/// The test that all prices are equal refuses 5 % of designs of one price, and 95 % of slopes hold 0.
#[test]
fn ships_that_add_have_a_single_price() {
    let designs = repetitions(2_000, 8);
    let found = tests(1.0, designs);
    let share = |f: &dyn Fn(&SizeTest) -> bool| found.iter().filter(|test| f(test)).count() as f64 / designs as f64;
    let (refused, flat) = (share(&|test| test.p <= 0.05), share(&|test| test.slope.contains(0.0)));
    println!("refused {refused:.4}, flat {flat:.4}");
    assert!(is_likely(refused, 0.05, designs), "{refused} of designs of one price are said to have several");
    assert!(is_likely(flat, 0.95, designs), "{flat} of slopes hold 0");
}
