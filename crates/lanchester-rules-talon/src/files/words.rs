//! Words of ship files that follow a pattern: hull boxes and lines of a power curve.

use lanchester_scenario::table_schema::Wrong;

use super::codes;
use crate::design::{HullBox, Line, MAX_MODIFIER, MAX_VALUE};

/// What is wrong with a word.
fn wrong(code: &'static str, what: &str, text: &str, expected: String) -> Wrong {
    let shown: String = text.chars().take(20).collect();
    Wrong { code, message: format!("`{shown}` is no {what}"), expected }
}

/// A hull box: its power modifier, and an asterisk if it is critical, such as `-1*`.
pub(super) fn hull_box(text: &str) -> Result<HullBox, Wrong> {
    let (number, critical) = text.strip_suffix('*').map_or((text, false), |number| (number, true));
    let modifier = match number.strip_prefix('-') {
        None if number == "0" => Some(0),
        None => None,
        Some(size) => one_digit(size).filter(|size| (1..=MAX_MODIFIER).contains(size)),
    };
    modifier.map(|modifier| HullBox { modifier, critical }).ok_or_else(|| {
        let expected = format!("0 or -1 to -{MAX_MODIFIER}, with an asterisk behind a critical box: \"-1*\"");
        wrong(codes::BAD_BOX, "hull box", text, expected)
    })
}

/// A line of a power curve: power, speed and turn radius, such as `3-3-1`; a base has `n` for the radius.
pub(super) fn line(text: &str) -> Result<(Line, bool), Wrong> {
    let parts: Vec<&str> = text.split('-').collect();
    let value = |part: &str| one_digit(part).filter(|value| *value <= MAX_VALUE);
    let read = || {
        let [power, speed, radius] = parts.try_into().ok()?;
        let base = radius == "n";
        let radius = if base { 0 } else { value(radius)? };
        let speed = value(speed).filter(|speed| *speed > 0)?;
        Some((Line { power: value(power)?, speed, radius }, base))
    };
    read().ok_or_else(|| {
        let expected = format!(
            "power (0 to {MAX_VALUE}), speed (1 to {MAX_VALUE}) and turn radius (0 to {MAX_VALUE}, or n of a base): \"3-3-1\""
        );
        wrong(codes::BAD_LINE, "power curve line", text, expected)
    })
}

fn one_digit(text: &str) -> Option<u8> {
    text.parse().ok().filter(|_| text.len() == 1)
}
