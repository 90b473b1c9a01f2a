//! The contents of every file as plain vectors, before they are Parquet and after.

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

    /// So many nulls.
    fn nulls(kind: Kind, rows: usize) -> Self {
        match kind {
            Kind::Text => Self::Text(vec![None; rows]),
            Kind::Count => Self::Count(vec![None; rows]),
            Kind::Signed => Self::Signed(vec![None; rows]),
            Kind::Real => Self::Real(vec![None; rows]),
            Kind::Flag => Self::Flag(vec![None; rows]),
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

    /// Whether it has the columns of a table, in order, and beyond them only further ones of the kind that the table
    /// may have: the game's own are reals, those of parameters are whatever their values are.
    #[must_use]
    pub fn fits(&self, table: &Table) -> bool {
        let further = |name: &str| table.more.is_some_and(|more| name.starts_with(more));
        let (more, known): (Vec<_>, Vec<_>) = self.columns.iter().partition(|(name, _)| further(name));
        known.len() == table.columns.len()
            && known.iter().zip(table.columns).all(|((name, values), c)| name == c.name && values.kind() == c.kind)
            && more.iter().all(|(_, values)| table.more != Some(schema::EXTRA) || values.kind() == Kind::Real)
    }
}

impl Frame {
    /// Adds the last columns of a table, without values, where a file was written before there were these.
    pub(crate) fn complete(&mut self, table: &Table) {
        let known =
            self.columns.iter().zip(table.columns).take_while(|((name, _), column)| name == column.name).count();
        let missing = &table.columns[known..];
        if missing.iter().all(|column| self.get(column.name).is_none()) {
            let nulls = |column: &schema::Column| (column.name.to_owned(), Values::nulls(column.kind, self.rows()));
            let added: Vec<_> = missing.iter().map(nulls).collect();
            self.columns.splice(known..known, added);
        }
    }
}

/// One value of a row.
pub(crate) enum Cell {
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

impl From<&String> for Cell {
    fn from(text: &String) -> Self {
        Self::Text(Some(text.clone()))
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
/// the schema is a fault of this crate, and stops the program: a null would be a wrong table.
pub(crate) fn frame(table: &Table, rows: impl IntoIterator<Item = Vec<Cell>>) -> Frame {
    let empty = |c: &schema::Column| (c.name.to_owned(), Values::nulls(c.kind, 0));
    let mut columns: Vec<(String, Values)> = table.columns.iter().map(empty).collect();
    for row in rows {
        assert_eq!(row.len(), columns.len(), "{}", table.file);
        for ((name, values), cell) in columns.iter_mut().zip(row) {
            match (values, cell) {
                (Values::Text(v), Cell::Text(x)) => v.push(x),
                (Values::Count(v), Cell::Count(x)) => v.push(x),
                (Values::Signed(v), Cell::Signed(x)) => v.push(x),
                (Values::Real(v), Cell::Real(x)) => v.push(x.filter(|x| x.is_finite())),
                (Values::Flag(v), Cell::Flag(x)) => v.push(x),
                _ => panic!("{}: {name} has another type", table.file),
            }
        }
    }
    Frame { columns }
}
