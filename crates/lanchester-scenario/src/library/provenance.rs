//! Where a ship file comes from: copied from print, copied with gaps filled in, or designed for this collection.

use crate::schema::table_schema::{Key, ValueType};
use crate::text::code;
use crate::text::nearest::instead;
use crate::text::problem::Report;
use crate::values::fields::Fields;

/// Keys that say where a ship comes from or what it is called, not what is printed on its display.
const ABOUT: [&str; 5] = ["game", "kind", "origin", "reconstructed", "notes"];

/// Where a design comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Provenance {
    /// Copied from a published display.
    Published,
    /// Published, but the named fields could not be read and were filled in.
    Reconstructed(Vec<String>),
    /// A design of one's own: what a file that does not say is.
    Original,
}

impl Provenance {
    /// As `origin = "…"` spells it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Reconstructed(_) => "reconstructed",
            Self::Original => "original",
        }
    }
}

/// The keys `origin` and `reconstructed` of a ship file.
#[must_use]
pub fn provenance_keys() -> [Key; 2] {
    [
        Key::default(
            "origin",
            "Where the display comes from: copied, copied with gaps filled in, or a design of one's own.",
            ValueType::choice("origin", ["published", "reconstructed", "original"]),
            "original",
        ),
        Key::optional(
            "reconstructed",
            "Keys of this file that could not be read and were filled in; only with origin \"reconstructed\".",
            ValueType::list(ValueType::line(1, 60), 1, 20),
            "nothing was filled in",
        ),
    ]
}

/// Reads those keys. The reconstructed keys must be keys of this file that say something about the ship.
pub fn provenance(fields: &Fields, report: &mut Report) -> Option<Provenance> {
    let origin = fields.word("origin")?;
    if origin != "reconstructed" {
        if fields.given("reconstructed") {
            let message = format!("`reconstructed` stands beside origin \"{origin}\"");
            let expected = "origin = \"reconstructed\", or no `reconstructed`";
            report.problem(fields.span("reconstructed"), code::RECONSTRUCTED, message, expected);
        }
        return Some(if origin == "published" { Provenance::Published } else { Provenance::Original });
    }
    if !fields.given("reconstructed") {
        if fields.misspelt("reconstructed") {
            return None;
        }
        let message = "the origin is \"reconstructed\", but nothing says what was filled in";
        let expected = "`reconstructed = […]` with the keys that were filled in, such as [\"shields\"]";
        report.problem(fields.span("origin"), code::RECONSTRUCTED, message, expected);
        return None;
    }
    let keys = fields.schema.keys.iter().map(|key| key.name);
    let known: Vec<&str> = keys.filter(|key| !ABOUT.contains(key) && fields.given(key)).collect();
    let mut named = Vec::new();
    for (key, at) in fields.words("reconstructed") {
        if fields.misspelt(key) && !fields.given(key) {
            // The misspelt key was reported; put right, it will be there.
        } else if !known.contains(&key) {
            let message = format!("`{key}` is no key of this file that could be reconstructed");
            report.problem(at, code::RECONSTRUCTED, message, instead(key, &known));
        } else if named.iter().any(|known| known == key) {
            report.problem(at, code::DUPLICATE, format!("`{key}` is named twice"), "each key once");
        }
        named.push(key.to_owned());
    }
    Some(Provenance::Reconstructed(named))
}
