//! The bytes under the database: a file, or a file that is only looked at while changes to it stay in memory.
//!
//! The database repairs what it opens and marks it as open. Neither may reach a file that turns out to be damaged, or
//! one that is only read, so both are first opened through a [`Disk::apart`].

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use redb::StorageBackend;
use redb::backends::FileBackend;

use crate::error::{StoreError, at};
use crate::steps::{Listener, reach};

/// Bytes that are kept together in memory.
const BLOCK: u64 = 4096;

/// What the database reads and writes. Clones share the same bytes.
#[derive(Clone, Debug)]
pub(crate) struct Disk {
    medium: Arc<dyn StorageBackend>,
    /// Changes that do not reach the medium.
    apart: Option<Arc<Mutex<Apart>>>,
    listener: Listener,
    /// After the medium, so that the file is released when nothing uses it any more.
    lock: Option<Arc<Lock>>,
}

/// A locked file. It is unlocked in so many words: closing alone leaves it locked as long as a process that was started
/// meanwhile has not yet let go of what it inherited.
#[derive(Debug)]
struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // If this fails, closing unlocks it a little later.
        drop(self.0.unlock());
    }
}

/// Changes kept in memory.
#[derive(Debug)]
struct Apart {
    /// The length as changed.
    len: u64,
    /// Bytes of the medium that still show through: fewer than it has once it was cut and extended again.
    shown: u64,
    /// Changed blocks by number.
    blocks: BTreeMap<u64, Box<[u8]>>,
}

/// How a file is shared while it is open.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sharing {
    /// With nobody.
    Alone,
    /// With others that only read.
    Readers,
}

impl Disk {
    /// A file, locked until the last clone is gone.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if somebody else has it, or the system's.
    pub fn lock(path: &Path, file: File, sharing: Sharing, listener: Listener) -> Result<Self, StoreError> {
        let locked = if sharing == Sharing::Alone { file.try_lock() } else { file.try_lock_shared() };
        match locked {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::InUse { path: path.to_owned() }),
            Err(TryLockError::Error(error)) => return Err(at(path)(error)),
        }
        let lock = Some(Arc::new(Lock(file.try_clone().map_err(at(path))?)));
        let medium = FileBackend::new(file).map_err(|error| at(path)(io::Error::other(error.to_string())))?;
        Ok(Self { medium: Arc::new(medium), apart: None, listener, lock })
    }

    /// Any medium, which nobody else uses.
    pub fn on(medium: Arc<dyn StorageBackend>) -> Self {
        Self { medium, apart: None, listener: None, lock: None }
    }

    /// The same bytes, but what is changed stays in memory and is gone with the last clone.
    pub fn apart(&self) -> io::Result<Self> {
        let len = self.medium.len()?;
        let apart = Apart { len, shown: len, blocks: BTreeMap::new() };
        let apart = Some(Arc::new(Mutex::new(apart)));
        Ok(Self { medium: Arc::clone(&self.medium), apart, listener: None, lock: self.lock.clone() })
    }

    /// The same bytes, without the lock.
    pub fn without_lock(&self) -> Self {
        Self { lock: None, ..self.clone() }
    }

    /// Who listens.
    pub fn listener(&self) -> &Listener {
        &self.listener
    }
}

impl Apart {
    /// The bytes of a block as they are now.
    fn block(&self, medium: &dyn StorageBackend, number: u64) -> io::Result<Box<[u8]>> {
        if let Some(block) = self.blocks.get(&number) {
            return Ok(block.clone());
        }
        let mut block = vec![0; BLOCK as usize].into_boxed_slice();
        let start = number * BLOCK;
        let shown = self.shown.saturating_sub(start).min(BLOCK) as usize;
        if shown > 0 {
            medium.read(start, &mut block[..shown])?;
        }
        Ok(block)
    }

    /// Visits the part of each block that lies in a range: block number, place in it, place in the range.
    fn parts(offset: u64, len: usize) -> impl Iterator<Item = (u64, std::ops::Range<usize>, std::ops::Range<usize>)> {
        let mut done = 0;
        std::iter::from_fn(move || {
            let at = offset + done as u64;
            let inside = (at % BLOCK) as usize;
            let size = (len - done).min(BLOCK as usize - inside);
            let part = (at / BLOCK, inside..inside + size, done..done + size);
            done += size;
            (size > 0).then_some(part)
        })
    }

    fn check(&self, offset: u64, len: usize) -> io::Result<()> {
        match offset.checked_add(len as u64) {
            Some(end) if end <= self.len => Ok(()),
            _ => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "past the end of the file")),
        }
    }

    fn read(&self, medium: &dyn StorageBackend, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.check(offset, out.len())?;
        for (number, inside, place) in Self::parts(offset, out.len()) {
            out[place].copy_from_slice(&self.block(medium, number)?[inside]);
        }
        Ok(())
    }

    fn write(&mut self, medium: &dyn StorageBackend, offset: u64, data: &[u8]) -> io::Result<()> {
        self.check(offset, data.len())?;
        for (number, inside, place) in Self::parts(offset, data.len()) {
            let mut block = self.block(medium, number)?;
            block[inside].copy_from_slice(&data[place]);
            self.blocks.insert(number, block);
        }
        Ok(())
    }

    fn set_len(&mut self, medium: &dyn StorageBackend, len: u64) -> io::Result<()> {
        if len < self.len {
            self.blocks.split_off(&len.div_ceil(BLOCK));
            // What is cut off must read as zeros if the file grows again, also inside the last block.
            if !len.is_multiple_of(BLOCK) {
                let mut block = self.block(medium, len / BLOCK)?;
                block[(len % BLOCK) as usize..].fill(0);
                self.blocks.insert(len / BLOCK, block);
            }
            self.shown = self.shown.min(len);
        }
        self.len = len;
        Ok(())
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        match &self.apart {
            Some(apart) => Ok(apart.lock().unwrap_or_else(PoisonError::into_inner).len),
            None => self.medium.len(),
        }
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        match &self.apart {
            Some(apart) => apart.lock().unwrap_or_else(PoisonError::into_inner).read(&*self.medium, offset, out),
            None => self.medium.read(offset, out),
        }
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        if let Some(apart) = &self.apart {
            return apart.lock().unwrap_or_else(PoisonError::into_inner).set_len(&*self.medium, len);
        }
        reach(&self.listener, "disk length")?;
        self.medium.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        if self.apart.is_some() {
            return Ok(());
        }
        reach(&self.listener, "disk sync")?;
        self.medium.sync_data()?;
        reach(&self.listener, "disk synced")
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        if let Some(apart) = &self.apart {
            return apart.lock().unwrap_or_else(PoisonError::into_inner).write(&*self.medium, offset, data);
        }
        if self.listener.is_none() {
            return self.medium.write(offset, data);
        }
        // A listener may stop the process in the middle of a write.
        let (front, back) = data.split_at(data.len() / 2);
        reach(&self.listener, "disk write")?;
        self.medium.write(offset, front)?;
        reach(&self.listener, "disk half written")?;
        self.medium.write(offset + front.len() as u64, back)
    }
}

#[cfg(test)]
mod tests {
    use redb::backends::InMemoryBackend;

    use super::*;

    #[test]
    fn changes_apart_read_as_written_and_leave_the_medium_alone() {
        let medium = Arc::new(InMemoryBackend::new());
        medium.set_len(10_000).unwrap();
        let original: Vec<u8> = (0..10_000u32).map(|i| (i % 251) as u8).collect();
        medium.write(0, &original).unwrap();
        let disk = Disk::on(medium.clone());
        let apart = disk.apart().unwrap();

        let mut model = original.clone();
        let mut write = |offset: usize, bytes: &[u8]| {
            apart.write(offset as u64, bytes).unwrap();
            model[offset..offset + bytes.len()].copy_from_slice(bytes);
        };
        write(4090, &[1; 20]);
        write(0, &[2; 9000]);
        write(9999, &[3]);
        for len in [5000, 12_000, 4096, 9000] {
            apart.set_len(len).unwrap();
            model.resize(len as usize, 0);
            assert_eq!(apart.len().unwrap(), len);
            let mut read = vec![9; len as usize];
            apart.read(0, &mut read).unwrap();
            assert!(read == model, "length {len}");
        }
        assert!(apart.read(8999, &mut [0; 2]).is_err());
        assert!(apart.write(u64::MAX, &[0; 2]).is_err());

        let mut read = vec![0; 10_000];
        disk.read(0, &mut read).unwrap();
        assert!(read == original);
    }
}
