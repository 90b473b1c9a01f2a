//! Starmada X's half of the scenario files: the keys of ships and stations, and what makes files right. The keys of
//! options and policies stand with [`crate::options`] and [`crate::policy`].
//!
//! Limits are those of [`crate::design`]; the format is described in `book/src/keys/starmada-x.md`.

mod check;
pub mod codes;
mod objects;
mod options;
mod ship;
mod swept;
mod words;

use lanchester_scenario::table_schema::Key;
use lanchester_scenario::{Craft, Fields, GameFiles, Report, Swept};

use crate::StarmadaX;
use crate::design::{Design, MAX_FLIGHTS, MAX_RATING, MAX_SHIPS};
use crate::options::Options;
use crate::rating::house_rating;

impl GameFiles for StarmadaX {
    const MAX_SHIPS: usize = MAX_SHIPS;
    const CRAFT: Craft = Craft { most: MAX_FLIGHTS, name: "fighter flights", code: codes::TOO_MANY_FLIGHTS };

    const HOUSE_RATING: &'static str = crate::rating::HOUSE_RATING;

    const PORTFOLIO: &'static [&'static str] = &["counter", "default", "foresight", "hold", "steady"];

    lanchester_scenario::files_by_room!();

    fn matchup_keys() -> Vec<Key> {
        vec![objects::key()]
    }

    fn scene(fields: &Fields, options: Options, report: &mut Report) -> Option<Options> {
        Some(Options { objects: objects::read(fields, options.board, report), ..options })
    }

    fn fleet_limit(options: &Options) -> Option<u32> {
        options.fleet_limit
    }

    fn on_board(options: &Options, times: f64) -> Option<Options> {
        options.on_board(times)
    }

    fn swept(path: &str, value: &toml::Value) -> Option<Swept> {
        swept::swept(path, value)
    }

    fn varied(document: &mut toml::Table) {
        // What is not printed anywhere is nobody's reconstruction, and its chart follows from its boxes (X A.3.2).
        document.insert("origin".to_owned(), "original".into());
        document.remove("reconstructed");
    }

    fn notation(ships: Option<&[&Design]>) -> Vec<String> {
        crate::notation::notation(ships)
    }

    fn places(battle: Option<u64>) -> Vec<String> {
        crate::notation::places(battle)
    }

    fn craft(design: &Design) -> usize {
        design.flights()
    }

    fn worked_out(design: &Design) -> Vec<(&'static str, String)> {
        let chart = design.chart.map(|entry| format!("\"{entry}\"")).join(", ");
        vec![("chart", format!("[{chart}]")), ("rating", design.rating.to_string())]
    }

    fn model_rating(design: &Design) -> Option<u32> {
        Some(house_points(design))
    }
}

/// The house rating in whole points above zero.
fn house_points(design: &Design) -> u32 {
    (house_rating(design).round() as u32).clamp(1, MAX_RATING)
}
