//! The Parquet files of a sweep. Parameters are columns of their own, named `param_` and what they vary.

use lanchester_analysis::sweep::{
    Cell as Played, InteractionRow, Parameter, SweepAnalysis, SweepResults, Value, VariantRow,
};
use lanchester_stats::Interval;
use serde::{Deserialize, Serialize};

use crate::frame::{Cell, Frame, Values, frame};
use crate::schema::{EFFECTS, INTERACTIONS, PARAMETER, SHARES, SWEEP, SWEEP_TABLES, VARIANTS};

/// The key of what only a sweep has in its footer.
pub const FOOTER: &str = "lanchester.sweep";

/// What stands in the footer of a sweep's files beyond what every run has there.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Footer {
    /// What is varied.
    pub parameters: Vec<Parameter>,
    /// Ids of the policies.
    pub policies: Vec<String>,
    /// Variants that broke a constraint.
    pub left_out: u64,
    /// Rating of the ship or fleet as its file has it.
    pub base_rating: u32,
    /// A ship of what is varied has no printed rating; absent in runs of older programs, which judged it.
    #[serde(default)]
    pub unrated: bool,
}

/// The further pair of a sweep's footer, as JSON.
#[must_use]
pub fn footer(sweep: &SweepResults) -> (String, String) {
    let footer = Footer {
        parameters: sweep.parameters.clone(),
        policies: sweep.policies.clone(),
        left_out: sweep.left_out,
        base_rating: sweep.base_rating,
        unrated: sweep.unrated,
    };
    // Names and numbers: there is nothing in it that could not be JSON.
    (FOOTER.to_owned(), serde_json::to_string(&footer).unwrap_or_default())
}

/// The frames of a sweep, in the order of [`SWEEP_TABLES`].
#[must_use]
pub fn frames(sweep: &SweepResults, analysis: &SweepAnalysis) -> [Frame; SWEEP_TABLES.len()] {
    let rows = &analysis.variants;
    let values = |v: usize| rows[v].variant.values.as_slice();
    let of_cells: Vec<&[Value]> = sweep.cells.iter().map(|c| values(c.variant)).collect();
    let of_variants: Vec<&[Value]> = (0..rows.len()).map(values).collect();
    let (names, kind) = (&analysis.parameters, analysis.interval_kind.name());
    [
        with_parameters(frame(&SWEEP, sweep.cells.iter().map(|c| cell(sweep, c))), names, &of_cells),
        with_parameters(frame(&VARIANTS, rows.iter().map(|v| variant(v, kind))), names, &of_variants),
        frame(&EFFECTS, analysis.effects.iter().map(|e| effect(e, kind))),
        frame(&SHARES, analysis.shares.iter().map(share)),
        frame(&INTERACTIONS, analysis.interactions.iter().map(|i| interaction(i, kind))),
    ]
}

/// The frames of a sweep by their file names.
#[must_use]
pub fn sweep_tables(sweep: &SweepResults, analysis: &SweepAnalysis) -> Vec<(&'static str, Frame)> {
    SWEEP_TABLES.iter().map(|table| table.file).zip(frames(sweep, analysis)).collect()
}

fn spread(interval: Option<&Interval>) -> [Cell; 3] {
    let part = |f: fn(&Interval) -> f64| Cell::Real(interval.map(f));
    [part(|i| i.estimate), part(|i| i.low), part(|i| i.high)]
}

/// Puts the columns of parameters behind the first, typed by what their values are.
fn with_parameters(mut frame: Frame, names: &[Parameter], rows: &[&[Value]]) -> Frame {
    let columns = names.iter().enumerate().map(|(p, parameter)| {
        let of = || rows.iter().map(|row| &row[p]);
        // The analysis has given all values of a parameter one type.
        let values = match rows.first().map(|row| &row[p]) {
            Some(Value::Whole(_)) => {
                Values::Signed(of().map(|v| if let Value::Whole(n) = v { Some(*n) } else { None }).collect())
            }
            Some(Value::Real(_)) => {
                Values::Real(of().map(|v| if let Value::Real(x) = v { Some(*x) } else { None }).collect())
            }
            Some(Value::Flag(_)) => {
                Values::Flag(of().map(|v| if let Value::Flag(f) = v { Some(*f) } else { None }).collect())
            }
            Some(Value::Text(_)) | None => Values::Text(of().map(|v| Some(v.to_string())).collect()),
        };
        (format!("{PARAMETER}{}", parameter.name), values)
    });
    let columns: Vec<_> = columns.collect();
    frame.columns.splice(1..1, columns);
    frame
}

fn cell(sweep: &SweepResults, cell: &Played) -> Vec<Cell> {
    let (variant, opponent, t) = (&sweep.variants[cell.variant], &sweep.opponents[cell.opponent], &cell.tally);
    let mut row: Vec<Cell> = vec![
        variant.number.into(),
        variant.rating.into(),
        opponent.id.as_str().into(),
        opponent.name.as_str().into(),
        opponent.rating.into(),
        sweep.policies[cell.policy].as_str().into(),
    ];
    row.extend([t.pairs, t.battles()].into_iter().chain(t.wins).chain(t.major).map(Cell::from));
    row.extend([t.draws, t.capped, t.no_contact, t.mutual, t.turns].map(Cell::from));
    row.extend(t.pair_scores.map(Cell::from));
    row.extend(t.seat_wins.map(Cell::from));
    row.extend(spread(Some(&cell.score())));
    row.push(sweep.interval_kind().name().into());
    row.push(sweep.setup.seed.into());
    row
}

fn variant(v: &VariantRow, kind: &'static str) -> Vec<Cell> {
    let mut row: Vec<Cell> = vec![v.variant.number.into(), v.variant.rating.into(), v.battles.into()];
    row.extend(spread(Some(&v.score)));
    row.push(kind.into());
    row.extend(spread(v.implied.as_ref()));
    row.extend(spread(v.residual.as_ref()));
    row.push(v.q.into());
    row.push(Cell::Text(v.verdict.map(|verdict| verdict.name().to_owned())));
    row.extend(spread(Some(&v.capped)));
    row
}

fn effect(e: &lanchester_analysis::sweep::EffectRow, kind: &'static str) -> Vec<Cell> {
    let mut row: Vec<Cell> = vec![e.parameter.as_str().into(), e.value.as_str().into(), e.variants.into()];
    row.extend(spread(Some(&e.score)));
    row.push(kind.into());
    row.extend(spread(e.residual.as_ref()));
    row
}

fn share(s: &lanchester_analysis::sweep::ShareRow) -> Vec<Cell> {
    vec![
        Cell::Text(s.parameters.first().cloned()),
        Cell::Text(s.parameters.get(1).cloned()),
        s.share.into(),
        s.chance.into(),
    ]
}

fn interaction(i: &InteractionRow, kind: &'static str) -> Vec<Cell> {
    let [[a, b], [x, y]] = [&i.parameters, &i.values];
    let mut row: Vec<Cell> = [a, b, x, y].map(Cell::from).into();
    row.push(i.variants.into());
    row.extend(spread(Some(&i.score)));
    row.push(kind.into());
    row.push(i.beyond.into());
    row.extend(spread(i.residual.as_ref()));
    row
}
