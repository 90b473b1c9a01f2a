//! Shorthands of sweeps for Nova's ships: rows and strings by their first number (NOVA 1.7).

use lanchester_scenario::Swept;
use toml::Value;

use crate::design::generate::{dice_string, row, shield_icons};
use crate::design::{MAX_DICE, MAX_ECM, MAX_THRUST};

/// A whole number for `thrust`, `ecm` or a battery's `dice` becomes the row or string that begins with it; `shields`
/// takes the words of a display, `none` and `6+` to `2+`.
pub(super) fn swept(path: &str, value: &Value) -> Option<Swept> {
    let whole = |most: u8| value.as_integer().and_then(|n| u8::try_from(n).ok()).filter(|n| *n <= most);
    let list =
        |numbers: &[u8]| Swept::Value(Value::Array(numbers.iter().map(|n| Value::from(i64::from(*n))).collect()));
    match path {
        "thrust" => whole(MAX_THRUST).map(|n| list(&row(n))),
        "ecm" => whole(MAX_ECM).map(|n| list(&row(n))),
        "batteries.dice" => whole(MAX_DICE).map(|n| list(&dice_string(u16::from(n), 1))),
        "shields" => {
            let faces = match value.as_str()? {
                "none" => return Some(Swept::Absent),
                word => {
                    7u8.checked_sub(word.strip_suffix('+')?.parse().ok()?).filter(|faces| (1..=5).contains(faces))?
                }
            };
            shield_icons(faces).map(|icons| list(&icons))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorthands_are_what_a_display_would_hold() {
        let numbers = |path: &str, value: Value| match swept(path, &value) {
            Some(Swept::Value(Value::Array(list))) => list.iter().filter_map(Value::as_integer).collect::<Vec<_>>(),
            other => panic!("{path}: {other:?}"),
        };
        assert_eq!(numbers("thrust", 4.into()), [4, 3, 2, 1, 1]);
        assert_eq!(numbers("ecm", 1.into()), [1, 1, 1, 0, 0]);
        assert_eq!(numbers("shields", "5+".into()), [5, 6, 6, 6, 6]);
        assert_eq!(numbers("shields", "2+".into()), [2, 3, 4, 5, 6]);
        assert_eq!(numbers("batteries.dice", 6.into())[..3], [6, 4, 3]);
        assert_eq!(swept("shields", &"none".into()), Some(Swept::Absent));
        for (path, value) in
            [("shields", "7+".into()), ("thrust", 99.into()), ("hull", 3.into()), ("shields", 5.into())]
        {
            let value: Value = value;
            assert_eq!(swept(path, &value), None, "{path}");
        }
    }
}
