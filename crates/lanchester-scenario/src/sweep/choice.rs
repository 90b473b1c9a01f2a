//! Which variants a sweep file asks for: combinations of values, and the rules that they must keep.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::SweptValue;
use super::parameters::Parameter;
use super::plan::{Range, grid, latin_hypercube, list};
use super::rule::Rule;
use super::schema::MOST_VARIANTS;
use crate::game::GameFiles;
use crate::library::reading::{File, Reading};
use crate::text::code;

/// Samples of a Latin hypercube without `samples`.
const SAMPLES: u64 = 100;

impl<G: GameFiles> Reading<'_, G> {
    /// The constraints.
    pub(super) fn rules(&mut self, file: &Rc<File>, names: &[String], parameters: &[Parameter]) -> Vec<Rule> {
        let mut rules = Vec::new();
        for entry in file.fields.tables("constraints") {
            let Some(text) = entry.word("rule") else { continue };
            match Rule::read(text, names) {
                Ok(rule) => {
                    let number = |p: &Parameter| p.values.iter().all(|value| value.number().is_some());
                    let word = (0..parameters.len()).find(|place| rule.names(*place) && !number(&parameters[*place]));
                    if let Some(place) = word {
                        let message = format!("`{}` has values that are no numbers", names[place]);
                        let expected = "parameters whose values are numbers".into();
                        self.problem(Some((file, entry.span("rule"))), "", code::BAD_RULE, message, expected);
                    }
                    rules.push(rule);
                }
                Err((message, expected)) => {
                    self.problem(Some((file, entry.span("rule"))), "", code::BAD_RULE, message, expected);
                }
            }
        }
        rules
    }

    /// The values of every variant, constraints not looked at.
    pub(super) fn plan(&mut self, file: &Rc<File>, parameters: &[Parameter]) -> Option<Vec<Vec<SweptValue>>> {
        let values: Vec<Vec<SweptValue>> = parameters.iter().map(|p| p.values.clone()).collect();
        let at = Some((&**file, file.fields.span("parameters")));
        match file.fields.text("sample") {
            "list" => {
                if values.iter().any(|list| list.len() != values[0].len()) {
                    let lengths: Vec<String> = values.iter().map(|list| list.len().to_string()).collect();
                    let message = format!("the lists have {} values", lengths.join(", "));
                    self.problem(
                        at,
                        "",
                        code::WRONG_LENGTH,
                        message,
                        "lists of one length for sample = \"list\"".into(),
                    );
                    return None;
                }
                let rows = list(&values);
                let mut known = BTreeMap::new();
                for (nth, row) in (1..).zip(&rows) {
                    if let Some(first) = known.insert(row_key(row), nth) {
                        let message = format!("the values at places {first} and {nth} of the lists are the same");
                        self.problem(at, "", code::DUPLICATE, message, "each combination once".into());
                    }
                }
                Some(rows)
            }
            "latin-hypercube" => {
                let ranges: Vec<Range> = parameters.iter().map(|p| p.range.clone()).collect();
                let seed = file.fields.whole("seed", 1);
                let mut sample = latin_hypercube(&ranges, file.fields.whole("samples", SAMPLES), seed);
                // Of few values some combinations are drawn again.
                let mut known = BTreeSet::new();
                sample.retain(|row| known.insert(row_key(row)));
                Some(sample)
            }
            _ => {
                let plan = grid(&values, MOST_VARIANTS);
                if plan.is_none() {
                    let message = format!("the grid has more than {MOST_VARIANTS} variants");
                    let expected = "fewer values, or sample = \"latin-hypercube\"".into();
                    self.problem(at, "", code::TOO_MANY_CELLS, message, expected);
                }
                plan
            }
        }
    }
}

/// Equal for rows whose values mean the same.
fn row_key(row: &[SweptValue]) -> Vec<String> {
    row.iter().map(SweptValue::key).collect()
}
