//! What fleet actions say of adding ratings up.

use lanchester_stats::exponent::{Action, fit};

use super::bouts::{Couple, bouts};
use super::calibration::{Sided, summary};
use crate::analysis::FleetLaw;
use crate::study::{CellResult, DesignInfo, StudyResults};

/// The law of a couple's fleet actions; nothing if it has none.
pub fn law(study: &StudyResults, couple: &Couple) -> Option<FleetLaw> {
    // The same fleets may meet in several groups, under other options: each group's bouts are its own.
    let mut all = Vec::new();
    for group in super::groups(study) {
        let cells: Vec<&CellResult> = study.cells.iter().filter(|c| !c.duel && c.group == group).collect();
        all.extend(bouts(&cells, couple).into_iter().filter(|bout| !bout.is_mirror()));
    }
    if all.is_empty() {
        return None;
    }
    let designs: Vec<&DesignInfo> = study.designs.iter().collect();
    let index = |id: &String| designs.iter().position(|d| d.id == *id);
    let mut fleets: Vec<&str> = Vec::new();
    let mut number = |id| {
        fleets.iter().position(|known| *known == id).unwrap_or_else(|| {
            fleets.push(id);
            fleets.len() - 1
        })
    };
    let sided: Vec<Sided> = all
        .iter()
        .filter_map(|bout| {
            let ships = |side: usize| bout.entrants[side].ships.iter().map(index).collect::<Option<Vec<usize>>>();
            let ships = [ships(0)?, ships(1)?];
            let whole = ships.iter().all(|side| !side.is_empty());
            let sides = bout.entrants.map(|e| number(e.id.as_str()));
            whole.then_some(Sided { sides, ships, bout })
        })
        .collect();
    let ratings = |ships: &[usize]| ships.iter().map(|i| f64::from(designs[*i].rating)).collect::<Vec<f64>>();
    let actions: Vec<Action> = sided
        .iter()
        .map(|s| Action { a: ratings(&s.ships[0]), b: ratings(&s.ships[1]), pairs: s.bout.pairs })
        .collect();
    let found = fit(&actions);
    Some(FleetLaw {
        policies: couple.names(),
        actions: all.len(),
        exponent: found.as_ref().ok().map(|found| found.exponent),
        no_exponent: found.err().map(|error| error.to_string()),
        calibration: summary(&designs, &sided),
    })
}
