//! Writes the page of a duel and the table of its account to a folder.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use lanchester_games::Game;
use lanchester_lanes::dice::STREAM_VERSION;
use lanchester_report::folder::replace_file;
use lanchester_report::manifest::{MANIFEST_FILE, versions};
use lanchester_report::schema::WHY;
use lanchester_report::why::{Duel, page, table};
use lanchester_report::{REPORT_FILE, parquet};

use crate::output;

/// Finds out before the first battle whether files can be written there, and that no other page is lost.
///
/// # Errors
/// They cannot, or one would.
pub fn ready(out: &Path) -> anyhow::Result<()> {
    let (out_text, has) = (out.display(), |file: &str| out.join(file).exists());
    ensure!(
        !has(MANIFEST_FILE),
        "{out_text} holds a stored study or sweep, whose page would be lost; expected another --out"
    );
    ensure!(
        !has(REPORT_FILE) || has(WHY.file),
        "{out_text} holds a {REPORT_FILE} that is of no duel and would be lost; expected another --out"
    );
    output::make_folder(out)
}

/// Writes both, each whole or not at all. Returns where the page is.
///
/// # Errors
/// The system refuses.
pub fn write<G: Game>(out: &Path, duel: &Duel<'_>) -> anyhow::Result<PathBuf> {
    let mut metadata = versions(duel.versions.0, G::NAME, G::VERSION, STREAM_VERSION);
    let of_duel = [
        ("lanchester.seed", duel.seed.to_string()),
        ("lanchester.command", duel.again.to_owned()),
        ("lanchester.harm", duel.account.harm.to_owned()),
    ];
    metadata.extend(of_duel.map(|(key, value)| (key.to_owned(), value)));
    let bytes = parquet::write(&table(duel.account), &metadata).context(WHY.file)?;
    for (name, bytes) in [(WHY.file, bytes), (REPORT_FILE, page(duel).into_bytes())] {
        let path = out.join(name);
        replace_file(&path, &bytes).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    Ok(out.join(REPORT_FILE))
}
