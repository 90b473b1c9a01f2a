//! Words with a pattern: banks such as `FX2`, ranges such as `5-10-15`.

use lanchester_scenario::nearest;
use lanchester_scenario::table_schema::Wrong;

use super::codes;
use crate::arcs::{ARCS, Arc};
use crate::design::{Bank, MAX_BANK_MODIFIER, MAX_RANGE};

fn wrong<T>(code: &'static str, message: String, expected: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong { code, message, expected: expected.into() })
}

/// ### NOVA 1.5 Weapon battery (p. 6)
/// Two letters of arc and a modifier printed without its minus sign; none for 0.
pub(super) fn bank(text: &str) -> Result<Bank, Wrong> {
    let digits = text.find(|c: char| c.is_ascii_digit() || c == '-' || c == '+').unwrap_or(text.len());
    let (letters, number) = text.split_at(digits);
    let shown = text.chars().take(20).collect::<String>();
    if text.trim().is_empty() {
        return wrong(
            codes::UNKNOWN_ARC,
            "a bank without an arc".into(),
            "an arc and perhaps a modifier, such as `FX2`",
        );
    }
    let Some(arc) = Arc::by_name(letters) else {
        let names: Vec<&str> = ARCS.iter().map(|(name, ..)| *name).collect();
        let upper = letters.trim().to_uppercase();
        let near = names.iter().find(|n| **n == upper).copied().or_else(|| nearest(letters, names.iter().copied()));
        let modifier = modifier(number).filter(|m| *m > 0).map_or(String::new(), |m| m.to_string());
        let expected = match near {
            Some(arc) => format!("`{arc}{modifier}` (arcs: {})", names.join(" ")),
            None => format!("one of the arcs {} and perhaps a modifier, such as `FX2`", names.join(" ")),
        };
        return wrong(codes::UNKNOWN_ARC, format!("unknown arc `{shown}`"), expected);
    };
    if number.is_empty() {
        return Ok(Bank { arc, modifier: 0 });
    }
    match modifier(number) {
        Some(modifier @ 1..=MAX_BANK_MODIFIER) => Ok(Bank { arc, modifier }),
        Some(0) => wrong(codes::BAD_MODIFIER, format!("the bank `{shown}` has the modifier 0"), format!("`{letters}`")),
        _ => {
            let expected = format!(
                "the arc and a modifier of 1 to {MAX_BANK_MODIFIER} without its minus sign, such as `{letters}2`"
            );
            wrong(codes::BAD_MODIFIER, format!("the bank `{shown}` has a bad modifier `{number}`"), expected)
        }
    }
}

/// Digits without leading zeros as a number.
fn modifier(digits: &str) -> Option<u8> {
    let plain = digits.bytes().all(|b| b.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    if plain { digits.parse().ok() } else { None }
}

/// ### NOVA 5.3 Range (p. 12)
/// Greatest distances of short, medium and long range.
pub(super) fn range(text: &str) -> Result<[u8; 3], Wrong> {
    let bad = |what: &str| {
        let shown = text.chars().take(20).collect::<String>();
        let expected = format!("short-medium-long, three rising numbers from 1 to {MAX_RANGE}, such as `5-10-15`");
        wrong(codes::BAD_RANGE, format!("the range `{shown}` {what}"), expected)
    };
    let parts: Option<Vec<u8>> = text.split('-').map(|part| modifier(part.trim_matches(' '))).collect();
    let Some(Ok([short, medium, long])) = parts.map(<[u8; 3]>::try_from) else {
        return bad("is not three numbers with hyphens between them");
    };
    if short == 0 || long > MAX_RANGE {
        return bad("is out of range");
    }
    if short >= medium || medium >= long {
        return bad("does not rise");
    }
    if text.contains(' ') {
        return bad("has spaces in it");
    }
    Ok([short, medium, long])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_arc_and_modifier_reads_back() {
        for (name, ..) in ARCS {
            assert_eq!(bank(name).unwrap(), Bank { arc: Arc::by_name(name).unwrap(), modifier: 0 });
            for n in 1..=MAX_BANK_MODIFIER {
                assert_eq!(bank(&format!("{name}{n}")).unwrap().modifier, n);
            }
        }
    }

    #[test]
    fn near_arcs_are_suggested() {
        assert!(bank("fx2").unwrap_err().expected.starts_with("`FX2`"));
        assert!(bank("").is_err() && bank("FX-2").is_err() && bank("FX02").is_err() && bank("FX999").is_err());
    }

    #[test]
    fn ranges() {
        assert_eq!(range("5-10-15"), Ok([5, 10, 15]));
        for bad in
            ["", "5", "5-10", "5-10-15-20", "0-1-2", "5-5-6", "15-10-5", "5-10-31", "a-b-c", "5 - 10 - 15", "05-10-15"]
        {
            assert_eq!(range(bad).unwrap_err().code, codes::BAD_RANGE, "{bad}");
        }
    }
}
