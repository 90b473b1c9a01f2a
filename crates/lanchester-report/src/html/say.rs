//! Numbers, names and verdicts in the words that the whole page uses.

use lanchester_analysis::analysis::{Matrix, RatingRow};
use lanchester_analysis::parity::{EQUILIBRIUM, ParityRow};
use lanchester_analysis::study::Entrant;
use lanchester_stats::Interval;
use lanchester_stats::price::{Implied, Verdict};

use crate::charge::change_judged;
use crate::columns::clean;
use crate::digits::{self, Marks};

/// A text with a capital letter at its beginning.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}

/// A name from a file: without control characters and marks that turn the direction of writing. Escaping is left to
/// whoever writes it into markup.
pub fn name(text: &str) -> String {
    clean(text)
}

/// A word of a command line: quoted where a shell would read it otherwise.
pub fn word(text: &str) -> String {
    let text = clean(text);
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

/// A name cut to so many characters, for the gutters of charts.
pub fn short(text: &str, most: usize) -> String {
    let text = clean(text);
    if text.chars().count() <= most {
        return text;
    }
    let mut cut: String = text.chars().take(most.saturating_sub(1)).collect();
    cut.truncate(cut.trim_end().len());
    cut + "…"
}

/// `1.20 [1.18, 1.22]`.
pub fn number(interval: &Interval) -> String {
    digits::text(interval).replace('-', "−")
}

/// A number that is compared with another: an interval that leaves that one out is seen to.
pub fn against(interval: &Interval, mark: f64) -> String {
    digits::text_against(interval, &Marks::at(mark)).replace('-', "−")
}

/// A price beside the printed one: digits enough for the verdict, and no more.
pub fn judged(price: &Interval, printed: Option<u32>, verdict: Option<Verdict>) -> String {
    digits::bracketed(&crate::charge::judged(price, printed, verdict)).replace('-', "−")
}

/// Odds to 1: `15 [13, 16] to 1`; where they are hardly known, `at least 500 to 1`.
pub fn odds(odds: &Interval) -> String {
    if odds.high < 20.0 * odds.low {
        format!("{} to 1", number(odds))
    } else {
        format!("{} to 1", digits::at_least(odds.low).replace('≥', "at least"))
    }
}

/// A share for a column headed %: `63.2 [62.1, 64.3]`.
pub fn share(interval: &Interval) -> String {
    digits::percent(interval).replace('-', "−")
}

/// A score for a column headed %: one that differs from one half is seen to.
pub fn score(interval: &Interval) -> String {
    against(&interval.map_rising(|x| 100.0 * x), 50.0)
}

/// A score in a sentence: `63.2 % [62.1, 64.3]`.
pub fn score_percent(interval: &Interval) -> String {
    with_percent(&score(interval))
}

/// A share in a sentence: `63.2 % [62.1, 64.3]`.
pub fn percent(interval: &Interval) -> String {
    with_percent(&share(interval))
}

fn with_percent(text: &str) -> String {
    text.split_once(' ').map_or_else(|| text.to_owned(), |(estimate, rest)| format!("{estimate} % {rest}"))
}

/// A ratio as a change in a sentence: `+7 % [+5, +10]`, with digits enough for a verdict on it.
pub fn change(ratio: &Interval, verdict: Option<Verdict>) -> String {
    with_percent(&change_judged(ratio, verdict))
}

/// A text whose intervals keep to one line each: the space after the comma within brackets does not break.
pub fn unbroken(text: &str) -> String {
    let mut parts = text.split('[');
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |text, part| {
        let (inside, rest) = part.split_at(part.find(']').unwrap_or(0));
        text + "[" + &inside.replace(", ", ",\u{a0}") + rest
    })
}

/// The other side's view of a score.
pub fn turned(score: &Interval) -> Interval {
    Interval { estimate: 1.0 - score.estimate, low: 1.0 - score.high, high: 1.0 - score.low }
}

/// One of a thing or several: `1 design`, `17 designs`.
pub fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{} {}", digits::grouped(n as u64), if n == 1 { one } else { many })
}

/// Who commands: `greedy on both sides`, `charge against greedy`, `the equilibrium mixture of policies`.
pub fn policy_pair(policies: &[String; 2]) -> String {
    let [a, b] = policies;
    let known = |policy: &str| match policy {
        EQUILIBRIUM => "the equilibrium mixture of policies".to_owned(),
        policy => name(policy),
    };
    match (a == b, a == EQUILIBRIUM) {
        (true, true) => known(a),
        (true, false) => format!("{} on both sides", known(a)),
        (false, _) => format!("{} against {}", known(a), known(b)),
    }
}

/// Whose policies meet, for a column of a list: `greedy`, `charge against greedy`.
pub fn policies_of(entrants: &[Entrant; 2]) -> String {
    let [a, b] = entrants.each_ref().map(|e| name(&e.policy));
    if a == b { a } else { format!("{a} against {b}") }
}

/// What tells a matrix from the others of a study.
pub fn title(matrix: &Matrix) -> String {
    if matrix.group == "duels" || matrix.group.is_empty() {
        policy_pair(&matrix.policies)
    } else {
        format!("{}, {}", name(&matrix.group), policy_pair(&matrix.policies))
    }
}

/// A verdict with its mark, the same as in the charts.
pub const fn verdict(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        Some(Verdict::Overpriced) => "▼ overpriced",
        Some(Verdict::Underpriced) => "▲ underpriced",
        Some(Verdict::Fair) => "● fair",
        Some(Verdict::Inconclusive) => "○ inconclusive",
        Some(Verdict::Bound) => "◆ bound only",
        Some(Verdict::DependsOnPolicy) => "◇ depends on the policy",
        None => "",
    }
}

/// The verdict on a price with its mark, and what qualifies it.
pub fn price_verdict(row: &ParityRow) -> String {
    marked(row.verdict, &crate::validate::price_verdict(row).0)
}

/// The verdict beside an implied rating with its mark, and what qualifies it.
pub fn rating_verdict(row: &RatingRow) -> String {
    marked(row.verdict, &crate::validate::rating_verdict(row).0)
}

fn marked(of: Option<Verdict>, words: &str) -> String {
    verdict(of).split_once(' ').map_or_else(String::new, |(mark, _)| format!("{mark} {words}"))
}

/// The class that gives a verdict on a price its colour: none where the turn limit ended most of its battles.
pub const fn price_class(row: &ParityRow) -> &'static str {
    verdict_class(if row.undecided() { None } else { row.verdict })
}

/// The class that gives a verdict its colour.
pub const fn verdict_class(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        Some(Verdict::Overpriced) => "over",
        Some(Verdict::Underpriced) => "under",
        Some(Verdict::Fair) => "fair",
        Some(Verdict::Inconclusive | Verdict::Bound | Verdict::DependsOnPolicy) | None => "unsure",
    }
}

/// The rating that results imply, beside the printed one: `908 [901, 915]`, `≥ 730`, nothing.
pub fn implied(implied: Option<&Implied>, printed: Option<u32>, verdict: Option<Verdict>) -> String {
    match implied {
        Some(Implied::Rating(interval)) => judged(interval, printed, verdict),
        Some(Implied::AtLeast(x)) => digits::at_least(*x),
        Some(Implied::AtMost(x)) => digits::at_most(*x),
        Some(Implied::Nothing) | None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_in_sentences() {
        let i = Interval { estimate: 0.632, low: 0.621, high: 0.643 };
        assert_eq!(percent(&i), "63.2 % [62.1, 64.3]");
        assert_eq!(change(&i, None), "−36.8 % [−37.9, −35.7]");
        let turned = turned(&i);
        assert!(turned.low < turned.estimate && turned.estimate < turned.high && turned.contains(1.0 - 0.643));
        assert_eq!(number(&Interval { estimate: -0.5, low: -0.6, high: -0.4 }), "−0.50 [−0.60, −0.40]");
    }

    #[test]
    fn intervals_stay_whole() {
        assert_eq!(unbroken("a, b [1, 2], c [3"), "a, b [1,\u{a0}2], c [3");
        assert_eq!(unbroken("]x[, "), "]x[, ");
    }

    #[test]
    fn names_are_cut_by_characters_and_cleaned() {
        assert_eq!(short("MAJESTIC", 8), "MAJESTIC");
        assert_eq!(short("戦艦大和の姉妹艦", 5), "戦艦大和…");
        assert_eq!(short("a\u{1b}[2J", 9), "a\u{fffd}[2J");
    }

    #[test]
    fn policy_pairs_read_as_words() {
        let of = |a: &str, b: &str| policy_pair(&[a.to_owned(), b.to_owned()]);
        assert_eq!(of("greedy", "greedy"), "greedy on both sides");
        assert_eq!(of("charge", "greedy"), "charge against greedy");
        assert_eq!(of(EQUILIBRIUM, EQUILIBRIUM), "the equilibrium mixture of policies");
        assert_eq!(of("charge", EQUILIBRIUM), "charge against the equilibrium mixture of policies");
    }
}
