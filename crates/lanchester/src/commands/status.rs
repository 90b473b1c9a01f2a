//! `lanchester status`: how far a run is, from another terminal or after a crash.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use lanchester_store::{Store, StoreError};
use lanchester_study::journal::{Heartbeat, heartbeat_path};
use serde::Serialize;

use crate::cli::Settings;
use crate::exit::Exit;
use crate::output;
use crate::wording::{count, grouped};

/// Says how far a run is, from its store: while it goes on, or after a crash
#[derive(Debug, Args)]
pub struct Status {
    /// The store
    #[arg(value_name = "STORE")]
    store: PathBuf,
}

#[derive(Serialize)]
struct StatusJson<'a> {
    /// A run is writing to it.
    running: bool,
    /// What the store holds; null while a run is writing to it.
    stored: Option<Stored<'a>>,
    /// What the run last said of itself.
    heartbeat: Option<&'a Heartbeat>,
}

#[derive(Serialize)]
struct Stored<'a> {
    #[serde(flatten)]
    identity: &'a lanchester_store::Identity,
    chunks_done: u64,
    cells_begun: u64,
}

/// Looks.
pub fn run(of: &Status, settings: &Settings) -> anyhow::Result<Exit> {
    let heartbeat: Option<Heartbeat> =
        std::fs::read(heartbeat_path(&of.store)).ok().and_then(|text| serde_json::from_slice(&text).ok());
    let store = match Store::read_only(&of.store) {
        Ok(store) => Some(store),
        Err(StoreError::InUse { .. }) => None,
        Err(error @ StoreError::Damaged { .. }) => {
            return Err(error).context(
                "cannot read this run's progress (expected a whole copy of the store, or the sweep again with --restart, \
                 which puts the damaged one aside)",
            );
        }
        Err(error) => {
            return Err(error).context(
                "cannot read this run's progress (expected the store of a sweep, such as reports/refits.store)",
            );
        }
    };
    let begun = |store: &Store| {
        let mut cells: Vec<u64> = store.keys().map(|(cell, _)| cell).collect();
        cells.dedup();
        cells.len() as u64
    };
    if settings.json {
        output::json(&StatusJson {
            running: store.is_none(),
            stored: store.as_ref().map(|store| Stored {
                identity: store.identity(),
                chunks_done: store.done(),
                cells_begun: begun(store),
            }),
            heartbeat: heartbeat.as_ref(),
        })?;
        return Ok(Exit::Done);
    }
    let mut text = String::new();
    match &store {
        None => text.push_str("A run is writing to this store.\n"),
        Some(store) => {
            let of = store.identity();
            let part = of.shard.map(|shard| format!(", part {shard}")).unwrap_or_default();
            text.push_str(&format!(
                "`{}`{part}: {} rules v{}, seed {}, {}.\n",
                of.study, of.game, of.rules_version, of.seed, of.plan
            ));
            text.push_str(&format!(
                "{} kept, of {} of {}; no run is writing to it.\n",
                count(store.done(), "chunk"),
                grouped(begun(store)),
                count(of.cells, "cell")
            ));
        }
    }
    if let Some(heartbeat) = &heartbeat {
        let [round, left] = heartbeat.round;
        let when = heartbeat.written.as_deref().unwrap_or("at an unknown time");
        text.push_str(&format!(
            "Last heard of {when}: {}, {} of {} of this round played, {} battles per second.\n",
            heartbeat.phase,
            grouped(round - left.min(round)),
            count(round, "chunk"),
            grouped(heartbeat.battles_per_second as u64)
        ));
        if let (None, Some(seconds)) = (&store, heartbeat.seconds_left) {
            let left = humantime::format_duration(std::time::Duration::from_secs(seconds as u64));
            text.push_str(&format!("About {left} more.\n"));
        }
        if let Some(progress) = &heartbeat.progress {
            text.push_str(&format!("{} of {} begun", grouped(progress.begun), count(heartbeat.cells, "cell")));
            text.push_str(&match progress.known {
                Some(known) => format!(", {} of them known well enough when this round began.\n", grouped(known)),
                None => ".\n".to_owned(),
            });
            if let Some(share) = heartbeat.keeping {
                text.push_str(&format!("{:.2} % of the time went into keeping it.\n", 100.0 * share));
            }
            progress.lines().iter().for_each(|line| text.push_str(&format!("{line}\n")));
        }
    }
    output::data(&text)?;
    Ok(Exit::Done)
}
