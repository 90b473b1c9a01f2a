//! What the prices are under other commanders.

use lanchester_analysis::Analysis;
use lanchester_analysis::commanders::{CommanderRow, Settled};
use lanchester_stats::price::Verdict;
use maud::{Markup, html};

use super::Section;
use crate::commanders::{
    VERDICT, change_text, commanders_sentences, decisions_note, decisions_of, note, ratio, survival_sentence, table_of,
    verdict_text,
};
use crate::html::charts::{Row, Scale, Span, whiskers};
use crate::html::grid::{Cell, Col, cards};
use crate::html::say;

/// The section; none where nobody asked.
pub fn section(analysis: &Analysis) -> Option<Section> {
    let rows = &analysis.commanders;
    if rows.is_empty() {
        return None;
    }
    let mut searched: Vec<&CommanderRow> = rows.iter().filter(|row| row.searched()).collect();
    let change = |row: &CommanderRow| row.change.map_or(0.0, |change| change.estimate);
    searched.sort_by(|a, b| change(b).total_cmp(&change(a)));
    let chart: Vec<Row> = searched.iter().filter_map(|row| drawn(row)).collect();
    let body = html! {
        @for sentence in commanders_sentences(rows).into_iter().chain(survival_sentence(analysis)) {
            p { (say::unbroken(&sentence)) }
        }
        @if !chart.is_empty() {
            figure { (whiskers(&chart, Scale::Moved, "change of the price under a search", "Changes of the prices under a search")) }
        }
        (drawn_table(table_of(rows)))
        p.note { (note(rows)) }
        @if let Some(table) = decisions_of(rows) {
            h3 { "Which decisions move a price" }
            (drawn_table(table))
            p.note { (decisions_note(rows)) }
        }
    };
    Some(Section {
        id: "commanders",
        title: "Would better play move the prices?",
        how: "The same matchups under one commander after another, each on both sides; the search plays policies out at each of its \
              decisions. Settled: the whole interval lies within 5 %. How strong the commanders are, \
              lanchester policies --strength says.",
        body,
    })
}

/// A table whose first column is words, and its last where that is a verdict.
fn drawn_table((heads, lines): (Vec<String>, Vec<Vec<String>>)) -> Markup {
    let words = |place: usize| place == 0 || heads[place] == VERDICT;
    let col = |place: usize| if words(place) { Col::Words } else { Col::Numbers };
    let heads: Vec<(&str, Col)> = heads.iter().enumerate().map(|(i, head)| (head.as_str(), col(i))).collect();
    let lines = lines.into_iter().map(|line| line.into_iter().map(Cell::from).collect()).collect();
    cards(&heads, lines)
}

fn drawn(row: &CommanderRow) -> Option<Row> {
    let verdict = match row.verdict? {
        Settled::Settled => Verdict::Fair,
        Settled::Up => Verdict::Underpriced,
        Settled::Down => Verdict::Overpriced,
        Settled::Unknown => Verdict::Inconclusive,
    };
    let (name, text) = (say::name(&row.name), change_text(row));
    Some(Row {
        tip: format!("{name}: {text} %\n{}", verdict_text(row.verdict)),
        name,
        span: Some(Span::Known(ratio(&row.change?))),
        verdict: Some(verdict),
        text,
    })
}
