//! The text of a file, and places in it.

use std::sync::Arc;

/// Bytes `start` to `end` of a file's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl From<std::ops::Range<usize>> for Span {
    fn from(range: std::ops::Range<usize>) -> Self {
        Self { start: range.start, end: range.end }
    }
}

/// A file as it was read.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// What to call it in messages: its path, or `(inside lanchester) nova/ships/…` for one that is embedded.
    pub label: String,
    /// Its text.
    pub text: String,
}

impl Source {
    /// A file's label and text.
    #[must_use]
    pub fn new(label: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { label: label.into(), text: text.into() })
    }

    /// The span moved onto character borders inside the text.
    #[must_use]
    pub fn clamp(&self, span: Span) -> Span {
        let floor = |mut at: usize| {
            at = at.min(self.text.len());
            while !self.text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = floor(span.start);
        Span { start, end: floor(span.end).max(start) }
    }

    /// Line and column (in characters) of a byte, both from 1.
    #[must_use]
    pub fn position(&self, byte: usize) -> (usize, usize) {
        let before = &self.text[..self.clamp(Span { start: byte, end: byte }).start];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        (before.bytes().filter(|b| *b == b'\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// The first line of the text at `span`, cut to 60 characters, fit for a terminal.
    #[must_use]
    pub fn excerpt(&self, span: Span) -> String {
        let span = self.clamp(span);
        excerpt(&self.text[span.start..span.end])
    }
}

/// The first line of `text`, cut to 60 characters, fit for a terminal.
#[must_use]
pub fn excerpt(text: &str) -> String {
    let line = text.lines().next().unwrap_or("").trim();
    let mut cut: String = line.chars().take(60).collect();
    if line.chars().nth(60).is_some() {
        cut.push('…');
    }
    printable(&cut)
}

/// The text with every character that could steer a terminal replaced by one of the same length in bytes, so that
/// spans stay right.
#[must_use]
pub fn printable(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' | '\t' => c,
            c if steers(c) => match c.len_utf8() {
                1 => '?',
                2 => '¿',
                3 => '\u{fffd}',
                _ => '\u{1f6ab}',
            },
            c => c,
        })
        .collect()
}

/// Control characters, and the invisible ones that reorder text, hide it, or make two names look alike.
#[must_use]
pub fn steers(c: char) -> bool {
    c.is_control() || is_invisible(c)
}

/// Characters that are drawn as nothing: Unicode's `Default_Ignorable_Code_Point`, separators of lines, marks of annotations, and
/// the blank Braille pattern, which looks like a space and is none.
const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_and_never_panic() {
        let source = Source::new("x", "ä = 1\nöö\n");
        assert_eq!(source.position(0), (1, 1));
        assert_eq!(source.position(3), (1, 3));
        assert_eq!(source.position(1), (1, 1), "inside a character");
        assert_eq!(source.position(7), (2, 1));
        assert_eq!(source.position(999), (3, 1));
        assert_eq!(source.excerpt(Span { start: 1, end: 500 }), "ä = 1");
    }

    #[test]
    fn printable_keeps_lengths() {
        let text = "a\u{1b}[31m\u{85}\u{202e}\tb";
        assert_eq!(printable(text).len(), text.len());
        assert!(!printable(text).chars().any(|c| steers(c) && c != '\t'));
        let hidden = "a\u{ad}\u{3164}\u{e0041}b";
        assert_eq!(printable(hidden).len(), hidden.len());
        assert!(!printable(hidden).chars().any(steers));
    }

    /// By Unicode's table of default ignorable characters (DerivedCoreProperties.txt) and the blank Braille pattern; letters,
    /// spaces, signs and accents that are seen stay.
    #[test]
    fn invisible_letters_are_known() {
        for c in
            "\u{115f}\u{1160}\u{3164}\u{ffa0}\u{2800}\u{e0001}\u{e0041}\u{e007f}\u{ad}\u{34f}\u{180e}\u{fe0f}\u{200d}"
                .chars()
        {
            assert!(steers(c), "U+{:04X}", u32::from(c));
        }
        for c in "aÄß é中ᄀ한⠁\u{a0}\u{301}\u{2009}\u{3000}☠🚀".chars() {
            assert!(!steers(c), "U+{:04X}", u32::from(c));
        }
    }
}
