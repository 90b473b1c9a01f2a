//! A study as one HTML page for a ship designer: the verdict in three sentences, then charts and tables.
//!
//! The page is one file without a reference to anything outside it, and its content policy forbids any. It is made of
//! the [`Analysis`] alone, so equal analyses give equal bytes. Charts are plotters' SVG, with transparent shapes laid
//! over it that carry a title; one small script shows that title beside the pointer, the finger or the focus. Without
//! scripts the browser's own tooltips do.
//!
//! [`verdict()`] writes the three sentences at the top, `say` numbers and names as they stand everywhere, `page` the frame,
//! with `style.css` and `script.js` read into it when the crate is built. `sections` has one file a section, `charts` one
//! a kind of chart, `grid` the tables.

mod charts;
mod grid;
mod page;
mod say;
mod sections;
mod verdict;

use crate::Analysis;

pub use verdict::verdict;

/// The page of a study, whole: a text to be written to a file as it is.
///
/// Equal analyses give equal bytes. Every name is escaped, whatever stands in it, and nothing is left out without a
/// sentence that says so: a heat map of more than 100 designs is not drawn, and tables of cells are cut to the most
/// telling rows.
#[must_use]
pub fn html(analysis: &Analysis) -> String {
    page::page(analysis, &sections::all(analysis)).into_string()
}
