//! The page says what is so, in a real browser: how it was made, whose policies, what is missing, what lies off an axis, and
//! all of it on a phone.

use lanchester_analysis::Analysis;
use lanchester_analysis::parity::ParityRow;
use lanchester_report::html;
use lanchester_stats::parity::Parity;
use lanchester_stats::price::{Implied, Verdict};
use serde_json::Value;

use crate::browser::{browser, write};
use crate::chromium::Browser;
use crate::rich::{give, matrix, rich};

/// Opens the page of an analysis on a screen so wide.
fn opened(name: &str, analysis: &Analysis, width: u32) -> Option<Browser> {
    let mut browser = browser()?;
    browser.view(width, 844, "light");
    browser.open(&write(name, &html(analysis)));
    browser.evaluate("for (const d of document.querySelectorAll('details')) d.open = true");
    Some(browser)
}

fn text(browser: &mut Browser, selector: &str) -> String {
    let found = browser.evaluate(&format!("document.querySelector({selector:?})?.innerText ?? ''"));
    found.as_str().unwrap_or_default().replace('\u{a0}', " ")
}

#[test]
fn the_same_numbers_again_is_the_whole_command() {
    let mut analysis = rich(17);
    analysis.game = "starmada-x".to_owned();
    analysis.study_file = "my ships/starmada-x/studies/default.toml".to_owned();
    analysis.seed = 7;
    analysis.options.insert("pairs".to_owned(), "250".to_owned());
    analysis.options.insert("prices".to_owned(), "left out".to_owned());
    let Some(mut browser) = opened("again.html", &analysis, 1200) else { return };
    assert_eq!(
        text(&mut browser, "#provenance pre").trim(),
        "lanchester validate 'my ships/starmada-x/studies/default.toml' --pairs 250 --no-prices --seed 7 --game starmada-x"
    );
    analysis.study_file = "(inside lanchester) starmada-x/studies/default.toml".to_owned();
    analysis.options.clear();
    browser.open(&write("again.html", &html(&analysis)));
    assert_eq!(text(&mut browser, "#provenance pre").trim(), "lanchester validate default --seed 7 --game starmada-x");
}

#[test]
fn every_list_of_matchups_names_its_policies() {
    let mut analysis = rich(17);
    analysis.cells[0].entrants[1].policy = "charge".to_owned();
    let Some(mut browser) = opened("policies.html", &analysis, 1200) else { return };
    // Tables whose heads are A and B list matchups.
    let lists = "Array.from(document.querySelectorAll('table')).filter((t) => { \
        const heads = Array.from(t.querySelectorAll('th')).map((h) => h.innerText); return heads[0] === 'A' && heads[1] === 'B' })";
    assert_eq!(browser.number(&format!("{lists}.length")), 2.0);
    let unnamed = format!(
        "{lists}.flatMap((t) => {{ const at = Array.from(t.querySelectorAll('th')).findIndex((h) => h.innerText === 'Policies'); \
         return Array.from(t.tBodies[0].rows).filter((r) => !(r.cells[at]?.innerText)) }}).length"
    );
    assert_eq!(browser.number(&unnamed), 0.0);
    assert!(text(&mut browser, "#fleets tbody tr").contains("greedy against charge"));
    // Heat maps and triples stand under a heading that names them.
    for section in ["matrix", "cycles", "prices", "ratings", "residuals", "calibration"] {
        assert_eq!(text(&mut browser, &format!("#{section} h3")), "With greedy on both sides", "{section}");
    }
}

#[test]
fn an_interrupted_run_carries_a_banner_and_no_verdict() {
    let mut analysis = rich(17);
    analysis.options.insert("partial".to_owned(), "interrupted: 30 of 153 cells".to_owned());
    let Some(mut browser) = opened("partial.html", &analysis, 390) else { return };
    assert_eq!(text(&mut browser, "#partial"), "This run was interrupted: 30 of 153 cells.");
    let top = browser.number("document.getElementById('partial').getBoundingClientRect().bottom");
    assert!(top < 844.0, "on the first screen, not at {top}");
    let page = text(&mut browser, "body");
    for word in ["overpriced", "underpriced", "fair", "inconclusive", "significant", "Beware", "should cost"] {
        assert!(!page.contains(word), "{word}");
    }
    let sections = browser.evaluate("Array.from(document.querySelectorAll('main section')).map((s) => s.id).join(' ')");
    assert_eq!(sections, Value::from("matrix fleets sides designs provenance"));
    // A whole run has none.
    browser.open(&write("partial.html", &html(&rich(17))));
    assert_eq!(browser.evaluate("document.getElementById('partial')"), Value::Null);
}

/// The labels along an axis of the scatter: numbers alone.
const TICKS: &str = "Array.from(document.querySelectorAll('#ratings .on-desk text')).map((t) => t.textContent.trim()) \
    .filter((t) => /^[0-9.]+(e[0-9]+)?$/.test(t)).length";

#[test]
fn scatter_axes_have_ticks_and_what_is_off_them_is_an_arrow() {
    for (name, least, most) in [("tiny", 123u32, 133u32), ("one", 133, 133), ("huge", 1, 1_000_000_000)] {
        let mut analysis = rich(3);
        analysis.matrices.truncate(1);
        for (row, printed) in analysis.matrices[0].ratings.iter_mut().zip([least, least.midpoint(most), most]) {
            (row.rating, row.printed) = (printed, Some(printed));
            row.implied = Some(Implied::Rating(give(f64::from(printed), 0.01 * f64::from(printed))));
        }
        let Some(mut browser) = opened("ticks.html", &analysis, 1200) else { return };
        let ticks = browser.number(TICKS);
        // Two on each of the two axes.
        assert!(ticks >= 4.0, "{name}: {ticks} ticks");
    }
    // A mark far above the axis, and a bound far below it, are triangles at the edges; the third is a dot.
    let mut analysis = rich(3);
    analysis.matrices.truncate(1);
    let implied = [Implied::Rating(give(90_000.0, 10.0)), Implied::AtMost(0.5), Implied::Rating(give(270.0, 1.0))];
    for (row, implied) in analysis.matrices[0].ratings.iter_mut().zip(implied) {
        (row.implied, row.verdict) = (Some(implied), Some(Verdict::Fair));
    }
    let Some(mut browser) = opened("arrows.html", &analysis, 1200) else { return };
    // Both ends of the first one's whisker are off as well.
    let arrows = browser.number("document.querySelectorAll('#ratings .on-desk polygon').length");
    assert_eq!(arrows, 1.0 + 2.0 + 1.0);
    assert_eq!(browser.number("document.querySelectorAll('#ratings .on-desk circle[fill=\"#0A0003\"]').length"), 1.0);
}

#[test]
fn a_phone_shows_every_mark_and_every_verdict() {
    let Some(mut browser) = opened("phone-marks.html", &rich(17), 390) else { return };
    // What is laid out at all must lie within the screen without a sideways scroll.
    let outside = |what: &str| {
        format!(
            "Array.from(document.querySelectorAll('{what}')).map((e) => e.getBoundingClientRect()) \
             .filter((r) => r.width > 0 && (r.left < 0 || r.right > 390)).length"
        )
    };
    let shown = |what: &str| {
        format!(
            "Array.from(document.querySelectorAll('{what}')).filter((e) => e.getBoundingClientRect().width > 0).length"
        )
    };
    assert_eq!(browser.number(&outside("figure .t")), 0.0);
    // As many marks as on a wide screen.
    let marks = browser.number(&shown("figure .t"));
    let verdicts = "td .over, td .under, td .fair, td .unsure";
    assert_eq!(browser.number(&outside(verdicts)), 0.0);
    // Four matrices and two lists of prices, a verdict per design in each.
    assert!(browser.number(&shown(verdicts)) >= 6.0 * 17.0);
    let small = "Array.from(document.querySelectorAll('.on-phone text')) \
        .filter((t) => t.getBoundingClientRect().width > 0 && t.getBoundingClientRect().height < 10).length";
    assert_eq!(browser.number(small), 0.0, "letters that nobody can read");
    browser.view(1200, 844, "light");
    assert_eq!(browser.number(&shown("figure .t")), marks);
}

#[test]
fn advice_comes_first_and_fits_a_phone() {
    let analysis = rich(17);
    let Some(mut browser) = opened("advice.html", &analysis, 390) else { return };
    assert_eq!(browser.evaluate("document.querySelector('main section').id"), Value::from("advice"));
    let outside = "Array.from(document.querySelectorAll('#advice td')).map((e) => e.getBoundingClientRect()) \
        .filter((r) => r.width === 0 || r.left < 0 || r.right > 390).length";
    assert_eq!(browser.number(outside), 0.0);
    // ORRERY, the fourteenth, of which only a bound is known; MAJESTIC is too low.
    assert!(text(&mut browser, "#advice tbody tr:nth-child(14)").contains("at least 948"));
    let majestic = text(&mut browser, "#advice tbody tr:nth-child(8)");
    assert!(
        majestic.contains("344") && majestic.contains("charge ") && majestic.contains("344 is too low"),
        "{majestic}"
    );
}

#[test]
fn prices_by_the_number_of_ships_are_curves_that_fit_a_phone() {
    let analysis = rich(17);
    let Some(mut browser) = opened("sizes.html", &analysis, 390) else { return };
    let [first, second, third] = [0, 1, 2].map(|i| analysis.prices_by_size[i].name.clone());
    let section = text(&mut browser, "#sizes");
    assert!(section.contains("1 of 3 designs have no single price"), "{section}");
    assert!(section.contains(&format!("{first} is worth")) && section.contains("in fleets of 12: no single price."));
    assert!(section.contains(&format!("{second} is worth")) && section.contains("one price will do"), "{section}");
    // What is known of one alone and of twelve lies beyond its prices.
    assert!(section.contains(&format!("{third} is worth")) && section.contains("is not known."), "{section}");
    // Every mark and word lies on the screen, and no letter is smaller than it was drawn.
    let marks = browser.number("document.querySelectorAll('#sizes .t').length");
    assert_eq!(marks, 15.0);
    let outside = "Array.from(document.querySelectorAll('#sizes .t, #sizes text, #sizes td')) \
        .map((e) => e.getBoundingClientRect()).filter((r) => r.width === 0 || r.left < 0 || r.right > 390).length";
    assert_eq!(browser.number(outside), 0.0);
    let small = "Array.from(document.querySelectorAll('#sizes text')).filter((t) => t.getBoundingClientRect().height < 10).length";
    assert_eq!(browser.number(small), 0.0);
    // Prices that rise with the number of ships rise on the screen, in equal steps for each doubling.
    let spots = browser.evaluate(
        "Array.from(document.querySelectorAll('#sizes svg')[0].querySelectorAll('circle')).map((c) => [+c.getAttribute('cx'), +c.getAttribute('cy')]).flat().join(' ')",
    );
    let spots: Vec<f64> = spots.as_str().unwrap_or_default().split(' ').map(|n| n.parse().expect("a number")).collect();
    let spots: Vec<&[f64]> = spots.chunks(2).collect();
    assert_eq!(spots.len(), 5);
    let step = |i: usize| [spots[i + 1][0] - spots[i][0], spots[i][1] - spots[i + 1][1]];
    assert!(step(0)[0] > 20.0 && step(0)[1] > 5.0, "{spots:?}");
    for i in 1..3 {
        assert!((step(i)[0] - step(0)[0]).abs() <= 1.0 && (step(i)[1] - step(0)[1]).abs() <= 1.0, "{spots:?}");
    }
    // The printed rating is a line at the price of one alone, whose price it is.
    browser.hover("#sizes .t", 0);
    let shown = browser.evaluate("tip.innerText");
    let printed = analysis.prices_by_size[0].printed.expect("a rating").to_string();
    assert!(shown.as_str().is_some_and(|tip| tip.contains(&format!("1 of {first}: {printed}.0 ["))), "{shown}");
}

#[test]
fn a_study_that_asks_is_answered_on_the_first_screen() {
    let mut analysis = rich(3);
    analysis.name = "Do near-equal ratings fight evenly?".to_owned();
    analysis.matrices = vec![matrix(3, ["greedy".to_owned(), "greedy".to_owned()], 0)];
    for (row, printed) in analysis.matrices[0].ratings.iter_mut().zip([133, 128, 123]) {
        (row.rating, row.printed) = (printed, Some(printed));
    }
    let Some(mut browser) = opened("answer.html", &analysis, 390) else { return };
    let first = text(&mut browser, "#verdict p");
    assert!(first.starts_with("No: with greedy on both sides, 3 of 3 duels between ratings within 9 %"), "{first}");
    let bottom = browser.number("document.querySelector('#verdict p').getBoundingClientRect().bottom");
    assert!(bottom < 844.0, "{bottom}");
}

#[test]
fn the_slope_has_one_value() {
    let analysis = rich(17);
    let Some(mut browser) = opened("slope.html", &analysis, 1200) else { return };
    let page = text(&mut browser, "#calibration");
    // The calibration's is 2.91; the matrix's own, 3.77 ± 0.01, stands nowhere.
    assert!(page.contains("2.910 [2.860, 2.960]"), "{page}");
    assert!(!text(&mut browser, "body").contains("3.770 [3.760"));
    // At twice the points, by 2 to the power of the slope: 7.5 to 1, in the verdict and in the section.
    for selector in ["#verdict", "#calibration"] {
        let odds = 2f64.powf(2.91);
        let shown = text(&mut browser, selector);
        if selector == "#calibration" {
            assert!(shown.contains(&format!("twice the points are worth odds of {odds:.1}")), "{shown}");
        }
    }
}

#[test]
fn no_rounding_contradicts_a_verdict() {
    let mut analysis = rich(3);
    let row = |row: &ParityRow, multiplier, verdict| ParityRow {
        printed: Some(250),
        parity: Parity::Price(multiplier).times(250.0),
        verdict: Some(verdict),
        ..row.clone()
    };
    let first = analysis.prices[0].clone();
    analysis.prices = vec![
        row(&first, lanchester_stats::Interval { estimate: 1.016, low: 1.004, high: 1.028 }, Verdict::Underpriced),
        row(&first, lanchester_stats::Interval { estimate: 0.9985, low: 0.9974, high: 0.9996 }, Verdict::Overpriced),
    ];
    let Some(mut browser) = opened("rounding.html", &analysis, 1200) else { return };
    let cell = |browser: &mut Browser, row: usize, column: usize| {
        let found = browser
            .evaluate(&format!("document.querySelectorAll('#prices tbody tr')[{row}].cells[{column}].innerText"));
        found.as_str().unwrap_or_default().replace('\u{a0}', " ")
    };
    for (row, way) in [(0, 1.0), (1, -1.0)] {
        for (column, even) in [(3, 250.0), (4, 1.0)] {
            let shown = cell(&mut browser, row, column);
            let numbers: Vec<f64> =
                shown.split(|c: char| !(c.is_ascii_digit() || c == '.')).filter_map(|part| part.parse().ok()).collect();
            assert_eq!(numbers.len(), 3, "{shown}");
            assert!(numbers.iter().all(|n| way * (n - even) > 0.0), "{shown} beside {even}");
        }
    }
}

#[test]
fn nothing_predicts_better_within_the_error_of_the_difference() {
    let mut analysis = rich(17);
    let calibration = analysis.matrices[0].calibration.as_mut().expect("calibrated");
    let house = calibration.models.iter_mut().find(|m| m.model == "house_rating").expect("it is there");
    // Sure for these very designs, and nothing for others like them.
    house.log_loss_excess = Some(give(-0.00005, 0.000_004));
    house.log_loss_excess_designs = Some(give(-0.00005, 0.002));
    let Some(mut browser) = opened("noise.html", &analysis, 1200) else { return };
    let page = text(&mut browser, "#calibration");
    assert!(
        page.contains("does not differ significantly from house rating") && !page.contains("predicts worse"),
        "{page}"
    );
}

#[test]
fn beyond_what_was_played_there_are_bounds() {
    let mut analysis = rich(3);
    analysis.matrices.truncate(1);
    analysis.prices.clear();
    for (row, printed) in analysis.matrices[0].ratings.iter_mut().zip([133, 128, 123]) {
        (row.rating, row.printed) = (printed, Some(printed));
    }
    analysis.matrices[0].ratings[0].implied = Some(Implied::AtLeast(348.9));
    analysis.matrices[0].ratings[0].verdict = Some(Verdict::Bound);
    let Some(mut browser) = opened("bounds.html", &analysis, 1200) else { return };
    // Ratings 8 % apart say nothing of twice the points.
    let page = text(&mut browser, "body");
    assert!(page.contains("a ship of 8 % more points beats the other") && !page.contains("twice the points"), "{page}");
    // A bound is rounded to the side on which it holds.
    let shown = text(&mut browser, "#ratings tbody tr");
    let bound = shown.split('≥').nth(1).and_then(|rest| rest.split_whitespace().next()).expect("a bound");
    assert!(bound.parse::<f64>().is_ok_and(|x| x <= 348.9 && x > 340.0), "{shown}");
}
