//! Opens a page with the program that this machine opens pages with.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};

/// The program of this system that opens a file as a click on it would.
const OPENER: &str = if cfg!(target_os = "macos") {
    "open"
} else if cfg!(windows) {
    "explorer"
} else {
    "xdg-open"
};

/// Opens the page. It is written already: where it cannot be opened the message names it.
///
/// # Errors
/// There is no such program, or it found nothing to open the page with.
pub fn page(path: &Path) -> anyhow::Result<()> {
    let told =
        || format!("--open: `{OPENER}` cannot open the page; it is written, open it yourself: {}", path.display());
    // What the browser says is no part of the answer.
    let ended = Command::new(OPENER)
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .with_context(told)?;
    // Explorer's exit status says nothing.
    ensure!(ended.success() || cfg!(windows), told());
    Ok(())
}
