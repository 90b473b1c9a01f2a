//! What can be named: the shipped files and any path.

pub mod documents;
pub mod export;
pub mod kind;
pub mod origin;
pub mod overruling;
pub mod provenance;
pub mod reading;
pub mod reference;
pub mod resolve;
pub mod share;
pub mod shelf;

use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;

use lanchester_core::Commander;
use lanchester_core::Matchup;

use crate::game::GameFiles;
use crate::library::documents::Documents;
use crate::library::origin::Origin;
use crate::library::overruling::GivenOptions;
use crate::library::reading::{Checked, Reading};
use crate::library::reference::Reference;
use crate::library::shelf::{Shelf, embedded};
use crate::schema::file_schemas::FileSchemas;
use crate::schema::table_schema::TableSchema;
use crate::study::search_settings::in_usual_portfolio;
use crate::study::study_file::Purpose;
use crate::study::{Fleet, SearchSettings, Study};
use crate::sweep::Sweep;
use crate::text::problem::{Problem, Problems};
use crate::{Kind, text::code, values::show};

/// What a file says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headline {
    /// Its name.
    pub name: String,
    /// Its notes; empty without any.
    pub notes: String,
}

/// The scenario files of one game: those inside the program, by id, and any other by its path.
#[derive(Debug)]
pub struct Library<G> {
    pub(crate) shelf: Shelf,
    game: PhantomData<G>,
}

impl<G: GameFiles> Library<G> {
    /// What a file of this kind may hold.
    #[must_use]
    pub fn schema(&self, kind: Kind) -> &Arc<TableSchema> {
        self.shelf.schemas.kind(kind)
    }

    /// The files that are embedded in the program.
    #[must_use]
    pub fn shipped() -> Self {
        Self::of(G::embedded().into_iter().flat_map(embedded))
    }

    /// Other files in place of the embedded ones: path below the game's folder (`ships/majestic.toml`) and text.
    pub fn of(files: impl IntoIterator<Item = (String, String)>) -> Self {
        let (shipped, documents) = (files.into_iter().collect(), Documents::default());
        let shelf = Shelf { shipped, documents, schemas: FileSchemas::of::<G>(), given: None };
        Self { shelf, game: PhantomData }
    }

    /// These files, and texts in place of files on disk.
    #[must_use]
    pub fn with(mut self, documents: &Documents) -> Self {
        self.shelf.documents = documents.clone();
        self
    }

    /// The ids of all shipped files of a kind, sorted. No file is read for them.
    pub fn ids(&self, kind: Kind) -> impl Iterator<Item = &str> {
        self.shelf.ids(kind)
    }

    /// The ids of the policies that `search` plays out where nothing else is asked for, sorted.
    pub fn usual_portfolio(&self) -> impl Iterator<Item = &str> {
        self.ids(Kind::Policy).filter(|id| in_usual_portfolio::<G>(id))
    }

    /// What a file says of itself, by id or path; the files that it names are not read.
    ///
    /// # Errors
    /// Every problem of its keys, or that there is none of this kind.
    pub fn headline(&self, kind: Kind, what: &str) -> Result<Headline, Problems> {
        self.read(|reading| {
            let origin = reading.resolve(what, kind, None)?;
            let file = reading.open(&origin, Some(kind), None)?;
            let [name, notes] = ["name", "notes"].map(|key| file.fields.text(key).to_owned());
            Some(Headline { name, notes })
        })
    }

    /// The kinds of what a name on the command line stands for: of a path the kind of its file, which is checked; of an id
    /// those of the shipped files, several when files of different kinds share it, none when nothing has it.
    ///
    /// # Errors
    /// Every problem of the file and of those that it names.
    pub fn kinds(&self, what: &str) -> Result<Vec<Kind>, Problems> {
        let of = Reference::of(what);
        of.path().map_or_else(|| Ok(self.shelf.kinds(of)), |path| self.check(path).map(|checked| vec![checked.kind]))
    }

    /// What was expected instead of an id that no file of these kinds has, on the command line: when `what` only lacks
    /// its `.toml` to be the path of a file, that path; when it is an id of another game, which; else the
    /// nearest of the shipped ids; else the kinds in words and where their ids are listed.
    #[must_use]
    pub fn expected_id(&self, what: &str, kinds: &[Kind]) -> String {
        Reading::<G>::new(&self.shelf).expected_id(what, kinds)
    }

    /// A ship, by id or path.
    ///
    /// # Errors
    /// Every problem of its file, or that there is none.
    pub fn ship(&self, what: &str) -> Result<Arc<G::Design>, Problems> {
        self.ship_and_id(what).map(|(_, design)| design)
    }

    /// A ship, by id or path, and its id.
    ///
    /// # Errors
    /// Every problem of its file, or that there is none.
    pub fn ship_and_id(&self, what: &str) -> Result<(String, Arc<G::Design>), Problems> {
        self.read(|reading| reading.ship(what, None))
    }

    /// A policy, by id or path.
    ///
    /// # Errors
    /// Every problem of its file, or that there is none.
    pub fn policy(&self, what: &str) -> Result<Arc<G::Policy>, Problems> {
        self.policy_and_id(what).map(|(_, commander)| commander.policy)
    }

    /// A policy, by id or path, and its id.
    ///
    /// # Errors
    /// Every problem of its file, or that there is none.
    pub fn policy_and_id(&self, what: &str) -> Result<(String, Commander<G>), Problems> {
        self.read(|reading| reading.policy(what, None).map(|(id, policy)| (id, policy.into())))
    }

    /// A fleet, by id or path.
    ///
    /// # Errors
    /// Every problem of its file and of those that it names.
    pub fn fleet(&self, what: &str) -> Result<Arc<Fleet<G>>, Problems> {
        self.read(|reading| reading.fleet(what, None))
    }

    /// A matchup, by id or path.
    ///
    /// # Errors
    /// Every problem of its file and of those that it names.
    pub fn matchup(&self, what: &str) -> Result<Matchup<G>, Problems> {
        self.matchup_and_search(what).map(|(matchup, _)| matchup)
    }

    /// A matchup, by id or path, and how its `search` searches, where that commands a side.
    ///
    /// # Errors
    /// Every problem of its file and of those that it names.
    pub fn matchup_and_search(&self, what: &str) -> Result<(Matchup<G>, Option<SearchSettings<G>>), Problems> {
        self.read(|reading| reading.matchup(what))
    }

    /// A study, by id or path.
    ///
    /// # Errors
    /// Every problem of its file and of those that it names.
    pub fn study(&self, what: &str) -> Result<Study<G>, Problems> {
        self.read(|reading| reading.study(what, Purpose::Cells))
    }

    /// A study without its fleet actions, by id or path: its duels, ships, policies and what it says of prices. Where it names
    /// no ships for duels or prices, those of its fleets are its ships. What its fleets cost is not looked at.
    ///
    /// # Errors
    /// Every problem of its keys and of the files that these things need.
    pub fn ships_of_study(&self, what: &str) -> Result<Study<G>, Problems> {
        self.read(|reading| reading.study(what, Purpose::Ships))
    }

    /// A sweep, by id or path, with every variant read and checked.
    ///
    /// # Errors
    /// Every problem of its file, of those that it names, and of its variants.
    pub fn sweep(&self, what: &str) -> Result<Sweep<G>, Problems> {
        self.read(|reading| reading.sweep(what))
    }

    /// Options from lines of TOML such as `size = "medium"`; what is absent has its default. For options given on
    /// the command line.
    ///
    /// # Errors
    /// Every problem of the text, under the label `(options)`.
    pub fn options(&self, toml: &str) -> Result<G::Options, Problems> {
        let (given, mut problems) = GivenOptions::open(toml, &self.shelf.schemas.options);
        let (options, objections) = given.on::<G>(&G::Options::default());
        problems.extend(objections);
        finish(options, problems)
    }

    /// The same files, and options that overrule those of every study: of all its cells and of its prices. A reading's own options
    /// stay its own.
    ///
    /// # Errors
    /// Every problem of the text that is one in any study, under the label `(options)`.
    pub fn with_options(mut self, toml: &str) -> Result<Self, Problems> {
        if toml.is_empty() {
            return Ok(self);
        }
        self.options(toml)?;
        self.shelf.given = Some(GivenOptions::open(toml, &self.shelf.schemas.options).0);
        Ok(self)
    }

    /// Whether a matchup that was put together in code (a duel named on the command line) can be played.
    ///
    /// # Errors
    /// Every objection of the game.
    pub fn judge(&self, matchup: &Matchup<G>) -> Result<(), Problems> {
        let objections = G::check(matchup).into_iter();
        let list = objections.map(|o| Problem::whole(None, &matchup.name, o.code, o.message, o.expected)).collect();
        Problems::new(list).map_or(Ok(()), Err)
    }

    /// Checks a file of any kind, and every file that it names.
    ///
    /// # Errors
    /// Every problem of them.
    pub fn check(&self, path: impl AsRef<Path>) -> Result<Checked, Problems> {
        self.read(|reading| reading.check(&Origin::Disk(path.as_ref().to_owned())).map(|(checked, _)| checked))
    }

    /// A file back as TOML, with every default filled in: by path, by id, or where an id means several things by
    /// folder and id (`ships/majestic`). Comments at its head explain how the game writes arcs or places.
    ///
    /// # Errors
    /// Every problem of the file and of those that it names.
    pub fn show(&self, what: &str) -> Result<String, Problems> {
        self.read(|reading| {
            let origin = reading.any(what)?;
            let (_, file) = reading.check(&origin)?;
            let design = (file.kind == Kind::Ship).then(|| reading.design_of(&file)).flatten();
            let worked_out = design.as_ref().map(|design| G::worked_out(design)).unwrap_or_default();
            let document = show::document(&file.fields, &worked_out);
            let stations = document.contains(".stations]]");
            let explained = match design {
                Some(design) => G::notation(Some(&[&*design])),
                None if stations => G::places(None),
                None => Vec::new(),
            };
            Some(show::explained(&explained, &document))
        })
    }

    /// The share code of a ship, fleet or policy, by path or id: one line of text that stands for the file, with the files that it
    /// names.
    ///
    /// # Errors
    /// Every problem of the file and of those that it names, or that it is of another kind.
    pub fn code(&self, what: &str) -> Result<String, Problems> {
        self.read(|reading| {
            let origin = reading.any(what)?;
            reading.code_of(&origin)
        })
    }

    /// Every code that a problem can have, and what it means.
    #[must_use]
    pub fn codes() -> Vec<(&'static str, &'static str)> {
        code::ALL.iter().chain(G::codes()).copied().collect()
    }

    pub(crate) fn read<'l, T>(&'l self, read: impl FnOnce(&mut Reading<'l, G>) -> Option<T>) -> Result<T, Problems> {
        let mut reading = Reading::new(&self.shelf);
        let result = read(&mut reading);
        finish(result, reading.problems)
    }
}

/// The result, if nothing was wrong.
fn finish<T>(result: Option<T>, problems: Vec<Problem>) -> Result<T, Problems> {
    match (result, Problems::new(problems)) {
        (Some(result), None) => Ok(result),
        (_, Some(problems)) => Err(problems),
        (None, None) => {
            debug_assert!(false, "a reader gave up without saying why");
            Err(Problem::whole(None, "", code::UNREADABLE, "the file could not be read, for no known reason", "")
                .into())
        }
    }
}
