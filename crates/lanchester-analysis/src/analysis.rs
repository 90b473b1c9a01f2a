//! All that a study says. Everything here is plain and serialisable: it is what `lanchester validate --json` prints, so
//! the names of fields are stable; new ones may be added. [`crate::analyse`] fills it in.

use std::collections::BTreeMap;

use lanchester_core::Tally;
use lanchester_stats::Interval;
use lanchester_stats::price::{Implied, NoPrices, Verdict};
use serde::Serialize;

use crate::commanders::CommanderRow;
use crate::parity::ParityRow;
use crate::readings::PricesUnder;
use crate::robust::RobustRow;
use crate::sizes::PricesBySize;
use crate::study::{DesignInfo, Entrant, Exploitability};

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
    /// The file of the study as it was named, or where it is inside the program; empty if it is not known. It is of a
    /// machine, so it is not among the results.
    #[serde(skip)]
    pub study_file: String,
    /// The hash of everything that decides the results; see [`crate::hash::study_hash`].
    pub study_hash: String,
    /// Options by name, as text.
    pub options: BTreeMap<String, String>,
    /// Battles in all cells; those of the parity prices are counted there.
    pub battles: u64,
    /// Share of all battles that the turn limit ended.
    pub capped: Interval,
    /// Share of all battles without a shot.
    pub no_contact: Interval,
    /// Share of all battles that ended in a major victory; `None` where none did, as in a game that grades no victories.
    pub major: Option<Interval>,
    /// Every design.
    pub designs: Vec<DesignInfo>,
    /// Every cell.
    pub cells: Vec<CellSummary>,
    /// One for every group that has duels of different designs, and every policy pair in it: first those that
    /// fly both sides, then those that meet, then the equilibrium. The first is the one that headlines quote.
    pub matrices: Vec<Matrix>,
    /// What fleet actions say of adding ratings up, one per policy pair, in the order of the matrices.
    pub fleet_laws: Vec<FleetLaw>,
    /// What each design should cost for fleets of it to be a fair match, where the study asked for that.
    pub prices: Vec<ParityRow>,
    /// What it should cost where exactly so many of it fight, and whether it has a single price, where the study asked.
    pub prices_by_size: Vec<PricesBySize>,
    /// What it should cost under each of the study's readings, its own options first, and by how much each moves the price.
    pub readings: Vec<PricesUnder>,
    /// What it should cost under other settings, each varied alone, the study's own first; empty where nobody asked.
    pub robust: Vec<RobustRow>,
    /// What it should cost under other commanders beside the study's own policy, in the same matchups of few ships; empty where nobody
    /// asked.
    pub commanders: Vec<CommanderRow>,
    /// The policies as strategies against each other, where the study has cells in which different ones met.
    pub payoffs: Option<Payoffs>,
    /// How far each design's implied rating depends on the policies; empty with one policy.
    pub shifts: Vec<PolicyShift>,
    /// One for every cell of equal sides, and all of them together, last, if there are several.
    pub mirrors: Vec<Mirror>,
    /// One for every policy of every group in which different policies met.
    pub policies: Vec<PolicyStanding>,
    /// What is known of how far the study's policies can be beaten; nothing of a policy that nobody has tried to beat.
    pub exploitability: Vec<Exploitability>,
}

/// The option of a run that says what is missing of it where it was interrupted, and the folder of such runs beside a finished one.
pub const PARTIAL: &str = "partial";

impl Analysis {
    /// What is missing of an interrupted run.
    #[must_use]
    pub fn partial(&self) -> Option<&str> {
        self.options.get(PARTIAL).map(String::as_str)
    }
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
    /// Share of battles that A, and that B, won by a major victory.
    pub major: [Interval; 2],
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

/// What the duels of a group say of its designs, under one policy pair. Where the two differ, each design has
/// flown under either against the other.
#[derive(Clone, Debug, Serialize)]
pub struct Matrix {
    /// The group.
    pub group: String,
    /// The policies of the two sides, or twice [`EQUILIBRIUM`](crate::parity::EQUILIBRIUM).
    pub policies: [String; 2],
    /// Slope of log odds on log rating ratio: 1 is odds in proportion to points.
    pub slope: Option<Interval>,
    /// Why there are no strengths, as text.
    pub no_strengths: Option<String>,
    /// Why there are strengths but no prices.
    pub no_prices: Option<NoPrices>,
    /// One per design that duelled, in the order of the designs.
    pub ratings: Vec<RatingRow>,
    /// Every pair of designs that duelled, by their places in `ratings`.
    pub meetings: Vec<MeetingRow>,
    /// How well ratings predict these duels.
    pub calibration: Option<CalibrationSummary>,
    /// What of the matrix no single number can carry.
    pub cycles: Option<CyclesSummary>,
}

/// Two designs that duelled.
#[derive(Clone, Debug, Serialize)]
pub struct MeetingRow {
    /// Place of the first in [`Matrix::ratings`].
    pub a: usize,
    /// Place of the second, larger than `a`.
    pub b: usize,
    /// The first one's mean score.
    pub score: Interval,
    /// Share of battles drawn.
    pub draws: Interval,
    /// Share of battles that the turn limit ended.
    pub capped: Interval,
    /// The score differs significantly from one half, at a false discovery rate of 5 % over the matrix.
    pub significant: bool,
    /// Battles; under an equilibrium, what the weighted ones are worth.
    pub battles: u64,
}

/// How well values predict scores: P(A scores) = 1/(1 + exp(−k·ln(value A / value B))).
#[derive(Clone, Debug, Serialize)]
pub struct CalibrationSummary {
    /// k of the printed rating.
    pub slope: Interval,
    /// By how much seat 0 shifts the log odds.
    pub side_bias: Option<Interval>,
    /// Predicted against observed, by the printed rating.
    pub reliability: Vec<ReliabilityBin>,
    /// The printed rating first, then what it is compared with.
    pub models: Vec<ModelScore>,
}

/// Cells of about the same prediction, each taken from the side that is predicted to win.
#[derive(Clone, Debug, Serialize)]
pub struct ReliabilityBin {
    /// Mean predicted score, ½ to 1.
    pub predicted: f64,
    /// Mean observed score.
    pub observed: Interval,
    /// Cells.
    pub cells: usize,
    /// Pairs of battles.
    pub pairs: u64,
}

/// How well one value predicts, cells of a design predicted without it.
#[derive(Clone, Debug, Serialize)]
pub struct ModelScore {
    /// `rating`, the name of another value of the designs, or `coin` for a guess of one half every time.
    pub model: String,
    /// Its slope; none for the coin.
    pub slope: Option<Interval>,
    /// Mean squared error of the prediction of a battle; 0 is perfect, the coin has 0.25 where nothing is drawn.
    pub brier: Interval,
    /// Mean logarithmic error, in nats.
    pub log_loss: Interval,
    /// Brier score minus the rating's; positive is worse than the rating. None for the rating itself.
    pub brier_excess: Option<Interval>,
    /// Log loss minus the rating's.
    pub log_loss_excess: Option<Interval>,
    /// The excess of the Brier score with an interval for other designs like these, not only for other battles of these:
    /// what says that one value predicts better than another.
    pub brier_excess_designs: Option<Interval>,
    /// The same of the log loss.
    pub log_loss_excess_designs: Option<Interval>,
}

/// What of a matrix of results no single number a design can carry.
#[derive(Clone, Debug, Serialize)]
pub struct CyclesSummary {
    /// Share of the log odds' variance that is cyclic.
    pub share: Interval,
    /// The worst rock-paper-scissors triples, the worst first.
    pub triples: Vec<TripleRow>,
    /// All that are sure at a false discovery rate of 5 %, listed or not.
    pub triples_found: usize,
}

/// The first beats the second, the second the third, the third the first.
#[derive(Clone, Debug, Serialize)]
pub struct TripleRow {
    /// Places in [`Matrix::ratings`].
    pub designs: [usize; 3],
    /// Scores of the first over the second, the second over the third, the third over the first.
    pub legs: [Interval; 3],
    /// The false discovery rate at which it would just count.
    pub q: f64,
}

/// What fleet actions say of adding up ratings, under one policy pair.
#[derive(Clone, Debug, Serialize)]
pub struct FleetLaw {
    /// The policies of the two sides, or twice [`EQUILIBRIUM`](crate::parity::EQUILIBRIUM).
    pub policies: [String; 2],
    /// Actions: cells of fleets, mirror matches apart.
    pub actions: usize,
    /// p in Σ ratingᵖ: 1 is a fleet worth the sum of its parts, less is numbers over quality.
    pub exponent: Option<Interval>,
    /// Why there is no exponent.
    pub no_exponent: Option<String>,
    /// How well the sums of printed ratings predict the actions.
    pub calibration: Option<CalibrationSummary>,
}

/// The policies as strategies: what each scores against each over all cells in which two different ones met.
#[derive(Clone, Debug, Serialize)]
pub struct Payoffs {
    /// The policies, in the order of the study.
    pub policies: Vec<String>,
    /// Mean score of the row's policy against the column's; none on the diagonal and where two never met.
    pub scores: Vec<Vec<Option<Interval>>>,
    /// The share of each in the equilibrium mixture; empty where some never met.
    pub weights: Vec<f64>,
    /// What each scores against the mixture.
    pub against: Vec<Interval>,
    /// What the best answer to the mixture scores beyond one half, at most (95 %): the scores that the mixture was found
    /// from have errors too, and another mixture may do as well.
    pub exploitable_by: f64,
}

/// How far a design's implied rating moves with the policies.
#[derive(Clone, Debug, Serialize)]
pub struct PolicyShift {
    /// The group of duels.
    pub group: String,
    /// The design's id.
    pub design: String,
    /// Its name.
    pub name: String,
    /// The policies under which it is implied to be worth least, and its residual there.
    pub least: ([String; 2], Interval),
    /// The policies under which it is implied to be worth most, and its residual there.
    pub most: ([String; 2], Interval),
    /// It moves significantly: some two policy pairs differ, at a false discovery rate of 5 % over the designs.
    pub moves: bool,
}

/// What a group's duels say of one design.
#[derive(Clone, Debug, Serialize)]
pub struct RatingRow {
    /// The design's id.
    pub design: String,
    /// Its name.
    pub name: String,
    /// Its points: the printed rating, or the house rating of a design that has none.
    pub rating: u32,
    /// Its printed rating.
    pub printed: Option<u32>,
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
    /// Mean score of the side that won the first initiative throw; `None` in a game that has none.
    pub initiative: Option<Interval>,
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
