//! Random options and policies for tests, drawn from the schemas that the reader uses and read by the game's own reader.

use std::sync::Arc;

use toml::{Table, Value};

use crate::game::GameFiles;
use crate::schema::table_schema::{Key, Need, TableSchema, ValueType};
use crate::text::problem::Report;
use crate::text::source::Source;
use crate::values::fields::Fields;

/// Where the text of what was drawn is said to come from.
const LABEL: &str = "(random values)";

/// What gives 64 random bits a call.
pub type Bits<'b> = &'b mut dyn FnMut() -> u64;

/// Any options that the game's reader takes.
#[must_use]
pub fn options<G: GameFiles>(bits: Bits<'_>) -> G::Options {
    let read = |fields: &Fields, report: &mut Report| G::options(fields, &G::Options::default(), report);
    accepted(&Arc::new(G::options_keys().schema()), bits, read)
}

/// Any policy that the game's reader takes, called `random`.
#[must_use]
pub fn policy<G: GameFiles>(bits: Bits<'_>) -> G::Policy {
    let read = |fields: &Fields, report: &mut Report| G::policy(fields, "random".to_owned(), None, report);
    accepted(&Arc::new(G::policy_keys().schema()), bits, read)
}

/// Draws tables until one is refused neither by its schema nor by the reader, which knows how keys depend on each other.
fn accepted<T>(schema: &Arc<TableSchema>, bits: Bits<'_>, read: impl Fn(&Fields, &mut Report) -> Option<T>) -> T {
    loop {
        let text = toml::to_string(&schema.random(bits)).unwrap_or_default();
        let source = Source::new(LABEL, text.as_str());
        let (fields, problems) = Fields::of_text(&source, schema);
        assert!(problems.is_empty(), "{problems:?}");
        let mut report = Report::new(&source);
        if let Some(value) = read(&fields, &mut report)
            && report.into_list().is_empty()
        {
            return value;
        }
    }
}

impl TableSchema {
    /// A table that a file may hold. Each key takes every value of its type; one that may be left out is, in a third of cases where it
    /// has a default and half of them else. The ends of a range come often, and so do small numbers of a wide one. Names, and other
    /// text that follows rules of its own, are left out.
    #[must_use]
    pub fn random(&self, bits: Bits<'_>) -> Table {
        let mut value = |key: &Key| {
            let left_out = match key.need {
                Need::Required => false,
                Need::Default(_) => bits().is_multiple_of(3),
                Need::Optional(_) => bits().is_multiple_of(2),
            };
            if left_out { None } else { Some((key.name.to_owned(), key.value_type.random(&mut *bits)?)) }
        };
        loop {
            let table: Table = self.keys.iter().filter_map(&mut value).collect();
            if self.some_of.iter().all(|group| group.iter().any(|key| table.contains_key(*key))) {
                return table;
            }
        }
    }
}

impl ValueType {
    /// Any such value; `None` for text.
    fn random(&self, bits: Bits<'_>) -> Option<Value> {
        Some(match self {
            Self::Text { .. } | Self::Word { .. } | Self::Reference(_) => return None,
            Self::Choice { of, .. } => of[below(of.len(), bits)].into(),
            Self::Whole { min, max } => whole(*min, *max, bits).into(),
            Self::Real { min, max } => (min + (max - min) * (bits() >> 11) as f64 / (1u64 << 53) as f64).into(),
            Self::Flag | Self::Scalar => bits().is_multiple_of(2).into(),
            Self::List { of, length } => {
                let count = length.min + below(length.max - length.min + 1, bits);
                Value::Array((0..count).map(|_| of.random(&mut *bits)).collect::<Option<_>>()?)
            }
            Self::WordOr(word, _) if bits().is_multiple_of(2) => (*word).into(),
            Self::WordOr(_, other) => other.random(bits)?,
            Self::Table(of) => of.random(bits).into(),
            Self::Tables { of, min, max } => {
                let count = min + below(max - min + 1, bits);
                Value::Array((0..count).map(|_| of.random(&mut *bits).into()).collect())
            }
        })
    }
}

/// A number below another.
fn below(count: usize, bits: Bits<'_>) -> usize {
    (bits() % count as u64) as usize
}

fn whole(min: i64, max: i64, bits: Bits<'_>) -> i64 {
    let span = max.abs_diff(min);
    match bits() % 8 {
        0 => min,
        1 => max,
        2 | 3 if span > 64 => {
            let magnitude = bits() % (64 - u64::from(span.leading_zeros()));
            min + (bits() % (1 << magnitude)) as i64
        }
        _ => min + (bits() % (span + 1)) as i64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every draw is right by the schema, and every key takes the values that it can.
    #[test]
    fn tables_are_right_and_take_every_value() {
        let schema = Arc::new(TableSchema::new(
            "a table",
            vec![
                Key::required("few", "Few.", ValueType::whole(-2, 2)),
                Key::required("many", "Many.", ValueType::whole(1, 240_000)),
                Key::default("flag", "Flag.", ValueType::Flag, false),
                Key::optional("word", "Word.", ValueType::choice("word", ["one", "two"]), "none"),
                Key::default(
                    "list",
                    "List.",
                    ValueType::list(ValueType::whole(0, 1), 0, 2),
                    crate::schema::table_schema::empty_list(),
                ),
            ],
        ));
        let mut state = 0u64;
        let mut bits = || {
            // splitmix64 (Steele, Lea and Flood 2014).
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ (mixed >> 31)
        };
        let tables: Vec<Table> = (0..1000).map(|_| schema.random(&mut bits)).collect();
        for table in &tables {
            let source = Source::new(LABEL, toml::to_string(table).expect("TOML").as_str());
            assert!(Fields::of_text(&source, &schema).1.is_empty(), "{table}");
        }
        let seen = |key: &str| {
            let texts = tables.iter().map(|table| table.get(key).map_or("absent".to_owned(), Value::to_string));
            texts.collect::<std::collections::BTreeSet<String>>()
        };
        assert_eq!(seen("few").len(), 5);
        assert!(["1", "2", "3", "240000"].iter().all(|number| seen("many").contains(*number)));
        assert_eq!([seen("flag"), seen("word")].map(|values| values.len()), [3, 3]);
        assert_eq!(seen("list").len(), 1 + 1 + 2 + 4, "absent, empty, one, two");
    }
}
