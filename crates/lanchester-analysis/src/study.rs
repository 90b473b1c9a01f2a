//! What a finished study hands over to be reported.

use std::collections::BTreeMap;

use lanchester_core::Tally;
use lanchester_stats::Interval;
use serde::{Deserialize, Serialize};

use crate::commanders::CommanderRow;
use crate::parity::ParityRow;
use crate::readings::PricesUnder;
use crate::robust::RobustRow;
use crate::sizes::PricesBySize;

/// A finished study.
#[derive(Clone, Debug, Default)]
pub struct StudyResults {
    /// What was asked, and of which versions.
    pub setup: Setup,
    /// Every design of the study, in file order.
    pub designs: Vec<DesignInfo>,
    /// Every finished cell, in study order.
    pub cells: Vec<CellResult>,
    /// Parity prices, where the study asked for them.
    pub prices: Vec<ParityRow>,
    /// Those by the number of ships, where the study asked for them too.
    pub prices_by_size: Vec<PricesBySize>,
    /// Those under each of its readings, the study's own options first; none without readings.
    pub readings: Vec<PricesUnder>,
    /// Those under other settings, each varied alone, the study's own first; none where nobody asked.
    pub robust: Vec<RobustRow>,
    /// Those under other commanders, in matchups of few ships; none where nobody asked.
    pub commanders: Vec<CommanderRow>,
}

/// What was asked, and of which versions.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The study's id, also the name of its folder: letters, digits, `-`, `_` and `.` only.
    pub id: String,
    /// The study's title.
    pub name: String,
    /// Version of the program.
    pub tool_version: String,
    /// Name of the game.
    pub game: String,
    /// Version of the game's rules in the program.
    pub rules_version: u32,
    /// Version of the dice streams.
    pub stream_version: u32,
    /// The seed.
    pub seed: u64,
    /// Options by name, as text, defaults included.
    pub options: BTreeMap<String, String>,
    /// Every file that the study was read from.
    pub inputs: Vec<Input>,
    /// The forces as they were fielded.
    pub forces: Vec<FieldedForce>,
    /// The instruction set that played it. Stands in the manifest only: it changes no result.
    pub level: String,
    /// Threads that played it. Stands in the manifest only.
    pub threads: usize,
    /// The hash of a stored run, whose inputs are not at hand any more; else it is worked out from them.
    pub hash: Option<String>,
    /// When it was made, if that is known. Stands in the manifest only.
    pub created: Option<String>,
    /// What is known of how far the policies can be beaten. Stands in the manifest only: it says how good they are, not what was
    /// played.
    pub exploitability: Vec<Exploitability>,
}

/// How far a policy can be beaten: by one policy for all held-out matchups, and by the best shipped policy for each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exploitability {
    /// The policy's id.
    pub policy: String,
    /// The policy that was tested, where it is no new one: a shipped policy as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shipped: Option<String>,
    /// The score of one policy in all matchups, with an interval that holds whenever the test is stopped; none if nothing was found that was
    /// worth a test.
    pub score: Option<Interval>,
    /// The same in duels and between fleets, with intervals over matchups.
    pub duels: Option<Interval>,
    /// See `duels`.
    pub fleets: Option<Interval>,
    /// Matchups of the test.
    pub matchups: u64,
    /// Policies that were tried, each time counted.
    pub evaluations: u64,
    /// Searches for weights.
    pub restarts: u32,
    /// Battles of search and test.
    pub battles: u64,
    /// What measures it again.
    pub command: String,
    /// What the best of the shipped policies for each matchup gains; none if that was not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_matchup: Option<ByMatchup>,
}

/// What a commander gains who picks a shipped policy for each held-out matchup and place in it, by battles with other dice. A gain is
/// what the pick scores against a policy less what that policy scores against itself in the same place: a share of the points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ByMatchup {
    /// Policies to pick from.
    pub policies: u64,
    /// Matchups; both places of each.
    pub matchups: u64,
    /// The mean gain, with a 95 % interval over matchups.
    pub all: Interval,
    /// The same in duels.
    pub duels: Interval,
    /// The same between fleets.
    pub fleets: Interval,
    /// Where most is gained, by the dice that the pick was made by.
    pub most: Pick,
    /// Battles of pick and test.
    pub battles: u64,
    /// What measures it again.
    pub command: String,
}

/// A policy that was picked for one place of a matchup.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pick {
    /// The matchup, as the held-out study names it.
    pub group: String,
    /// The side: `A` or `B`.
    pub side: String,
    /// The policy.
    pub policy: String,
    /// Its gain there, with a 95 % interval over battles.
    pub gain: Interval,
}

impl Exploitability {
    /// Points of a hundred that are gained at least (one-sided, 97.5 %): 0 where nothing was proven.
    #[must_use]
    pub fn at_least(score: Option<Interval>) -> f64 {
        score.map_or(0.0, |score| (100.0 * (score.low - 0.5)).max(0.0))
    }
}

/// A file that the study was read from.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its path, as the study names it.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A force as it was fielded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldedForce {
    /// What it is called.
    pub name: String,
    /// Design ids, one per ship.
    pub ships: Vec<String>,
    /// Points of all its ships.
    pub rating: u32,
}

/// A design.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DesignInfo {
    /// Its id, unique in the study.
    pub id: String,
    /// Its name, such as `MAJESTIC`.
    pub name: String,
    /// Its class, such as `battlecruiser`.
    pub class: String,
    /// Who flies it.
    pub faction: Option<String>,
    /// Its points: the printed rating, or the house rating where it is unrated.
    pub rating: u32,
    /// Its file gives no rating.
    pub unrated: bool,
    /// `published`, `reconstructed` or `original`.
    pub origin: String,
    /// What else the game says of it, by name, such as a house rating.
    pub extras: BTreeMap<String, f64>,
}

impl DesignInfo {
    /// The points that its file gives it.
    #[must_use]
    pub fn printed(&self) -> Option<u32> {
        (!self.unrated).then_some(self.rating)
    }
}

/// One side of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// The design's id in a duel, else the fleet's.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Points of all its ships.
    pub rating: u32,
    /// The policy that commands it.
    pub policy: String,
    /// Ids of the designs of its ships, one per ship.
    pub ships: Vec<String>,
}

/// A finished cell.
#[derive(Clone, Debug)]
pub struct CellResult {
    /// The cell's number.
    pub number: u64,
    /// Cells of a group that have the same two policies are analysed together: duels make one matrix.
    pub group: String,
    /// A and B.
    pub entrants: [Entrant; 2],
    /// One ship a side.
    pub duel: bool,
    /// What was counted.
    pub tally: Tally,
}

impl CellResult {
    /// Both sides are the same ships under the same policy.
    #[must_use]
    pub fn is_mirror(&self) -> bool {
        let [a, b] = &self.entrants;
        a.id == b.id && a.policy == b.policy
    }
}
