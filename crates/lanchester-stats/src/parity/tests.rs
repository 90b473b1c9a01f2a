//! Searches whose answer is known.

use super::*;
use crate::logistic;

fn settings(precision: f64, most_matchups: u64) -> Settings {
    Settings { precision, most_matchups, start: 100.0, reach: [4.0, 2500.0], looks: Looks::SHORT }
}

/// Searches until there is a finding; also how many matchups that took.
fn search(settings: Settings, play: impl Fn(u64, f64) -> Trial) -> (Finding, u64) {
    let mut search = Search::new(settings);
    let mut matchups = 0;
    loop {
        let round = search.round();
        matchups += round.matchups;
        let trials: Vec<Trial> = (0..round.matchups).map(|i| play(i, round.log_points(i))).collect();
        if let Some(finding) = search.take(&trials) {
            return (finding, matchups);
        }
    }
}

/// A design of this worth; opponents of the same points differ by a fifth in strength, in turn.
fn of_worth(worth: f64) -> impl Fn(u64, f64) -> Trial {
    move |i, x| {
        let opponent = [-0.2, 0.0, 0.2][(i % 3) as usize];
        let won = (1000.0 * logistic(6.0 * (worth.ln() - x - opponent))).round() as u64;
        Trial { log_points: x, opponent: i, pair_scores: [1000 - won, 0, 0, 0, won] }
    }
}

#[test]
fn prices_far_from_the_start_are_found() {
    for worth in [10.0, 40.0, 97.0, 100.0, 130.0, 300.0, 900.0] {
        let (finding, _) = search(settings(0.02, 20_000), of_worth(worth));
        let Parity::Price(price) = finding.parity else { panic!("{worth}: {finding:?}") };
        assert!((price.estimate / worth - 1.0).abs() < 0.02, "{worth}: {price:?}");
        assert!(price.half_width() < 0.025 * worth, "{worth}: {price:?}");
        let p = finding.test.expect("a price has a test").p_value(100.0);
        assert_eq!(p < 0.01, (worth - 100.0).abs() > 2.0, "{worth}: {p}");
        assert_eq!(finding.reason, None);
    }
}

/// After the first look a search says about where the price lies; before it nothing.
#[test]
fn a_search_under_way_says_about_where_it_is() {
    let (play, mut search) = (of_worth(130.0), Search::new(settings(0.02, 20_000)));
    assert_eq!(search.about(), None);
    let round = search.round();
    let trials: Vec<Trial> = (0..round.matchups).map(|i| play(i, round.log_points(i))).collect();
    assert_eq!(search.take(&trials), None);
    assert!(search.about().is_some_and(|points| (points / 130.0 - 1.0).abs() < 0.1), "{:?}", search.about());
}

#[test]
fn more_precision_takes_more_matchups() {
    let (_, coarse) = search(settings(0.05, 20_000), of_worth(120.0));
    let (_, fine) = search(settings(0.01, 20_000), of_worth(120.0));
    assert!(fine > 2 * coarse, "{coarse} {fine}");
}

#[test]
fn beyond_the_reach_there_are_bounds() {
    let bound = |worth| search(settings(0.02, 20_000), of_worth(worth)).0;
    let (high, low) = (bound(20_000.0), bound(0.5));
    assert!(matches!(high.parity, Parity::AtLeast(least) if least > 1000.0), "{high:?}");
    assert!(matches!(low.parity, Parity::AtMost(most) if most < 10.0), "{low:?}");
    assert_eq!([high.reason, low.reason], [Some(Reason::OutOfReach); 2]);
}

#[test]
fn scores_that_do_not_fall_say_nothing() {
    let play = |i: u64, x| {
        let pair_scores = if i.is_multiple_of(2) { [0, 0, 0, 0, 9] } else { [9, 0, 0, 0, 0] };
        Trial { log_points: x, opponent: i, pair_scores }
    };
    let (finding, _) = search(settings(0.02, 2000), play);
    assert_eq!((finding.parity, finding.reason), (Parity::Unclear, Some(Reason::Flat)));
}

#[test]
fn a_field_without_fleets_says_nothing() {
    let mut search = Search::new(settings(0.02, 2000));
    let few = [Trial { log_points: 4.6, opponent: 1, pair_scores: [1, 0, 0, 0, 1] }; 10];
    let found = search.clone().take(&few).expect("an end");
    assert_eq!((found.parity, found.reason, found.undrawn), (Parity::Unclear, Some(Reason::FewFleets), 54));
    assert_eq!(search.clone().take(&[]).map(|f| f.parity), Some(Parity::Unclear));
    // The field ends at 200 points a ship, and up to there everything is won: a bound no higher than what was played.
    let won: Vec<Trial> = (0..30u32)
        .map(|i| Trial {
            log_points: 100f64.ln() + 0.02 * f64::from(i),
            opponent: i.into(),
            pair_scores: [0, 0, 0, 0, 8],
        })
        .collect();
    let found = search.take(&won).map(|f| f.parity);
    assert!(matches!(found, Some(Parity::AtLeast(x)) if x > 140.0 && x < 180.0), "{found:?}");
}

#[test]
fn a_step_has_a_root_without_a_slope() {
    // Deterministic battles: every matchup below 150 is won, every one above lost. Nothing may hang or be NaN.
    let play = |i, x: f64| Trial {
        log_points: x,
        opponent: i,
        pair_scores: if x < 150f64.ln() { [0, 0, 0, 0, 9] } else { [9, 0, 0, 0, 0] },
    };
    let (finding, _) = search(settings(0.02, 5000), play);
    let Parity::Price(price) = finding.parity else { panic!("{finding:?}") };
    assert!(price.contains(150.0) && price.half_width() < 3.0, "{price:?}");
}

/// A lone ship that meets ships of 60, 90, 130 and 200 points, whichever is nearest to what is asked: it beats the first
/// two and loses to the others, so that every price between 90 and 130 is as good as another.
#[test]
fn few_opponents_leave_a_range() {
    let play = |_: u64, x: f64| {
        let field = [60f64, 90.0, 130.0, 200.0];
        let met = field.into_iter().min_by(|a, b| (a.ln() - x).abs().total_cmp(&(b.ln() - x).abs())).expect("four");
        let pair_scores = if met < 100.0 { [1, 0, 2, 0, 13] } else { [13, 0, 2, 0, 1] };
        Trial { log_points: met.ln(), opponent: met as u64, pair_scores }
    };
    let (finding, _) = search(settings(0.02, 5000), play);
    assert_eq!(finding.reason, Some(Reason::FewOpponents));
    assert_eq!(finding.opponents, 4);
    let Parity::Range(low, high) = finding.parity else { panic!("{finding:?}") };
    assert!((low - 90.0).abs() < 1e-9 && (high - 130.0).abs() < 1e-9, "{low} {high}");
}

/// It beats the cheap and the dear, and loses to those just below and just above 100 points: no price is right.
#[test]
fn a_score_that_rises_again_has_no_price() {
    let play = |i: u64, x: f64| {
        let away = x - 100f64.ln();
        let score = if away < -0.12 || (0.0..0.12).contains(&away) { 14 } else { 2 };
        Trial { log_points: x, opponent: i, pair_scores: [16 - score, 0, 0, 0, score] }
    };
    let (finding, _) = search(settings(0.02, 5000), play);
    assert_eq!(finding.reason, Some(Reason::Uneven), "{finding:?}");
    let Parity::Range(low, high) = finding.parity else { panic!("{finding:?}") };
    assert!(low < 90.0 && high > 110.0, "{low} {high}");
}

#[test]
fn ends_and_names_go_both_ways() {
    let price = Parity::Price(Interval { estimate: 2.0, low: 1.0, high: 3.0 });
    for parity in [price, Parity::Range(1.0, 3.0), Parity::AtLeast(1.0), Parity::AtMost(3.0), Parity::Unclear] {
        assert_eq!(Parity::of_ends(parity.ends()), parity);
    }
    assert_eq!(Parity::Range(1.0, 3.0).times(2.0), Parity::Range(2.0, 6.0));
    for reason in Reason::ALL {
        assert_eq!(Reason::by_name(reason.name()), Some(reason));
    }
}
