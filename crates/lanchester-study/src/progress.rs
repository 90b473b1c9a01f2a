//! How far a run is: which cells are known least well, which are slowest, what is left.

use std::collections::HashMap;
use std::time::Duration;

use lanchester_core::arena::{CellJob, Chunk};
use lanchester_core::{Combatant, Tally};
use lanchester_games::Game;
use lanchester_stats::confidence::Sequence;
use lanchester_stats::interval::pair_score;
use serde::{Deserialize, Serialize};

use crate::words::grouped;

/// Cells that are listed at either end.
const LISTED: usize = 3;

/// What a run means to do from here.
#[derive(Clone, Debug, Default)]
pub struct Forecast {
    /// What is being done.
    pub phase: String,
    /// Cells of the run, or of this part of it.
    pub cells: u64,
    /// Battles that will probably follow those of this round.
    pub ahead: u64,
    /// When it ends in any case, counted from now.
    pub until: Option<Duration>,
    /// Cells that need no more battles, where a precision decides.
    pub known: Option<u64>,
    /// Where results decide how much is played: the chance that the confidence sequence of a cell misses.
    pub alpha: Option<f64>,
}

/// A cell of a run and one number about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Listed {
    /// Its number in the plan, from 0.
    pub cell: usize,
    /// Who meets whom.
    pub name: String,
    /// Half of the width of the 95 % interval of its score, or battles per second on one thread.
    pub value: f64,
}

/// How far a run is, in numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProgressNow {
    /// Cells with a battle.
    pub begun: u64,
    /// Cells that need no more, where a precision decides.
    pub known: Option<u64>,
    /// Cells with the widest 95 % intervals, the widest first; `value` is half the width, as a share.
    pub widest: Vec<Listed>,
    /// Cells with the fewest battles per second since the program was started, the slowest first.
    pub slowest: Vec<Listed>,
}

/// What is known of a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    pair_scores: [u64; 5],
    /// Played by this process: battles and the time of the threads that played them.
    battles: u64,
    spent: Duration,
}

/// Follows the cells of a run.
#[derive(Debug, Default)]
pub struct RunProgress {
    cells: HashMap<usize, Cell>,
    /// When the chunks that are being played were begun, by cell and first pair.
    playing: HashMap<(usize, u64), Duration>,
}

impl RunProgress {
    /// What the store held when the program was started.
    pub fn found(&mut self, cell: usize, tally: &Tally) {
        let known = self.cells.entry(cell).or_default();
        known.pair_scores.iter_mut().zip(&tally.pair_scores).for_each(|(sum, n)| *sum += n);
    }

    /// A thread begins with a chunk.
    pub fn begun(&mut self, chunk: &Chunk, now: Duration) {
        self.playing.insert((chunk.cell, chunk.pairs.start), now);
    }

    /// A chunk was played.
    pub fn done(&mut self, chunk: &Chunk, tally: &Tally, now: Duration) {
        self.found(chunk.cell, tally);
        let spent = self.playing.remove(&(chunk.cell, chunk.pairs.start)).map(|begun| now.saturating_sub(begun));
        let known = self.cells.entry(chunk.cell).or_default();
        known.battles += tally.battles();
        known.spent += spent.unwrap_or_default();
    }

    /// Where it stands; `name` says what a cell is called.
    pub fn now(&self, forecast: &Forecast, name: impl Fn(usize) -> String) -> ProgressNow {
        let listed = |mut values: Vec<(f64, usize)>| -> Vec<Listed> {
            values.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            values.truncate(LISTED);
            values.into_iter().map(|(value, cell)| Listed { cell, name: name(cell), value: value.abs() }).collect()
        };
        let width = |(cell, of): (&usize, &Cell)| (-pair_score(&of.pair_scores).half_width(), *cell);
        let speed = |(cell, of): (&usize, &Cell)| {
            (of.spent > Duration::ZERO).then(|| (of.battles as f64 / of.spent.as_secs_f64(), *cell))
        };
        let mut widest = listed(self.cells.iter().map(width).collect());
        // The order is that of plain intervals; what is reported is what the run goes by.
        if let Some(alpha) = forecast.alpha {
            for cell in &mut widest {
                let mut sequence = Sequence::new(alpha);
                sequence.add(&self.cells[&cell.cell].pair_scores);
                cell.value = sequence.interval().half_width();
            }
        }
        ProgressNow {
            begun: self.cells.len() as u64,
            known: forecast.known,
            widest,
            slowest: listed(self.cells.iter().filter_map(speed).collect()),
        }
    }
}

impl ProgressNow {
    /// One line: `12 of 96 cells begun; widest ±3.4 %: variant 7 v BASALT; slowest 8,100/s: variant 2 v GNEISS`.
    pub fn line(&self, cells: u64) -> String {
        let mut parts = vec![match self.known {
            None => format!("{} of {} cells begun", grouped(self.begun), grouped(cells)),
            Some(known) => format!("{} of {} cells known", grouped(known), grouped(cells)),
        }];
        parts.extend(self.widest.first().map(|cell| format!("widest {}: {}", width(cell), cell.name)));
        parts.extend(self.slowest.first().map(|cell| format!("slowest {}: {}", speed(cell), cell.name)));
        parts.join("; ")
    }

    /// The widest and the slowest cells, a line each.
    pub fn lines(&self) -> Vec<String> {
        let widest = self.widest.iter().map(|cell| format!("Known least well, {}: {}", width(cell), cell.name));
        let slowest = self.slowest.iter().map(|cell| format!("Slowest, {}: {}", speed(cell), cell.name));
        widest.chain(slowest).collect()
    }
}

fn width(cell: &Listed) -> String {
    format!("±{:.2} %", 100.0 * cell.value)
}

fn speed(cell: &Listed) -> String {
    format!("{}/s per thread", grouped(cell.value as u64))
}

/// What a cell is called: who meets whom, and under which policy.
pub fn cell_name<G: Game>(job: &CellJob<G>) -> String {
    let [a, b] = &job.matchup.forces;
    let name = |force: &lanchester_core::Force<G>| {
        let ships = || force.ships.iter().map(|ship| ship.name()).collect::<Vec<_>>().join(", ");
        if force.name.is_empty() { ships() } else { force.name.clone() }
    };
    let policies = [a, b].map(|force| G::commander_name(&force.commander));
    let who = if policies[0] == policies[1] { policies[0].to_owned() } else { policies.join(" against ") };
    format!("{} v {}, {who}", name(a), name(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pair_scores: [u64; 5]) -> Tally {
        let mut tally = Tally::new();
        tally.pairs = pair_scores.iter().sum();
        tally.pair_scores = pair_scores;
        tally
    }

    #[test]
    fn the_widest_cells_come_first_and_what_was_found_counts() {
        let mut progress = RunProgress::default();
        progress.found(3, &tally([500, 0, 0, 0, 500]));
        progress.found(1, &tally([5, 0, 0, 0, 5]));
        let chunk = Chunk { cell: 2, pairs: 0..100 };
        progress.begun(&chunk, Duration::ZERO);
        progress.done(&chunk, &tally([50, 0, 0, 0, 50]), Duration::from_secs(1));
        let forecast = Forecast { known: Some(1), ..Forecast::default() };
        let now = progress.now(&forecast, |cell| format!("cell {cell}"));
        assert_eq!(now.begun, 3);
        assert_eq!(now.widest.iter().map(|t| t.cell).collect::<Vec<_>>(), [1, 2, 3]);
        // Only what this process played has a speed.
        assert!(now.slowest.iter().map(|t| t.cell).eq([2]) && progress.playing.is_empty());
        let line = now.line(9);
        assert!(line.starts_with("1 of 9 cells known; widest ±") && line.contains(": cell 1; slowest "), "{line}");
        assert_eq!(now.lines().len(), 4);
        // Where a confidence sequence decides, its widths are reported.
        let mut sequence = Sequence::new(0.05 / 9.0);
        sequence.add(&[5, 0, 0, 0, 5]);
        let now = progress.now(&Forecast { alpha: Some(0.05 / 9.0), ..Forecast::default() }, |_| String::new());
        assert_eq!((now.widest[0].cell, now.widest[0].value), (1, sequence.interval().half_width()));
    }
}
