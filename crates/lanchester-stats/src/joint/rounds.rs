//! The search for joint prices, round after round.

use super::fit::{Fit, SLOPES, fit};
use super::limits::Limits;
use super::trial::Trial;
use super::{Finding, JointError, Round, Settings, Standing};
use crate::{Interval, Z95};

/// A search under way: play [`Search::round`], give the trials to [`Search::take`], until there is a finding.
///
/// ```
/// use lanchester_stats::joint::{Anchor, Limits, Search, Settings, Trial};
/// // Three designs printed at 100 points; one is worth 120, and fleets fight by what their ships are worth.
/// let worth = [120.0, 100.0, 100.0];
/// let settings = Settings { precision: 0.02, most_matchups: 20_000 };
/// let mut search = Search::new(Limits::anchored(vec![100.0; 3], Anchor::Geometric), settings)?;
/// let finding = loop {
///     let round = search.round();
///     let play = |i: u64| {
///         let i = i as usize;
///         // Three to nine ships of a design against about as many points of another.
///         let (a, b) = (i % 3, (i + 1 + i / 3 % 2) % 3);
///         let ships = 3 + i as u32 / 7 % 7;
///         let others = (f64::from(ships) * round.prices[a] / round.prices[b] * (-round.log_ratio(i as u64)).exp()).round();
///         let score = 1.0 / (1.0 + (others * worth[b] / (f64::from(ships) * worth[a])).powi(4));
///         let won = (1000.0 * score).round() as u64;
///         Trial { fleets: [vec![(a, ships)], vec![(b, others as u32)]], pair_scores: [1000 - won, 0, 0, 0, won] }
///     };
///     if let Some(finding) = search.take(&(0..round.matchups).map(play).collect::<Vec<_>>()) {
///         break finding?;
///     }
/// };
/// assert!((finding.ratio(0, 1).estimate - 1.2).abs() < 0.002);
/// assert!((finding.ratio(2, 1).estimate - 1.0).abs() < 0.002);
/// # Ok::<(), lanchester_stats::joint::JointError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    limits: Limits,
    settings: Settings,
    round: Round,
    /// Shifts of the round before, in standard errors, and the share of its shift that each design makes.
    before: Vec<f64>,
    gains: Vec<f64>,
    /// Place in [`DAMPING`]; stays at the last.
    stage: usize,
    played: u64,
}

/// How much of a round's shift is made.
const DAMPING: [f64; 3] = [0.7, 0.85, 1.0];

/// Matchups per design of the first round; the second has twice as many.
const FIRST_ROUND: u64 = 32;

/// Fewest matchups of a first round.
const LEAST_FIRST: u64 = 512;

/// The most that a price moves from one round to the next, as a logarithm: a factor of four.
const LONGEST_MOVE: f64 = 1.386_294_361_119_890_6;

/// A round whose prices moved by more than this, as a logarithm, is not the last of its stage.
const SETTLED: f64 = 0.35;

/// Standard errors of a shift that chance explains, of all designs at once.
const MOST_ERRORS: f64 = 3.0;

/// The farthest from the printed points that is searched: a factor.
pub const FARTHEST: f64 = 64.0;

/// The most rounds.
const MOST_ROUNDS: u32 = 16;

/// What is asked for beyond what the round before promises, since promises are noisy.
const MARGIN: f64 = 1.1;

/// Fewer matchups than this with a design leave its price open.
const FEWEST_WITH: usize = 12;

impl Search {
    /// A search that starts at the printed points.
    ///
    /// # Errors
    /// Limits that no prices can meet.
    pub fn new(limits: Limits, settings: Settings) -> Result<Self, JointError> {
        let start = limits.printed.clone();
        Self::from(start, limits, settings)
    }

    /// A search that starts elsewhere.
    ///
    /// # Errors
    /// Limits that no prices can meet.
    pub fn from(mut start: Vec<f64>, limits: Limits, settings: Settings) -> Result<Self, JointError> {
        limits.check()?;
        if start.len() != limits.printed.len() {
            return Err(JointError::Shape);
        }
        if let Some(design) = start.iter().position(|points| !points.is_finite() || *points <= 0.0) {
            return Err(JointError::BadPoints(design));
        }
        limits.admit(&mut start);
        let matchups = (FIRST_ROUND * start.len() as u64).max(LEAST_FIRST);
        let [before, gains] = [0.0, 1.0].map(|all| vec![all; start.len()]);
        let round = Round { number: 0, matchups, prices: start };
        Ok(Self { limits, settings, round, before, gains, stage: 0, played: 0 })
    }

    /// The round to play.
    #[must_use]
    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// Takes what was played; matchups that could not be made are left out. Returns the finding if that was the last round.
    pub fn take(&mut self, trials: &[Trial]) -> Option<Result<Finding, JointError>> {
        self.played += self.round.matchups;
        if let Some(design) = (0..self.round.prices.len()).find(|design| {
            let fields = |trial: &&Trial| trial.fleets.iter().flatten().any(|(known, _)| known == design);
            !self.limits.holds[*design] && trials.iter().filter(fields).count() < FEWEST_WITH
        }) {
            return Some(Err(JointError::Open(design)));
        }
        let Some(fit) = fit(trials, &self.round.prices, &self.limits) else {
            return Some(Err(JointError::Open(self.rarest(trials))));
        };
        let k = self.round.prices.len();
        let longest = fit.shifts.iter().fold(0.0f64, |most, shift| most.max(shift.abs()));
        let last = DAMPING.len() - 1;
        let settled = !fit.far && longest < SETTLED;
        if settled && self.stage == last && self.at_rest(&fit) {
            let slope = Interval::normal(fit.slope, fit.covariance[(k, k)].max(0.0).sqrt());
            return Some(if slope.low > SLOPES[0] {
                Ok(self.finding(&fit, slope, trials))
            } else {
                Err(JointError::NoSlope)
            });
        }
        if self.round.number + 1 >= MOST_ROUNDS || self.spent() {
            return Some(Err(self.reason(trials, JointError::Unsettled)));
        }
        self.advance(&fit, longest, settled).map(|error| Err(self.reason(trials, error)))
    }

    /// Why prices ran away: nothing holds them where points do not decide.
    fn reason(&self, trials: &[Trial], otherwise: JointError) -> JointError {
        let (mut sum, mut squares) = (0.0, 0.0);
        for (trial, score) in trials.iter().filter_map(|trial| Some((trial, trial.score()?))) {
            let pull = (score - 0.5) * trial.at(&self.round.prices).log_ratio;
            sum += pull;
            squares += pull * pull;
        }
        if sum > Z95 * squares.sqrt() { otherwise } else { JointError::NoSlope }
    }

    /// Sets the next round up.
    fn advance(&mut self, fit: &Fit, longest: f64, settled: bool) -> Option<JointError> {
        let last = DAMPING.len() - 1;
        let share = DAMPING[self.stage].min(LONGEST_MOVE / longest.max(f64::MIN_POSITIVE));
        self.damp(fit);
        let moves = fit.shifts.iter().zip(&self.gains).map(|(shift, gain)| share * gain * shift);
        let mut prices: Vec<f64> =
            self.round.prices.iter().zip(moves).map(|(price, by)| price * libm::exp(by)).collect();
        self.limits.admit(&mut prices);
        if let Some(design) = self.beyond(&prices) {
            return Some(JointError::Beyond(design));
        }
        let next = if settled { (self.stage + 1).min(last) } else { self.stage };
        let matchups = match next {
            _ if next == self.stage => self.round.matchups,
            stage if stage == last => self.last_size(fit),
            _ => 2 * self.round.matchups,
        };
        self.stage = next;
        self.round = Round { number: self.round.number + 1, matchups: matchups.min(self.left()), prices };
        None
    }

    /// A design whose price was moved so far that it has to come back, beyond chance, makes half of its shifts from now on, or it would go
    /// to and fro for ever: where a few points more win far more than the fit says (H. Kesten, "Accelerated stochastic approximation",
    /// Annals of Mathematical Statistics 29, 1958).
    fn damp(&mut self, fit: &Fit) {
        for design in 0..self.gains.len() {
            let (before, now) = (self.before[design], fit.shifts[design] / fit.error(design));
            if before * now < 0.0 && before.abs().min(now.abs()) > Z95 {
                self.gains[design] /= 2.0;
            }
            self.before[design] = now;
        }
    }

    /// Whether a last round may be the answer: where a price went to and fro the fit does not foresee how far its shifts lead, and none may
    /// be more than chance.
    fn at_rest(&self, fit: &Fit) -> bool {
        let by_chance = |(design, shift): (usize, &f64)| shift.abs() <= MOST_ERRORS * fit.error(design);
        self.gains.iter().all(|gain| *gain == 1.0) || fit.shifts.iter().enumerate().all(by_chance)
    }

    fn finding(&self, fit: &Fit, slope: Interval, trials: &[Trial]) -> Finding {
        let k = self.round.prices.len();
        let standing = |design: usize| match () {
            () if self.limits.holds[design] => Standing::Held,
            () if fit.at_bound.contains(&design) => Standing::AtBound,
            () => Standing::Free,
        };
        let standing: Vec<Standing> = (0..k).map(standing).collect();
        let price = |design: usize| {
            let log = libm::log(self.round.prices[design]) + fit.shifts[design];
            match standing[design] {
                Standing::Free => Interval::normal(log, fit.error(design)).map_rising(libm::exp),
                Standing::Held => point(self.limits.printed[design]),
                Standing::AtBound => point(libm::exp(log)),
            }
        };
        Finding {
            prices: (0..k).map(price).collect(),
            standing: standing.clone(),
            slope,
            covariance: fit.covariance.view((0, 0), (k, k)).into_owned(),
            matchups: trials.len() as u64,
            rounds: self.round.number + 1,
            information: fit.information.clone(),
            limits: self.limits.clone(),
        }
    }

    /// The design whose price is farthest off, if that is too far. What is off is told from the median design: under an anchor
    /// one that nothing can beat pushes all others down.
    fn beyond(&self, prices: &[f64]) -> Option<usize> {
        let logs: Vec<f64> = prices.iter().zip(&self.limits.printed).map(|(c, r)| libm::log(c / r)).collect();
        let mut sorted = logs.clone();
        sorted.sort_by(f64::total_cmp);
        let away = |design: usize| (logs[design] - sorted[sorted.len() / 2]).abs();
        let farthest = (0..logs.len()).max_by(|i, j| away(*i).total_cmp(&away(*j)))?;
        (away(farthest) > libm::log(FARTHEST)).then_some(farthest)
    }

    fn left(&self) -> u64 {
        let first = (FIRST_ROUND * self.round.prices.len() as u64).max(LEAST_FIRST);
        self.settings.most_matchups.saturating_sub(self.played).max(first)
    }

    fn spent(&self) -> bool {
        self.played >= self.settings.most_matchups
    }

    /// Matchups that should reach the precision, from the errors of a fit: they fall with the root of their number.
    fn last_size(&self, fit: &Fit) -> u64 {
        let widest = (0..fit.shifts.len()).map(|design| Z95 * fit.error(design)).fold(0.0, f64::max);
        let wanted = self.round.matchups as f64 * (MARGIN * widest / self.settings.precision).powi(2);
        // The comparison is false for a wanted number that is not one. Not fewer than the round before: what that left
        // undone should be small beside the errors of the last.
        if wanted < self.left() as f64 { (wanted as u64).max(self.round.matchups) } else { self.left() }
    }

    /// The design that the fewest matchups tell of.
    fn rarest(&self, trials: &[Trial]) -> usize {
        let with = |design: usize| {
            let uneven = |trial: &&Trial| {
                let differences = trial.at(&self.round.prices).differences();
                differences.iter().any(|(known, d)| *known == design && d.abs() > 1e-9)
            };
            trials.iter().filter(uneven).count()
        };
        (0..self.round.prices.len()).filter(|design| !self.limits.holds[*design]).min_by_key(|i| with(*i)).unwrap_or(0)
    }
}

const fn point(value: f64) -> Interval {
    Interval { estimate: value, low: value, high: value }
}
