//! An interval for a mean pair score that may be looked at after every chunk: a confidence sequence.
//!
//! A plain 95 % interval holds at one look that was fixed beforehand. To look after every chunk and to stop at a result
//! one likes is to be wrong far more often (`tests/it/coverage_confidence.rs`: in 34 to 40 % of runs of 128 looks). The
//! intervals of a [`Sequence`] hold at all looks together: the chance that *any* of them misses the truth is at most α.
//!
//! The argument is a bet. Suppose the mean is m. A gambler stakes a share f of the capital on high scores: a pair of
//! score x multiplies the capital by 1 − f + f·x/m, on average by 1 however the pairs before it ended. By Ville's
//! inequality such a capital ever reaches 2/α with a chance of at most α/2; if it does, m is too low. Another gambler
//! bets on low scores, and rejects what is too high. The capital on high scores falls as m rises, so what is left is an
//! interval. The truth must be the same for all pairs and chunks must come in the order of their indices; nothing else
//! is assumed of the scores but that they lie between 0 and 1, and the interval is short where pairs vary little.
//!
//! The capital is spread beforehand over thirteen stakes, 15/16 to 2⁻¹², and left to grow. Stakes that are fixed need
//! not know what happens inside a chunk, and the capital depends on nothing but the sum of the counts, so a sequence
//! takes the same few words of memory after any number of chunks. Stakes that follow the variance seen so far, the
//! other choice, give intervals 2.1 times as wide as plain ones at 2,048 pairs and 3.0 times at 65,536; these here 1.7.
//!
//! Sources: I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by betting", JRSS B 86 (2024)
//! for the two gamblers ("hedged capital") and for capital spread over stakes ("diversified Kelly"); J. Ville, "Étude
//! critique de la notion de collectif" (1939).

use crate::Interval;

/// Each stake and its share of the capital, up to a factor: 1/(1 + (d/2)²) for a stake d halvings away from 2⁻⁵, which
/// serves a score near ½ at some thousand pairs best (a Cauchy curve: far stakes are not starved); the largest, for
/// sweeps, gets the share of ½.
const STAKES: [(f64, f64); 13] = [
    (15.0 / 16.0, 1.0 / 5.0),
    (1.0 / 2.0, 1.0 / 5.0),
    (1.0 / 4.0, 4.0 / 13.0),
    (1.0 / 8.0, 1.0 / 2.0),
    (1.0 / 16.0, 4.0 / 5.0),
    (1.0 / 32.0, 1.0),
    (1.0 / 64.0, 4.0 / 5.0),
    (1.0 / 128.0, 1.0 / 2.0),
    (1.0 / 256.0, 4.0 / 13.0),
    (1.0 / 512.0, 1.0 / 5.0),
    (1.0 / 1024.0, 4.0 / 29.0),
    (1.0 / 2048.0, 1.0 / 10.0),
    (1.0 / 4096.0, 4.0 / 53.0),
];

/// A confidence sequence for a mean pair score. Its memory does not grow with the number of chunks.
///
/// The price of looking at will is a longer interval. Against [`crate::interval::pair_score`], meant for one look at a
/// number of pairs fixed beforehand, one look is 1.6 to 1.8 times as wide between 2,048 and 262,144 pairs of a score
/// between 5 and 95 %, less than twice as wide up to four million, and 1.9 times where every pair is swept. Earlier
/// looks help: after 128 of them, at 4,096 pairs, it is 1.5 to 1.6 times as wide (`tests/it/coverage_confidence.rs`).
///
/// A study that watches many cells gives each α divided by the number of cells; then the chance that *any* interval of
/// *any* cell at *any* look misses its truth is at most α. The width grows only with the root of the logarithm: 1.4
/// times for a hundred cells.
///
/// ```
/// use lanchester_stats::confidence::Sequence;
/// let mut sequence = Sequence::new(0.05);
/// assert_eq!((sequence.interval().low, sequence.interval().high), (0.0, 1.0));
/// for _ in 0..8 {
///     sequence.add(&[400, 100, 900, 120, 528]);
/// }
/// let interval = sequence.interval();
/// assert_eq!(sequence.pairs(), 16_384);
/// assert!(interval.low > 0.5 && interval.contains(0.5338), "stop: A is better");
/// assert!(interval.half_width() < 0.01);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sequence {
    /// All pairs so far by score.
    counts: [u64; 5],
    ends: Ends,
}

impl Sequence {
    /// A sequence whose intervals all hold with chance 1 − `alpha` (0.05 for one cell). An `alpha` of 0 or less, or
    /// none at all (NaN), asks for certainty: the interval stays at 0 to 1. One of 1 or more is taken as 1.
    #[must_use]
    pub fn new(alpha: f64) -> Self {
        Self { counts: [0; 5], ends: Ends::new(alpha) }
    }

    /// Takes in the next chunk: its pairs by A's score (0, ¼, ½, ¾, 1). Chunks must come in the order of their indices,
    /// whole, and none may be left out because of what is in it.
    pub fn add(&mut self, pair_scores: &[u64; 5]) {
        if pair_scores.iter().all(|count| *count == 0) {
            return;
        }
        for (sum, count) in self.counts.iter_mut().zip(pair_scores) {
            *sum = sum.saturating_add(*count);
        }
        let mut backwards = self.counts;
        backwards.reverse();
        self.ends.look(&binned(&self.counts), &binned(&backwards));
    }

    /// What all looks so far leave over; the mean score of all pairs, moved inside if need be, is the estimate.
    #[must_use]
    pub fn interval(&self) -> Interval {
        self.ends.interval(&binned(&self.counts))
    }

    /// Pairs so far.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.counts.iter().fold(0, |n: u64, count| n.saturating_add(*count))
    }
}

/// What all looks so far leave over.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ends {
    /// ln(2/α): how far the capital must have grown.
    target: f64,
    /// The lower end.
    low: f64,
    /// 1 − the upper end: the lower end of 1 − score.
    high: f64,
}

impl Ends {
    /// Before the first look; see [`Sequence::new`].
    pub(crate) fn new(alpha: f64) -> Self {
        // 2/0 is infinite, and no capital gets that far.
        let alpha = if alpha.is_nan() { 0.0 } else { alpha.clamp(0.0, 1.0) };
        Self { target: libm::log(2.0 / alpha), low: 0.0, high: 0.0 }
    }

    /// Looks at all values so far, and at each of them taken from 1.
    pub(crate) fn look(&mut self, bins: &[Bin], mirrored: &[Bin]) {
        let look = |[low, high]: [f64; 2]| [raised(bins, low, self.target), raised(mirrored, high, self.target)];
        let mut ends = look([self.low, self.high]);
        // A look that excludes what an earlier one left proves that one of them missed: the sequence has failed, which
        // it may in a share α of runs. This look alone is the best answer then; a point would claim certainty.
        if ends[0] + ends[1] > 1.0 {
            ends = look([0.0; 2]);
        }
        [self.low, self.high] = ends;
    }

    /// The interval, with the mean of all values so far.
    pub(crate) fn interval(&self, bins: &[Bin]) -> Interval {
        let (low, high) = (self.low, 1.0 - self.high);
        let n = bins.iter().fold(0.0, |n, (count, _)| n + *count as f64);
        let mean = if n > 0.0 { points(bins) / n } else { 0.5 };
        Interval { estimate: mean.max(low).min(high), low, high }
    }
}

/// How many scores there are of each, with the score.
pub(crate) type Bin = (u64, f64);

fn binned(counts: &[u64; 5]) -> [Bin; 5] {
    std::array::from_fn(|i| (counts[i], SCORES[i]))
}

fn points(bins: &[Bin]) -> f64 {
    bins.iter().fold(0.0, |sum, (count, score)| sum + *count as f64 * score)
}

/// The highest mean that the bets on high scores reject, or the end already reached if that is higher.
///
/// ln of the capital is convex and falling in ln m (each factor is ln(c + d·e^(−ln m)), and a sum of exponentials of
/// convex functions is convex), so Newton's steps from a rejected mean rise toward the last rejected one and never step
/// over it: wherever they stop, the end is safe.
fn raised(bins: &[Bin], end: f64, target: f64) -> f64 {
    let n = bins.iter().fold(0.0, |n, (count, _)| n + *count as f64);
    let mut m = if end > 0.0 { end } else { points(bins) / n };
    let mut capital = Capital::at(bins, m);
    if end <= 0.0 {
        // The capital at the mean of the pairs never exceeds 1; further down it grows if any pair scored at all.
        let mut halvings = 0;
        while capital.ln < target && halvings < 64 && m > 0.0 {
            m /= 2.0;
            halvings += 1;
            capital = Capital::at(bins, m);
        }
    }
    if m <= 0.0 || capital.ln.is_nan() || capital.ln < target {
        return end;
    }
    for _ in 0..64 {
        let excess = capital.ln - target;
        if excess < 1e-9 {
            break;
        }
        let next = m * libm::exp(excess / capital.fall);
        capital = Capital::at(bins, next);
        // Only rounding can step over.
        if capital.ln < target {
            break;
        }
        m = next;
    }
    m
}

/// A pair's scores.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The capital of the bets on high scores if the mean were m.
struct Capital {
    /// Its logarithm.
    ln: f64,
    /// How fast that falls as ln m rises; positive.
    fall: f64,
}

impl Capital {
    /// m > 0.
    fn at(bins: &[Bin], m: f64) -> Self {
        let mut grown = [(0.0, 0.0); STAKES.len()];
        let mut shares = 0.0;
        for (grown, (f, share)) in grown.iter_mut().zip(STAKES) {
            shares += share;
            grown.0 = libm::log(share);
            for (count, score) in bins.iter().filter(|(count, _)| *count > 0) {
                let win = f * score / m;
                let factor = 1.0 - f + win;
                grown.0 += *count as f64 * libm::log(factor);
                grown.1 += *count as f64 * (win / factor);
            }
        }
        let most = grown.iter().fold(f64::NEG_INFINITY, |most, (ln, _)| most.max(*ln));
        let (mut sum, mut fall) = (0.0, 0.0);
        for (ln, slope) in grown {
            let part = libm::exp(ln - most);
            sum += part;
            fall += part * slope;
        }
        Self { ln: most + libm::log(sum / shares), fall: fall / sum }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bets_are_fair() {
        // All ways in which three pairs can end, weighted by their chances: the capital at the true mean is 1 on
        // average.
        let chances = [0.3, 0.1, 0.35, 0.05, 0.2];
        let mean = chances.iter().zip(SCORES).map(|(p, x)| p * x).sum();
        let mut expected = 0.0;
        for i in 0..125 {
            let ways = [i % 5, i / 5 % 5, i / 25];
            let mut counts = [0; 5];
            ways.iter().for_each(|way| counts[*way] += 1);
            expected += ways.iter().map(|way| chances[*way]).product::<f64>()
                * libm::exp(Capital::at(&binned(&counts), mean).ln);
        }
        assert!((expected - 1.0).abs() < 1e-12, "{expected}");
    }

    #[test]
    fn the_ends_are_where_the_capital_reaches_its_target() {
        for counts in [[10, 3, 50, 4, 12], [0, 0, 2048, 0, 0], [5000, 1, 3, 0, 2], [1 << 20, 0, 1 << 21, 0, 1 << 20]] {
            let mut sequence = Sequence::new(0.05);
            sequence.add(&counts);
            let target = libm::log(40.0);
            let (mut rejected, mut kept) = (1e-300, 1.0);
            while kept - rejected > 1e-15 {
                let m = (rejected + kept) / 2.0;
                *(if Capital::at(&binned(&counts), m).ln >= target { &mut rejected } else { &mut kept }) = m;
            }
            let low = sequence.interval().low;
            assert!((low - rejected).abs() < 1e-10, "{low} against {rejected}");
            let mut backwards = counts;
            backwards.reverse();
            let mut other = Sequence::new(0.05);
            other.add(&backwards);
            assert_eq!(other.interval().high, 1.0 - low);
        }
    }

    #[test]
    fn sweeps_end_at_the_bounds_and_shrink() {
        let mut last = 1.0;
        let mut sequence = Sequence::new(0.05);
        for _ in 0..10 {
            sequence.add(&[0, 0, 0, 0, 32]);
            let interval = sequence.interval();
            assert_eq!((interval.estimate, interval.high), (1.0, 1.0));
            assert!(1.0 - interval.low < last);
            last = 1.0 - interval.low;
        }
        assert!(last < 0.03, "{last}");
    }

    #[test]
    fn looks_intersect_until_they_contradict_each_other() {
        let mut sequence = Sequence::new(0.05);
        sequence.add(&[0, 0, 0, 0, 100]);
        let first = sequence.interval();
        sequence.add(&[5, 0, 0, 0, 5]);
        let second = sequence.interval();
        assert_eq!(second.low, first.low, "the second look knows less of the lower end");
        assert!(second.high < 1.0 && second.contains(second.estimate));
        // Scores that change on the way break the promise; the answer then is that of all pairs at one look.
        sequence.add(&[9_900, 0, 0, 0, 0]);
        let mut afresh = Sequence::new(0.05);
        afresh.add(&[9_905, 0, 0, 0, 105]);
        assert_eq!(sequence.interval(), afresh.interval());
    }

    #[test]
    fn odd_input_is_harmless() {
        for alpha in [0.0, -1.0, f64::NAN] {
            let mut sequence = Sequence::new(alpha);
            sequence.add(&[0, 0, 100, 0, 1000]);
            assert_eq!((sequence.interval().low, sequence.interval().high), (0.0, 1.0), "{alpha}");
        }
        for alpha in [1.0, 7.0, f64::INFINITY, f64::MIN_POSITIVE] {
            let mut sequence = Sequence::new(alpha);
            for counts in [[0; 5], [1, 0, 0, 0, 0], [u64::MAX; 5], [u64::MAX; 5]] {
                sequence.add(&counts);
                let interval = sequence.interval();
                assert!(0.0 <= interval.low && interval.contains(interval.estimate) && interval.high <= 1.0);
            }
        }
        let mut empty = Sequence::new(0.05);
        empty.add(&[0; 5]);
        assert_eq!((empty.interval(), empty.pairs()), (Interval::UNKNOWN_SHARE, 0));
    }
}
