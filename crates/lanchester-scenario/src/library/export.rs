//! Writing the shipped files and the JSON Schemas out for editing.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::game::GameFiles;
use crate::library::Library;
use crate::{Kind, schema::json_schema};

/// The description of the format, written beside the files.
const README: &str = include_str!("../../../../scenarios/README.md");

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// New files, in order.
    pub written: Vec<PathBuf>,
    /// Files that were there already with the same content.
    pub kept: Vec<PathBuf>,
}

/// The name of the JSON Schema of a kind of file, below `schema/`.
#[must_use]
pub fn schema_file(game: &str, kind: Kind) -> String {
    format!("{game}-{kind}.json")
}

impl<G: GameFiles> Library<G> {
    /// The JSON Schema of each kind of file: name below `schema/` and text.
    #[must_use]
    pub fn schemas(&self) -> Vec<(String, String)> {
        Kind::of::<G>()
            .map(|kind| {
                let schema = json_schema::document(self.shelf.schemas.kind(kind), G::NAME, G::TITLE, kind);
                (schema_file(G::NAME, kind), format!("{:#}\n", schema.as_value()))
            })
            .collect()
    }

    /// Writes the shipped files below `folder/<game>/`, the schemas below `folder/schema/` and a description of the
    /// format. Each file begins with a `#:schema` line, so that editors complete and check it.
    ///
    /// # Errors
    /// When a file would be overwritten by another text: then nothing is written. When writing fails: then some files may
    /// have been, each of them whole, so that it can be tried again.
    pub fn export(&self, folder: &Path) -> io::Result<Exported> {
        let mut files = vec![(folder.join("README.md"), README.to_owned())];
        files.extend(self.schemas().into_iter().map(|(name, text)| (folder.join("schema").join(name), text)));
        for (path, text) in &self.shelf.shipped {
            let kind = path.split_once('/').and_then(|(folder, _)| Kind::by_name(folder));
            let text = match kind {
                Some(kind) if !text.starts_with("#:schema") => {
                    format!("#:schema ../../schema/{}\n{text}", schema_file(G::NAME, kind))
                }
                _ => text.clone(),
            };
            files.push((folder.join(G::NAME).join(path), text));
        }
        let mut exported = Exported { written: Vec::new(), kept: Vec::new() };
        let mut differing = Vec::new();
        for (path, text) in &files {
            match fs::read(path) {
                Ok(bytes) if bytes == text.as_bytes() => exported.kept.push(path.clone()),
                Ok(_) => differing.push(path.display().to_string()),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(named(path, error)),
            }
        }
        if !differing.is_empty() {
            let message =
                format!("nothing was written: these files are there already and differ: {}", differing.join(", "));
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
        }
        for (path, text) in files.iter().filter(|(path, _)| !exported.kept.contains(path)) {
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).map_err(|error| named(parent, error))?;
            }
            write_new(path, text.as_bytes()).map_err(|error| named(path, error))?;
            exported.written.push(path.clone());
        }
        Ok(exported)
    }
}

/// Writes a file that must not be there, under another name first: one that is there is whole, whatever stops the program.
fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    // Left by a process of the same number, or a link that somebody put there and that must not be followed.
    match fs::remove_file(&temporary) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| give_name(&temporary, path));
    // What cannot be removed is only clutter.
    drop(fs::remove_file(&temporary));
    written
}

/// Gives a file its name, unless that is taken.
fn give_name(temporary: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(temporary, path) {
        // Where files cannot have two names, somebody may take the name between these two calls.
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => match fs::symlink_metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => fs::rename(temporary, path),
            _ => Err(io::ErrorKind::AlreadyExists.into()),
        },
        linked => linked,
    }
}

fn named(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_is_not_written_through_a_link() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().expect("a folder");
        let [victim, nothing, path] = ["victim", "nothing", "ship.toml"].map(|name| folder.path().join(name));
        fs::write(&victim, "precious").expect("a file");
        let temporary = folder.path().join(format!(".ship.toml.{}.tmp", std::process::id()));
        for target in [&victim, &nothing, &folder.path().to_owned()] {
            symlink(target, &temporary).expect("a link");
            write_new(&path, b"text").expect("written");
            assert!(fs::read(&path).is_ok_and(|bytes| bytes == b"text") && fs::symlink_metadata(&temporary).is_err());
            fs::remove_file(&path).expect("removed");
            // Nor is what has the name already replaced, a link least of all.
            symlink(target, &path).expect("a link");
            assert_eq!(write_new(&path, b"text").map_err(|e| e.kind()), Err(io::ErrorKind::AlreadyExists));
            fs::remove_file(&path).expect("removed");
            assert!(fs::read(&victim).is_ok_and(|bytes| bytes == b"precious") && !nothing.exists());
        }
        fs::create_dir(&temporary).expect("a folder");
        assert!(write_new(&path, b"text").is_err() && !path.exists() && temporary.is_dir());
    }
}
