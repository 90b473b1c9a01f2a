//! What is played for a question: the cells of a study or sweep, prices, comparisons, and how much of each is played; runs
//! that survive the night.
//!
//! - [`results`], [`sweep`]: a study's or sweep's cells, and what was played of them. [`study_prices`]: its prices.
//! - [`fit`]: whether a game's rating formula is true; [`DesignGenerator`] makes the designs that it asks.
//! - [`tune`]: the best response to policies, sought in a [`PolicySpace`]. `exploitability`: what is known of how far those of a study can be beaten.
//! - [`price`]: parity prices. [`readings`]: those under other readings of the rules. [`robust`]: those under other settings. [`commanders`]: those under other commanders. [`reprice`]: all designs priced together. [`versus`]: variants with the same dice.
//! - [`account`]: who hurts whom in recorded battles.
//! - [`precision`]: how much of a cell is played. [`journal`]: what was played is kept. [`progress`]: how far a run is.
//! - [`rounds`]: runs of many rounds that are kept, gone on with and dealt out to parts.
//! - [`suspects`]: stores that count otherwise than the others.
//! - [`forecast`]: what cells will take. [`runner`]: from matchups to tallies.
//! - [`cell_number`]: the numbers of cells, part of the keys of all dice, in one place.
//! - [`host`]: what the program around a run offers. This crate knows no clock, no terminal and no environment.

pub mod account;
pub mod cell_number;
pub mod commanders;
pub mod error;
mod exploitability;
pub mod fit;
pub mod forecast;
mod generator;
pub mod host;
pub mod journal;
mod policy_space;
pub mod precision;
pub mod price;
pub mod progress;
pub mod readings;
pub mod reprice;
pub mod results;
pub mod robust;
pub mod rounds;
pub mod runner;
#[cfg(test)]
mod slow_games;
pub mod study_prices;
pub mod suspects;
pub mod sweep;
pub mod tune;
pub mod versus;
pub mod words;

pub use generator::{DesignGenerator, Generated, Variation};
pub use policy_space::{PolicyKey, PolicyPoint, PolicySpace, PolicyValues};
