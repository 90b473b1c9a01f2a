//! TOML text to a tree with places, and every syntax error of it.

use std::collections::BTreeSet;

use toml::de::DeTable;

use crate::text::code;
use crate::text::problem::Report;
use crate::text::source::{Source, Span};

/// A parsed file. With syntax errors the tree holds what could be made out.
pub(crate) struct Parsed<'s> {
    pub table: DeTable<'s>,
    pub broken: Broken,
}

/// Where a file has syntax errors.
#[derive(Debug, Default)]
pub(crate) struct Broken {
    /// These lines, from 1.
    lines: BTreeSet<usize>,
    /// From this line on nothing can be trusted.
    lost: Option<usize>,
}

impl Broken {
    /// Whether there are any.
    pub fn any(&self) -> bool {
        !self.lines.is_empty()
    }

    /// Whether the line (from 1) has a syntax error, so that what its values seem to be is an echo of it.
    pub fn is_echo(&self, line: usize) -> bool {
        self.lines.contains(&line) || self.lost.is_some_and(|lost| line >= lost)
    }
}

/// How the parser begins a message on a text in quotation marks.
const TEXT: &str = "invalid basic string";

/// What is said of a list that has no end.
const OPEN: &str = "a list or table that is not closed";

/// Parses the text and reports syntax errors and duplicate keys, at most one a line.
///
/// The parser goes on after an error. Behind a list that is not closed it takes the rest of the file for the list's
/// entries; that is reported once, where the list begins.
pub(crate) fn parse<'s>(source: &'s Source, report: &mut Report) -> Parsed<'s> {
    let (table, errors) = DeTable::parse_recoverable(&source.text);
    let mut parsed = Parsed { table: table.into_inner(), broken: Broken::default() };
    let mut errors: Vec<(Span, &str)> =
        errors.iter().map(|error| (error.span().map_or(Span::default(), Span::from), error.message())).collect();
    errors.sort_by_key(|(span, _)| span.start);
    // Before the parser meets what shows that a list is not closed, it may have taken a [table] for an entry.
    let open = errors.iter().find_map(|(span, message)| unclosed(source, *span, message));
    let open = open.map(|open| (open, source.position(open.start).0));
    for (span, message) in errors {
        if report.is_full() {
            // Only counted.
            report.problem(span, code::SYNTAX, "", "");
            continue;
        }
        let line = source.position(span.start).0;
        if let Some((open, open_line)) = open.filter(|(_, open_line)| line > *open_line) {
            if parsed.broken.lines.insert(open_line) {
                let expected = "`]` (or `}`) at its end, and commas between its entries";
                report.problem(open, code::SYNTAX, format!("this is not TOML: {OPEN}"), expected);
            }
            parsed.broken.lost = Some(open_line);
            break;
        }
        if parsed.broken.lines.insert(line) {
            // The first of two signs that end a line is no part of a text.
            let ends = source.text[source.clamp(span).start..].starts_with("\r\n");
            let message =
                if ends && message.starts_with(TEXT) { "invalid basic string, expected `\"`" } else { message };
            syntax_problem(span, message, report);
        }
        if message.starts_with("cannot recurse") {
            parsed.broken.lost = Some(line);
            break;
        }
    }
    parsed
}

/// Where the list begins that the parser was in when it met what can only be the next line of the file.
fn unclosed(source: &Source, at: Span, message: &str) -> Option<Span> {
    let at = source.clamp(at);
    let inside = ["missing comma between", "unclosed array", "unclosed inline table"];
    if !inside.iter().any(|known| message.starts_with(known)) {
        return None;
    }
    let line_start = source.text[..at.start].rfind('\n')? + 1;
    let line = source.text[line_start..].lines().next().unwrap_or("").trim_start();
    let first = line.split('=').next().unwrap_or("").trim_end();
    let key_like = line.contains('=') && first.chars().all(|c| c.is_alphanumeric() || "_-.\"".contains(c));
    if !(line.is_empty() || line.starts_with('[') || key_like) {
        return None;
    }
    // The last line before with a bracket after an equals sign.
    let mut start = line_start;
    for before in source.text[..line_start].split_inclusive('\n').rev() {
        start -= before.len();
        let Some(equals) = before.find('=') else { continue };
        if let Some(bracket) = before[equals..].find(['[', '{']) {
            let open = start + equals + bracket;
            return Some(Span { start: open, end: open + before[equals + bracket..].trim_end().len() });
        }
    }
    None
}

/// Reports one error of the parser in the words of this program.
fn syntax_problem(span: Span, message: &str, report: &mut Report) {
    let text = report.excerpt(span);
    let (what, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    let a_value = "a number, true or false, text in quotes, or a list in brackets";
    let (what, expected) = match (what, expected) {
        ("duplicate key", _) => {
            let expected = "each key and each [table] once (a list of tables is written [[…]])";
            report.problem(span, code::DUPLICATE_KEY, format!("`{text}` stands twice"), expected);
            return;
        }
        ("string values must be quoted", _) if text.is_empty() => ("a value is missing".into(), a_value),
        ("string values must be quoted", _) => (format!("`{text}` is no value"), a_value),
        ("invalid basic string" | "invalid literal string", "`\"`" | "`'`") => {
            ("a text that is not closed".into(), "a quotation mark at its end")
        }
        ("invalid basic string", _) => {
            ("a text with a control character".into(), "visible characters, or an escape such as \\n")
        }
        ("invalid multi-line basic string" | "invalid multi-line literal string", _) => {
            ("a text over several lines that is not closed".into(), "three quotation marks at its end")
        }
        ("unclosed array" | "unclosed inline table", _) => (OPEN.into(), "`]` (or `}`) at its end"),
        ("missing escaped value", _) => {
            ("a backslash with nothing that it could mean".into(), "`\\\\` for a backslash")
        }
        ("cannot recurse further; max recursion depth met", _) => {
            ("brackets in brackets in brackets".into(), "at most 80 levels of brackets")
        }
        ("unexpected leading zero", _) => ("a number with a leading zero".into(), "a number without it"),
        ("unexpected key or value", _) => ("more on a line that was complete".into(), "the end of the line"),
        ("key with no value", _) => ("a key without a value".into(), "`key = value`"),
        _ => {
            let near = if text.is_empty() { String::new() } else { format!(" at `{text}`") };
            let general = "`key = value`, `[table]` or `[[list of tables]]`";
            (format!("{what}{near}"), if expected.is_empty() { general } else { expected })
        }
    };
    report.problem(span, code::SYNTAX, format!("this is not TOML: {what}"), expected);
}
