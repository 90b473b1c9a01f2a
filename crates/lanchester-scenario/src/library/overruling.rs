//! Options of a command line, which overrule those of the study that it names.

use std::sync::Arc;

use crate::game::GameFiles;
use crate::library::reading::Reading;
use crate::schema::table_schema::TableSchema;
use crate::text::parse;
use crate::text::problem::{NO_FILE, Problem, Report};
use crate::text::source::{Source, Span};
use crate::values::fields::Fields;
use crate::values::open;

/// Lines of TOML such as `size = "medium"`, held against the keys of `[options]`.
#[derive(Debug)]
pub(crate) struct GivenOptions {
    source: Arc<Source>,
    fields: Fields,
}

impl GivenOptions {
    /// What the lines give, and what is wrong with them, under the label `(options)`.
    pub fn open(toml: &str, schema: &Arc<TableSchema>) -> (Self, Vec<Problem>) {
        let source = Source::new(NO_FILE, toml);
        let mut report = Report::new(&source);
        let parsed = parse::parse(&source, &mut report);
        let fields = open::open(&parsed.table, schema, Span::default(), parsed.broken.any(), &mut report);
        (Self { source, fields }, report.into_list())
    }

    /// These options on top of others, and what the game says against that.
    pub fn on<G: GameFiles>(&self, base: &G::Options) -> (Option<G::Options>, Vec<Problem>) {
        let mut report = Report::new(&self.source);
        let options = G::options(&self.fields, base, &mut report);
        (options, report.into_list())
    }
}

/// An option that a study's file gives and the command line gives otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overruled {
    /// Its key.
    pub key: &'static str,
    /// The value in the file, as text.
    pub file: String,
    /// The value on the command line, as text.
    pub given: String,
}

impl<G: GameFiles> Reading<'_, G> {
    /// The options of a table with those of the command line on top. Where the two differ that is noted.
    pub fn with_given(&mut self, table: &Fields, options: G::Options) -> G::Options {
        let Some(given) = &self.shelf.given else { return options };
        let (on_top, problems) = given.on::<G>(&options);
        self.problems.extend(problems);
        let Some(on_top) = on_top else { return options };
        let keys = G::options_keys();
        for ((key, file), (_, given)) in keys.texts(&options).into_iter().zip(keys.texts(&on_top)) {
            let overruled = Overruled { key, file, given };
            if table.given(key) && overruled.file != overruled.given && !self.overruled.contains(&overruled) {
                self.overruled.push(overruled);
            }
        }
        on_top
    }
}
