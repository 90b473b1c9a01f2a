//! Numbers, names and verdicts in the words that the whole page uses.

use lanchester_analysis::analysis::Matrix;
use lanchester_analysis::parity::EQUILIBRIUM;
use lanchester_analysis::study::Entrant;
use lanchester_stats::Interval;
use lanchester_stats::price::{Implied, Verdict};

use crate::digits;
use crate::table::clean;

/// A name from a file: without control characters and marks that turn the direction of writing. Escaping is left to
/// whoever writes it into markup.
pub fn name(text: &str) -> String {
    clean(text)
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

/// Odds to 1: `15 [13, 16] to 1`; where they are hardly known, `at least 500 to 1`.
pub fn odds(odds: &Interval) -> String {
    if odds.high < 20.0 * odds.low {
        format!("{} to 1", number(odds))
    } else {
        format!("at least {} to 1", about(odds.low))
    }
}

/// A share for a column headed %: `63.2 [62.1, 64.3]`.
pub fn share(interval: &Interval) -> String {
    digits::percent(interval).replace('-', "−")
}

/// A share in a sentence: `63.2 % [62.1, 64.3]`.
pub fn percent(interval: &Interval) -> String {
    let text = share(interval);
    text.split_once(' ').map_or_else(|| text.clone(), |(estimate, rest)| format!("{estimate} % {rest}"))
}

/// A ratio as a change in a sentence: `+7 % [+5, +10]`.
pub fn change(ratio: &Interval) -> String {
    let text = digits::percent_change(ratio);
    text.split_once(' ').map_or_else(|| text.clone(), |(estimate, rest)| format!("{estimate} % {rest}"))
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

/// A number without an interval of its own, such as a bound: two digits in a hundred, no more.
pub fn about(x: f64) -> String {
    digits::rounded(&Interval { estimate: x, low: x * 0.95, high: x * 1.05 }).estimate
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
    if a == EQUILIBRIUM && b == EQUILIBRIUM {
        "the equilibrium mixture of policies".to_owned()
    } else if a == b {
        format!("{} on both sides", name(a))
    } else {
        format!("{} against {}", name(a), name(b))
    }
}

/// What tells a matrix from the others of a study.
pub fn title(matrix: &Matrix) -> String {
    if matrix.group == "duels" || matrix.group.is_empty() {
        policy_pair(&matrix.policies)
    } else {
        format!("{}, {}", name(&matrix.group), policy_pair(&matrix.policies))
    }
}

/// An entrant, with its policy where the two sides have different ones.
pub fn entrant(entrants: &[Entrant; 2], side: usize) -> String {
    let e = &entrants[side];
    if entrants[0].policy == entrants[1].policy {
        name(&e.name)
    } else {
        format!("{} ({})", name(&e.name), name(&e.policy))
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
        None => "",
    }
}

/// The class that gives a verdict its colour.
pub const fn verdict_class(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        Some(Verdict::Overpriced) => "over",
        Some(Verdict::Underpriced) => "under",
        Some(Verdict::Fair) => "fair",
        Some(Verdict::Inconclusive | Verdict::Bound) | None => "unsure",
    }
}

/// The rating that results imply: `908 [901, 915]`, `≥ 730`, nothing.
pub fn implied(implied: Option<&Implied>) -> String {
    match implied {
        Some(Implied::Rating(interval)) => number(interval),
        Some(Implied::AtLeast(x)) => format!("≥ {}", about(*x)),
        Some(Implied::AtMost(x)) => format!("≤ {}", about(*x)),
        Some(Implied::Nothing) | None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_in_sentences() {
        let i = Interval { estimate: 0.632, low: 0.621, high: 0.643 };
        assert_eq!(percent(&i), "63 % [62, 65]");
        assert_eq!(change(&i), "−37 % [−38, −35]");
        let turned = turned(&i);
        assert!(turned.low < turned.estimate && turned.estimate < turned.high && turned.contains(1.0 - 0.643));
        assert_eq!(number(&Interval { estimate: -0.5, low: -0.6, high: -0.4 }), "−0.5 [−0.6, −0.4]");
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
    }
}
