//! An interval for the mean of values between 0 and 1 that may be looked at after every value: the confidence sequence of
//! [`crate::confidence`] for more than five scores, such as those of whole matchups.
//!
//! The bets are the same: thirteen stakes fixed beforehand, and a capital that would grow beyond 2/α only by luck. Nothing is
//! assumed of the values but that each has the same mean, whatever came before it; how much they vary need not be known.

use crate::Interval;
use crate::confidence::{Bin, Ends};

/// A confidence sequence for the mean of values that are whole numbers of equal steps from 0 to 1.
///
/// ```
/// use lanchester_stats::mean_sequence::MeanSequence;
/// // Values in eighths; 200 matchups of which each is won 5 : 3.
/// let mut sequence = MeanSequence::new(0.05, 8);
/// for _ in 0..200 {
///     sequence.add(5);
/// }
/// let interval = sequence.interval();
/// assert_eq!(sequence.count(), 200);
/// assert!(interval.low > 0.5 && interval.contains(0.625));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MeanSequence {
    /// How often each value came.
    bins: Vec<Bin>,
    ends: Ends,
}

impl MeanSequence {
    /// A sequence whose intervals all hold together with chance 1 − `alpha`, of values k/`steps`. An `alpha` that is no
    /// chance is taken as [`crate::confidence::Sequence::new`] takes it; `steps` is at least 1.
    #[must_use]
    pub fn new(alpha: f64, steps: usize) -> Self {
        let steps = steps.max(1);
        let bins = (0..=steps).map(|k| (0, k as f64 / steps as f64)).collect();
        Self { bins, ends: Ends::new(alpha) }
    }

    /// Takes in a value of so many steps; one of more than there are counts as 1.
    pub fn add(&mut self, steps: usize) {
        let last = self.bins.len() - 1;
        self.bins[steps.min(last)].0 += 1;
        let mirrored: Vec<Bin> = self.bins.iter().rev().zip(&self.bins).map(|((k, _), (_, x))| (*k, *x)).collect();
        self.ends.look(&self.bins, &mirrored);
    }

    /// What all looks so far leave over; the mean of all values, moved inside if need be, is the estimate.
    #[must_use]
    pub fn interval(&self) -> Interval {
        self.ends.interval(&self.bins)
    }

    /// Values so far.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.bins.iter().map(|(count, _)| count).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::confidence::Sequence;

    #[test]
    fn of_five_scores_it_is_the_sequence_of_pair_scores() {
        let (mut ours, mut theirs) = (MeanSequence::new(0.05, 4), Sequence::new(0.05));
        for i in 0..300 {
            let score = (i * i + i / 7) % 5;
            let mut counts = [0; 5];
            counts[score] = 1;
            ours.add(score);
            theirs.add(&counts);
            assert_eq!(ours.interval(), theirs.interval(), "{i}");
        }
        assert_eq!(ours.count(), theirs.pairs());
    }

    #[test]
    fn odd_input_is_harmless() {
        let mut sequence = MeanSequence::new(f64::NAN, 0);
        assert_eq!((sequence.interval(), sequence.count()), (Interval::UNKNOWN_SHARE, 0));
        sequence.add(9);
        assert_eq!((sequence.interval().estimate, sequence.interval().low, sequence.interval().high), (1.0, 0.0, 1.0));
    }
}
