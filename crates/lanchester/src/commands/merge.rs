//! `lanchester merge`: the stores of shards, united.

use std::path::PathBuf;

use clap::Args;
use lanchester_store::StoreError;
use serde::Serialize;

use crate::exit::Exit;
use crate::output;
use crate::settings::Settings;

/// Unites the stores of the parts of one run; in any order, as often as wanted
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester merge part-1.store part-2.store --out reports/my-sweep.store
  lanchester sweep my-sweep.toml --resume        then writes the tables, and plays what is still missing

Parts of another sweep, seed or version of the rules are refused. What is in several parts is taken once.")]
pub struct Merge {
    /// The stores
    #[arg(value_name = "STORE", required = true)]
    stores: Vec<PathBuf>,
    /// The store to make; there must be none of that name
    #[arg(long, value_name = "STORE")]
    out: PathBuf,
}

/// What was merged, as JSON.
#[derive(Serialize)]
struct Merged<'a> {
    store: &'a str,
    chunks: u64,
    cells: u64,
}

/// Merges.
pub fn run(of: &Merge, settings: &Settings) -> anyhow::Result<Exit> {
    output::make_folder_of(&of.out)?;
    let merged = lanchester_store::merge(&of.stores, &of.out);
    merged.map_err(|error| match error {
        StoreError::Damaged { .. } => anyhow::Error::from(error)
            .context("nothing was merged; expected a whole copy of that part, or the part played again with --restart"),
        other => other.into(),
    })?;
    let store = lanchester_store::Store::read_only(&of.out)?;
    let merged = Merged { store: &of.out.to_string_lossy(), chunks: store.done(), cells: store.identity().cells };
    if settings.json {
        settings.json(&merged)?;
    } else {
        output::data(&format!("{}: {} chunks of {} cells\n", of.out.display(), merged.chunks, merged.cells))?;
    }
    Ok(Exit::Done)
}
