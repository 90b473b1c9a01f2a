//! Scenario files that are on no disk: texts that a program hands over under the paths by which they are named.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Texts by path. Whoever names such a path means the text, whatever the disk has there; what the text names is looked for as
/// if it stood there.
///
/// The files that are read from disk beside them are remembered, so that a program can hand over the same texts elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Documents {
    texts: BTreeMap<PathBuf, String>,
    /// What was read from disk; one for all copies.
    read: Arc<Mutex<BTreeMap<PathBuf, String>>>,
}

impl Documents {
    /// The text at a path, if one was handed over for it.
    #[must_use]
    pub fn text(&self, path: &Path) -> Option<&str> {
        self.texts.get(path).map(String::as_str)
    }

    /// The files that were read from disk, by the paths by which they were looked for.
    #[must_use]
    pub fn read(&self) -> BTreeMap<PathBuf, String> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Remembers a file that was read from disk.
    pub(crate) fn remember(&self, path: &Path, text: &str) {
        self.read.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), text.to_owned());
    }
}

impl FromIterator<(PathBuf, String)> for Documents {
    fn from_iter<T: IntoIterator<Item = (PathBuf, String)>>(texts: T) -> Self {
        Self { texts: texts.into_iter().collect(), read: Arc::default() }
    }
}
