//! All that a study says. Everything here is plain and serialisable: it is what `lanchester validate --json` prints, so
//! the names of fields are stable; new ones may be added. [`crate::analyse`] fills it in.

use lanchester_core::Tally;
use lanchester_stats::Interval;
use lanchester_stats::price::{Implied, NoPrices, Verdict};
use serde::Serialize;

use crate::study::{DesignInfo, Entrant};

/// All that a study says.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    /// The study's id.
    pub study: String,
    /// The study's title.
    pub name: String,
    /// Version of the program.
    pub tool_version: String,
    /// Name of the game.
    pub game: String,
    /// Version of its rules.
    pub rules_version: u32,
    /// Version of the dice streams.
    pub stream_version: u32,
    /// The seed.
    pub seed: u64,
    /// Battles in all.
    pub battles: u64,
    /// Share of all battles that the turn limit ended.
    pub capped: Interval,
    /// Share of all battles in which no die was rolled to hit.
    pub no_contact: Interval,
    /// Every design.
    pub designs: Vec<DesignInfo>,
    /// Every cell.
    pub cells: Vec<CellSummary>,
    /// One for every group that has duels of different designs.
    pub matrices: Vec<Matrix>,
    /// One for every cell of equal sides, and all of them together, last, if there are several.
    pub mirrors: Vec<Mirror>,
    /// One for every policy of every group in which different policies met.
    pub policies: Vec<PolicyStanding>,
}

/// What a cell says.
#[derive(Clone, Debug, Serialize)]
pub struct CellSummary {
    /// Its number.
    pub number: u64,
    /// Its group.
    pub group: String,
    /// A and B.
    pub entrants: [Entrant; 2],
    /// One ship a side.
    pub duel: bool,
    /// Both sides are the same.
    pub mirror: bool,
    /// A's mean score.
    pub score: Interval,
    /// Share of battles that A won.
    pub wins: Interval,
    /// Share of battles drawn.
    pub draws: Interval,
    /// Share of battles that A lost.
    pub losses: Interval,
    /// Share of battles that the turn limit ended.
    pub capped: Interval,
    /// Mean turns of a battle.
    pub turns_mean: f64,
    /// Mean share of its points that each side has left at the end.
    pub left_mean: [f64; 2],
    /// Mean over battles of A's share left minus B's, −1 to 1.
    pub margin: Interval,
    /// The counts.
    pub tally: Tally,
}

/// What the duels of a group say of its designs.
#[derive(Clone, Debug, Serialize)]
pub struct Matrix {
    /// The group.
    pub group: String,
    /// Slope of log odds on log rating ratio: 1 is odds in proportion to points.
    pub slope: Option<Interval>,
    /// Why there are no strengths, as text.
    pub no_strengths: Option<String>,
    /// Why there are strengths but no prices.
    pub no_prices: Option<NoPrices>,
    /// One a design that duelled, in the order of the designs.
    pub ratings: Vec<RatingRow>,
}

/// What a group's duels say of one design.
#[derive(Clone, Debug, Serialize)]
pub struct RatingRow {
    /// The design's id.
    pub design: String,
    /// Its name.
    pub name: String,
    /// Its printed rating.
    pub printed: u32,
    /// Its log strength around the mean of those that can be compared.
    pub strength: Option<Interval>,
    /// The rating that its results imply.
    pub implied: Option<Implied>,
    /// Implied / printed.
    pub residual: Option<Interval>,
    /// The false discovery rate at which it would just be called mispriced.
    pub q: Option<f64>,
    /// What to say of it; nothing where the matrix has no prices.
    pub verdict: Option<Verdict>,
    /// Mean score over its opponents.
    pub score: Interval,
    /// Battles against others.
    pub battles: u64,
}

/// Which seat, and who has the initiative, where both sides are the same.
#[derive(Clone, Debug, Serialize)]
pub struct Mirror {
    /// The cell's number; nothing for all together.
    pub cell: Option<u64>,
    /// The side's name; empty for all together.
    pub name: String,
    /// The policy; empty for all together.
    pub policy: String,
    /// Mean score of seat 0.
    pub seat: Interval,
    /// Mean score of the side that won the first initiative throw.
    pub initiative: Interval,
    /// Battles.
    pub battles: u64,
}

/// How a policy did against others.
#[derive(Clone, Debug, Serialize)]
pub struct PolicyStanding {
    /// The group.
    pub group: String,
    /// The policy.
    pub policy: String,
    /// Mean score over its cells.
    pub score: Interval,
    /// Cells that count.
    pub cells: u64,
    /// Pairs in them.
    pub pairs: u64,
}
