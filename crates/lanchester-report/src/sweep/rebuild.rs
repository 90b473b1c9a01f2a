//! A stored sweep back into what a finished one hands over, from `sweep.parquet` and its footer alone. Everything else is
//! worked out again.

use std::collections::HashMap;

use lanchester_analysis::sweep::{Cell, IntervalKind, Opponent, Parameter, SweepResults, Value, Variant};
use lanchester_stats::Interval;

use super::tables::Footer;
use crate::folder::StoredRun;
use crate::frame::Values;
use crate::rebuild::{RebuildError, Rows, counts, footer, setup};
use crate::schema::{PARAMETER, SWEEP};

/// A finished sweep out of a stored run. What changes no result (level, threads, inputs) and what no number of a sweep is
/// made of (initiative, points left) comes back empty.
///
/// # Errors
/// If values are missing or contradict each other, although the files are what the manifest says, or the run is a study.
pub fn rebuild(run: &StoredRun) -> Result<SweepResults, RebuildError> {
    let rows = Rows::of(run, &SWEEP)?;
    let file = SWEEP.file;
    let bad = |e: serde_json::Error| RebuildError { file, why: format!("lanchester.sweep: {e}") };
    let own: Footer = serde_json::from_str(footer(run, file, "sweep")?).map_err(bad)?;
    let columns: Vec<&Values> = own.parameters.iter().map(|p| column(&rows, p)).collect::<Result<_, _>>()?;
    let further = rows.frame.columns.iter().filter(|(name, _)| name.starts_with(PARAMETER)).count();
    if further != own.parameters.len() {
        return Err(rows.wrong(format!("{further} columns of parameters, but {} parameters", own.parameters.len())));
    }
    let mut sweep = SweepResults {
        setup: setup(run, file)?,
        parameters: own.parameters,
        variants: Vec::new(),
        left_out: own.left_out,
        base_rating: own.base_rating,
        unrated: own.unrated,
        opponents: Vec::new(),
        policies: own.policies.clone(),
        cells: Vec::new(),
    };
    let mut places: HashMap<u64, usize> = HashMap::new();
    for row in 0..rows.frame.rows() {
        let variant = Variant {
            number: rows.count("variant", row)?,
            values: columns
                .iter()
                .zip(&sweep.parameters)
                .map(|(c, p)| value(&rows, c, p, row))
                .collect::<Result<_, _>>()?,
            rating: rows.points("rating", row)?,
        };
        let opponent = Opponent {
            id: rows.word("opponent", row)?,
            name: rows.word("opponent_name", row)?,
            rating: rows.points("opponent_rating", row)?,
        };
        let differs =
            |what: &str| rows.wrong(format!("row {}: this {what} differs from itself in a row above", row + 1));
        let place = *places.entry(variant.number).or_insert(sweep.variants.len());
        match sweep.variants.get(place) {
            None => sweep.variants.push(variant),
            Some(known) if *known == variant => {}
            Some(_) => return Err(differs("variant")),
        }
        let against = match sweep.opponents.iter().position(|known| known.id == opponent.id) {
            Some(known) if sweep.opponents[known] == opponent => known,
            Some(_) => return Err(differs("opponent")),
            None => {
                sweep.opponents.push(opponent);
                sweep.opponents.len() - 1
            }
        };
        let policy = rows.word("policy", row)?;
        // Rows stand in plan order, policies fastest; one may be named twice.
        let turn = row % own.policies.len().max(1);
        let index = if own.policies.get(turn) == Some(&policy) { Some(turn) } else { None };
        let index = index.or_else(|| own.policies.iter().position(|known| *known == policy));
        let index = index.ok_or_else(|| rows.wrong(format!("row {}: the policy `{policy}`", row + 1)))?;
        let tally = counts(&rows, row, [["wins", "losses"], ["major_wins", "major_losses"]])?;
        let sequence = sequence(&rows, row)?;
        sweep.cells.push(Cell { variant: place, opponent: against, policy: index, tally, sequence });
    }
    if sweep.cells.iter().any(|cell| cell.sequence.is_some() != sweep.cells[0].sequence.is_some()) {
        return Err(rows.wrong("intervals of both kinds; expected one".to_owned()));
    }
    Ok(sweep)
}

/// The interval of a cell where it does not follow from the counts.
fn sequence(rows: &Rows, row: usize) -> Result<Option<Interval>, RebuildError> {
    let word = rows.word("interval_kind", row)?;
    match IntervalKind::by_name(&word) {
        Some(IntervalKind::FixedSample) => Ok(None),
        Some(IntervalKind::AnytimeValid) => {
            let end = |name: &str| rows.real(name, row).ok_or_else(|| rows.missing(name, row));
            let (estimate, low, high) = (end("score")?, end("score_low")?, end("score_high")?);
            let inside = 0.0 <= low && low <= estimate && estimate <= high && high <= 1.0;
            let why = || rows.wrong(format!("row {}: a score of {estimate} from {low} to {high}", row + 1));
            inside.then_some(Some(Interval { estimate, low, high })).ok_or_else(why)
        }
        None => Err(rows.wrong(format!("row {}: the kind of interval `{word}`", row + 1))),
    }
}

fn column<'f>(rows: &Rows<'f>, parameter: &Parameter) -> Result<&'f Values, RebuildError> {
    let name = format!("{PARAMETER}{}", parameter.name);
    rows.frame.get(&name).ok_or_else(|| rows.wrong(format!("it has no column `{name}`")))
}

fn value(rows: &Rows, column: &Values, parameter: &Parameter, row: usize) -> Result<Value, RebuildError> {
    let found = match column {
        Values::Signed(v) => v.get(row).copied().flatten().map(Value::Whole),
        Values::Real(v) => v.get(row).copied().flatten().map(Value::Real),
        Values::Text(v) => v.get(row).cloned().flatten().map(Value::Text),
        Values::Flag(v) => v.get(row).copied().flatten().map(Value::Flag),
        // No value of a parameter is a count.
        Values::Count(_) => None,
    };
    found.ok_or_else(|| rows.missing(&format!("{PARAMETER}{}", parameter.name), row))
}
