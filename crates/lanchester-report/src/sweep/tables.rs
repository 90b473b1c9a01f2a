//! The Parquet files of a sweep. Parameters are columns of their own, named `param_` and what they vary.

use lanchester_stats::Interval;
use lanchester_stats::interval::pair_score;

use super::{SweepAnalysis, SweepResults, Value};
use crate::frame::{Frame, Values};

/// The files, in the order of [`frames`]. What their columns hold:
///
/// - `sweep.parquet`, one row a variant, opponent and policy: `variant`, `param_…`, `rating` (of the model), `opponent`,
///   `opponent_rating`, `policy`, `pairs`, `battles`, `wins`, `losses`, `draws`, `capped`, `no_contact`, `turns`, `score` with
///   `score_low` and `score_high` (95 %), `seed`.
/// - `variants.parquet`, one row a variant: `variant`, `param_…`, `rating`, `battles`, `capped`, `score`, `implied` and
///   `residual` (implied / rating), each with `_low` and `_high`.
/// - `effects.parquet`, one row a parameter and value: `parameter`, `value`, `variants`, `score`, `residual` with ends.
/// - `shares.parquet`, one row a parameter or couple: `parameter`, `with` (null for one alone), `share` of variance.
pub const SWEEP_TABLES: [&str; 4] = ["sweep.parquet", "variants.parquet", "effects.parquet", "shares.parquet"];

/// The frames of a sweep, in the order of [`SWEEP_TABLES`].
#[must_use]
pub fn frames(sweep: &SweepResults, analysis: &SweepAnalysis) -> [Frame; 4] {
    [cells(sweep), variants(analysis), effects(analysis), shares(analysis)]
}

type Columns = Vec<(String, Values)>;

fn text(values: impl Iterator<Item = String>) -> Values {
    Values::Text(values.map(Some).collect())
}

fn counts(values: impl Iterator<Item = u64>) -> Values {
    Values::Count(values.map(Some).collect())
}

/// An interval as three columns.
fn spread(columns: &mut Columns, name: &str, values: &[Option<Interval>]) {
    let part = |f: fn(&Interval) -> f64| Values::Real(values.iter().map(|i| i.as_ref().map(f)).collect());
    columns.push((name.to_owned(), part(|i| i.estimate)));
    columns.push((format!("{name}_low"), part(|i| i.low)));
    columns.push((format!("{name}_high"), part(|i| i.high)));
}

/// The parameters of the variants of every row, typed by what their values are; numbers of both kinds become reals.
fn parameters(columns: &mut Columns, names: &[super::Parameter], rows: &[&[Value]]) {
    for (p, parameter) in names.iter().enumerate() {
        let all = |is: fn(&Value) -> bool| rows.iter().all(|row| is(&row[p]));
        let values = if all(|v| matches!(v, Value::Whole(_))) {
            let whole = |v: &Value| if let Value::Whole(n) = v { Some(*n) } else { None };
            Values::Signed(rows.iter().map(|row| whole(&row[p])).collect())
        } else if all(|v| matches!(v, Value::Whole(_) | Value::Real(_))) {
            let real = |v: &Value| match v {
                Value::Whole(n) => Some(*n as f64),
                Value::Real(x) => Some(*x),
                Value::Text(_) | Value::Flag(_) => None,
            };
            Values::Real(rows.iter().map(|row| real(&row[p])).collect())
        } else if all(|v| matches!(v, Value::Flag(_))) {
            let flag = |v: &Value| if let Value::Flag(f) = v { Some(*f) } else { None };
            Values::Flag(rows.iter().map(|row| flag(&row[p])).collect())
        } else {
            text(rows.iter().map(|row| row[p].to_string()))
        };
        columns.push((format!("param_{}", parameter.name), values));
    }
}

fn cells(sweep: &SweepResults) -> Frame {
    let cells = &sweep.cells;
    let variant = |c: &super::Cell| &sweep.variants[c.variant];
    let rows: Vec<&[Value]> = cells.iter().map(|c| variant(c).values.as_slice()).collect();
    let mut columns: Columns = vec![("variant".to_owned(), counts(cells.iter().map(|c| variant(c).number)))];
    parameters(&mut columns, &sweep.parameters, &rows);
    let opponent = |c: &super::Cell| &sweep.opponents[c.opponent];
    columns.push(("rating".to_owned(), counts(cells.iter().map(|c| u64::from(variant(c).rating)))));
    columns.push(("opponent".to_owned(), text(cells.iter().map(|c| opponent(c).id.clone()))));
    columns.push(("opponent_rating".to_owned(), counts(cells.iter().map(|c| u64::from(opponent(c).rating)))));
    columns.push(("policy".to_owned(), text(cells.iter().map(|c| sweep.policies[c.policy].clone()))));
    type Of = fn(&lanchester_core::Tally) -> u64;
    let numbers: [(&str, Of); 8] = [
        ("pairs", |t| t.pairs),
        ("battles", |t| t.battles()),
        ("wins", |t| t.wins[0]),
        ("losses", |t| t.wins[1]),
        ("draws", |t| t.draws),
        ("capped", |t| t.capped),
        ("no_contact", |t| t.no_contact),
        ("turns", |t| t.turns),
    ];
    for (name, of) in numbers {
        columns.push((name.to_owned(), counts(cells.iter().map(|c| of(&c.tally)))));
    }
    let scores: Vec<Option<Interval>> = cells.iter().map(|c| Some(pair_score(&c.tally.pair_scores))).collect();
    spread(&mut columns, "score", &scores);
    columns.push(("seed".to_owned(), counts(cells.iter().map(|_| sweep.setup.seed))));
    Frame { columns }
}

fn variants(analysis: &SweepAnalysis) -> Frame {
    let rows = &analysis.variants;
    let mut columns: Columns = vec![("variant".to_owned(), counts(rows.iter().map(|v| v.variant.number)))];
    let values: Vec<&[Value]> = rows.iter().map(|v| v.variant.values.as_slice()).collect();
    parameters(&mut columns, &analysis.parameters, &values);
    columns.push(("rating".to_owned(), counts(rows.iter().map(|v| u64::from(v.variant.rating)))));
    columns.push(("battles".to_owned(), counts(rows.iter().map(|v| v.battles))));
    let of = |f: &dyn Fn(&super::VariantRow) -> Option<Interval>| rows.iter().map(f).collect::<Vec<_>>();
    spread(&mut columns, "score", &of(&|v| Some(v.score)));
    spread(&mut columns, "implied", &of(&|v| v.implied));
    spread(&mut columns, "residual", &of(&|v| v.residual));
    spread(&mut columns, "capped", &of(&|v| Some(v.capped)));
    Frame { columns }
}

fn effects(analysis: &SweepAnalysis) -> Frame {
    let rows = &analysis.effects;
    let mut columns: Columns = vec![
        ("parameter".to_owned(), text(rows.iter().map(|e| e.parameter.clone()))),
        ("value".to_owned(), text(rows.iter().map(|e| e.value.clone()))),
        ("variants".to_owned(), counts(rows.iter().map(|e| e.variants))),
    ];
    spread(&mut columns, "score", &rows.iter().map(|e| Some(e.score)).collect::<Vec<_>>());
    spread(&mut columns, "residual", &rows.iter().map(|e| e.residual).collect::<Vec<_>>());
    Frame { columns }
}

fn shares(analysis: &SweepAnalysis) -> Frame {
    let rows = &analysis.shares;
    Frame {
        columns: vec![
            ("parameter".to_owned(), text(rows.iter().map(|s| s.parameters[0].clone()))),
            ("with".to_owned(), Values::Text(rows.iter().map(|s| s.parameters.get(1).cloned()).collect())),
            ("share".to_owned(), Values::Real(rows.iter().map(|s| Some(s.share)).collect())),
        ],
    }
}
