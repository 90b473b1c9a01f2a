//! Tables of the page: numbers right-aligned with their intervals in a softer ink. On phones each row becomes a card,
//! with the heads as labels, so that nothing of it has to be scrolled to sideways.

use maud::{Markup, html};

/// Where a column's text stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Col {
    /// Names and words.
    Words,
    /// Numbers, on the right.
    Numbers,
}

/// A cell: its text, escaped when it is written, and a class or none.
pub struct Cell {
    text: String,
    class: Option<&'static str>,
}

impl Cell {
    /// A text in the colour of `class`.
    pub fn of(class: &'static str, text: impl Into<String>) -> Self {
        Self { text: text.into(), class: Some(class) }
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Self { text: text.into(), class: None }
    }
}

/// A table with these heads; nothing at all without rows. The cells of a phone's card follow each other as words do.
pub fn table(heads: &[(&str, Col)], rows: Vec<Vec<Cell>>) -> Markup {
    shaped("cards flow", heads, rows)
}

/// As [`table`], but each cell of a card has a line of its own: for the tables that answer first.
pub fn cards(heads: &[(&str, Col)], rows: Vec<Vec<Cell>>) -> Markup {
    shaped("cards", heads, rows)
}

fn shaped(shape: &str, heads: &[(&str, Col)], rows: Vec<Vec<Cell>>) -> Markup {
    if rows.is_empty() {
        return html! {};
    }
    let class = |i: usize| heads.get(i).filter(|h| h.1 == Col::Numbers).map(|_| "n");
    html! {
        div.wide tabindex="0" role="region" aria-label="Table" {
            table class=(shape) {
                thead { tr { @for (i, (head, _)) in heads.iter().enumerate() { th class=[class(i)] scope="col" { (head) } } } }
                tbody {
                    @for row in rows {
                        tr { @for (i, cell) in row.into_iter().enumerate() { (td(cell, class(i), heads.get(i).map(|head| head.0))) } }
                    }
                }
            }
        }
    }
}

fn td(cell: Cell, column: Option<&'static str>, label: Option<&str>) -> Markup {
    let split = if column.is_some() { cell.text.split_once(" [") } else { None };
    html! {
        td class=[column] data-label=[label] {
            span class=[cell.class] {
                @if let Some((estimate, interval)) = split { (estimate) " " span.i { "[" (interval) } } @else { (cell.text) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_intervals_set_apart() {
        let heads = [("Ship", Col::Words), ("Points", Col::Numbers)];
        let html = table(&heads, vec![vec!["<b> [x]".into(), Cell::of("over", "3 [2, 4]")]]).into_string();
        assert!(html.contains(r#"<td data-label="Ship"><span>&lt;b&gt; [x]</span></td>"#), "{html}");
        assert!(
            html.contains(
                r#"<td class="n" data-label="Points"><span class="over">3 <span class="i">[2, 4]</span></span></td>"#
            ),
            "{html}"
        );
        assert_eq!(table(&heads, Vec::new()).into_string(), "");
    }
}
