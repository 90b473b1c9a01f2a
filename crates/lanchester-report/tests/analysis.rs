//! What a study says: the numbers, the JSON and the text.

mod sample;

use lanchester_report::analyse;
use lanchester_report::validate;
use lanchester_stats::price::{Implied, Verdict};
use sample::{study, tally};

#[test]
fn matrices_mirrors_and_policies_are_told_apart() {
    let analysis = analyse(&study());
    assert_eq!(analysis.matrices.len(), 1, "only one group has duels of different designs");
    let matrix = &analysis.matrices[0];
    let names: Vec<&str> = matrix.ratings.iter().map(|r| r.design.as_str()).collect();
    assert_eq!(names, ["a", "b", "c", "d"]);
    assert!(matrix.slope.is_some_and(|k| k.low > 0.0));
    assert_eq!(matrix.ratings[3].verdict, Some(Verdict::Bound));
    assert!(matches!(matrix.ratings[3].implied, Some(Implied::AtLeast(x)) if x > 210.0));
    let Some(Implied::Rating(implied)) = matrix.ratings[0].implied else { panic!("a number") };
    let residual = matrix.ratings[0].residual.expect("a number");
    assert!((implied.estimate / 100.0 - residual.estimate).abs() < 1e-12);
    assert!(implied.low < implied.estimate && implied.estimate < implied.high && implied.half_width() < 20.0);
    assert_eq!(matrix.ratings[0].battles, 3 * 2048, "mirrors do not count");

    assert_eq!(analysis.mirrors.len(), 3, "two cells and both together");
    assert_eq!(analysis.mirrors[2].battles, 4096);
    assert!((analysis.mirrors[0].seat.estimate - 0.5).abs() < 1e-12);
    assert!(analysis.mirrors[0].initiative.low > 0.9);

    let policies: Vec<(&str, f64)> = analysis.policies.iter().map(|p| (p.policy.as_str(), p.score.estimate)).collect();
    assert_eq!(policies[0].0, "charge");
    assert!((policies[0].1 - 462.0 / 1024.0).abs() < 1e-12, "{policies:?}");
    assert!((policies[1].1 - 562.0 / 1024.0).abs() < 1e-12);
}

#[test]
fn a_cells_numbers_agree() {
    let mut study = study();
    study.cells[1].tally = tally(150, 550, 50, 274);
    let cell = &analyse(&study).cells[1];
    let n = 2.0 * 1024.0;
    assert!((cell.wins.estimate - 850.0 / n).abs() < 1e-12);
    assert!((cell.draws.estimate - 100.0 / n).abs() < 1e-12);
    assert!((cell.losses.estimate - 1098.0 / n).abs() < 1e-12);
    assert!((cell.score.estimate - 900.0 / n).abs() < 1e-12);
    assert!((cell.margin.estimate - -1.6 * 124.0 / n).abs() < 1e-12, "{:?}", cell.margin);
    assert!(cell.margin.low < cell.margin.estimate && cell.margin.half_width() < 0.05);
    assert!((cell.turns_mean - 6.0).abs() < 1e-12);
}

#[test]
fn a_matrix_that_cannot_be_fitted_says_why() {
    let mut study = study();
    study.cells.retain(|c| c.group == "greedy" && c.number != 3 && c.number != 4);
    study.cells[1].tally = tally(0, 0, 0, 1024);
    let analysis = analyse(&study);
    let matrix = &analysis.matrices[0];
    assert!(matrix.no_strengths.as_ref().is_some_and(|w| w.contains("no scale")), "{matrix:?}");
    assert!(matrix.ratings.iter().all(|r| r.verdict.is_none()));
    assert!(validate(&analysis, false).contains("No strengths"));
}

#[test]
fn json_has_its_documented_names() {
    let json = serde_json::to_value(analyse(&study())).expect("JSON");
    for path in [
        "/study",
        "/seed",
        "/rules_version",
        "/capped/low",
        "/designs/0/rating",
        "/cells/0/entrants/0/policy",
        "/cells/0/score/high",
        "/cells/0/tally/pair_scores/4",
        "/matrices/0/slope/estimate",
        "/matrices/0/ratings/0/implied/rating/low",
        "/matrices/0/ratings/3/implied/at-least",
        "/matrices/0/ratings/0/verdict",
        "/mirrors/0/seat/low",
        "/policies/0/score/low",
    ] {
        assert!(json.pointer(path).is_some_and(|v| !v.is_null()), "{path}");
    }
}

#[test]
fn the_text_shows_everything_and_obeys_nobody() {
    let text = validate(&analyse(&study()), false);
    println!("{text}");
    for part in
        ["Duels: greedy", "Slope k", "≥", "bound only", "Fleet actions", "900 : 905", "charge", "all", "Without a shot"]
    {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "a name cannot steer the terminal");
    assert!(text.lines().all(|l| l.trim_end() == l));
    let coloured = validate(&analyse(&study()), true);
    assert!(coloured.contains("\u{1b}[1m") && coloured.len() > text.len());
}
