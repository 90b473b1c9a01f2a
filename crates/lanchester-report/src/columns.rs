//! Aligned columns of text for a terminal.

use std::fmt::Write;

use unicode_width::UnicodeWidthChar;

mod fit;
mod formats;

pub use fit::Screen;
pub(crate) use fit::folded;
pub use formats::Format;

/// How a cell is coloured, where colour is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// As it comes.
    #[default]
    Plain,
    /// Of less weight.
    Dim,
    /// As it should be.
    Good,
    /// Not as it should be.
    Bad,
}

impl Tone {
    const fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Dim => "\u{1b}[2m",
            Self::Good => "\u{1b}[32m",
            Self::Bad => "\u{1b}[31m",
        }
    }
}

const BOLD: &str = "\u{1b}[1m";
const RESET: &str = "\u{1b}[0m";

/// Every code that a table writes where colour is wanted: what prints a table lets these through, and no others.
pub const CODES: [&str; 5] = [BOLD, RESET, Tone::Dim.code(), Tone::Good.code(), Tone::Bad.code()];

/// Where a column's text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Names.
    Left,
    /// Numbers.
    Right,
}

/// A table being filled.
#[derive(Clone, Debug)]
pub struct TextTable {
    heads: Vec<(String, Align)>,
    rows: Vec<Vec<(String, Tone)>>,
}

impl TextTable {
    /// A table with these columns and no rows.
    #[must_use]
    pub fn new(heads: &[(&str, Align)]) -> Self {
        Self { heads: heads.iter().map(|(head, align)| (clean(head), *align)).collect(), rows: Vec::new() }
    }

    /// Adds a row; cells that are missing are empty, cells too many are left out. Control characters in a text are
    /// shown as `�`, so that a name cannot steer the terminal.
    pub fn row(&mut self, cells: impl IntoIterator<Item = (String, Tone)>) {
        self.rows.push(cells.into_iter().take(self.heads.len()).map(|(text, tone)| (clean(&text), tone)).collect());
    }

    /// No rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The table as lines, each ended by a line feed, none by a space. Where it is wider than the screen, its words are wrapped
    /// in the last column, or columns follow further down; see [`Screen`].
    #[must_use]
    pub fn render(&self, screen: impl Into<Screen>) -> String {
        let screen = screen.into();
        let parts = self.parts(screen.width);
        parts.iter().map(|part| part.whole(screen.color)).collect::<Vec<_>>().join("\n")
    }

    /// The width of each column.
    fn widths(&self) -> Vec<usize> {
        let widest = |i: usize| self.rows.iter().filter_map(|r| r.get(i)).map(|c| width(&c.0)).max().unwrap_or(0);
        self.heads.iter().enumerate().map(|(i, (head, _))| width(head).max(widest(i))).collect()
    }

    fn whole(&self, color: bool) -> String {
        let widths = self.widths();
        let mut out = String::new();
        let heads: Vec<(&str, &str)> = self.heads.iter().map(|(head, _)| (head.as_str(), BOLD)).collect();
        self.line(&mut out, &heads, &widths, color);
        for row in &self.rows {
            let cells: Vec<(&str, &str)> = row.iter().map(|(text, tone)| (text.as_str(), tone.code())).collect();
            self.line(&mut out, &cells, &widths, color);
        }
        out
    }

    fn line(&self, out: &mut String, cells: &[(&str, &str)], widths: &[usize], color: bool) {
        // Spaces owed: written only when something follows them.
        let mut owed = 0;
        for (i, (text, code)) in cells.iter().enumerate() {
            let gap = widths[i].saturating_sub(width(text));
            let (before, after) = if self.heads[i].1 == Align::Right { (gap, 0) } else { (0, gap) };
            if !text.is_empty() {
                // Writing to a String cannot fail.
                let _ = write!(out, "{:1$}", "", owed + before);
                if color && !code.is_empty() {
                    let _ = write!(out, "{code}{text}{RESET}");
                } else {
                    out.push_str(text);
                }
                owed = 0;
            } else {
                owed += before;
            }
            owed += after + 2;
        }
        out.push('\n');
    }
}

/// A text without control characters.
#[must_use]
pub fn clean(text: &str) -> String {
    // Marks that turn the direction of writing can make a line lie as well as escapes can.
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().map(|c| if steers(c) { '\u{fffd}' } else { c }).collect()
}

/// Columns that a cleaned text takes on a terminal.
fn width(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> TextTable {
        let mut table = TextTable::new(&[("Ship", Align::Left), ("Points", Align::Right), ("Note", Align::Left)]);
        table.row([("MAJESTIC", Tone::Plain), ("344", Tone::Good), ("", Tone::Plain)].map(|(t, c)| (t.to_owned(), c)));
        table.row(
            [("戦艦", Tone::Dim), ("9", Tone::Bad), ("a\u{1b}[2J\nb", Tone::Plain)].map(|(t, c)| (t.to_owned(), c)),
        );
        table
    }

    #[test]
    fn columns_line_up_by_width() {
        let expected = "Ship      Points  Note\nMAJESTIC     344\n戦艦           9  a\u{fffd}[2J\u{fffd}b\n";
        assert_eq!(table().render(false), expected);
    }

    #[test]
    fn colour_only_where_wanted() {
        assert!(!table().render(false).contains('\u{1b}'));
        let coloured = table().render(true);
        assert!(coloured.contains("\u{1b}[32m344\u{1b}[0m") && coloured.contains("\u{1b}[1mShip\u{1b}[0m"));
        assert!(!coloured.contains("\u{1b}[2J"), "a name cannot clear the screen");
    }

    #[test]
    fn rows_too_short_or_long_do_no_harm() {
        let mut table = TextTable::new(&[("A", Align::Left)]);
        table.row([]);
        table.row((0..3).map(|i| (i.to_string(), Tone::Plain)));
        assert_eq!(table.render(false), "A\n\n0\n");
    }
}
