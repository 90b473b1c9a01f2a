//! `lanchester schema`: the columns of every Parquet file, as documentation.

use clap::Args;

use crate::exit::Exit;
use crate::output;

/// Describes every column of the Parquet files, as Markdown
#[derive(Debug, Args)]
pub struct Schema {}

/// Prints the page.
pub fn run() -> anyhow::Result<Exit> {
    output::own(&lanchester_report::schema::markdown())?;
    Ok(Exit::Done)
}
