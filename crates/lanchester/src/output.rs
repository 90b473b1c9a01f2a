//! Where text goes: data to stdout, all else to stderr, nothing through a macro that panics on a closed pipe.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::Context;
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
    std::fs::create_dir_all(path).with_context(|| format!("the folder {} cannot be made", path.display()))
}

/// Makes the folder that a file is to be written to, as [`make_folder`] does.
///
/// # Errors
/// As [`make_folder`].
pub fn make_folder_of(file: &Path) -> anyhow::Result<()> {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).map_or(Ok(()), make_folder)
}

/// Writes text to stdout, ended by a line feed.
///
/// A closed pipe is no error: nobody listens any more, and the command ends with the code it would have ended with.
///
/// # Errors
/// [`WriteError`] when the disk is full, say.
pub fn data(text: &str) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.write_all(end.as_bytes()));
    taken(written.and_then(|()| stdout.flush()))
}

/// What became of text on stdout; see [`data`].
///
/// # Errors
/// As [`data`].
pub fn taken(written: io::Result<()>) -> anyhow::Result<()> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(WriteError(error).into()),
        _ => Ok(()),
    }
}

/// Writes a value to stdout as JSON.
///
/// # Errors
/// As [`data`].
pub fn json(value: &impl Serialize) -> anyhow::Result<()> {
    data(&serde_json::to_string_pretty(value)?)
}

/// Writes a line to stderr. If nobody takes it there is nobody to tell.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Whether colours are wanted: on a terminal, unless NO_COLOR is set.
pub fn colour(stream: &impl IsTerminal) -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    stream.is_terminal() && !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// The columns to write messages in.
pub fn width() -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    columns.unwrap_or(100).clamp(40, 120)
}
