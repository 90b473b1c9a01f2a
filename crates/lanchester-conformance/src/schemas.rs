//! Whether the JSON Schemas say what the readers do: shipped files are right by them, and shipped files use their keys.

use std::fs;

use lanchester_core::Rules;
use lanchester_scenario::{Kind, Library, schema_file};
use serde_json::Value;

use crate::TestGame;
use crate::files::{files, shipped};

/// Keys that no shipped scenario needs; tests of bad and good files use them.
const UNUSED: [&str; 14] = [
    ".options",
    "override",
    "study.actions.",
    "study.duels.pairs",
    "study.random",
    "study.prices",
    "study.robust",
    "study.search",
    "matchup.search",
    "sweep.search",
    "policy.moves.",
    "policy.targets.",
    "policy.when",
    "sweep.keep_rating",
];

/// Shipped files are right by their schemas, and every key of the schemas is used by a shipped file or excused, as those of kinds
/// are that the game ships no file of.
///
/// # Panics
/// If one is not.
pub fn files_and_schemas_agree<T: TestGame>() {
    let schemas: Vec<(String, Value)> = Library::<T::Game>::shipped()
        .schemas()
        .into_iter()
        .map(|(name, text)| (name, serde_json::from_str(&text).expect("JSON")))
        .collect();
    let mut used = Vec::new();
    for path in files(&shipped::<T>()) {
        let text = fs::read_to_string(&path).expect("a file");
        let table: toml::Table = toml::from_str(&text).expect("TOML");
        let value = serde_json::to_value(table).expect("JSON");
        let kind = value["kind"].as_str().and_then(Kind::by_name).expect("a kind");
        let name = schema_file(T::Game::NAME, kind);
        let (_, schema) = schemas.iter().find(|(known, _)| *known == name).expect("a schema of each kind");
        let mut errors = Vec::new();
        validate(schema, &value, kind.name(), &mut used, &mut errors);
        assert!(errors.is_empty(), "{}: {errors:?}", path.display());
    }
    let mut known = Vec::new();
    let library = Library::<T::Game>::shipped();
    let kinds = Kind::ALL.iter().zip(&schemas).filter(|(kind, _)| library.ids(**kind).next().is_some());
    for (kind, (_, schema)) in kinds {
        keys(schema, kind.name(), &mut known);
    }
    let excused = |key: &str| UNUSED.iter().chain(T::UNUSED_KEYS).any(|part| key.contains(part));
    known.retain(|key| !used.contains(key) && !excused(key));
    assert!(known.is_empty(), "no shipped file uses {known:?}");
}

fn keys(schema: &Value, path: &str, known: &mut Vec<String>) {
    if !schema["items"].is_null() {
        keys(&schema["items"], path, known);
    }
    for (key, inner) in schema["properties"].as_object().into_iter().flatten() {
        let path = format!("{path}.{key}");
        keys(inner, &path, known);
        known.push(path);
    }
}

/// The part of JSON Schema that our schemas use, but for patterns.
fn validate(schema: &Value, value: &Value, path: &str, used: &mut Vec<String>, errors: &mut Vec<String>) {
    let mut fail = |what: &str| errors.push(format!("{path}: {what}: {value}"));
    let kind_fits = match schema["type"].as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some(other) => panic!("{other}"),
        None => true,
    };
    if !kind_fits {
        return fail("type");
    }
    let count = value.as_array().map_or_else(|| value.as_str().map_or(0, |s| s.chars().count()), Vec::len) as u64;
    let least = |key: &str| schema[key].as_u64().is_none_or(|min| count >= min);
    let most = |key: &str| schema[key].as_u64().is_none_or(|max| count <= max);
    if !(least("minItems") && least("minLength") && most("maxItems") && most("maxLength")) {
        fail("length");
    }
    if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
        fail("enum");
    }
    let number = value.as_f64();
    if number.is_some_and(|n| schema["minimum"].as_f64().is_some_and(|min| n < min)) {
        fail("minimum");
    }
    if number.is_some_and(|n| schema["maximum"].as_f64().is_some_and(|max| n > max)) {
        fail("maximum");
    }
    if let Some(any) = schema["anyOf"].as_array() {
        let fits = any.iter().filter(|option| {
            let mut errors = Vec::new();
            validate(option, value, path, used, &mut errors);
            errors.is_empty()
        });
        if fits.count() == 0 {
            errors.push(format!("{path}: anyOf"));
        }
    }
    for key in schema["required"].as_array().into_iter().flatten() {
        if value.get(key.as_str().unwrap_or_default()).is_none() {
            errors.push(format!("{path}: no {key}"));
        }
    }
    for (key, inner) in value.as_object().into_iter().flatten() {
        let path = format!("{path}.{key}");
        match schema["properties"].get(key) {
            Some(schema) => validate(schema, inner, &path, used, errors),
            None => errors.push(format!("{path}: unknown")),
        }
        used.push(path);
    }
    for inner in value.as_array().into_iter().flatten() {
        if !schema["items"].is_null() {
            validate(&schema["items"], inner, path, used, errors);
        }
    }
}
