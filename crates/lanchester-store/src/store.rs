//! One run's file: what is done, what is left, and the tallies themselves.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use lanchester_core::Tally;
use serde::Serialize;

use crate::coverage::Coverage;
use crate::database::{Batch, RoundKey, Tables, Verified, round_digest, round_key};
use crate::disk::Disk;
use crate::encode::{Entry, decode, encode, verify};
use crate::error::{StoreError, at, damaged};
use crate::seal::Seal;
use crate::{Identity, Shard, place};

/// Rounds from here on are no decisions of the run: see [`Store::finish`].
const FINISHED: u64 = 1 << 63;

/// The tallies of one run, or of one shard of it, by (cell, chunk), and its journal.
///
/// What is put is kept in memory until [`Store::commit`]; what was not committed is gone when the store is dropped or
/// the process ends. A store is locked against other processes until it is dropped. Cells are numbered from 0 in the
/// order of the plan, chunks from 0 in their cell. Memory grows with the gaps in what is stored, not with the chunks.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    disk: Disk,
    /// `None` after a failed commit, until the next one opens the file again.
    tables: Option<Tables>,
    read_only: bool,
    identity: Identity,
    /// Chunks committed or put.
    have: Coverage,
    /// Rounds committed or logged.
    rounds: BTreeMap<RoundKey, String>,
    /// Over what is committed.
    seal: Seal,
    /// Put and not committed.
    batch: BTreeMap<(u64, u64), Entry>,
    /// Logged and not committed.
    new_rounds: BTreeMap<RoundKey, String>,
}

/// A run's threads share one store behind a lock.
const _: () = {
    const fn shareable<T: Send + Sync>() {}
    shareable::<Store>();
};

impl Store {
    /// A new store at `path`, written under another name (`.‹name›.new`), synced and renamed: a store that exists is
    /// whole.
    ///
    /// # Errors
    /// [`StoreError::Exists`], [`StoreError::InUse`] if another process is making it just now, or the system's.
    pub fn create(path: &Path, identity: &Identity) -> Result<Self, StoreError> {
        place::build(path, identity, None, |_| Ok(()))
    }

    /// Opens a store to go on with it. Every entry is verified before anything is written to the file.
    ///
    /// # Errors
    /// [`StoreError::Different`] if an identity is given and is not the store's, the shard included.
    /// [`StoreError::InUse`], [`StoreError::NotAStore`], [`StoreError::OtherVersion`], [`StoreError::Damaged`], or the
    /// system's.
    pub fn open(path: &Path, identity: Option<&Identity>) -> Result<Self, StoreError> {
        place::open(path, identity, None)
    }

    /// Opens a store to be read, while others may read it too. The file is not written to, and may lie where that is
    /// not possible; a store whose run was killed is repaired in memory.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn read_only(path: &Path) -> Result<Self, StoreError> {
        place::read_only(path)
    }

    pub(crate) fn from_parts(path: &Path, disk: Disk, tables: Tables, verified: Verified, read_only: bool) -> Self {
        let Verified { identity, stored, rounds, seal } = verified;
        Self {
            path: path.to_owned(),
            disk,
            tables: Some(tables),
            read_only,
            identity,
            have: stored,
            rounds,
            seal,
            batch: BTreeMap::new(),
            new_rounds: BTreeMap::new(),
        }
    }

    /// What the store belongs to.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a chunk has been put. Reads no file.
    #[must_use]
    pub fn has(&self, cell: u64, chunk: u64) -> bool {
        self.have.has(cell, chunk)
    }

    /// Chunks put, in all cells.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.have.count()
    }

    /// A number that hangs on everything that was committed and on nothing else.
    #[must_use]
    pub fn mark(&self) -> u64 {
        self.seal.mark()
    }

    /// Chunks put but not yet committed.
    #[must_use]
    pub fn uncommitted(&self) -> u64 {
        self.batch.len() as u64
    }

    /// The chunks of a cell that have been put, ascending.
    pub fn chunks_of(&self, cell: u64) -> impl Iterator<Item = u64> + '_ {
        self.have.chunks_of(cell)
    }

    /// The chunks of a cell of so many chunks that have not been put, ascending.
    pub fn missing(&self, cell: u64, chunks: u64) -> impl Iterator<Item = u64> + '_ {
        self.have.missing(cell, chunks)
    }

    /// All (cell, chunk) that have been put, ascending.
    pub fn keys(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.have.keys()
    }

    /// Takes the tally of a chunk. The same one again is ignored.
    ///
    /// # Errors
    /// [`StoreError::Contradiction`] if the chunk has another tally; [`StoreError::NoSuchCell`];
    /// [`StoreError::Unstorable`] if it counts more than a chunk can have; [`StoreError::ReadOnly`]; and where the
    /// stored tally must be read to be compared, what [`Store::get`] says.
    pub fn put(&mut self, cell: u64, chunk: u64, tally: &Tally) -> Result<(), StoreError> {
        self.writable()?;
        if cell >= self.identity.cells {
            return Err(StoreError::NoSuchCell { path: self.path.clone(), cell, cells: self.identity.cells });
        }
        let (entry, _) =
            encode(cell, chunk, tally).map_err(|why| StoreError::Unstorable { path: self.path.clone(), why })?;
        if self.have.has(cell, chunk) {
            return if self.entry(cell, chunk)? == Some(entry) { Ok(()) } else { Err(self.contradiction(cell, chunk)) };
        }
        self.have.insert(cell, chunk);
        self.batch.insert((cell, chunk), entry);
        Ok(())
    }

    /// Appends a round to the journal of this store's shard. The same one again is ignored.
    ///
    /// # Errors
    /// [`StoreError::RoundContradiction`] if the round is there with another text, [`StoreError::Unstorable`] if the
    /// value cannot be written as JSON, [`StoreError::ReadOnly`].
    pub fn log(&mut self, round: u64, value: &impl Serialize) -> Result<(), StoreError> {
        let text = serde_json::to_string(value)
            .map_err(|error| StoreError::Unstorable { path: self.path.clone(), why: error.to_string() })?;
        self.log_text(round_key(self.identity.shard, round), text)
    }

    pub(crate) fn log_text(&mut self, key: RoundKey, text: String) -> Result<(), StoreError> {
        self.writable()?;
        match self.rounds.get(&key) {
            Some(stored) if *stored == text => Ok(()),
            Some(_) => Err(StoreError::RoundContradiction { path: self.path.clone(), round: key.2 }),
            None => {
                self.rounds.insert(key, text.clone());
                self.new_rounds.insert(key, text);
                Ok(())
            }
        }
    }

    /// The journal of this store's shard: the rounds and their JSON texts, ascending. A store of the whole run has a
    /// journal of its own, apart from those of the shards that were merged into it.
    pub fn rounds(&self) -> impl Iterator<Item = (u64, &str)> + '_ {
        self.rounds_of(self.identity.shard)
    }

    /// The journal of a shard; `None` is the whole run.
    pub fn rounds_of(&self, shard: Option<Shard>) -> impl Iterator<Item = (u64, &str)> + '_ {
        self.rounds
            .range(round_key(shard, 0)..round_key(shard, FINISHED))
            .map(|((_, _, round), text)| (*round, text.as_str()))
    }

    /// Notes that the run has all that it asked for in the chunks that have been put. To be committed.
    ///
    /// # Errors
    /// [`StoreError::ReadOnly`].
    pub fn finish(&mut self) -> Result<(), StoreError> {
        // By the number of chunks: a run that is given more time goes on, and is finished once more.
        self.log_text(round_key(self.identity.shard, FINISHED + self.done()), "\"finished\"".to_owned())
    }

    /// Whether the run was finished, and nothing has been put since.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.rounds.contains_key(&round_key(self.identity.shard, FINISHED + self.done()))
    }

    pub(crate) fn all_rounds(&self) -> &BTreeMap<RoundKey, String> {
        &self.rounds
    }

    /// Makes durable what was put and logged: all of it or, on an error, perhaps nothing.
    ///
    /// After an error the store keeps what it was given, and the next commit opens the file again, verifies it and
    /// writes what is not in it: a full disk that somebody empties ends no run.
    ///
    /// # Errors
    /// The system's; [`StoreError::Damaged`] if the file no longer is what was written.
    pub fn commit(&mut self) -> Result<(), StoreError> {
        if self.tables.is_none() {
            self.open_again()?;
        }
        if self.batch.is_empty() && self.new_rounds.is_empty() {
            return Ok(());
        }
        let mut seal = self.seal;
        for ((cell, chunk), entry) in &self.batch {
            let digest = verify(*cell, *chunk, entry);
            seal.add_tally(&digest.ok_or_else(|| damaged(&self.path, "an entry changed in memory"))?);
        }
        self.new_rounds.iter().for_each(|(key, text)| seal.add_round(&round_digest(*key, text)));
        let batch = Batch { tallies: &self.batch, rounds: &self.new_rounds, seal };
        let written = self.tables()?.write(&self.path, &batch);
        if written.is_err() {
            // The library refuses everything after a failed write, so it is opened again. That closing it fails as well
            // is expected, and the first error is the one to report.
            drop(self.tables.take().map(|tables| tables.close(&self.path)));
            return written;
        }
        self.seal = seal;
        self.batch.clear();
        self.new_rounds.clear();
        Ok(())
    }

    /// After a failed commit: finds out what has reached the file.
    fn open_again(&mut self) -> Result<(), StoreError> {
        let (tables, verified) = Tables::open(&self.path, &self.disk, |stored| {
            let same = *stored == self.identity;
            if same { Ok(()) } else { Err(damaged(&self.path, "it has become the store of another run")) }
        })?;
        let mut left = BTreeMap::new();
        let mut have = verified.stored;
        for ((cell, chunk), entry) in std::mem::take(&mut self.batch) {
            if have.insert(cell, chunk) {
                left.insert((cell, chunk), entry);
            } else if tables.get(&self.path, cell, chunk)? != Some(entry) {
                return Err(self.contradiction(cell, chunk));
            }
        }
        self.batch = left;
        self.have = have;
        self.new_rounds.retain(|key, _| !verified.rounds.contains_key(key));
        self.rounds = verified.rounds;
        self.rounds.extend(self.new_rounds.clone());
        self.seal = verified.seal;
        self.tables = Some(tables);
        Ok(())
    }

    /// The tally of a chunk, committed or not; `None` if it has not been put.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if its bytes are not those that were written, [`StoreError::Interrupted`] after a failed
    /// commit, or the system's.
    pub fn get(&self, cell: u64, chunk: u64) -> Result<Option<Tally>, StoreError> {
        let Some(entry) = self.entry(cell, chunk)? else { return Ok(None) };
        decode(cell, chunk, &entry).map(Some).ok_or_else(|| self.does_not_check(cell, chunk))
    }

    /// The tallies of all chunks of a cell, merged; without any, an empty one.
    ///
    /// # Errors
    /// As [`Store::get`].
    pub fn tally(&self, cell: u64) -> Result<Tally, StoreError> {
        let mut sum = Tally::new();
        let mut bad = None;
        let mut count = 0u64;
        let mut add = |cell, chunk, entry: &Entry| match decode(cell, chunk, entry) {
            Some(tally) => {
                sum.merge(&tally);
                count += 1;
            }
            None => bad = Some(chunk),
        };
        self.tables()?.each(&self.path, cell..=cell, &mut add)?;
        self.batch.range((cell, 0)..=(cell, u64::MAX)).for_each(|(key, entry)| add(key.0, key.1, entry));
        if let Some(chunk) = bad {
            return Err(self.does_not_check(cell, chunk));
        }
        if count != self.chunks_of(cell).count() as u64 {
            return Err(damaged(&self.path, format!("chunks of cell {cell} are gone")));
        }
        Ok(sum)
    }

    /// The entry of a chunk. It is in the batch, or in the file if it was ever put.
    pub(crate) fn entry(&self, cell: u64, chunk: u64) -> Result<Option<Entry>, StoreError> {
        if !self.have.has(cell, chunk) {
            return Ok(None);
        }
        if let Some(entry) = self.batch.get(&(cell, chunk)) {
            return Ok(Some(*entry));
        }
        let entry = self.tables()?.get(&self.path, cell, chunk)?;
        let good = entry.filter(|entry| verify(cell, chunk, entry).is_some());
        good.map(Some).ok_or_else(|| self.does_not_check(cell, chunk))
    }

    /// Takes an entry of another store of the same run.
    pub(crate) fn put_entry(&mut self, cell: u64, chunk: u64, entry: Entry) {
        self.have.insert(cell, chunk);
        self.batch.insert((cell, chunk), entry);
    }

    /// Commits, closes the file and lets others have it. Dropping a store closes it too, without the commit.
    ///
    /// # Errors
    /// As [`Store::commit`].
    pub fn close(mut self) -> Result<(), StoreError> {
        if !self.read_only {
            self.commit()?;
        }
        self.tables.take().map_or(Ok(()), |tables| tables.close(&self.path))
    }

    pub(crate) fn into_disk(mut self) -> Result<Disk, StoreError> {
        self.commit()?;
        self.tables.take().map_or(Ok(()), |tables| tables.close(&self.path))?;
        Ok(self.disk.clone())
    }

    fn tables(&self) -> Result<&Tables, StoreError> {
        self.tables.as_ref().ok_or_else(|| StoreError::Interrupted { path: self.path.clone() })
    }

    fn writable(&self) -> Result<(), StoreError> {
        if self.read_only { Err(StoreError::ReadOnly { path: self.path.clone() }) } else { Ok(()) }
    }

    pub(crate) fn contradiction(&self, cell: u64, chunk: u64) -> StoreError {
        StoreError::Contradiction { path: self.path.clone(), cell, chunk }
    }

    fn does_not_check(&self, cell: u64, chunk: u64) -> StoreError {
        damaged(&self.path, format!("cell {cell}, chunk {chunk} does not check"))
    }

    /// Writes everything in the store as text that depends on nothing else: a line of JSON for the identity, one for
    /// each tally by cell and chunk, one for each round.
    ///
    /// # Errors
    /// As [`Store::get`], and those of the writer.
    pub fn export(&self, out: &mut impl io::Write) -> Result<(), StoreError> {
        crate::export::export(self, out)
    }

    pub(crate) fn io(&self, error: impl Into<io::Error>) -> StoreError {
        at(&self.path)(error.into())
    }
}
