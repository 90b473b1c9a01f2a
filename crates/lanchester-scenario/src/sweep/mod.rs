//! Sweeps: many variants of a ship or fleet against the same opponents.
//!
//! - `schema`: the keys of a sweep file. `parameters`: what is varied, and its values. `known`: whether there are such keys.
//! - `plan`: which values each variant has. `rule`: constraints. `choice`: both, out of the file.
//! - `variant`: a value put into a document. `build`: a variant, read again. `file`: the sweep put together.

mod build;
mod choice;
mod file;
mod known;
mod parameters;
mod plan;
mod rule;
pub(crate) mod schema;
mod variant;

use std::fmt;
use std::sync::Arc;

use lanchester_core::{Commander, Rules};

use crate::study::{Input, SearchSettings};

/// A value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum SweptValue {
    /// A whole number.
    Whole(i64),
    /// A number with a fraction.
    Real(f64),
    /// A word.
    Text(String),
    /// True or false.
    Flag(bool),
}

impl fmt::Display for SweptValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(n) => n.fmt(f),
            Self::Real(x) => x.fmt(f),
            Self::Text(text) => text.fmt(f),
            Self::Flag(flag) => flag.fmt(f),
        }
    }
}

impl SweptValue {
    /// As a number, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Whole(n) => Some(*n as f64),
            Self::Real(x) => Some(*x),
            Self::Text(_) | Self::Flag(_) => None,
        }
    }

    /// Equal for values that mean the same in a file, as `1` and `1.0` do.
    fn key(&self) -> String {
        self.number().map_or_else(|| self.toml().to_string(), |number| number.to_string())
    }

    fn toml(&self) -> toml::Value {
        match self {
            Self::Whole(n) => toml::Value::Integer(*n),
            Self::Real(x) => toml::Value::Float(*x),
            Self::Text(text) => toml::Value::String(text.clone()),
            Self::Flag(flag) => toml::Value::Boolean(*flag),
        }
    }
}

/// What is varied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweptParameter {
    /// A short name, unique in the sweep: letters, digits and `_`.
    pub name: String,
    /// The key that it sets, such as `ship.thrust`.
    pub field: String,
}

/// A design and its id.
pub type Named<T> = (String, Arc<T>);

/// One variant.
#[derive(Debug)]
pub struct SweepVariant<G: Rules> {
    /// Its number in the plan, from 0, before constraints left others out.
    pub number: u64,
    /// One value a parameter.
    pub values: Vec<SweptValue>,
    /// The ships of the varied side, with the ids that they vary.
    pub ships: Vec<Named<G::Design>>,
    /// Points of them all, by the game's model where it has one.
    pub rating: u32,
    /// Options of its battles.
    pub options: G::Options,
    /// Who commands it, one for each commander of the sweep.
    pub policies: Vec<(String, Commander<G>)>,
}

/// The opponents of every variant.
#[derive(Debug)]
pub struct SweepOpponent<G: Rules> {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its ships.
    pub ships: Vec<Named<G::Design>>,
}

/// Many variants against the same opponents.
#[derive(Debug)]
pub struct Sweep<G: Rules> {
    /// The id it was named by.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Seed of every die.
    pub seed: u64,
    /// Pairs of battles per cell.
    pub pairs: u64,
    /// The half-width of a cell's interval to reach instead, if that is asked for.
    pub half_width: Option<f64>,
    /// What is varied.
    pub parameters: Vec<SweptParameter>,
    /// The variants, in plan order.
    pub variants: Vec<SweepVariant<G>>,
    /// Variants that broke a constraint, or that the game refused where that is allowed.
    pub left_out: u64,
    /// Their opponents.
    pub opponents: Vec<SweepOpponent<G>>,
    /// Who commands both sides, one after the other.
    pub policies: Vec<(String, Commander<G>)>,
    /// How `search` searches, where it is among them.
    pub search: Option<SearchSettings<G>>,
    /// Points of the ship or fleet as its file has it.
    pub base_rating: u32,
    /// Every file that was read, in the order in which they were.
    pub inputs: Vec<Input>,
}
