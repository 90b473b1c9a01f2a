//! Nova's half of the scenario files: the keys of ships and stations, and what makes files right. The keys of
//! options and policies stand with [`crate::options`] and [`crate::policy`].
//!
//! Limits are those of [`crate::design`]; the format is described in `book/src/keys/nova.md`.

mod check;
pub mod codes;
mod options;
mod ship;
mod swept;
mod words;

use lanchester_scenario::{GameFiles, Swept};

use crate::Nova;
use crate::design::{Design, MAX_RATING, MAX_SHIPS};
use crate::options::{BATTLE_SIZES, Options};
use crate::rating::house_rating;

impl GameFiles for Nova {
    const MAX_SHIPS: usize = MAX_SHIPS;

    const HOUSE_RATING: &'static str = crate::rating::HOUSE_RATING;

    const PORTFOLIO: &'static [&'static str] = &["default", "front-row", "greedy", "hold", "open-order"];

    lanchester_scenario::files_by_room!();

    fn label(options: &Options) -> Option<String> {
        options.size.map(|size| BATTLE_SIZES[size].0.to_owned())
    }

    fn fleet_limit(options: &Options) -> Option<u32> {
        options.fleet_limit()
    }

    fn swept(path: &str, value: &toml::Value) -> Option<Swept> {
        swept::swept(path, value)
    }

    fn varied(document: &mut toml::Table) {
        // What is not printed anywhere is nobody's reconstruction.
        document.insert("origin".to_owned(), "original".into());
        document.remove("reconstructed");
    }

    fn worked_out(design: &Design) -> Vec<(&'static str, String)> {
        vec![("rating", design.rating.to_string())]
    }

    fn notation(ships: Option<&[&Design]>) -> Vec<String> {
        crate::notation::notation(ships)
    }

    fn places(battle: Option<u64>) -> Vec<String> {
        crate::notation::places(battle)
    }

    fn model_rating(design: &Design) -> Option<u32> {
        Some(house_points(design))
    }
}

/// The house rating in whole points above zero.
fn house_points(design: &Design) -> u32 {
    (house_rating(design).round() as u32).clamp(1, MAX_RATING)
}
