//! Words of ship files that follow a pattern: dice, damage codes and ranges.

use lanchester_scenario::table_schema::Wrong;

use super::codes;
use crate::design::MAX_RANGE;
use crate::formulas::damage::DamageCode;
use crate::formulas::dice::Pool;

fn wrong(code: &'static str, what: &str, text: &str, expected: &str) -> Wrong {
    let shown: String = text.chars().take(20).collect();
    Wrong { code, message: format!("`{shown}` is no {what}"), expected: expected.to_owned() }
}

/// Dice that are thrown together, such as `2D8` or `2D8+1D6`.
pub(super) fn dice(text: &str) -> Result<Pool, Wrong> {
    let expected = "one to four dice of 4, 6, 8, 10 or 12 sides, each kind once: \"2D8\" or \"2D8+1D6\"";
    Pool::parse(text).ok_or_else(|| wrong(codes::BAD_DICE, "handful of dice", text, expected))
}

/// A damage code, such as `MH+1`.
pub(super) fn damage(text: &str) -> Result<DamageCode, Wrong> {
    let expected = "L, ML, MH, H or All, then x2 to x4, +1 to +9 and /2, each at most once and in this order: \"MH+1\"";
    DamageCode::parse(text).ok_or_else(|| wrong(codes::BAD_DAMAGE, "damage code", text, expected))
}

/// Greatest distances of short, medium and long range, such as `4-8-12`.
pub(super) fn range(text: &str) -> Result<[u8; 3], Wrong> {
    let number = |part: &str| {
        let plain = part.bytes().all(|c| c.is_ascii_digit()) && !part.starts_with('0');
        if plain { part.parse().ok().filter(|n| (1..=MAX_RANGE).contains(n)) } else { None }
    };
    let parts: Option<Vec<u8>> = text.split('-').map(number).collect();
    let rising = |range: &[u8; 3]| range[0] < range[1] && range[1] < range[2];
    parts.and_then(|parts| <[u8; 3]>::try_from(parts).ok()).filter(rising).ok_or_else(|| {
        let expected = format!("short-medium-long, three rising numbers from 1 to {MAX_RANGE}: \"4-8-12\"");
        wrong(codes::BAD_RANGE, "range", text, &expected)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        assert_eq!(range("4-8-12"), Ok([4, 8, 12]));
        for bad in ["", "4", "4-8", "4-8-12-16", "0-1-2", "4-4-5", "4-8-31", "04-8-12", "4 - 8 - 12"] {
            assert_eq!(range(bad).map_err(|wrong| wrong.code), Err(codes::BAD_RANGE), "{bad}");
        }
    }
}
