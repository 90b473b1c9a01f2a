//! The seam between games and engine.

use std::fmt::{Debug, Display};
use std::ops::Range;

use lanchester_lanes::Level;
use serde::Serialize;

use crate::{CHUNK_PAIRS, LedgerEntry, Matchup, Outcome, Search, Tally};

/// What every ship design has.
pub trait Combatant {
    /// The class name, such as `MAJESTIC`.
    fn name(&self) -> &str;
    /// Its points.
    fn rating(&self) -> u32;
    /// The points that its file gives it; `None` where it gives none, and [`Combatant::rating`] is the game's own estimate.
    fn printed(&self) -> Option<u32> {
        Some(self.rating())
    }
    /// The same design at other points, or at the nearest that the game allows.
    #[must_use]
    fn at_rating(&self, rating: u32) -> Self;
}

/// What a game calls the points of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Points {
    /// In full, such as `combat rating`.
    pub name: &'static str,
    /// In a word, for the head of a column: `rating`.
    pub short: &'static str,
}

/// A range of one cell's pairs to play.
#[derive(Clone, Debug)]
pub struct Job {
    /// The study's seed.
    pub seed: u64,
    /// The number of the cell, part of the key of every die. Cells that share it share their dice.
    pub cell: u64,
    /// Pairs to play, at most [`Rules::CHUNK_PAIRS`].
    pub pairs: Range<u64>,
}

/// The first place where the reference and a record disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Index into the recorded events.
    pub at: usize,
    /// What was recorded there, as text; `None` past the end of the record.
    pub recorded: Option<String>,
    /// What the reference says instead: another event, or why the recorded choice is illegal.
    pub reference: String,
}

impl Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let recorded = self.recorded.as_deref().unwrap_or("(the record ends)");
        write!(f, "event {}: recorded {recorded}; the reference says {}", self.at, self.reference)
    }
}

/// A game: a reference that reads like the book, and lanes that play a batch at once; or the reference alone.
pub trait Rules: Debug + Sized + Send + Sync + 'static {
    /// The name in files and on the command line.
    const NAME: &'static str;
    /// The full title.
    const TITLE: &'static str;
    /// Raised by every change that makes a battle of the same key end differently.
    const VERSION: u32;
    /// Whether the game distinguishes major victories from minor ones.
    const GRADES_VICTORIES: bool = false;
    /// What the game calls a ship's points.
    const POINTS: Points = Points { name: "combat rating", short: "rating" };
    /// Pairs in a chunk: 1 to [`CHUNK_PAIRS`]. A game whose battles take long has smaller chunks, so that threads finish
    /// together and little is lost when a run is stopped. A stored run depends on it.
    const CHUNK_PAIRS: u64 = CHUNK_PAIRS;

    /// A validated ship class.
    type Design: Combatant + Debug + PartialEq + Send + Sync;
    /// How a side is commanded.
    type Policy: Debug + Send + Sync;
    /// Options of a battle; the default is the standard game.
    type Options: Clone + Debug + Default + PartialEq + Send + Sync;
    /// Where and how a ship starts.
    type Station: Clone + Debug + PartialEq + Send + Sync;
    /// Everything about a matchup that can be worked out before the first battle.
    type Prepared: Send + Sync;
    /// The memory a thread plays batches in; reused from chunk to chunk.
    type Workspace: Send;
    /// A choice, die or effect of a recorded battle.
    type Event: Clone + Debug + PartialEq + Serialize;

    /// How a battle ended, by its last event; `None` of every other event.
    fn outcome(event: &Self::Event) -> Option<Outcome>;

    /// The rulebook ledger.
    fn ledger() -> &'static [LedgerEntry];

    /// Works out the tables of a matchup.
    fn prepare(matchup: &Matchup<Self>) -> Self::Prepared;

    /// Memory for one thread.
    fn workspace() -> Self::Workspace;

    /// Plays a range of pairs and adds them to `tally`. Lanes do not allocate.
    ///
    /// # Panics
    /// If the job has more than [`Rules::CHUNK_PAIRS`] pairs.
    fn play(prepared: &Self::Prepared, workspace: &mut Self::Workspace, level: Level, job: &Job, tally: &mut Tally);

    /// Plays a range of battles (not pairs) and returns every battle's events, in battle order.
    fn record(
        prepared: &Self::Prepared,
        level: Level,
        seed: u64,
        cell: u64,
        battles: Range<u64>,
    ) -> Vec<Vec<Self::Event>>;

    /// What a side decides in a battle, in words, placement first: what a search can be kept to.
    fn decisions() -> Vec<&'static str>;

    /// Those of the decisions that both sides make at the same time, neither knowing the other's choice.
    fn secret() -> Vec<&'static str>;

    /// Plays a range of battles (not pairs) in which a side searches, or both do, and returns the events of each and how it ends, in
    /// battle order. At each decision of such a side every
    /// proposal is played out from the position, as it is believed to go on, with dice that have nothing to do with those to
    /// come; the proposal that scores most commands until the next decision. A result depends on the search, seed, cell and
    /// battle alone. Battles of one call share the lanes of their roll-outs.
    ///
    /// # Panics
    /// Without a proposal, or without a roll-out.
    fn search(
        search: &Search<Self::Prepared>,
        level: Level,
        seed: u64,
        cell: u64,
        battles: Range<u64>,
    ) -> Vec<(Vec<Self::Event>, Outcome)>;

    /// Plays one battle by the reference with the recorded choices, and compares event for event.
    ///
    /// # Errors
    /// The first difference, or the first illegal choice.
    fn verify(
        matchup: &Matchup<Self>,
        seed: u64,
        cell: u64,
        battle: u64,
        events: &[Self::Event],
    ) -> Result<(), Mismatch>;

    /// Every die of a recorded battle: for each event the pools that were rolled after the event before it, in order,
    /// faces in the order in which they fell. The list ends where the reference disagrees with the record.
    fn rolls(matchup: &Matchup<Self>, seed: u64, cell: u64, battle: u64, events: &[Self::Event]) -> Vec<Vec<Vec<u8>>>;

    /// The recorded battle of this number as readable text, with its dice as far as [`Rules::rolls`] gives them.
    fn narrate(matchup: &Matchup<Self>, battle: u64, events: &[Self::Event], rolls: &[Vec<Vec<u8>>]) -> String;
}
