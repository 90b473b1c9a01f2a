//! A time budget: rounds of chunks for the cells that are known least well, each written down before it is played.

use std::time::Duration;

use lanchester_core::arena::Spans;
use lanchester_stats::interval::pair_score;
use serde::{Deserialize, Serialize};

use super::{Battles, Run};
use crate::error::StudyError;
use crate::journal::Ended;
use crate::progress::Forecast;
use crate::words::grouped;

/// Cells, and how many chunks each is to have or has.
type Cells = Vec<(usize, u64)>;

/// What is written down of a time budget: a decision, where the deadline cut the decision before it short, or without
/// cells just the time spent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// Cell and chunks: how many each of these has when the round is done, or was left with when it was cut short.
    pub cells: Cells,
    /// Milliseconds of battles before this was written, over all starts of the program.
    pub spent: u64,
    /// The deadline passed in the round before: these cells got no further.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

/// What each cell has.
struct Allocation {
    /// Chunks.
    have: Vec<u64>,
    /// Pairs in them by score.
    scores: Vec<[u64; 5]>,
}

impl<B: Battles> Run<'_, B> {
    /// First a chunk of every cell, then rounds of more for the quarter of the cells whose intervals are widest, until
    /// the time is spent; no chunk is begun after that. What each round plays is written down before it is played, and
    /// where the deadline cut it short how far it came: a run that goes on, or is done again with the same store, plays
    /// the same.
    pub(super) fn within(&self, budget: Duration) -> Result<bool, StudyError> {
        let (rounds, start) = (self.battles.rounds()?, self.battles.now());
        let before = Duration::from_millis(rounds.last().map_or(0, |round| round.spent));
        let spent = || before + self.battles.now().saturating_sub(start);
        let write = |number: usize, cells, cut| {
            self.battles.log(number as u64, &Round { cells, spent: spent().as_millis() as u64, cut })
        };
        let deadline = start + budget.saturating_sub(before);
        let mut all = Allocation { have: vec![0; self.cells], scores: vec![[0; 5]; self.cells] };
        let (ended, mut open) = self.again(&rounds, &mut all)?;
        if ended == Ended::Interrupted {
            return Ok(true);
        }
        if !rounds.is_empty() && before >= budget {
            let spent = humantime::format_duration(Duration::from_secs(before.as_secs()));
            self.host.note(&format!(
                "A budget is for all starts together, and {spent} have been spent already: nothing is played."
            ));
        }
        let mut number = rounds.len();
        let ended = loop {
            let cells = match open.take() {
                Some(cells) => cells,
                None if number > 0 && spent() >= budget => break Ended::Done,
                None => {
                    let cells = self.widest(&all);
                    write(number, cells.clone(), false)?;
                    number += 1;
                    cells
                }
            };
            match self.round(&cells, &mut all, Some(deadline))? {
                Ended::Done => {}
                Ended::Interrupted => break Ended::Interrupted,
                Ended::TimeUp => {
                    let reached = cells.iter().filter(|(cell, to)| all.have[*cell] < *to);
                    write(number, reached.map(|(cell, _)| (*cell, all.have[*cell])).collect(), true)?;
                    break Ended::TimeUp;
                }
            }
        };
        if ended != Ended::TimeUp && (number > rounds.len() || before < budget) {
            // The time of the last round counts too, were it one that a kill had left open: the same budget again plays nothing more.
            write(number, Vec::new(), false)?;
        }
        let without = self.mine.iter().filter(|cell| all.have[**cell] == 0).count();
        if ended != Ended::Interrupted && without > 0 {
            self.host.note(&format!(
                "The time was over before every cell had a battle: {} of {} have none. With more of it, --resume goes on.",
                grouped(without as u64),
                grouped(self.mine.len() as u64)
            ));
        }
        Ok(ended == Ended::Interrupted)
    }

    /// Plays what is missing of all that is written down but the last decision, and returns that one: it may not have
    /// been played to its end.
    fn again(&self, rounds: &[Round], all: &mut Allocation) -> Result<(Ended, Option<Cells>), StudyError> {
        // Time alone decides nothing.
        let mut rounds = rounds.iter().filter(|round| round.cut || !round.cells.is_empty()).peekable();
        while let Some(round) = rounds.next() {
            if round.cut {
                continue;
            }
            let mut cells: Cells = round.cells.iter().copied().filter(|(cell, _)| *cell < self.cells).collect();
            match rounds.peek() {
                None => return Ok((Ended::Done, Some(cells))),
                Some(next) if next.cut => {
                    for (cell, to) in &mut cells {
                        let reached = next.cells.iter().find(|(cut, _)| cut == cell);
                        *to = reached.map_or(*to, |(_, reached)| *reached);
                    }
                }
                Some(_) => {}
            }
            if self.round(&cells, all, None)? == Ended::Interrupted {
                return Ok((Ended::Interrupted, None));
            }
        }
        Ok((Ended::Done, None))
    }

    /// Plays cells up to so many chunks each, and takes in what they have then.
    fn round(
        &self,
        cells: &[(usize, u64)],
        all: &mut Allocation,
        deadline: Option<Duration>,
    ) -> Result<Ended, StudyError> {
        let mut wanted = Spans::of_size(u64::MAX, self.battles.chunk_pairs());
        cells.iter().for_each(|(cell, to)| wanted.push(*cell, all.have[*cell]..*to));
        let until = deadline.map(|at| at.saturating_sub(self.battles.now()));
        let forecast = Forecast { until, ..self.forecast("sweep, widest intervals first".to_owned()) };
        let ended = self.battles.play(&forecast, &wanted, deadline)?;
        for (cell, to) in cells {
            while all.have[*cell] < *to && self.battles.has(*cell, all.have[*cell]) {
                let tally = self.battles.chunk(*cell, all.have[*cell])?;
                all.scores[*cell].iter_mut().zip(tally.pair_scores).for_each(|(sum, n)| *sum += n);
                all.have[*cell] += 1;
            }
        }
        Ok(ended)
    }

    /// All cells without a chunk at first, then the quarter with the widest intervals, ties by number: each gets half as
    /// many chunks again as it has.
    fn widest(&self, all: &Allocation) -> Cells {
        let new: Cells = self.mine.iter().filter(|c| all.have[**c] == 0).map(|c| (*c, 1)).collect();
        if !new.is_empty() {
            return new;
        }
        let width = |cell: &usize| (pair_score(&all.scores[*cell]).half_width(), *cell);
        let mut widths: Vec<(f64, usize)> = self.mine.iter().map(width).collect();
        widths.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        widths.truncate(self.mine.len().div_ceil(4));
        widths.into_iter().map(|(_, cell)| (cell, all.have[cell] + (all.have[cell] / 2).max(1))).collect()
    }
}
