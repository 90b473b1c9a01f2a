//! How many fleet actions there are, and how many of them are different: random fleets may be drawn twice.

use std::collections::BTreeSet;

use lanchester_analysis::analysis::CellSummary;

use crate::digits::grouped;
use crate::html::say;

/// `360 actions`, or `360 actions (325 different matchups)` where some are played twice, each time with other dice.
pub(crate) fn counted(actions: &[&CellSummary], one: &str, many: &str) -> String {
    let all = say::counted(actions.len(), one, many);
    match actions.iter().map(|cell| matchup(cell)).collect::<BTreeSet<_>>().len() {
        different if different == actions.len() => all,
        1 => format!("{all} (all of one matchup)"),
        different => format!("{all} ({} different matchups)", grouped(different as u64)),
    }
}

/// The ships of a side, in alphabetical order, and who commands them.
type Fleet<'c> = (Vec<&'c str>, &'c str);

/// Under which options which fleets meet, whichever of them is A.
fn matchup(cell: &CellSummary) -> (&str, [Fleet<'_>; 2]) {
    let mut fleets = cell.entrants.each_ref().map(|fleet| {
        let mut ships: Vec<&str> = fleet.ships.iter().map(String::as_str).collect();
        ships.sort_unstable();
        // Where nobody says what it is made of, a fleet is known by its id.
        (if ships.is_empty() { vec![fleet.id.as_str()] } else { ships }, fleet.policy.as_str())
    });
    fleets.sort();
    (&cell.group, fleets)
}

#[cfg(test)]
mod tests {
    use lanchester_analysis::study::{CellResult, Entrant};
    use lanchester_analysis::summary;
    use lanchester_core::Tally;

    use super::*;

    fn action(group: &str, fleets: [(&str, &str); 2]) -> CellSummary {
        let entrants = fleets.map(|(id, ships)| Entrant {
            id: id.to_owned(),
            name: id.to_owned(),
            rating: 100,
            policy: "default".to_owned(),
            ships: ships.split_whitespace().map(str::to_owned).collect(),
        });
        summary(&CellResult { number: 0, group: group.to_owned(), entrants, duel: false, tally: Tally::new() })
    }

    /// The order of ships and sides is none of a matchup's; the group, which has its own options, is.
    #[test]
    fn what_is_drawn_twice_is_one_matchup() {
        let cells = [
            action("small", [("1", "ibex ibex oryx"), ("2", "mistral")]),
            action("small", [("3", "mistral"), ("4", "ibex oryx ibex")]),
            action("small", [("5", "ibex oryx"), ("6", "mistral")]),
            action("large", [("7", "ibex ibex oryx"), ("8", "mistral")]),
        ];
        let cells: Vec<&CellSummary> = cells.iter().collect();
        assert_eq!(counted(&cells, "action", "actions"), "4 actions (3 different matchups)");
        assert_eq!(counted(&cells[1..], "action", "actions"), "3 actions");
        assert_eq!(counted(&cells[..1], "action", "actions"), "1 action");
        assert_eq!(counted(&cells[..2], "action", "actions"), "2 actions (all of one matchup)");
        assert_eq!(counted(&[], "action", "actions"), "0 actions");
    }
}
