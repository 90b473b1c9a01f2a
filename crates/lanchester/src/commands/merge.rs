//! `lanchester merge`: the stores of shards, united.

use std::io::ErrorKind;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use lanchester_store::{Shard, Store, StoreError};
use lanchester_study::suspects::{Suspect, suspect};
use serde::Serialize;

use crate::exit::Exit;
use crate::output;
use crate::settings::Settings;
use crate::wording::count;

/// Unites the stores of the parts of one run; in any order, as often as wanted
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester merge part-1.store part-2.store --out reports/my-sweep.store
  lanchester sweep my-sweep.toml --resume        then writes the tables, and plays what is still missing

Parts of another run, seed or version of the rules are refused. What is in several parts is taken once.

A part that scores otherwise than the others in the cells that they share, beyond a chance of one in a million, is refused as \
well: the machine that played it is broken, or is not what it should be. --no-play --audit N of the command plays a chunk of each \
part again.")]
pub struct Merge {
    /// The stores
    #[arg(value_name = "STORE", required = true)]
    stores: Vec<PathBuf>,
    /// The store to make; there must be none of that name
    #[arg(long, value_name = "STORE")]
    out: PathBuf,
    /// Merge them even if one of them counts otherwise than the others
    #[arg(long)]
    trust: bool,
}

/// What was merged, as JSON.
#[derive(Serialize)]
struct Merged<'a> {
    store: &'a str,
    chunks: u64,
    /// None of a run that says only as it goes on how many there are.
    cells: Option<u64>,
    /// Parts that none of the stores is of, such as `2/4`; a merged one among them may hold what they played.
    missing: Vec<String>,
}

/// Merges.
pub fn run(of: &Merge, settings: &Settings) -> anyhow::Result<Exit> {
    output::make_folder_of(&of.out)?;
    let suspected = if of.trust { None } else { suspect(&of.stores).map_err(unusable)? };
    if let Some(suspect) = suspected {
        bail!("{}", refused(&suspect, &of.stores));
    }
    lanchester_store::merge(&of.stores, &of.out).map_err(unusable)?;
    let store = Store::read_only(&of.out)?;
    let missing = missing_parts(&of.stores)?;
    if !missing.is_empty() {
        settings.remark(&format!(
            "No store of these is of part {}; it is missing, unless a merged store among them holds it.",
            missing.join(", ")
        ));
    }
    let merged = Merged {
        store: &of.out.to_string_lossy(),
        chunks: store.done(),
        cells: store.identity().known_cells(),
        missing,
    };
    if settings.json {
        settings.json(&merged)?;
    } else {
        let cells = merged.cells.map(|cells| format!(" of {}", count(cells, "cell"))).unwrap_or_default();
        output::prose(&format!("{}: {}{cells}\n", of.out.display(), count(merged.chunks, "chunk")))?;
    }
    Ok(Exit::Done)
}

/// Parts of the run that none of these stores is of; a merged one among them may hold what they played.
fn missing_parts(stores: &[PathBuf]) -> Result<Vec<String>, StoreError> {
    let mut parts: Vec<Shard> = Vec::new();
    for path in stores {
        parts.extend(Store::read_only(path)?.identity().shard);
    }
    let Some(of) = parts.first().map(|shard| shard.of) else { return Ok(Vec::new()) };
    let all = (1..=of).map(|index| Shard { index, of });
    Ok(all.filter(|shard| !parts.contains(shard)).map(|shard| shard.to_string()).collect())
}

/// What to do about a store that cannot be merged.
fn unusable(error: StoreError) -> anyhow::Error {
    let expected = match &error {
        StoreError::Damaged { .. } => "a whole copy of that part, or the part played again with --restart",
        StoreError::NotAStore { .. } => "the stores of the parts, as --store named them",
        StoreError::Io { error, .. } if error.kind() == ErrorKind::NotFound => {
            "the stores of the parts, as --store named them"
        }
        _ => return error.into(),
    };
    anyhow::Error::from(error).context(format!("nothing was merged; expected {expected}"))
}

/// Why nothing was merged.
fn refused(of: &Suspect, stores: &[PathBuf]) -> String {
    let off = format!(
        "its scores are {:.1} standard errors too {} (chance {:.0e})",
        of.z.abs(),
        if of.z < 0.0 { "low" } else { "high" },
        of.chance
    );
    let what = if of.not_alone {
        let both: Vec<String> = stores.iter().map(|path| path.display().to_string()).collect();
        format!(
            "{} do not count the same, and two cannot say which is wrong: against the other, of {}, {off}",
            both.join(" and "),
            of.path.display()
        )
    } else {
        format!("{} does not count what the others count: in the cells that they share {off}", of.path.display())
    };
    format!("{what}; nothing was merged; expected that part from another machine, or --trust")
}
