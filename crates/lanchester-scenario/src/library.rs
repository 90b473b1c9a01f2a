//! What can be named: the shipped files and any path.

use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;

use lanchester_core::Matchup;

use crate::file_schemas::FileSchemas;
use crate::game::GameFiles;
use crate::origin::Origin;
use crate::problem::{NO_FILE, Problem, Problems, Report};
use crate::reading::{Checked, Reading};
use crate::shelf::{Shelf, embedded, shipped_path};
use crate::source::Source;
use crate::study::{Fleet, Study};
use crate::sweep::Sweep;
use crate::{Kind, code, open, parse, show};

/// The scenario files of one game: those inside the program, by id, and any other by its path.
#[derive(Debug)]
pub struct Library<G> {
    pub(crate) shelf: Shelf,
    game: PhantomData<G>,
}

impl<G: GameFiles> Library<G> {
    /// The files that are embedded in the program.
    #[must_use]
    pub fn shipped() -> Self {
        Self::of(G::embedded().into_iter().flat_map(embedded))
    }

    /// Other files in place of the embedded ones: path below the game's folder (`ships/majestic.toml`) and text.
    pub fn of(files: impl IntoIterator<Item = (String, String)>) -> Self {
        let shelf = Shelf { shipped: files.into_iter().collect(), schemas: FileSchemas::of::<G>() };
        Self { shelf, game: PhantomData }
    }

    /// Ids and names of all shipped files of a kind, by id.
    #[must_use]
    pub fn ids(&self, kind: Kind) -> Vec<(String, String)> {
        let ids = self.shelf.ids(kind);
        ids.map(|id| {
            let mut reading = Reading::<G>::new(&self.shelf);
            let name = reading.open(&Origin::Shipped(shipped_path(kind, id)), Some(kind), None);
            (id.to_owned(), name.map(|file| file.fields.text("name").to_owned()).unwrap_or_default())
        })
        .collect()
    }

    /// Whether a shipped file of a kind has an id. No file is read for it.
    #[must_use]
    pub fn has(&self, kind: Kind, id: &str) -> bool {
        self.shelf.has(kind, id)
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
        self.read(|reading| reading.ship(what, None).map(|(_, design)| design))
    }

    /// A policy, by id or path.
    ///
    /// # Errors
    /// Every problem of its file, or that there is none.
    pub fn policy(&self, what: &str) -> Result<Arc<G::Policy>, Problems> {
        self.read(|reading| reading.policy(what, None).map(|(_, policy)| policy))
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
        self.read(|reading| reading.matchup(what))
    }

    /// A study, by id or path.
    ///
    /// # Errors
    /// Every problem of its file and of those that it names.
    pub fn study(&self, what: &str) -> Result<Study<G>, Problems> {
        self.read(|reading| reading.study(what))
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
        let source = Source::new(NO_FILE, toml);
        let mut report = Report::new(&source);
        let parsed = parse::parse(&source, &mut report);
        let at = crate::Span::default();
        let fields = open::open(&parsed.table, &self.shelf.schemas.options, at, parsed.is_broken(), &mut report);
        let options = G::options(&fields, &G::Options::default(), &mut report);
        finish(options, report.into_list())
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
    /// folder and id (`ships/majestic`).
    ///
    /// # Errors
    /// Every problem of the file and of those that it names.
    pub fn show(&self, what: &str) -> Result<String, Problems> {
        self.read(|reading| {
            let origin = reading.any(what)?;
            let (_, file) = reading.check(&origin)?;
            let design = (file.kind == Kind::Ship).then(|| reading.design_of(&file)).flatten();
            let worked_out = design.map(|design| G::worked_out(&design)).unwrap_or_default();
            Some(show::document(&file.fields, &worked_out))
        })
    }

    /// Every code that a problem can have, and what it means.
    #[must_use]
    pub fn codes() -> Vec<(&'static str, &'static str)> {
        code::ALL.iter().chain(G::codes()).copied().collect()
    }

    fn read<'l, T>(&'l self, read: impl FnOnce(&mut Reading<'l, G>) -> Option<T>) -> Result<T, Problems> {
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
