//! How much of each cell is played: a fixed number of pairs, until it is known well enough, or for so long.
//!
//! Where results decide how much is played, plain intervals are wrong too often: [`known`] gives those of a confidence
//! sequence instead, which hold for all cells together at whatever number of chunks each of them stops.

mod budget;
#[cfg(test)]
mod budget_tests;
#[cfg(test)]
mod synthetic;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use budget::Round;
use lanchester_core::arena::{CellJob, Spans, chunk_pairs};
use lanchester_core::{CHUNK_PAIRS, Tally};
use lanchester_games::Game;
use lanchester_stats::Interval;
use lanchester_stats::confidence::Sequence;

use crate::error::StudyError;
use crate::host::{Clock, Host};
use crate::journal::{Deadline, Ended, Journal};
use crate::progress::Forecast;
use crate::runner::Runner;

/// What is asked of each cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Precision {
    /// So many pairs.
    Pairs(u64),
    /// An interval of at most this half-width that holds however often one looks.
    HalfWidth(f64),
    /// What this time allows, spent where intervals are widest.
    Budget(Duration),
}

/// The most chunks of a cell when a half-width is asked for: four billion pairs.
const MOST_CHUNKS: u64 = 1 << 21;

/// The chance that any of a run's intervals misses.
pub const ALPHA: f64 = 0.05;

impl Precision {
    /// In words that can stand in an error and in a manifest. A budget says not how long: a run may be given more time.
    pub fn words(self) -> String {
        match self {
            Self::Pairs(pairs) => format!("{pairs} pairs a cell"),
            Self::HalfWidth(width) => format!("half-width {width} a cell"),
            Self::Budget(_) => "a time budget".to_owned(),
        }
    }

    /// Whether what has been played decides how much is played.
    pub const fn depends_on_results(self) -> bool {
        match self {
            Self::Pairs(_) => false,
            Self::HalfWidth(_) | Self::Budget(_) => true,
        }
    }
}

/// What plays chunks and keeps them.
pub trait Battles {
    /// Plays those of the chunks that are not kept yet, in their order; begins none after the deadline, a moment of
    /// [`Battles::now`].
    fn play(&self, forecast: &Forecast, wanted: &Spans, deadline: Option<Duration>) -> Result<Ended, StudyError>;

    /// Pairs of a full chunk: [`chunk_pairs`] of the cells.
    fn chunk_pairs(&self) -> u64 {
        CHUNK_PAIRS
    }

    /// Whether a chunk is kept.
    fn has(&self, cell: usize, chunk: u64) -> bool;

    /// What was counted in a chunk that is kept.
    fn chunk(&self, cell: usize, chunk: u64) -> Result<Tally, StudyError>;

    /// What is written down of a time budget.
    fn rounds(&self) -> Result<Vec<Round>, StudyError>;

    /// Writes down the next of it, for good.
    fn log(&self, number: u64, round: &Round) -> Result<(), StudyError>;

    /// Time since a fixed moment.
    fn now(&self) -> Duration;
}

/// Battles on this machine, kept in a store.
pub struct Kept<'r, G: Game> {
    /// Where they are played.
    pub runner: &'r Runner<'r>,
    /// Where they are kept.
    pub journal: &'r Journal<'r>,
    /// All cells of the plan.
    pub cells: &'r [CellJob<G>],
    /// What a time budget is measured by.
    pub clock: &'r dyn Clock,
    /// Ctrl-C.
    pub stop: &'r AtomicBool,
}

impl<G: Game> Battles for Kept<'_, G> {
    fn play(&self, forecast: &Forecast, wanted: &Spans, deadline: Option<Duration>) -> Result<Ended, StudyError> {
        let deadline = deadline.map(|at| Deadline { clock: self.clock, at });
        self.journal.play(self.runner, forecast, self.cells, wanted, deadline, self.stop)
    }

    fn chunk_pairs(&self) -> u64 {
        chunk_pairs(self.cells)
    }

    fn has(&self, cell: usize, chunk: u64) -> bool {
        self.journal.has(cell, chunk)
    }

    fn chunk(&self, cell: usize, chunk: u64) -> Result<Tally, StudyError> {
        self.journal.chunk(cell, chunk)
    }

    fn rounds(&self) -> Result<Vec<Round>, StudyError> {
        self.journal.rounds()
    }

    fn log(&self, number: u64, round: &Round) -> Result<(), StudyError> {
        self.journal.log(number, round)
    }

    fn now(&self) -> Duration {
        self.clock.now()
    }
}

/// A run of cells that ends when its precision is reached.
pub struct Run<'r, B> {
    /// What plays and keeps.
    pub battles: &'r B,
    /// Cells of the plan.
    pub cells: usize,
    /// Those that this shard plays.
    pub mine: Vec<usize>,
    /// What is asked for.
    pub precision: Precision,
    /// Where messages go.
    pub host: &'r dyn Host,
}

impl<B: Battles> Run<'_, B> {
    /// Plays what is missing; true if Ctrl-C came before the end.
    ///
    /// # Errors
    /// The store cannot be written or read.
    pub fn play(&self) -> Result<bool, StudyError> {
        match self.precision {
            Precision::Pairs(pairs) => {
                let mut wanted = Spans::of_size(pairs, self.battles.chunk_pairs());
                self.mine.iter().for_each(|cell| wanted.push(*cell, 0..u64::MAX));
                self.all(&self.forecast("sweep".to_owned()), &wanted)
            }
            Precision::HalfWidth(width) => self.until(width),
            Precision::Budget(budget) => self.within(budget),
        }
    }

    fn forecast(&self, phase: String) -> Forecast {
        let alpha = self.precision.depends_on_results().then(|| alpha(self.cells));
        Forecast { phase, cells: self.mine.len() as u64, alpha, ..Forecast::default() }
    }

    fn all(&self, forecast: &Forecast, wanted: &Spans) -> Result<bool, StudyError> {
        Ok(self.battles.play(forecast, wanted, None)? == Ended::Interrupted)
    }

    /// How many chunks a cell gets depends on its own battles alone, so shards and restarts do the same.
    fn until(&self, width: f64) -> Result<bool, StudyError> {
        let mut open: Vec<(usize, Until)> =
            self.mine.iter().map(|cell| (*cell, Until::new(width, self.cells))).collect();
        let size = self.battles.chunk_pairs();
        while !open.is_empty() {
            let mut wanted = Spans::of_size(u64::MAX, size);
            open.iter().for_each(|(cell, until)| wanted.push(*cell, until.wanted()));
            let forecast = Forecast {
                ahead: open.iter().map(|(_, until)| until.battles_ahead(size)).sum(),
                known: Some((self.mine.len() - open.len()) as u64),
                ..self.forecast(format!("sweep to ±{:.1} %", 100.0 * width))
            };
            if self.all(&forecast, &wanted)? {
                return Ok(true);
            }
            for (cell, until) in &mut open {
                until.look(|chunk| Ok(self.battles.chunk(*cell, chunk)?.pair_scores))?;
            }
            open.retain(|(_, until)| !until.reached());
        }
        Ok(false)
    }
}

/// A cell on the way to a half-width. It is looked at after 1, 2, 3, 4, 6, 9 … chunks. The chance that any interval of the
/// run ever misses is [`ALPHA`]: each cell has its part of it.
struct Until {
    width: f64,
    sequence: Sequence,
    have: u64,
}

impl Until {
    /// One of so many cells.
    fn new(width: f64, cells: usize) -> Self {
        Self { width, sequence: sequence(cells), have: 0 }
    }

    /// The chunks up to the next look: half as many again, at least one.
    fn wanted(&self) -> Range<u64> {
        self.have..(self.have + (self.have / 2).max(1)).min(MOST_CHUNKS)
    }

    /// Takes in those chunks; `chunk` gives the pair scores of each.
    fn look(&mut self, chunk: impl Fn(u64) -> Result<[u64; 5], StudyError>) -> Result<(), StudyError> {
        for n in self.wanted() {
            self.sequence.add(&chunk(n)?);
            self.have = n + 1;
        }
        Ok(())
    }

    /// Whether it needs no more.
    fn reached(&self) -> bool {
        self.sequence.interval().half_width() <= self.width || self.have >= MOST_CHUNKS
    }

    /// Battles that it will probably need after its next chunks, as intervals shrink with the root of the battles. None
    /// before the first look.
    fn battles_ahead(&self, chunk_pairs: u64) -> u64 {
        if self.have == 0 {
            return 0;
        }
        let (half_width, want) = (self.sequence.interval().half_width(), self.wanted().end);
        let needed = self.have as f64 * (half_width / self.width).powi(2);
        2 * chunk_pairs * (needed.ceil() as u64).clamp(want, MOST_CHUNKS).saturating_sub(want)
    }
}

/// The chance that one of so many cells has to miss.
fn alpha(cells: usize) -> f64 {
    ALPHA / cells.max(1) as f64
}

/// The confidence sequence of one of so many cells.
fn sequence(cells: usize) -> Sequence {
    Sequence::new(alpha(cells))
}

/// Chunks of a cell until it is known to this half-width, one of so many cells; `chunk` gives the pair scores of each.
pub fn chunks_until(width: f64, cells: usize, chunk: impl Fn(u64) -> [u64; 5]) -> u64 {
    let mut until = Until::new(width, cells);
    // What cannot fail does not.
    while until.look(|n| Ok(chunk(n))).is_ok() && !until.reached() {}
    until.have
}

/// What is known of a cell, one of so many, where results decided how much of it was played: the counts of its chunks and
/// the interval of its confidence sequence after them. A chunk behind one that is missing does not count: a sequence
/// takes chunks in order and leaves none out.
///
/// # Errors
/// The store cannot be read.
pub fn known(battles: &impl Battles, cell: usize, cells: usize) -> Result<(Tally, Interval), StudyError> {
    let (mut sum, mut sequence) = (Tally::new(), sequence(cells));
    for chunk in (0..).take_while(|n| battles.has(cell, *n)) {
        let tally = battles.chunk(cell, chunk)?;
        sequence.add(&tally.pair_scores);
        sum.merge(&tally);
    }
    Ok((sum, sequence.interval()))
}
