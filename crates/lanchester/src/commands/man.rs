//! `lanchester man`: the manual.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use crate::exit::Exit;
use crate::output;

/// Writes the manual pages of all commands to a folder
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester man ~/.local/share/man/man1
  man lanchester-price

A page of the same name that is there already is written again.")]
pub struct Man {
    /// The folder: `man1` of a folder in which your shell looks for manuals
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes the pages and says where.
pub fn run(of: &Man, program: clap::Command) -> anyhow::Result<Exit> {
    output::make_folder(&of.folder)?;
    clap_mangen::generate_to(program, &of.folder)
        .with_context(|| format!("the pages could not be written to {}", of.folder.display()))?;
    output::data(&format!("{}\n", of.folder.join("lanchester.1").display()))?;
    Ok(Exit::Done)
}
