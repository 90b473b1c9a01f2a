//! The page of a sweep as text: every section with its numbers, of a reasonable size, sensible where there is little to
//! say, and closed against names that are markup.

use lanchester_analysis::sweep::{Cell, SweepAnalysis, analyse, ranking};
use lanchester_core::Tally;
use lanchester_report::sweep::text;
use lanchester_report::sweep_html;
use lanchester_stats::price::Verdict;

use crate::sweeps::{HOSTILE, many, odd, spoil, sweep, toys, whole};

/// Most bytes that a page may have, however many variants there are.
const LARGEST: usize = 1_500_000;

fn page(analysis: &SweepAnalysis) -> String {
    sweep_html(analysis).replace('\u{a0}', " ")
}

#[test]
fn every_section_is_there_with_its_numbers() {
    let analysis = analyse(&toys());
    let page = page(&analysis);
    for id in ["best", "effects", "interactions", "ratings", "provenance"] {
        assert!(page.contains(&format!("<section id=\"{id}\">")) && page.contains(&format!("href=\"#{id}\"")), "{id}");
    }
    for part in [
        "Toys to scale",
        "sweep report",
        "12 variants, which differ in hull, shields and pivot, fought ANVIL, BOLT and CROWN, with greedy and charge in turn on both sides; 2 more were left out.",
        "What matters most to the score is hull, ",
        " of the variance between variants: the more, the better, from 8 (",
        "For its points the best is variant ",
        "shields with pivot",
        "hull with shields",
        "hull ↓  shields →",
        "ship.hull",
        "lanchester sweep toys --pairs 400 --seed 7",
        "interactions.parquet",
        "57,600 battles",
        "What one gets for the points, by value",
        "▼ overpriced",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("NaN") && !page.contains("could not be drawn"));
    // Twelve variants twice and values of three parameters twice, each for wide screens and for phones; their bars, the
    // bars of pairs.
    assert_eq!(page.matches("class=\"t\"").count(), 2 * (2 * 12 + 2 * 7) + 3 + 3);
    assert!(sweep_html(&analysis) == sweep_html(&analyse(&toys())), "equal analyses give equal bytes");
}

/// A time budget may be over before a variant has met all: the opponents that it did meet are not those of the others.
#[test]
fn a_variant_that_has_not_met_every_opponent_is_in_no_score_mean_or_list() {
    let all = analyse(&toys());
    let mut sweep = toys();
    let last = sweep.cells.pop().expect("a cell");
    assert_eq!(last.variant, 11);
    sweep.cells.push(Cell { tally: Tally::new(), ..last });
    let some = analyse(&sweep);
    let open = &some.variants[11];
    assert!(open.implied.is_none() && open.verdict.is_none() && open.battles > 0, "{open:?}");
    assert!(open.score.low <= 0.0 && open.score.high >= 1.0, "{:?}", open.score);
    assert!(some.variants[..11].iter().zip(&all.variants).all(|(one, other)| one.score == other.score));
    assert!(ranking(&some).rows.iter().all(|row| row.variant.number != 11) && ranking(&some).rows.len() == 11);
    let counted = |parameter: &str| {
        some.effects.iter().filter(|row| row.parameter == parameter).map(|row| row.variants).sum::<u64>()
    };
    assert_eq!(["hull", "shields", "pivot"].map(counted), [11; 3]);
    let said =
        "1 of 12 variants has not met every opponent, as the time was over before: no score, mean or list has them.";
    assert!(text(&some, false).contains(said) && page(&some).contains(said), "{}", text(&some, false));
    assert!(!text(&all, false).contains("not met") && !page(&all).contains("not met"));
}

#[test]
fn what_two_values_do_together_is_in_the_table() {
    let analysis = analyse(&toys());
    let of = |hull: &str, shields: &str| {
        let found =
            analysis.interactions.iter().find(|i| i.parameters == ["hull", "shields"] && i.values == [hull, shields]);
        found.expect("a cell")
    };
    assert!(of("12", "5+").beyond > 0.0 && of("8", "5+").beyond < 0.0 && of("8", "none").beyond > 0.0);
    assert_eq!(of("12", "5+").variants, 2);
    let page = page(&analysis);
    let cell = format!("<b>{:.1}</b> <span class=\"i\">+", 100.0 * of("12", "5+").score.estimate);
    assert!(page.contains(&cell), "{cell}");
}

#[test]
fn verdicts_hold_over_all_variants_together() {
    let analysis = analyse(&toys());
    let of = |number: usize| (analysis.variants[number].verdict, analysis.variants[number].residual);
    // Number 3 has 8 of hull and shields that are charged at three times what they are worth.
    let (verdict, residual) = of(3);
    assert!(verdict == Some(Verdict::Overpriced) && residual.is_some_and(|r| r.high < 0.85), "{residual:?}");
    assert!(analysis.variants.iter().all(|v| v.q.is_some_and(|q| (0.0..=1.0).contains(&q))));
    let order = ranking(&analysis);
    assert!(order.for_points && order.unknown == 0 && order.rows.len() == 12);
    let worth: Vec<f64> = order.rows.iter().filter_map(|v| v.residual).map(|r| r.estimate).collect();
    assert!(worth.is_sorted_by(|a, b| a >= b), "{worth:?}");
}

#[test]
fn ten_thousand_variants_fit_and_what_is_cut_is_said() {
    let analysis = analyse(&many(10_000));
    let page = page(&analysis);
    println!("{} bytes for 10,000 variants", page.len());
    assert!(page.len() < LARGEST, "{} bytes", page.len());
    for part in [
        "10,000 variants",
        "The 15 best and the 15 worst of 10,000 variants",
        "… 9,970 between …",
        "300 of 10,000 variants: a third the best",
        "reported in ranges",
        "72 to 96",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // What does nothing has a share below what chance would give.
    let idle = analysis.shares.iter().find(|s| s.parameters == ["idle"]).expect("a share");
    assert!(idle.share < 0.01, "{idle:?}");
}

#[test]
fn strange_sweeps_have_sensible_pages() {
    let pages: Vec<(SweepAnalysis, String)> = odd().iter().map(analyse).map(|a| (a.clone(), page(&a))).collect();
    for (i, (analysis, page)) in pages.iter().enumerate() {
        assert!(!page.contains("NaN") && !page.contains("inf") && !page.contains("could not be drawn"), "{i}: {page}");
        assert!(page.contains("<section id=\"best\">") && page.contains("<section id=\"provenance\">"), "{i}");
        assert!(page.len() < LARGEST && !text(analysis, false).is_empty());
    }
    let page = |i: usize| pages[i].1.as_str();
    assert!(page(1).contains("Of a parameter with more than 16 values only the best and the worst are shown"));
    assert!(page(1).contains("Only words was varied"));
    for one in [2, 3] {
        assert!(page(one).contains("1 variant") && !page(one).contains("What matters most"));
        assert!(!page(one).contains("id=\"effects\"") && !page(one).contains("id=\"interactions\""));
    }
    // A parameter that has one value was not varied.
    assert!(
        page(4).contains("which differ in hull,") && page(4).contains("Only hull was varied: the more, the better")
    );
    assert!(!page(4).contains("id=\"interactions\""));
    assert!(page(5).contains("All variants scored the same, so nothing that was varied matters here."));
    assert!(page(6).contains("No ratings can be implied: strength cannot be shown to rise with the model"));
    assert!(page(6).contains("By score the best is variant 0") && !page(6).contains("id=\"ratings\""));
    assert!(page(7).contains("By score the best is"));
    assert!(page(8).contains("with greedy and greedy in turn"));
}

#[test]
fn battles_without_a_result_or_a_rating_make_no_panic() {
    let mut nothing = toys();
    nothing.cells.clear();
    assert!(page(&analyse(&nothing)).contains("id=\"provenance\""));
    nothing.variants.clear();
    nothing.opponents.clear();
    assert!(page(&analyse(&nothing)).contains("0 variants"));
    let free = analyse(&sweep(&["hull"], vec![whole(&[1]), whole(&[2])], |_| (0, 90.0)));
    assert!(page(&free).contains("id=\"best\"") && free.variants.iter().all(|v| v.residual.is_none()));
}

#[test]
fn names_stay_text_wherever_they_stand() {
    let mut sweep = toys();
    spoil(&mut sweep);
    let page = sweep_html(&analyse(&sweep));
    assert_eq!(page.matches("<script>").count(), 1);
    assert_eq!(page.matches("</script>").count(), 1, "a name ended the script");
    assert_eq!(page.matches("<img").count(), 0);
    assert_eq!(page.matches("<svg").count(), sweep_html(&analyse(&toys())).matches("<svg").count());
    assert!(!page.contains('\u{1b}') && !page.contains('\u{202e}'), "a name steers what shows it");
    assert!(page.contains("&lt;/script&gt;&lt;img src=x"));
    assert!(page.contains("&amp;amp;"), "what looks escaped is escaped again: {HOSTILE}");
    let tags = page.split('<').skip(1).filter_map(|text| text.split('>').next());
    let outside: Vec<&str> =
        tags.flat_map(|tag| tag.split('"').step_by(2)).filter(|part| part.contains("on")).collect();
    assert!(!outside.iter().any(|part| part.contains("onerror") || part.contains("onload")), "{outside:?}");
    for word in ["http://", "https://", "url(", "@import"] {
        assert!(!page.contains(word), "{word}");
    }
    assert!(page.contains("default-src 'none'"));
}
