//! What is said where there is no root, or too few opponents for one: bounds and ranges.

use super::fit::score;
use super::{Parity, Trial};
use crate::Z95;

/// On which side of one half the mean score surely is: 1 above, −1 below.
pub(super) fn lean(trials: &[Trial]) -> Option<f64> {
    let n = trials.len() as f64;
    if n < 2.0 {
        return None;
    }
    let scores = || trials.iter().map(score);
    let mean = scores().sum::<f64>() / n;
    let variance = scores().map(|s| (s - mean) * (s - mean)).sum::<f64>() / (n * (n - 1.0).max(1.0));
    // All alike is no reason to doubt: the floor is one matchup of the other kind.
    let error = variance.sqrt().max(0.5 / n);
    ((mean - 0.5).abs() > 2.0 * Z95 * error).then_some(if mean > 0.5 { 1.0 } else { -1.0 })
}

/// What matchups that all lean to one side say: the half of them whose x are farthest out is asked whether it still
/// does, and the bound is that half's mean x; or all are, if that half is not sure.
pub(super) fn bound(trials: &[Trial], side: f64) -> Parity {
    let mut far = trials.to_vec();
    far.sort_by(|a, b| (side * b.log_points).total_cmp(&(side * a.log_points)));
    far.truncate(trials.len().div_ceil(2));
    let of = if lean(&far) == Some(side) { far.as_slice() } else { trials };
    let points = libm::exp(of.iter().map(|t| t.log_points).sum::<f64>() / of.len() as f64);
    if side > 0.0 { Parity::AtLeast(points) } else { Parity::AtMost(points) }
}

/// The number of different opponents.
pub(super) fn opponents(trials: &[Trial]) -> u64 {
    let mut all: Vec<u64> = trials.iter().map(|t| t.opponent).collect();
    all.sort_unstable();
    all.dedup();
    all.len() as u64
}

/// Parts of the window that are looked at where opponents are too many to look at each.
const PARTS: usize = 16;

/// The range between what it surely beats, and all that is cheaper as well, and what it surely loses to, and all that is
/// costlier as well: opponent by opponent where they are few, else over equal parts of the matchups by rising x.
pub(super) fn range(trials: &[Trial]) -> Parity {
    let mut sorted = trials.to_vec();
    sorted.sort_by(|a, b| a.log_points.total_cmp(&b.log_points).then(a.opponent.cmp(&b.opponent)));
    let alike = |a: &Trial, b: &Trial| a.opponent == b.opponent && a.log_points.total_cmp(&b.log_points).is_eq();
    let mut groups: Vec<&[Trial]> = sorted.chunk_by(alike).collect();
    if groups.len() > 2 * PARTS {
        let edge = |part: usize| part * sorted.len() / PARTS;
        groups = (0..PARTS).map(|part| &sorted[edge(part)..edge(part + 1)]).collect();
    }
    let x = |group: &[Trial]| group.iter().map(|t| t.log_points).sum::<f64>() / group.len() as f64;
    let ends = |side| {
        let surely = |group: &&&[Trial]| lean(group) == Some(side);
        let last = if side > 0.0 {
            groups.iter().take_while(surely).last()
        } else {
            groups.iter().rev().take_while(surely).last()
        };
        last.map(|group| libm::exp(x(group)))
    };
    Parity::of_ends([None, ends(1.0), ends(-1.0)])
}
