//! From a sweep's variants to cells, and from what was played to what is reported.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lanchester_analysis::hash::hash;
use lanchester_analysis::study::{FieldedForce, Input, Setup};
use lanchester_analysis::sweep::{Cell, Opponent, Parameter, SweepResults, Value, Variant};
use lanchester_core::arena::{CellJob, Chunk, SEARCHED_PAIRS, chunk_pairs};
use lanchester_core::{Combatant, Commander, Force, Matchup, SEARCH};
use lanchester_games::Game;
use lanchester_lanes::dice::mix64;
use lanchester_scenario::sweep::{Sweep, SweptValue};
use lanchester_store::{Identity, InputFile, Shard};

use crate::cell_number::CellNumber;
use crate::error::StudyError;
use crate::journal::Journal;
use crate::precision::{Kept, Precision, known};
use crate::runner::Runner;

/// The cells of a sweep, and which variant, opponent and policy each is.
pub struct Plan<G: Game> {
    /// The cells.
    pub cells: Vec<CellJob<G>>,
    /// Variant, opponent and policy of each.
    pub of: Vec<[usize; 3]>,
}

/// Every variant against every opponent under every policy. Cells of one opponent and policy share their dice: variants
/// differ by what they are, not by their luck.
pub fn jobs<G: Game>(sweep: &Sweep<G>, precision: Precision) -> Plan<G> {
    let pairs = match precision {
        Precision::Pairs(pairs) => pairs,
        Precision::HalfWidth(_) | Precision::Budget(_) => G::CHUNK_PAIRS,
    };
    let (mut cells, mut of) = (Vec::new(), Vec::new());
    for (v, variant) in sweep.variants.iter().enumerate() {
        for (o, opponent) in sweep.opponents.iter().enumerate() {
            for (p, (_, policy)) in sweep.policies.iter().enumerate() {
                let force = |name: &str, ships: &[(String, Arc<G::Design>)], commander: &Commander<G>| Force {
                    name: name.to_owned(),
                    ships: ships.iter().map(|(_, ship)| Arc::clone(ship)).collect(),
                    stations: None,
                    commander: commander.clone(),
                };
                let forces = [
                    force(&variant_name(sweep, v), &variant.ships, &variant.policies[p].1),
                    force(&opponent.name, &opponent.ships, policy),
                ];
                let matchup = Matchup { name: String::new(), forces, options: variant.options.clone() };
                let number = CellNumber::Sweep { opponent: o, policy: p, policies: sweep.policies.len() }.get();
                cells.push(CellJob { number, matchup, pairs });
                of.push([v, o, p]);
            }
        }
    }
    Plan { cells, of }
}

/// Plays one chunk of each of so many parts of a sweep again, and compares; returns how many chunks that were.
///
/// # Errors
/// One went otherwise: see [`StudyError::Audit`]; or the store cannot be read.
pub fn audit<G: Game>(
    runner: &Runner,
    journal: &Journal<'_>,
    cells: &[CellJob<G>],
    parts: u32,
    stop: &AtomicBool,
) -> Result<u64, StudyError> {
    let mut audited = 0;
    for part in 0..parts as usize {
        let own = (part..cells.len()).step_by(parts as usize);
        let stored: Vec<(usize, u64)> =
            own.flat_map(|cell| journal.chunks_of(cell).into_iter().map(move |chunk| (cell, chunk))).collect();
        // Which one cannot be known before all parts have been played: it hangs on what the store holds.
        let chosen = mix64(journal.mark() ^ mix64(part as u64)) % (stored.len() as u64).max(1);
        let Some(&(cell, number)) = stored.get(chosen as usize) else { continue };
        let kept = journal.chunk(cell, number)?;
        let first = number * chunk_pairs(cells);
        let chunk = Chunk { cell, pairs: first..first + kept.pairs };
        let Some(again) = runner.play_one(cells, chunk, stop) else { break };
        if again != kept {
            return Err(StudyError::Audit { part: part as u32 + 1, parts, path: journal.path().to_owned() });
        }
        audited += 1;
    }
    Ok(audited)
}

/// `variant 7 (hull 14, thrust 4)`.
fn variant_name<G: Game>(sweep: &Sweep<G>, v: usize) -> String {
    let variant = &sweep.variants[v];
    let values = sweep.parameters.iter().zip(&variant.values);
    let values: Vec<String> = values.map(|(parameter, value)| format!("{} {value}", parameter.name)).collect();
    format!("variant {} ({})", variant.number, values.join(", "))
}

/// What a store of this run belongs to.
pub fn identity<G: Game>(
    sweep: &Sweep<G>,
    seed: u64,
    precision: Precision,
    cells: usize,
    shard: Option<Shard>,
) -> Identity {
    let setup = setup(sweep, seed, precision);
    Identity {
        study: sweep.id.clone(),
        game: G::NAME.to_owned(),
        rules_version: G::VERSION,
        stream_version: lanchester_lanes::dice::STREAM_VERSION,
        seed,
        study_hash: lanchester_analysis::hash::study_hash(&setup),
        inputs: sweep
            .inputs
            .iter()
            .map(|input| InputFile { path: input.path.clone(), blake3: hash(input.text.as_bytes()) })
            .collect(),
        cells: cells as u64,
        plan: precision.words(),
        shard,
    }
}

fn setup<G: Game>(sweep: &Sweep<G>, seed: u64, precision: Precision) -> Setup {
    let ids = |ships: &[(String, Arc<G::Design>)]| ships.iter().map(|(id, _)| id.clone()).collect();
    Setup {
        id: sweep.id.clone(),
        name: sweep.name.clone(),
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        game: G::NAME.to_owned(),
        rules_version: G::VERSION,
        stream_version: lanchester_lanes::dice::STREAM_VERSION,
        seed,
        options: std::iter::once(("precision".to_owned(), precision.words()))
            .chain(sweep.search.as_ref().map(|search| (SEARCH.to_owned(), search.text())))
            // Parts of a run are known by their size.
            .chain(sweep.search.as_ref().map(|_| ("searched at once".to_owned(), format!("{SEARCHED_PAIRS} pairs"))))
            .collect(),
        inputs: sweep.inputs.iter().map(|i| Input { name: i.path.clone(), text: i.text.clone() }).collect(),
        forces: sweep
            .opponents
            .iter()
            .map(|opponent| FieldedForce {
                name: opponent.name.clone(),
                ships: ids(&opponent.ships),
                rating: opponent.ships.iter().map(|(_, ship)| ship.rating()).sum(),
            })
            .collect(),
        ..Setup::default()
    }
}

/// Everything that was played, with what it was.
///
/// # Errors
/// The store cannot be read.
pub fn results<G: Game>(
    sweep: &Sweep<G>,
    seed: u64,
    precision: Precision,
    plan: &Plan<G>,
    battles: &Kept<'_, G>,
) -> Result<SweepResults, StudyError> {
    let cell = |(number, [variant, opponent, policy]): (usize, &[usize; 3])| -> Result<Cell, StudyError> {
        let (tally, sequence) = if precision.depends_on_results() {
            let (tally, interval) = known(battles, number, plan.cells.len())?;
            (tally, Some(interval))
        } else {
            (battles.journal.cell(number)?, None)
        };
        Ok(Cell { variant: *variant, opponent: *opponent, policy: *policy, tally, sequence })
    };
    let value = |value: &SweptValue| match value {
        SweptValue::Whole(n) => Value::Whole(*n),
        SweptValue::Real(x) => Value::Real(*x),
        SweptValue::Text(text) => Value::Text(text.clone()),
        SweptValue::Flag(flag) => Value::Flag(*flag),
    };
    let setup = setup(sweep, seed, precision);
    Ok(SweepResults {
        opponents: sweep
            .opponents
            .iter()
            .zip(&setup.forces)
            .map(|(o, force)| Opponent { id: o.id.clone(), name: o.name.clone(), rating: force.rating })
            .collect(),
        setup,
        parameters: sweep
            .parameters
            .iter()
            .map(|p| Parameter { name: p.name.clone(), field: p.field.clone() })
            .collect(),
        variants: sweep
            .variants
            .iter()
            .map(|v| Variant { number: v.number, values: v.values.iter().map(value).collect(), rating: v.rating })
            .collect(),
        left_out: sweep.left_out,
        base_rating: sweep.base_rating,
        unrated: sweep.variants.iter().flat_map(|v| &v.ships).any(|(_, ship)| ship.printed().is_none()),
        policies: sweep.policies.iter().map(|(id, _)| id.clone()).collect(),
        cells: plan.of.iter().enumerate().map(cell).collect::<Result<_, _>>()?,
    })
}
