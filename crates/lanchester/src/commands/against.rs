//! Against whom ships are priced: a price is one of a field.

use lanchester_core::Combatant;
use lanchester_games::Game;
use lanchester_scenario::StudyDesign;
use lanchester_study::price::Field;
use serde::Serialize;

use crate::wording::count;

/// Whom a ship met.
#[derive(Serialize)]
pub struct AgainstJson<'a> {
    /// The study.
    study: &'a str,
    /// How many of its ships make up the fleets of the other side.
    ships: usize,
    /// Its ships that are left out, by id: the ship itself, under whatever name, or the one of its id that it varies.
    left_out: Vec<&'a str>,
}

/// Whom a ship met of this field of a study.
pub fn against<'a, G: Game>(field: &Field<'a, G>, study: &'a str, ship: &StudyDesign<G>) -> AgainstJson<'a> {
    let left_out = field.left_out(ship).into_iter().map(|(design, _)| design.id.as_str()).collect();
    AgainstJson { study, ships: field.others(ship).len(), left_out }
}

/// Whom these ships met, and what that decides, in sentences.
pub fn sentences<G: Game>(field: &Field<G>, study: &str, ships: &[StudyDesign<G>]) -> String {
    let mut met: Vec<usize> = ships.iter().map(|ship| field.others(ship).len()).collect();
    met.sort_unstable();
    met.dedup();
    let (last, fewer) = met.split_last().map_or((0, &[][..]), |(last, fewer)| (*last, fewer));
    let fewer: String = fewer.iter().map(|met| format!("{met} or ")).collect();
    let left_out = match ships {
        [ship] => left_out(field, ship),
        _ => "no ship meets itself".to_owned(),
    };
    format!(
        "Against {fewer}{} of the study `{study}`; {left_out}. The field decides the price, and so whether a ship is \
         underpriced or overpriced: against other ships it can be the other.",
        count(last as u64, "other ship")
    )
}

/// Which ships of the field one does not meet.
fn left_out<G: Game>(field: &Field<G>, ship: &StudyDesign<G>) -> String {
    let name = |design: &StudyDesign<G>| lanchester_report::columns::clean(design.design.name());
    match field.left_out(ship).as_slice() {
        [] => "none of them is the ship itself".to_owned(),
        [(one, true)] => format!("{} is the ship itself and is left out", name(one)),
        [(one, false)] => format!("{} has the ship's id and is left out as what it varies", name(one)),
        many => {
            let names: Vec<String> = many.iter().map(|(design, _)| name(design)).collect();
            format!("{} are the ship itself, or have its id, and are left out", names.join(" and "))
        }
    }
}
