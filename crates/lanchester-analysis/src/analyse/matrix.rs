//! What the duels of a group say of its designs, under one policy pair.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use lanchester_stats::bradley_terry::{Contest, FitError, Place, fit};
use lanchester_stats::cycles::cycles;
use lanchester_stats::interval::{levels, pair_score};
use lanchester_stats::multiple::{Dependence, q_values};
use lanchester_stats::price::{FALSE_DISCOVERY_RATE, Pricing, price};
use lanchester_stats::standing::{Meeting, standings};
use lanchester_stats::{Interval, two_sided_p};

use super::battle_share;
use super::calibration::{Sided, ratings_differ, summary};
use super::pooled::{PolicyPair, PooledMatchup, pooled};
use crate::analysis::{CyclesSummary, Matrix, MeetingRow, RatingRow, TripleRow};
use crate::study::{CellResult, DesignInfo, StudyResults};

/// Rock-paper-scissors triples that are listed.
const MOST_TRIPLES: usize = 10;

/// The matrix of a group's duels between designs of the study; nothing if it has none under this policy pair. Once `stop` is
/// raised it has scores alone.
pub fn matrix(study: &StudyResults, group: &str, policy_pair: &PolicyPair, stop: &AtomicBool) -> Option<Matrix> {
    let stopped = || stop.load(Ordering::Relaxed);
    let cells: Vec<&CellResult> = study.cells.iter().filter(|c| c.duel && c.group == group).collect();
    let all = pooled(&cells, policy_pair);
    let places: HashMap<&str, usize> =
        study.designs.iter().enumerate().rev().map(|(i, d)| (d.id.as_str(), i)).collect();
    let index = |id: &str| places.get(id).copied();
    let known: Vec<(usize, usize, &PooledMatchup)> = all
        .iter()
        .filter_map(|pooled_matchup| {
            let [a, b] = pooled_matchup.entrants.map(|e| index(&e.id));
            Some((a?, b?, pooled_matchup))
        })
        .collect();
    // Designs that duelled with others, in the order of the designs; everything below counts by this order.
    let mut designs: Vec<usize> = known.iter().filter(|(a, b, _)| a != b).flat_map(|(a, b, _)| [*a, *b]).collect();
    designs.sort_unstable();
    designs.dedup();
    if designs.is_empty() {
        return None;
    }
    let place = |design: usize| designs.binary_search(&design).unwrap_or(0);
    let met: Vec<(Contest, &PooledMatchup)> = known
        .iter()
        .filter(|(a, b, _)| a != b)
        .map(|(a, b, pooled_matchup)| {
            let (a, b) = (place(*a), place(*b));
            // Written from the side of the design that comes first.
            let pairs = if a < b { pooled_matchup.pairs } else { pooled_matchup.pairs.reversed() };
            (Contest { a: a.min(b), b: a.max(b), pairs }, *pooled_matchup)
        })
        .collect();
    let contests: Vec<Contest> = met.iter().map(|(contest, _)| *contest).collect();
    let fielded: Vec<&DesignInfo> = designs.iter().map(|design| &study.designs[*design]).collect();
    let mut ratings = rows(&fielded, &contests);
    let (slope, no_strengths, no_prices) = match stopped() {
        false => price_rows(&mut ratings, &contests),
        true => (None, Some("the analysis was interrupted".to_owned()), None),
    };
    let sided: Vec<Sided> = known
        .iter()
        .filter(|(a, b, _)| [a, b].into_iter().all(|d| designs.binary_search(d).is_ok()))
        .map(|(a, b, pooled_matchup)| Sided::duel(place(*a), place(*b), pooled_matchup))
        .collect();
    let found = if stopped() { None } else { cycles(designs.len(), &contests, MOST_TRIPLES).ok() };
    let calibration = if stopped() { None } else { summary(&fielded, &sided) };
    // One slope per matrix, wherever it is printed: that of the predictions. The implied ratings' own, weighted by
    // strengths, differs from it by little.
    let differ = ratings_differ(met.iter().map(|(contest, _)| {
        let printed = |place: usize| f64::from(fielded[place].rating.max(1));
        libm::log(printed(contest.a) / printed(contest.b))
    }));
    let slope = calibration.as_ref().map(|c| c.slope).or(slope).filter(|_| differ);
    Some(Matrix {
        group: group.to_owned(),
        policies: policy_pair.names(),
        slope,
        no_strengths,
        no_prices,
        ratings,
        meetings: meetings(&met),
        calibration,
        cycles: found.map(|found| CyclesSummary {
            share: found.share,
            triples: found.triples.iter().map(|t| TripleRow { designs: t.entrants, legs: t.legs, q: t.q }).collect(),
            triples_found: found.triples_found,
        }),
    })
}

/// The designs with their mean scores.
fn rows(designs: &[&DesignInfo], contests: &[Contest]) -> Vec<RatingRow> {
    let meetings: Vec<Meeting> =
        contests.iter().map(|c| Meeting { a: c.a, b: c.b, pair_scores: c.pairs.scores() }).collect();
    designs
        .iter()
        .zip(standings(designs.len(), &meetings))
        .map(|(design, standing)| RatingRow {
            design: design.id.clone(),
            name: design.name.clone(),
            rating: design.rating,
            printed: design.printed(),
            strength: None,
            implied: None,
            residual: None,
            q: None,
            verdict: None,
            score: standing.score,
            battles: 2 * standing.pairs,
        })
        .collect()
}

type Prices = (Option<Interval>, Option<String>, Option<lanchester_stats::price::NoPrices>);

/// Fills in strengths, implied ratings and verdicts; the slope, or why there is none.
fn price_rows(ratings: &mut [RatingRow], contests: &[Contest]) -> Prices {
    let strengths = match fit(ratings.len(), contests) {
        Err(error) => return (None, Some(explain(&error, ratings)), None),
        Ok(strengths) => strengths,
    };
    for (row, place) in ratings.iter_mut().zip(&strengths.places) {
        if let Place::Core(i) = *place {
            let error = strengths.covariance[(i, i)].max(0.0).sqrt();
            row.strength = Some(Interval::normal(strengths.theta[i], error));
        }
    }
    let points: Vec<f64> = ratings.iter().map(|r| f64::from(r.rating)).collect();
    match price(&strengths, &points) {
        Pricing::Refused { slope, why } => (slope, None, Some(why)),
        Pricing::Priced { slope, prices } => {
            for (row, price) in ratings.iter_mut().zip(prices) {
                row.implied = Some(price.implied);
                // What nobody has printed is not judged.
                if row.printed.is_some() {
                    row.residual = price.residual;
                    row.q = price.q;
                    row.verdict = Some(price.verdict);
                }
            }
            (Some(slope), None, None)
        }
    }
}

/// A fit's error in terms of the designs.
fn explain(error: &FitError, ratings: &[RatingRow]) -> String {
    let FitError::Disconnected(groups) = error else { return error.to_string() };
    let list = |group: &Vec<usize>| group.iter().map(|i| ratings[*i].name.as_str()).collect::<Vec<_>>().join(", ");
    format!("{error}: {}", groups.iter().map(list).collect::<Vec<_>>().join(" | "))
}

/// Every pair of designs, and which scores differ significantly from one half.
fn meetings(met: &[(Contest, &PooledMatchup)]) -> Vec<MeetingRow> {
    let scores: Vec<Interval> = met.iter().map(|(c, _)| pair_score(&c.pairs.scores())).collect();
    // An interval of 95 % reaches 1.96 errors; at the ends of the scale it is uneven, and the side towards one half
    // counts.
    let p: Vec<f64> = scores
        .iter()
        .map(|s| {
            let reach = if s.estimate > 0.5 { s.estimate - s.low } else { s.high - s.estimate };
            if reach > 0.0 { two_sided_p((s.estimate - 0.5).abs() / reach * lanchester_stats::Z95) } else { 0.0 }
        })
        .collect();
    let q = q_values(&p, Dependence::PositiveOrNone);
    met.iter()
        .zip(scores)
        .zip(q)
        .map(|(((contest, pooled_matchup), score), q)| MeetingRow {
            a: contest.a,
            b: contest.b,
            score,
            draws: levels(&contest.pairs.by_draws()),
            capped: battle_share(pooled_matchup.capped as f64, pooled_matchup.pairs.pairs()),
            significant: q <= FALSE_DISCOVERY_RATE,
            battles: 2 * pooled_matchup.pairs.pairs(),
        })
        .collect()
}
