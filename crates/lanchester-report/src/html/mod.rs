//! A study, or a sweep, as one HTML page for a ship designer: the verdict in a few sentences, then charts and tables.
//!
//! The page is one file without a reference to anything outside it, and its content policy forbids any. It is made of
//! the [`Analysis`] alone, so equal analyses give equal bytes. Charts are plotters' SVG, with transparent shapes laid
//! over it that carry a title; one small script shows that title beside the pointer, the finger or the focus. Without
//! scripts the browser's own tooltips do.
//!
//! [`verdict()`] writes the sentences at the top, `say` numbers and names as they stand everywhere, `page` the frame,
//! with `style.css` and `script.js` read into it when the crate is built. `sections` has one file a section, `charts` one
//! a kind of chart, `grid` the tables; `sweep` has verdict and sections of a sweep.

mod answer;
pub(crate) mod charts;
pub(crate) mod grid;
pub(crate) mod page;
pub(crate) mod say;
pub(crate) mod sections;
mod sweep;
mod verdict;

use lanchester_analysis::Analysis;
use lanchester_analysis::sweep::SweepAnalysis;

use crate::charge;
use crate::digits::grouped;

pub use say::capital;
pub use verdict::verdict;

/// The page of a study, whole: a text to be written to a file as it is.
///
/// Equal analyses give equal bytes. Every name is escaped, whatever stands in it, and nothing is left out without a
/// sentence that says so: a heat map of more than 100 designs is not drawn, and tables of cells are cut to the most
/// telling rows.
#[must_use]
pub fn html(analysis: &Analysis) -> String {
    let head = page::Head {
        kind: "balance report",
        study: &analysis.study,
        name: &analysis.name,
        study_hash: &analysis.study_hash,
        game: &analysis.game,
        tool_version: &analysis.tool_version,
        facts: facts(analysis),
        verdict: verdict(analysis),
        missing: analysis.partial().unwrap_or_default(),
        intervals: "",
    };
    page::page(&head, &sections::all(analysis)).into_string()
}

/// What was played. A study with prices alone has no cells.
fn facts(analysis: &Analysis) -> Vec<String> {
    let cells = analysis.cells.len();
    let mut facts = vec![say::counted(charge::designs(analysis), "design", "designs")];
    facts.extend((cells > 0).then(|| say::counted(cells, "cell", "cells")));
    facts.extend([
        charge::battles(analysis),
        format!("rules version {}", analysis.rules_version),
        format!("seed {}", analysis.seed),
    ]);
    facts
}

/// The page of a sweep, whole, as [`html`] makes that of a study: of the analysis alone, equal analyses in equal bytes,
/// every name escaped, charts and tables cut to the most telling variants with a sentence that says so.
#[must_use]
pub fn sweep_html(analysis: &SweepAnalysis) -> String {
    let count = |n: usize, one, many| say::counted(n, one, many);
    let head = page::Head {
        kind: "sweep report",
        study: &analysis.study,
        name: &analysis.name,
        study_hash: &analysis.study_hash,
        game: &analysis.game,
        tool_version: &analysis.tool_version,
        facts: vec![
            count(analysis.variants.len(), "variant", "variants"),
            count(analysis.opponents.len(), "opponent", "opponents"),
            count(analysis.cells as usize, "cell", "cells"),
            format!("{} battles", grouped(analysis.battles)),
            format!("rules version {}", analysis.rules_version),
            format!("seed {}", analysis.seed),
        ],
        verdict: sweep::verdict(analysis),
        missing: "",
        intervals: analysis.intervals,
    };
    page::page(&head, &sweep::sections(analysis)).into_string()
}
