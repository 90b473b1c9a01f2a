//! The parameters of a sweep file: the key that each sets, and its values.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::SweptValue;
use super::plan::{NoSteps, Range, steps};
use super::schema::MOST_VARIANTS;
use super::variant::{Target, document, set, target};
use crate::game::GameFiles;
use crate::library::reading::{File, Reading};
use crate::text::source::Span;
use crate::values::fields::{Fields, Value};
use crate::{Kind, text::code};

/// A parameter as it was read.
pub(super) struct Parameter {
    pub target: Target,
    pub path: Vec<String>,
    pub field: String,
    pub at: Span,
    /// Its values one by one.
    pub values: Vec<SweptValue>,
    /// What a random sample draws from.
    pub range: Range,
}

impl<G: GameFiles> Reading<'_, G> {
    /// The parameters, each with at least one value; what is wrong with the others is reported.
    pub(super) fn parameters(&mut self, file: &Rc<File>, kind: Kind) -> Vec<Parameter> {
        let mut parameters: Vec<Parameter> = Vec::new();
        for entry in file.fields.tables("parameters") {
            let Some(field) = entry.word("field") else { continue };
            let at = entry.span("field");
            let (target, path) = match target(field) {
                Ok(found) => found,
                Err((message, expected)) => {
                    self.problem(Some((file, at)), "", code::UNKNOWN_KEY, message, expected);
                    continue;
                }
            };
            let other = matches!((target, kind), (Target::Ship, Kind::Fleet) | (Target::Fleet, Kind::Ship));
            if other {
                let message = format!("`{field}` belongs to another kind of file: this sweep varies a {kind}");
                self.problem(Some((file, at)), "", code::WRONG_KIND, message, format!("{kind}.…"));
                continue;
            }
            if parameters.iter().any(|known| known.field == field) {
                let message = format!("`{field}` is varied twice");
                self.problem(Some((file, at)), "", code::DUPLICATE, message, "each field once".into());
                continue;
            }
            let Some((values, range)) = self.values(file, entry) else { continue };
            parameters.push(Parameter { target, path, field: field.to_owned(), at, values, range });
        }
        parameters
    }

    /// Two ways to name one key of the ship or fleet: a battery by its number and by its name.
    pub(super) fn same_place(&mut self, file: &Rc<File>, base: &File, parameters: &[Parameter]) {
        let mut document = document(&base.fields);
        let mut known: Vec<(Vec<String>, &str)> = Vec::new();
        for p in parameters.iter().filter(|p| matches!(p.target, Target::Ship | Target::Fleet)) {
            // What cannot be set was reported before.
            let Some(Ok(place)) = p.values.first().map(|value| set::<G>(&mut document, &p.path, value)) else {
                continue;
            };
            match known.iter().find(|(other, _)| *other == place) {
                None => known.push((place, &p.field)),
                Some((_, other)) => {
                    let message = format!("`{}` and `{other}` are one key", p.field);
                    self.problem(Some((file, p.at)), "", code::DUPLICATE, message, "each key once".into());
                }
            }
        }
    }

    fn values(&mut self, file: &Rc<File>, entry: &Fields) -> Option<(Vec<SweptValue>, Range)> {
        let listed = entry.given("values");
        let (from, to) = (entry.real("from"), entry.real("to"));
        let expected = "`values = […]`, or `from`, `to` and perhaps `step`".to_owned();
        if entry.faulty("values") || ["from", "to", "step"].iter().any(|key| entry.faulty(key)) {
            return None;
        }
        match (listed, from, to) {
            (true, None, None) => {
                let value = |value: &Value| match value {
                    Value::Whole(n) => Some(SweptValue::Whole(*n)),
                    Value::Real(x) => Some(SweptValue::Real(*x)),
                    Value::Text(text) => Some(SweptValue::Text(text.clone())),
                    Value::Flag(flag) => Some(SweptValue::Flag(*flag)),
                    _ => None,
                };
                let mut values: Vec<SweptValue> = Vec::new();
                let mut keys = BTreeSet::new();
                // Lists go together, row by row: a value may stand in several of them.
                let once = file.fields.text("sample") != "list";
                for listed in entry.list("values") {
                    let Some(value) = value(&listed.value) else { continue };
                    if !keys.insert(value.key()) && once {
                        let message = format!("`{value}` is listed twice");
                        self.problem(Some((file, listed.at)), "", code::DUPLICATE, message, "each value once".into());
                    }
                    values.push(value);
                }
                let range = Range::Values(values.clone());
                Some((values, range))
            }
            (false, Some(from), Some(to)) if from <= to => {
                let step = entry.real("step").unwrap_or(1.0);
                let whole = [from, to, step].iter().all(|x| x.fract() == 0.0);
                let drawn = file.fields.text("sample") == "latin-hypercube" && !whole && !entry.given("step");
                let values = match steps(from, to, step, MOST_VARIANTS) {
                    Ok(values) => values,
                    // A sample that draws from the whole of the range needs no steps.
                    Err(_) if drawn => vec![SweptValue::Real(from), SweptValue::Real(to)],
                    Err(why) => {
                        let (message, expected) = match why {
                            NoSteps::TooMany => {
                                ("the range has too many values".into(), format!("at most {MOST_VARIANTS} values"))
                            }
                            NoSteps::Past(before, after) => (
                                format!("the steps from {from} by {step} pass {to}"),
                                format!("`to` = {before} or {after}, or another step"),
                            ),
                        };
                        let key = if entry.given("step") { "step" } else { "to" };
                        self.problem(Some((file, entry.span(key))), "", code::OUT_OF_RANGE, message, expected);
                        return None;
                    }
                };
                // With a step that is no 1, or no whole number, a sample draws from the steps.
                let range = match (whole && step == 1.0, entry.given("step")) {
                    (true, _) => Range::Whole(from as i64, to as i64),
                    (false, true) => Range::Values(values.clone()),
                    (false, false) => Range::Real(from, to),
                };
                Some((values, range))
            }
            (false, Some(_), Some(_)) => {
                let message = "`from` is larger than `to`".into();
                self.problem(Some((file, entry.span("from"))), "", code::OUT_OF_RANGE, message, expected);
                None
            }
            _ => {
                let message = "the parameter has no values, or two kinds of them".into();
                self.problem(Some((file, entry.at())), "", code::ONE_OF, message, expected);
                None
            }
        }
    }
}

/// Short names of parameters: the last key if no other has it, else the whole field.
pub(super) fn names(parameters: &[Parameter]) -> Vec<String> {
    let plain = |text: &str| -> String {
        text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect()
    };
    let last = |p: &Parameter| plain(p.path.last().map_or("", String::as_str));
    let short: Vec<String> = parameters.iter().map(last).collect();
    parameters
        .iter()
        .zip(&short)
        .map(
            |(p, name)| {
                if short.iter().filter(|other| *other == name).count() > 1 { plain(&p.field) } else { name.clone() }
            },
        )
        .collect()
}
