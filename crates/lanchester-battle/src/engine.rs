//! Playing and recording ranges of battles with a game's lane engine.

use std::ops::Range;

use lanchester_core::{CHUNK_PAIRS, Job, Rules, Tally};
use lanchester_lanes::{Kernel, LaneMask, Level, Simd};

use crate::Recorder;

/// A game's lane engine: it plays batches of battles with the game's tables (`Rules::Prepared`) and workspace.
pub trait LaneEngine: Rules {
    /// Where the workspace keeps outcomes and events.
    fn recorder(workspace: &mut Self::Workspace) -> &mut Recorder<Self::Event>;

    /// Plays at a level of the machine: [`lane_engine!`](crate::lane_engine) writes it in the game's own crate, so that its
    /// engine is compiled once for each level, and not again wherever it is called from.
    fn dispatch(level: Level, play: Play<'_, Self>);

    /// Plays every battle of the range to its end and reports each to the recorder. Implementations are
    /// `#[inline(always)]`, as is whatever they call that touches vectors.
    fn run<S: Simd>(simd: S, play: Play<'_, Self>);
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
    /// Battles (not pairs) to play, at most [`Recorder::ROOM`].
    pub battles: Range<u64>,
    /// Which lanes play them.
    pub layout: Layout,
}

impl<G: LaneEngine> Kernel for Play<'_, G> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        G::recorder(self.workspace).begin(self.battles.start);
        G::run(simd, self);
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
    let layout = Layout::default();
    G::dispatch(level, Play { tables, workspace: &mut *workspace, seed: job.seed, cell: job.cell, battles, layout });
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
        G::dispatch(level, Play { tables, workspace: &mut workspace, seed, cell, battles: part, layout });
        events.extend(G::recorder(&mut workspace).take_events());
    }
    events
}
