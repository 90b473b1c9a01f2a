//! The shipped files of one game and the schemas of its files: what every request to the library looks things up in.

use std::collections::BTreeMap;

use include_dir::{Dir, include_dir};

use crate::Kind;
use crate::library::documents::Documents;
use crate::library::overruling::GivenOptions;
use crate::library::reference::Reference;
use crate::schema::file_schemas::FileSchemas;

/// The files of every game of the program.
pub(crate) static SCENARIOS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../scenarios");

/// Shipped texts and schemas.
#[derive(Debug)]
pub(crate) struct Shelf {
    /// Texts by path below the game's folder, such as `ships/majestic.toml`.
    pub shipped: BTreeMap<String, String>,
    /// Texts that stand in for files on disk.
    pub documents: Documents,
    pub schemas: FileSchemas,
    /// Options that overrule those of studies.
    pub given: Option<GivenOptions>,
}

impl Shelf {
    /// The ids of the shipped files of a kind, sorted. Their names say them: no file is read.
    pub fn ids(&self, kind: Kind) -> impl Iterator<Item = &str> {
        self.shipped
            .keys()
            .filter_map(move |path| path.strip_prefix(kind.folder())?.strip_prefix('/')?.strip_suffix(".toml"))
    }

    /// Whether a file of the kind has the id.
    pub fn has(&self, kind: Kind, id: &str) -> bool {
        self.shipped.contains_key(&shipped_path(kind, id))
    }

    /// The ids of the shipped files of a kind that a word on the command line means: its own, if it is one; else every one that
    /// is equal but for case and for spaces where an id has hyphens, or whose file has that name in any case.
    pub fn meant(&self, kind: Kind, word: &str) -> Vec<&str> {
        if self.has(kind, word) {
            return self.ids(kind).filter(|id| *id == word).collect();
        }
        let wanted = plain(word);
        let named = |id: &str| {
            let text = self.shipped.get(&shipped_path(kind, id)).map(String::as_str).unwrap_or_default();
            name_in(text).is_some_and(|name| plain(&name) == wanted)
        };
        self.ids(kind).filter(|id| *id == wanted || named(id)).collect()
    }

    /// The kinds of shipped files that a name stands for: several when files of different kinds share it, none for a path.
    pub fn kinds(&self, of: Reference<'_>) -> Vec<Kind> {
        let has = |kind: Kind, id| (!self.meant(kind, id).is_empty()).then_some(kind);
        match of {
            Reference::Path(_) => Vec::new(),
            Reference::InFolder(kind, id) => has(kind, id).into_iter().collect(),
            Reference::Id(id) => Kind::ALL.into_iter().filter_map(|kind| has(kind, id)).collect(),
        }
    }
}

/// The value of the key `name` of a file.
fn name_in(text: &str) -> Option<String> {
    let value = text
        .lines()
        .take_while(|line| !line.starts_with('['))
        .find_map(|line| line.strip_prefix("name")?.trim_start().strip_prefix('='))?;
    value.trim().parse::<toml::Value>().ok()?.as_str().map(str::to_owned)
}

/// Where a shipped file of this kind and id is, below the game's folder.
pub(crate) fn shipped_path(kind: Kind, id: &str) -> String {
    format!("{}/{id}.toml", kind.folder())
}

/// The files that are embedded in the program below a game's folder: path there, and text.
pub(crate) fn embedded(root: &'static Dir<'static>) -> impl Iterator<Item = (String, String)> {
    let folders = Kind::ALL.iter().filter_map(move |kind| root.get_dir(root.path().join(kind.folder())));
    let files = folders.flat_map(Dir::files).filter(|f| f.path().extension().is_some_and(|e| e == "toml"));
    files.filter_map(move |file| {
        let path = file.path().strip_prefix(root.path()).ok()?;
        Some((path.to_str()?.replace('\\', "/"), String::from_utf8_lossy(file.contents()).into_owned()))
    })
}

/// A game's shipped file that is of no [`Kind`], such as `exploitability.json`.
#[must_use]
pub fn shipped_text(game: &str, file: &str) -> Option<&'static str> {
    SCENARIOS.get_file(format!("{game}/{file}"))?.contents_utf8()
}

/// Whether a game ships a file of any kind under this id.
#[must_use]
pub fn is_shipped(game: &str, id: &str) -> bool {
    Kind::ALL.iter().any(|kind| SCENARIOS.get_file(format!("{game}/{}", shipped_path(*kind, id))).is_some())
}

/// The games that have shipped files and can be played: policies are among them.
pub(crate) fn shipped_games() -> impl Iterator<Item = &'static str> {
    let names = SCENARIOS.dirs().filter_map(|folder| folder.path().to_str());
    names.filter(|name| SCENARIOS.get_dir(format!("{name}/{}", Kind::Policy.folder())).is_some())
}

/// The game other than `own` that ships a file of this kind whose id this word is, but for case and spaces, if one does.
pub(crate) fn game_that_ships(own: &str, word: &str, kind: Kind) -> Option<&'static str> {
    let path = shipped_path(kind, &plain(word));
    shipped_games().filter(|game| *game != own).find(|game| SCENARIOS.get_file(format!("{game}/{path}")).is_some())
}

/// A word as an id would have it: lower case, hyphens for spaces.
fn plain(word: &str) -> String {
    word.trim().to_lowercase().replace([' ', '_'], "-")
}
