//! How much of each cell is played: a fixed number of pairs, until it is known well enough, or for so long.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use lanchester_arena::{CellJob, Chunk};
use lanchester_core::{CHUNK_PAIRS, Tally};
use lanchester_games::Game;
use lanchester_stats::confidence::Sequence;
use lanchester_stats::interval::pair_score;
use serde::{Deserialize, Serialize};

use crate::headway::Outlook;
use crate::journal::Journal;
use crate::output::note;
use crate::play::Table;

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

impl Precision {
    /// In words that can stand in an error and in a manifest. A budget says not how long: a run may be given more time.
    pub fn words(self) -> String {
        match self {
            Self::Pairs(pairs) => format!("{pairs} pairs a cell"),
            Self::HalfWidth(width) => format!("half-width {width} a cell"),
            Self::Budget(_) => "a time budget".to_owned(),
        }
    }
}

/// A round of a time budget: how many chunks each of these cells has when it is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Round {
    /// Cell and chunks.
    cells: Vec<(usize, u64)>,
    /// Milliseconds of battles before this round, over all starts of the program.
    spent: u64,
}

/// A run of cells that ends when its precision is reached.
pub struct Run<'r, G: Game> {
    /// Where it is played.
    pub table: &'r Table<'r>,
    /// Where it is kept.
    pub journal: &'r Journal,
    /// All cells of the plan; `pairs` of each is a whole number of chunks unless pairs were asked for.
    pub cells: &'r [CellJob<G>],
    /// Those that this shard plays.
    pub mine: Vec<usize>,
    /// What is asked for.
    pub precision: Precision,
    /// Ctrl-C.
    pub stop: &'r AtomicBool,
}

impl<G: Game> Run<'_, G> {
    /// Plays what is missing; true if Ctrl-C came before the end.
    ///
    /// # Errors
    /// The store cannot be written or read.
    pub fn play(&self) -> anyhow::Result<bool> {
        match self.precision {
            Precision::Pairs(pairs) => {
                let wanted = self.mine.iter().flat_map(|cell| chunks(*cell, 0, pairs.div_ceil(CHUNK_PAIRS), pairs));
                self.some(&self.outlook("sweep".to_owned()), &wanted.collect::<Vec<_>>())
            }
            Precision::HalfWidth(width) => self.until(width),
            Precision::Budget(budget) => self.within(budget),
        }
    }

    fn outlook(&self, phase: String) -> Outlook {
        Outlook { phase, cells: self.mine.len() as u64, ..Outlook::default() }
    }

    fn some(&self, outlook: &Outlook, wanted: &[Chunk]) -> anyhow::Result<bool> {
        self.journal.play(self.table, outlook, self.cells, wanted, self.stop)
    }

    /// Cells are looked at after 1, 2, 3, 4, 6, 9 … chunks; those that are known well enough are left alone. How many
    /// chunks a cell gets depends on its own battles alone, so shards and restarts do the same. The chance that any
    /// interval of the run ever misses is 5 %: each cell has its part of it.
    fn until(&self, width: f64) -> anyhow::Result<bool> {
        let alpha = alpha(self.cells.len());
        let mut open: Vec<(usize, Sequence, u64, u64)> =
            self.mine.iter().map(|cell| (*cell, Sequence::new(alpha), 0, 1)).collect();
        while !open.is_empty() {
            let wanted: Vec<Chunk> =
                open.iter().flat_map(|(cell, _, have, want)| chunks(*cell, *have, *want, u64::MAX)).collect();
            let outlook = Outlook {
                ahead: open.iter().map(|(_, sequence, have, want)| ahead(sequence, width, *have, *want)).sum(),
                known: Some((self.mine.len() - open.len()) as u64),
                ..self.outlook(format!("sweep to ±{:.1} %", 100.0 * width))
            };
            if self.some(&outlook, &wanted)? {
                return Ok(true);
            }
            for (cell, sequence, have, want) in &mut open {
                while *have < *want {
                    sequence.add(&self.journal.chunk(*cell, *have)?.pair_scores);
                    *have += 1;
                }
            }
            open.retain(|(_, sequence, have, _)| sequence.interval().half_width() > width && *have < MOST_CHUNKS);
            for (_, _, have, want) in &mut open {
                *want = next_look(*have);
            }
        }
        Ok(false)
    }

    /// First a chunk of every cell, then rounds of more for the quarter of the cells whose intervals are widest, until
    /// the time is spent. What each round plays is written down before it is played: a run that goes on, or is done
    /// again with the same store, plays the same.
    fn within(&self, budget: Duration) -> anyhow::Result<bool> {
        let mut have = vec![0u64; self.cells.len()];
        let logged: Vec<Round> = self.journal.rounds()?;
        let mut number = 0;
        let mut before = Duration::ZERO;
        for round in &logged {
            if self.round(round, &mut have, None)? {
                return Ok(true);
            }
            before = Duration::from_millis(round.spent);
            number += 1;
        }
        let start = Instant::now();
        let spent = || (before + start.elapsed()).as_millis() as u64;
        let first = number;
        if first > 0 && before >= budget {
            let spent = humantime::format_duration(Duration::from_secs(before.as_secs()));
            note(&format!(
                "A budget is for all starts together, and {spent} have been spent already: nothing is played."
            ));
        }
        while number == 0 || before + start.elapsed() < budget {
            let round = Round { cells: self.widest(&have)?, spent: spent() };
            self.journal.log(number, &round)?;
            number += 1;
            if self.round(&round, &mut have, budget.checked_sub(before + start.elapsed()))? {
                return Ok(true);
            }
        }
        if number > first {
            // The time of the last round counts too: the same budget again plays nothing more.
            self.journal.log(number, &Round { cells: Vec::new(), spent: spent() })?;
        }
        Ok(false)
    }

    fn round(&self, round: &Round, have: &mut [u64], until: Option<Duration>) -> anyhow::Result<bool> {
        let cells = || round.cells.iter().filter(|(cell, _)| *cell < have.len());
        let wanted: Vec<Chunk> = cells().flat_map(|(cell, to)| chunks(*cell, have[*cell], *to, u64::MAX)).collect();
        for (cell, to) in round.cells.iter().filter(|(cell, _)| *cell < self.cells.len()) {
            have[*cell] = *to;
        }
        let phase = "sweep, widest intervals first".to_owned();
        self.some(&Outlook { until, ..self.outlook(phase) }, &wanted)
    }

    /// All cells at first, then the quarter with the widest intervals, ties by number: each gets half as many chunks
    /// again as it has.
    fn widest(&self, have: &[u64]) -> anyhow::Result<Vec<(usize, u64)>> {
        if self.mine.iter().all(|cell| have[*cell] == 0) {
            return Ok(self.mine.iter().map(|cell| (*cell, 1)).collect());
        }
        let mut widths: Vec<(f64, usize)> = Vec::new();
        for cell in &self.mine {
            let mut sum = Tally::new();
            for chunk in 0..have[*cell] {
                sum.merge(&self.journal.chunk(*cell, chunk)?);
            }
            widths.push((pair_score(&sum.pair_scores).half_width(), *cell));
        }
        widths.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        widths.truncate(self.mine.len().div_ceil(4));
        Ok(widths.into_iter().map(|(_, cell)| (cell, have[cell] + (have[cell] / 2).max(1))).collect())
    }
}

/// The part of the 5 % that each of so many cells has.
fn alpha(cells: usize) -> f64 {
    0.05 / cells.max(1) as f64
}

/// When a cell of so many chunks is looked at again.
fn next_look(have: u64) -> u64 {
    (have + (have / 2).max(1)).min(MOST_CHUNKS)
}

/// Chunks of a cell until it is known to this half-width, one of so many cells; `chunk` gives the pair scores of each.
pub fn chunks_until(width: f64, cells: usize, chunk: impl Fn(u64) -> [u64; 5]) -> u64 {
    let mut sequence = Sequence::new(alpha(cells));
    let (mut have, mut want) = (0, 1);
    loop {
        (have..want).for_each(|n| sequence.add(&chunk(n)));
        if sequence.interval().half_width() <= width || want == MOST_CHUNKS {
            return want;
        }
        (have, want) = (want, next_look(want));
    }
}

/// Battles that a cell will probably need after its next chunks, as intervals shrink with the root of the battles. None
/// before the first look.
fn ahead(sequence: &Sequence, width: f64, have: u64, want: u64) -> u64 {
    if have == 0 {
        return 0;
    }
    let needed = have as f64 * (sequence.interval().half_width() / width).powi(2);
    2 * CHUNK_PAIRS * (needed.ceil() as u64).clamp(want, MOST_CHUNKS).saturating_sub(want)
}

/// Chunks of a cell by their numbers; the cell has so many pairs.
fn chunks(cell: usize, from: u64, to: u64, pairs: u64) -> impl Iterator<Item = Chunk> {
    (from..to).map(move |n| Chunk { cell, pairs: n * CHUNK_PAIRS..((n + 1) * CHUNK_PAIRS).min(pairs) })
}
