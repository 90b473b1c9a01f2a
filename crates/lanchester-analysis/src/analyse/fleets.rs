//! What fleet actions say of adding ratings up.

use std::collections::HashMap;

use lanchester_stats::exponent::{Action, fit};

use super::calibration::{Sided, summary};
use super::pooled::{Bout, Couple, bouts};
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
    let mut fleets: HashMap<&str, usize> = HashMap::new();
    for entrant in all.iter().flat_map(|bout| bout.entrants) {
        let next = fleets.len();
        fleets.entry(&entrant.id).or_insert(next);
    }
    // Each fleet's actions are predicted without it; of more fleets than this that would take all night, and most of them
    // fought once anyway: actions are dealt into so many lots, and each lot predicted without its own.
    const MOST: usize = 100;
    let sides = |i: usize, bout: &Bout| match fleets.len() <= MOST {
        true => bout.entrants.map(|e| fleets[e.id.as_str()]),
        false => [2 * (i % (MOST / 2)), 2 * (i % (MOST / 2)) + 1],
    };
    let sided: Vec<Sided> = all
        .iter()
        .enumerate()
        .filter_map(|(i, bout)| {
            let ships = |side: usize| bout.entrants[side].ships.iter().map(index).collect::<Option<Vec<usize>>>();
            let ships = [ships(0)?, ships(1)?];
            let whole = ships.iter().all(|side| !side.is_empty());
            whole.then_some(Sided { sides: sides(i, bout), ships, bout })
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
