//! What to charge for a design: what its duels and its fleets say, put together into one advice per design.
//!
//! Fleets come first, because points are added up in fleets; duels where no fleets were fought. Both are named, with what each
//! is for, where the two disagree: what is known of the one does not reach what is known of the other, and they are further apart
//! than a fair rating may be off or lie on different sides of the printed rating.

use lanchester_stats::Interval;
use lanchester_stats::parity::Parity;
use lanchester_stats::price::{FAIR_WITHIN, Implied, Verdict};
use serde::Serialize;

use crate::Analysis;
use crate::commanders::verdict_under_search;
use crate::parity::{EQUILIBRIUM, ParityRow, both_sides};
use crate::sizes::SizeVerdict;

/// What is known of a price, in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Worth {
    /// A number with its interval.
    Points(Interval),
    /// No single number, but between these.
    Between(f64, f64),
    /// At least this.
    AtLeast(f64),
    /// At most this.
    AtMost(f64),
}

impl Worth {
    /// From where to where it may lie.
    const fn reach(self) -> [f64; 2] {
        match self {
            Self::Points(interval) => [interval.low, interval.high],
            Self::Between(low, high) => [low, high],
            Self::AtLeast(bound) => [bound, f64::INFINITY],
            Self::AtMost(bound) => [0.0, bound],
        }
    }

    /// The number of it that is nearest to `other`.
    fn nearest(self, other: f64) -> f64 {
        match self {
            Self::Points(interval) => interval.estimate,
            Self::Between(low, high) => other.clamp(low, high),
            Self::AtLeast(bound) => other.max(bound),
            Self::AtMost(bound) => other.min(bound),
        }
    }

    /// On which side of a printed rating all of it lies: 1 above, −1 below, 0 on neither. A bound that is equal to the printed
    /// rating lies beside it: at most what is printed is not above.
    fn side(self, printed: f64) -> i32 {
        match self {
            Self::AtLeast(bound) => i32::from(bound.floor() >= printed),
            Self::AtMost(bound) => -i32::from(bound.ceil() <= printed),
            Self::Points(_) | Self::Between(..) => {
                let [low, high] = self.reach();
                i32::from(low > printed) - i32::from(high < printed)
            }
        }
    }

    const fn points(self) -> Option<Interval> {
        match self {
            Self::Points(interval) => Some(interval),
            Self::Between(..) | Self::AtLeast(_) | Self::AtMost(_) => None,
        }
    }
}

/// What one kind of battle says of a design.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// Its price with the policies that headlines quote, and the verdict on the printed rating.
    pub headline: Option<(Worth, Option<Verdict>)>,
    /// Its price with each policy on both sides.
    pub by_policy: Vec<Interval>,
    /// What it is worth at least and at most where one side keeps to the equilibrium mixture and the other answers as best it can:
    /// each bound holds with 97.5 %. Nothing that is unknown.
    pub bracket: Option<[f64; 2]>,
    /// The turn limit ended most of the battles of the headline.
    pub undecided: bool,
}

/// What to do about a printed rating.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// The printed rating; nothing where the design's file gives none.
    pub printed: Option<u32>,
    /// What to charge, and what kind of battle says so.
    pub charge: Option<Worth>,
    /// The least and the most that it is worth, over the policies that were played; nothing with one.
    pub by_policy: Option<[Interval; 2]>,
    /// See [`Evidence::bracket`].
    pub bracket: Option<[f64; 2]>,
    /// What to say of the printed rating.
    pub verdict: Option<Verdict>,
    /// What to charge in duels, where they disagree with the fleets, and what they say of the printed rating.
    pub in_duels: Option<(Worth, Option<Verdict>)>,
    /// The turn limit ended most of the battles that say so.
    pub undecided: bool,
}

/// The advice on a design that is printed at so many points, or at none.
///
/// ```
/// use lanchester_analysis::advice::{Evidence, Worth, advise};
/// use lanchester_stats::Interval;
/// use lanchester_stats::price::Verdict;
/// let give = |estimate: f64| Interval { estimate, low: estimate - 5.0, high: estimate + 5.0 };
/// let fleets = Evidence {
///     headline: Some((Worth::Points(give(361.0)), Some(Verdict::Underpriced))),
///     by_policy: vec![give(361.0), give(330.0), give(379.0)],
///     ..Evidence::default()
/// };
/// let advice = advise(Some(251), &Evidence::default(), &fleets);
/// let whole = |points: &Interval| format!("{:.0}", points.estimate);
/// assert_eq!(advice.text(whole), "charge 361; 330-379 depending on the policy; 251 is too low");
/// ```
#[must_use]
pub fn advise(printed: Option<u32>, duels: &Evidence, fleets: &Evidence) -> Advice {
    let from = if fleets.headline.is_some() { fleets } else { duels };
    let (charge, verdict) = from.headline.map_or((None, None), |(worth, verdict)| (Some(worth), verdict));
    let mut sorted = from.by_policy.clone();
    sorted.sort_by(|one, other| one.estimate.total_cmp(&other.estimate));
    let by_policy = sorted.first().zip(sorted.last()).filter(|_| sorted.len() > 1).map(|(least, most)| [*least, *most]);
    let both = duels.headline.zip(fleets.headline);
    let in_duels = both.filter(|(duels, fleets)| disagree(duels.0, fleets.0, printed.map(f64::from)));
    Advice {
        printed,
        charge,
        by_policy,
        bracket: from.bracket,
        verdict,
        in_duels: in_duels.map(|(duels, _)| duels),
        undecided: from.undecided,
    }
}

/// Whether duels and fleets disagree: what is known of the one does not reach what is known of the other, and they are further
/// apart than a fair rating may be off, or lie on different sides of the printed rating.
fn disagree(duels: Worth, fleets: Worth, printed: Option<f64>) -> bool {
    let ([low, high], [other_low, other_high]) = (duels.reach(), fleets.reach());
    // Of a bound, the number that is nearest to what is printed; without that, the end itself.
    let near = fleets.nearest(printed.unwrap_or_else(|| duels.nearest(0.0)));
    let ratio = duels.nearest(near) / fleets.nearest(duels.nearest(near));
    let far = ratio.max(1.0 / ratio) > 1.0 + FAIR_WITHIN;
    (high < other_low || other_high < low)
        && (far || printed.is_some_and(|printed| duels.side(printed) * fleets.side(printed) < 0))
}

impl Advice {
    /// `charge 361; 330-379 depending on the policy; 251 is too low`, with numbers as `points` writes them: as they stand
    /// beside the advice.
    #[must_use]
    pub fn text(&self, points: impl Fn(&Interval) -> String) -> String {
        let mut parts: Vec<String> = Vec::new();
        let place = if self.in_duels.is_some() { " in fleets" } else { "" };
        match (self.charge, self.printed) {
            (None, _) => return "not measured".to_owned(),
            (Some(Worth::Points(_)), Some(printed)) if self.verdict == Some(Verdict::Fair) => {
                parts.push(format!("keep {printed}{place}"))
            }
            (Some(Worth::Points(_)), Some(printed)) if matches!(self.verdict, Some(Verdict::Inconclusive) | None) => {
                parts.push(format!("inconclusive: {printed} may stand{place}"));
            }
            (Some(Worth::Points(price)), _) if self.verdict == Some(Verdict::DependsOnPolicy) => {
                parts.push(format!("about {}{place}", points(&price)));
            }
            (Some(Worth::Points(price)), _) => parts.push(format!("charge {}{place}", points(&price))),
            (Some(bound), _) => parts.push(self.bound(bound, place)),
        }
        match self.in_duels {
            Some((Worth::Points(duels), _)) => parts.push(format!("{} in duels", points(&duels))),
            Some((bound, _)) => parts.push(self.bound(bound, " in duels")),
            None => {}
        }
        if let Some(range) = &self.by_policy {
            let [least, most] = range.each_ref().map(&points);
            if least != most {
                parts.push(format!("{least}-{most} depending on the policy"));
            }
        }
        if let Some([least, most]) = self.bracket {
            parts.push(format!("{:.0}-{:.0} against the best answer of the other side", least.floor(), most.ceil()));
        }
        parts.extend(self.judgement());
        if self.undecided {
            parts.push("the turn limit ended most of its battles".to_owned());
        }
        parts.join("; ")
    }

    /// Whether duels and fleets lie on different sides of the printed rating.
    #[must_use]
    pub fn opposed(&self) -> bool {
        let Some(printed) = self.printed.map(f64::from) else { return false };
        let side = |worth: Worth| worth.side(printed);
        self.charge.zip(self.in_duels).is_some_and(|(fleets, (duels, _))| side(fleets) * side(duels) < 0)
    }

    /// What is said of the printed rating: where duels and fleets disagree, of which of them it holds.
    fn judgement(&self) -> Option<String> {
        let word = |verdict: Verdict| match verdict {
            Verdict::Underpriced => Some("too low"),
            Verdict::Overpriced => Some("too high"),
            _ => None,
        };
        let printed = self.printed?;
        if self.verdict == Some(Verdict::DependsOnPolicy) {
            return Some(format!("whether {printed} is right depends on it"));
        }
        let fleets = self.verdict.and_then(word);
        let Some((_, duels)) = self.in_duels else { return fleets.map(|word| format!("{printed} is {word}")) };
        match (fleets, duels.and_then(word)) {
            (Some(fleets), Some(duels)) if fleets == duels => Some(format!("{printed} is {fleets}")),
            (Some(fleets), Some(duels)) => Some(format!("{printed} is {fleets} in fleets, {duels} in duels")),
            (Some(fleets), None) => Some(format!("{printed} is {fleets} in fleets")),
            (None, Some(duels)) => Some(format!("{printed} is {duels} in duels")),
            (None, None) => None,
        }
    }

    /// A bound or a range in words, and where it holds: `at least 669 in duels`, `at most 44, what is printed, in duels`.
    fn bound(&self, worth: Worth, place: &str) -> String {
        let (word, points) = match worth {
            Worth::AtLeast(bound) => ("at least", bound.floor()),
            Worth::AtMost(bound) => ("at most", bound.ceil()),
            Worth::Between(low, high) => {
                return format!("anything from {:.0} to {:.0}{place}", low.ceil(), high.floor());
            }
            Worth::Points(points) => return format!("{:.0}{place}", points.estimate),
        };
        match (Some(points) == self.printed.map(f64::from), place.is_empty()) {
            (true, true) => format!("{word} {points:.0}, what is printed"),
            (true, false) => format!("{word} {points:.0}, what is printed,{place}"),
            (false, _) => format!("{word} {points:.0}{place}"),
        }
    }
}

/// One line of the table for people.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AdviceRow {
    /// The design's id.
    pub design: String,
    /// Its name.
    pub name: String,
    /// The house rating, where the game has one.
    pub house: Option<f64>,
    /// What its duels imply.
    pub duels: Option<Worth>,
    /// What its fleets are worth.
    pub fleets: Option<Worth>,
    /// What to do.
    pub advice: Advice,
    /// What is said of the printed rating where a search has both sides, if that was asked and one price in fleets has decided the
    /// verdict: [`verdict_under_search`].
    pub under_search: Option<Verdict>,
    /// Where it has no single price: the numbers of ships at which it is worth least and most, with its prices.
    pub by_number: Option<[(u32, Interval); 2]>,
}

/// The advice on every design of a study that its duels or fleets say something of, in the order of the designs, then of prices.
#[must_use]
pub fn advice(analysis: &Analysis) -> Vec<AdviceRow> {
    let row = |(id, name, printed, house): (&str, &str, Option<u32>, Option<f64>)| {
        let (duels, fleets) = (duels(analysis, id), fleets(analysis, id));
        let worth = |evidence: &Evidence| evidence.headline.map(|(worth, _)| worth);
        let said = [worth(&duels), worth(&fleets)];
        let advice = advise(printed, &duels, &fleets);
        let under_search = match (said[1], advice.printed) {
            (Some(Worth::Points(price)), Some(printed))
                if !analysis.commanders.is_empty() && advice.verdict.is_some_and(Verdict::is_decided) =>
            {
                Some(verdict_under_search(&analysis.commanders, id, price, printed))
            }
            _ => None,
        };
        said.iter().any(Option::is_some).then(|| AdviceRow {
            design: id.to_owned(),
            name: name.to_owned(),
            house,
            duels: said[0],
            fleets: said[1],
            advice,
            under_search,
            by_number: by_number(analysis, id),
        })
    };
    let fielded = analysis.designs.iter().map(|of| {
        let house = of.extras.get("house_rating").copied().filter(|x| x.is_finite());
        (of.id.as_str(), of.name.as_str(), of.printed(), house)
    });
    // What is priced need not stand in any matchup of the study.
    let first = analysis.prices.first().map(|price| &price.policies);
    let others = analysis.prices.iter().filter(|price| Some(&price.policies) == first);
    let others = others.filter(|price| analysis.designs.iter().all(|of| of.id != price.design));
    let others = others.map(|price| (price.design.as_str(), price.name.as_str(), price.printed, None));
    fielded.chain(others).filter_map(row).collect()
}

fn by_number(analysis: &Analysis, design: &str) -> Option<[(u32, Interval); 2]> {
    let of = analysis.prices_by_size.iter().find(|of| of.design == design)?;
    of.extremes().filter(|_| of.verdict == SizeVerdict::NoSinglePrice)
}

fn duels(analysis: &Analysis, design: &str) -> Evidence {
    let rows = analysis.matrices.iter().filter_map(|m| Some((m, m.ratings.iter().find(|r| r.design == design)?)));
    let mut evidence = Evidence::default();
    for (matrix, row) in rows {
        let worth = match row.implied {
            Some(Implied::Rating(interval)) => Worth::Points(interval),
            Some(Implied::AtLeast(bound)) => Worth::AtLeast(bound),
            Some(Implied::AtMost(bound)) => Worth::AtMost(bound),
            Some(Implied::Nothing) | None => continue,
        };
        if std::ptr::eq(matrix, &raw const analysis.matrices[0]) {
            evidence.headline = Some((worth, row.verdict));
        }
        // A mixture lies between the policies it is of; two different ones are no player's own.
        evidence.by_policy.extend(worth.points().filter(|_| both_sides(&matrix.policies)));
    }
    evidence
}

fn fleets(analysis: &Analysis, design: &str) -> Evidence {
    let mut evidence = Evidence::default();
    for row in analysis.prices.iter().filter(|row| row.design == design) {
        let Some(worth) = worth(row) else { continue };
        if analysis.prices.first().is_some_and(|first| first.policies == row.policies) {
            evidence.headline = Some((worth, row.verdict));
            evidence.undecided = row.undecided();
        }
        evidence.by_policy.extend(worth.points().filter(|_| both_sides(&row.policies)));
    }
    evidence.bracket = bracket(analysis, design);
    evidence
}

/// The least that it is worth where the field answers its mixture, and the most where it answers the field's.
fn bracket(analysis: &Analysis, design: &str) -> Option<[f64; 2]> {
    let ends = |side: usize| {
        let mixed = |row: &&ParityRow| {
            row.design == design && row.policies[side] == EQUILIBRIUM && row.policies[1 - side] != EQUILIBRIUM
        };
        analysis.prices.iter().find(mixed).map(|row| row.parity.ends())
    };
    Some([ends(0)?[1]?, ends(1)?[2]?])
}

/// The parity price.
fn worth(row: &ParityRow) -> Option<Worth> {
    match row.parity {
        Parity::Price(points) => Some(Worth::Points(points)),
        Parity::Range(low, high) => Some(Worth::Between(low, high)),
        Parity::AtLeast(bound) => Some(Worth::AtLeast(bound)),
        Parity::AtMost(bound) => Some(Worth::AtMost(bound)),
        Parity::Unclear => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn give(estimate: f64, half: f64) -> Interval {
        Interval { estimate, low: estimate - half, high: estimate + half }
    }

    fn says(worth: Worth, verdict: Verdict) -> Evidence {
        Evidence {
            headline: Some((worth, Some(verdict))),
            by_policy: worth.points().into_iter().collect(),
            ..Evidence::default()
        }
    }

    fn whole(points: &Interval) -> String {
        format!("{:.0}", points.estimate)
    }

    fn points(estimate: f64, verdict: Verdict) -> Evidence {
        says(Worth::Points(give(estimate, 2.0)), verdict)
    }

    #[test]
    fn fleets_come_before_duels_and_both_are_named_where_they_disagree() {
        let text = |duels: &Evidence, fleets: &Evidence| advise(Some(251), duels, fleets).text(whole);
        let none = Evidence::default();
        assert_eq!(text(&none, &none), "not measured");
        assert_eq!(text(&points(328.0, Verdict::Underpriced), &none), "charge 328; 251 is too low");
        // 362 of duels and 361 of fleets agree.
        let fleets = points(361.0, Verdict::Underpriced);
        assert_eq!(text(&points(362.0, Verdict::Underpriced), &fleets), "charge 361; 251 is too low");
        // Intervals apart, but within what counts as fair.
        assert_eq!(text(&points(370.0, Verdict::Underpriced), &fleets), "charge 361; 251 is too low");
        let other = points(230.0, Verdict::Overpriced);
        assert_eq!(
            text(&other, &fleets),
            "charge 361 in fleets; 230 in duels; 251 is too low in fleets, too high in duels"
        );
        assert_eq!(
            text(&other, &points(250.0, Verdict::Fair)),
            "keep 251 in fleets; 230 in duels; 251 is too high in duels"
        );
    }

    /// What holds in one policy's hands only is no advice; what the other side can make of it is said.
    #[test]
    fn where_it_depends_on_the_policy_nothing_is_called_wrong() {
        let mut fleets = points(361.0, Verdict::DependsOnPolicy);
        fleets.by_policy.push(give(250.0, 2.0));
        fleets.bracket = Some([244.4, 399.2]);
        assert_eq!(
            advise(Some(251), &Evidence::default(), &fleets).text(whole),
            "about 361; 250-361 depending on the policy; 244-400 against the best answer of the other side; whether 251 is \
             right depends on it"
        );
    }

    /// A bound is a number like another: one that the fleets' price does not reach is named, with what it says of what is printed.
    #[test]
    fn bounds_of_duels_that_contradict_the_fleets_are_named() {
        let text = |printed: u32, duels: &Evidence, fleets: &Evidence| advise(Some(printed), duels, fleets).text(whole);
        let underpriced = |price: f64| points(price, Verdict::Underpriced);
        // ORRERY: 669 is more than 5 % above 560, and beyond 539 as that is.
        assert_eq!(
            text(539, &says(Worth::AtLeast(669.0), Verdict::Underpriced), &underpriced(560.0)),
            "charge 560 in fleets; at least 669 in duels; 539 is too low"
        );
        // SCREE: 44 is within 5 % of 46, but at most what is printed is not above it.
        let most = says(Worth::AtMost(44.0), Verdict::Bound);
        let fleets = says(Worth::Points(give(46.0, 1.1)), Verdict::Underpriced);
        assert_eq!(
            text(44, &most, &fleets),
            "charge 46 in fleets; at most 44, what is printed, in duels; 44 is too low in fleets"
        );
        // MIDGE: 38 is at most 44.
        let fleets = says(Worth::Points(give(38.0, 0.8)), Verdict::Overpriced);
        assert_eq!(text(44, &most, &fleets), "charge 38; 44 is too high");
        // Both are verdicts, and they differ.
        let least = says(Worth::AtLeast(500.0), Verdict::Underpriced);
        assert_eq!(
            text(400, &least, &points(320.0, Verdict::Overpriced)),
            "charge 320 in fleets; at least 500 in duels; 400 is too high in fleets, too low in duels"
        );
        // A bound of the fleets that duels contradict.
        assert_eq!(
            text(100, &points(80.0, Verdict::Overpriced), &says(Worth::AtLeast(160.0), Verdict::Underpriced)),
            "at least 160 in fleets; 80 in duels; 100 is too low in fleets, too high in duels"
        );
    }

    /// A design that nobody has rated is charged what it is worth, and nothing is said of its points.
    #[test]
    fn without_a_printed_rating_there_is_no_judgement() {
        let unjudged =
            |price: f64| Evidence { headline: Some((Worth::Points(give(price, 2.0)), None)), ..Evidence::default() };
        let text = |duels: &Evidence, fleets: &Evidence| advise(None, duels, fleets).text(whole);
        assert_eq!(text(&unjudged(343.0), &unjudged(340.0)), "charge 340");
        assert_eq!(text(&unjudged(300.0), &unjudged(340.0)), "charge 340 in fleets; 300 in duels");
        assert_eq!(text(&unjudged(300.0), &Evidence::default()), "charge 300");
    }

    #[test]
    fn where_most_battles_end_undecided_that_is_said() {
        let fleets = Evidence { undecided: true, ..points(42.0, Verdict::Overpriced) };
        assert_eq!(
            advise(Some(169), &Evidence::default(), &fleets).text(whole),
            "charge 42; 169 is too high; the turn limit ended most of its battles"
        );
    }

    #[test]
    fn what_is_not_known_is_not_charged() {
        let text = |fleets: &Evidence| advise(Some(100), &Evidence::default(), fleets).text(whole);
        assert_eq!(text(&points(103.0, Verdict::Inconclusive)), "inconclusive: 100 may stand");
        assert_eq!(text(&says(Worth::AtLeast(160.7), Verdict::Bound)), "at least 160");
        assert_eq!(text(&says(Worth::AtMost(60.2), Verdict::Bound)), "at most 61");
        assert_eq!(text(&points(101.0, Verdict::Fair)), "keep 100");
    }
}
