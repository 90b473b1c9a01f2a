//! `lanchester init`: the shipped files on disk.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use lanchester_games::Game;
use lanchester_scenario::Library;
use serde::Serialize;

use crate::exit::Exit;
use crate::output;
use crate::settings::Settings;
use crate::wording::{command, count};

/// Writes the shipped files to a folder, to change and add to
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester init my-ships
  lanchester validate my-ships/nova/studies/default.toml

Beside the files come JSON Schemas, with which an editor completes and checks them, and a README that explains the
format. A file that is there already and differs is never overwritten: then nothing is written at all.")]
pub struct Init {
    /// The folder; made if it does not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

#[derive(Serialize)]
struct InitJson {
    written: Vec<PathBuf>,
    kept: Vec<PathBuf>,
}

/// Writes the files.
pub fn run<G: Game>(of: &Init, settings: &Settings) -> anyhow::Result<Exit> {
    let exported = Library::<G>::shipped().export(&of.folder).with_context(|| {
        format!("{} cannot take the shipped files (expected a folder, or a place to make one)", of.folder.display())
    })?;
    if settings.json {
        settings.json(&InitJson { written: exported.written, kept: exported.kept })?;
        return Ok(Exit::Done);
    }
    let written = count(exported.written.len() as u64, "file");
    let kept = match exported.kept.len() {
        0 => String::new(),
        n => format!("; {} there already, unchanged", count(n as u64, "file")),
    };
    let game = of.folder.join(G::NAME);
    let check = command(["check", &game.to_string_lossy()]);
    let study = command(["validate", &game.join("studies/default.toml").to_string_lossy()]);
    output::data(&format!(
        "{written} written to {}{kept}.\nNext: change or add files, then\n  {check}\n  {study}\n",
        of.folder.display()
    ))?;
    Ok(Exit::Done)
}
