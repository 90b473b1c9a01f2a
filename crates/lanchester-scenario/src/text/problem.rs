//! Everything that is wrong with the files that were read, reported at once.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::text::source::{Source, Span, excerpt, printable};

/// The label of text that stands in no file: options of the command line.
pub(crate) const NO_FILE: &str = "(options)";

/// One thing that is wrong, where, and what would have been right.
#[derive(Clone, Debug, Serialize)]
pub struct Problem {
    /// Stable code, such as `scenario::unknown-key`.
    pub code: &'static str,
    /// The file; `None` for something named on the command line.
    pub file: Option<String>,
    /// Line, from 1; `None` when the file as a whole is meant.
    pub line: Option<usize>,
    /// Column in characters, from 1.
    pub column: Option<usize>,
    /// The offending text, at most 60 characters.
    pub text: String,
    /// What is wrong.
    pub message: String,
    /// What was expected instead.
    pub expected: String,
    /// Where in which text, for frames.
    #[serde(skip)]
    pub(crate) place: Option<(Arc<Source>, Span)>,
}

impl Problem {
    /// A problem at a place in a file.
    #[must_use]
    pub fn at(
        source: &Arc<Source>,
        span: Span,
        code: &'static str,
        message: impl AsRef<str>,
        expected: impl AsRef<str>,
    ) -> Self {
        let span = source.clamp(span);
        let (line, column) = source.position(span.start);
        Self {
            code,
            file: Some(printable(&source.label)),
            line: Some(line),
            column: Some(column),
            text: source.excerpt(span),
            message: printable(message.as_ref()),
            expected: printable(expected.as_ref()),
            place: Some((Arc::clone(source), span)),
        }
    }

    /// A problem of a file as a whole, or of a name on the command line (`file` is `None`).
    #[must_use]
    pub fn whole(
        file: Option<&str>,
        text: &str,
        code: &'static str,
        message: impl AsRef<str>,
        expected: impl AsRef<str>,
    ) -> Self {
        Self {
            code,
            file: file.map(printable),
            line: None,
            column: None,
            text: excerpt(text),
            message: printable(message.as_ref()),
            expected: printable(expected.as_ref()),
            place: None,
        }
    }

    fn order(&self) -> (Option<&str>, usize, usize, &str, &str) {
        (self.file.as_deref(), self.line.unwrap_or(0), self.column.unwrap_or(0), self.code, &self.message)
    }
}

/// `file:line:column: code: message; expected …`, on one line.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.line, self.column) {
            (Some(file), Some(line), Some(column)) => write!(f, "{file}:{line}:{column}: ")?,
            (Some(file), ..) => write!(f, "{file}: ")?,
            (None, ..) => {}
        }
        write!(f, "{}: {}", self.code, self.message)?;
        if self.expected.is_empty() { Ok(()) } else { write!(f, "; expected {}", self.expected) }
    }
}

/// All problems of all files involved, by file and position. Never empty.
///
/// `Display` prints one line each; [`Problems::frames`] prints them with the text they stand in, for people;
/// `Serialize` gives them as a JSON array.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Problems {
    list: Vec<Problem>,
}

impl Problems {
    /// Sorts the problems and drops repetitions. `None` without any.
    #[must_use]
    pub fn new(mut list: Vec<Problem>) -> Option<Self> {
        list.sort_by(|a, b| a.order().cmp(&b.order()));
        list.dedup_by(|a, b| a.order() == b.order());
        (!list.is_empty()).then_some(Self { list })
    }

    /// The problems, by file and position.
    #[must_use]
    pub fn list(&self) -> &[Problem] {
        &self.list
    }

    /// These and others, sorted again: for a command that reads several files.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.list.extend(others.list);
        self.list.sort_by(|a, b| a.order().cmp(&b.order()));
        self.list.dedup_by(|a, b| a.order() == b.order());
        self
    }

    /// Adds problems to those that were found before, if any were.
    pub fn add_to(self, found: &mut Option<Self>) {
        *found = Some(match found.take() {
            None => self,
            Some(others) => others.and(self),
        });
    }

    /// `3 problems in 2 files`.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut files: Vec<&str> =
            self.list.iter().filter_map(|p| p.file.as_deref()).filter(|file| *file != NO_FILE).collect();
        files.dedup();
        let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let problems = count(self.list.len(), "problem");
        if files.is_empty() { problems } else { format!("{problems} in {}", count(files.len(), "file")) }
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self { list: vec![problem] }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.list.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// Collects the problems of one file while it is read.
#[derive(Debug)]
pub struct Report {
    source: Arc<Source>,
    list: Vec<Problem>,
    unreported: usize,
}

/// Problems reported of one file; more are counted.
const MOST: usize = 1000;

impl Report {
    /// Nothing wrong yet.
    #[must_use]
    pub fn new(source: &Arc<Source>) -> Self {
        Self { source: Arc::clone(source), list: Vec::new(), unreported: 0 }
    }

    /// Adds a problem. `expected` completes the sentence "expected …".
    pub fn problem(&mut self, at: Span, code: &'static str, message: impl AsRef<str>, expected: impl AsRef<str>) {
        if self.is_full() {
            self.unreported += 1;
        } else {
            self.list.push(Problem::at(&self.source, at, code, message, expected));
        }
    }

    /// Whether further problems are only counted, so that their messages need not be good.
    pub(crate) const fn is_full(&self) -> bool {
        self.list.len() >= MOST
    }

    /// The text at a place, fit for a message.
    #[must_use]
    pub fn excerpt(&self, at: Span) -> String {
        self.source.excerpt(at)
    }

    /// What was found.
    #[must_use]
    pub fn into_list(mut self) -> Vec<Problem> {
        if self.unreported > 0 {
            let message = format!("and {} more problems", self.unreported);
            let expected = "those that are reported to be put right first";
            let label = &self.source.label;
            self.list.push(Problem::whole(Some(label), label, crate::text::code::TOO_MANY_PROBLEMS, message, expected));
        }
        self.list
    }
}
