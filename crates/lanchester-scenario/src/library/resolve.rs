//! From a name to a file: ids, paths, and the folders around the file that names them.

use std::path::{Path, PathBuf};

use lanchester_core::SEARCH;

use crate::game::GameFiles;
use crate::library::origin::{Origin, is_id, tidy};
use crate::library::reading::{At, Reading};
use crate::library::reference::Reference;
use crate::library::share::is_code;
use crate::library::shelf::{game_that_ships, shipped_path};
use crate::text::nearest::{is_misspelt, listed, nearest};
use crate::text::source::excerpt;
use crate::{Kind, text::code};

impl<G: GameFiles> Reading<'_, G> {
    /// The file that `what` names as a `kind`. Reports when there is none.
    pub fn resolve(&mut self, what: &str, kind: Kind, at: At<'_>) -> Option<Origin> {
        let what = match Reference::of(what) {
            Reference::Path(path) => return self.resolve_path(path, kind, at),
            // In a file, where a name stands says its kind.
            Reference::InFolder(folder, id) if folder == kind && at.is_none() => id,
            Reference::InFolder(folder, id) if at.is_none() && self.shelf.has(folder, id) => {
                self.unknown_id(id, kind, None, at);
                return None;
            }
            Reference::InFolder(..) | Reference::Id(_) => what,
        };
        if at.is_none()
            && let Some(found) = self.resolve_word(what, kind)
        {
            return found;
        }
        if at.is_none() && Path::new(what).is_dir() && !self.shelf.has(kind, what) {
            let message = format!("`{}` is a folder", excerpt(what));
            let expected = format!("the id of a {kind} or the path of its file, which ends in .toml");
            self.problem(at, what, code::NOT_A_FILE, message, expected);
            return None;
        }
        if !is_id(what) {
            let message = format!("`{}` is neither an id nor a path", excerpt(what));
            let known: Vec<&str> = self.shelf.ids(kind).collect();
            let expected = match nearest(what, known) {
                _ if kind == Kind::Policy && is_misspelt(what, SEARCH) => {
                    format!("`{SEARCH}`, or the id or path of a policy")
                }
                _ if self.multiple(what).is_some() => self.expected_id(what, &[kind]),
                _ if what.contains(['/', '\\']) => {
                    format!("`{}.toml`: a path ends in .toml", excerpt(what.trim_end_matches(['/', '\\'])))
                }
                _ if is_other_file(what, at) => meant_file(what),
                _ if game_that_ships(G::NAME, what, kind).is_some() => self.expected_id(what, &[kind]),
                Some(near) => format!("`{near}`, or a path that ends in .toml"),
                None => "an id (lower-case letters, digits, hyphens) or a path that ends in .toml".into(),
            };
            self.problem(at, what, code::BAD_ID, message, expected);
            return None;
        }
        let shipped = shipped_path(kind, what);
        let around = at.and_then(|(file, _)| Self::around(&file.origin));
        let there = |path: &PathBuf| self.shelf.documents.text(path).is_some() || path.exists();
        let sibling = around.as_ref().map(|folder| folder.join(&shipped)).filter(there);
        if let Some(sibling) = sibling {
            return Some(Origin::Disk(sibling));
        }
        if self.shelf.shipped.contains_key(&shipped) {
            return Some(Origin::Shipped(shipped));
        }
        self.unknown_id(what, kind, around, at);
        None
    }

    /// The shipped file that a word on the command line means, as a table prints it or by its id in any case; `Some(None)`
    /// after reporting that it means several.
    fn resolve_word(&mut self, what: &str, kind: Kind) -> Option<Option<Origin>> {
        match self.shelf.meant(kind, what).as_slice() {
            [] => None,
            [id] => Some(Some(Origin::Shipped(shipped_path(kind, id)))),
            several => {
                let message = format!("several {kind} files have the name `{}`", excerpt(what));
                let expected = listed(several);
                self.problem(None, what, code::AMBIGUOUS_ID, message, expected);
                Some(None)
            }
        }
    }

    fn resolve_path(&mut self, what: &str, kind: Kind, at: At<'_>) -> Option<Origin> {
        match at.map(|(file, _)| &file.origin) {
            None => Some(Origin::Disk(what.into())),
            Some(_) if is_code(what) => Some(Origin::Disk(what.into())),
            Some(Origin::Disk(from)) => Some(Origin::Disk(from.parent().unwrap_or(Path::new("")).join(what))),
            Some(Origin::Shipped(from)) => {
                let joined = tidy(&Path::new(from).parent().unwrap_or(Path::new("")).join(what));
                let path = joined.to_string_lossy().replace('\\', "/");
                if self.shelf.shipped.contains_key(&path) {
                    return Some(Origin::Shipped(path));
                }
                let message = format!("there is no file `{}` inside the program", excerpt(what));
                self.problem(at, what, code::MISSING_FILE, message, format!("the path or id of a {kind}"));
                None
            }
        }
    }

    fn unknown_id(&mut self, what: &str, kind: Kind, around: Option<PathBuf>, at: At<'_>) {
        let mut known: Vec<String> = self.shelf.ids(kind).map(str::to_owned).collect();
        if let Some(folder) = around {
            known.extend(ids_in(&folder.join(kind.folder())));
        }
        known.sort();
        known.dedup();
        let other = Kind::ALL.into_iter().find(|other| *other != kind && self.shelf.has(*other, what));
        let (code, message) = match other {
            Some(other) => (code::WRONG_KIND, format!("`{what}` is a {other}")),
            None => (code::UNKNOWN_ID, format!("no {kind} has the id `{what}`")),
        };
        let known = known.iter().map(String::as_str);
        let expected = match is_other_file(what, at) {
            true => meant_file(what),
            false if (kind, what) == (Kind::Policy, SEARCH) => {
                "a policy of a file; `search` commands a side of a matchup, among the `policies` of a study or sweep, as --policy, --policy-a or \
                 --policy-b, and beside policies in `lanchester policies --strength --search 16`"
                    .to_owned()
            }
            false if kind == Kind::Policy && is_misspelt(what, SEARCH) => format!("`{SEARCH}`, or the id or path of a policy"),
            false => match other.filter(|_| at.is_none()) {
                Some(other) => format!("the id of a {kind}{}", other.taken_by(kind, what)),
                None => self.wanted_id(what, &[kind], known, at.is_none()),
            },
        };
        self.problem(at, what, code, message, expected);
    }

    /// The file of any kind that `what` names on the command line: a path, an id, or folder and id.
    pub fn any(&mut self, what: &str) -> Option<Origin> {
        let id = match Reference::of(what) {
            Reference::Path(path) => return Some(Origin::Disk(path.into())),
            Reference::InFolder(kind, id) => return self.resolve(id, kind, None),
            Reference::Id(id) => id,
        };
        let kinds = self.shelf.kinds(Reference::Id(id));
        match kinds.as_slice() {
            [kind] => self.resolve(what, *kind, None),
            [] => {
                let expected = match id {
                    SEARCH => "the id or path of a file; `lanchester help duel` says how `search` commands".to_owned(),
                    _ => self.expected_id(what, &Kind::ALL),
                };
                let message = format!("nothing has the id `{}`", excerpt(what));
                self.problem(None, what, code::UNKNOWN_ID, message, expected);
                None
            }
            several => {
                let names: Vec<String> = several.iter().map(|kind| format!("{}/{what}", kind.folder())).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let message = format!("`{what}` means several things");
                self.problem(None, what, code::AMBIGUOUS_ID, message, listed(&names));
                None
            }
        }
    }

    /// What was expected instead of an id that no file of these kinds has, see [`crate::Library::expected_id`].
    pub fn expected_id(&self, what: &str, kinds: &[Kind]) -> String {
        let known = kinds.iter().flat_map(|kind| self.shelf.ids(*kind));
        if is_other_file(what, None) { meant_file(what) } else { self.wanted_id(what, kinds, known, true) }
    }

    /// What was expected instead of an id that is none of `known`; on the command line it may be a misspelt one of another kind.
    fn wanted_id<'k>(
        &self,
        what: &str,
        kinds: &[Kind],
        known: impl IntoIterator<Item = &'k str>,
        on_command_line: bool,
    ) -> String {
        if let Some(fleet) = self.multiple(what) {
            return fleet;
        }
        let any = match kinds.iter().map(Kind::to_string).collect::<Vec<_>>() {
            all if all.len() == Kind::ALL.len() => "scenario file".to_owned(),
            some => some.join(" or "),
        };
        let elsewhere = kinds.iter().find_map(|kind| Some((kind, game_that_ships(G::NAME, what, *kind)?)));
        let known: Vec<&str> = known.into_iter().collect();
        let other = || {
            let others = Kind::of::<G>().filter(|kind| on_command_line && !kinds.contains(kind));
            others.into_iter().find_map(|kind| Some((kind, nearest(what, self.shelf.ids(kind))?)))
        };
        match (elsewhere, nearest(what, known.iter().copied())) {
            (Some((kind, game)), _) => {
                format!("the id of a {any} of {}; `{what}` is a {kind} of {game} (`--game {game}`)", G::NAME)
            }
            (None, Some(near)) if is_misspelt(what, near) => format!("`{near}`"),
            (None, Some(near)) => format!(
                "the id of a {any} (`lanchester list` shows the shipped ones), perhaps `{near}`, or a path that ends in .toml"
            ),
            // Policies are few.
            (None, None) if kinds == [Kind::Policy] => format!("{}, or a path that ends in .toml", listed(&known)),
            (None, None) => {
                let near = other().map_or_else(String::new, |(kind, id)| format!("; `{id}` is a {kind}"));
                format!(
                    "the id of a {any} (`lanchester list` shows the shipped ones) or a path that ends in .toml{near}"
                )
            }
        }
    }

    /// How several of one ship are written, where a name is that of a ship with a number before it: `3xmajestic`, `3*majestic`.
    fn multiple(&self, what: &str) -> Option<String> {
        let name = what.trim_start_matches(|c: char| c.is_ascii_digit());
        let count = &what[..what.len() - name.len()];
        let spaced = name.trim_start();
        let crossed = spaced.strip_prefix(['x', 'X', '×', '*']).map(str::trim_start);
        let ids = [Some(spaced), crossed].into_iter().flatten().flat_map(|name| self.shelf.meant(Kind::Ship, name));
        let id = ids.into_iter().next().filter(|_| !count.is_empty())?;
        Some(format!(
            "`{id}`; several of one ship are a fleet: a file with an entry [[ships]] that says `ship = \"{id}\"` and \
             `count = {count}`"
        ))
    }

    /// The ids that `ships = "all"` means in a file: its own folder's when there is one, else the shipped ones.
    pub fn all(&self, kind: Kind, origin: &Origin) -> Vec<String> {
        let own = Self::around(origin).map(|folder| folder.join(kind.folder())).filter(|folder| folder.is_dir());
        match own {
            Some(folder) => ids_in(&folder),
            None => self.shelf.ids(kind).map(str::to_owned).collect(),
        }
    }
}

/// Whether a name only lacks its `.toml` to be the path of a file, other than the one that it stands in.
fn is_other_file(what: &str, at: At<'_>) -> bool {
    let path = PathBuf::from(format!("{what}.toml"));
    match at.map(|(file, _)| &file.origin) {
        _ if what.is_empty() => false,
        None => path.is_file(),
        Some(Origin::Disk(from)) => {
            let path = from.parent().unwrap_or(Path::new("")).join(path);
            path != *from && path.is_file()
        }
        Some(Origin::Shipped(_)) => false,
    }
}

fn meant_file(what: &str) -> String {
    format!("`{}.toml`: a path ends in .toml", excerpt(what))
}

/// The ids of the files in a folder, sorted; a name that is no id is reported when the file is opened by path.
fn ids_in(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut ids: Vec<String> = names.filter_map(|name| name.strip_suffix(".toml").map(str::to_owned)).collect();
    ids.sort();
    ids
}
