//! A run that survives the night: chunks are played, kept in a store, and never played twice.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lanchester_core::Tally;
use lanchester_core::arena::{CellJob, Chunk, Progress, Spans};
use lanchester_games::Game;
use lanchester_store::{Identity, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::error::StudyError;
use crate::host::{Clock, Host, Meter};
use crate::progress::{Forecast, ProgressNow, RunProgress, cell_name};
use crate::runner::Runner;

/// From the beginning to the first commit, and at most between two: each wait is twice the one before, so that a short run
/// keeps what it played and a long one does not wait for the disk.
pub(crate) const FIRST_COMMIT: Duration = Duration::from_millis(50);
pub(crate) const COMMIT_EVERY: Duration = Duration::from_secs(3);

/// Chunks that wait for a commit at most: a machine of many threads does not gather more than a few MiB.
pub(crate) const MOST_PENDING: u64 = 1 << 13;

/// What to do with a store that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// There must be none.
    New,
    /// Go on with it, or begin if there is none.
    Resume,
    /// Begin again: it is put aside.
    Restart,
}

/// What `lanchester status` shows of a run under way; written beside the store with every commit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Heartbeat {
    /// The study's or sweep's id.
    pub study: String,
    /// What is being done.
    pub phase: String,
    /// When this was written, in UTC.
    pub written: Option<String>,
    /// Cells of the run, or of this part of it.
    pub cells: u64,
    /// Chunks in the store.
    pub chunks_done: u64,
    /// Chunks of the round that is played, and of them not yet played.
    pub round: [u64; 2],
    /// Seconds since the program was started.
    pub seconds: f64,
    /// Battles per second since then.
    pub battles_per_second: f64,
    /// Seconds until the run is done at this rate, as far as it can be foreseen.
    pub seconds_left: Option<f64>,
    /// Share of the threads' time that went into keeping what was played: the store, the wait for it, and this.
    pub keeping: Option<f64>,
    /// How far the cells are.
    pub progress: Option<ProgressNow>,
}

/// A store and the moment of its last commit.
struct Open {
    store: Store,
    /// By the clock of the program.
    committed: Duration,
    /// To the next commit.
    wait: Duration,
    /// The first error of a thread; it stops the run.
    failed: Option<StoreError>,
    battles: u64,
    round: [u64; 2],
    /// Battles of the round that are not yet played.
    battles_left: u64,
    /// Time of all threads in the store and before its door.
    keeping: Duration,
    progress: RunProgress,
}

/// Where a run is kept.
pub struct Journal<'h> {
    host: &'h dyn Host,
    open: Mutex<Open>,
    started: Duration,
    path: PathBuf,
    study: String,
    /// Nothing is played.
    looks: bool,
    put_aside: Option<PathBuf>,
}

impl<'h> Journal<'h> {
    /// Opens or makes the store of a run.
    ///
    /// # Errors
    /// The store is in use, damaged, another run's; or there is one and nobody said what to do with it.
    pub fn open(host: &'h dyn Host, path: &Path, identity: &Identity, start: Start) -> Result<Self, StudyError> {
        let (store, put_aside) = open_store(path, identity, start)?;
        let mut progress = RunProgress::default();
        for (cell, chunk) in store.keys() {
            if let (Ok(cell), Some(tally)) = (usize::try_from(cell), store.get(cell, chunk)?) {
                progress.found(cell, &tally);
            }
        }
        let now = host.now();
        Ok(Self {
            host,
            open: Mutex::new(Open {
                store,
                committed: now,
                wait: FIRST_COMMIT,
                failed: None,
                battles: 0,
                round: [0; 2],
                battles_left: 0,
                keeping: Duration::ZERO,
                progress,
            }),
            started: now,
            path: path.to_owned(),
            study: identity.study.clone(),
            looks: false,
            put_aside,
        })
    }

    /// The same, but what is missing is not played: a run ends there as if it were interrupted.
    #[must_use]
    pub fn that_looks(self) -> Self {
        Self { looks: true, ..self }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays those of the chunks that are not in the store, in their order, and keeps each.
    ///
    /// With a deadline no chunk is begun once it has passed, except where one that stands behind it in the order is in
    /// the store already: a run that was killed left as many gaps as it had threads, and what is counted is always all
    /// chunks up to some place in the order.
    ///
    /// # Errors
    /// The store cannot be written; what was committed before is safe.
    pub fn play<G: Game>(
        &self,
        runner: &Runner,
        forecast: &Forecast,
        cells: &[CellJob<G>],
        wanted: &Spans,
        deadline: Option<Deadline<'_>>,
        stop: &AtomicBool,
    ) -> Result<Ended, StudyError> {
        let (missing, gaps) = missing(&self.lock().store, wanted);
        let count = missing.count();
        if count == 0 {
            return Ok(Ended::Done);
        }
        if self.looks {
            return Ok(Ended::Interrupted);
        }
        let battles = 2 * missing.pairs();
        {
            let mut open = self.lock();
            open.round = [count; 2];
            open.battles_left = battles;
        }
        let meter = self.host.meter(&forecast.phase, battles);
        let threads = runner.threads.min(usize::try_from(count).unwrap_or(usize::MAX)).max(1);
        let round = Round {
            journal: self,
            forecast,
            cells,
            meter: &*meter,
            stop,
            began: self.host.now(),
            threads,
            size: wanted.size(),
        };
        meter.say(&round.progress(&self.lock()).line(forecast.cells));
        let in_time = (0..count).zip(missing.chunks()).map_while(|(nth, chunk)| {
            let late = nth >= gaps && deadline.as_ref().is_some_and(Deadline::passed);
            (!late).then_some(chunk)
        });
        runner.play_chunks(cells, in_time, threads, stop, &round);
        let mut open = self.lock();
        // The last word is the commit's own: a disk that has room again takes all that was put.
        let committed = open.store.commit();
        round.beat(&mut open);
        meter.finish();
        if let Err(error) = committed {
            let left = open.store.uncommitted();
            return Err(StudyError::NotKept { left, path: self.path.clone(), source: error });
        }
        match open.failed.take() {
            // The disk has room again, and has taken all that was put. It was not the user who stopped the run.
            Some(source @ StoreError::Io { .. }) => {
                return Err(StudyError::Stopped { path: self.path.clone(), source });
            }
            Some(error) => return Err(error.into()),
            None => {}
        }
        Ok(match open.round[1] {
            0 => Ended::Done,
            _ if stop.load(Ordering::Relaxed) => Ended::Interrupted,
            _ => Ended::TimeUp,
        })
    }

    /// Whether a chunk has been played.
    pub fn has(&self, cell: usize, chunk: u64) -> bool {
        self.lock().store.has(cell as u64, chunk)
    }

    /// Chunks in the store.
    #[must_use]
    pub fn kept(&self) -> u64 {
        self.lock().store.done()
    }

    /// The numbers of a cell's chunks that have been played, ascending.
    pub fn chunks_of(&self, cell: usize) -> Vec<u64> {
        self.lock().store.chunks_of(cell as u64).collect()
    }

    /// A number that hangs on everything that was played and on nothing else.
    pub fn mark(&self) -> u64 {
        self.lock().store.mark()
    }

    /// Where the store of an earlier run was moved, with [`Start::Restart`].
    #[must_use]
    pub fn put_aside(&self) -> Option<&Path> {
        self.put_aside.as_deref()
    }

    /// Notes in the store that the run is finished with what it holds.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn mark_finished(&self) -> Result<(), StudyError> {
        let mut open = self.lock();
        open.store.finish()?;
        Ok(open.store.commit()?)
    }

    /// Where the store is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The tally of a chunk that has been played.
    ///
    /// # Errors
    /// It has not, or the store cannot be read.
    pub fn chunk(&self, cell: usize, chunk: u64) -> Result<Tally, StudyError> {
        let tally = self.lock().store.get(cell as u64, chunk)?;
        tally.ok_or_else(|| StudyError::Missing { cell, chunk, path: self.path.clone() })
    }

    /// Everything that was played of a cell.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn cell(&self, cell: usize) -> Result<Tally, StudyError> {
        Ok(self.lock().store.tally(cell as u64)?)
    }

    /// The decisions of earlier rounds, in order.
    ///
    /// # Errors
    /// One is not what this program writes.
    pub fn rounds<T: for<'de> Deserialize<'de>>(&self) -> Result<Vec<T>, StudyError> {
        let open = self.lock();
        let path = &self.path;
        open.store
            .rounds()
            .map(|(number, text)| {
                serde_json::from_str(text).map_err(|source| StudyError::Round { number, path: path.clone(), source })
            })
            .collect()
    }

    /// Keeps the decision of a round before its first battle.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn log(&self, round: u64, decision: &impl Serialize) -> Result<(), StudyError> {
        let mut open = self.lock();
        open.store.log(round, decision)?;
        Ok(open.store.commit()?)
    }
}

/// How a list of chunks came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All of them are in the store.
    Done,
    /// Ctrl-C came before.
    Interrupted,
    /// The deadline passed before; all chunks up to some place in their order are in the store.
    TimeUp,
}

/// A moment on a clock after which no chunk is begun.
pub struct Deadline<'c> {
    /// The clock.
    pub clock: &'c dyn Clock,
    /// The moment.
    pub at: Duration,
}

impl Deadline<'_> {
    fn passed(&self) -> bool {
        self.clock.now() >= self.at
    }
}

/// The chunks that a store lacks, in the same order, and how many of them stand before the last one that it has.
fn missing(store: &Store, wanted: &Spans) -> (Spans, u64) {
    let mut missing = Spans::of_size(wanted.limit(), wanted.size());
    let (mut count, mut gaps) = (0, 0);
    for (cell, chunks) in wanted.ranges() {
        let mut next = chunks.start;
        for stored in store.chunks_of(*cell as u64).skip_while(|n| *n < chunks.start).take_while(|n| *n < chunks.end) {
            missing.push(*cell, next..stored);
            count += stored - next;
            (next, gaps) = (stored + 1, count);
        }
        missing.push(*cell, next..chunks.end);
        count += chunks.end - next;
    }
    (missing, gaps)
}

/// Chunks that are being played: keeps each, and shows how far they are.
struct Round<'r, G: Game> {
    journal: &'r Journal<'r>,
    forecast: &'r Forecast,
    cells: &'r [CellJob<G>],
    meter: &'r dyn Meter,
    stop: &'r AtomicBool,
    began: Duration,
    threads: usize,
    /// Pairs of a full chunk.
    size: u64,
}

impl<G: Game> Progress for Round<'_, G> {
    fn chunk_begun(&self, chunk: &Chunk) {
        let now = self.journal.host.now();
        self.journal.lock().progress.begun(chunk, now);
    }

    fn chunk_done(&self, chunk: &Chunk, tally: &Tally) {
        let arrived = self.journal.host.now();
        {
            let mut open = self.journal.lock();
            open.progress.done(chunk, tally, arrived);
            if let Err(error) = self.keep(&mut open, chunk, tally) {
                open.failed.get_or_insert(error);
                self.stop.store(true, Ordering::Relaxed);
            }
            open.keeping += self.journal.host.now().saturating_sub(arrived);
        }
        self.meter.add(tally.battles());
    }
}

impl<G: Game> Round<'_, G> {
    fn keep(&self, open: &mut Open, chunk: &Chunk, tally: &Tally) -> Result<(), StoreError> {
        open.store.put(chunk.cell as u64, chunk.pairs.start / self.size, tally)?;
        open.battles += tally.battles();
        open.battles_left = open.battles_left.saturating_sub(tally.battles());
        open.round[1] = open.round[1].saturating_sub(1);
        if self.journal.host.now().saturating_sub(open.committed) >= open.wait
            || open.store.uncommitted() >= MOST_PENDING
        {
            open.wait = (2 * open.wait).min(COMMIT_EVERY);
            open.store.commit()?;
            self.beat(open);
        }
        Ok(())
    }

    fn progress(&self, open: &Open) -> ProgressNow {
        let name = |cell: usize| self.cells.get(cell).map(cell_name).unwrap_or_default();
        open.progress.now(self.forecast, name)
    }

    /// Shows the meter and other terminals how far it is.
    fn beat(&self, open: &mut Open) {
        let journal = self.journal;
        let now = journal.host.now();
        open.committed = now;
        let seconds = now.saturating_sub(journal.started).as_secs_f64();
        let rate = open.battles as f64 / seconds.max(1e-3);
        let at_this_rate = (rate > 0.0).then(|| (open.battles_left + self.forecast.ahead) as f64 / rate);
        let until = self.forecast.until.map(|until| until.saturating_sub(now.saturating_sub(self.began)).as_secs_f64());
        let progress = self.progress(open);
        self.meter.say(&progress.line(self.forecast.cells));
        let heartbeat = Heartbeat {
            study: journal.study.clone(),
            phase: self.forecast.phase.clone(),
            written: journal.host.date(),
            cells: self.forecast.cells,
            chunks_done: open.store.done(),
            round: open.round,
            seconds,
            battles_per_second: rate,
            seconds_left: until.or(at_this_rate),
            keeping: Some(open.keeping.as_secs_f64() / (self.threads as f64 * seconds).max(1e-3)),
            progress: Some(progress),
        };
        journal.host.heartbeat(&journal.path, &serde_json::to_vec_pretty(&heartbeat).unwrap_or_default());
    }
}

/// Where the heartbeat of a store stands.
pub fn heartbeat_path(store: &Path) -> PathBuf {
    let mut name = store.file_name().unwrap_or_default().to_owned();
    name.push(".status.json");
    store.with_file_name(name)
}

/// Opens or makes a store, as was asked for. Says where the one that was there is now, if it was put aside.
pub(crate) fn open_store(
    path: &Path,
    identity: &Identity,
    start: Start,
) -> Result<(Store, Option<PathBuf>), StudyError> {
    let exists = path.exists();
    if exists {
        refuse_others(path, start)?;
    }
    let store = match start {
        Start::Restart if exists => {
            // Not opened: what is wrong with it is no matter.
            let aside = lanchester_store::set_aside(path)?;
            return Ok((Store::create(path, identity)?, Some(aside)));
        }
        Start::Resume if exists => Store::open(path, Some(identity)).map_err(refused)?,
        Start::New | Start::Resume | Start::Restart => Store::create(path, identity)?,
    };
    Ok((store, None))
}

/// Refuses what cannot be a store, and with [`Start::New`] one that is.
fn refuse_others(path: &Path, start: Start) -> Result<(), StudyError> {
    let other = |what, instead| Err(StudyError::NotForAStore { path: path.to_owned(), what, instead });
    if path.is_dir() {
        return other("a folder", path.join("run.store"));
    }
    let free = if path.extension().is_some_and(|end| end == "store") { "new.store" } else { "store" };
    let is_store = path.is_file() && lanchester_store::is_store(path)?;
    match start {
        Start::New if is_store => Err(StudyError::Begun(path.to_owned())),
        Start::New | Start::Restart if !is_store => {
            other("no store of a run, and stays where it is", path.with_extension(free))
        }
        Start::New | Start::Restart | Start::Resume => Ok(()),
    }
}

/// A store that this run cannot go on with, and what to do.
fn refused(source: StoreError) -> StudyError {
    let what = match source {
        StoreError::Different { .. } | StoreError::OtherVersion { .. } => {
            "this run cannot go on there; expected --restart, or another --store"
        }
        StoreError::Damaged { .. } => {
            "nothing to go on with there; expected a whole copy of it, or --restart, which puts it aside and begins again"
        }
        StoreError::NotAStore { .. } => "nothing to go on with there; expected another --store",
        other => return other.into(),
    };
    StudyError::CannotGoOn { what, source }
}

#[cfg(test)]
pub(crate) mod tests;
