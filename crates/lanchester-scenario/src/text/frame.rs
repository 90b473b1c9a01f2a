//! Problems as a person wants to see them: the line, a marker under the text, and what was expected.

use std::fmt;

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode, SourceSpan};

use crate::text::problem::{Problem, Problems};
use crate::text::source::printable;

/// Frames printed before the rest is reported in one line each.
const MOST_FRAMES: usize = 50;
/// Lines longer than this are not drawn.
const LONGEST_LINE: usize = 400;

/// Where lines may be broken inside a quoted word, and what stands there while they are.
const BREAKS: [(char, char); 3] = [(' ', '\u{f8f0}'), ('-', '\u{f8f1}'), ('/', '\u{f8f2}')];

/// The text with everything between backticks in one piece: a name or a command that is broken by a line's end cannot be copied.
fn in_one_piece(text: &str) -> String {
    let parts = text.split('`').enumerate().map(|(nth, part)| match nth % 2 {
        0 => part.to_owned(),
        _ => BREAKS.iter().fold(part.to_owned(), |part, (breaks, stands)| part.replace(*breaks, &stands.to_string())),
    });
    parts.collect::<Vec<_>>().join("`")
}

/// The text as it was before [`in_one_piece`].
fn as_written(text: &str) -> String {
    BREAKS.iter().fold(text.to_owned(), |text, (breaks, stands)| text.replace(*stands, &breaks.to_string()))
}

struct Frame<'p> {
    problem: &'p Problem,
    source: Option<(NamedSource<String>, SourceSpan)>,
}

impl<'p> Frame<'p> {
    fn of(problem: &'p Problem) -> Self {
        let source = problem.place.as_ref().and_then(|(source, span)| {
            let line_end = source.text[span.start..].find('\n').map_or(source.text.len(), |i| span.start + i);
            // Its neighbours are drawn too.
            let before = source.text[..span.start].rsplit('\n').take(2).map(str::len).max();
            let after = source.text[span.start..].split('\n').take(2).map(str::len).max();
            if before.max(after) > Some(LONGEST_LINE) {
                return None;
            }
            let text = printable(&source.text.replace("\r\n", " \n"));
            let length = span.end.min(line_end).saturating_sub(span.start);
            Some((NamedSource::new(printable(&source.label), text), SourceSpan::from((span.start, length))))
        });
        Self { problem, source }
    }
}

impl fmt::Debug for Frame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Frame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = in_one_piece(&self.problem.message);
        match (&self.source, &self.problem.file, self.problem.line, self.problem.column) {
            (None, Some(file), Some(line), Some(column)) => write!(f, "{file}:{line}:{column}: {message}"),
            (None, Some(file), ..) => write!(f, "{file}: {message}"),
            _ => f.write_str(&message),
        }
    }
}

impl std::error::Error for Frame<'_> {}

impl Diagnostic for Frame<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.problem.code))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let expected = &self.problem.expected;
        (!expected.is_empty())
            .then(|| Box::new(format!("expected {}", in_one_piece(expected))) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|(source, _)| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let (_, span) = self.source.as_ref()?;
        Some(Box::new(std::iter::once(LabeledSpan::new_with_span(None, *span))))
    }
}

impl Problems {
    /// The problems with the lines they stand in, `width` characters wide, and a summary at the end.
    #[must_use]
    pub fn frames(&self, colour: bool, width: usize) -> String {
        let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        let handler = GraphicalReportHandler::new_themed(theme);
        let handler = handler.with_width(width.max(40)).with_links(false).with_break_words(false);
        let mut text = String::new();
        for problem in self.list().iter().take(MOST_FRAMES) {
            let mut frame = String::new();
            match handler.render_report(&mut frame, &Frame::of(problem)) {
                Ok(()) => text.push_str(&as_written(&frame)),
                Err(_) => text.push_str(&format!("{problem}\n")),
            }
            text.push('\n');
        }
        for problem in self.list().iter().skip(MOST_FRAMES) {
            text.push_str(&format!("{problem}\n"));
        }
        text.push_str(&self.summary());
        text.push('\n');
        text
    }
}
