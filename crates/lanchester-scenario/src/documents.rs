//! Scenario files that are on no disk: texts that a program hands over under the paths by which they are named.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Texts by path. Whoever names such a path means the text, whatever the disk has there; what the text names is looked for as
/// if it stood there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Documents(BTreeMap<PathBuf, String>);

impl Documents {
    /// The text at a path, if one was handed over for it.
    #[must_use]
    pub fn text(&self, path: &Path) -> Option<&str> {
        self.0.get(path).map(String::as_str)
    }
}

impl FromIterator<(PathBuf, String)> for Documents {
    fn from_iter<T: IntoIterator<Item = (PathBuf, String)>>(texts: T) -> Self {
        Self(texts.into_iter().collect())
    }
}
