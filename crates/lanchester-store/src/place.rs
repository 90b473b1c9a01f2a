//! Where stores come from: made under another name and renamed, or opened, or only read.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use redb::StorageBackend;

use crate::database::{MAGIC, MARK, Tables};
use crate::disk::{Disk, Sharing};
use crate::error::{StoreError, at};
use crate::steps::{Listener, reach};
use crate::{Identity, Store};

/// Makes a store, lets `fill` put into it, and only then gives it its name.
///
/// The name it has before is always the same, so what a killed process leaves behind is used again and not collected.
pub(crate) fn build(
    path: &Path,
    identity: &Identity,
    listener: Listener,
    fill: impl FnOnce(&mut Store) -> Result<(), StoreError>,
) -> Result<Store, StoreError> {
    let step = |name| reach(&listener, name).map_err(at(path));
    step("create begin")?;
    let before = provisional(path)?;
    refuse_existing(path)?;
    let file = open_provisional(&before)?;
    let disk = Disk::lock(path, file, Sharing::Alone, listener.clone())?;
    // Held until what is left of a failure is removed.
    let _held = disk.clone();
    let made = (|| {
        // Another process may have renamed the file that was opened here. Only under the lock is it certain whether a
        // store exists, so only now may the file be emptied.
        refuse_existing(path)?;
        disk.set_len(0).map_err(at(&before))?;
        step("create locked")?;
        let tables = Tables::create(path, &disk, identity)?;
        tables.close(path)?;
        let (tables, verified) = Tables::open(path, &disk, |_| Ok(()))?;
        let mut store = Store::from_parts(path, disk, tables, verified, false);
        fill(&mut store)?;
        let disk = store.into_disk()?;
        step("create written")?;
        disk.sync_data().map_err(at(&before))?;
        step("create synced")?;
        fs::rename(&before, path).map_err(at(path))?;
        step("create renamed")?;
        Ok(disk)
    })();
    let disk = match made {
        Ok(disk) => disk,
        Err(error) => {
            // What cannot be removed is only clutter, and the error that led here is the one to report.
            drop(fs::remove_file(&before));
            return Err(error);
        }
    };
    sync_folder(path)?;
    step("create done")?;
    let (tables, verified) = Tables::open(path, &disk, |_| Ok(()))?;
    Ok(Store::from_parts(path, disk, tables, verified, false))
}

/// See [`Store::open`].
pub(crate) fn open(path: &Path, identity: Option<&Identity>, listener: Listener) -> Result<Store, StoreError> {
    let file = OpenOptions::new().read(true).write(true).open(path).map_err(at(path))?;
    let disk = Disk::lock(path, file, Sharing::Alone, listener)?;
    let (tables, verified) = Tables::open(path, &disk, |stored| {
        let differences = identity.map_or_else(Vec::new, |identity| identity.difference(stored));
        if differences.is_empty() { Ok(()) } else { Err(StoreError::Different { path: path.to_owned(), differences }) }
    })?;
    Ok(Store::from_parts(path, disk, tables, verified, false))
}

/// See [`Store::read_only`].
pub(crate) fn read_only(path: &Path) -> Result<Store, StoreError> {
    let file = File::open(path).map_err(at(path))?;
    let disk = Disk::lock(path, file, Sharing::Readers, None)?.apart().map_err(at(path))?;
    let (tables, verified, _) = Tables::examine(path, &disk)?;
    Ok(Store::from_parts(path, disk, tables, verified, true))
}

/// See [`crate::steps::create_on`].
pub(crate) fn create_on(medium: Arc<dyn StorageBackend>, identity: &Identity) -> Result<Store, StoreError> {
    let path = Path::new("medium");
    Tables::create(path, &Disk::on(Arc::clone(&medium)), identity)?.close(path)?;
    open_on(medium)
}

/// See [`crate::steps::open_on`].
pub(crate) fn open_on(medium: Arc<dyn StorageBackend>) -> Result<Store, StoreError> {
    let path = Path::new("medium");
    let disk = Disk::on(medium);
    let (tables, verified) = Tables::open(path, &disk, |_| Ok(()))?;
    Ok(Store::from_parts(path, disk, tables, verified, false))
}

/// The name of a store while it is made.
fn provisional(path: &Path) -> Result<PathBuf, StoreError> {
    let name = path.file_name().ok_or_else(|| at(path)(io::Error::other("this names no file")))?;
    let mut before = OsString::from(".");
    before.push(name);
    before.push(".new");
    Ok(path.with_file_name(before))
}

/// Opens the file that a store is made in: a new one, or what a killed process left. Never through a link, for what it
/// leads to would be emptied.
fn open_provisional(before: &Path) -> Result<File, StoreError> {
    let options = || OpenOptions::new().read(true).write(true).to_owned();
    loop {
        match options().create_new(true).open(before) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return made.map_err(at(before)),
        }
        let opened = match fs::symlink_metadata(before) {
            Ok(found) if !is_one_plain_file(&found) => return Err(StoreError::InTheWay { path: before.to_owned() }),
            Ok(_) => options().open(before).and_then(|file| Ok((file.metadata()?, file))),
            Err(error) => Err(error),
        };
        match opened {
            // What was opened is what stands there: the name may have become a link since it was looked at.
            Ok((opened, file)) if fs::symlink_metadata(before).is_ok_and(|found| is_same(&found, &opened)) => {
                return Ok(file);
            }
            Ok(_) => {}
            // The process that was making it is done.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(at(before)(error)),
        }
    }
}

/// Whether this is a file that has this name only.
#[cfg(unix)]
fn is_one_plain_file(found: &fs::Metadata) -> bool {
    found.is_file() && std::os::unix::fs::MetadataExt::nlink(found) == 1
}

#[cfg(not(unix))]
fn is_one_plain_file(found: &fs::Metadata) -> bool {
    found.is_file()
}

/// Whether what stands under a name, not followed if it is a link, is the file that was opened.
#[cfg(unix)]
fn is_same(found: &fs::Metadata, opened: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (found.dev(), found.ino()) == (opened.dev(), opened.ino())
}

#[cfg(not(unix))]
fn is_same(found: &fs::Metadata, _: &fs::Metadata) -> bool {
    found.is_file()
}

/// See [`crate::set_aside`].
pub(crate) fn set_aside(path: &Path) -> Result<PathBuf, StoreError> {
    // A process that writes to it must not lose it, so the file is locked. It is not read: it may be damaged.
    let file = match OpenOptions::new().read(true).write(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => File::open(path),
        opened => opened,
    };
    let file = file.and_then(|file| match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("this is no file")),
    });
    let file = file.map_err(at(path))?;
    if !is_store_file(&file).map_err(at(path))? {
        return Err(StoreError::NotAStore { path: path.to_owned(), why: "it does not begin as one".to_owned() });
    }
    let _held = Disk::lock(path, file, Sharing::Alone, None)?;
    // What was put aside before stays, and so does a link that leads nowhere.
    let names = (1u64..).map(|nth| if nth == 1 { "old".to_owned() } else { format!("old-{nth}") });
    let mut free = names.map(|old| path.with_extension(old)).filter(|aside| fs::symlink_metadata(aside).is_err());
    let aside = free.next().ok_or_else(|| at(path)(io::Error::other("no name is free to put it aside")))?;
    fs::rename(path, &aside).map_err(at(path))?;
    sync_folder(path)?;
    Ok(aside)
}

/// See [`crate::is_store`].
pub(crate) fn is_store(path: &Path) -> Result<bool, StoreError> {
    File::open(path).and_then(|file| is_store_file(&file)).map_err(at(path))
}

/// Whether a file begins as a database or, where its beginning is damaged, has the name of one of our tables somewhere.
fn is_store_file(mut file: &File) -> io::Result<bool> {
    let mut begin = Vec::new();
    file.take(MAGIC.len() as u64).read_to_end(&mut begin)?;
    if begin == MAGIC {
        return Ok(true);
    }
    let mut window = Vec::new();
    let mut block = vec![0; 1 << 16];
    loop {
        let read = file.read(&mut block)?;
        if read == 0 {
            return Ok(false);
        }
        window.extend_from_slice(&block[..read]);
        if window.windows(MARK.len()).any(|bytes| bytes == MARK.as_bytes()) {
            return Ok(true);
        }
        window.drain(..window.len().saturating_sub(MARK.len() - 1));
    }
}

fn refuse_existing(path: &Path) -> Result<(), StoreError> {
    // A link that leads nowhere is something too: renaming would replace it.
    match fs::symlink_metadata(path) {
        Ok(_) => Err(StoreError::Exists { path: path.to_owned() }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(at(path)(error)),
    }
}

/// Makes a rename last through a power cut.
fn sync_folder(path: &Path) -> Result<(), StoreError> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Only Unix lets a folder be opened and synced.
    if cfg!(unix) { File::open(folder).and_then(|f| f.sync_all()).map_err(at(folder)) } else { Ok(()) }
}
