//! A run as a sequence of rounds: kept chunk by chunk, gone on with, dealt out to parts, and played again in samples.
//!
//! Commands play everything through [`Runner::play`]: the cells of a study, then round after round of its searches for
//! prices. What a round asks for follows from what was counted before it. So a command that is run again on its store
//! takes from there what was played and plays the rest: it ends as if it had never been cut, to the byte. A *part* of a
//! run plays its own share of each round and stops at the first round that lacks the shares of others; it goes on once
//! it is given them, merged.
//!
//! A chunk is stored under the place of its cell among all cells of the run, and its place in the cell. Rounds that do not
//! wait for each other have counts of their own: [`Runner::branch`].

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lanchester_analysis::hash::{hash, hash_of};
use lanchester_core::Tally;
use lanchester_core::arena::{CellJob, Chunk, Chunks, Progress, RunResult, chunk_pairs};
use lanchester_games::Game;
use lanchester_lanes::dice::mix64;
use lanchester_scenario::Input;
use lanchester_store::{Identity, InputFile, Shard, Store, StoreError};

use self::sizes::RoundSize;
pub use self::sizes::{RoundsSoFar, rounds_so_far};
use crate::error::StudyError;
use crate::host::{Clock, Meter};
use crate::journal::{COMMIT_EVERY, FIRST_COMMIT, MOST_PENDING, Start, open_store};
use crate::price::DRAWS;
use crate::runner::Runner;

/// The first cell of each branch.
const BRANCH: u64 = 1 << 40;

/// What is done beside playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Battles that are missing are played.
    Play,
    /// They are not: the run ends where one is missing.
    Look,
    /// As `Look`; and of every round one chunk of each of so many parts is played again and compared.
    Audit(u32),
}

/// Where a run is kept, and how far it has come.
pub struct Rounds {
    path: PathBuf,
    mode: Mode,
    shard: Option<Shard>,
    put_aside: Option<PathBuf>,
    open: Mutex<Open>,
}

struct Open {
    store: Store,
    /// What other parts played, and this one earlier.
    from: Option<Store>,
    branches: BTreeMap<u64, Place>,
    waits: bool,
    failed: Option<StudyError>,
    audited: u64,
    played: u64,
    /// The last commit by the clock of the program, and the time to the next.
    committed: Duration,
    wait: Duration,
}

/// How many cells and chunks a branch has had.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    cells: u64,
    chunks: u64,
}

/// A round that is played.
struct Round<'c> {
    chunks: &'c Chunks,
    /// The store's number of its first cell.
    first_cell: u64,
    /// Chunks of the branch before it.
    first_chunk: u64,
}

impl Round<'_> {
    /// Its chunks, each with its place among those of the branch, by which they are dealt out.
    fn chunks(&self) -> impl Iterator<Item = (u64, Chunk)> + Send + '_ {
        (self.first_chunk..).zip(self.chunks.in_rounds())
    }

    /// Where a chunk is stored.
    fn key(&self, chunk: &Chunk) -> (u64, u64) {
        (self.first_cell + chunk.cell as u64, chunk.pairs.start / self.chunks.size())
    }
}

/// What a round lacks before it is played.
#[derive(Clone, Copy, Debug, Default)]
struct Lacking {
    mine: u64,
    battles: u64,
    others: u64,
}

/// What the store of a run in rounds belongs to: a command and its study, and a text of all that decides what is played.
#[must_use]
pub fn identity<G: Game>(
    [command, study]: [&str; 2],
    inputs: &[Input],
    seed: u64,
    decides: fmt::Arguments<'_>,
    shard: Option<Shard>,
) -> Identity {
    let file = |input: &Input| InputFile { path: input.path.clone(), blake3: hash(input.text.as_bytes()) };
    Identity {
        study: study.to_owned(),
        game: G::NAME.to_owned(),
        rules_version: G::VERSION,
        stream_version: lanchester_lanes::dice::STREAM_VERSION,
        seed,
        study_hash: hash_of(format_args!("{decides} {DRAWS}")),
        inputs: inputs.iter().map(file).collect(),
        cells: Identity::OPEN_ENDED,
        plan: command.to_owned(),
        shard,
    }
}

impl Rounds {
    /// Opens or makes the store of a run, or of a part of it. `from` is a store of the same run that is read beside it.
    ///
    /// # Errors
    /// As [`crate::journal::Journal::open`]; or `from` is another run's.
    pub fn open(
        clock: &dyn Clock,
        path: &Path,
        identity: &Identity,
        start: Start,
        from: Option<&Path>,
        mode: Mode,
    ) -> Result<Self, StudyError> {
        let from = from.map(|path| belonging(path, identity)).transpose()?;
        let (store, put_aside) = open_store(path, identity, start)?;
        let open = Open {
            store,
            from,
            branches: BTreeMap::new(),
            waits: false,
            failed: None,
            audited: 0,
            played: 0,
            committed: clock.now(),
            wait: FIRST_COMMIT,
        };
        Ok(Self { path: path.to_owned(), mode, shard: identity.shard, put_aside, open: Mutex::new(open) })
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where the store is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the store of an earlier run was moved, with [`Start::Restart`].
    #[must_use]
    pub fn put_aside(&self) -> Option<&Path> {
        self.put_aside.as_deref()
    }

    /// Whether the run ended at a round whose missing chunks are not for this run to play.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.lock().waits
    }

    /// Chunks in the store.
    #[must_use]
    pub fn kept(&self) -> u64 {
        self.lock().store.done()
    }

    /// Chunks that were played again.
    #[must_use]
    pub fn audited(&self) -> u64 {
        self.lock().audited
    }

    /// Battles that this run has played itself: not those that its store held, nor those of an audit.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.lock().played
    }

    /// Makes durable what was played. To be asked for when no more is: what is played before is committed every few seconds.
    ///
    /// # Errors
    /// What ended the run: the store could not be read or written, or an audit found a difference.
    pub fn finish(&self) -> Result<(), StudyError> {
        let mut open = self.lock();
        let committed = open.store.commit();
        if let Err(error) = committed {
            let left = open.store.uncommitted();
            return Err(StudyError::NotKept { left, path: self.path.clone(), source: error });
        }
        match open.failed.take() {
            // The disk has room again, and has taken all that was put. It was not the user who stopped the run.
            Some(StudyError::Store(source @ StoreError::Io { .. })) => {
                Err(StudyError::Stopped { path: self.path.clone(), source })
            }
            failed => failed.map_or(Ok(()), Err),
        }
    }

    /// Notes in the store that the run, or this part of it, needs nothing more than it holds.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn mark_finished(&self) -> Result<(), StudyError> {
        let mut open = self.lock();
        open.store.finish()?;
        Ok(open.store.commit()?)
    }

    /// [`Runner::play`], with what is stored taken from there.
    pub(crate) fn play<G: Game>(
        &self,
        runner: &Runner,
        what: &str,
        cells: &[CellJob<G>],
        stop: &AtomicBool,
        most: u64,
        watch: impl Fn(&Chunk, &Tally) + Sync,
    ) -> RunResult {
        let chunks = Chunks::new(cells.iter().map(|cell| cell.pairs), most.min(chunk_pairs(cells)));
        let (first_cell, first_chunk) = self.enter(runner.branch, cells.len() as u64, chunks.count());
        let round = Round { chunks: &chunks, first_cell, first_chunk };
        let mut tallies = vec![Tally::new(); cells.len()];
        let lacking = match self.known(&round, &mut tallies, &watch) {
            Ok(lacking) => lacking,
            Err(error) => {
                self.fail(error);
                return RunResult { tallies, interrupted: true };
            }
        };
        if self.mode == Mode::Play && lacking.mine + lacking.others > 0 {
            let noted = self.lock().store.log(first_cell, &RoundSize::of(cells.len(), &chunks));
            if let Err(error) = noted {
                self.fail(error.into());
                return RunResult { tallies, interrupted: true };
            }
        }
        let mut left = lacking.mine;
        if lacking.mine > 0 && self.mode == Mode::Play {
            let meter = runner.host.meter(what, lacking.battles);
            let keeping = Keeping {
                rounds: self,
                round: &round,
                clock: runner.host,
                tallies: Mutex::new(tallies),
                left: AtomicU64::new(left),
                watch: &watch,
                meter: &*meter,
                stop,
            };
            let mine = round.chunks().filter(|(nth, chunk)| self.is_mine(*nth) && !self.lock().has(round.key(chunk)));
            runner.play_chunks(cells, mine.map(|(_, chunk)| chunk), runner.threads, stop, &keeping);
            meter.finish();
            left = keeping.left.into_inner();
            tallies = keeping.tallies.into_inner().unwrap_or_else(PoisonError::into_inner);
        }
        let whole = left == 0 && lacking.others == 0;
        if let (true, Mode::Audit(parts)) = (whole, self.mode) {
            self.audit(runner, cells, &round, parts, stop);
        }
        let mut open = self.lock();
        open.waits |= !whole && (left == 0 || self.mode != Mode::Play);
        RunResult { tallies, interrupted: !whole || open.failed.is_some() }
    }

    /// Takes the next numbers of a branch.
    fn enter(&self, branch: u64, cells: u64, chunks: u64) -> (u64, u64) {
        let mut open = self.lock();
        let place = open.branches.entry(branch).or_default();
        let first = (branch * BRANCH + place.cells, place.chunks);
        place.cells += cells;
        place.chunks += chunks;
        first
    }

    /// Whether the chunk at this place is for this run to play.
    fn is_mine(&self, nth: u64) -> bool {
        self.shard.is_none_or(|shard| nth % u64::from(shard.of) == u64::from(shard.index - 1))
    }

    /// Counts what is stored of a round, and what is not.
    fn known(
        &self,
        round: &Round<'_>,
        tallies: &mut [Tally],
        watch: &impl Fn(&Chunk, &Tally),
    ) -> Result<Lacking, StudyError> {
        let open = self.lock();
        let mut lacking = Lacking::default();
        for (nth, chunk) in round.chunks() {
            match open.get(round.key(&chunk))? {
                Some(tally) if tally.pairs != chunk.pairs.end - chunk.pairs.start => {
                    let (have, want) = (tally.pairs, chunk.pairs.end - chunk.pairs.start);
                    let why = format!("the number of pairs in a part is {have}, expected {want}");
                    return Err(StoreError::Damaged { path: self.path.clone(), why }.into());
                }
                Some(tally) => {
                    tallies[chunk.cell].merge(&tally);
                    watch(&chunk, &tally);
                }
                None if self.is_mine(nth) => {
                    lacking.mine += 1;
                    lacking.battles += 2 * (chunk.pairs.end - chunk.pairs.start);
                }
                None => lacking.others += 1,
            }
        }
        Ok(lacking)
    }

    /// Plays one chunk of each part again.
    fn audit<G: Game>(&self, runner: &Runner, cells: &[CellJob<G>], round: &Round<'_>, parts: u32, stop: &AtomicBool) {
        // Which ones cannot be known before all parts have been played: it hangs on what the store holds.
        let salt = mix64(self.lock().store.mark() ^ mix64(round.first_cell) ^ round.first_chunk);
        let of = u64::from(parts);
        for part in 0..of {
            let begins = round.first_chunk.next_multiple_of(of) + part;
            let begins = if begins >= round.first_chunk + of { begins - of } else { begins };
            let end = round.first_chunk + round.chunks.count();
            let count = end.saturating_sub(begins).div_ceil(of);
            if count == 0 {
                continue;
            }
            let nth = begins + of * (mix64(salt ^ part) % count);
            let Some((_, chunk)) = round.chunks().find(|(place, _)| *place == nth) else { continue };
            let Some(again) = runner.play_one(cells, chunk.clone(), stop) else { return };
            let kept = self.lock().get(round.key(&chunk));
            match kept {
                Ok(kept) if kept.as_ref() == Some(&again) => self.lock().audited += 1,
                Ok(_) => {
                    let path = self.path.clone();
                    return self.fail(StudyError::Audit { part: part as u32 + 1, parts, path });
                }
                Err(error) => return self.fail(error.into()),
            }
        }
    }

    fn fail(&self, error: StudyError) {
        self.lock().failed.get_or_insert(error);
    }
}

impl Open {
    fn has(&self, (cell, chunk): (u64, u64)) -> bool {
        self.store.has(cell, chunk) || self.from.as_ref().is_some_and(|from| from.has(cell, chunk))
    }

    fn get(&self, (cell, chunk): (u64, u64)) -> Result<Option<Tally>, StoreError> {
        match (self.store.get(cell, chunk)?, &self.from) {
            (None, Some(from)) => from.get(cell, chunk),
            (found, _) => Ok(found),
        }
    }
}

/// Opens a store to be read beside that of a run.
fn belonging(path: &Path, identity: &Identity) -> Result<Store, StudyError> {
    let store = Store::read_only(path)?;
    let differences = identity.whole().difference(&store.identity().whole());
    if !differences.is_empty() {
        return Err(StoreError::Different { path: path.to_owned(), differences }.into());
    }
    if let Some(shard) = store.identity().shard {
        return Err(StudyError::NotMerged { path: path.to_owned(), shard });
    }
    Ok(store)
}

/// Keeps what is played.
struct Keeping<'k, W> {
    rounds: &'k Rounds,
    round: &'k Round<'k>,
    clock: &'k dyn Clock,
    tallies: Mutex<Vec<Tally>>,
    left: AtomicU64,
    watch: &'k W,
    meter: &'k dyn Meter,
    stop: &'k AtomicBool,
}

impl<W: Fn(&Chunk, &Tally) + Sync> Progress for Keeping<'_, W> {
    fn chunk_done(&self, chunk: &Chunk, tally: &Tally) {
        self.tallies.lock().unwrap_or_else(PoisonError::into_inner)[chunk.cell].merge(tally);
        if let Err(error) = self.keep(chunk, tally) {
            self.rounds.fail(error.into());
            self.stop.store(true, Ordering::Relaxed);
        }
        self.left.fetch_sub(1, Ordering::Relaxed);
        (self.watch)(chunk, tally);
        self.meter.add(tally.battles());
    }
}

impl<W> Keeping<'_, W> {
    fn keep(&self, chunk: &Chunk, tally: &Tally) -> Result<(), StoreError> {
        let (cell, number) = self.round.key(chunk);
        let now = self.clock.now();
        let mut open = self.rounds.lock();
        open.store.put(cell, number, tally)?;
        open.played += tally.battles();
        if now.saturating_sub(open.committed) >= open.wait || open.store.uncommitted() >= MOST_PENDING {
            open.wait = (2 * open.wait).min(COMMIT_EVERY);
            open.committed = now;
            open.store.commit()?;
        }
        Ok(())
    }
}

mod sizes;
#[cfg(test)]
mod tests;
