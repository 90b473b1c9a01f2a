//! What a side decides by the scores of its proposals, and which of them it has to know.

use std::cmp::Reverse;

use lanchester_core::{Outcome, Side, Verdict};

use crate::matrix;

/// Half points of roll-outs; where they are equal, points left, per mille, own less the opponent's.
pub(super) type Score = (u64, i64);

/// The most proposals of each side that are weighed against each other.
const FEW: usize = 3;

/// A choice of a side, and what it knows of it.
pub(super) struct Question {
    /// Scores by the place of the own proposal, then of the opponent's; `None` where nothing was played out.
    scores: Vec<Vec<Option<Score>>>,
    /// Whether the opponent decides at the same time.
    secret: bool,
}

impl Question {
    /// Of so many proposals of the opponent for each of the own.
    pub fn new(opponents: impl Iterator<Item = usize>, secret: bool) -> Self {
        Self { scores: opponents.map(|count| vec![None; count]).collect(), secret }
    }

    /// Writes the score of an own proposal against one of the opponent's.
    pub fn know(&mut self, [own, other]: [usize; 2], score: Score) {
        self.scores[own][other] = Some(score);
    }

    /// The place of the proposal that is taken, or what has to be known first.
    ///
    /// Against the opponent's first proposal the first of the best is taken. Where the opponent decides at the same time, the own best few
    /// are found so, against the best of these the opponent's few that score least; these meet each other, and the own is drawn from the
    /// mixture that is best against all of them.
    pub fn answer(&self, draw: u64) -> Result<usize, Vec<[usize; 2]>> {
        let own = self.all((0..self.scores.len()).map(|own| [own, 0]))?;
        let own = few(own.into_iter().enumerate().map(|(place, score)| (place, Reverse(score))));
        let best = own[0];
        if !self.secret {
            return Ok(best);
        }
        let theirs = self.all((0..self.scores[best].len()).map(|other| [best, other]))?;
        let theirs = few(theirs.into_iter().enumerate());
        let met = self.all(own.iter().flat_map(|own| theirs.iter().map(|other| [*own, *other])))?;
        let met: Vec<&[Score]> = met.chunks(theirs.len()).collect();
        Ok(own[matrix::drawn(&matrix::mixture(&in_one_number(&met)), draw)])
    }

    /// The scores of these cells, or those of them that are not known.
    fn all(&self, cells: impl Iterator<Item = [usize; 2]> + Clone) -> Result<Vec<Score>, Vec<[usize; 2]>> {
        let of = |[own, other]: [usize; 2]| self.scores[own][other];
        let known: Option<Vec<Score>> = cells.clone().map(of).collect();
        known.ok_or_else(|| cells.filter(|cell| of(*cell).is_none()).collect())
    }
}

/// The places of the first few that score least.
fn few<S: Ord + Copy>(scores: impl Iterator<Item = (usize, S)>) -> Vec<usize> {
    let mut all: Vec<(usize, S)> = scores.collect();
    all.sort_by_key(|(place, score)| (*score, *place));
    all.truncate(FEW);
    all.into_iter().map(|(place, _)| place).collect()
}

/// Scores as single numbers in the same order: points left decide among equal half points alone.
fn in_one_number(scores: &[&[Score]]) -> Vec<Vec<i64>> {
    let all = || scores.iter().copied().flatten().map(|(_, left)| *left);
    let span = 1 + all().max().unwrap_or_default() - all().min().unwrap_or_default();
    scores.iter().map(|row| row.iter().map(|(half, left)| *half as i64 * span + left).collect()).collect()
}

/// What an outcome is worth to a side.
pub(super) fn worth(outcome: &Outcome, side: Side) -> Score {
    let half_points = match outcome.verdict {
        Verdict::Win(winner) => 2 * u64::from(winner == side),
        Verdict::Draw => 1,
    };
    (half_points, i64::from(outcome.left[side]) - i64::from(outcome.left[side.opponent()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_best_is_taken_and_points_left_break_ties() {
        let of = |scores: &[Score]| {
            let mut question = Question::new(scores.iter().map(|_| 1), false);
            scores.iter().enumerate().for_each(|(own, score)| question.know([own, 0], *score));
            question.answer(0)
        };
        assert_eq!(of(&[(5, 0), (7, -3), (7, 2), (7, 2), (6, 900)]), Ok(2));
        assert_eq!(of(&[(0, 0); 3]), Ok(0));
    }

    /// Stone, scissors and paper, and a fourth that loses to all: it is not among the best few, and nothing is played out for it but
    /// against the first.
    #[test]
    fn where_choices_are_secret_the_best_few_meet_each_other() {
        let score = |own: usize, other: usize| match (own, other) {
            (3, _) => (0, 0),
            (_, 3) => (8, 0),
            _ => ([4, 8, 0][(other + 3 - own) % 3], 0),
        };
        let mut question = Question::new([4; 4].into_iter(), true);
        let mut known = 0;
        let mut rounds = Vec::new();
        while let Err(cells) = question.answer(u64::MAX / 2) {
            rounds.push(cells.len());
            for [own, other] in cells {
                question.know([own, other], score(own, other));
                known += 1;
            }
        }
        assert_eq!((rounds, known), (vec![4, 3, 4], 11));
        let drawn: Vec<_> = [0, u64::MAX / 2, u64::MAX].map(|draw| question.answer(draw).ok()).into();
        assert!(drawn.iter().all(|place| place.is_some_and(|place| place < 3)), "{drawn:?}");
        assert!(drawn[0] != drawn[2], "nobody who is drawn against plays one of them alone: {drawn:?}");
    }

    #[test]
    fn a_win_counts_two_and_a_draw_one() {
        let outcome = |verdict| Outcome {
            verdict,
            major: false,
            capped: false,
            contact: true,
            turns: 3,
            left: [400, 150],
            initiative: None,
        };
        assert_eq!(worth(&outcome(Verdict::Win(Side::A)), Side::A), (2, 250));
        assert_eq!(worth(&outcome(Verdict::Win(Side::A)), Side::B), (0, -250));
        assert_eq!(worth(&outcome(Verdict::Draw), Side::B), (1, -250));
    }
}
