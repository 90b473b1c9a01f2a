//! Playing and recording ranges of battles with a game's lane engine.

use std::ops::Range;

use lanchester_core::{CHUNK_PAIRS, Job, Rules, Tally};
use lanchester_lanes::{LaneMask, Level};

use crate::Recorder;
use crate::queue::Fresh;

/// A game's lane engine: it plays batches of battles with the game's tables (`Rules::Prepared`) and workspace.
pub trait LaneEngine: Rules {
    /// Where the workspace keeps outcomes and events.
    fn recorder(workspace: &mut Self::Workspace) -> &mut Recorder<Self::Event>;

    /// Plays at a level of the machine every battle of the range to its end and reports each to the recorder, which has
    /// [begun](Play::begun) with them. [`lane_engine!`](crate::lane_engine) writes it in the game's own crate, so that its engine is
    /// compiled once for each level, and not again wherever it is called from.
    fn dispatch(level: Level, play: Play<'_, Self>);
}

/// Which lanes of how many batches play. The default is all of them; tests show that a layout changes no battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Batches at most; an engine uses no more than it has, and at least one.
    pub batches: usize,
    /// Lanes of each batch.
    pub lanes: LaneMask,
    /// Give a finished lane its next battle at once (else its batch waits for the last one).
    pub refill: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Self { batches: usize::MAX, lanes: !0, refill: true }
    }
}

/// Which part of its battles is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// All of the range, each from its beginning to its end.
    #[default]
    Whole,
    /// The first battle of the range is set up in every lane, and nothing of it is played. In lane *n* it goes by the number
    /// of the battle + 2·*n*, which has the same seats.
    Opening,
    /// The next step of the battles that the workspace holds, which is the same in every lane that has one.
    Step,
    /// Whatever is left of the battles that the workspace holds.
    Rest,
}

impl Part {
    /// Whether battles begin; else they go on.
    #[inline(always)]
    #[must_use]
    pub const fn begins(self) -> bool {
        matches!(self, Self::Whole | Self::Opening)
    }

    /// Steps of an engine's loop; setting battles up is one.
    #[inline(always)]
    #[must_use]
    pub const fn steps(self) -> u64 {
        match self {
            Self::Opening | Self::Step => 1,
            Self::Whole | Self::Rest => u64::MAX,
        }
    }
}

/// A range of battles of a cell to play.
#[derive(Debug)]
pub struct Play<'a, G: Rules> {
    /// The tables of the matchup.
    pub tables: &'a G::Prepared,
    /// Working memory.
    pub workspace: &'a mut G::Workspace,
    /// Study seed.
    pub seed: u64,
    /// Cell number.
    pub cell: u64,
    /// Battles (not pairs) to play, at most [`Recorder::ROOM`]. Of battles that go on only the first number counts: that of the
    /// first outcome.
    pub battles: Range<u64>,
    /// Which lanes play them.
    pub layout: Layout,
    /// Which part of them is played.
    pub part: Part,
}

impl<G: Rules> Play<'_, G> {
    /// The battles that have yet to begin.
    #[must_use]
    pub fn fresh(&self) -> Fresh {
        let Range { start, end } = self.battles;
        match self.part {
            Part::Whole => Fresh::new(self.seed, self.cell, start..end, self.layout.refill),
            Part::Opening => Fresh::copies(self.seed, self.cell, start),
            Part::Step | Part::Rest => Fresh::new(self.seed, self.cell, start..start, false),
        }
    }
}

impl<G: LaneEngine> Play<'_, G> {
    /// The same, when the recorder has begun with the first of its battles.
    #[must_use]
    pub fn begun(self) -> Self {
        G::recorder(self.workspace).begin(self.battles.start);
        self
    }
}

/// Plays a range of pairs and adds them to `tally`: [`Rules::play`]. Does not allocate.
///
/// # Panics
/// If the job has more than [`CHUNK_PAIRS`] pairs.
pub fn play<G: LaneEngine>(
    tables: &G::Prepared,
    workspace: &mut G::Workspace,
    level: Level,
    job: &Job,
    tally: &mut Tally,
) {
    let battles = 2 * job.pairs.start..2 * job.pairs.end;
    let count = (battles.end - battles.start) as usize;
    assert!(count <= Recorder::<G::Event>::ROOM, "a job is at most a chunk of {CHUNK_PAIRS} pairs");
    let (seed, cell) = (job.seed, job.cell);
    let (layout, part) = (Layout::default(), Part::Whole);
    G::dispatch(level, Play { tables, workspace: &mut *workspace, seed, cell, battles, layout, part });
    for pair in G::recorder(workspace).outcomes(count).chunks_exact(2) {
        tally.record_pair([pair[0], pair[1]]);
    }
}

/// Plays a range of battles and returns every battle's events, in battle order: [`Rules::record`].
pub fn record<G: LaneEngine>(
    tables: &G::Prepared,
    level: Level,
    seed: u64,
    cell: u64,
    battles: Range<u64>,
) -> Vec<Vec<G::Event>> {
    let mut workspace = G::workspace();
    let mut events = Vec::new();
    let mut first = battles.start;
    while first < battles.end {
        let part = first..battles.end.min(first + Recorder::<G::Event>::ROOM as u64);
        first = part.end;
        G::recorder(&mut workspace).keep_events((part.end - part.start) as usize);
        let layout = Layout::default();
        G::dispatch(
            level,
            Play { tables, workspace: &mut workspace, seed, cell, battles: part, layout, part: Part::Whole },
        );
        events.extend(G::recorder(&mut workspace).take_events());
    }
    events
}
