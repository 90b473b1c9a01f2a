//! The tables of a store and how they are verified; the one file that speaks the database library's language.

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use redb::{
    Builder, Database, ReadOnlyTable, ReadableDatabase, ReadableTable, StorageBackend, TableDefinition, TableHandle,
};

use crate::coverage::Coverage;
use crate::disk::Disk;
use crate::encode::{ENTRY_LEN, Entry, verify};
use crate::error::{StoreError, at, damaged};
use crate::seal::{SEAL_LEN, Seal, digest, with_check, without_check};
use crate::steps::reach;
use crate::{FORMAT, Identity, Shard};

/// Format, identity and seal.
const ABOUT: TableDefinition<&str, &[u8]> = TableDefinition::new(MARK);
/// Tallies by (cell, chunk).
const TALLIES: TableDefinition<(u64, u64), &[u8; ENTRY_LEN]> = TableDefinition::new("lanchester tallies");
/// Rounds by (index of the shard, number of shards, round); a whole run is shard 0 of 0.
const ROUNDS: TableDefinition<(u64, u64, u64), &[u8]> = TableDefinition::new("lanchester rounds");

/// The key of a round: the shard that logged it, and its number.
pub(crate) type RoundKey = (u64, u64, u64);

/// The name of a table that every store has and, as it is ours, no other file.
pub(crate) const MARK: &str = "lanchester about";

/// What the database begins with.
pub(crate) const MAGIC: [u8; 9] = *b"redb\x1a\x0a\xa9\x0d\x0a";

/// Memory for pages: a store is written in batches and read once, so more gains nothing.
const CACHE_BYTES: usize = 8 << 20;

/// The key of a round of this shard.
pub(crate) fn round_key(shard: Option<Shard>, round: u64) -> RoundKey {
    shard.map_or((0, 0, round), |shard| (shard.index.into(), shard.of.into(), round))
}

/// The digest of a round, for the seal.
pub(crate) fn round_digest(key: RoundKey, text: &str) -> [u8; 32] {
    digest("round", &[key.0, key.1, key.2], text.as_bytes())
}

/// A store that has been verified.
#[derive(Debug)]
pub(crate) struct Verified {
    pub identity: Identity,
    pub stored: Coverage,
    pub rounds: BTreeMap<RoundKey, String>,
    pub seal: Seal,
}

/// New entries, and the seal over them and what was there.
#[derive(Debug)]
pub(crate) struct Batch<'a> {
    pub tallies: &'a BTreeMap<(u64, u64), Entry>,
    pub rounds: &'a BTreeMap<RoundKey, String>,
    pub seal: Seal,
}

/// An open database.
#[derive(Debug)]
pub(crate) struct Tables {
    /// `None` once it is closed.
    database: Option<Database>,
    /// The library has panicked: nothing is asked of it any more.
    panicked: AtomicBool,
    /// Holds the file's lock, which is released after the database is closed.
    disk: Disk,
}

/// What is said of a store that has fewer bytes than its pages are said to be.
const TOO_SHORT: &str = "it ends before its database does, as a file that was cut off";

/// What is said of a store whose pages make the library panic.
const GAVE_UP: &str = "the pages of its database contradict each other";

/// Runs what calls the library; `None` if the library panicked. Some damaged pages make it panic (6 of 10,240 flipped
/// bits, 35 of 800 pages copied over others).
fn caught<T>(path: &Path, call: impl FnOnce() -> Result<T, redb::Error>) -> Option<Result<T, StoreError>> {
    let result = catch_unwind(AssertUnwindSafe(call)).ok()?;
    Some(result.map_err(|error| translate(path, error)))
}

fn translate(path: &Path, error: redb::Error) -> StoreError {
    match error {
        redb::Error::DatabaseAlreadyOpen => StoreError::InUse { path: path.to_owned() },
        // The library asks for bytes that are not there only if a length or a page number is wrong.
        redb::Error::Io(error) => match error.kind() {
            io::ErrorKind::UnexpectedEof => damaged(path, TOO_SHORT),
            io::ErrorKind::InvalidInput => damaged(path, error.to_string()),
            _ => at(path)(error),
        },
        redb::Error::Corrupted(why) if why.starts_with("File truncated") => damaged(path, TOO_SHORT),
        redb::Error::PreviousIo => at(path)(io::Error::other(error.to_string())),
        other => damaged(path, other.to_string()),
    }
}

impl Tables {
    /// A new database in an empty medium, with an identity and nothing else.
    pub fn create(path: &Path, disk: &Disk, identity: &Identity) -> Result<Self, StoreError> {
        let tables = Self::raw(path, disk)?;
        let json = serde_json::to_vec(identity).map_err(|e| at(path)(io::Error::other(e)))?;
        tables.ask(path, |database| {
            let transaction = database.begin_write()?;
            {
                let mut about = transaction.open_table(ABOUT)?;
                about.insert("format", &*with_check("format", &[], &FORMAT.to_le_bytes()))?;
                about.insert("identity", &*with_check("identity", &[], &json))?;
                about.insert("seal", &Seal::default().to_bytes()[..])?;
                transaction.open_table(TALLIES)?;
                transaction.open_table(ROUNDS)?;
            }
            Ok(transaction.commit()?)
        })?;
        Ok(tables)
    }

    /// Opens and verifies what is on a medium. It is not written to before it has been found good and `accept` has
    /// seen whose it is.
    pub fn open(
        path: &Path,
        disk: &Disk,
        accept: impl FnOnce(&Identity) -> Result<(), StoreError>,
    ) -> Result<(Self, Verified), StoreError> {
        let apart = disk.apart().map_err(at(path))?;
        let (looked_at, verified, clean) = Self::examine(path, &apart)?;
        looked_at.close(path)?;
        accept(&verified.identity)?;
        let mut tables = Self::raw(path, disk)?;
        if !clean {
            tables.check_integrity(path)?;
        }
        Ok((tables, verified))
    }

    /// Opens and verifies what is on a medium that may be changed freely. Says also whether the library had nothing to
    /// repair.
    pub fn examine(path: &Path, disk: &Disk) -> Result<(Self, Verified, bool), StoreError> {
        let mut magic = [0; MAGIC.len()];
        let len = disk.len().map_err(at(path))?;
        let not_a_store = |why: &str| StoreError::NotAStore { path: path.to_owned(), why: why.to_owned() };
        if len < magic.len() as u64 {
            return Err(not_a_store(if len == 0 { "it is empty" } else { "it is too short" }));
        }
        disk.read(0, &mut magic).map_err(at(path))?;
        if magic != MAGIC {
            return Err(not_a_store("it does not begin as one"));
        }
        let mut tables = Self::raw(path, disk)?;
        let clean = tables.check_integrity(path)?;
        let names = tables.ask(path, |database| {
            let transaction = database.begin_read()?;
            Ok(transaction.list_tables()?.map(|table| table.name().to_owned()).collect::<Vec<_>>())
        })?;
        if !names.iter().any(|name| name == ABOUT.name()) {
            return Err(not_a_store("it is a database of something else"));
        }
        let verified = tables.verify(path)?;
        Ok((tables, verified, clean))
    }

    fn raw(path: &Path, disk: &Disk) -> Result<Self, StoreError> {
        // The database does not hold the lock: one that has panicked is never closed, and the file must be free again.
        let backend = disk.without_lock();
        let opened = caught(path, || Ok(Builder::new().set_cache_size(CACHE_BYTES).create_with_backend(backend)?));
        let database = opened.unwrap_or_else(|| Err(damaged(path, GAVE_UP)))?;
        Ok(Self { database: Some(database), panicked: AtomicBool::new(false), disk: disk.clone() })
    }

    /// Asks the library something. A panic of the library is damage, and the last thing that is asked of it: it leaves
    /// locks poisoned, on which every later call, closing included, would panic again.
    fn ask<T>(&self, path: &Path, call: impl FnOnce(&Database) -> Result<T, redb::Error>) -> Result<T, StoreError> {
        let usable = self.database.as_ref().filter(|_| !self.panicked.load(Ordering::Relaxed));
        let Some(database) = usable else { return Err(damaged(path, GAVE_UP)) };
        caught(path, || call(database)).unwrap_or_else(|| {
            self.panicked.store(true, Ordering::Relaxed);
            Err(damaged(path, GAVE_UP))
        })
    }

    /// Verifies the library's own checksums, and repairs what a killed process left; true if there was nothing to repair.
    fn check_integrity(&mut self, path: &Path) -> Result<bool, StoreError> {
        let Some(database) = &mut self.database else { return Err(damaged(path, GAVE_UP)) };
        caught(path, || Ok(database.check_integrity()?)).unwrap_or_else(|| {
            self.panicked.store(true, Ordering::Relaxed);
            Err(damaged(path, GAVE_UP))
        })
    }

    /// Reads every entry and compares all of them with the seal.
    fn verify(&self, path: &Path) -> Result<Verified, StoreError> {
        let about = |key: &'static str| -> Result<Vec<u8>, StoreError> {
            let stored = self.ask(path, |database| {
                let table = database.begin_read()?.open_table(ABOUT)?;
                Ok(table.get(key)?.map(|value| value.value().to_vec()))
            })?;
            stored.ok_or_else(|| damaged(path, format!("its {key} is missing")))
        };
        let checked = |key: &'static str| -> Result<Vec<u8>, StoreError> {
            let stored = about(key)?;
            let bytes = without_check(key, &[], &stored).map(|(bytes, _)| bytes.to_vec());
            bytes.ok_or_else(|| damaged(path, format!("its {key} does not check")))
        };
        let format = checked("format")?;
        let format = format.try_into().map_err(|_| damaged(path, "its format is not a number"))?;
        let found = u32::from_le_bytes(format);
        if found != FORMAT {
            return Err(StoreError::OtherVersion { path: path.to_owned(), found, expected: FORMAT });
        }
        let identity: Identity = serde_json::from_slice(&checked("identity")?)
            .map_err(|e| damaged(path, format!("its identity cannot be read: {e}")))?;

        let mut stored = Coverage::default();
        let mut seal = Seal::default();
        let mut bad = None;
        self.ask(path, |database| {
            for item in tallies(database)?.iter()? {
                let (key, entry) = item?;
                let (cell, chunk) = key.value();
                match verify(cell, chunk, entry.value()) {
                    Some(digest) if cell < identity.cells && stored.insert(cell, chunk) => seal.add_tally(&digest),
                    _ => bad = bad.take().or(Some(format!("cell {cell}, chunk {chunk} does not check"))),
                }
            }
            Ok(())
        })?;
        let mut rounds = BTreeMap::new();
        self.ask(path, |database| {
            for item in database.begin_read()?.open_table(ROUNDS)?.iter()? {
                let (key, value) = item?;
                let (key, value) = (key.value(), value.value());
                let checked = without_check("round", &[key.0, key.1, key.2], value);
                match checked.and_then(|(text, digest)| Some((String::from_utf8(text.to_vec()).ok()?, digest))) {
                    Some((text, digest)) => {
                        seal.add_round(&digest);
                        rounds.insert(key, text);
                    }
                    None => bad = bad.take().or(Some(format!("round {} does not check", key.2))),
                }
            }
            Ok(())
        })?;
        if let Some(why) = bad {
            return Err(damaged(path, why));
        }
        let expected: [u8; SEAL_LEN] = seal.to_bytes();
        if about("seal")? != expected {
            return Err(damaged(path, format!("the {} tallies in it are not those it was sealed with", seal.tallies)));
        }
        Ok(Verified { identity, stored, rounds, seal })
    }

    /// The entry of a chunk, its check not yet looked at.
    pub fn get(&self, path: &Path, cell: u64, chunk: u64) -> Result<Option<Entry>, StoreError> {
        self.ask(path, |database| Ok(tallies(database)?.get((cell, chunk))?.map(|entry| *entry.value())))
    }

    /// Calls `visit` with the entries of some cells, ascending, their checks not yet looked at.
    pub fn each(
        &self,
        path: &Path,
        cells: std::ops::RangeInclusive<u64>,
        mut visit: impl FnMut(u64, u64, &Entry),
    ) -> Result<(), StoreError> {
        self.ask(path, |database| {
            for item in tallies(database)?.range((*cells.start(), 0)..=(*cells.end(), u64::MAX))? {
                let (key, entry) = item?;
                visit(key.value().0, key.value().1, entry.value());
            }
            Ok(())
        })
    }

    /// Makes a batch durable: all of it or nothing. An error leaves open which.
    pub fn write(&self, path: &Path, batch: &Batch<'_>) -> Result<(), StoreError> {
        let listener = self.disk.listener();
        reach(listener, "commit begin").map_err(at(path))?;
        let seal = batch.seal.to_bytes();
        self.ask(path, |database| {
            let transaction = database.begin_write()?;
            {
                let mut tallies = transaction.open_table(TALLIES)?;
                for (key, entry) in batch.tallies {
                    tallies.insert(key, entry)?;
                }
                reach(listener, "commit tallies inserted")?;
                let mut rounds = transaction.open_table(ROUNDS)?;
                for (key, text) in batch.rounds {
                    rounds.insert(key, &*with_check("round", &[key.0, key.1, key.2], text.as_bytes()))?;
                }
                transaction.open_table(ABOUT)?.insert("seal", &seal[..])?;
                reach(listener, "commit inserted")?;
            }
            transaction.commit()?;
            reach(listener, "commit done")?;
            // The same once more: the library keeps the last two commits and falls back to the one before the last if
            // the last is damaged. It then falls back to the same data, and a run never loses what was reported as safe.
            let transaction = database.begin_write()?;
            transaction.open_table(ABOUT)?.insert("seal", &seal[..])?;
            transaction.commit()?;
            Ok(reach(listener, "commit repeated")?)
        })
    }

    /// Closes the database, which marks its file as closed; if that fails, the file is repaired when it is opened next.
    pub fn close(mut self, path: &Path) -> Result<(), StoreError> {
        self.shut(path)
    }

    fn shut(&mut self, path: &Path) -> Result<(), StoreError> {
        let Some(database) = self.database.take() else { return Ok(()) };
        if self.panicked.load(Ordering::Relaxed) {
            // Left in memory on purpose: see `ask`. A panic while another one unwinds would end the process.
            std::mem::forget(database);
            return Err(damaged(path, GAVE_UP));
        }
        let closed = caught(path, || {
            drop(database);
            Ok(())
        });
        closed.unwrap_or_else(|| Err(damaged(path, GAVE_UP)))
    }
}

/// Closing can panic like every other call of the library, so it is never left to the compiler.
impl Drop for Tables {
    fn drop(&mut self) {
        // Who wants to hear of an error closes.
        drop(self.shut(Path::new("")));
    }
}

fn tallies(database: &Database) -> Result<ReadOnlyTable<(u64, u64), &'static [u8; ENTRY_LEN]>, redb::Error> {
    Ok(database.begin_read()?.open_table(TALLIES)?)
}
