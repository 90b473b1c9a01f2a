//! How many battles cells will take and how long, from a few seconds of them on this machine.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use lanchester_core::Tally;
use lanchester_core::arena::{CellJob, chunk_pairs};
use lanchester_games::Game;

use crate::precision::{Precision, chunks_until};
use crate::runner::Runner;

/// Seconds of battles that are played in all, shared by the kinds of cells.
const SECONDS: f64 = 6.0;

/// Cells of a kind that are tried.
const TRIED: usize = 64;

/// What cells will take.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Forecast {
    /// Battles.
    pub battles: u64,
    /// Chunks in a store.
    pub chunks: u64,
    /// Seconds.
    pub seconds: f64,
}

/// Plays a sample of every kind of cell (so many ships a side under the same commanders) and extrapolates. A time budget
/// takes as long as it says.
pub fn forecast<G: Game>(runner: &Runner, cells: &[CellJob<G>], precision: Precision) -> Forecast {
    let mut kinds: BTreeMap<Vec<String>, Vec<&CellJob<G>>> = BTreeMap::new();
    for cell in cells {
        let kind = cell
            .matchup
            .forces
            .iter()
            .flat_map(|f| [f.ships.len().to_string(), G::commander_name(&f.commander).to_owned()]);
        kinds.entry(kind.collect()).or_default().push(cell);
    }
    let mut all = Forecast::default();
    let size = chunk_pairs(cells);
    for of_kind in kinds.values() {
        let sample = sample(runner, of_kind, SECONDS / kinds.len() as f64);
        let until = sample.pairs_until(precision, cells.len(), size);
        let pairs = |job: &CellJob<G>| match precision {
            Precision::Pairs(_) => job.pairs,
            Precision::HalfWidth(_) | Precision::Budget(_) => until,
        };
        let all_pairs: u64 = of_kind.iter().map(|cell| pairs(cell)).sum();
        all.battles += 2 * all_pairs;
        all.chunks += of_kind.iter().map(|cell| pairs(cell).div_ceil(size)).sum::<u64>();
        all.seconds += sample.seconds_per_pair * all_pairs as f64;
    }
    if let Precision::Budget(time) = precision {
        let more = time.as_secs_f64() / all.seconds.max(1e-9);
        all.battles = (all.battles as f64 * more) as u64;
        all.chunks = (all.chunks as f64 * more).ceil() as u64;
        all.seconds = time.as_secs_f64();
    }
    all
}

/// What a few cells of a kind took.
struct Sample {
    seconds_per_pair: f64,
    tallies: Vec<Tally>,
}

fn sample<G: Game>(runner: &Runner, of_kind: &[&CellJob<G>], seconds: f64) -> Sample {
    let never = AtomicBool::new(false);
    let play = |cells: usize, pairs: u64| {
        let pick = |i: usize| {
            let cell = of_kind[(2 * i + 1) * of_kind.len() / (2 * cells)];
            CellJob { number: cell.number, matchup: cell.matchup.clone(), pairs: cell.pairs.min(pairs) }
        };
        let jobs: Vec<CellJob<G>> = (0..cells).map(pick).collect();
        let played: u64 = jobs.iter().map(|job| job.pairs).sum();
        let (result, elapsed) = runner.play("plan", &jobs, &never, G::CHUNK_PAIRS, |_, _| ());
        Sample { seconds_per_pair: elapsed.as_secs_f64() / played.max(1) as f64, tallies: result.tallies }
    };
    // A taste says how many can be afforded. The sample itself is of whole chunks where there are any: in a short one
    // lanes run empty towards the end.
    let least = of_kind[0].chunk_pairs().min(64);
    let taste = play(of_kind.len().min(runner.threads), least);
    let affordable = (seconds / taste.seconds_per_pair.max(1e-9)) as u64;
    let chunk = of_kind.iter().map(|cell| cell.pairs.min(cell.chunk_pairs())).max().unwrap_or(1);
    let threads = runner.threads.max(1);
    // As many for each thread, or all of them.
    let cells = ((affordable / chunk) as usize / threads * threads).clamp(threads, TRIED).min(of_kind.len());
    play(cells, (affordable / cells as u64).clamp(least, G::CHUNK_PAIRS))
}

impl Sample {
    /// Mean pairs of a cell until a precision is reached, or one chunk where time alone decides.
    fn pairs_until(&self, precision: Precision, cells: usize, chunk_pairs: u64) -> u64 {
        let Precision::HalfWidth(width) = precision else { return chunk_pairs };
        let of = |tally: &Tally| {
            let scale = |n: u64| (n * chunk_pairs).div_ceil(tally.pairs.max(1));
            chunks_until(width, cells, |_| tally.pair_scores.map(scale))
        };
        let sum: u64 = self.tallies.iter().map(of).sum();
        chunk_pairs * sum.div_ceil((self.tallies.len() as u64).max(1))
    }
}
