//! The slope without each entrant in turn.
//!
//! Without one of many entrants the slope hardly moves, so Newton's steps begin at the slope of all cells. The first step of
//! every entrant comes from one walk over the cells: the sums of all less those of its own. Each further step walks the cells
//! once an entrant, and two are enough where entrants are many. What does not settle is fitted from the beginning.

use std::collections::BTreeMap;

use super::cell::Cell;
use super::logistic::{favourite, part, slope};

/// Steps before a fit is begun anew.
const MOST_STEPS: usize = 8;

/// A step this small, as a share of the slope, leaves an error of the order of its square.
const SETTLED: f64 = 1e-9;

/// For each entrant the slope without it, and what that takes from the results: see [`super::logistic::Fit::information`].
pub type Slopes = Vec<(f64, f64)>;

/// A cell as the sums need it: they walk all of them for each entrant.
struct Term {
    entrants: [usize; 2],
    x: f64,
    n: f64,
    score: f64,
}

/// Sums over cells.
#[derive(Clone, Copy, Default)]
struct Sums {
    value: f64,
    fall: f64,
    /// Cells in which the favourite took points, and in which it gave some away.
    favourites: [usize; 2],
}

/// The slope of a model without each of `entrants`, which numbers them; `k` is the slope of all cells. Nothing if without
/// one of them no slope can be fitted. Beside them how many walks over all cells it took, but for those of fits begun anew.
pub fn slopes_without(
    duels: &[&Cell],
    model: usize,
    k: f64,
    entrants: &BTreeMap<usize, usize>,
) -> Option<(Slopes, usize)> {
    let with_favourite = || duels.iter().filter(|cell| cell.x[model] != 0.0);
    let unit = with_favourite().fold(0.0, |unit: f64, cell| unit.max(cell.x[model].abs()));
    let term = |cell: &&Cell| Term {
        entrants: [entrants[&cell.a], entrants[&cell.b]],
        x: cell.x[model] / unit,
        n: cell.n,
        score: cell.score,
    };
    let terms: Vec<Term> = with_favourite().map(term).collect();
    let k = k * unit;
    let (mut all, mut own) = (Sums::default(), vec![Sums::default(); entrants.len()]);
    for (term, cell) in terms.iter().zip(with_favourite()) {
        let (value, fall) = part(k, term.x, term.n, term.score);
        let favourites = favourite(cell, model).map(usize::from);
        for sums in std::iter::once(&mut all).chain(own.get_disjoint_mut(term.entrants).ok()?) {
            sums.value += value;
            sums.fall += fall;
            (0..2).for_each(|i| sums.favourites[i] += favourites[i]);
        }
    }
    let mut walks = 1;
    let mut fits = Vec::with_capacity(own.len());
    for ((entrant, out), own) in entrants.iter().zip(own) {
        // Favourites that took all points or none: no slope is steep enough.
        if (0..2).any(|i| all.favourites[i] == own.favourites[i]) {
            return None;
        }
        let first = (all.value - own.value) / (all.fall - own.fall);
        let found = settled(&terms, *out, k, first, &mut walks).map(|(k, fall)| (k / unit, fall * unit * unit));
        let usable = found.filter(|(k, information)| k.is_finite() && information.is_normal());
        let anew = || {
            let rest = duels.iter().copied().filter(|cell| cell.a != *entrant && cell.b != *entrant);
            slope(rest, model).ok().map(|fit| (fit.k, fit.information))
        };
        fits.push(usable.or_else(anew)?);
    }
    Some((fits, walks))
}

/// Newton's steps from `k` by `step` on, without the cells of entrant `out`: the root and how fast the equation falls there.
/// Nothing if steps do not shrink.
fn settled(terms: &[Term], out: usize, k: f64, step: f64, walks: &mut usize) -> Option<(f64, f64)> {
    let (mut k, mut last) = (k + step, step.abs());
    for _ in 0..MOST_STEPS {
        *walks += 1;
        let (mut value, mut fall) = (0.0, 0.0);
        for term in terms.iter().filter(|term| !term.entrants.contains(&out)) {
            let part = part(k, term.x, term.n, term.score);
            value += part.0;
            fall += part.1;
        }
        let step: f64 = value / fall;
        k += step;
        if step.abs() <= SETTLED * k.abs() {
            return Some((k, fall));
        }
        if step.is_nan() || step.abs() > last / 2.0 {
            return None;
        }
        last = step.abs();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::Observation;
    use super::super::cell::read;
    use super::*;
    use crate::PairKinds;

    /// Everybody against everybody, with results that a line fits badly.
    fn observations(entrants: usize) -> Vec<Observation> {
        let value = |e: usize| 100.0 + (e * 37 % 101) as f64;
        let observation = |(i, (a, b)): (u64, (usize, usize))| {
            let ratio = libm::log(value(a) / value(b));
            let won = libm::round(100.0 / (1.0 + libm::exp(-2.0 * ratio))) as u64;
            let (won, lost) = (won + i * 7 % 23, 100 - won + i * 5 % 17);
            let pairs = PairKinds { won_both: won, lost_both: lost, ..PairKinds::default() };
            Observation { a, b, log_ratios: vec![ratio], pairs, seat_points: (won + lost) as f64 }
        };
        let meet = (0..entrants).flat_map(|a| (a + 1..entrants).map(move |b| (a, b)));
        (0..).zip(meet).map(observation).collect()
    }

    fn without(observations: &[Observation], entrants: usize) -> ((Slopes, usize), Slopes) {
        let cells = read(1, observations).expect("cells");
        let duels: Vec<&Cell> = cells.iter().collect();
        let names = (0..entrants).map(|e| (e, e)).collect();
        let k = slope(duels.iter().copied(), 0).expect("a slope").k;
        let of = |out: usize| {
            let rest = duels.iter().copied().filter(|cell| cell.a != out && cell.b != out);
            let fit = slope(rest, 0).expect("a slope");
            (fit.k, fit.information)
        };
        (slopes_without(&duels, 0, k, &names).expect("slopes"), (0..entrants).map(of).collect())
    }

    #[test]
    fn each_is_the_slope_of_the_rest() {
        for entrants in [3, 4, 7, 40] {
            let ((found, _), expected) = without(&observations(entrants), entrants);
            for ((k, information), (of_rest, of_rest_information)) in found.into_iter().zip(expected) {
                assert!((k / of_rest - 1.0).abs() < 1e-14, "{entrants}: {k} {of_rest}");
                assert!((information / of_rest_information - 1.0).abs() < 1e-8, "{entrants}");
            }
        }
    }

    /// Three walks over the cells an entrant at most, however many there are: the work grows with entrants times cells.
    #[test]
    fn the_work_is_a_few_walks_an_entrant() {
        for entrants in [30, 60, 120] {
            let ((_, walks), _) = without(&observations(entrants), entrants);
            assert!(walks <= 1 + 3 * entrants, "{walks} walks for {entrants} entrants");
        }
    }
}
