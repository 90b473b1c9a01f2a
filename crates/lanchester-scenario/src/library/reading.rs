//! One request to the library: files opened so far, and everything wrong with them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use lanchester_core::SEARCH;
use serde::Serialize;
use toml::de::{DeTable, DeValue};

use crate::game::GameFiles;
use crate::library::origin::{self, Origin};
use crate::library::overruling::Overruled;
use crate::library::shelf::{Shelf, shipped_games};
use crate::study::study_file::Purpose;
use crate::study::{Fleet, Input};
use crate::text::nearest::instead;
use crate::text::parse::{Broken, parse};
use crate::text::problem::{Problem, Report};
use crate::text::source::{Source, Span, excerpt};
use crate::values::fields::Fields;
use crate::values::open::open;
use crate::{Kind, text::code};

/// A file that is TOML of the right game and kind, held against its schema.
#[derive(Debug)]
pub(crate) struct File {
    pub origin: Origin,
    pub source: Arc<Source>,
    pub kind: Kind,
    pub fields: Fields,
    /// It has syntax errors: what it seems to say is reported as far as it goes, and not built upon.
    pub broken: Broken,
    /// Nothing in it was refused.
    pub sound: bool,
}

/// A file in which nothing is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// What it describes.
    pub kind: Kind,
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// Where a name stands in a file; `None` on the command line.
pub(crate) type At<'f> = Option<(&'f File, Span)>;

/// The files of one request. Each is read once, so its problems are reported once.
pub(crate) struct Reading<'l, G: GameFiles> {
    pub shelf: &'l Shelf,
    pub problems: Vec<Problem>,
    pub inputs: Vec<Input>,
    /// Options of the study's file that the command line gives otherwise.
    pub overruled: Vec<Overruled>,
    files: BTreeMap<Origin, Option<Rc<File>>>,
    pub designs: BTreeMap<Origin, Option<Arc<G::Design>>>,
    /// Ships in formations, each with its design outside of them.
    pub formed: Vec<[Arc<G::Design>; 2]>,
    pub fleets: BTreeMap<Origin, Option<Arc<Fleet<G>>>>,
    pub policies: BTreeMap<Origin, Option<Arc<G::Policy>>>,
    /// Whether a card has no problems.
    pub cards: BTreeMap<Origin, bool>,
}

impl<'l, G: GameFiles> Reading<'l, G> {
    pub fn new(shelf: &'l Shelf) -> Self {
        Self {
            shelf,
            problems: Vec::new(),
            inputs: Vec::new(),
            overruled: Vec::new(),
            files: BTreeMap::new(),
            designs: BTreeMap::new(),
            formed: Vec::new(),
            fleets: BTreeMap::new(),
            policies: BTreeMap::new(),
            cards: BTreeMap::new(),
        }
    }

    /// Reports a problem of a name: where it stands, unless that is a line whose values are guesses, or on the command line.
    pub fn problem(&mut self, at: At<'_>, what: &str, code: &'static str, message: String, expected: String) {
        self.problems.push(match at {
            Some((file, span)) if file.broken.is_echo(file.source.position(span.start).0) => return,
            Some((file, span)) => Problem::at(&file.source, span, code, message, expected),
            None => Problem::whole(None, what, code, message, expected),
        });
    }

    /// One name for a file, however its path is written.
    pub fn key(&self, origin: &Origin) -> Origin {
        match origin {
            // A text that stands in for a file is not that file.
            Origin::Disk(path) if self.shelf.documents.text(path).is_some() => origin.clone(),
            Origin::Disk(path) => Origin::Disk(path.canonicalize().unwrap_or_else(|_| path.clone())),
            shipped => shipped.clone(),
        }
    }

    /// Opens a file. `None` after reporting why it cannot be used at all; a file with lesser problems is returned.
    /// With `kind`, a file of another kind is refused, at the place `at` that names it.
    pub fn open(&mut self, origin: &Origin, kind: Option<Kind>, at: At<'_>) -> Option<Rc<File>> {
        let key = self.key(origin);
        let file = match self.files.get(&key) {
            Some(known) => known.clone(),
            None => {
                let file = self.load(origin, kind, at).map(Rc::new);
                self.files.insert(key, file.clone());
                file
            }
        }?;
        let Some(kind) = kind.filter(|kind| *kind != file.kind) else { return Some(file) };
        let message = format!("`{}` is a {} file", file.source.label, file.kind);
        // Nobody but the command line names a file without a place.
        let instead = if at.is_none() { file.kind.taken_by(kind, &file.source.label) } else { String::new() };
        let expected = format!("a {kind} here{instead}");
        let place = at.unwrap_or((&file, file.fields.span("kind")));
        self.problem(Some(place), "", code::WRONG_KIND, message, expected);
        None
    }

    fn load(&mut self, origin: &Origin, kind: Option<Kind>, at: At<'_>) -> Option<File> {
        let label = origin.label(G::NAME);
        let source = match origin {
            Origin::Shipped(path) => {
                self.shelf.shipped.get(path).map(|text| Source::new(label.as_str(), text.as_str()))?
            }
            Origin::Disk(path) => match origin::read(path, &label, &self.shelf.documents) {
                Ok(source) => source,
                Err(problem) => {
                    // A file that cannot be read is best reported where it is named, unless its bytes are at fault.
                    let moved = at.filter(|_| problem.place.is_none());
                    self.problems.push(match moved {
                        Some((file, span)) => {
                            Problem::at(&file.source, span, problem.code, problem.message, problem.expected)
                        }
                        None => self.with_the_shipped(*problem, &origin.stem(), kind),
                    });
                    return None;
                }
            },
        };
        self.inputs.push(Input { path: source.label.clone(), text: source.text.clone() });
        let stem = origin.stem();
        if !origin::is_id(&stem) {
            let message = format!("the file name `{stem}` is no id");
            let expected = format!("lower-case letters, digits and single hyphens before .toml{}", like_id(&stem));
            self.problems.push(Problem::whole(Some(&label), &stem, code::BAD_ID, message, expected));
        }
        let mut report = Report::new(&source);
        let parsed = parse(&source, &mut report);
        let broken = parsed.broken.any();
        let syntax = report.into_list();
        let mut report = Report::new(&source);
        let opened = self.identify(&parsed.table, broken, &source, &mut report).map(|kind| {
            let place = parsed.table.get_key_value("kind").map_or(Span::default(), |(key, _)| key.span().into());
            (kind, open(&parsed.table, self.shelf.schemas.kind(kind), place, broken, &mut report))
        });
        // On a line that is not TOML the values are guesses.
        let echo = |p: &Problem| p.line.is_some_and(|line| parsed.broken.is_echo(line));
        let found: Vec<Problem> = report.into_list().into_iter().filter(|p| !echo(p)).chain(syntax).collect();
        let mut sound = found.is_empty();
        self.problems.extend(found);
        let asked = kind;
        let (kind, fields) = opened?;
        // One that is asked for as a policy is refused where it is named.
        if asked.is_none() && kind == Kind::Policy && stem == SEARCH {
            sound = false;
            let expected = "another name of the file";
            self.problems.push(Problem::whole(Some(&label), &stem, code::BAD_ID, known_as_search(&stem), expected));
        }
        let broken = parsed.broken;
        Some(File { origin: origin.clone(), source: Arc::clone(&source), kind, fields, broken, sound })
    }

    /// A file missing on the command line, with the shipped file that its name means as what was expected.
    fn with_the_shipped(&self, problem: Problem, stem: &str, kind: Option<Kind>) -> Problem {
        if problem.code != code::MISSING_FILE {
            return problem;
        }
        let kinds = kind.map_or(Kind::of::<G>().collect(), |kind| vec![kind]);
        let meant =
            |kind| self.shelf.meant(kind, stem).into_iter().map(move |id| format!("`{id}`, the shipped {kind}"));
        let meant: Vec<String> = kinds.into_iter().flat_map(meant).collect();
        match meant.as_slice() {
            [one] => Problem { expected: format!("{one}, or {}", problem.expected), ..problem },
            _ => problem,
        }
    }

    /// Finds out the kind of a file, and that it is for this game.
    fn identify(&self, table: &DeTable<'_>, broken: bool, source: &Source, report: &mut Report) -> Option<Kind> {
        let kinds: Vec<&str> = Kind::of::<G>().map(Kind::name).collect();
        let start = Span { start: 0, end: source.text.find('\n').unwrap_or(source.text.len()) };
        if table.is_empty() {
            if !broken {
                let expected = format!("`game = \"{}\"`, `kind = …` and what that kind has", G::NAME);
                report.problem(start, code::EMPTY_FILE, "the file is empty", expected);
            }
            return None;
        }
        let games: Vec<&str> = shipped_games().collect();
        if let Some((_, value)) = table.get_key_value("game")
            && let DeValue::String(game) = value.get_ref()
            && game != G::NAME
        {
            let message = format!("the file is for the game `{}`", origin_text(game));
            // Another game's file, read by this one's rules, or a game that nobody knows.
            let expected = if games.contains(&&**game) { format!("`{}`", G::NAME) } else { instead(game, &games) };
            report.problem(value.span().into(), code::WRONG_GAME, message, expected);
            return None;
        }
        // What else a file may have, its game and its kind decide.
        for (key, words) in [("game", &games[..]), ("kind", &kinds)] {
            if !broken && !table.contains_key(key) {
                let expected = format!("`{key} = …` at the top, {}", crate::listed(words));
                report.problem(start, code::MISSING_KEY, format!("the file does not say its `{key}`"), expected);
            }
        }
        if !broken && !table.contains_key("game") {
            return None;
        }
        let (_, value) = table.get_key_value("kind")?;
        let DeValue::String(text) = value.get_ref() else {
            report.problem(value.span().into(), code::WRONG_TYPE, "`kind` is not text", crate::listed(&kinds));
            return None;
        };
        let kind = Kind::of::<G>().find(|k| k.name() == text);
        if kind.is_none() {
            let message = format!("unknown kind of file `{}`", origin_text(text));
            report.problem(value.span().into(), code::UNKNOWN_WORD, message, instead(text, &kinds));
        }
        kind
    }

    /// Reads a file of any kind and everything that it names.
    pub fn check(&mut self, origin: &Origin) -> Option<(Checked, Rc<File>)> {
        let file = self.open(origin, None, None)?;
        match file.kind {
            Kind::Ship => drop(self.design_of(&file)),
            Kind::Policy => drop(self.policy_of(&file)),
            Kind::Fleet => drop(self.fleet_of(&file)),
            Kind::Matchup => drop(self.matchup_of(&file)),
            Kind::Study => drop(self.study_of(&file, Purpose::Cells)),
            Kind::Sweep => drop(self.sweep_of(&file)),
            Kind::Card => _ = self.card_of(&file),
        }
        let name = file.fields.text("name").to_owned();
        Some((Checked { kind: file.kind, id: file.origin.stem(), name }, file))
    }

    /// The folder around a file's own folder, where its siblings of other kinds live.
    pub fn around(origin: &Origin) -> Option<PathBuf> {
        match origin {
            Origin::Disk(path) => Some(path.parent()?.join("..")),
            Origin::Shipped(_) => None,
        }
    }
}

fn origin_text(text: &str) -> String {
    excerpt(text)
}

/// An id like a file name that is none.
fn like_id(stem: &str) -> String {
    let words = stem.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let id = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    if origin::is_id(&id) { format!(", such as `{id}.toml`") } else { String::new() }
}

/// Why no policy's file may have the name of the search.
pub(crate) fn known_as_search(what: &str) -> String {
    format!("`{}` would be known as `{SEARCH}`, which is the commander who plays policies out", excerpt(what))
}
