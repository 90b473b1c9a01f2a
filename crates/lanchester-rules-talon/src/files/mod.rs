//! Talon's half of the scenario files: the keys of ships and stations, and what makes files right. The keys of options and
//! policies stand with [`crate::options`] and [`crate::policy`].
//!
//! Limits are those of [`crate::design`].

mod check;
pub mod codes;
mod options;
mod ship;
mod words;

use lanchester_scenario::{Craft, GameFiles};

use crate::Talon;
use crate::design::{Design, MAX_MISSILES, MAX_SHIPS};

impl GameFiles for Talon {
    const MAX_SHIPS: usize = MAX_SHIPS;
    const RATING_KEY: &'static str = "points";
    const CRAFT: Craft = Craft { most: MAX_MISSILES, name: "missile weapons", code: codes::TOO_MANY_MISSILES };

    const PORTFOLIO: &'static [&'static str] = &["bow-on", "default", "eager", "patient", "unwary"];

    lanchester_scenario::files_by_room!();

    fn notation(ships: Option<&[&Design]>) -> Vec<String> {
        crate::notation::notation(ships)
    }

    fn places(battle: Option<u64>) -> Vec<String> {
        crate::notation::places(battle)
    }

    fn craft(design: &Design) -> usize {
        design.launchers()
    }
}
