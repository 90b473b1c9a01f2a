//! The sentences at the top of the page: the answer to the study's question where its title asks one that the page can
//! answer, then whether the ratings are fair, what a design should cost, and what not to believe. Every combination of
//! missing data has words of its own; an interrupted run has no verdict.

use lanchester_analysis::analysis::{CalibrationSummary, CellSummary, Matrix, RatingRow};
use lanchester_analysis::parity::ParityRow;
use lanchester_analysis::sizes::{PricesBySize, SizeVerdict};
use lanchester_analysis::{Analysis, ratings_differ};
use lanchester_stats::price::{FAIR_WITHIN, Implied, Verdict};

use super::sections::calibration::{more_points, printed_actions, reach, reach_of_actions};
use super::sections::provenance;
use super::{answer, say};
use crate::actions;
use crate::readings::sentences;
use crate::validate::{prices_under, size_sentence};

/// Share of the log odds' variance beyond any single number from which on this is what a reader must know first.
const CYCLIC: f64 = 0.10;
/// Points of the one fleet over those of the other up to which they count as equal.
const EQUAL: f64 = 1.05;
/// A score beyond which a fight was no fight.
const SWEPT: f64 = 0.9;
/// Share of battles ended by the turn limit from which on scores speak of the limit.
const CAPPED: f64 = 0.05;

/// What a study says in a few sentences: the answer to its question, if its title asks a known one; what each reading of the rules does; how fair the printed ratings are, with the worst offender; what a design
/// should cost by its parity price, before whether ratings are fair, or else what points are worth in a duel; and the caveat that
/// matters most.
#[must_use]
pub fn verdict(analysis: &Analysis) -> Vec<String> {
    if analysis.partial().is_some() {
        let again = provenance::again(analysis);
        return vec![format!(
            "No verdict: this run was interrupted. What follows was counted until then; for all of it: {again}"
        )];
    }
    let numbers = numbers(analysis);
    let mut judged = [fairness(analysis), price(analysis)];
    // What a design should cost comes first, as in the table below it.
    if has_prices(analysis) {
        judged.reverse();
    }
    let judged = judged.into_iter().chain(numbers).chain([caveat(analysis)]);
    let readings = sentences(&analysis.readings);
    answer::answer(analysis).into_iter().chain(readings).chain(judged).collect()
}

/// Which design's price depends most on the number of ships, where that was asked.
fn numbers(analysis: &Analysis) -> Option<String> {
    let apart = |of: &&PricesBySize| of.verdict == SizeVerdict::NoSinglePrice;
    let ratio = |of: &PricesBySize| of.test.map_or(1.0, |test| test.ratio);
    let designs = &analysis.prices_by_size;
    let most = designs.iter().filter(apart).max_by(|a, b| ratio(a).total_cmp(&ratio(b)))?;
    Some(format!(
        "The price of {} of {} depends on the number of ships: {}.",
        designs.iter().filter(apart).count(),
        say::counted(designs.len(), "design", "designs"),
        size_sentence(most).trim_end_matches(": no single price.")
    ))
}

/// What is said of ratings where none is printed.
const NOTHING_PRINTED: &str = "No ship that duelled has a printed rating, so no rating is judged.";

fn nothing_printed(matrix: &Matrix) -> bool {
    !matrix.ratings.is_empty() && matrix.ratings.iter().all(|r| r.printed.is_none())
}

fn fairness(analysis: &Analysis) -> String {
    let Some(matrix) = analysis.matrices.first() else { return fleets(analysis) };
    if let Some(why) = &matrix.no_strengths {
        return format!("The printed ratings cannot be judged: {}.", say::name(why));
    }
    if let Some(why) = matrix.no_prices {
        return format!("The printed ratings cannot be judged ship by ship: {why}.");
    }
    if nothing_printed(matrix) {
        return NOTHING_PRINTED.to_owned();
    }
    let verdicts: Vec<Verdict> = matrix.ratings.iter().filter_map(|r| r.verdict).collect();
    if verdicts.is_empty() {
        return "The duels played are too few to judge a single rating.".to_owned();
    }
    let tally = tally(&verdicts);
    let off = matrix.ratings.iter().filter(|r| mispriced(r.verdict)).filter_map(|r| Some((r, off(r)?)));
    let worst = match off.max_by(|a, b| distance(a.1).total_cmp(&distance(b.1))) {
        Some((r, _)) => format!("; furthest off is {}, {}", say::name(&r.name), fights_like(r)),
        None => "; none is significantly mispriced".to_owned(),
    };
    // The sentence on prices has said who commands.
    let who = match (analysis.matrices.len() > 1, has_prices(analysis)) {
        (true, _) => format!(" with {}", say::policy_pair(&matrix.policies)),
        (false, true) => String::new(),
        (false, false) => format!(" with {}", commanded(&matrix.policies)),
    };
    let ratings = say::counted(verdicts.len(), "printed rating", "printed ratings");
    format!("In duels{who}, of {ratings}, {tally}{worst}.")
}

/// Where there are no duels: whether fleets of equal points had fair fights.
fn fleets(analysis: &Analysis) -> String {
    let equal = |a: u32, b: u32| f64::from(a.max(b)) <= EQUAL * f64::from(a.min(b));
    let actions: Vec<&CellSummary> =
        printed_actions(analysis).filter(|c| !c.mirror && equal(c.entrants[0].rating, c.entrants[1].rating)).collect();
    if actions.is_empty() {
        return "No duels of different designs were played, so this study does not judge single ratings.".to_owned();
    }
    let even = actions.iter().filter(|c| c.score.contains(0.5)).count();
    let swept = actions.iter().filter(|c| c.score.low > SWEPT || c.score.high < 1.0 - SWEPT).count();
    format!(
        "Of {} within {:.0} % of equal points, {even} could be even, and in {swept} one side scores significantly more than nine \
         in ten.",
        actions::counted(&actions, "fleet action", "fleet actions"),
        100.0 * (EQUAL - 1.0)
    )
}

fn fights_like(row: &RatingRow) -> String {
    let points = say::implied(row.implied.as_ref(), row.printed, row.verdict);
    let change = row.residual.map(|residual| format!(" ({})", say::change(&residual, row.verdict))).unwrap_or_default();
    format!(
        "printed at {} but fighting like {} points{change}",
        row.rating,
        points.replace("≥ ", "at least ").replace("≤ ", "at most ")
    )
}

/// What a rating should be times, as far as is known.
fn off(row: &RatingRow) -> Option<f64> {
    match row.implied? {
        Implied::Rating(_) => row.residual.map(|residual| residual.estimate),
        Implied::AtLeast(bound) | Implied::AtMost(bound) => Some(bound / f64::from(row.rating)),
        Implied::Nothing => None,
    }
}

/// "7 are fair, 5 too high, 4 too low and 1 inconclusive"; what is zero is left out, but for the fair.
fn tally(verdicts: &[Verdict]) -> String {
    let count = |v: Verdict| verdicts.iter().filter(|x| **x == v).count();
    let within = 100.0 * FAIR_WITHIN;
    let fair = match count(Verdict::Fair) {
        0 => format!("none is shown to be fair (the whole interval within {within:.0} %)"),
        1 => format!("1 is fair (the whole interval within {within:.0} %)"),
        n => format!("{n} are fair (the whole interval within {within:.0} %)"),
    };
    let be = |n: usize| if n == 1 { "is" } else { "are" };
    let mut parts = vec![fair];
    for (verdict, words) in [(Verdict::Overpriced, "too high"), (Verdict::Underpriced, "too low")] {
        match count(verdict) {
            0 => {}
            n => parts.push(format!("{n} {} {words}", be(n))),
        }
    }
    match count(Verdict::Inconclusive) {
        0 => {}
        n => parts.push(format!("{n} proved inconclusive")),
    }
    match count(Verdict::Bound) {
        0 => {}
        n => parts.push(format!("{n} {} known only as a bound", be(n))),
    }
    match count(Verdict::DependsOnPolicy) {
        0 => {}
        n => parts.push(format!("{n} {} on the policy", if n == 1 { "depends" } else { "depend" })),
    }
    joined(&parts)
}

fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

const fn mispriced(verdict: Option<Verdict>) -> bool {
    matches!(verdict, Some(Verdict::Overpriced | Verdict::Underpriced))
}

/// How far a ratio is from 1, up or down, as the per cent that are printed.
fn distance(ratio: f64) -> f64 {
    if ratio.is_finite() { (ratio - 1.0).abs() } else { 0.0 }
}

/// Whether parity prices judge a design: one with a printed rating.
fn has_prices(analysis: &Analysis) -> bool {
    let first = analysis.prices.first();
    let of_the_first = |row: &&ParityRow| first.is_some_and(|first| row.policies == first.policies);
    analysis.prices.iter().filter(of_the_first).any(|row| row.printed.is_some())
}

/// Who commands, and that the verdicts which follow are those under them alone.
fn commanded(policies: &[String; 2]) -> String {
    let who = say::policy_pair(policies);
    format!("{who} (verdicts can differ under other policies)")
}

fn price(analysis: &Analysis) -> String {
    let Some(first) = analysis.prices.first() else { return points(analysis) };
    let rows: Vec<&ParityRow> = analysis.prices.iter().filter(|r| r.policies == first.policies).collect();
    let count = |v: Verdict| match rows.iter().filter(|r| r.verdict == Some(v)).count() {
        0 => "none".to_owned(),
        n => n.to_string(),
    };
    let depends = match rows.iter().filter(|r| r.verdict == Some(Verdict::DependsOnPolicy)).count() {
        0 => String::new(),
        n => format!("; of {n} it depends on the policy"),
    };
    let off =
        rows.iter().filter(|r| mispriced(r.verdict)).filter_map(|r| Some((r, r.printed?, r.multiplier()?, r.price()?)));
    let off = off.max_by(|a, b| distance(a.2.estimate).total_cmp(&distance(b.2.estimate)));
    // A design without a printed rating is judged nowhere, and not counted.
    let judged = rows.iter().filter(|r| r.printed.is_some()).count();
    if judged == 0 {
        return points(analysis);
    }
    let designs = say::counted(judged, "design", "designs");
    // Where it was asked, the verdicts say what depends on the policy.
    let several = rows.len() < analysis.prices.len();
    let who = if several { say::policy_pair(&first.policies) } else { commanded(&first.policies) };
    match off {
        Some((row, printed, multiplier, price)) => format!(
            "Fought in fleets of equal points with {who}, {} of {designs} should cost more and {} less{depends}: {}, printed at \
             {}, is a fair match at {} points (×{}).",
            count(Verdict::Underpriced),
            count(Verdict::Overpriced),
            say::name(&row.name),
            printed,
            say::judged(&price, Some(printed), row.verdict),
            say::judged(&multiplier, Some(1), row.verdict)
        ),
        None => {
            let bounds = match rows.iter().filter(|r| r.verdict == Some(Verdict::Bound)).count() {
                0 => String::new(),
                n => format!("; of {n} only a bound is known"),
            };
            format!(
                "Fought in fleets of equal points with {who}, none of {designs} is measured to be mispriced{depends}{bounds}."
            )
        }
    }
}

/// What points are worth in a duel, from the slope.
fn points(analysis: &Analysis) -> String {
    if analysis.matrices.first().is_some_and(nothing_printed) {
        return "What points are worth is asked of printed ratings alone.".to_owned();
    }
    let slope_of = |m: &Matrix| m.calibration.as_ref().map(|c: &CalibrationSummary| c.slope).or(m.slope);
    let duels = analysis.matrices.first().and_then(slope_of);
    let fleets = analysis.fleet_laws.first().and_then(|law| law.calibration.as_ref()).map(|c| c.slope);
    let Some(slope) = duels.or(fleets) else {
        if let Some(side) = hardly_differ(analysis) {
            return format!("The {side} that met are of nearly equal points: what points are worth is not asked here.");
        }
        return "What points are worth in a fight could not be measured here, and no parity prices were asked for."
            .to_owned();
    };
    if duels.is_none() && !fleets_differ(analysis) {
        return "The fleets of every action are of nearly equal points: what points are worth is not asked here."
            .to_owned();
    }
    if slope.high < 0.0 {
        return format!(
            "The costlier side loses: per unit of the log of the rating, log odds change by {}.",
            say::against(&slope, 0.0)
        );
    }
    if slope.low <= 0.0 {
        return "It cannot be shown that the costlier side wins more often than the cheaper one.".to_owned();
    }
    // Of no larger ratio of points than was played: beyond it the slope is a guess.
    let (side, wanted, reach) = match analysis.matrices.first().filter(|_| duels.is_some()) {
        Some(matrix) => ("ship", 2.0, reach(matrix)),
        None => ("fleet", 1.1, reach_of_actions(analysis)),
    };
    let Some((ratio, points)) = more_points(wanted, reach) else {
        return format!("The {side}s that met have nearly equal points: what points are worth is not asked here.");
    };
    let odds = say::odds(&slope.map_rising(|k| libm::exp(k * libm::log(ratio))));
    format!("Points do count: a {side} of {points} beats the other at odds of {odds}.")
}

/// Which sides met, where none of them differ by more than ratings may be off; nothing where some do, or nobody met.
fn hardly_differ(analysis: &Analysis) -> Option<&'static str> {
    let log = |[a, b]: [u32; 2]| libm::log(f64::from(a.max(1)) / f64::from(b.max(1)));
    let met = |duel: bool| {
        let cells = analysis.cells.iter().filter(move |cell| cell.duel == duel && !cell.mirror);
        cells.map(move |cell| log(cell.entrants.each_ref().map(|e| e.rating)))
    };
    let [duels, fleets] = [true, false].map(|duel| (met(duel).count() > 0, ratings_differ(met(duel))));
    match (duels, fleets) {
        ((_, true), _) | (_, (_, true)) => None,
        ((true, _), _) => Some("ships"),
        (_, (true, _)) => Some("fleets"),
        _ => None,
    }
}

/// Whether points differ enough in some fleet action to tell what a tenth more of them is worth: by half of that.
fn fleets_differ(analysis: &Analysis) -> bool {
    let points = |cell: &CellSummary| cell.entrants.each_ref().map(|e| f64::from(e.rating.max(1)));
    let ratio = |[a, b]: [f64; 2]| a.max(b) / a.min(b);
    printed_actions(analysis).any(|cell| ratio(points(cell)) >= 1.05)
}

fn caveat(analysis: &Analysis) -> String {
    let matrix = analysis.matrices.first();
    let cycles_found = matrix.and_then(|m| m.cycles.as_ref());
    if let Some(cycles) = cycles_found.filter(|c| c.share.low >= CYCLIC) {
        let share = say::percent(&cycles.share);
        return match cycles.triples_found {
            0 => format!(
                "Beware: {share} of what decides these duels depends on who meets whom, beyond any single number \
                 per design; no cycle of three is significant."
            ),
            n => format!(
                "Beware: {share} of what decides these duels depends on who meets whom, with {} of rock, paper and \
                 scissors, so no rating can be read as a ranking.",
                say::counted(n, "significant cycle", "significant cycles")
            ),
        };
    }
    if let Some(limit) = limit(analysis) {
        return limit;
    }
    let movers: Vec<_> = analysis.shifts.iter().filter(|s| s.moves).collect();
    let reach = |s: &lanchester_analysis::analysis::PolicyShift| {
        let reach = libm::log(s.most.1.estimate / s.least.1.estimate);
        if reach.is_finite() { reach } else { 0.0 }
    };
    if let Some(most) = movers.iter().max_by(|a, b| reach(a).total_cmp(&reach(b))) {
        return format!(
            "Beware: {} of {} fight at prices that depend on who commands, most of all {}, {} with {} and {} with {}.",
            movers.len(),
            say::counted(analysis.shifts.len(), "design", "designs"),
            say::name(&most.name),
            say::change(&most.least.1, None),
            say::policy_pair(&most.least.0),
            say::change(&most.most.1, None),
            say::policy_pair(&most.most.0)
        );
    }
    let open = matrix.map_or(0, |m| m.ratings.iter().filter(|r| r.verdict == Some(Verdict::Inconclusive)).count());
    if let Some(m) = matrix.filter(|m| open > 0 && 2 * open >= m.ratings.len()) {
        return format!(
            "Beware: {open} of {} proved inconclusive; play more pairs per cell.",
            say::counted(m.ratings.len(), "rating", "ratings")
        );
    }
    if let Some(p) = analysis.fleet_laws.first().and_then(|l| l.exponent).filter(|p| !p.contains(1.0)) {
        let who = if p.estimate < 1.0 {
            "many small ships beat few great ones"
        } else {
            "few great ships beat many small ones"
        };
        return format!("Beware: ratings do not add up; at equal points {who} (exponent {}).", say::against(&p, 1.0));
    }
    match matrix {
        Some(m) => {
            format!(
                "All of this holds with {}; other policies may rank the ships otherwise.",
                say::policy_pair(&m.policies)
            )
        }
        None => match prices_under(analysis) {
            Some(pair) => format!(
                "All of this holds for the fleets that fought here with {}; other policies may price the ships otherwise.",
                say::policy_pair(pair)
            ),
            None => "All of this holds for the fleets and policies that fought here, and for no others.".to_owned(),
        },
    }
}

/// Where the turn limit ends many battles: how many of which kind.
fn limit(analysis: &Analysis) -> Option<String> {
    let share = |counts: [u64; 2]| (counts[1] > 0).then(|| counts[0] as f64 / counts[1] as f64);
    let add = |sum: [u64; 2], [capped, battles]: [u64; 2]| [sum[0] + capped, sum[1] + battles];
    let cells = |duel: bool| {
        let of = analysis.cells.iter().filter(|cell| cell.duel == duel);
        of.map(|cell| [cell.tally.capped, cell.tally.battles()]).fold([0; 2], add)
    };
    let prices = analysis.prices.iter().map(|row| [row.capped, row.battles]).fold([0; 2], add);
    let kinds = [(cells(true), "duels"), (cells(false), "battles between fleets"), (prices, "battles for prices")];
    let played: Vec<(f64, &str)> =
        kinds.into_iter().filter_map(|(counts, kind)| Some((share(counts)?, kind))).collect();
    let all = (analysis.battles > 0).then_some(analysis.capped.estimate);
    if played.iter().map(|(share, _)| *share).chain(all).all(|share| share < CAPPED) {
        return None;
    }
    let each: Vec<String> = played.iter().map(|(share, kind)| format!("{:.0} % of {kind}", 100.0 * share)).collect();
    let ended = match (analysis.battles, each.as_slice()) {
        (0, each) => joined(each),
        (_, [] | [_]) => {
            format!("{} of all {}", say::percent(&analysis.capped), played.first().map_or("battles", |of| of.1))
        }
        (_, each) => joined(each),
    };
    Some(format!("Beware: the turn limit ended {ended}, and such scores speak of the limit as much as of the ships."))
}

#[cfg(test)]
mod tests;
