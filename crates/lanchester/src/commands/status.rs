//! `lanchester status`: how far a run is, from another terminal or after a crash.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use lanchester_store::{Identity, Store, StoreError};
use lanchester_study::journal::{Heartbeat, heartbeat_path};
use lanchester_study::rounds::{RoundsSoFar, rounds_so_far};
use serde::Serialize;

use crate::exit::Exit;
use crate::output;
use crate::settings::Settings;
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
    identity: &'a Identity,
    chunks_done: u64,
    cells_begun: u64,
    /// The run, or this part of it, needs nothing more than is stored.
    finished: bool,
}

/// Looks.
pub fn run(of: &Status, settings: &Settings) -> anyhow::Result<Exit> {
    let heartbeat: Option<Heartbeat> =
        std::fs::read(heartbeat_path(&of.store)).ok().and_then(|text| serde_json::from_slice(&text).ok());
    let store = opened(&of.store)?;
    if settings.json {
        settings.json(&StatusJson {
            running: store.is_none(),
            stored: store.as_ref().map(|store| Stored {
                identity: store.identity(),
                chunks_done: store.done(),
                cells_begun: cells_begun(store),
                finished: store.is_finished(),
            }),
            heartbeat: heartbeat.as_ref(),
        })?;
        return Ok(Exit::Done);
    }
    let mut text = match &store {
        None => "A run is writing to this store.\n".to_owned(),
        Some(store) => {
            let so_far = rounds_so_far(store).filter(|_| store.identity().known_cells().is_none());
            stored(store.identity(), store.done(), cells_begun(store), so_far, store.is_finished())
        }
    };
    if let Some(heartbeat) = &heartbeat {
        text.push_str(&heard(heartbeat, store.is_none()));
    }
    output::prose(&text)?;
    Ok(Exit::Done)
}

/// The store; none while a run is writing to it.
fn opened(path: &Path) -> anyhow::Result<Option<Store>> {
    anyhow::ensure!(
        !path.is_dir(),
        "`{}` is a folder; expected the store of a run, such as reports/refits.store",
        path.display()
    );
    match Store::read_only(path) {
        Ok(store) => Ok(Some(store)),
        Err(StoreError::InUse { .. }) => Ok(None),
        Err(error @ StoreError::Damaged { .. }) => Err(error).context(
            "cannot read this run's progress (expected a whole copy of the store, or the sweep again with --restart, \
             which puts the damaged one aside)",
        ),
        Err(error) => Err(error)
            .context("cannot read this run's progress (expected the store of a run, such as reports/refits.store)"),
    }
}

fn cells_begun(store: &Store) -> u64 {
    let mut cells: Vec<u64> = store.keys().map(|(cell, _)| cell).collect();
    cells.dedup();
    cells.len() as u64
}

/// What a store that no run writes to holds.
fn stored(of: &Identity, chunks: u64, begun: u64, so_far: Option<RoundsSoFar>, finished: bool) -> String {
    let part = of.shard.map(|shard| format!(", part {shard}")).unwrap_or_default();
    let kept = count(chunks, "chunk");
    let holds = match (of.known_cells(), so_far) {
        (Some(cells), _) => format!("{} of {} have battles: {kept} kept", grouped(begun), count(cells, "cell")),
        (None, Some(RoundsSoFar { cells, whole, chunks: all })) => format!(
            "Of {} that it has come to, {} {} battles: {} of {} kept",
            count(cells, "cell"),
            grouped(whole),
            if whole == 1 { "has all of its" } else { "have all of their" },
            grouped(chunks),
            count(all, "chunk")
        ),
        (None, None) => format!("{} have battles: {kept} kept", count(begun, "cell")),
    };
    let rest = match (finished, of.known_cells()) {
        (true, _) => " The run is finished: nothing is left to play.",
        (false, None) => " What else the run needs is known only as it goes on (--resume).",
        (false, Some(_)) => "",
    };
    format!(
        "`{}`{part}: {} rules v{}, seed {}, {}.\n{holds}; no run is writing to it.{rest}\n",
        of.study, of.game, of.rules_version, of.seed, of.plan,
    )
}

/// What the run last said of itself.
fn heard(heartbeat: &Heartbeat, running: bool) -> String {
    let [round, left] = heartbeat.round;
    let when = heartbeat.written.as_deref().unwrap_or("at an unknown time");
    let mut text = format!(
        "Last heard of {when}: {}, {} of {} of this round played, {} battles per second.\n",
        heartbeat.phase,
        grouped(round - left.min(round)),
        count(round, "chunk"),
        grouped(heartbeat.battles_per_second as u64)
    );
    if let (true, Some(seconds)) = (running, heartbeat.seconds_left) {
        let left = humantime::format_duration(std::time::Duration::from_secs(seconds as u64));
        text.push_str(&format!("About {left} more.\n"));
    }
    let Some(progress) = &heartbeat.progress else { return text };
    text.push_str(&format!("{} of {} have battles.", grouped(progress.begun), count(heartbeat.cells, "cell")));
    if let Some(known) = progress.known {
        text.push_str(&format!(" Before this round, {} had reached the precision asked for.", grouped(known)));
    }
    text.push('\n');
    if let Some(share) = heartbeat.keeping {
        text.push_str(&format!("{:.2} % of the time went into writing the store.\n", 100.0 * share));
    }
    progress.lines().iter().for_each(|line| text.push_str(&format!("{line}\n")));
    text
}

#[cfg(test)]
mod tests {
    use lanchester_study::progress::ProgressNow;

    use super::*;

    #[test]
    fn what_is_kept_is_said_in_cells() {
        let study =
            Identity { study: "refits".to_owned(), cells: 1500, plan: "100 pairs".to_owned(), ..Identity::default() };
        let open = Identity { cells: Identity::OPEN_ENDED, ..study.clone() };
        let line = |of: &Identity, so_far, finished| {
            let text = stored(of, 2216, 1216, so_far, finished);
            text.lines().nth(1).expect("a second line").to_owned()
        };
        assert_eq!(
            line(&study, None, false),
            "1,216 of 1,500 cells have battles: 2,216 chunks kept; no run is writing to it."
        );
        let so_far = Some(RoundsSoFar { cells: 1500, whole: 1000, chunks: 3000 });
        let more = " What else the run needs is known only as it goes on (--resume).";
        assert_eq!(
            line(&open, so_far, false),
            format!(
                "Of 1,500 cells that it has come to, 1,000 have all of their battles: 2,216 of 3,000 chunks kept; no run is writing \
                 to it.{more}"
            )
        );
        assert_eq!(
            line(&open, None, true),
            "1,216 cells have battles: 2,216 chunks kept; no run is writing to it. The run is finished: nothing is left to play."
        );
    }

    #[test]
    fn the_last_words_of_a_run_are_plain() {
        let progress = ProgressNow { begun: 1200, known: Some(45), widest: Vec::new(), slowest: Vec::new() };
        let heartbeat = Heartbeat {
            study: "refits".to_owned(),
            phase: "round 3".to_owned(),
            written: Some("2026-11-21T09:30:00Z".to_owned()),
            cells: 1500,
            chunks_done: 6,
            round: [10, 4],
            seconds: 60.0,
            battles_per_second: 12_345.6,
            seconds_left: Some(90.0),
            keeping: Some(0.0012),
            progress: Some(progress),
        };
        let text = heard(&heartbeat, true);
        assert_eq!(
            text.lines().collect::<Vec<_>>(),
            [
                "Last heard of 2026-11-21T09:30:00Z: round 3, 6 of 10 chunks of this round played, 12,345 battles per second.",
                "About 1m 30s more.",
                "1,200 of 1,500 cells have battles. Before this round, 45 had reached the precision asked for.",
                "0.12 % of the time went into writing the store.",
            ]
        );
        assert!(!heard(&heartbeat, false).contains("About"), "a run that is over has no time left");
    }
}
