//! Tables in the formats of forums, pages and spreadsheets.

use std::fmt::Write;

use super::{Align, Screen, TextTable};

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Aligned columns.
    Text,
    /// A table of GitHub-flavoured Markdown.
    Markdown,
    /// Aligned columns in a `[code]` block, which every forum keeps as they stand.
    Bbcode,
    /// Comma-separated values, quoted as RFC 4180 has it, with a line of heads.
    Csv,
}

impl Format {
    /// Every format and its name.
    pub const ALL: [(&'static str, Self); 4] =
        [("text", Self::Text), ("markdown", Self::Markdown), ("bbcode", Self::Bbcode), ("csv", Self::Csv)];
}

impl TextTable {
    /// The table in a format, ended by a line feed. Text is written for `screen`.
    #[must_use]
    pub fn formatted(&self, format: Format, screen: impl Into<Screen>) -> String {
        match format {
            Format::Text => self.render(screen),
            Format::Markdown => self.markdown(),
            Format::Bbcode => format!("[code]\n{}[/code]\n", self.render(false)),
            Format::Csv => self.csv(),
        }
    }

    fn markdown(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let mut line = "|".to_owned();
            cells.for_each(|cell| line.push_str(&format!(" {} |", cell.replace('\\', r"\\").replace('|', r"\|"))));
            line + "\n"
        };
        let mut text = line(&mut self.heads.iter().map(|(head, _)| head.as_str()));
        text.push('|');
        for (_, align) in &self.heads {
            // Writing to a String cannot fail.
            let _ = write!(text, " {} |", if *align == Align::Right { "--:" } else { "---" });
        }
        text.push('\n');
        text.extend(self.filled().map(|row| line(&mut row.into_iter())));
        text
    }

    fn csv(&self) -> String {
        let quoted = |(cell, (_, align)): (&str, &(String, Align))| {
            // A spreadsheet reads no other minus in a number, and no number in a dash that stands for none.
            let number = *align == Align::Right;
            let cell =
                if number { cell.replace('−', "-").trim_start_matches('–').to_owned() } else { cell.to_owned() };
            let plain = !cell.contains([',', '"', '\n', '\r']);
            if plain { cell } else { format!("\"{}\"", cell.replace('"', "\"\"")) }
        };
        let heads = self.heads.iter().map(|(head, _)| head.as_str()).collect();
        let lines = std::iter::once(heads).chain(self.filled());
        lines.map(|row| row.into_iter().zip(&self.heads).map(quoted).collect::<Vec<_>>().join(",") + "\n").collect()
    }

    /// The rows, each with as many cells as there are columns.
    fn filled(&self) -> impl Iterator<Item = Vec<&str>> {
        self.rows.iter().map(|row| {
            let cells = row.iter().map(|(text, _)| text.as_str()).chain(std::iter::repeat(""));
            cells.take(self.heads.len()).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Tone;
    use super::*;

    fn table() -> TextTable {
        let mut table = TextTable::new(&[("Ship", Align::Left), ("Points", Align::Right)]);
        table.row(["A|B", "−1,234"].map(|text| (text.to_owned(), Tone::Plain)));
        table.row([("say \"hi\"".to_owned(), Tone::Plain)]);
        table.row(["–", "–"].map(|text| (text.to_owned(), Tone::Plain)));
        table
    }

    #[test]
    fn cells_cannot_break_a_table() {
        let table = table();
        let expected = "| Ship | Points |\n| --- | --: |\n| A\\|B | −1,234 |\n| say \"hi\" |  |\n| – | – |\n";
        assert_eq!(table.formatted(Format::Markdown, true), expected);
        assert_eq!(table.formatted(Format::Csv, true), "Ship,Points\nA|B,\"-1,234\"\n\"say \"\"hi\"\"\",\n–,\n");
        assert_eq!(
            table.formatted(Format::Bbcode, true),
            "[code]\nShip      Points\nA|B       −1,234\nsay \"hi\"\n–              –\n[/code]\n"
        );
    }
}
