//! Shorthands of sweeps for ships: so many weapons with the arcs AB, by their number.

use lanchester_scenario::Swept;
use toml::Value;

use crate::design::MAX_WEAPONS;

/// A whole number for a battery's `weapons` becomes so many with arcs A and B; `made` for `chart` leaves the chart out, so
/// that it is made from the boxes.
pub(super) fn swept(path: &str, value: &Value) -> Option<Swept> {
    match path {
        "batteries.weapons" => {
            let weapons = value.as_integer().filter(|n| (1..=i64::from(MAX_WEAPONS)).contains(n))?;
            let text = if weapons == 1 { "AB".to_owned() } else { format!("{weapons}xAB") };
            Some(Swept::Value(Value::Array(vec![text.into()])))
        }
        "chart" if value.as_str() == Some("made") => Some(Swept::Absent),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorthands_are_what_a_record_would_hold() {
        assert_eq!(swept("batteries.weapons", &5.into()), Some(Swept::Value(Value::Array(vec!["5xAB".into()]))));
        assert_eq!(swept("batteries.weapons", &1.into()), Some(Swept::Value(Value::Array(vec!["AB".into()]))));
        assert_eq!(swept("chart", &"made".into()), Some(Swept::Absent));
        for (path, value) in [("batteries.weapons", Value::from(0)), ("hull", 3.into()), ("chart", "other".into())] {
            assert_eq!(swept(path, &value), None, "{path}");
        }
    }
}
