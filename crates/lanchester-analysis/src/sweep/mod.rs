//! What a finished sweep hands over, and what it says: how each variant did, what each parameter does.

mod analyse;
mod effects;
mod levels;
mod ranking;

use std::collections::BTreeMap;

pub use analyse::analyse;
pub use levels::number;
pub use ranking::{Ranking, ranking};

use lanchester_core::Tally;
use lanchester_stats::Interval;
use lanchester_stats::interval::pair_score;
use lanchester_stats::price::Verdict;
use serde::{Deserialize, Serialize};

use crate::study::Setup;

/// A value of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A whole number.
    Whole(i64),
    /// Any number.
    Real(f64),
    /// A word.
    Text(String),
    /// Yes or no.
    Flag(bool),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(n) => n.fmt(f),
            Self::Real(x) => x.fmt(f),
            Self::Text(text) => text.fmt(f),
            Self::Flag(flag) => flag.fmt(f),
        }
    }
}

/// What is varied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name in the tables: letters, digits and `_`.
    pub name: String,
    /// The key that it sets.
    pub field: String,
}

/// A variant as it was fielded.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Variant {
    /// Its number in the plan, before constraints left others out.
    pub number: u64,
    /// One value a parameter.
    pub values: Vec<Value>,
    /// Its rating by the game's model.
    pub rating: u32,
}

/// Whom every variant meets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opponent {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its rating.
    pub rating: u32,
}

/// One variant against one opponent under one policy.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Index of the variant.
    pub variant: usize,
    /// Index of the opponent.
    pub opponent: usize,
    /// Index of the policy.
    pub policy: usize,
    /// What was counted, the variant being A.
    pub tally: Tally,
    /// Where results decided how much of it was played: the interval of its mean score from a confidence sequence, one of
    /// as many as the sweep has cells.
    pub sequence: Option<Interval>,
}

impl Cell {
    /// Its mean score, with the interval that holds for how it was played.
    #[must_use]
    pub fn score(&self) -> Interval {
        self.sequence.unwrap_or_else(|| pair_score(&self.tally.pair_scores))
    }
}

/// What an interval of a sweep promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum IntervalKind {
    /// 95 % each, at a number of battles that was fixed beforehand.
    FixedSample,
    /// 95 % for all cells of the sweep together, whatever decided how much of each was played.
    AnytimeValid,
}

impl IntervalKind {
    /// As in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FixedSample => "fixed-sample",
            Self::AnytimeValid => "anytime-valid",
        }
    }

    /// The kind of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        [Self::FixedSample, Self::AnytimeValid].into_iter().find(|kind| kind.name() == name)
    }

    /// What a reader must know of the intervals of scores, and of all that is made from them.
    #[must_use]
    pub const fn promise(self) -> &'static str {
        match self {
            Self::FixedSample => "Intervals are 95 % each, at the number of battles that was fixed beforehand.",
            Self::AnytimeValid => {
                "Results decided how much was played, so intervals of scores are those of confidence sequences: 95 % for \
                 all cells together, whenever each stopped. Means and implied ratings are made from their ends and hold \
                 with them, at the slope k as estimated. Intervals of k and of the share of battles that the turn limit \
                 ended take the number of battles as fixed."
            }
        }
    }
}

/// A finished sweep.
#[derive(Clone, Debug)]
pub struct SweepResults {
    /// What was asked, and of which versions.
    pub setup: Setup,
    /// What is varied.
    pub parameters: Vec<Parameter>,
    /// Every variant, in plan order, each with a cell or more.
    pub variants: Vec<Variant>,
    /// Variants that broke a constraint.
    pub left_out: u64,
    /// Rating of the ship or fleet as its file has it.
    pub base_rating: u32,
    /// A ship of what is varied has no printed rating, and no parameter gives it one: house ratings are not judged.
    pub unrated: bool,
    /// Whom they meet.
    pub opponents: Vec<Opponent>,
    /// Ids of the policies; each flies both sides.
    pub policies: Vec<String>,
    /// Every finished cell, in plan order.
    pub cells: Vec<Cell>,
}

impl SweepResults {
    /// What its intervals promise.
    #[must_use]
    pub fn interval_kind(&self) -> IntervalKind {
        let sequences = self.cells.iter().any(|cell| cell.sequence.is_some());
        if sequences { IntervalKind::AnytimeValid } else { IntervalKind::FixedSample }
    }
}

/// What a sweep says.
#[derive(Clone, Debug, Serialize)]
pub struct SweepAnalysis {
    /// The sweep's id.
    pub study: String,
    /// Its title.
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
    /// Hash of everything that decides the results.
    pub study_hash: String,
    /// Options by name, as text.
    pub options: BTreeMap<String, String>,
    /// What the intervals of scores promise.
    pub interval_kind: IntervalKind,
    /// The same as a sentence or two.
    pub intervals: &'static str,
    /// Variants times opponents times policies.
    pub cells: u64,
    /// Battles in all.
    pub battles: u64,
    /// Share of them that the turn limit ended.
    pub capped: Interval,
    /// Rating of the ship or fleet as its file has it.
    pub base_rating: u32,
    /// A ship of what was varied has no printed rating, so no variant is judged.
    pub unrated: bool,
    /// Whom the variants met.
    pub opponents: Vec<Opponent>,
    /// Ids of the policies; each flew both sides.
    pub policies: Vec<String>,
    /// What is varied.
    pub parameters: Vec<Parameter>,
    /// Variants that broke a constraint.
    pub left_out: u64,
    /// Slope of log odds on log rating ratio over all cells, by the ratings of the model; none if it cannot be fitted.
    pub slope: Option<Interval>,
    /// One per variant, in plan order.
    pub variants: Vec<VariantRow>,
    /// One per parameter and value.
    pub effects: Vec<EffectRow>,
    /// One per parameter, and one a pair of parameters: what share of the variants' differences it explains.
    pub shares: Vec<ShareRow>,
    /// One a pair of parameters and of their values.
    pub interactions: Vec<InteractionRow>,
}

impl SweepAnalysis {
    /// Variants that have not met every opponent under every policy: a time budget was over before.
    #[must_use]
    pub fn open_variants(&self) -> usize {
        self.variants.iter().filter(|variant| !variant.whole).count()
    }
}

/// How a variant did.
#[derive(Clone, Debug, Serialize)]
pub struct VariantRow {
    /// What it is.
    #[serde(flatten)]
    pub variant: Variant,
    /// It met every opponent under every policy. Of one that did not nothing is known: opponents differ.
    #[serde(skip)]
    pub whole: bool,
    /// Mean score, opponents and policies counting the same; unknown where it is not `whole`.
    pub score: Interval,
    /// The rating at which its mean score would be what ratings promise, where the slope is known and it neither swept
    /// nor was swept.
    pub implied: Option<Interval>,
    /// Implied / rating of the model; none where the ship that is varied has no printed rating.
    pub residual: Option<Interval>,
    /// False discovery rate over all variants at which it would just be called mispriced; none where intervals hold for
    /// all cells together, and so do verdicts.
    pub q: Option<f64>,
    /// Whether the model's rating is fair, by the residual and `q`.
    pub verdict: Option<Verdict>,
    /// Battles.
    pub battles: u64,
    /// Share of battles that the turn limit ended.
    pub capped: Interval,
}

/// The variants that share a value of a parameter.
#[derive(Clone, Debug, Serialize)]
pub struct EffectRow {
    /// The parameter.
    pub parameter: String,
    /// The value; of a number with more than eight values a range such as `3 to 5`.
    pub value: String,
    /// How many.
    pub variants: u64,
    /// Mean of their mean scores. All variants meet the same dice, so the interval is as if their errors were one: that of
    /// a single variant, and differences between values are known better than it says.
    pub score: Interval,
    /// Geometric mean of implied / rating of the model, where all have one.
    pub residual: Option<Interval>,
}

/// What share of the variance of the variants' mean scores a parameter, or two together beyond each alone, explain.
#[derive(Clone, Debug, Serialize)]
pub struct ShareRow {
    /// One parameter, or two.
    pub parameters: Vec<String>,
    /// 0 to 1; on a grid without gaps the shares add up to at most 1.
    pub share: f64,
    /// The share expected if scores were dealt out at random among the variants: what a parameter without any effect, or two
    /// that only add up, would seem to explain in a random sample. On a full grid the other parameters cancel out, and
    /// smaller shares can be real.
    pub chance: f64,
}

/// The variants that share the values of two parameters.
#[derive(Clone, Debug, Serialize)]
pub struct InteractionRow {
    /// The two parameters.
    pub parameters: [String; 2],
    /// Their values, as in [`EffectRow`].
    pub values: [String; 2],
    /// How many.
    pub variants: u64,
    /// Mean of their mean scores, with an interval as in [`EffectRow`].
    pub score: Interval,
    /// That mean minus what the two values do each alone: the means of the two, less the mean of all variants.
    pub beyond: f64,
    /// Geometric mean of implied / rating of the model, where all have one.
    pub residual: Option<Interval>,
}
