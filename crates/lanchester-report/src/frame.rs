//! The contents of every file as plain vectors, before they are Parquet and after.

use std::collections::BTreeSet;

use lanchester_stats::Interval;
use lanchester_stats::price::Implied;

use crate::analysis::{Analysis, CellSummary, Matrix, RatingRow};
use crate::schema::{self, Kind, Table};

/// A column's values; `None` is a null.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// [`Kind::Text`].
    Text(Vec<Option<String>>),
    /// [`Kind::Count`].
    Count(Vec<Option<u64>>),
    /// [`Kind::Signed`].
    Signed(Vec<Option<i64>>),
    /// [`Kind::Real`].
    Real(Vec<Option<f64>>),
    /// [`Kind::Flag`].
    Flag(Vec<Option<bool>>),
}

impl Values {
    /// What it holds.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Text(_) => Kind::Text,
            Self::Count(_) => Kind::Count,
            Self::Signed(_) => Kind::Signed,
            Self::Real(_) => Kind::Real,
            Self::Flag(_) => Kind::Flag,
        }
    }

    /// Rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            Self::Text(v) => v.len(),
            Self::Count(v) => v.len(),
            Self::Signed(v) => v.len(),
            Self::Real(v) => v.len(),
            Self::Flag(v) => v.len(),
        }
    }

    /// No rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Columns of equal length, by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Name and values of each column, in order.
    pub columns: Vec<(String, Values)>,
}

impl Frame {
    /// Rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |(_, values)| values.len())
    }

    /// The values of a column.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Values> {
        self.columns.iter().find(|(n, _)| n == name).map(|(_, values)| values)
    }

    /// Whether it has the columns of a table, in order, and beyond them only the game's own.
    #[must_use]
    pub fn fits(&self, table: &Table) -> bool {
        let (known, extra) = self.columns.split_at(table.columns.len().min(self.columns.len()));
        known.len() == table.columns.len()
            && known.iter().zip(table.columns).all(|((name, values), c)| name == c.name && values.kind() == c.kind)
            && extra.iter().all(|(name, values)| name.starts_with(schema::EXTRA) && values.kind() == Kind::Real)
    }
}

/// One value of a row.
enum Cell {
    Text(Option<String>),
    Count(Option<u64>),
    Signed(Option<i64>),
    Real(Option<f64>),
    Flag(Option<bool>),
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(Some(text.to_owned()))
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Self::Count(Some(count))
    }
}

impl From<u32> for Cell {
    fn from(count: u32) -> Self {
        Self::Count(Some(u64::from(count)))
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Self::Signed(Some(number))
    }
}

impl From<f64> for Cell {
    fn from(real: f64) -> Self {
        Self::Real(Some(real))
    }
}

impl From<Option<f64>> for Cell {
    fn from(real: Option<f64>) -> Self {
        Self::Real(real)
    }
}

impl From<bool> for Cell {
    fn from(flag: bool) -> Self {
        Self::Flag(Some(flag))
    }
}

/// Turns rows, each with a value for every column of the table in order, into a frame. A row that is out of step with
/// the schema is a fault of this file, which its tests catch; it leaves a null.
fn frame(table: &Table, rows: impl IntoIterator<Item = Vec<Cell>>) -> Frame {
    let empty = |kind| match kind {
        Kind::Text => Values::Text(Vec::new()),
        Kind::Count => Values::Count(Vec::new()),
        Kind::Signed => Values::Signed(Vec::new()),
        Kind::Real => Values::Real(Vec::new()),
        Kind::Flag => Values::Flag(Vec::new()),
    };
    let mut columns: Vec<(String, Values)> = table.columns.iter().map(|c| (c.name.to_owned(), empty(c.kind))).collect();
    for row in rows {
        debug_assert_eq!(row.len(), columns.len(), "{}", table.file);
        for ((name, values), cell) in columns.iter_mut().zip(row) {
            match (values, cell) {
                (Values::Text(v), Cell::Text(x)) => v.push(x),
                (Values::Count(v), Cell::Count(x)) => v.push(x),
                (Values::Signed(v), Cell::Signed(x)) => v.push(x),
                (Values::Real(v), Cell::Real(x)) => v.push(x.filter(|x| x.is_finite())),
                (Values::Flag(v), Cell::Flag(x)) => v.push(x),
                (values, _) => {
                    debug_assert!(false, "{}: {name} has another type", table.file);
                    push_null(values);
                }
            }
        }
    }
    Frame { columns }
}

fn push_null(values: &mut Values) {
    match values {
        Values::Text(v) => v.push(None),
        Values::Count(v) => v.push(None),
        Values::Signed(v) => v.push(None),
        Values::Real(v) => v.push(None),
        Values::Flag(v) => v.push(None),
    }
}

/// The frames of a study, in the order of [`schema::TABLES`].
#[must_use]
pub fn frames(analysis: &Analysis) -> [Frame; 4] {
    let cells = analysis.cells.iter().map(|cell| cell_row(cell, analysis.seed));
    let ratings = analysis.matrices.iter().flat_map(|m| m.ratings.iter().map(move |r| rating_row(m, r)));
    [
        frame(&schema::CELLS, cells),
        designs(analysis),
        frame(&schema::RATINGS, ratings),
        frame(&schema::MARGINS, analysis.cells.iter().flat_map(margin_rows)),
    ]
}

fn spread(interval: &Interval) -> [Cell; 3] {
    [interval.estimate, interval.low, interval.high].map(Cell::from)
}

fn spread_option(interval: Option<&Interval>) -> [Cell; 3] {
    let value = |f: fn(&Interval) -> f64| Cell::Real(interval.map(f));
    [value(|i| i.estimate), value(|i| i.low), value(|i| i.high)]
}

fn cell_row(cell: &CellSummary, seed: u64) -> Vec<Cell> {
    let ([a, b], t) = (&cell.entrants, &cell.tally);
    let mut row: Vec<Cell> = vec![
        cell.number.into(),
        cell.group.as_str().into(),
        cell.duel.into(),
        cell.mirror.into(),
        a.id.as_str().into(),
        b.id.as_str().into(),
        a.name.as_str().into(),
        b.name.as_str().into(),
        a.policy.as_str().into(),
        b.policy.as_str().into(),
        a.rating.into(),
        b.rating.into(),
    ];
    let counts = [t.pairs, t.battles(), t.wins[0], t.wins[1], t.draws, t.capped, t.no_contact, t.turns];
    row.extend(counts.map(Cell::from));
    row.push(cell.turns_mean.into());
    row.extend(t.pair_scores.map(Cell::from));
    for interval in [&cell.score, &cell.wins, &cell.draws, &cell.losses, &cell.capped] {
        row.extend(spread(interval));
    }
    row.extend([t.seat_wins, t.initiative, t.left].into_iter().flatten().map(Cell::from));
    row.extend(cell.left_mean.map(Cell::from));
    row.extend([t.margin.into(), t.pair_margin_squares.into()]);
    row.extend(spread(&cell.margin));
    row.push(seed.into());
    row
}

fn designs(analysis: &Analysis) -> Frame {
    let rows = analysis.designs.iter().map(|d| {
        vec![
            d.id.as_str().into(),
            d.name.as_str().into(),
            d.class.as_str().into(),
            Cell::Text(d.faction.clone()),
            d.rating.into(),
            d.origin.as_str().into(),
        ]
    });
    let mut frame = frame(&schema::DESIGNS, rows);
    let extras: BTreeSet<&str> =
        analysis.designs.iter().flat_map(|d| d.extras.iter().map(|(name, _)| name.as_str())).collect();
    for extra in extras {
        let value = |d: &crate::study::DesignInfo| {
            d.extras.iter().find(|(name, _)| name == extra).map(|(_, value)| *value).filter(|v| v.is_finite())
        };
        let values = analysis.designs.iter().map(value).collect();
        frame.columns.push((format!("{}{extra}", schema::EXTRA), Values::Real(values)));
    }
    frame
}

fn rating_row(matrix: &Matrix, r: &RatingRow) -> Vec<Cell> {
    let implied = match r.implied {
        Some(Implied::Rating(i)) => spread(&i),
        Some(Implied::AtLeast(low)) => [None, Some(low), None].map(Cell::from),
        Some(Implied::AtMost(high)) => [None, None, Some(high)].map(Cell::from),
        Some(Implied::Nothing) | None => [None; 3].map(Cell::from),
    };
    let mut row: Vec<Cell> = vec![matrix.group.as_str().into(), r.design.as_str().into(), r.printed.into()];
    row.extend(spread_option(r.strength.as_ref()));
    row.extend(implied);
    row.extend(spread_option(r.residual.as_ref()));
    row.push(Cell::Text(r.verdict.map(|v| v.name().to_owned())));
    row.push(r.q.into());
    row.extend(spread(&r.score));
    row.push(r.battles.into());
    row
}

fn margin_rows(cell: &CellSummary) -> impl Iterator<Item = Vec<Cell>> {
    // Bin 20 is centred on zero and bins are five wide, so bin i begins at 5·(i − 20) − 2.5.
    let edge = |bin: usize| 5.0 * (bin as f64 - 20.0) - 2.5;
    let bins = cell.tally.margins.iter().enumerate().filter(|(_, count)| **count > 0);
    bins.map(move |(bin, count)| vec![cell.number.into(), edge(bin).into(), (*count).into()])
}
