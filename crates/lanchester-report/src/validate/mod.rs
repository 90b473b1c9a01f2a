//! What `lanchester validate` prints, section by section.
//!
//! [`brief`]: the answer in one table. [`advice`]: what to charge. [`prices`]: parity prices. [`sizes`]: those by the number of ships. [`ratings`]: a matrix of
//! duels and what it implies. [`fleets`]: fleet actions and their law.
//! [`policies`]: who gains from whom, and from which seat.

use lanchester_analysis::analysis::{Analysis, Matrix, RatingRow};
use lanchester_analysis::parity::{EQUILIBRIUM, ParityRow};
use lanchester_stats::price::{Implied, Verdict};

use crate::columns::{Screen, Tone, clean, folded};
use crate::commanders::{commanders_so_far, commanders_text, survival_sentence};
use crate::digits::{grouped, percent};
use crate::robust::{ranges, robust_so_far, robust_text};
use crate::{charge, exploited};

mod advice;
mod brief;
mod fleets;
mod policies;
mod price_list;
mod prices;
mod ratings;
mod sizes;

pub use advice::advice_table;
pub use brief::{Brief, brief};
pub(crate) use policies::seat_has_initiative;
pub use price_list::price_list;
pub(crate) use prices::capped_percent;
pub use prices::{Wanted, imprecise_prices, parity_text, price_table, price_table_with, undecided_prices};
pub(crate) use sizes::fleet;
pub use sizes::{size_sentence, size_text, sizes_so_far};

/// The text of a study: what to charge, prices, fleet actions, policies, biases. It is written for `screen`.
#[must_use]
pub fn validate(analysis: &Analysis, screen: impl Into<Screen>) -> String {
    let screen = screen.into();
    let mut lines = vec![format!(
        "{} ({}): {} rules v{}, seed {}, {}. Intervals are 95 %.",
        clean(&analysis.name),
        clean(&analysis.study),
        clean(&analysis.game),
        analysis.rules_version,
        analysis.seed,
        charge::battles(analysis)
    )];
    let advice = advice_table(analysis, screen);
    if !advice.is_empty() {
        lines.extend([String::new(), advice]);
    }
    if !analysis.prices.is_empty() {
        // Of several policies the table has a column.
        let who = prices_under(analysis).map(|pair| format!(", {}", policy_pair(pair))).unwrap_or_default();
        lines.push(String::new());
        let means = "at its price, fleets of a ship fight random fleets of the others evenly.";
        lines.extend(folded(&format!("Parity prices{who}: {means}"), COLUMNS));
        lines.push(price_table_with(&analysis.prices, ranges(analysis), screen));
        if let Some(beware) = undecided_prices(headline(analysis)) {
            lines.extend(folded(&beware, COLUMNS));
        }
    }
    lines.extend(further_prices(analysis, screen));
    lines.extend(matrices(analysis, screen));
    lines.extend(ratings::shift_lines(analysis));
    let actions = fleets::table(analysis);
    if !actions.is_empty() {
        lines.extend([String::new(), "Fleet actions".to_owned(), actions.render(screen)]);
        let all = analysis.cells.iter().filter(|c| !c.duel && !c.mirror).count();
        if all > fleets::MOST_ACTIONS {
            let listed = fleets::MOST_ACTIONS;
            lines.push(format!("The first {listed} of {}; all of them are in cells.parquet.", grouped(all as u64)));
        }
    }
    lines.extend(analysis.fleet_laws.iter().map(|law| fleets::law_line(law, analysis.fleet_laws.len() > 1)));
    if !analysis.policies.is_empty() {
        let table = policies::table(analysis).render(screen);
        lines.extend([String::new(), "Policies against each other".to_owned(), table]);
        lines.extend(policies::equilibrium_lines(analysis));
    }
    let exploited = exploited::sentences(analysis);
    if !exploited.is_empty() {
        lines.push(String::new());
        lines.extend(exploited);
    }
    if !analysis.mirrors.is_empty() {
        lines.extend([String::new(), policies::mirrors_head(analysis), policies::mirrors(analysis).render(screen)]);
    }
    if analysis.battles > 0 {
        lines.push(String::new());
        lines.push(format!("Ended by the turn limit: {} % of battles", percent(&analysis.capped)));
        lines.push(format!("Without a shot: {} % of battles", percent(&analysis.no_contact)));
        lines.extend(
            analysis.major.iter().map(|major| format!("Won by a major victory: {} % of battles", percent(major))),
        );
    }
    // A table ends in a line break of its own.
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Prices under other settings and commanders, and by the number of ships.
fn further_prices(analysis: &Analysis, screen: Screen) -> Vec<String> {
    // Of an interrupted run no sentence says what all prices decide.
    let whole = analysis.partial().is_none();
    let mut lines = Vec::new();
    if !analysis.robust.is_empty() {
        let text = if whole { robust_text(&analysis.robust, screen) } else { robust_so_far(&analysis.robust, screen) };
        lines.extend([String::new(), text]);
    }
    if !analysis.commanders.is_empty() {
        let text = if whole {
            commanders_text(&analysis.commanders, screen)
        } else {
            commanders_so_far(&analysis.commanders, screen)
        };
        lines.extend([String::new(), text]);
        lines.extend(
            survival_sentence(analysis).iter().filter(|_| whole).flat_map(|sentence| folded(sentence, COLUMNS)),
        );
    }
    if !analysis.prices_by_size.is_empty() {
        let head = "Parity prices by the number of ships";
        let text = if whole {
            size_text(&analysis.prices_by_size, screen)
        } else {
            sizes_so_far(&analysis.prices_by_size, screen)
        };
        lines.extend([String::new(), head.to_owned(), text]);
    }
    lines
}

/// The prices under the policies that are quoted first.
pub(crate) fn headline(analysis: &Analysis) -> impl Iterator<Item = &ParityRow> {
    let first = analysis.prices.first().map(|row| &row.policies);
    analysis.prices.iter().filter(move |row| Some(&row.policies) == first)
}

/// The two policies of all prices; nothing where there are several pairs of them, or no prices.
pub(crate) fn prices_under(analysis: &Analysis) -> Option<&[String; 2]> {
    let first = &analysis.prices.first()?.policies;
    analysis.prices.iter().all(|row| row.policies == *first).then_some(first)
}

/// Columns of a terminal that texts keep to, and tables where names allow it.
const COLUMNS: usize = 80;

/// The duels: the first matrix of a group in full, the others of it side by side.
fn matrices(analysis: &Analysis, screen: Screen) -> Vec<String> {
    let several = analysis.matrices.len() > 1;
    let mut lines = Vec::new();
    for (i, matrix) in analysis.matrices.iter().enumerate() {
        if analysis.matrices[..i].iter().any(|earlier| earlier.group == matrix.group) {
            continue;
        }
        let group = clean(&matrix.group);
        let mut head = if group == "duels" { "Duels".to_owned() } else { format!("Duels: {group}") };
        if several {
            head.push_str(&format!(", {}", policy_pair(&matrix.policies)));
        }
        lines.extend([String::new(), head, ratings::table(matrix).render(screen)]);
        lines.extend(ratings::slope_lines(matrix));
        let group: Vec<&Matrix> = analysis.matrices.iter().filter(|other| other.group == matrix.group).collect();
        if group.len() > 1 {
            let head = "Off by %, by who commands (one policy: on both sides; intervals in ratings.parquet)";
            lines.extend([String::new(), head.to_owned(), ratings::side_by_side(&group).render(screen)]);
        }
    }
    lines
}

/// Two policies as a heading: `greedy`, `greedy and charge`, `equilibrium`.
fn policy_pair([a, b]: &[String; 2]) -> String {
    let name = |policy: &String| if policy == EQUILIBRIUM { "equilibrium".to_owned() } else { clean(policy) };
    match (a == b, a == EQUILIBRIUM) {
        (true, true) => name(a),
        (true, false) => format!("{} on both sides", name(a)),
        (false, _) => format!("{} against {}", name(a), name(b)),
    }
}

pub(crate) const fn verdict_text(verdict: Option<Verdict>) -> (&'static str, Tone) {
    match verdict {
        Some(Verdict::Overpriced) => ("overpriced", Tone::Bad),
        Some(Verdict::Underpriced) => ("underpriced", Tone::Bad),
        Some(Verdict::Fair) => ("fair", Tone::Good),
        Some(Verdict::Inconclusive) => ("inconclusive", Tone::Dim),
        Some(Verdict::Bound) => ("bound only", Tone::Plain),
        Some(Verdict::DependsOnPolicy) => ("depends on the policy", Tone::Plain),
        None => ("", Tone::Plain),
    }
}

/// What is said of the printed rating of a price.
pub(crate) fn price_verdict(row: &ParityRow) -> (String, Tone) {
    let words = verdict_words(row.verdict, row.parity.ends(), row.printed, row.undecided());
    (words, if row.undecided() { Tone::Plain } else { verdict_text(row.verdict).1 })
}

/// What is said of a printed rating beside an implied one.
pub(crate) fn rating_verdict(row: &RatingRow) -> (String, Tone) {
    let bounds = match row.implied {
        Some(Implied::AtLeast(least)) => [None, Some(least), None],
        Some(Implied::AtMost(most)) => [None, None, Some(most)],
        Some(Implied::Rating(_) | Implied::Nothing) | None => [None; 3],
    };
    (verdict_words(row.verdict, bounds, row.printed, false), verdict_text(row.verdict).1)
}

/// A verdict in words, beside the estimate and the two ends of what is known: a bound that is equal to the printed rating says
/// so, and so does a price most of whose battles the turn limit ended.
fn verdict_words(
    verdict: Option<Verdict>,
    [_, least, most]: [Option<f64>; 3],
    printed: Option<u32>,
    undecided: bool,
) -> String {
    let equal = |bound: f64| printed.is_some_and(|printed| bound == f64::from(printed));
    let words = match (verdict, least.map(f64::floor), most.map(f64::ceil)) {
        (Some(Verdict::Bound), Some(least), None) if equal(least) => "at least what is printed",
        (Some(Verdict::Bound), None, Some(most)) if equal(most) => "at most what is printed",
        _ => verdict_text(verdict).0,
    };
    if undecided && !words.is_empty() { format!("{words}, capped") } else { words.to_owned() }
}

fn plain(text: &str) -> (String, Tone) {
    (text.to_owned(), Tone::Plain)
}
