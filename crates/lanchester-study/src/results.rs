//! From a study to its cells, and from what was played to what is analysed.

use std::collections::BTreeMap;

use lanchester_analysis::analysis::PARTIAL;
use lanchester_analysis::grouped;
use lanchester_analysis::study::{CellResult, DesignInfo, Entrant, FieldedForce, Input, Setup, StudyResults};
use lanchester_core::arena::CellJob;
use lanchester_core::{Combatant, SEARCH};
use lanchester_games::Game;
use lanchester_scenario::{Cell, Study, StudyDesign};

use crate::cell_number::CellNumber;
use crate::exploitability::exploitability;
use crate::runner::Played;

/// The cells of a study as they are played.
pub fn jobs<G: Game>(study: &Study<G>, pairs: Option<u64>) -> Vec<CellJob<G>> {
    let job = |cell: &Cell<G>| CellJob {
        number: CellNumber::Study(cell.number).get(),
        matchup: cell.matchup.clone(),
        pairs: pairs.unwrap_or(cell.pairs),
    };
    study.cells.iter().map(job).collect()
}

/// Whether what is missing of a run, as [`PARTIAL`] says it, is battles of its cells: how its designs compare is not known then, as some
/// met fewer of the others.
pub fn lacks_cells(missing: &str) -> bool {
    missing.ends_with(" battles")
}

/// Everything about a played study. What is missing of an interrupted one is said under [`PARTIAL`]; cells of which nothing was
/// played are left out.
pub fn results<G: Game>(
    study: &Study<G>,
    seed: u64,
    pairs: Option<u64>,
    played: &Played,
    created: Option<String>,
) -> StudyResults {
    let mut options = options(study);
    if let Some(pairs) = pairs {
        options.insert("pairs".to_owned(), pairs.to_string());
    }
    options.extend(study.search.as_ref().map(|search| (SEARCH.to_owned(), search.text())));
    if played.interrupted {
        // Among the options, because it decides what the tables say.
        let asked: u64 = study.cells.iter().map(|cell| 2 * pairs.unwrap_or(cell.pairs)).sum();
        let said = format!("interrupted: {} of {} battles", grouped(played.battles()), grouped(asked));
        options.insert(PARTIAL.to_owned(), said);
    }
    StudyResults {
        setup: Setup {
            id: study.id.clone(),
            name: study.name.clone(),
            tool_version: env!("CARGO_PKG_VERSION").to_owned(),
            game: G::NAME.to_owned(),
            rules_version: G::VERSION,
            stream_version: lanchester_lanes::dice::STREAM_VERSION,
            seed,
            options,
            inputs: study.inputs.iter().map(|i| Input { name: i.path.clone(), text: i.text.clone() }).collect(),
            forces: forces(study),
            level: played.level.to_string(),
            threads: played.threads,
            hash: None,
            created,
            exploitability: exploitability(study),
        },
        designs: study.designs.iter().map(design::<G>).collect(),
        cells: study
            .cells
            .iter()
            .zip(&played.tallies)
            .filter(|(_, tally)| tally.pairs > 0)
            .map(|(cell, tally)| {
                let entrants = [0, 1].map(|side| entrant(cell, side));
                let group = cell.group.clone();
                let number = CellNumber::Study(cell.number).get();
                CellResult { number, group, entrants, duel: cell.duel, tally: tally.clone() }
            })
            .collect(),
        prices: Vec::new(),
        prices_by_size: Vec::new(),
        readings: Vec::new(),
        robust: Vec::new(),
        commanders: Vec::new(),
    }
}

fn entrant<G: Game>(cell: &Cell<G>, side: usize) -> Entrant {
    let force = &cell.matchup.forces[side];
    Entrant {
        id: cell.entrants[side].clone(),
        name: force.name.clone(),
        rating: force.rating(),
        policy: cell.policies[side].clone(),
        ships: cell.ships[side].clone(),
    }
}

fn design<G: Game>(of: &StudyDesign<G>) -> DesignInfo {
    let about = G::describe(&of.design);
    DesignInfo {
        id: of.id.clone(),
        name: of.design.name().to_owned(),
        class: about.class,
        faction: (!about.faction.is_empty()).then_some(about.faction),
        rating: of.design.rating(),
        unrated: of.design.printed().is_none(),
        origin: about.origin.to_owned(),
        extras: about.extras.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
    }
}

/// The options of each group, as `group.option`, defaults included.
fn options<G: Game>(study: &Study<G>) -> BTreeMap<String, String> {
    let cells = study.cells.iter();
    let of = |cell: &Cell<G>| {
        G::options_text(&cell.matchup.options)
            .into_iter()
            .map(|(key, value)| (format!("{}.{key}", cell.group), value))
            .collect::<Vec<_>>()
    };
    cells.flat_map(of).collect()
}

/// Every ship that duelled and every fleet, each once.
fn forces<G: Game>(study: &Study<G>) -> Vec<FieldedForce> {
    let duelled = |d: &&StudyDesign<G>| study.cells.iter().any(|cell| cell.duel && cell.entrants.contains(&d.id));
    let ships = study.designs.iter().filter(duelled).map(|d| FieldedForce {
        name: d.design.name().to_owned(),
        ships: vec![d.id.clone()],
        rating: d.design.rating(),
    });
    let fleets = study.fleets.iter().map(|fleet| FieldedForce {
        name: fleet.name.clone(),
        ships: fleet.ships.iter().map(|(id, _)| id.clone()).collect(),
        rating: fleet.rating(),
    });
    ships.chain(fleets).collect()
}
