//! Works out what a sweep says.

use lanchester_core::Tally;
use lanchester_stats::calibration::{self, Observation};
use lanchester_stats::multiple::{Dependence, q_values};
use lanchester_stats::price::{judge, judge_by_interval};
use lanchester_stats::standing::{Meeting, standings};
use lanchester_stats::{Interval, PairKinds};

use super::effects::{effects, interactions, shares};
use super::levels::{Levels, number};
use super::{IntervalKind, SweepAnalysis, SweepResults, Value, VariantRow};
use crate::analyse::battle_share;
use crate::hash::study_hash;

/// Works out all that a sweep says.
#[must_use]
pub fn analyse(sweep: &SweepResults) -> SweepAnalysis {
    let setup = &sweep.setup;
    let slope = slope(sweep);
    let mut of_variant: Vec<Vec<&super::Cell>> = vec![Vec::new(); sweep.variants.len()];
    sweep.cells.iter().for_each(|cell| of_variant[cell.variant].push(cell));
    let mut variants: Vec<VariantRow> =
        (0..sweep.variants.len()).map(|v| variant(sweep, v, &of_variant[v], slope)).collect();
    settle(&mut variants, sweep.parameters.len());
    judge_all(&mut variants, sweep.interval_kind());
    let levels: Vec<Levels> = (0..sweep.parameters.len())
        .map(|p| Levels::new(&variants.iter().map(|v| &v.variant.values[p]).collect::<Vec<_>>()))
        .collect();
    let sum = |f: fn(&Tally) -> u64| sweep.cells.iter().map(|c| f(&c.tally)).sum::<u64>();
    SweepAnalysis {
        study: setup.id.clone(),
        name: setup.name.clone(),
        tool_version: setup.tool_version.clone(),
        game: setup.game.clone(),
        rules_version: setup.rules_version,
        stream_version: setup.stream_version,
        seed: setup.seed,
        study_hash: study_hash(setup),
        options: setup.options.clone(),
        interval_kind: sweep.interval_kind(),
        intervals: sweep.interval_kind().promise(),
        cells: sweep.cells.len() as u64,
        battles: sum(Tally::battles),
        capped: battle_share(sum(|t| t.capped) as f64, sum(|t| t.pairs)),
        base_rating: sweep.base_rating,
        unrated: sweep.unrated,
        opponents: sweep.opponents.clone(),
        policies: sweep.policies.clone(),
        parameters: sweep.parameters.clone(),
        left_out: sweep.left_out,
        slope,
        effects: effects(&sweep.parameters, &levels, &variants),
        shares: shares(&sweep.parameters, &levels, &variants),
        interactions: interactions(&sweep.parameters, &levels, &variants),
        variants,
    }
}

/// The slope of all cells together, by the ratings of the model. A cell counts as if it had as few pairs as the one that
/// has fewest: where precision or a time budget decides, the even ones have most, and would tilt the fit towards
/// themselves (no logistic curve fits everywhere).
fn slope(sweep: &SweepResults) -> Option<Interval> {
    let least = sweep.cells.iter().map(|cell| cell.tally.pairs).filter(|pairs| *pairs > 0).min()?;
    let observation = |cell: &super::Cell| {
        let ratings = [sweep.variants[cell.variant].rating, sweep.opponents[cell.opponent].rating].map(f64::from);
        let tally = &cell.tally;
        let of = PairKinds::new(&tally.pair_scores, tally.wins[0]);
        let pairs = u128::from(tally.pairs.max(1));
        // Rounded; exact where all cells have the same.
        let part = |n: u64| ((u128::from(n) * u128::from(least) + pairs / 2) / pairs) as u64;
        Observation {
            a: cell.variant,
            b: sweep.variants.len() + cell.opponent,
            log_ratios: vec![libm::log(ratings[0] / ratings[1])],
            pairs: PairKinds {
                lost_both: part(of.lost_both),
                lost_drawn: part(of.lost_drawn),
                split: part(of.split),
                drawn_both: part(of.drawn_both),
                drawn_won: part(of.drawn_won),
                won_both: part(of.won_both),
            },
            seat_points: (tally.seat_wins[0] as f64 + tally.draws as f64 / 2.0) * least as f64 / pairs as f64,
        }
    };
    let observations: Vec<Observation> = sweep.cells.iter().map(observation).collect();
    calibration::slope(&observations).ok().filter(|slope| slope.low > 0.0)
}

fn variant(sweep: &SweepResults, number: usize, cells: &[&super::Cell], slope: Option<Interval>) -> VariantRow {
    let of = &sweep.variants[number];
    // The variant is 0, every opponent under every policy a number of its own.
    let opponents = sweep.opponents.len();
    let meeting = |cell: &&super::Cell| Meeting {
        a: 0,
        b: 1 + cell.policy * opponents + cell.opponent,
        pair_scores: cell.tally.pair_scores,
    };
    let whole = cells.iter().all(|cell| cell.tally.pairs > 0);
    let met = if whole { cells } else { &[] };
    let meetings: Vec<Meeting> = met.iter().map(meeting).collect();
    let plain = standings(1 + opponents * sweep.policies.len(), &meetings)[0].score;
    let score = together(plain, met).unwrap_or(plain);
    let ratings: Vec<f64> = met.iter().map(|cell| f64::from(sweep.opponents[cell.opponent].rating)).collect();
    let implied = slope.and_then(|k| implied(score, &ratings, k.estimate));
    let sum = |f: fn(&Tally) -> u64| cells.iter().map(|cell| f(&cell.tally)).sum::<u64>();
    VariantRow {
        variant: of.clone(),
        whole,
        score,
        implied,
        residual: implied
            .filter(|_| of.rating > 0 && !sweep.unrated)
            .map(|i| i.map_rising(|r| r / f64::from(of.rating))),
        q: None,
        verdict: None,
        battles: sum(Tally::battles),
        capped: battle_share(sum(|t| t.capped) as f64, sum(|t| t.pairs)),
    }
}

/// The mean over a variant's cells where results decided how much of each was played: between the means of the ends,
/// which holds whenever the intervals of the cells do.
fn together(plain: Interval, cells: &[&super::Cell]) -> Option<Interval> {
    let played: Vec<Interval> = cells.iter().filter_map(|cell| cell.sequence).collect();
    if played.is_empty() {
        return None;
    }
    let mean = |end: fn(&Interval) -> f64| played.iter().map(end).sum::<f64>() / played.len() as f64;
    let (low, high) = (mean(|i| i.low), mean(|i| i.high));
    Some(Interval { estimate: plain.estimate.max(low).min(high), low, high })
}

/// Gives all values of a parameter one type, as in a column of a table: whole numbers among others become reals, numbers
/// and flags among words become words.
fn settle(variants: &mut [VariantRow], parameters: usize) {
    for p in 0..parameters {
        let all = |is: fn(&Value) -> bool| variants.iter().all(|v| is(&v.variant.values[p]));
        if all(|v| matches!(v, Value::Whole(_))) || all(|v| matches!(v, Value::Flag(_))) {
            continue;
        }
        let numbers = all(|v| number(v).is_some());
        for value in variants.iter_mut().map(|v| &mut v.variant.values[p]) {
            *value = match number(value).filter(|_| numbers) {
                Some(x) => Value::Real(x),
                None => Value::Text(value.to_string()),
            };
        }
    }
}

/// Says of every variant whether its rating is fair, as of a design: at a false discovery rate over all of them,
/// whatever their errors have in common, or by the residual's interval alone where all intervals hold together. The p-value is read back from the interval of the residual's logarithm (D. G.
/// Altman and J. M. Bland, "How to obtain the P value from a confidence interval", BMJ 343, 2011).
fn judge_all(variants: &mut [VariantRow], kind: IntervalKind) {
    if kind == IntervalKind::AnytimeValid {
        variants.iter_mut().for_each(|v| v.verdict = v.residual.map(judge_by_interval));
        return;
    }
    let p_value = |residual: Interval| {
        let log = residual.map_rising(libm::log);
        let z = lanchester_stats::Z95 * log.estimate.abs() / log.half_width();
        libm::erfc(if z.is_nan() { 0.0 } else { z } / std::f64::consts::SQRT_2)
    };
    let p: Vec<f64> = variants.iter().filter_map(|v| v.residual).map(p_value).collect();
    let judged = variants.iter_mut().filter_map(|v| v.residual.map(|r| (v, r)));
    for ((variant, residual), q) in judged.zip(q_values(&p, Dependence::Any)) {
        variant.q = Some(q);
        variant.verdict = Some(judge(residual, q));
    }
}

/// The rating whose promised mean score against these ratings is the score, at each end of its interval; the error of k
/// is left out, as it moves all variants alike.
fn implied(score: Interval, ratings: &[f64], k: f64) -> Option<Interval> {
    let promised = |log_rating: f64| {
        let one = |r: &f64| 1.0 / (1.0 + libm::exp(-k * (log_rating - libm::log(*r))));
        ratings.iter().map(one).sum::<f64>() / ratings.len() as f64
    };
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for log in ratings.iter().map(|r| libm::log(*r)) {
        (least, most) = (least.min(log), most.max(log));
    }
    // A hundredfold beyond the opponents: there is nothing to be told from such scores.
    let (bottom, top) = (least - libm::log(100.0), most + libm::log(100.0));
    let solve = |score: f64| {
        let (mut low, mut high) = (bottom, top);
        for _ in 0..80 {
            let middle = f64::midpoint(low, high);
            if promised(middle) < score { low = middle } else { high = middle }
        }
        f64::midpoint(low, high)
    };
    let inside = |x: f64| x > promised(bottom) && x < promised(top);
    (!ratings.is_empty() && inside(score.low) && inside(score.high)).then(|| score.map_rising(|s| libm::exp(solve(s))))
}
