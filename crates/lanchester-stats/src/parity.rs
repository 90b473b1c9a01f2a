//! The parity price: how many points a design is worth, found by fighting.
//!
//! Fleets of the design meet random fleets of a reference field. Let x = ln(points of the opponent / printed points of the
//! fleet): the price at which the two would count as equal, as a multiple of the printed one. The score falls as x rises;
//! the parity multiplier is eˣ where it passes one half. Near there the score is taken for logistic in x,
//! score ≈ 1/(1 + exp(b·x − a)), so that x* = a/b, with E. C. Fieller's interval for the ratio.
//!
//! Matchups are random (how many ships, which opponents) and scatter far more than the battles of one matchup do, so the
//! *matchup* is the unit of the error: a sandwich over matchups (K.-Y. Liang and S. L. Zeger, "Longitudinal data analysis
//! using generalized linear models", Biometrika 73, 1986). Points come in whole ships; each matchup enters at the ratio
//! that it had. Matchups for which the field can make up no fleet are left out, the largest first, so near the limit of what a
//! field can fleet_sampler a price speaks of smaller fleets.
//!
//! The search is a stochastic approximation in rounds (H. Robbins and S. Monro, "A stochastic approximation method",
//! Annals of Mathematical Statistics 22, 1951): each draws its ratios evenly from a window around the last round's root,
//! windows shrink, rounds grow. The answer is read from the last round alone, whose window and size were fixed before
//! its first battle: its interval needs no correction for the search.

use serde::Serialize;

use crate::interval::Moments;
use crate::ratio::Ratio;
use crate::{Interval, Z95, two_sided_p};

/// A random matchup that was played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// x = ln(points of the opponent / printed points of the fleet).
    pub log_ratio: f64,
    /// Pairs by the fleet's score: 0, ¼, ½, ¾, 1.
    pub pair_scores: [u64; 5],
}

/// How far to search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Half-width of the interval to reach, as a share of the price.
    pub precision: f64,
    /// The most matchups to play in all rounds.
    pub most_matchups: u64,
}

/// A round to play: so many matchups, their x spread evenly over the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// Its number, from 0.
    pub number: u32,
    /// Matchups.
    pub matchups: u64,
    /// The least x.
    pub low: f64,
    /// The largest x.
    pub high: f64,
}

impl Round {
    /// The x of a matchup of the round: the middle of its share of the window.
    #[must_use]
    pub fn log_ratio(&self, matchup: u64) -> f64 {
        self.low + (self.high - self.low) * (matchup as f64 + 0.5) / self.matchups as f64
    }
}

/// The multiplier of the printed rating at which fleets are a fair match.
///
/// As JSON it is an object of three fields, `multiplier`, `at_least` and `at_most`, of which at most one is not null.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "Fields")]
pub enum Parity {
    /// A number with its interval.
    Multiplier(Interval),
    /// It still wins at this.
    AtLeast(f64),
    /// It still loses at this.
    AtMost(f64),
    /// Nothing can be told: scores do not fall as the price rises, or no matchup could be made.
    Unclear,
}

/// [`Parity`] as JSON.
#[derive(Serialize)]
struct Fields {
    multiplier: Option<Interval>,
    at_least: Option<f64>,
    at_most: Option<f64>,
}

impl From<Parity> for Fields {
    fn from(parity: Parity) -> Self {
        let mut fields = Self { multiplier: None, at_least: None, at_most: None };
        match parity {
            Parity::Multiplier(interval) => fields.multiplier = Some(interval),
            Parity::AtLeast(bound) => fields.at_least = Some(bound),
            Parity::AtMost(bound) => fields.at_most = Some(bound),
            Parity::Unclear => {}
        }
        fields
    }
}

impl Parity {
    /// The multiplier, where it is a number.
    #[must_use]
    pub const fn multiplier(self) -> Option<Interval> {
        match self {
            Self::Multiplier(interval) => Some(interval),
            Self::AtLeast(_) | Self::AtMost(_) | Self::Unclear => None,
        }
    }

    /// The estimate and the two ends of what is known: a bound is one end without an estimate.
    #[must_use]
    pub const fn ends(self) -> [Option<f64>; 3] {
        match self {
            Self::Multiplier(interval) => [Some(interval.estimate), Some(interval.low), Some(interval.high)],
            Self::AtLeast(bound) => [None, Some(bound), None],
            Self::AtMost(bound) => [None, None, Some(bound)],
            Self::Unclear => [None; 3],
        }
    }

    /// The parity that has these [`ends`](Self::ends).
    #[must_use]
    pub const fn of_ends(ends: [Option<f64>; 3]) -> Self {
        match ends {
            [Some(estimate), Some(low), Some(high)] => Self::Multiplier(Interval { estimate, low, high }),
            [_, Some(bound), _] => Self::AtLeast(bound),
            [_, None, Some(bound)] => Self::AtMost(bound),
            [_, None, None] => Self::Unclear,
        }
    }

    /// The multiplier times a number of points.
    #[must_use]
    pub fn times(self, points: f64) -> Self {
        match self {
            Self::Multiplier(interval) => Self::Multiplier(interval.map_rising(|m| m * points)),
            Self::AtLeast(bound) => Self::AtLeast(bound * points),
            Self::AtMost(bound) => Self::AtMost(bound * points),
            Self::Unclear => Self::Unclear,
        }
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// The multiplier.
    pub parity: Parity,
    /// The p-value of "the printed rating is right"; none without a multiplier.
    pub p: Option<f64>,
    /// Matchups of the last round.
    pub matchups: u64,
}

/// A search under way: play [`Search::round`], give the trials to [`Search::tell`], until there is a finding.
///
/// ```
/// use lanchester_stats::parity::{Parity, Search, Settings, Trial};
/// // A design worth 1.5 times its printed rating: it wins pairs while the opponent has less than that, and loses beyond.
/// let mut search = Search::new(Settings { precision: 0.02, most_matchups: 10_000 });
/// let finding = loop {
///     let round = search.round();
///     let play = |i| {
///         let x = round.log_ratio(i);
///         let score = 1.0 / (1.0 + (4.0 * (x - 1.5f64.ln())).exp());
///         let won = (100.0 * score).round() as u64;
///         Trial { log_ratio: x, pair_scores: [100 - won, 0, 0, 0, won] }
///     };
///     if let Some(finding) = search.tell(&(0..round.matchups).map(play).collect::<Vec<_>>()) {
///         break finding;
///     }
/// };
/// let Parity::Multiplier(multiplier) = finding.parity else { panic!("a number") };
/// assert!((multiplier.estimate - 1.5).abs() < 0.01);
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    settings: Settings,
    round: Round,
    /// Place in [`HALF_WINDOWS`]; stays at the last.
    stage: usize,
    played: u64,
}

/// Half the width of the windows, in log points, from the first look to the last. The last is narrow enough that the
/// score's shape beyond logistic is far below its noise, and wide enough to show that the score falls at all.
const HALF_WINDOWS: [f64; 3] = [1.4, 0.5, 0.25];

/// Matchups of the first look; each later one before the last has twice as many.
const FIRST_LOOK: u64 = 64;

/// The farthest from the printed rating that is searched: a factor of sixteen.
const FARTHEST: f64 = 2.772_588_722_239_781;

/// The fewest matchups of a last round: below, errors over matchups are themselves uncertain.
const LEAST_LAST: u64 = 384;

/// Fewer matchups than this share of those asked for: the field cannot make up fleets in this window.
const LEAST_MADE: f64 = 0.5;

/// What is asked for beyond what the look before promises, since promises are noisy.
const MARGIN: f64 = 1.15;

impl Search {
    /// The first look, around the printed rating.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let round = Round { number: 0, matchups: FIRST_LOOK, low: -HALF_WINDOWS[0], high: HALF_WINDOWS[0] };
        Self { settings, round, stage: 0, played: 0 }
    }

    /// The fewest matchups that a search plays if the price is not far from the printed one.
    #[must_use]
    pub const fn least_matchups() -> u64 {
        let looks = HALF_WINDOWS.len() as u32 - 1;
        FIRST_LOOK * (2u64.pow(looks) - 1) + LEAST_LAST
    }

    /// The round to play.
    #[must_use]
    pub const fn round(&self) -> Round {
        self.round
    }

    /// Takes what was played, in index order; matchups that could not be made are left out. Returns the finding if that
    /// was the last round.
    pub fn tell(&mut self, trials: &[Trial]) -> Option<Finding> {
        self.played += self.round.matchups;
        let found = |parity, p| Some(Finding { parity, p, matchups: trials.len() as u64 });
        if (trials.len() as f64) < LEAST_MADE * self.round.matchups as f64 {
            // The field ends inside the window: what it could make up still may tell a bound.
            return found(lean(trials).map_or(Parity::Unclear, |side| bound(trials, side)), None);
        }
        let (low, high) = (self.round.low, self.round.high);
        let centre = f64::midpoint(low, high);
        let Some(fit) = Fit::of(trials, low, high).filter(|fit| low <= fit.root && fit.root <= high) else {
            // No root here: it lies to the side that the mean score points to, if it points anywhere.
            let reach = HALF_WINDOWS[self.stage];
            return match lean(trials) {
                Some(side) if (centre + side * reach).abs() >= FARTHEST || self.spent() => {
                    found(bound(trials, side), None)
                }
                Some(side) => self.go_on(centre + side * 1.5 * reach, self.stage, self.round.matchups),
                None if self.spent() => found(Parity::Unclear, None),
                None => self.go_on(centre, self.stage, 2 * self.round.matchups),
            };
        };
        let last = HALF_WINDOWS.len() - 1;
        if self.stage < last {
            let next = self.stage + 1;
            let matchups = if next == last { self.last_size(&fit) } else { FIRST_LOOK << next };
            return self.go_on(fit.root, next, matchups);
        }
        match fit.interval {
            // Wider than asked for: if there is room, a larger round of its own.
            Some(i) if i.half_width() > 1.25 * self.settings.precision && !self.spent() => {
                self.go_on(fit.root, last, self.last_size(&fit))
            }
            Some(i) => found(Parity::Multiplier(i.map_rising(libm::exp)), Some(fit.p)),
            None if self.spent() => found(Parity::Unclear, None),
            None => self.go_on(fit.root, last, 2 * self.round.matchups),
        }
    }

    fn go_on(&mut self, centre: f64, stage: usize, matchups: u64) -> Option<Finding> {
        let reach = HALF_WINDOWS[stage];
        let left = self.settings.most_matchups.saturating_sub(self.played).max(LEAST_LAST);
        self.stage = stage;
        self.round = Round {
            number: self.round.number + 1,
            matchups: matchups.min(left),
            low: centre - reach,
            high: centre + reach,
        };
        None
    }

    fn spent(&self) -> bool {
        self.played + LEAST_LAST > self.settings.most_matchups || self.round.number >= 24
    }

    /// Matchups that should reach the precision, from the error of a fit: errors fall with the root of their number.
    fn last_size(&self, fit: &Fit) -> u64 {
        let left = self.settings.most_matchups.saturating_sub(self.played);
        let half = fit.interval.map_or(Z95 * fit.standard_error, Interval::half_width);
        let wanted = self.round.matchups as f64 * (MARGIN * half / self.settings.precision).powi(2);
        // The comparison is false for a wanted number that is not one.
        if wanted < left as f64 { (wanted as u64).max(LEAST_LAST) } else { left.max(LEAST_LAST) }
    }
}

/// On which side of one half the mean score surely is: 1 above, −1 below.
fn lean(trials: &[Trial]) -> Option<f64> {
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

/// What matchups that all lean to one side tell: the half of them whose ratios are farthest out is asked whether it still
/// does, and the bound is that half's mean ratio; or all are, if that half is not sure.
fn bound(trials: &[Trial], side: f64) -> Parity {
    let mut far = trials.to_vec();
    far.sort_by(|a, b| (side * b.log_ratio).total_cmp(&(side * a.log_ratio)));
    far.truncate(trials.len().div_ceil(2));
    let of = if lean(&far) == Some(side) { far.as_slice() } else { trials };
    let ratio = libm::exp(of.iter().map(|t| t.log_ratio).sum::<f64>() / of.len() as f64);
    if side > 0.0 { Parity::AtLeast(ratio) } else { Parity::AtMost(ratio) }
}

/// The mean score of a matchup.
fn score(trial: &Trial) -> f64 {
    let moments = Moments::of_levels(&trial.pair_scores);
    if moments.n == 0 { 0.5 } else { moments.sum / moments.n as f64 }
}

/// A logistic fit of scores on x.
struct Fit {
    /// x* = a/b.
    root: f64,
    /// Its standard error by the delta method, for planning.
    standard_error: f64,
    /// Fieller's interval, where b surely is positive.
    interval: Option<Interval>,
    /// The p-value of x* = 0.
    p: f64,
}

impl Fit {
    /// Fits score ≈ 1/(1 + exp(b·x − a)); `None` if b is not positive or nothing settles.
    ///
    /// The fit is regularised by one matchup at each end of the window that scored one half: where battles are certain,
    /// all won below a step and all lost above it, the slope stays finite. Both sit evenly around the middle, so what
    /// they move the root by is of the order of its distance from there over the number of matchups.
    fn of(trials: &[Trial], low: f64, high: f64) -> Option<Self> {
        // x is centred, so that a and b are nearly independent.
        let centre = trials.iter().map(|t| t.log_ratio).sum::<f64>() / trials.len() as f64;
        let ends = [low, high].map(|end| (end - centre, 0.5));
        let points: Vec<(f64, f64)> = trials.iter().map(|t| (t.log_ratio - centre, score(t))).chain(ends).collect();
        let (a, b) = newton(&points)?;
        if b <= 0.0 {
            return None;
        }
        // Bread: the information. Meat: the scatter of matchups, each counted as if fitted without itself (n/(n − 2)).
        let (mut i00, mut i01, mut i11) = (0.0, 0.0, 0.0);
        let (mut m00, mut m01, mut m11) = (0.0, 0.0, 0.0);
        for (x, s) in &points {
            let p = logistic(a - b * x);
            let (w, e) = (p * (1.0 - p), (s - p) * (s - p));
            (i00, i01, i11) = (i00 + w, i01 - w * x, i11 + w * x * x);
            (m00, m01, m11) = (m00 + e, m01 - e * x, m11 + e * x * x);
        }
        let det = i00 * i11 - i01 * i01;
        if det.is_nan() || det <= 0.0 {
            return None;
        }
        let (c00, c01, c11) = (i11 / det, -i01 / det, i00 / det);
        let n = points.len() as f64;
        let correction = n / (n - 2.0);
        let sandwich = |u: [f64; 2], v: [f64; 2]| {
            correction * (u[0] * m00 * v[0] + m01 * (u[0] * v[1] + u[1] * v[0]) + u[1] * m11 * v[1])
        };
        let (ra, rb) = ([c00, c01], [c01, c11]);
        let (va, vab, vb) = (sandwich(ra, ra), sandwich(ra, rb), sandwich(rb, rb));
        let ratio = Ratio { top: a, bottom: b, top_variance: va, covariance: vab, bottom_variance: vb };
        let offset = a / b;
        let variance = (va - 2.0 * offset * vab + offset * offset * vb) / (b * b);
        let sure = b > Z95 * vb.max(0.0).sqrt();
        // A slope that only just is one makes Fieller's interval endless: that is no price.
        let told = |i: &Interval| i.low > -2.0 * FARTHEST && i.high < 2.0 * FARTHEST;
        let interval = sure.then(|| ratio.interval().map_rising(|x| x + centre)).filter(told);
        let p = if sure { ratio.p_value(-centre) } else { two_sided_p(0.0) };
        Some(Self { root: offset + centre, standard_error: variance.max(0.0).sqrt(), interval, p })
    }
}

fn logistic(z: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-z))
}

/// Solves the score equations of the logistic fit by Newton's method with step halving on the deviance.
fn newton(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let deviance = |a: f64, b: f64| -> f64 {
        points
            .iter()
            .map(|(x, s)| {
                let z = a - b * x;
                // ln(1 + eᶻ) − s·z, without overflow.
                let softplus = z.max(0.0) + libm::log1p(libm::exp(-z.abs()));
                softplus - s * z
            })
            .sum()
    };
    let (mut a, mut b) = (0.0, 0.0);
    let mut value = deviance(a, b);
    for _ in 0..60 {
        let (mut g0, mut g1) = (0.0, 0.0);
        let (mut h00, mut h01, mut h11) = (0.0, 0.0, 0.0);
        for (x, s) in points {
            let p = logistic(a - b * x);
            let w = p * (1.0 - p);
            (g0, g1) = (g0 + (s - p), g1 - (s - p) * x);
            (h00, h01, h11) = (h00 + w, h01 - w * x, h11 + w * x * x);
        }
        let det = h00 * h11 - h01 * h01;
        if det.is_nan() || det <= 1e-12 {
            return None;
        }
        let (da, db) = ((h11 * g0 - h01 * g1) / det, (h00 * g1 - h01 * g0) / det);
        let mut step = 1.0;
        loop {
            let next = deviance(a + step * da, b + step * db);
            if next <= value {
                (a, b, value) = (a + step * da, b + step * db, next);
                break;
            }
            step /= 2.0;
            if step < 1e-9 {
                break;
            }
        }
        if (da.abs() + db.abs()) * step < 1e-10 || step < 1e-9 {
            return Some((a, b));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(worth: f64, precision: f64) -> (Finding, u64) {
        let mut search = Search::new(Settings { precision, most_matchups: 20_000 });
        let mut matchups = 0;
        loop {
            let round = search.round();
            matchups += round.matchups;
            // Foes of the same points differ by a fifth in strength, in turn.
            let play = |i: u64| {
                let x = round.log_ratio(i);
                let opponent = [-0.2, 0.0, 0.2][(i % 3) as usize];
                let won = (1000.0 * logistic(6.0 * (worth.ln() - x - opponent))).round() as u64;
                Trial { log_ratio: x, pair_scores: [1000 - won, 0, 0, 0, won] }
            };
            let trials: Vec<Trial> = (0..round.matchups).map(play).collect();
            if let Some(finding) = search.tell(&trials) {
                return (finding, matchups);
            }
        }
    }

    #[test]
    fn prices_far_from_the_printed_one_are_found() {
        for worth in [0.1, 0.4, 0.97, 1.0, 1.3, 3.0, 9.0] {
            let (finding, _) = search(worth, 0.02);
            let Parity::Multiplier(m) = finding.parity else { panic!("{worth}: {finding:?}") };
            assert!((m.estimate / worth - 1.0).abs() < 0.02, "{worth}: {m:?}");
            assert!(m.half_width() < 0.025 * worth, "{worth}: {m:?}");
            assert_eq!(finding.p.is_some_and(|p| p < 0.01), (worth - 1.0).abs() > 0.03, "{worth}: {finding:?}");
        }
    }

    #[test]
    fn more_precision_takes_more_matchups() {
        let ((_, coarse), (_, fine)) = (search(1.2, 0.05), search(1.2, 0.01));
        assert!(fine > 2 * coarse, "{coarse} {fine}");
    }

    #[test]
    fn beyond_the_search_there_are_bounds() {
        let bound = |worth| search(worth, 0.02).0.parity;
        assert!(matches!(bound(100.0), Parity::AtLeast(least) if least > 6.0), "{:?}", bound(100.0));
        assert!(matches!(bound(0.01), Parity::AtMost(most) if most < 0.17), "{:?}", bound(0.01));
    }

    #[test]
    fn scores_that_do_not_fall_tell_nothing() {
        let mut search = Search::new(Settings { precision: 0.02, most_matchups: 2000 });
        let finding = loop {
            let round = search.round();
            let play = |i: u64| Trial {
                log_ratio: round.log_ratio(i),
                pair_scores: if i.is_multiple_of(2) { [0, 0, 0, 0, 9] } else { [9, 0, 0, 0, 0] },
            };
            let trials: Vec<Trial> = (0..round.matchups).map(play).collect();
            if let Some(finding) = search.tell(&trials) {
                break finding;
            }
        };
        assert_eq!(finding.parity, Parity::Unclear);
    }

    #[test]
    fn a_field_that_cannot_be_mustered_tells_nothing() {
        let mut search = Search::new(Settings { precision: 0.02, most_matchups: 2000 });
        let few = [Trial { log_ratio: 0.0, pair_scores: [1, 0, 0, 0, 1] }; 10];
        assert_eq!(search.clone().tell(&few).map(|f| f.parity), Some(Parity::Unclear));
        assert_eq!(search.clone().tell(&[]).map(|f| f.parity), Some(Parity::Unclear));
        // The field ends at twice the points, and up to there everything is won: a bound no higher than what was played.
        let won: Vec<Trial> =
            (0..30).map(|i| Trial { log_ratio: 0.02 * f64::from(i), pair_scores: [0, 0, 0, 0, 8] }).collect();
        let found = search.tell(&won).map(|f| f.parity);
        assert!(matches!(found, Some(Parity::AtLeast(x)) if x > 1.4 && x < 1.8), "{found:?}");
    }

    #[test]
    fn a_step_has_a_root_without_a_slope() {
        // Deterministic battles: every matchup below 1.5 is won, every one above lost. Nothing may hang or be NaN.
        let mut search = Search::new(Settings { precision: 0.02, most_matchups: 5000 });
        let finding = loop {
            let round = search.round();
            let play = |i: u64| {
                let x = round.log_ratio(i);
                Trial { log_ratio: x, pair_scores: if x < 1.5f64.ln() { [0, 0, 0, 0, 9] } else { [9, 0, 0, 0, 0] } }
            };
            if let Some(finding) = search.tell(&(0..round.matchups).map(play).collect::<Vec<_>>()) {
                break finding;
            }
        };
        let Parity::Multiplier(m) = finding.parity else { panic!("{finding:?}") };
        assert!(m.contains(1.5) && m.half_width() < 0.02, "{m:?}");
    }
}
