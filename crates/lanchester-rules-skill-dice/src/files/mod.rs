//! Skill Dice's half of the scenario files: the keys of ships and stations, and what makes files right. The keys of options and
//! policies stand with [`crate::options`] and [`crate::policy`], those of cards with [`crate::card`].

mod check;
pub mod codes;
mod options;
mod ship;
mod words;

use lanchester_scenario::table_schema::TableSchema;
use lanchester_scenario::{Fields, GameFiles, Report};

use crate::SkillDice;
use crate::card;
use crate::design::{Design, MAX_SHIPS};
use crate::rating::{HOUSE_RATING, house_points};

impl GameFiles for SkillDice {
    const MAX_SHIPS: usize = MAX_SHIPS;
    const RATING_KEY: &'static str = "points";

    const HOUSE_RATING: &'static str = HOUSE_RATING;

    const PORTFOLIO: &'static [&'static str] = &["charge", "default", "greedy", "headlong", "hold"];

    lanchester_scenario::files_by_room!();

    fn card_schema() -> Option<TableSchema> {
        Some(card::read::schema())
    }

    fn card(fields: &Fields, report: &mut Report) {
        card::read::read(fields, report);
    }

    fn with_card_of(design: Design, other: &Design) -> Design {
        Design { card: other.card.clone(), ..design }
    }

    fn varied(document: &mut toml::Table) {
        // What is not printed anywhere is nobody's reconstruction.
        document.insert("origin".to_owned(), "original".into());
        document.remove("reconstructed");
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
