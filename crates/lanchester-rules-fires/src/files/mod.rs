//! The files of Fires of Space: the keys of ships and stations, and what makes files right. The keys of options and policies stand
//! with [`crate::options`] and [`crate::policy`].

mod check;
pub mod codes;
mod options;
mod ship;

use lanchester_scenario::GameFiles;

use crate::Fires;
use crate::design::{Design, MAX_SHIPS};
use crate::rating::{HOUSE_RATING, house_cost};

impl GameFiles for Fires {
    const MAX_SHIPS: usize = MAX_SHIPS;
    const FORMATIONS: bool = true;
    const RATING_KEY: &'static str = "cost";
    const HOUSE_RATING: &'static str = HOUSE_RATING;

    const PORTFOLIO: &'static [&'static str] = &["charge", "default", "first", "greedy", "lavish"];

    lanchester_scenario::files_by_room!();

    fn in_formation(design: &Design, formation: u8) -> Option<Design> {
        Some(Design { formation: Some(formation), ..design.clone() })
    }

    fn varied(document: &mut toml::Table) {
        // What is not printed anywhere is nobody's reconstruction.
        document.insert("origin".to_owned(), "original".into());
        document.remove("reconstructed");
    }

    fn notation(ships: Option<&[&Design]>) -> Vec<String> {
        crate::notation::notation(ships)
    }

    fn places(_battle: Option<u64>) -> Vec<String> {
        crate::notation::places()
    }

    fn model_rating(design: &Design) -> Option<u32> {
        Some(house_cost(design))
    }
}
