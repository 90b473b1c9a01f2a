//! A run that survives the night: chunks are played, kept in a store, and never played twice.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use lanchester_arena::{CellJob, Chunk};
use lanchester_core::{CHUNK_PAIRS, Tally};
use lanchester_games::Game;
use lanchester_store::{Identity, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::clock;
use crate::play::Table;

/// From the beginning to the first commit, and at most between two: each wait is twice the one before, so that a short run
/// keeps what it played and a long one does not wait for the disk.
const FIRST_COMMIT: Duration = Duration::from_millis(50);
const COMMIT_EVERY: Duration = Duration::from_secs(3);

/// What to do with a store that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// There must be none.
    New,
    /// Go on with it, or begin if there is none.
    Resume,
    /// Begin anew: it is put aside.
    Restart,
}

/// What `lanchester status` shows of a run under way; written beside the store with every commit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pulse {
    /// The study's or sweep's id.
    pub study: String,
    /// What is being done.
    pub phase: String,
    /// When this was written, in UTC.
    pub written: Option<String>,
    /// Cells of the run, and of this shard of it.
    pub cells: u64,
    /// Chunks in the store.
    pub chunks_done: u64,
    /// Chunks of the round that is played, and of them not yet played.
    pub round: [u64; 2],
    /// Seconds since the program was started.
    pub seconds: f64,
    /// Battles a second since then.
    pub battles_a_second: f64,
    /// Seconds until the round is done at this rate.
    pub seconds_left: Option<f64>,
}

/// A store and the moment of its last commit.
struct Open {
    store: Store,
    committed: Instant,
    /// To the next commit.
    wait: Duration,
    /// The first error of a thread; it stops the run.
    failed: Option<StoreError>,
    battles: u64,
    round: [u64; 2],
}

/// Where a run is kept.
pub struct Journal {
    open: Mutex<Open>,
    started: Instant,
    path: PathBuf,
    study: String,
    cells: u64,
}

impl Journal {
    /// Opens or makes the store of a run.
    ///
    /// # Errors
    /// The store is in use, damaged, another run's; or there is one and nobody said what to do with it.
    pub fn open(path: &Path, identity: &Identity, start: Start) -> anyhow::Result<Self> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("the folder {} cannot be made", folder.display()))?;
        }
        let exists = path.exists();
        let store = match start {
            Start::New if exists => bail!(
                "{} exists: a run has begun there; expected --resume to go on with it, or --restart to begin anew",
                path.display()
            ),
            Start::Restart if exists => {
                // Whoever writes to it must not lose it under his hands; what else is wrong with it is no matter.
                if let Err(error @ StoreError::InUse { .. }) = Store::open(path, None) {
                    return Err(error.into());
                }
                let aside = path.with_extension("old");
                std::fs::rename(path, &aside)
                    .with_context(|| format!("{} cannot be put aside as {}", path.display(), aside.display()))?;
                Store::create(path, identity)?
            }
            Start::Resume if exists => Store::open(path, Some(identity)).map_err(told)?,
            Start::New | Start::Resume | Start::Restart => Store::create(path, identity)?,
        };
        let now = Instant::now();
        Ok(Self {
            open: Mutex::new(Open {
                store,
                committed: now,
                wait: FIRST_COMMIT,
                failed: None,
                battles: 0,
                round: [0; 2],
            }),
            started: now,
            path: path.to_owned(),
            study: identity.study.clone(),
            cells: identity.cells,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays those of the chunks that are not in the store, and keeps each. True if `stop` came before the last.
    ///
    /// # Errors
    /// The store cannot be written; what was committed before is safe.
    pub fn play<G: Game>(
        &self,
        table: &Table,
        phase: &str,
        cells: &[CellJob<G>],
        wanted: &[Chunk],
        stop: &AtomicBool,
    ) -> anyhow::Result<bool> {
        let missing: Vec<Chunk> = {
            let open = self.lock();
            let new = |chunk: &&Chunk| !open.store.has(chunk.cell as u64, number(chunk));
            wanted.iter().filter(new).cloned().collect()
        };
        if missing.is_empty() {
            return Ok(false);
        }
        self.lock().round = [missing.len() as u64; 2];
        table.play_chunks(phase, cells, &missing, stop, |chunk, tally| {
            let mut open = self.lock();
            if let Err(error) = self.keep(&mut open, phase, chunk, tally) {
                open.failed.get_or_insert(error);
                stop.store(true, Ordering::Relaxed);
            }
        });
        let mut open = self.lock();
        // The last word is the commit's own: a disk that has room again takes all that was put.
        let committed = open.store.commit();
        self.beat(&mut open, phase);
        if let Err(error) = committed {
            let left = open.store.uncommitted();
            return Err(anyhow::Error::from(error).context(format!(
                "{left} chunks could not be kept; all before them are in {}, and --resume goes on from there",
                self.path.display()
            )));
        }
        if let Some(error) = open.failed.take().filter(|error| !matches!(error, StoreError::Io { .. })) {
            return Err(error.into());
        }
        Ok(stop.load(Ordering::Relaxed) && missing.iter().any(|c| !open.store.has(c.cell as u64, number(c))))
    }

    fn keep(&self, open: &mut Open, phase: &str, chunk: &Chunk, tally: &Tally) -> Result<(), StoreError> {
        open.store.put(chunk.cell as u64, number(chunk), tally)?;
        open.battles += tally.battles();
        open.round[1] = open.round[1].saturating_sub(1);
        if open.committed.elapsed() >= open.wait {
            open.wait = (2 * open.wait).min(COMMIT_EVERY);
            open.store.commit()?;
            self.beat(open, phase);
        }
        Ok(())
    }

    /// Tells other terminals how far it is. A pulse that cannot be written is no reason to stop a run.
    fn beat(&self, open: &mut Open, phase: &str) {
        open.committed = Instant::now();
        let seconds = self.started.elapsed().as_secs_f64();
        let [round, left] = open.round;
        let rate = (round - left.min(round)) as f64 / seconds.max(1e-3);
        let pulse = Pulse {
            study: self.study.clone(),
            phase: phase.to_owned(),
            written: clock::now(),
            cells: self.cells,
            chunks_done: open.store.done(),
            round: open.round,
            seconds,
            battles_a_second: open.battles as f64 / seconds.max(1e-3),
            seconds_left: (rate > 0.0).then(|| left as f64 / rate),
        };
        let path = pulse_path(&self.path);
        let fresh = path.with_extension("new");
        let text = serde_json::to_vec_pretty(&pulse).unwrap_or_default();
        drop(std::fs::write(&fresh, text).and_then(|()| std::fs::rename(&fresh, &path)));
    }

    /// The tally of a chunk that has been played.
    ///
    /// # Errors
    /// It has not, or the store cannot be read.
    pub fn chunk(&self, cell: usize, chunk: u64) -> anyhow::Result<Tally> {
        let tally = self.lock().store.get(cell as u64, chunk)?;
        tally.with_context(|| format!("cell {cell}, chunk {chunk} is not in {}", self.path.display()))
    }

    /// Everything that was played of a cell.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn cell(&self, cell: usize) -> anyhow::Result<Tally> {
        Ok(self.lock().store.tally(cell as u64)?)
    }

    /// The decisions of earlier rounds, in order.
    ///
    /// # Errors
    /// One is not what this program writes.
    pub fn rounds<T: for<'de> Deserialize<'de>>(&self) -> anyhow::Result<Vec<T>> {
        let open = self.lock();
        let path = &self.path;
        open.store
            .rounds()
            .map(|(number, text)| {
                serde_json::from_str(text)
                    .with_context(|| format!("round {number} of {} cannot be read", path.display()))
            })
            .collect()
    }

    /// Keeps the decision of a round before its first battle.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn log(&self, round: u64, decision: &impl Serialize) -> anyhow::Result<()> {
        let mut open = self.lock();
        open.store.log(round, decision)?;
        Ok(open.store.commit()?)
    }
}

/// The number of a chunk in its cell.
fn number(chunk: &Chunk) -> u64 {
    chunk.pairs.start / CHUNK_PAIRS
}

/// Where the pulse of a store stands.
pub fn pulse_path(store: &Path) -> PathBuf {
    let mut name = store.file_name().unwrap_or_default().to_owned();
    name.push(".status.json");
    store.with_file_name(name)
}

/// A store of another run, with what to do.
fn told(error: StoreError) -> anyhow::Error {
    match error {
        StoreError::Different { .. } => {
            anyhow::Error::from(error).context("this run cannot go on there; expected --restart, or another --store")
        }
        other => other.into(),
    }
}
