//! What fleet actions say of adding ratings up.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use lanchester_stats::exponent::{Action, fit};

use super::calibration::{Sided, summary};
use super::pooled::{PolicyPair, PooledMatchup, pooled};
use crate::analysis::FleetLaw;
use crate::study::{CellResult, DesignInfo, StudyResults};

/// The law of a policy pair's fleet actions; nothing if it has none, or once `stop` is raised.
pub fn law(study: &StudyResults, policy_pair: &PolicyPair, stop: &AtomicBool) -> Option<FleetLaw> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    // The same fleets may meet in several groups, under other options: each group's pooled matchups are its own.
    let mut all = Vec::new();
    for group in super::groups(study) {
        let cells: Vec<&CellResult> = study.cells.iter().filter(|c| !c.duel && c.group == group).collect();
        all.extend(pooled(&cells, policy_pair).into_iter().filter(|pooled_matchup| !pooled_matchup.is_mirror()));
    }
    if all.is_empty() {
        return None;
    }
    let designs: Vec<&DesignInfo> = study.designs.iter().collect();
    let index = |id: &String| designs.iter().position(|d| d.id == *id);
    let mut fleets: HashMap<&str, usize> = HashMap::new();
    for entrant in all.iter().flat_map(|pooled_matchup| pooled_matchup.entrants) {
        let next = fleets.len();
        fleets.entry(&entrant.id).or_insert(next);
    }
    // Each fleet's actions are predicted without it; of more fleets than this that would take all night, and most of them
    // fought once anyway: actions are dealt into so many lots, and each lot predicted without its own.
    const MOST: usize = 100;
    let sides = |i: usize, pooled_matchup: &PooledMatchup| match fleets.len() <= MOST {
        true => pooled_matchup.entrants.map(|e| fleets[e.id.as_str()]),
        false => [2 * (i % (MOST / 2)), 2 * (i % (MOST / 2)) + 1],
    };
    let sided: Vec<Sided> = all
        .iter()
        .enumerate()
        .filter_map(|(i, pooled_matchup)| {
            let ships =
                |side: usize| pooled_matchup.entrants[side].ships.iter().map(index).collect::<Option<Vec<usize>>>();
            let ships = [ships(0)?, ships(1)?];
            let whole = ships.iter().all(|side| !side.is_empty());
            whole.then_some(Sided { sides: sides(i, pooled_matchup), ships, pooled_matchup })
        })
        .collect();
    let ratings = |ships: &[usize]| ships.iter().map(|i| f64::from(designs[*i].rating)).collect::<Vec<f64>>();
    let actions: Vec<Action> = sided
        .iter()
        .map(|s| Action { a: ratings(&s.ships[0]), b: ratings(&s.ships[1]), pairs: s.pooled_matchup.pairs })
        .collect();
    let found = fit(&actions);
    Some(FleetLaw {
        policies: policy_pair.names(),
        actions: all.len(),
        exponent: found.as_ref().ok().map(|found| found.exponent),
        no_exponent: found.err().map(|error| error.to_string()),
        calibration: summary(&designs, &sided),
    })
}
