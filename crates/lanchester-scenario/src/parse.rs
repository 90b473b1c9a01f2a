//! TOML text to a tree with places, and every syntax error of it.

use toml::de::DeTable;

use crate::code;
use crate::problem::Report;
use crate::source::{Source, Span};

/// A parsed file. With syntax errors the tree holds what could be made out.
pub(crate) struct Parsed<'s> {
    pub table: DeTable<'s>,
    /// Lines (from 1) with syntax errors; what is found wrong with the values there is an echo.
    pub broken: Vec<usize>,
}

/// Parses the text and reports syntax errors and duplicate keys.
pub(crate) fn parse<'s>(source: &'s Source, report: &mut Report) -> Parsed<'s> {
    // Recovery can cascade on binary junk; past this many, more errors tell a person nothing.
    const MOST: usize = 100;
    let (table, errors) = DeTable::parse_recoverable(&source.text);
    let mut broken = Vec::new();
    for (nth, error) in errors.iter().enumerate() {
        let span = error.span().map_or(Span::default(), Span::from);
        let line = source.position(span.start).0;
        if broken.last() == Some(&line) {
            continue;
        }
        broken.push(line);
        if nth >= MOST {
            continue;
        }
        let text = report.excerpt(span);
        let (what, expected) = error.message().split_once(", expected ").unwrap_or((error.message(), ""));
        if what.starts_with("duplicate key") {
            report.problem(
                span,
                code::DUPLICATE_KEY,
                format!("`{text}` stands twice"),
                "each key and each [table] once (a list of tables is written [[…]])",
            );
        } else {
            let near = if text.is_empty() { String::new() } else { format!(" at `{text}`") };
            let expected = if expected.is_empty() { "TOML: key = value, [table] or [[list of tables]]" } else { expected };
            report.problem(span, code::SYNTAX, format!("this is not TOML: {what}{near}"), expected);
        }
    }
    Parsed { table: table.into_inner(), broken }
}
