//! The sentences for every combination of what a study may lack.

use lanchester_analysis::analysis::{CyclesSummary, FleetLaw, MeetingRow, PolicyShift};
use lanchester_analysis::parity::EQUILIBRIUM;
use lanchester_analysis::study::Entrant;
use lanchester_core::Tally;
use lanchester_stats::Interval;
use lanchester_stats::parity::Parity;
use lanchester_stats::price::NoPrices;

use super::*;
use crate::html::sections::tests::{blank, matrix, rating};

fn i(estimate: f64, low: f64, high: f64) -> Interval {
    Interval { estimate, low, high }
}

/// A price of a design that is printed at 200.
fn priced(name: &str, multiplier: Option<Interval>, verdict: Verdict) -> ParityRow {
    ParityRow {
        design: name.to_lowercase(),
        name: name.to_owned(),
        printed: Some(200),
        policies: ["greedy".to_owned(), "greedy".to_owned()],
        parity: multiplier.map_or(Parity::Unclear, Parity::Price).times(200.0),
        reason: None,
        p: None,
        verdict: Some(verdict),
        q: None,
        matchups: 1,
        opponents: 1,
        undrawn: 0,
        battles: 2,
        capped: 0,
        draws: 0,
    }
}

#[test]
fn nothing_at_all_still_reads() {
    let [fairness, price, caveat] = verdict(&blank()).try_into().expect("three sentences");
    assert!(
        fairness.starts_with("No duels") && price.contains("could not be measured") && caveat.contains("no others")
    );
}

#[test]
fn the_worst_offender_is_named_with_its_interval() {
    let mut a = blank();
    a.matrices.push(matrix(vec![
        rating("A", 100, Some(Verdict::Fair), i(1.01, 1.0, 1.02)),
        rating("B", 200, Some(Verdict::Overpriced), i(0.5, 0.49, 0.51)),
        rating("C", 300, Some(Verdict::Underpriced), i(1.4, 1.38, 1.42)),
        rating("D", 300, Some(Verdict::Bound), i(1.0, 1.0, 1.0)),
    ]));
    // The costliest has twice the points of a ship that it met.
    let give = i(0.9, 0.89, 0.91);
    let meeting = MeetingRow { a: 0, b: 1, score: give, draws: give, capped: give, significant: true, battles: 1000 };
    a.matrices[0].meetings = vec![meeting];
    let [fairness, price, _]: [String; 3] = verdict(&a).try_into().expect("three sentences");
    assert_eq!(
        fairness,
        "In duels with greedy on both sides (verdicts can differ under other policies), of 4 printed ratings, 1 is fair (the whole interval within 5 %), 1 is too high, 1 is too low and 1 is known only as a bound; \
         furthest off is B, printed at 200 but fighting like 100.0 [98.0, 102.0] points (−50.0 % [−51.0, −49.0])."
    );
    assert!(price.contains("odds of 14.9 [13.9, 16.0] to 1"), "{price}");
    // Where the farthest apart are 8 %, the slope promises nothing of twice the points.
    (a.matrices[0].ratings[1].rating, a.matrices[0].ratings[1].printed) = (108, Some(108));
    let price = &verdict(&a)[1];
    assert!(price.contains("a ship of 8 % more points beats the other at odds of 1.350 [1.339, 1.361]"), "{price}");
    (a.matrices[0].ratings[1].rating, a.matrices[0].ratings[1].printed) = (100, Some(100));
    assert!(verdict(&a)[1].contains("nearly equal points"), "{:?}", verdict(&a));
    // Beyond every printed rating the worst is a bound.
    let mut beyond = a.clone();
    let worst = &mut beyond.matrices[0].ratings[2];
    (worst.implied, worst.residual) = (Some(Implied::AtLeast(720.0)), None);
    (worst.rating, worst.printed) = (300, Some(300));
    let said = verdict(&beyond)[0].clone();
    assert!(said.ends_with("furthest off is C, printed at 300 but fighting like at least 720 points."), "{said}");
    a.matrices[0].ratings.truncate(1);
    assert!(verdict(&a)[0].ends_with("none is significantly mispriced."), "{}", verdict(&a)[0]);
    a.matrices[0].ratings[0].verdict = None;
    assert!(verdict(&a)[0].contains("too few"));
    a.matrices[0].no_prices = Some(NoPrices::SlopeNegative);
    assert!(verdict(&a)[0].contains("costlier designs are weaker"));
    a.matrices[0].no_strengths = Some("there is no scale".to_owned());
    assert!(verdict(&a)[0].contains("there is no scale"));
}

#[test]
fn an_interrupted_run_has_no_verdict() {
    let mut a = blank();
    a.matrices.push(matrix(vec![rating("B", 200, Some(Verdict::Overpriced), i(0.5, 0.49, 0.51))]));
    a.options.insert("partial".to_owned(), "interrupted: 3 of 7 cells".to_owned());
    a.options.insert("pairs".to_owned(), "500".to_owned());
    let sentences = verdict(&a);
    assert_eq!(sentences.len(), 1);
    assert!(sentences[0].starts_with("No verdict: this run was interrupted."), "{sentences:?}");
    assert!(sentences[0].ends_with("lanchester validate blank --pairs 500 --seed 1 --game toy"), "{sentences:?}");
}

#[test]
fn slopes_in_words() {
    let mut a = blank();
    a.matrices.push(matrix(Vec::new()));
    for (slope, words) in [
        (Some(i(-1.0, -1.2, -0.8)), "costlier side loses"),
        (Some(i(0.1, -0.1, 0.3)), "cannot be shown"),
        (None, "could not be"),
    ] {
        a.matrices[0].slope = slope;
        assert!(verdict(&a)[1].contains(words), "{:?}", verdict(&a));
    }
}

#[test]
fn parity_prices_come_before_the_slope() {
    let mut a = blank();
    a.prices = vec![priced("A", Some(i(1.2, 1.18, 1.22)), Verdict::Underpriced), priced("B", None, Verdict::Bound)];
    let [price, fairness, _]: [String; 3] = verdict(&a).try_into().expect("three sentences");
    assert!(fairness.starts_with("No duels"), "{fairness}");
    assert!(
        price.starts_with(
            "Fought in fleets of equal points with greedy on both sides (verdicts can differ under other policies)"
        ),
        "{price}"
    );
    assert!(
        price.contains("1 of 2 designs should cost more and none less") && price.contains("240.0 [236.0, 244.0]"),
        "{price}"
    );
    a.prices.remove(0);
    assert!(verdict(&a)[0].contains("none of 1 design is measured to be mispriced"));
}

fn entrant(id: &str, rating: u32) -> Entrant {
    Entrant { id: id.to_owned(), name: id.to_owned(), rating, policy: "greedy".to_owned(), ships: vec![id.to_owned()] }
}

/// A fight of which nothing but who met whom, and how often the turn limit ended it, matters.
fn fight(duel: bool, entrants: [Entrant; 2], tally: Tally) -> CellSummary {
    let even = i(0.5, 0.4, 0.6);
    CellSummary {
        number: 0,
        group: String::new(),
        entrants,
        duel,
        mirror: false,
        score: even,
        wins: even,
        draws: even,
        losses: even,
        major: [even; 2],
        capped: even,
        turns_mean: 5.0,
        left_mean: [0.5; 2],
        margin: even,
        tally,
    }
}

/// Duels, fleets and prices are counted apart: 20 % of each, and 60 % of the battles for prices.
#[test]
fn the_turn_limit_is_said_of_each_kind_of_battle() {
    let mut a = blank();
    let cell = |duel: bool, capped: u64| {
        let tally = Tally { pairs: 500, capped, ..Tally::new() };
        fight(duel, [entrant("a", 100), entrant("b", 101)], tally)
    };
    a.cells = vec![cell(true, 200), cell(false, 200)];
    (a.capped, a.battles) = (i(0.2, 0.19, 0.21), 2000);
    let caveat = |a: &Analysis| verdict(a).pop().expect("a caveat");
    assert!(
        caveat(&a).contains("the turn limit ended 20 % of duels and 20 % of battles between fleets, and"),
        "{}",
        caveat(&a)
    );
    a.cells.truncate(1);
    assert!(caveat(&a).contains("the turn limit ended 20.0 % [19.0, 21.0] of all duels, and"), "{}", caveat(&a));
    a.cells.clear();
    (a.battles, a.prices) = (0, vec![priced("A", None, Verdict::Bound)]);
    (a.prices[0].battles, a.prices[0].capped) = (1000, 600);
    assert!(caveat(&a).contains("the turn limit ended 60 % of battles for prices, and"), "{}", caveat(&a));
}

/// Fleets within 4 % of each other: no slope, and no sentence on one.
#[test]
fn where_ratings_hardly_differ_nothing_is_said_of_points() {
    let mut a = blank();
    a.cells = vec![fight(false, [entrant("a", 266), entrant("b", 276)], Tally::new())];
    assert_eq!(
        verdict(&a)[1],
        "The fleets that met are of nearly equal points: what points are worth is not asked here."
    );
    a.cells[0].entrants[1].rating = 400;
    assert!(verdict(&a)[1].contains("could not be measured"), "{:?}", verdict(&a));
}

#[test]
fn the_gravest_caveat_wins() {
    let mut a = blank();
    a.matrices.push(matrix(vec![rating("A", 100, Some(Verdict::Inconclusive), i(1.0, 0.5, 1.5))]));
    let policies = ["greedy".to_owned(), "greedy".to_owned()];
    assert!(verdict(&a)[2].contains("1 of 1 rating proved inconclusive"), "{:?}", verdict(&a));
    a.matrices[0].ratings[0].verdict = Some(Verdict::Fair);
    assert!(verdict(&a)[2].contains("greedy on both sides; other policies"));
    let law =
        |p| FleetLaw { policies: policies.clone(), actions: 3, exponent: p, no_exponent: None, calibration: None };
    a.fleet_laws = vec![law(Some(i(0.8, 0.7, 0.9)))];
    assert!(verdict(&a)[2].contains("many small ships beat few great ones (exponent 0.8"));
    a.fleet_laws = vec![law(Some(i(1.3, 1.2, 1.4)))];
    assert!(verdict(&a)[2].contains("few great ships"));
    a.shifts = vec![PolicyShift {
        group: "duels".to_owned(),
        design: "a".to_owned(),
        name: "A".to_owned(),
        least: (policies.clone(), i(0.8, 0.79, 0.81)),
        most: ([EQUILIBRIUM.to_owned(), EQUILIBRIUM.to_owned()], i(1.3, 1.29, 1.31)),
        moves: true,
    }];
    assert!(
        verdict(&a)[2].contains("most of all A, −20.0 % [−21.0, −19.0] with greedy on both sides"),
        "{:?}",
        verdict(&a)
    );
    (a.capped, a.battles) = (i(0.2, 0.19, 0.21), 1000);
    assert!(verdict(&a)[2].contains("turn limit ended 20.0 % [19.0, 21.0]"));
    a.matrices[0].cycles = Some(CyclesSummary { share: i(0.3, 0.28, 0.32), triples: Vec::new(), triples_found: 0 });
    assert!(verdict(&a)[2].contains("30.0 % [28.0, 32.0]"));
}
