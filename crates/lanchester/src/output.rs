//! Where text goes: data to stdout, the rest to stderr, nothing through a macro that panics on a closed pipe.
//!
//! Files and paths that others made may hold characters that steer a terminal. All text passes through here, and here
//! those characters become visible ones (see [`visible`]), so no other place has to think of them.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::Context;
use lanchester_report::columns::{CODES, Screen};
use lanchester_scenario::steers;
use serde::Serialize;

/// Stdout did not take the text.
#[derive(Debug)]
pub struct WriteError(pub io::Error);

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for WriteError {}

/// Makes a folder and those around it, where they do not exist.
///
/// # Errors
/// There is something else of that name, or the system's.
pub fn make_folder(path: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(path)
        .with_context(|| format!("the folder {} cannot be made; expected a folder or a new path", path.display()))
}

/// Makes the folder that a file is to be written to, as [`make_folder`] does.
///
/// # Errors
/// As [`make_folder`].
pub fn make_folder_of(file: &Path) -> anyhow::Result<()> {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).map_or(Ok(()), make_folder)
}

/// The codes of colour that are let through to a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colours {
    /// None.
    No,
    /// Those of our own tables.
    Tables,
    /// All: of a text whose other parts have been cleaned already.
    All,
}

/// The length of the colour code that a text begins with, if it begins with one that is let through.
fn code_length(text: &str, colours: Colours) -> Option<usize> {
    match colours {
        Colours::No => None,
        Colours::Tables => CODES.iter().find(|code| text.starts_with(**code)).map(|code| code.len()),
        Colours::All => {
            let numbers = text.strip_prefix("\u{1b}[")?;
            let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
            numbers[end..].starts_with('m').then_some(end + 3)
        }
    }
}

/// A text in which characters that steer a terminal (escapes, carriage returns, bells, marks that turn or hide text) are
/// written out, such as `\u{1b}`. Line feeds stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    shown(text, Colours::No)
}

fn shown(text: &str, colours: Colours) -> Cow<'_, str> {
    if !text.contains(|c| steers(c) && c != '\n') {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = code_length(rest, colours);
        if length.is_some() || c == '\n' || !steers(c) {
            shown.push_str(&rest[..length.unwrap_or(c.len_utf8())]);
        } else {
            shown.extend(c.escape_unicode());
        }
        rest = &rest[length.unwrap_or(c.len_utf8())..];
    }
    Cow::Owned(shown)
}

/// Writes text to stdout, ended by a line feed, made [`visible`] but for the colours of tables.
///
/// # Errors
/// As [`own`].
pub fn data(text: &str) -> Result<(), WriteError> {
    own(&shown(text, if colour(&io::stdout()) { Colours::Tables } else { Colours::No }))
}

/// Writes text that holds nothing of anybody else's to stdout as it is, ended by a line feed.
///
/// A closed pipe is no error: nobody listens any more, and the command ends with the code it would have ended with.
///
/// # Errors
/// [`WriteError`] when the disk is full, say.
pub fn own(text: &str) -> Result<(), WriteError> {
    let mut stdout = io::stdout().lock();
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.write_all(end.as_bytes()));
    taken(written.and_then(|()| stdout.flush()))
}

/// What became of text on stdout; see [`own`].
///
/// # Errors
/// As [`own`].
pub fn taken(written: io::Result<()>) -> Result<(), WriteError> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(WriteError(error)),
        _ => Ok(()),
    }
}

/// A value as JSON that may be shown on a terminal.
///
/// # Errors
/// It cannot be JSON, which no result gives reason to.
pub fn json_text(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string_pretty(value).map(|json| escaped(&json))
}

/// JSON with the characters escaped that steer a terminal and that JSON may hold as they are. They stand in its texts.
fn escaped(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        if steers(c) && c != '\n' {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| escaped.push_str(&format!("\\u{unit:04x}")));
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// Writes a line to stderr, made [`visible`]. If it cannot be written there is nowhere to report that.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", visible(text));
}

/// Writes lines with colours to stderr, in which what comes from elsewhere holds none.
pub fn coloured_note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", shown(text, Colours::All));
}

/// Whether colours are wanted: on a terminal, unless NO_COLOR is set.
pub fn colour(stream: &impl IsTerminal) -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    stream.is_terminal() && !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// The columns of the terminal, or those that COLUMNS says; none where text goes to a file and nothing says any.
fn columns() -> Option<usize> {
    let set = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || terminal_size::terminal_size().filter(|_| io::stdout().is_terminal());
    set.or_else(|| terminal().map(|(width, _)| usize::from(width.0))).map(|columns: usize| columns.max(40))
}

/// The columns to write messages in: wider ones are hard to read.
pub fn width() -> usize {
    columns().unwrap_or(100).min(120)
}

/// What tables on stdout are written for: they take the whole width of a terminal.
pub fn screen() -> Screen {
    Screen { color: colour(&io::stdout()), width: columns().unwrap_or(usize::MAX) }
}

/// Writes sentences to stdout as [`data`] does. A line longer than the screen goes on further in, but for a command, which is
/// copied as it stands.
///
/// # Errors
/// As [`own`].
pub fn prose(text: &str) -> Result<(), WriteError> {
    data(&columns().map_or_else(|| text.to_owned(), |columns| folded(text, columns)))
}

fn folded(text: &str, columns: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let mut rest = line;
        let indent = line.len() - line.trim_start().len() + 4;
        let mut room = columns;
        // Tables fit already, and their colours take no room.
        while rest.chars().count() > room && !line.contains('\u{1b}') && !line.contains("lanchester ") {
            // A space may stand just beyond.
            let end = rest.char_indices().nth(room + 1).map_or(rest.len(), |(at, _)| at);
            let first = rest.len() - rest.trim_start().len();
            let Some(space) = rest[..end].rfind(' ').filter(|at| *at > first) else { break };
            out.push_str(rest[..space].trim_end());
            out.push_str(&format!("\n{:indent$}", ""));
            rest = rest[space..].trim_start();
            room = columns.saturating_sub(indent).max(1);
        }
        out.push_str(rest);
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\u{1b}[2Jb\r\u{7}\u{9b}31m\u{202e}c\u{1b}[31md\u{7f}\te\n";

    #[test]
    fn what_steers_a_terminal_is_written_out() {
        let shown = r"a\u{1b}[2Jb\u{d}\u{7}\u{9b}31m\u{202e}c\u{1b}[31md\u{7f}\u{9}e";
        assert_eq!(visible(HOSTILE), format!("{shown}\n"));
        assert_eq!(visible("fine: ä, 戦艦, −5 %\n"), "fine: ä, 戦艦, −5 %\n");
    }

    #[test]
    fn colours_of_tables_pass_where_they_are_wanted_and_others_do_not() {
        let text = "\u{1b}[1mShip\u{1b}[0m \u{1b}[8mhidden\u{1b}[2J\u{1b}";
        assert_eq!(shown(text, Colours::Tables), "\u{1b}[1mShip\u{1b}[0m \\u{1b}[8mhidden\\u{1b}[2J\\u{1b}");
        assert_eq!(shown(text, Colours::All), "\u{1b}[1mShip\u{1b}[0m \u{1b}[8mhidden\\u{1b}[2J\\u{1b}");
        assert!(!shown(text, Colours::No).contains('\u{1b}'));
    }

    #[test]
    fn long_lines_go_on_further_in_and_commands_stay_whole() {
        let text = "  one two three four\nThis again: lanchester duel a b\n\nshort\n";
        assert_eq!(folded(text, 11), "  one two\n      three\n      four\nThis again: lanchester duel a b\n\nshort\n");
        assert_eq!(folded("averyverylongword\n", 10), "averyverylongword\n");
        // What begins at the edge goes on beyond it.
        assert_eq!(folded(&format!("{:38}a bcd\n", ""), 40), format!("{:38}a\n{:42}bcd\n", "", ""));
        // Whatever stands at the edge, signs of several bytes too.
        for columns in 9..30 {
            let text = "fair → inconclusive → fair – “so”\n";
            assert!(folded(text, columns).split_whitespace().eq(text.split_whitespace()), "{columns}");
        }
    }

    #[test]
    fn json_says_the_same_with_its_characters_escaped() {
        let json = serde_json::to_string_pretty(&[HOSTILE]).expect("JSON");
        let escaped = escaped(&json);
        assert!(!escaped.contains(|c| steers(c) && c != '\n'), "{escaped}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&escaped).expect("JSON"), [HOSTILE]);
    }
}
