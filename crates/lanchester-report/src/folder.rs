//! A run's folder on disk: written whole or not at all, checked before it is read.
//!
//! Files are written under temporary names, synced, and renamed, the manifest last; then the folder is synced. A crash
//! before the renames leaves what was there; one among them leaves files that do not match the manifest, which
//! [`read_run`] reports, never a mixture that reads as a run.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use lanchester_analysis::analyse;
use lanchester_analysis::hash::hash;
use lanchester_analysis::study::{Setup, StudyResults};
use lanchester_analysis::sweep::{SweepAnalysis, SweepResults};
use thiserror::Error;

use crate::frame::{Frame, frame};
use crate::manifest::{Hashed, MANIFEST_FILE, MANIFEST_FORMAT, Manifest, SCHEMA_KEY, STUDY_HASH, footer};
use crate::parquet::{self, Metadata, ParquetError};
use crate::rows::tables;
use crate::schema::{self, FURTHER_TABLES, SCHEMA_VERSION, SWEEP_TABLES, TABLES, Table};
use crate::sweep;

/// Why a run was not written or not read.
#[derive(Debug, Error)]
pub enum FolderError {
    /// The system refused.
    #[error("{path}: {error}")]
    Io {
        /// What it was asked about.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// The study's id cannot name a folder, or a file's name is not one.
    #[error("`{0}` cannot be used as a file name: only letters, digits, `-`, `_` and `.` (not first) are allowed")]
    BadName(String),
    /// The folder holds the results of another study.
    #[error("{path} holds the results of the study `{found}`, not of `{wanted}`; they are not overwritten")]
    OtherStudy {
        /// The folder.
        path: PathBuf,
        /// The study there.
        found: String,
        /// The study to be written.
        wanted: String,
    },
    /// The manifest is not one.
    #[error("{path} is not a manifest: {why}")]
    BadManifest {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A table of another version of the columns.
    #[error(
        "{path} has columns of schema version {found}, this program reads version {expected}: play the run again, or read \
         it with the program that wrote it"
    )]
    OtherSchema {
        /// The file.
        path: PathBuf,
        /// The version in its footer.
        found: String,
        /// The version that this program reads.
        expected: u32,
    },
    /// A file is not what the manifest says.
    #[error("{path} is damaged or from another run: {why}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Parquet could not be made.
    #[error("cannot write {file}: {error}")]
    Parquet {
        /// The file.
        file: String,
        /// What the library said.
        error: ParquetError,
    },
}

/// A further file of a run, such as a report.
#[derive(Clone, Debug)]
pub struct Output {
    /// Its name in the run's folder.
    pub name: String,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// What a run is of, which says what tables it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunKind {
    /// A study.
    Study,
    /// A sweep.
    Sweep,
}

impl RunKind {
    /// Its tables, in the order of the manifest.
    #[must_use]
    pub const fn tables(self) -> &'static [Table] {
        match self {
            Self::Study => &TABLES,
            Self::Sweep => &SWEEP_TABLES,
        }
    }

    /// What wrote these files.
    fn of(manifest: &Manifest) -> Self {
        let sweep = manifest.outputs.iter().any(|listed| listed.file == schema::SWEEP.file);
        if sweep { Self::Sweep } else { Self::Study }
    }
}

/// A run read back.
#[derive(Clone, Debug)]
pub struct StoredRun {
    /// What it is of.
    pub kind: RunKind,
    /// What it was made of.
    pub manifest: Manifest,
    /// Its frames, in the order of its kind's tables.
    pub frames: Vec<Frame>,
    /// Those of [`FURTHER_TABLES`], in their order; without rows where it has none.
    pub further: Vec<Frame>,
    /// What stands in the footer of each of them.
    pub footer: Metadata,
}

/// Writes a run to `reports`/‹study id›/ and returns that folder. A run of the same study is replaced, other files in
/// the folder are left alone.
///
/// # Errors
/// See [`FolderError`]. On an error no file of an earlier run has been touched, unless the system fails among the
/// final renames.
pub fn write_run(reports: &Path, study: &StudyResults, others: &[Output]) -> Result<PathBuf, FolderError> {
    write_tables(reports, &study.setup, &tables(&analyse(study)), others)
}

/// Writes the tables of a sweep and further files to `reports`/‹id›/, as [`write_run`] does.
///
/// # Errors
/// As [`write_run`].
pub fn write_sweep(
    reports: &Path,
    sweep: &SweepResults,
    analysis: &SweepAnalysis,
    others: &[Output],
) -> Result<PathBuf, FolderError> {
    let tables = sweep::sweep_tables(sweep, analysis);
    write_files(reports, &sweep.setup, &[sweep::footer(sweep)], &tables, others)
}

/// Writes tables and further files to `reports`/‹id›/, as [`write_run`] does.
///
/// # Errors
/// As [`write_run`].
pub fn write_tables(
    reports: &Path,
    setup: &Setup,
    tables: &[(&str, Frame)],
    others: &[Output],
) -> Result<PathBuf, FolderError> {
    write_files(reports, setup, &[], tables, others)
}

/// Writes tables, with these pairs added to their footers, and further files.
fn write_files(
    reports: &Path,
    setup: &Setup,
    more: &[(String, String)],
    tables: &[(&str, Frame)],
    others: &[Output],
) -> Result<PathBuf, FolderError> {
    check_name(&setup.id)?;
    let folder = reports.join(&setup.id);
    refuse_other_study(&folder, &setup.id)?;

    let footer = [footer(setup).as_slice(), more].concat();
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for (file, frame) in tables {
        let failed = |error| FolderError::Parquet { file: (*file).to_owned(), error };
        files.push(((*file).to_owned(), parquet::write(frame, &footer).map_err(failed)?));
    }
    for other in others {
        check_name(&other.name)?;
        if other.name == MANIFEST_FILE || files.iter().any(|(name, _)| *name == other.name) {
            return Err(FolderError::BadName(other.name.clone()));
        }
        files.push((other.name.clone(), other.bytes.clone()));
    }
    let outputs = files.iter().map(|(file, bytes)| Hashed { file: file.clone(), blake3: hash(bytes) }).collect();
    files.push(manifest_file(&folder, &Manifest::new(setup, outputs))?);

    fs::create_dir_all(&folder).map_err(at(&folder))?;
    replace_files(&folder, &files)?;
    sync(reports)?;
    Ok(folder)
}

/// Reads a run, of a study or a sweep: first the manifest, then each table's hash, then the table, which must be of the
/// run that the manifest describes.
///
/// # Errors
/// See [`FolderError`].
pub fn read_run(folder: &Path) -> Result<StoredRun, FolderError> {
    let manifest = read_manifest(folder)?;
    let kind = RunKind::of(&manifest);
    let mut footer = Metadata::new();
    let mut read = Vec::new();
    for listed in &manifest.outputs {
        check_name(&listed.file)?;
        // Other outputs, such as the page, are made from the tables and can be made again.
        let mut tables = kind.tables().iter().chain(&FURTHER_TABLES);
        let Some(table) = tables.find(|t| t.file == listed.file) else { continue };
        let path = folder.join(&listed.file);
        let bytes = fs::read(&path).map_err(at(&path))?;
        let damaged = |why: &str| FolderError::Damaged { path: path.clone(), why: why.to_owned() };
        if hash(&bytes) != listed.blake3 {
            return Err(damaged("its hash is not the manifest's"));
        }
        let (mut frame, found) = parquet::read(&bytes).map_err(|e| damaged(&e.to_string()))?;
        let version = found.iter().find(|(key, _)| key == SCHEMA_KEY).map(|(_, version)| version.clone());
        if let Some(found) = version.filter(|version| *version != SCHEMA_VERSION.to_string()) {
            return Err(FolderError::OtherSchema { path, found, expected: SCHEMA_VERSION });
        }
        if FURTHER_TABLES.contains(table) || *table == schema::DESIGNS {
            frame.complete(table);
        }
        if !frame.fits(table) {
            return Err(damaged("its columns are not those of this version"));
        }
        let of = found.iter().find(|(key, _)| key == STUDY_HASH).map(|(_, hash)| hash);
        if of != Some(&manifest.study_hash) {
            return Err(damaged("the hash of the study in it is not the manifest's"));
        }
        footer = found;
        read.push((table.file, frame));
    }
    let frames = kind
        .tables()
        .iter()
        .map(|table| {
            let found = read.iter().find(|(file, _)| *file == table.file).map(|(_, frame)| frame.clone());
            let why = || format!("it does not list {}", table.file);
            // Runs of the same columns that were written before there was this table have nothing in it.
            let found = found.or_else(|| (table.file == schema::SIZES.file).then(|| frame(&schema::SIZES, [])));
            found.ok_or_else(|| FolderError::BadManifest { path: folder.join(MANIFEST_FILE), why: why() })
        })
        .collect::<Result<_, _>>()?;
    let further = |table: &Table| {
        let found = read.iter().find(|(file, _)| *file == table.file).map(|(_, frame)| frame.clone());
        found.unwrap_or_else(|| frame(table, []))
    };
    let further = FURTHER_TABLES.iter().map(further).collect();
    Ok(StoredRun { kind, manifest, frames, further, footer })
}

/// Writes a further file of a stored run, or replaces it, and its line in the manifest.
///
/// # Errors
/// See [`FolderError`]; the tables of the run cannot be replaced this way.
pub fn replace_output(folder: &Path, output: &Output) -> Result<(), FolderError> {
    check_name(&output.name)?;
    let mut tables = TABLES.iter().chain(&SWEEP_TABLES).chain(&FURTHER_TABLES);
    if output.name == MANIFEST_FILE || tables.any(|table| table.file == output.name) {
        return Err(FolderError::BadName(output.name.clone()));
    }
    let mut manifest = read_manifest(folder)?;
    manifest.outputs.retain(|listed| listed.file != output.name);
    manifest.outputs.push(Hashed { file: output.name.clone(), blake3: hash(&output.bytes) });
    let files = [(output.name.clone(), output.bytes.clone()), manifest_file(folder, &manifest)?];
    replace_files(folder, &files)
}

/// The manifest as a file.
fn manifest_file(folder: &Path, manifest: &Manifest) -> Result<(String, Vec<u8>), FolderError> {
    let bad = |e: serde_json::Error| FolderError::BadManifest { path: folder.join(MANIFEST_FILE), why: e.to_string() };
    let mut bytes = serde_json::to_vec_pretty(manifest).map_err(bad)?;
    bytes.push(b'\n');
    Ok((MANIFEST_FILE.to_owned(), bytes))
}

/// Reads the manifest of a run's folder.
///
/// # Errors
/// If there is none, or it is not one of this format.
pub fn read_manifest(folder: &Path) -> Result<Manifest, FolderError> {
    let path = folder.join(MANIFEST_FILE);
    let bytes = fs::read(&path).map_err(at(&path))?;
    let bad = |why| FolderError::BadManifest { path: path.clone(), why };
    let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|e| bad(e.to_string()))?;
    if manifest.format != MANIFEST_FORMAT {
        return Err(bad(format!("format {}; this version reads {MANIFEST_FORMAT}", manifest.format)));
    }
    Ok(manifest)
}

/// Finds out whether a run of the study `wanted` may be written to `folder`.
///
/// # Errors
/// The folder holds another study, or something that is not a run.
pub fn refuse_other_study(folder: &Path, wanted: &str) -> Result<(), FolderError> {
    let path = folder.to_owned();
    match read_manifest(folder) {
        Ok(manifest) if manifest.study == wanted => Ok(()),
        Ok(manifest) => Err(FolderError::OtherStudy { path, found: manifest.study, wanted: wanted.to_owned() }),
        Err(FolderError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(other) => Err(other),
    }
}

/// A name that is one plain file on every system.
fn check_name(name: &str) -> Result<(), FolderError> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if !name.is_empty() && name.len() <= 100 && !name.starts_with('.') && name.chars().all(plain) {
        Ok(())
    } else {
        Err(FolderError::BadName(name.to_owned()))
    }
}

/// Writes all files under temporary names, then renames them in order.
fn replace_files(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), FolderError> {
    let temporary = |name: &str| folder.join(format!(".{name}.{}.tmp", std::process::id()));
    let write_all = || {
        for (name, bytes) in files {
            let path = temporary(name);
            let mut file = fresh_file(&path).map_err(at(&path))?;
            file.write_all(bytes).and_then(|()| file.sync_all()).map_err(at(&path))?;
        }
        files.iter().try_for_each(|(name, _)| fs::rename(temporary(name), folder.join(name)).map_err(at(folder)))
    };
    let written: Result<(), FolderError> = write_all();
    if written.is_err() {
        // What cannot be removed is only clutter, and the error that led here is the one to report.
        files.iter().for_each(|(name, _)| drop(fs::remove_file(temporary(name))));
    }
    written.and_then(|()| sync(folder))
}

/// Opens a temporary file to write to. What is there, left by a killed process, is removed first: a link that somebody put
/// there is not followed, and if it comes back at once that is an error.
fn fresh_file(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => OpenOptions::new().write(true).create_new(true).open(path),
    }
}

/// Writes a file beside `path` and renames it, so that whoever reads sees all of it or what was there before. It may be
/// lost in a power cut. A link at `path` is replaced, not followed.
///
/// # Errors
/// The system's.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".new");
    let fresh = path.with_file_name(name);
    let written = fresh_file(&fresh).and_then(|mut file| file.write_all(bytes)).and_then(|()| fs::rename(&fresh, path));
    if written.is_err() {
        // What cannot be removed is only clutter.
        drop(fs::remove_file(&fresh));
    }
    written
}

/// Makes renames in a folder last through a power cut.
fn sync(folder: &Path) -> Result<(), FolderError> {
    // Only Unix lets a folder be opened and synced.
    if cfg!(unix) { File::open(folder).and_then(|f| f.sync_all()).map_err(at(folder)) } else { Ok(()) }
}

fn at(path: &Path) -> impl Fn(io::Error) -> FolderError {
    let path = path.to_owned();
    move |error| FolderError::Io { path: path.clone(), error }
}
