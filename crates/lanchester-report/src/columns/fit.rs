//! Tables that are wider than the screen.

use super::{Align, TextTable, Tone, width};

/// Columns that wrapped words have at least.
const WORDS: usize = 24;

/// What a table is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// Colours are wanted.
    pub color: bool,
    /// Columns of the screen. A file has no end of them.
    pub width: usize,
}

impl From<bool> for Screen {
    /// A screen that is wide enough, with colours or without.
    fn from(color: bool) -> Self {
        Self { color, width: usize::MAX }
    }
}

impl TextTable {
    /// The table as tables that are each at most so wide: the first column stands in all of them. A column that is wider than the
    /// screen by itself stays as it is.
    pub(super) fn parts(&self, screen: usize) -> Vec<Self> {
        let widths = self.widths();
        let wide = |columns: &[usize]| columns.iter().map(|c| widths[*c] + 2).sum::<usize>().saturating_sub(2);
        let all: Vec<usize> = (0..widths.len()).collect();
        let Some(last) = all.last().filter(|_| wide(&all) > screen) else {
            return vec![self.clone()];
        };
        // With less room for words other columns go further down.
        if self.heads[*last].1 == Align::Left && self.room(screen) >= WORDS.min(widths[*last]) {
            return vec![self.wrapped(self.room(screen))];
        }
        let mut parts: Vec<Vec<usize>> = Vec::new();
        let mut part = vec![0];
        for column in 1..widths.len() {
            if part.len() > 1 && wide(&[part.as_slice(), &[column]].concat()) > screen {
                parts.push(std::mem::replace(&mut part, vec![0]));
            }
            part.push(column);
        }
        parts.push(part);
        parts.iter().map(|part| self.only(part)).collect()
    }

    fn only(&self, columns: &[usize]) -> Self {
        let cell = |row: &Vec<(String, Tone)>, c: usize| row.get(c).cloned().unwrap_or_default();
        Self {
            heads: columns.iter().map(|c| self.heads[*c].clone()).collect(),
            rows: self.rows.iter().map(|row| columns.iter().map(|c| cell(row, *c)).collect()).collect(),
        }
    }

    /// The table with the words of its last column wrapped, so that it is at most so many columns wide where the other columns leave
    /// words room enough.
    pub(crate) fn within(&self, columns: usize) -> Self {
        self.wrapped(self.room(columns).max(WORDS))
    }

    /// What the other columns leave to the last one of so many.
    fn room(&self, columns: usize) -> usize {
        let widths = self.widths();
        columns.saturating_sub(widths[..widths.len().saturating_sub(1)].iter().map(|width| width + 2).sum())
    }

    /// The words of the last column in lines of at most so many columns.
    fn wrapped(&self, room: usize) -> Self {
        let column = self.heads.len().saturating_sub(1);
        let mut rows = Vec::new();
        for row in &self.rows {
            let Some((text, tone)) = row.get(column) else {
                rows.push(row.clone());
                continue;
            };
            for (i, line) in folded(text, room).into_iter().enumerate() {
                let mut cells =
                    if i == 0 { row[..column].to_vec() } else { vec![(String::new(), Tone::Plain); column] };
                cells.push((line, *tone));
                rows.push(cells);
            }
        }
        Self { heads: self.heads.clone(), rows }
    }
}

/// A text in lines of at most so many columns, where its words allow that; one line at least.
pub(crate) fn folded(text: &str, room: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("one line at least");
        if last.is_empty() {
            last.push_str(word);
        } else if width(last) + 1 + width(word) <= room {
            last.push_str(&format!(" {word}"));
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(last: Align) -> TextTable {
        let mut table = TextTable::new(&[("Ship", Align::Left), ("Points", Align::Right), ("Note", last)]);
        for (name, note) in [("MAJESTIC", "four words of note"), ("SCREE", "")] {
            table.row([name, "344", note].map(|cell| (cell.to_owned(), Tone::Plain)));
        }
        table
    }

    #[test]
    fn words_are_wrapped_in_the_last_column() {
        let mut long = table(Align::Left);
        long.row(["MIDGE", "44", "eight words and more, which do not all fit"].map(|c| (c.to_owned(), Tone::Plain)));
        let narrow = long.render(Screen { color: false, width: 44 });
        assert_eq!(
            narrow,
            "Ship      Points  Note\nMAJESTIC     344  four words of note\nSCREE        344\n\
             MIDGE         44  eight words and more,\n                  which do not all fit\n"
        );
    }

    #[test]
    fn columns_follow_further_down_and_none_is_lost() {
        let narrow = table(Align::Right).render(Screen { color: false, width: 30 });
        assert_eq!(
            narrow,
            "Ship      Points\nMAJESTIC     344\nSCREE        344\n\n\
             Ship                    Note\nMAJESTIC  four words of note\nSCREE\n"
        );
        let wide = table(Align::Right);
        assert_eq!(wide.render(Screen { color: false, width: 36 }), wide.render(false));
    }
}
