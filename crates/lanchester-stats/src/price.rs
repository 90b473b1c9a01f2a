//! What the ratings should be: implied ratings, residuals and verdicts.
//!
//! If ratings were fair, log strength would rise in proportion to log rating: θ = k·ln rating + constant. The slope
//! k is fitted to the same contests as the strengths, and exp(θ/k), brought to the geometric mean of the printed
//! ratings, is the rating that a design's results imply. The residual is implied / printed: 1.10 says that the design
//! fights like one that costs ten per cent more.
//!
//! That holds within the printed ratings that k was fitted to, and says nothing of points that nobody has: beyond the lowest and
//! the highest of them, by more than [`FAIR_WITHIN`], an implied rating is a bound: that end itself. What lies beyond it is
//! extrapolated, so such a bound leads to a verdict only where the bound itself lies beyond the printed rating ([`judge_bounds`]).
//!
//! θ/k is a ratio of two numbers with joint errors; its interval is Fieller's, finite exactly when k can be told from
//! zero. Tests of all designs together
//! hold the false discovery rate by Benjamini and Yekutieli's rule for any dependence: residuals share k and add up
//! to nothing, so they are not independent.

use serde::{Deserialize, Serialize};

use crate::Interval;
use crate::bradley_terry::{Place, Strengths, quadratic, slope, surely_positive};
use crate::multiple::{Dependence, q_values};
use crate::ratio::Ratio;

/// Share of designs called over- or underpriced that may be called so wrongly.
pub const FALSE_DISCOVERY_RATE: f64 = 0.05;

/// A design whose residual lies significantly within this share of 1 is fair, however sure it is that it is not exactly 1.
pub const FAIR_WITHIN: f64 = 0.05;

/// What to say of a printed rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It fights like a cheaper one.
    Overpriced,
    /// It fights like a costlier one.
    Underpriced,
    /// It fights like its points, within [`FAIR_WITHIN`].
    Fair,
    /// Not enough battles to tell.
    Inconclusive,
    /// Only a bound is known, and it decides nothing.
    Bound,
    /// It is one thing in the hands of one policy and another in those of another.
    DependsOnPolicy,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Overpriced, Self::Underpriced, Self::Fair, Self::Inconclusive, Self::Bound, Self::DependsOnPolicy];

    /// Whether it says something of the printed rating.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        matches!(self, Self::Overpriced | Self::Underpriced | Self::Fair)
    }

    /// The verdict of a mixture of policies, where each of them alone has led to these: a decided one that not all who are decided
    /// share is none.
    #[must_use]
    pub fn over_policies(self, each: impl Iterator<Item = Self>) -> Self {
        let shared = each.filter(|verdict| verdict.is_decided()).all(|verdict| verdict == self);
        if self.is_decided() && !shared { Self::DependsOnPolicy } else { self }
    }

    /// The verdict where only a bound is known, from what the bound says: this one where both say the same.
    fn within_bound(self, bound: Self) -> Self {
        if self == bound { self } else { Self::Bound }
    }

    /// The verdict of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.name() == name)
    }

    /// As in files and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Overpriced => "overpriced",
            Self::Underpriced => "underpriced",
            Self::Fair => "fair",
            Self::Inconclusive => "inconclusive",
            Self::DependsOnPolicy => "depends-on-policy",
            Self::Bound => "bound",
        }
    }
}

/// The rating that results imply.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Implied {
    /// A number with its interval.
    Rating(Interval),
    /// At least this: it lost no point, or its whole interval lies beyond every printed rating.
    AtLeast(f64),
    /// At most this: it took no point, or its whole interval lies short of every printed rating.
    AtMost(f64),
    /// Nothing is known: it met none of those that can be compared, or its interval reaches past the lowest and the highest of the
    /// printed ratings.
    Nothing,
}

/// The price of one design.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Price {
    /// The rating that its results imply.
    pub implied: Implied,
    /// Implied / printed, where there is a number.
    pub residual: Option<Interval>,
    /// The false discovery rate at which it would just be called mispriced, where there is a number.
    pub q: Option<f64>,
    /// What to say of it.
    pub verdict: Verdict,
}

/// Why there are strengths but no prices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoPrices {
    /// Fewer than three designs can be compared: any two lie on a line.
    TooFew,
    /// All designs that can be compared have the same rating.
    SameRatings,
    /// A rating is not above zero.
    BadRating,
    /// The slope does not differ significantly from zero.
    SlopeUnclear,
    /// The slope is negative: costlier designs are weaker.
    SlopeNegative,
}

impl std::fmt::Display for NoPrices {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::TooFew => "fewer than three designs can be compared",
            Self::SameRatings => "all designs that can be compared have the same rating",
            Self::BadRating => "a printed rating is not above zero",
            Self::SlopeUnclear => "strength cannot be shown to rise with rating",
            Self::SlopeNegative => "costlier designs are weaker",
        })
    }
}

/// Prices, or why there are none.
#[derive(Clone, Debug, PartialEq)]
pub enum Pricing {
    /// The slope k is positive beyond doubt.
    Priced {
        /// k, by sampling error alone.
        slope: Interval,
        /// One an entrant.
        prices: Vec<Price>,
    },
    /// No ratings can be implied.
    Refused {
        /// k, where it could be fitted.
        slope: Option<Interval>,
        /// Why.
        why: NoPrices,
    },
}

/// Prices every entrant. `printed` has one rating an entrant, in the order of the fit.
#[must_use]
pub fn price(strengths: &Strengths, printed: &[f64]) -> Pricing {
    let refused = |why| Pricing::Refused { slope: None, why };
    if printed.len() != strengths.places.len() || printed.iter().any(|r| !r.is_finite() || *r <= 0.0) {
        return refused(NoPrices::BadRating);
    }
    let logs: Vec<f64> = strengths.core.iter().map(|i| libm::log(printed[*i])).collect();
    let anchor = logs.iter().sum::<f64>() / logs.len() as f64;
    let x: Vec<f64> = logs.iter().map(|l| l - anchor).collect();
    if x.iter().all(|x| x.abs() < 1e-9) {
        return refused(NoPrices::SameRatings);
    }
    let Ok((k, k_influence)) = slope(strengths, &x) else { return refused(NoPrices::SlopeUnclear) };

    let contests = || strengths.contests.iter().zip(&k_influence);
    let k_variance: f64 = contests().map(|(c, h)| quadratic(*h, c.variance, *h)).sum();
    let slope = Interval::normal(k, k_variance.max(0.0).sqrt());
    if !surely_positive(k, k_variance) {
        let why = if slope.high < 0.0 { NoPrices::SlopeNegative } else { NoPrices::SlopeUnclear };
        return Pricing::Refused { slope: Some(slope), why };
    }
    if x.len() < 3 {
        return Pricing::Refused { slope: Some(slope), why: NoPrices::TooFew };
    }

    let with_k = strengths.covariance_with(&k_influence);
    let ratios: Vec<Ratio> = (0..x.len())
        .map(|i| Ratio {
            top: strengths.theta[i],
            bottom: k,
            top_variance: strengths.covariance[(i, i)],
            covariance: with_k[i],
            bottom_variance: k_variance,
        })
        .collect();
    let p: Vec<f64> = ratios.iter().zip(&x).map(|(r, x)| r.p_value(*x)).collect();
    let q = q_values(&p, Dependence::Any);

    let rating = |theta_over_k: f64| libm::exp(theta_over_k + anchor);
    let [least, most] =
        strengths.core.iter().fold([f64::MAX, 0.0], |[l, m], i| [printed[*i].min(l), printed[*i].max(m)]);
    let bound = |implied| Price { implied, residual: None, q: None, verdict: Verdict::Bound };
    let nothing = Price { verdict: Verdict::Inconclusive, ..bound(Implied::Nothing) };
    let prices = strengths
        .places
        .iter()
        .map(|place| match *place {
            Place::Core(i) => {
                let interval = ratios[i].interval();
                let residual = interval.map_rising(|r| libm::exp(r - x[i]));
                let verdict = judge(residual, q[i]);
                let implied = within(interval.map_rising(rating), least, most);
                if implied == Implied::Nothing {
                    return nothing;
                }
                let printed = printed[strengths.core[i]];
                let verdict = match implied {
                    Implied::AtLeast(bound) => verdict.within_bound(judge_bounds(Some(bound), None, printed)),
                    Implied::AtMost(bound) => verdict.within_bound(judge_bounds(None, Some(bound), printed)),
                    Implied::Rating(_) | Implied::Nothing => verdict,
                };
                let residual = matches!(implied, Implied::Rating(_)).then_some(residual);
                Price { implied, residual, q: Some(q[i]), verdict }
            }
            Place::Above(Some(theta)) => bound(Implied::AtLeast(rating(theta / k).min(most))),
            Place::Below(Some(theta)) => bound(Implied::AtMost(rating(theta / k).max(least))),
            Place::Above(None) | Place::Below(None) | Place::Apart => nothing,
        })
        .collect();
    Pricing::Priced { slope, prices }
}

/// An implied rating, or the end of the printed ones beyond which all of its interval lies by more than [`FAIR_WITHIN`]. Nothing
/// where it reaches so far beyond both ends: all ratings that were played are as good as one another.
fn within(implied: Interval, least: f64, most: f64) -> Implied {
    let (bottom, top) = (least * (1.0 - FAIR_WITHIN), most * (1.0 + FAIR_WITHIN));
    if implied.low > top {
        Implied::AtLeast(most)
    } else if implied.high < bottom {
        Implied::AtMost(least)
    } else if implied.low < bottom && implied.high > top {
        Implied::Nothing
    } else {
        Implied::Rating(implied)
    }
}

/// What to say of a rating from what it should be times so much, and its q-value: fair if significantly within
/// [`FAIR_WITHIN`] of 1; mispriced if that is a discovery; else it is inconclusive.
#[must_use]
pub fn judge(residual: Interval, q: f64) -> Verdict {
    if residual.low >= 1.0 - FAIR_WITHIN && residual.high <= 1.0 + FAIR_WITHIN {
        Verdict::Fair
    } else if q <= FALSE_DISCOVERY_RATE {
        if residual.estimate < 1.0 { Verdict::Overpriced } else { Verdict::Underpriced }
    } else {
        Verdict::Inconclusive
    }
}

/// What bounds say of a printed rating: it is mispriced where a bound lies beyond it. Points are whole, so a bound that is less
/// than a point beyond it is no verdict, nor is one that is equal to it.
///
/// ```
/// use lanchester_stats::price::{Verdict, judge_bounds};
/// assert_eq!(judge_bounds(Some(669.0), None, 539.0), Verdict::Underpriced);
/// assert_eq!(judge_bounds(None, Some(44.0), 44.0), Verdict::Bound);
/// assert_eq!(judge_bounds(Some(90.0), Some(130.0), 100.0), Verdict::Bound);
/// ```
#[must_use]
pub fn judge_bounds(least: Option<f64>, most: Option<f64>, printed: f64) -> Verdict {
    if least.is_some_and(|least| least.floor() > printed) {
        Verdict::Underpriced
    } else if most.is_some_and(|most| most.ceil() < printed) {
        Verdict::Overpriced
    } else {
        Verdict::Bound
    }
}

/// What to say of a rating from what it should be times so much, where the intervals of all ratings hold together: honest
/// if within [`FAIR_WITHIN`] of 1; mispriced if the interval leaves 1 out; else it is inconclusive.
#[must_use]
pub fn judge_by_interval(residual: Interval) -> Verdict {
    judge(residual, if residual.contains(1.0) { 1.0 } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PairKinds;
    use crate::bradley_terry::{Contest, fit};

    /// Independent battles of entrants with these log strengths, as many as expected to the battle.
    fn expected(theta: &[f64], pairs: f64) -> Vec<Contest> {
        let mut contests = Vec::new();
        for a in 0..theta.len() {
            for b in a + 1..theta.len() {
                let win = 1.0 / (1.0 + f64::exp(theta[b] - theta[a]));
                let count = |share: f64| (share * pairs).round() as u64;
                let pairs = PairKinds {
                    won_both: count(win * win),
                    split: count(2.0 * win * (1.0 - win)),
                    lost_both: count((1.0 - win) * (1.0 - win)),
                    ..PairKinds::default()
                };
                contests.push(Contest { a, b, pairs });
            }
        }
        contests
    }

    fn prices(printed: &[f64], strength: impl Fn(f64) -> f64) -> Pricing {
        let theta: Vec<f64> = printed
            .iter()
            .enumerate()
            .map(|(i, r)| {
                let worth = if i == 1 { r * 1.3 } else { *r };
                strength(worth)
            })
            .collect();
        price(&fit(printed.len(), &expected(&theta, 100_000.0)).expect("connected"), printed)
    }

    #[test]
    fn a_verdict_that_flips_with_the_policy_is_none() {
        use Verdict::{Bound, DependsOnPolicy, Fair, Inconclusive, Overpriced, Underpriced};
        let over = |mixture: Verdict, each: &[Verdict]| mixture.over_policies(each.iter().copied());
        assert_eq!(over(Underpriced, &[Underpriced, Underpriced]), Underpriced);
        assert_eq!(over(Underpriced, &[Underpriced, Inconclusive, Bound]), Underpriced);
        assert_eq!(over(Underpriced, &[Underpriced, Overpriced]), DependsOnPolicy);
        assert_eq!(over(Fair, &[Fair, Underpriced]), DependsOnPolicy);
        assert_eq!(over(Underpriced, &[Fair, Fair]), DependsOnPolicy);
        assert_eq!(over(Inconclusive, &[Fair, Underpriced]), Inconclusive);
        assert_eq!(over(Underpriced, &[]), Underpriced);
    }

    #[test]
    fn an_underpriced_design_stands_out() {
        let Pricing::Priced { slope, prices } = prices(&[100.0, 150.0, 200.0, 120.0, 300.0], |r| 2.0 * r.ln()) else {
            panic!("a clear slope")
        };
        assert!((slope.estimate - 2.0).abs() < 0.3, "{slope:?}");
        assert_eq!(prices[1].verdict, Verdict::Underpriced);
        // The mean is held, so the others' residuals fall when one rises.
        let residual = prices[1].residual.expect("a number");
        assert!(residual.estimate > 1.15 && residual.estimate < 1.4, "{residual:?}");
        let Implied::Rating(implied) = prices[1].implied else { panic!("a number") };
        assert!((implied.estimate / 150.0 - residual.estimate).abs() < 1e-9);
        assert!(prices[1].q.is_some_and(|q| q < 1e-6));
    }

    #[test]
    fn a_slope_that_is_not_there_prices_nothing() {
        let printed = [100.0, 150.0, 200.0, 120.0];
        let why = |pricing| match pricing {
            Pricing::Refused { why, .. } => why,
            Pricing::Priced { .. } => panic!("must be refused"),
        };
        assert_eq!(why(prices(&printed, |r| -r.ln())), NoPrices::SlopeNegative);
        assert_eq!(why(prices(&printed, |_| 0.0)), NoPrices::SlopeUnclear);
        assert_eq!(why(prices(&[100.0; 4], |r| r.ln())), NoPrices::SameRatings);
        assert_eq!(why(prices(&[100.0, 200.0], |r| r.ln())), NoPrices::TooFew);
        let strengths = fit(2, &expected(&[0.0, 1.0], 100.0)).expect("connected");
        assert_eq!(why(price(&strengths, &[100.0, 0.0])), NoPrices::BadRating);
    }

    /// Strengths far apart at both ends: what no printed rating reaches is at least or at most the last of them, and that is no
    /// verdict on the last of them itself.
    #[test]
    fn beyond_the_printed_ratings_there_are_bounds() {
        let printed = [100.0, 120.0, 150.0, 180.0, 200.0];
        let theta = [-1.5, 0.2, 0.4, 0.6, 2.0];
        let strengths = fit(5, &expected(&theta, 100_000.0)).expect("connected");
        let Pricing::Priced { prices, .. } = price(&strengths, &printed) else { panic!("a clear slope") };
        assert_eq!(prices[0].implied, Implied::AtMost(100.0));
        assert_eq!(prices[4].implied, Implied::AtLeast(200.0));
        assert_eq!([prices[0].verdict, prices[4].verdict], [Verdict::Bound; 2]);
        assert!(prices[0].residual.is_none() && prices[4].residual.is_none(), "no number");
        assert!(prices[1..4].iter().all(|price| matches!(price.implied, Implied::Rating(_))), "{prices:?}");
    }

    /// By maximum likelihood, worked out apart, the slope is 2.61 and the second and the fourth are worth 79 and 250: at most 100,
    /// which is less than 120, and at least 200, which is more than 180.
    #[test]
    fn a_bound_beyond_a_printed_rating_is_a_verdict_on_it() {
        let theta = [-0.5, -1.5, 0.4, 1.5, 0.5];
        let strengths = fit(5, &expected(&theta, 100_000.0)).expect("connected");
        let Pricing::Priced { prices, .. } = price(&strengths, &[100.0, 120.0, 150.0, 180.0, 200.0]) else {
            panic!("a clear slope")
        };
        assert_eq!([prices[1].implied, prices[3].implied], [Implied::AtMost(100.0), Implied::AtLeast(200.0)]);
        assert_eq!([prices[1].verdict, prices[3].verdict], [Verdict::Overpriced, Verdict::Underpriced]);
    }

    #[test]
    fn sweeps_are_bounds() {
        let mut contests = expected(&[0.0, 0.5, 1.0], 1000.0);
        contests.push(Contest { a: 3, b: 0, pairs: PairKinds { won_both: 1000, ..PairKinds::default() } });
        let strengths = fit(4, &contests).expect("connected");
        let Pricing::Priced { prices, .. } = price(&strengths, &[100.0, 150.0, 200.0, 400.0]) else { panic!("priced") };
        assert_eq!(prices[3].verdict, Verdict::Bound);
        // Not more than the highest of the others: what costs 400 has not been seen among those that can be compared.
        assert_eq!(prices[3].implied, Implied::AtLeast(200.0));
    }
}
