//! The designs of the study as their files describe them.

use std::collections::BTreeSet;

use lanchester_analysis::Analysis;

use super::Section;
use crate::digits::{self, decimal};
use crate::html::grid::{Cell, Col, table};
use crate::html::say;

/// The section; none without designs.
pub fn section(analysis: &Analysis) -> Option<Section> {
    if analysis.designs.is_empty() {
        return None;
    }
    let extras: Vec<&str> = {
        // In the order in which they first appear.
        let mut seen = BTreeSet::new();
        analysis.designs.iter().flat_map(|d| &d.extras).map(|(n, _)| n.as_str()).filter(|n| seen.insert(*n)).collect()
    };
    let titles: Vec<String> = extras.iter().map(|n| say::capital(&say::name(&n.replace('_', " ")))).collect();
    let mut heads = vec![
        ("Design", Col::Words),
        ("Id", Col::Words),
        ("Class", Col::Words),
        ("Faction", Col::Words),
        ("Origin", Col::Words),
        ("Printed", Col::Numbers),
    ];
    heads.extend(titles.iter().map(|t| (t.as_str(), Col::Numbers)));
    let rows = analysis.designs.iter().map(|d| {
        let mut row: Vec<Cell> = vec![
            say::name(&d.name).into(),
            say::name(&d.id).into(),
            say::name(&d.class).into(),
            d.faction.as_deref().map_or("–".to_owned(), say::name).into(),
            say::name(&d.origin).into(),
            digits::printed(d.printed()).into(),
        ];
        row.extend(extras.iter().map(|n| {
            let value = d.extras.iter().find(|(name, _)| name == n).map(|(_, v)| *v);
            Cell::from(value.filter(|v| v.is_finite()).map_or("–".to_owned(), exact))
        }));
        row
    });
    Some(Section {
        id: "designs",
        title: "The designs",
        how: "What the files say: the printed rating is what this report judges; a house rating is what our own published \
              formula would charge. Origin: published has the numbers of the game's publisher or author, reconstructed had gaps that \
              were filled, original is the own design of whoever wrote the file.",
        body: table(&heads, rows.collect()),
    })
}

/// Computed, not measured: at most one digit behind the point, none where it is zero.
fn exact(value: f64) -> String {
    let text = decimal(value, 1);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
