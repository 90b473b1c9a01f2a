//! A scale of strength: how much stronger some contestants are than others, from what they scored in line-ups.
//!
//! The mean score of i against j is 1/(1 + exp(θⱼ − θᵢ)), a draw counting half. Strengths are given in points of Elo's scale,
//! 400/ln 10 times θ: who is 100 above scores 64 %, 200 above 76 %, 400 above 91 %. What two scored in one line-up is one
//! observation. Others may be placed beside those who are fitted, and move none of them. The error is a sandwich over line-ups, as
//! all scores in a line-up depend on each other; so it is the error of asking again in other line-ups of the kind. Where strengths are not a line (rock, paper, scissors) the fit is the best line, and
//! [`Scale::misfits`] says where it is wrong.
//!
//! Sources: R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952); A. E. Elo, "The rating
//! of chessplayers, past and present" (1978); K.-Y. Liang and S. L. Zeger, Biometrika 73 (1986) for clusters; L. R. Ford, American
//! Mathematical Monthly 64 (1957) for when a fit exists.

use nalgebra::linalg::Cholesky;
use nalgebra::{DMatrix, DVector};
use statrs::distribution::{ContinuousCDF, StudentsT};
use thiserror::Error;

use crate::bradley_terry::components;
use crate::calibration::logistic::root;
use crate::exponent::student_97_5;
use crate::multiple::{Dependence, q_values};
use crate::{Interval, logistic};

/// Points of the scale for a difference of 1 in θ.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The share of false discoveries among the misfits.
const FALSE_DISCOVERIES: f64 = 0.05;

/// Newton steps at most; a concave problem takes under twenty.
const MOST_STEPS: u32 = 200;

/// What one contestant scored against another in a line-up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// Index of the one.
    pub a: usize,
    /// Index of the other.
    pub b: usize,
    /// Index of the line-up.
    pub lineup: usize,
    /// The share of points that the one took, both sides of the line-up together, 0 to 1.
    pub score: f64,
}

/// Why there is no scale.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoScale {
    /// These took no point from the rest, or lost none to it, all the way around.
    #[error("some took no point from the others, or lost none to them")]
    Endless(Vec<usize>),
    /// One line-up says nothing of others.
    #[error("one line-up says nothing of others")]
    OneLineup,
}

/// Two who score otherwise than the scale has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Misfit {
    /// Index of the one.
    pub a: usize,
    /// Index of the other.
    pub b: usize,
    /// The mean score of the one over line-ups.
    pub score: f64,
    /// What the scale expects.
    pub expected: f64,
}

/// Strengths.
#[derive(Clone, Debug)]
pub struct Scale {
    /// θ by contestant, in points of the scale; that of the zero point is 0.
    strengths: Vec<f64>,
    /// Their covariance.
    covariance: DMatrix<f64>,
    /// Standard errors from the estimate to the end of a 95 % interval.
    reach: f64,
    /// Who scores otherwise than the scale has it, the farthest first, at a false discovery rate of 5 %.
    pub misfits: Vec<Misfit>,
}

impl Scale {
    /// Fits strengths of the first `field` contestants to what they scored against each other, that of `zero` being 0, and places
    /// the `others`, who are numbered from there on, by what they scored against the field. So they move nobody of the field. What
    /// they scored against each other is left out.
    ///
    /// ```
    /// use lanchester_stats::scale::{Encounter, Scale};
    /// // 64 % and 76 %: a hundred points, and two hundred.
    /// let met = |a, b, scores: [f64; 2]| (0..).zip(scores).map(move |(lineup, score)| Encounter { a, b, lineup, score });
    /// let met: Vec<_> = met(1, 0, [0.63, 0.65]).chain(met(2, 0, [0.75, 0.77])).chain(met(2, 1, [0.65, 0.63])).collect();
    /// let scale = Scale::of(3, 0, &met, 0).unwrap();
    /// assert!((scale.above(1, 0).estimate - 100.0).abs() < 1.0 && (scale.above(2, 0).estimate - 200.0).abs() < 1.0);
    /// ```
    ///
    /// # Errors
    /// If there is no scale: see [`NoScale`].
    ///
    /// # Panics
    /// If an index of an encounter or `zero` is out of range.
    pub fn of(field: usize, others: usize, met: &[Encounter], zero: usize) -> Result<Self, NoScale> {
        let lineups = met.iter().map(|e| e.lineup + 1).max().unwrap_or(0);
        if lineups < 2 {
            return Err(NoScale::OneLineup);
        }
        let within: Vec<Encounter> = met.iter().filter(|e| e.a.max(e.b) < field).copied().collect();
        connected(field, &within, zero)?;
        let (theta, inverse) = newton(field, &within, zero);
        let mut theta: Vec<f64> = theta.iter().copied().collect();
        // How far each line-up moves each strength.
        let mut moves = DMatrix::zeros(field + others, lineups);
        for e in &within {
            let residual = e.score - logistic(theta[e.a] - theta[e.b]);
            for i in 0..field {
                moves[(i, e.lineup)] += residual * (inverse[(i, e.a)] - inverse[(i, e.b)]);
            }
        }
        for other in field..field + others {
            place(other, field, &mut theta, &mut moves, met)?;
        }
        let n = lineups as f64;
        let covariance = &moves * moves.transpose() * (n / (n - 1.0)) * (ELO * ELO);
        let strengths = theta.iter().map(|t| ELO * t).collect();
        Ok(Self { misfits: misfits(&theta, met), strengths, covariance, reach: student_97_5(n - 1.0) })
    }

    /// How much stronger one is than another, in points of Elo's scale.
    #[must_use]
    pub fn above(&self, one: usize, other: usize) -> Interval {
        let v = &self.covariance;
        let variance = v[(one, one)] - 2.0 * v[(one, other)] + v[(other, other)];
        let (estimate, half) = (self.strengths[one] - self.strengths[other], self.reach * variance.max(0.0).sqrt());
        Interval { estimate, low: estimate - half, high: estimate + half }
    }
}

/// Whether everyone took points from someone and lost points to someone all the way around (Ford 1957).
fn connected(contestants: usize, met: &[Encounter], zero: usize) -> Result<(), NoScale> {
    let mut took = vec![vec![false; contestants]; contestants];
    for e in met {
        took[e.a][e.b] |= e.score > 0.0;
        took[e.b][e.a] |= e.score < 1.0;
    }
    let others = components(&took).into_iter().filter(|part| !part.contains(&zero)).flatten().collect::<Vec<_>>();
    if others.is_empty() { Ok(()) } else { Err(NoScale::Endless(others)) }
}

/// Places one beside a field whose θ is known: its θ, and how far each line-up moves it, by itself and by moving those that it met.
fn place(
    other: usize,
    field: usize,
    theta: &mut Vec<f64>,
    moves: &mut DMatrix<f64>,
    met: &[Encounter],
) -> Result<(), NoScale> {
    let score = |e: &Encounter| match () {
        () if e.a == other => Some((e.b, e.lineup, e.score)),
        () if e.b == other => Some((e.a, e.lineup, 1.0 - e.score)),
        () => None,
    };
    let own: Vec<(usize, usize, f64)> = met.iter().filter_map(score).filter(|(by, ..)| *by < field).collect();
    let equation = |at: f64| {
        own.iter().fold((0.0, 0.0), |(value, fall), (by, _, score)| {
            let p = logistic(at - theta[*by]);
            (value + score - p, fall + p * (1.0 - p))
        })
    };
    let points: f64 = own.iter().map(|(_, _, score)| score).sum();
    let at = root(equation)
        .filter(|_| points > 0.0 && points < own.len() as f64)
        .ok_or_else(|| NoScale::Endless(vec![other]))?;
    let information = equation(at).1;
    for (by, lineup, score) in &own {
        let p = logistic(at - theta[*by]);
        moves[(other, *lineup)] += (score - p) / information;
        for moved in 0..moves.ncols() {
            moves[(other, moved)] += p * (1.0 - p) / information * moves[(*by, moved)];
        }
    }
    theta.push(at);
    Ok(())
}

/// θ, that of `zero` being 0, and the inverse of the information, whose row and column of `zero` are 0. The likelihood is concave and
/// has its top where [`connected`] holds.
fn newton(contestants: usize, met: &[Encounter], zero: usize) -> (DVector<f64>, DMatrix<f64>) {
    let mut theta = DVector::zeros(contestants);
    let likelihood = |theta: &DVector<f64>| -> f64 {
        let term = |share: f64, z: f64| {
            if share == 0.0 { 0.0 } else { -share * (libm::log1p(libm::exp(-z.abs())) + (-z).max(0.0)) }
        };
        met.iter().map(|e| term(e.score, theta[e.a] - theta[e.b]) + term(1.0 - e.score, theta[e.b] - theta[e.a])).sum()
    };
    let mut steps = 0;
    loop {
        let mut information = DMatrix::zeros(contestants, contestants);
        let mut gradient = DVector::<f64>::zeros(contestants);
        for e in met {
            let p = logistic(theta[e.a] - theta[e.b]);
            let weight = p * (1.0 - p);
            for (one, other, sign) in [(e.a, e.b, 1.0), (e.b, e.a, -1.0)] {
                gradient[one] += sign * (e.score - p);
                information[(one, one)] += weight;
                information[(one, other)] -= weight;
            }
        }
        // The zero point is held by a row of its own.
        gradient[zero] = 0.0;
        information.row_mut(zero).fill(0.0);
        information.column_mut(zero).fill(0.0);
        information[(zero, zero)] = 1.0;
        let cholesky = Cholesky::new(information).expect("those who are connected have information");
        let step = cholesky.solve(&gradient);
        let (value, mut length) = (likelihood(&theta), 1.0);
        while length > 1e-9 && likelihood(&(&theta + length * &step)) < value - 1e-12 * value.abs() {
            length /= 2.0;
        }
        theta += length * &step;
        steps += 1;
        if step.amax() < 1e-9 || steps == MOST_STEPS {
            let mut inverse = cholesky.inverse();
            inverse[(zero, zero)] = 0.0;
            return (theta, inverse);
        }
    }
}

/// Who scores otherwise than the scale has it, by Student's test over line-ups.
fn misfits(theta: &[f64], met: &[Encounter]) -> Vec<Misfit> {
    let mut pairs: Vec<(usize, usize)> = met.iter().map(|e| (e.a.min(e.b), e.a.max(e.b))).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let tested = pairs.into_iter().map(|(a, b)| {
        let seen = |e: &Encounter| match (e.a, e.b) {
            of if of == (a, b) => Some(e.score),
            of if of == (b, a) => Some(1.0 - e.score),
            _ => None,
        };
        let scores: Vec<f64> = met.iter().filter_map(seen).collect();
        let (n, expected) = (scores.len() as f64, logistic(theta[a] - theta[b]));
        let score = scores.iter().sum::<f64>() / n;
        let variance = scores.iter().map(|s| (s - score) * (s - score)).sum::<f64>() / (n - 1.0) / n;
        let p = match StudentsT::new(0.0, 1.0, n - 1.0) {
            Ok(student) if variance > 0.0 => 2.0 * student.cdf(-((score - expected).abs() / variance.sqrt())),
            _ => 1.0,
        };
        (Misfit { a, b, score, expected }, p)
    });
    let (all, p): (Vec<Misfit>, Vec<f64>) = tested.unzip();
    let q = q_values(&p, Dependence::Any);
    let mut found: Vec<Misfit> =
        all.into_iter().zip(q).filter(|(_, q)| *q < FALSE_DISCOVERIES).map(|(misfit, _)| misfit).collect();
    let off = |misfit: &Misfit| (misfit.score - misfit.expected).abs();
    found.sort_by(|one, other| off(other).total_cmp(&off(one)));
    found
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;

    /// Scores in line-ups that scatter evenly around what these strengths expect, as far as ±`spread`.
    fn met(strengths: &[f64], lineups: usize, spread: f64) -> Vec<Encounter> {
        let mut all = Vec::new();
        for a in 0..strengths.len() {
            for b in a + 1..strengths.len() {
                for lineup in 0..lineups {
                    // Not the same turn for every two, so that not all is one wave.
                    let turn = (lineup * (a + 2 * b + 1) % lineups) as f64 / (lineups - 1) as f64;
                    let score = logistic((strengths[a] - strengths[b]) / ELO) + spread * (2.0 * turn - 1.0);
                    all.push(Encounter { a, b, lineup, score });
                }
            }
        }
        all
    }

    #[test]
    fn strengths_are_found_again_and_the_zero_point_is_free() {
        let truth = [0.0, 130.0, -220.0, 131.0];
        let all = met(&truth, 23, 0.1);
        for zero in 0..4 {
            let scale = Scale::of(4, 0, &all, zero).expect("a scale");
            for i in 0..4 {
                for j in 0..4 {
                    let above = scale.above(i, j);
                    assert!((above.estimate - (truth[i] - truth[j])).abs() < 1.0, "{i} {j} {above:?}");
                    let other = Scale::of(4, 0, &all, (zero + 1) % 4).expect("a scale").above(i, j);
                    assert!((above.low - other.low).abs() < 1e-6 && (above.high - other.high).abs() < 1e-6);
                }
            }
            assert!(scale.misfits.is_empty());
            assert!(scale.above(3, 1).contains(0.0) && !scale.above(1, 0).contains(0.0));
        }
    }

    /// Of two contestants the sandwich is the scatter of the mean over line-ups, by Student.
    #[test]
    fn two_have_the_error_of_a_mean() {
        let scores = [0.4, 0.7, 0.6, 0.9, 0.55];
        let all: Vec<Encounter> =
            (0..).zip(scores).map(|(lineup, score)| Encounter { a: 0, b: 1, lineup, score }).collect();
        let above = Scale::of(2, 0, &all, 1).expect("a scale").above(0, 1);
        let turned: Vec<Encounter> = all.iter().map(|e| Encounter { a: 1, b: 0, ..*e }).collect();
        let placed = Scale::of(1, 1, &turned, 0).expect("a scale").above(1, 0);
        assert!(
            (placed.low - above.low).abs() < 1e-6 && (placed.high - above.high).abs() < 1e-6,
            "{placed:?} {above:?}"
        );
        let mean = scores.iter().sum::<f64>() / 5.0;
        let variance = scores.iter().map(|s| (s - mean) * (s - mean)).sum::<f64>() / 4.0 / 5.0;
        assert!((above.estimate - 400.0 * libm::log10(mean / (1.0 - mean))).abs() < 1e-6);
        let half = 2.776_445 * ELO * variance.sqrt() / (mean * (1.0 - mean));
        assert!((above.half_width() - half).abs() < 1e-3, "{} {half}", above.half_width());
    }

    /// Rock, paper, scissors, and one that all of them beat: no line, and the three say so.
    #[test]
    fn cycles_are_misfits() {
        let mut all = met(&[0.0, 0.0, 0.0, -200.0], 40, 0.05);
        for e in &mut all {
            e.score += match (e.a, e.b) {
                (0, 1) | (1, 2) => 0.2,
                (0, 2) => -0.2,
                _ => 0.0,
            };
        }
        let scale = Scale::of(4, 0, &all, 0).expect("a scale");
        let of: Vec<_> = scale.misfits.iter().map(|misfit| (misfit.a, misfit.b)).collect();
        assert_eq!(of.len(), 3, "{:?}", scale.misfits);
        assert!([(0, 1), (0, 2), (1, 2)].iter().all(|pair| of.contains(pair)));
        assert!((scale.misfits[0].score - scale.misfits[0].expected).abs() > 0.15);
    }

    #[test]
    fn who_never_took_a_point_has_no_strength() {
        let mut all = met(&[0.0, 50.0, 0.0], 4, 0.1);
        all.iter_mut().filter(|e| e.b == 2).for_each(|e| e.score = 1.0);
        assert_eq!(Scale::of(3, 0, &all, 0).err(), Some(NoScale::Endless(vec![2])));
        assert_eq!(Scale::of(2, 0, &met(&[0.0, 1.0], 4, 0.1)[..1], 0).err(), Some(NoScale::OneLineup));
    }

    /// Who is placed beside a field moves nobody of it, stands where its scores have it, and is no part of the field's cycles.
    #[test]
    fn who_is_placed_moves_nobody() {
        let truth = [0.0, 130.0, -220.0, 50.0, 90.0];
        let all = met(&truth, 23, 0.1);
        let field: Vec<Encounter> = all.iter().filter(|e| e.b < 3).copied().collect();
        let alone = Scale::of(3, 0, &field, 0).expect("a scale");
        let scale = Scale::of(3, 2, &all, 0).expect("a scale");
        assert_eq!([1, 2].map(|i| scale.above(i, 0)), [1, 2].map(|i| alone.above(i, 0)));
        assert!([3, 4].iter().all(|i| (scale.above(*i, 0).estimate - truth[*i]).abs() < 2.0));
        let mut lost = all.clone();
        lost.iter_mut().filter(|e| e.b == 4).for_each(|e| e.score = 1.0);
        assert_eq!(Scale::of(3, 2, &lost, 0).err(), Some(NoScale::Endless(vec![4])));
    }

    /// Line-ups are the sample: the same ones asked twice know no more.
    #[test]
    fn the_same_line_ups_twice_are_no_more_line_ups() {
        let once = met(&[0.0, 80.0, 160.0], 12, 0.2);
        let twice: Vec<Encounter> = once.iter().chain(&once).copied().collect();
        let [one, two] = [once, twice].map(|all| Scale::of(3, 0, &all, 0).expect("a scale").above(2, 0));
        assert!((one.low - two.low).abs() < 1e-6 && (one.high - two.high).abs() < 1e-6);
    }

    /// Commanders whom line-ups suit and do not suit, by chance: in 1,000 samples of twelve line-ups the intervals hold what a sample
    /// of 20,000 finds. Four standard errors of such a share are 2.8 points.
    #[test]
    fn intervals_hold_what_they_promise() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(40);
        let mut sample = |lineups| {
            let mut all = Vec::new();
            for lineup in 0..lineups {
                let [x, y, z, w] =
                    [0.0, 0.5, 1.2, 0.9].map(|theta| theta + 2.0 * (rng.next_u64() as f64 / u64::MAX as f64 - 0.5));
                for (a, b, delta) in [(0, 1, x - y), (0, 2, x - z), (1, 2, y - z), (3, 0, w - x), (3, 2, w - z)] {
                    all.push(Encounter { a, b, lineup, score: logistic(delta) });
                }
            }
            Scale::of(3, 1, &all, 0).expect("a scale")
        };
        let whole = sample(20_000);
        for (one, other) in [(1, 0), (2, 1), (3, 1)] {
            let truth = whole.above(one, other).estimate;
            let held = (0..1000).filter(|_| sample(12).above(one, other).contains(truth)).count();
            assert!((922..=978).contains(&held), "{held} of 1,000 for {one} over {other}");
        }
    }
}
