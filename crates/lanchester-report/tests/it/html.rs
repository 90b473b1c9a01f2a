//! The page as text: whole, repeatable, small enough, and closed against names that are markup.

use lanchester_analysis::Analysis;
use lanchester_analysis::parity::EQUILIBRIUM;
use lanchester_report::{html, validate};

use crate::rich::{HOSTILE, rich, spoil};

/// Most bytes that a page of 100 designs may have.
const LARGEST: usize = 6_000_000;

#[test]
fn every_section_is_there_with_its_numbers() {
    let page = html(&rich(17)).replace('\u{a0}', " ");
    for id in [
        "advice",
        "prices",
        "sizes",
        "matrix",
        "ratings",
        "residuals",
        "calibration",
        "fleets",
        "cycles",
        "policies",
        "sensitivity",
        "sides",
        "designs",
        "provenance",
    ] {
        assert!(page.contains(&format!("<section id=\"{id}\">")) && page.contains(&format!("href=\"#{id}\"")), "{id}");
    }
    for part in [
        "The shipped ships",
        "4,812,000 battles",
        "ORRERY beats MIDGE: ",
        "30,000 battles; printed 593 : 48",
        "384.7 [383.1, 386.3]",
        "≥ 948",
        "Of the variance of the log odds, <strong>3.40 % [3.00, 3.80]</strong>",
        "p = <strong>0.840 [0.780, 0.900]</strong>. Numbers beat quality",
        "Ratings add up, as far as this can tell",
        "no exponent can be given: fewer than three actions.",
        "The printed rating predicts better than hull and a coin, does not differ significantly from house rating.",
        "the equilibrium mixture of policies",
        "lanchester validate default --seed 1 --game nova",
        "turn_limit = 40",
        "The turn limit ended <strong>0.470 % [0.460, 0.480]</strong>",
        "reconstructed",
        "of 17 designs fight at prices that depend on who commands",
        "Under “to the target” 6 of 15 prices rise significantly",
        "Under “other edges” none of 15 prices moves significantly: each by at most 3 %.",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains(EQUILIBRIUM) && !page.contains("NaN"));
    // Four heat maps of 17 × 17; two marks a design for each chart of a range, one for every other; all of it for wide
    // screens and for phones. Three curves of five marks, drawn once. Two readings of the 15 designs that have a price.
    let tips = 2 * (4 * 17 * 17 + 2 * 17 + 17 + 4 * 17 + 2 * 17 + 6 * 6 + 2 * 15) + 3 * 5;
    assert_eq!(page.matches("class=\"t\"").count(), tips);
}

#[test]
fn equal_analyses_give_equal_bytes() {
    assert!(html(&rich(17)) == html(&rich(17)));
}

#[test]
fn names_stay_text_wherever_they_stand() {
    let mut analysis = rich(17);
    spoil(&mut analysis);
    let page = html(&analysis);
    assert_eq!(page.matches("<script>").count(), 1);
    assert_eq!(page.matches("</script>").count(), 1, "a name ended the script");
    assert_eq!(page.matches("<img").count(), 0);
    // The two policy pairs that prices were asked for have become one by their names.
    assert_eq!(page.matches("<svg").count(), html(&rich(17)).matches("<svg").count() - 2);
    assert!(!page.contains('\u{1b}') && !page.contains('\u{202e}'), "a name steers what shows it");
    assert!(page.contains("&lt;/script&gt;&lt;img src=x"));
    assert!(page.contains("&amp;amp;"), "what looks escaped is escaped again: {HOSTILE}");
    // No tag has a handler: outside its quoted values stands nothing of a name.
    let tags = page.split('<').skip(1).filter_map(|text| text.split('>').next());
    let outside: Vec<&str> =
        tags.flat_map(|tag| tag.split('"').step_by(2)).filter(|part| part.contains("on")).collect();
    assert!(!outside.iter().any(|part| part.contains("onerror") || part.contains("onload")), "{outside:?}");
}

#[test]
fn nothing_is_fetched_and_nothing_may_be() {
    let page = html(&rich(17));
    assert!(page.contains("default-src 'none'") && page.contains("<meta charset=\"utf-8\">"));
    for word in ["http://", "https://", "url(", "@import", "src="] {
        assert!(!page.contains(word), "{word}");
    }
}

#[test]
fn a_hundred_designs_fit_and_more_are_left_to_the_files() {
    let page = html(&rich(100));
    println!("{} bytes for 100 designs", page.len());
    assert!(page.len() < LARGEST, "{} bytes", page.len());
    assert!(page.contains("data-columns=\"100\"") && page.contains("too large to draw"));
    let page = html(&rich(101));
    assert!(!page.contains("data-columns") && page.contains("This matrix of 101 designs is too large to draw"));
}

#[test]
fn missing_parts_leave_sections_out_or_say_why() {
    let mut analysis = rich(17);
    analysis.prices.clear();
    analysis.payoffs = None;
    analysis.policies.clear();
    analysis.shifts.clear();
    analysis.matrices.truncate(1);
    analysis.matrices[0].cycles = None;
    analysis.matrices[0].no_prices = Some(lanchester_stats::price::NoPrices::SlopeUnclear);
    // Neither duels nor fleets price a design.
    for row in &mut analysis.matrices[0].ratings {
        (row.implied, row.residual, row.q, row.verdict) = (None, None, None, None);
    }
    let page = html(&analysis);
    for id in ["advice", "prices", "policies", "sensitivity", "cycles", "residuals"] {
        assert!(!page.contains(&format!("id=\"{id}\"")), "{id}");
    }
    assert!(page.contains("No ratings can be implied: strength cannot be shown to rise with rating."));
    analysis.mirrors.clear();
    analysis.matrices.clear();
    let page = html(&analysis);
    assert!(
        page.contains("No mirror matches were played") && page.contains("fleet actions within 5 % of equal points")
    );
    assert!(page.contains("id=\"fleets\"") && !page.contains("id=\"matrix\""));
}

/// A study with prices alone says what was played for them, and its page has no heading without a text.
#[test]
fn a_study_with_prices_alone_counts_what_was_played() {
    let mut analysis = rich(5);
    analysis.prices.retain(|row| row.policies == ["greedy", "greedy"]);
    (analysis.battles, analysis.payoffs) = (0, None);
    analysis.cells.clear();
    analysis.matrices.clear();
    analysis.prices_by_size.clear();
    analysis.readings.clear();
    analysis.designs.clear();
    let page = html(&analysis);
    // Five prices of 64,000 battles.
    assert!(page.contains("320,000 battles for prices") && page.contains("5 designs"), "{page}");
    assert!(!page.contains("0 cells") && !page.contains("0 designs") && !page.contains(">0 battles"), "{page}");
    assert!(page.contains("How good the policies are") && page.contains("How far greedy can be beaten"), "{page}");
    // Which policies the prices are of, at the top of both.
    let text = validate(&analysis, false).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("Parity prices, greedy on both sides: at its price, fleets"), "{text}");
    assert!(
        page.contains(
            "Fought in fleets of equal points with greedy on both sides (verdicts can differ under other policies)"
        ),
        "{page}"
    );
    analysis.mirrors.clear();
    analysis.fleet_laws.clear();
    analysis.shifts.clear();
    let page = html(&analysis);
    assert!(page.contains("All of this holds for the fleets that fought here with greedy on both sides; "), "{page}");
    analysis.prices.clear();
    assert!(!html(&analysis).contains("How good the policies are"));
}

/// Where seat 0 has the initiative in every battle there is one column for both.
#[test]
fn equal_sides_have_one_column_where_the_seat_has_the_initiative() {
    let mut analysis = rich(5);
    let both = |analysis: &Analysis| [html(analysis), validate(analysis, false)];
    let [page, text] = both(&analysis);
    assert!(page.contains("First initiative scores %") && text.contains("Initiative %"));
    for mirror in &mut analysis.mirrors {
        mirror.initiative = Some(mirror.seat);
    }
    let [page, text] = both(&analysis);
    assert!(page.contains("Seat 0, with the initiative, scores %") && !page.contains("First initiative"), "{page}");
    assert!(text.contains("Seat 0, with initiative, %") && !text.contains("  Initiative %"), "{text}");
}
