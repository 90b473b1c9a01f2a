//! What a study says: the numbers, the JSON and the text.

use std::sync::atomic::AtomicBool;

use crate::sample::{payoffs, study, tally};
use lanchester_analysis::analysis::Matrix;
use lanchester_analysis::parity::EQUILIBRIUM;
use lanchester_analysis::study::StudyResults;
use lanchester_analysis::{analyse, analyse_until};
use lanchester_report::{html, validate};
use lanchester_stats::price::{Implied, Verdict};

#[test]
fn matrices_mirrors_and_policies_are_told_apart() {
    let analysis = analyse(&study());
    let policy_pairs: Vec<&str> = analysis.matrices.iter().map(|m| m.policies[0].as_str()).collect();
    // Only one group has duels of different designs; greedy beats charge, so it is the equilibrium.
    assert_eq!(policy_pairs, [EQUILIBRIUM, "greedy"]);
    let matrix = &analysis.matrices[1];
    let names: Vec<&str> = matrix.ratings.iter().map(|r| r.design.as_str()).collect();
    assert_eq!(names, ["a", "b", "c", "d"]);
    assert!(matrix.slope.is_some_and(|k| k.low > 0.0));
    assert_eq!(matrix.ratings[3].verdict, Some(Verdict::Bound));
    // It lost nothing; those that lost something cost up to 210.
    assert_eq!(matrix.ratings[3].implied, Some(Implied::AtLeast(210.0)));
    let Some(Implied::Rating(implied)) = matrix.ratings[0].implied else { panic!("a number") };
    let residual = matrix.ratings[0].residual.expect("a number");
    assert!((implied.estimate / 100.0 - residual.estimate).abs() < 1e-12);
    assert!(implied.low < implied.estimate && implied.estimate < implied.high && implied.half_width() < 20.0);
    assert_eq!(matrix.ratings[0].battles, 3 * 2048, "mirrors do not count");

    assert_eq!(analysis.mirrors.len(), 3, "two cells and both together");
    assert_eq!(analysis.mirrors[2].battles, 4096);
    assert!((analysis.mirrors[0].seat.estimate - 0.5).abs() < 1e-12);
    assert!(analysis.mirrors[0].initiative.is_some_and(|share| share.low > 0.9));

    let policies: Vec<(&str, f64)> = analysis.policies.iter().map(|p| (p.policy.as_str(), p.score.estimate)).collect();
    assert_eq!(policies[0].0, "charge");
    assert!((policies[0].1 - 462.0 / 1024.0).abs() < 1e-12, "{policies:?}");
    assert!((policies[1].1 - 562.0 / 1024.0).abs() < 1e-12);
}

/// What a ship without a printed rating does in battle is no prediction of a printed rating: the calibration is that of the study
/// without its battles.
#[test]
fn calibration_asks_printed_ratings_alone() {
    let (mut unrated, mut without) = (study(), study());
    unrated.designs[3].unrated = true;
    without.cells.retain(|cell| cell.entrants.iter().all(|entrant| entrant.id != "d"));
    let of = |study: &StudyResults| format!("{:?}", analyse(study).matrices[1].calibration.as_ref().expect("one"));
    assert_eq!(of(&unrated), of(&without));
    assert_ne!(of(&study()), of(&without), "else this shows nothing");
    let analysis = analyse(&unrated);
    let page = html(&analysis);
    assert!(page.contains("Left out, because nothing is printed that could predict: D."));
    assert!(
        validate(&analysis, false).contains("without themselves, those without a printed rating left out): rating")
    );
    assert!(!html(&analyse(&study())).contains("nothing is printed"));
    unrated.designs.iter_mut().for_each(|design| design.unrated = true);
    let page = html(&analyse(&unrated));
    assert!(page.contains("No ship that duelled has a printed rating, so no rating is judged."));
    assert!(!page.contains("Do the ratings predict?") && !page.contains("too few to judge"));
}

/// Ctrl-C during the analysis: what takes long is left out and said to be, what was counted is there.
#[test]
fn an_analysis_that_is_stopped_keeps_what_was_counted() {
    let (whole, stopped) = (analyse(&study()), analyse_until(&study(), &AtomicBool::new(true)));
    assert_eq!(whole.cells.len(), stopped.cells.len());
    for (whole, stopped) in whole.cells.iter().zip(&stopped.cells) {
        assert_eq!((&whole.tally, whole.score), (&stopped.tally, stopped.score));
    }
    assert!(stopped.fleet_laws.is_empty() && !whole.fleet_laws.is_empty());
    assert_eq!(whole.matrices.len(), stopped.matrices.len());
    for (whole, stopped) in whole.matrices.iter().zip(&stopped.matrices) {
        assert_eq!(stopped.no_strengths.as_deref(), Some("the analysis was interrupted"));
        assert!(stopped.cycles.is_none() && stopped.calibration.is_none() && stopped.slope.is_none());
        let scores = |of: &Matrix| of.ratings.iter().map(|row| row.score).collect::<Vec<_>>();
        assert_eq!(scores(whole), scores(stopped));
        assert!(stopped.ratings.iter().all(|row| row.strength.is_none() && row.verdict.is_none()));
        assert_eq!(whole.meetings.len(), stopped.meetings.len());
    }
    // What is known is still printed.
    assert!(!validate(&stopped, false).is_empty() && html(&stopped).contains("</html>"));
}

/// Of 2,048 battles of the fleet action 400 were A's major victories and 100 B's; a game that grades no victories shows none.
#[test]
fn major_victories_are_shown_where_there_are_some() {
    let graded = analyse(&study());
    let action = graded.cells.iter().find(|c| !c.duel).expect("the fleet action");
    assert_eq!(action.major.map(|m| (2048.0 * m.estimate).round()), [400.0, 100.0]);
    assert_eq!([0, 1].map(|side| (2048.0 * action.minor(side).estimate).round()), [2.0 * 400.0 + 500.0 - 400.0, 600.0]);
    let all = graded.cells.iter().map(|c| c.tally.major[0] + c.tally.major[1]).sum::<u64>() as f64;
    assert!((graded.major.expect("some").estimate - all / graded.battles as f64).abs() < 1e-12);

    let mut study = study();
    study.cells.iter_mut().for_each(|cell| cell.tally.major = [0, 0]);
    let plain = analyse(&study);
    assert_eq!(plain.major, None);
    for (analysis, shown) in [(&graded, true), (&plain, false)] {
        let (text, page) = (validate(analysis, false), html(analysis));
        assert_eq!(text.contains("Won by a major victory") && text.contains("Major A, B %"), shown, "{text}");
        assert_eq!(page.contains("major victory, by the game") && page.contains("Major victory of A, of B %"), shown);
    }
}

/// Every policy pair has its matrix, and the equilibrium one; each counts the right battles.
#[test]
fn policies_have_matrices_of_their_own() {
    let analysis = analyse(&payoffs());
    let policy_pairs: Vec<[&str; 2]> =
        analysis.matrices.iter().map(|m| m.policies.each_ref().map(String::as_str)).collect();
    assert_eq!(policy_pairs, [[EQUILIBRIUM, EQUILIBRIUM], ["bold", "bold"], ["shy", "shy"], ["bold", "shy"]]);
    for (matrix, cells) in analysis.matrices[1..].iter().zip([1, 1, 2]) {
        assert!(matrix.meetings.iter().all(|m| m.battles == cells * 2048), "{:?}", matrix.policies);
        assert_eq!(matrix.meetings.len(), 3);
    }
    // Bold beats shy everywhere, so the equilibrium is bold alone, and says what bold on both sides says.
    let found = analysis.payoffs.as_ref().expect("policies met");
    assert!(found.weights[0] > 0.999, "{found:?}");
    assert!(found.scores[0][1].is_some_and(|s| s.low > 0.5) && found.scores[0][0].is_none());
    let [equilibrium, bold, ..] = &analysis.matrices[..] else { panic!("matrices") };
    for (one, two) in bold.meetings.iter().zip(&equilibrium.meetings) {
        assert!((one.score.estimate - two.score.estimate).abs() < 0.01);
    }
    // Under shy policies the same points make half the difference.
    assert!(
        analysis.matrices[1]
            .slope
            .is_some_and(|bold| { analysis.matrices[2].slope.is_some_and(|shy| bold.estimate > 1.5 * shy.estimate) })
    );
    assert_eq!(analysis.shifts.len(), 3);
    assert!(analysis.shifts.iter().all(|s| s.least.1.estimate <= s.most.1.estimate));
}

#[test]
fn meetings_are_written_from_the_first_designs_side() {
    let analysis = analyse(&study());
    let matrix = &analysis.matrices[1];
    let [ab, ac, ..] = &matrix.meetings[..] else { panic!("meetings") };
    assert_eq!(([ab.a, ab.b], [ac.a, ac.b]), ([0, 1], [0, 2]));
    assert!((ab.score.estimate - 450.0 / 1024.0).abs() < 1e-12 && ab.significant);
    assert!((ac.score.estimate - 300.0 / 1024.0).abs() < 1e-12);
    let calibration = matrix.calibration.as_ref().expect("ratings that differ");
    assert_eq!(calibration.models[0].model, "rating");
    assert_eq!(calibration.models.last().map(|m| m.model.as_str()), Some("coin"));
    assert!(calibration.slope.low > 0.0);
}

#[test]
fn parity_prices_are_judged_together() {
    let analysis = analyse(&study());
    let verdicts: Vec<Verdict> = analysis.prices.iter().filter_map(|p| p.verdict).collect();
    assert_eq!(verdicts, [Verdict::Underpriced, Verdict::Fair, Verdict::Bound]);
    assert!(analysis.prices[0].q.is_some_and(|q| q < 1e-7) && analysis.prices[2].q.is_none());
    let text = validate(&analysis, false);
    assert!(text.contains("131.0 [129.0, 133.0]") && text.contains("≥ 800"), "{text}");
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
