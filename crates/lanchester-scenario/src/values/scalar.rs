//! Checks one value that is neither a list nor a table against its type: reports what does not fit.

use toml::de::{DeInteger, DeValue};

use crate::schema::table_schema::{Key, ValueType};
use crate::text::code;
use crate::text::nearest::{instead, nearest};
use crate::text::problem::Report;
use crate::text::source::{Span, excerpt, steers};
use crate::values::fields::Value;

/// Where a value stands, and which key it belongs to.
#[derive(Clone, Copy)]
pub(crate) struct Place<'s> {
    pub key: &'s Key,
    pub at: Span,
    /// The file has syntax errors.
    pub broken: bool,
}

impl Place<'_> {
    /// Reports why the value is refused.
    pub fn refuse(self, code: &'static str, message: String, expected: String, report: &mut Report) -> Value {
        report.problem(self.at, code, message, self.key.hinted(expected));
        Value::Faulty
    }

    fn out_of_range(self, value_type: &ValueType, report: &mut Report) -> Value {
        let message = format!("`{}` is out of range: {}", self.key.name, report.excerpt(self.at));
        self.refuse(code::OUT_OF_RANGE, message, value_type.describe(), report)
    }
}

/// Reads such a value; `None` if it is of another type than belongs here, which is not reported.
pub(crate) fn read(
    value: &DeValue<'_>,
    value_type: &ValueType,
    place: Place<'_>,
    report: &mut Report,
) -> Option<Value> {
    let read = match (value_type, value) {
        (ValueType::Text { min, max, lines }, DeValue::String(text)) => {
            free_text(text, (*min, *max), *lines, place, report)
        }
        (ValueType::Choice { what, of, code }, DeValue::String(text)) => choice(text, what, of, code, place, report),
        (ValueType::Word { check, .. }, DeValue::String(text)) => match check(text) {
            Ok(()) => Value::Text(text.to_string()),
            Err(wrong) => {
                report.problem(place.at, wrong.code, wrong.message, wrong.expected);
                Value::Faulty
            }
        },
        (ValueType::Reference(_) | ValueType::Scalar, DeValue::String(text)) => Value::Text(text.to_string()),
        (ValueType::WordOr(word, _), DeValue::String(text)) if text == word => Value::Text(text.to_string()),
        (ValueType::WordOr(..), DeValue::String(text)) => {
            let message = format!("unknown word `{}`", excerpt(text));
            place.refuse(code::UNKNOWN_WORD, message, value_type.describe(), report)
        }
        (ValueType::Whole { min, max }, DeValue::Integer(integer)) => match whole(integer) {
            Some(n) if (*min..=*max).contains(&n) => Value::Whole(n),
            _ => place.out_of_range(value_type, report),
        },
        (ValueType::Real { min, max }, DeValue::Integer(_) | DeValue::Float(_)) => match real(value) {
            // Not-a-number lies in no range.
            Some(x) if (*min..=*max).contains(&x) => Value::Real(x),
            _ => place.out_of_range(value_type, report),
        },
        (ValueType::Flag | ValueType::Scalar, DeValue::Boolean(flag)) => Value::Flag(*flag),
        (ValueType::Scalar, DeValue::Integer(integer)) => match whole(integer) {
            Some(n) => Value::Whole(n),
            None => place.out_of_range(value_type, report),
        },
        (ValueType::Scalar, DeValue::Float(_)) => match real(value).filter(|x| x.is_finite()) {
            Some(x) => Value::Real(x),
            None => {
                let message = format!("`{}` is no finite number: {}", place.key.name, report.excerpt(place.at));
                place.refuse(code::OUT_OF_RANGE, message, value_type.describe(), report)
            }
        },
        _ => return None,
    };
    Some(read)
}

fn choice(
    text: &str,
    what: &str,
    of: &[&'static str],
    code: &'static str,
    place: Place<'_>,
    report: &mut Report,
) -> Value {
    if of.contains(&text) {
        return Value::Text(text.to_owned());
    }
    let mut expected = instead(text, of);
    if nearest(text, of.iter().copied()).is_some() && of.len() > 1 {
        expected.push_str(&format!(" (known: {})", of.join(", ")));
    }
    place.refuse(code, format!("unknown {what} `{}`", excerpt(text)), expected, report)
}

fn whole(integer: &DeInteger<'_>) -> Option<i64> {
    i64::from_str_radix(integer.as_str(), integer.radix()).ok()
}

/// A number of TOML, whole or not.
fn real(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Integer(n) => whole(n).map(|n| n as f64),
        DeValue::Float(x) => x.as_str().parse().ok(),
        _ => None,
    }
}

fn free_text(text: &str, (min, max): (usize, usize), lines: bool, place: Place<'_>, report: &mut Report) -> Value {
    let key = place.key.name;
    let expected = if min == 0 { format!("at most {max} characters") } else { format!("{min} to {max} characters") };
    let count = text.chars().count();
    let hidden = text.chars().find(|c| steers(*c) && !(lines && matches!(c, '\n' | '\r' | '\t')));
    let (message, expected) = if let Some(c) = hidden {
        let visible = if lines { "visible characters and line ends" } else { "visible characters only" };
        let what = if c.is_control() { "control" } else { "invisible" };
        (format!("`{key}` holds the {what} character U+{:04X}", u32::from(c)), visible.to_owned())
    } else if min > 0 && text.trim().is_empty() {
        (format!("`{key}` is empty"), expected)
    } else if count > max {
        (format!("`{key}` has {count} characters"), expected)
    } else {
        return Value::Text(text.to_owned());
    };
    report.problem(place.at, code::BAD_TEXT, message, expected);
    Value::Faulty
}
