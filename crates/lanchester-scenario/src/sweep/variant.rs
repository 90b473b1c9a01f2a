//! A value put into a file, and the file read again: so every check of the game holds for every variant.

use super::SweptValue;
use crate::game::{GameFiles, Swept};
use crate::library::reading::{File, Reading};
use crate::text::parse::Broken;
use crate::text::problem::{NO_FILE, Problem, Report};
use crate::text::source::Source;
use crate::values::fields::Fields;

/// What a parameter sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A key of the ship.
    Ship,
    /// A key of the fleet.
    Fleet,
    /// An option of the battles.
    Option,
    /// A key of the policy of the varied side.
    Policy,
}

/// The target of a parameter's `field`, and the keys below it.
///
/// # Errors
/// What is wrong with it, and what was expected.
pub(crate) fn target(field: &str) -> Result<(Target, Vec<String>), (String, String)> {
    let expected = || "ship.…, fleet.…, option.… or policy.…, such as \"ship.thrust\"".to_owned();
    let Some((head, rest)) = field.split_once('.') else {
        return Err((format!("`{}` names no key", crate::text::source::excerpt(field)), expected()));
    };
    let target = match head {
        "ship" => Target::Ship,
        "fleet" => Target::Fleet,
        "option" => Target::Option,
        "policy" => Target::Policy,
        _ => return Err((format!("`{}` is nothing that has keys", crate::text::source::excerpt(head)), expected())),
    };
    let path: Vec<String> = rest.split('.').map(|part| part.trim().to_owned()).collect();
    if path.iter().any(String::is_empty) || matches!(path[0].as_str(), "game" | "kind" | "name") {
        return Err((format!("`{}` cannot be varied", crate::text::source::excerpt(field)), expected()));
    }
    Ok((target, path))
}

/// Puts a value at a path: keys of tables, and of a list of tables the number from 1 or the `name`. Returns the path with
/// every such entry by its number: equal for two paths to one key.
///
/// # Errors
/// What is wrong with the path, and what was expected.
pub(crate) fn set<G: GameFiles>(
    document: &mut toml::Table,
    path: &[String],
    value: &SweptValue,
) -> Result<Vec<String>, (String, String)> {
    let mut place = Vec::new();
    // The keys without the numbers and names between them: what a game knows the place by.
    let mut keys: Vec<&str> = Vec::new();
    let mut table = document;
    let mut rest = path;
    loop {
        let [key, below @ ..] = rest else { return Err(("the path ends too early".into(), "a key".into())) };
        keys.push(key);
        place.push(key.clone());
        if below.is_empty() {
            match G::swept(&keys.join("."), &value.toml()) {
                None => drop(table.insert(key.clone(), value.toml())),
                Some(Swept::Value(value)) => drop(table.insert(key.clone(), value)),
                Some(Swept::Absent) => drop(table.remove(key)),
            }
            return Ok(place);
        }
        match table.get_mut(key) {
            Some(toml::Value::Table(inner)) => (table, rest) = (inner, below),
            Some(toml::Value::Array(list)) => {
                let names: Vec<String> = list
                    .iter()
                    .map(|entry| entry.get("name").and_then(toml::Value::as_str).unwrap_or_default().to_owned())
                    .collect();
                let which = &below[0];
                let alike: Vec<String> =
                    (1..).zip(&names).filter(|(_, name)| *name == which).map(|(n, _)| n.to_string()).collect();
                if alike.len() > 1 {
                    let message =
                        format!("`{}` names {} of the {key}", crate::text::source::excerpt(which), alike.len());
                    return Err((message, format!("the number of one of them: {}", alike.join(", "))));
                }
                let entry =
                    names.iter().position(|name| name == which).or_else(|| which.parse::<usize>().ok()?.checked_sub(1));
                let known = || {
                    let named: Vec<&str> = names.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
                    let numbers = format!("a number from 1 to {}", names.len());
                    if named.is_empty() { numbers } else { format!("{numbers}, or {}", named.join(", ")) }
                };
                let Some(toml::Value::Table(inner)) = entry.and_then(|entry| list.get_mut(entry)) else {
                    return Err((
                        format!("there is no `{}` among the {key}", crate::text::source::excerpt(which)),
                        known(),
                    ));
                };
                place.extend(entry.map(|entry| (entry + 1).to_string()));
                (table, rest) = (inner, &below[1..]);
            }
            _ => {
                return Err((
                    format!("`{}` holds no keys", crate::text::source::excerpt(key)),
                    "a table or list of tables".into(),
                ));
            }
        }
    }
}

/// A file's content as a document whose keys can be set, defaults filled in.
pub(crate) fn document(fields: &Fields) -> toml::Table {
    // What `show` prints is TOML by its tests.
    fields.to_toml().parse().unwrap_or_default()
}

impl<G: GameFiles> Reading<'_, G> {
    /// A document as the file that it would be in the place of `base`; its problems are returned, not reported.
    pub fn as_file(&self, base: &File, document: &toml::Table) -> (File, Vec<Problem>) {
        let text = toml::to_string(document).unwrap_or_default();
        let source = Source::new(base.source.label.as_str(), text.as_str());
        let (fields, problems) = Fields::of_text(&source, self.shelf.schemas.kind(base.kind));
        let sound = problems.is_empty();
        let file =
            File { origin: base.origin.clone(), source, kind: base.kind, fields, broken: Broken::default(), sound };
        (file, problems)
    }

    /// A document as the game's options.
    pub fn as_options(&self, document: &toml::Table) -> (Option<G::Options>, Vec<Problem>) {
        let text = toml::to_string(document).unwrap_or_default();
        let source = Source::new(NO_FILE, text.as_str());
        let (fields, mut problems) = Fields::of_text(&source, &self.shelf.schemas.options);
        let mut report = Report::new(&source);
        let options = if problems.is_empty() { G::options(&fields, &G::Options::default(), &mut report) } else { None };
        problems.extend(report.into_list());
        (options, problems)
    }
}
