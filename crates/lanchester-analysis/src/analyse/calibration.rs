//! How well ratings, and other values of the designs, predict who wins.

use lanchester_stats::calibration::{CalibrationError, Observation, calibrate};
use lanchester_stats::price::FAIR_WITHIN;

use super::pooled::PooledMatchup;
use crate::analysis::{CalibrationSummary, ModelScore, ReliabilityBin};
use crate::study::DesignInfo;

/// A pooled matchup with the designs of each side's ships, by index.
pub struct Sided<'b> {
    /// Who meets whom, by any numbering that is the same for all pooled matchups.
    pub sides: [usize; 2],
    /// Indices of the designs of each side's ships.
    pub ships: [Vec<usize>; 2],
    /// What was counted.
    pub pooled_matchup: &'b PooledMatchup<'b>,
}

impl<'b> Sided<'b> {
    /// Ship `a` against ship `b`.
    pub fn duel(a: usize, b: usize, pooled_matchup: &'b PooledMatchup<'b>) -> Self {
        Self { sides: [a, b], ships: [vec![a], vec![b]], pooled_matchup }
    }
}

/// The name of a model, and its value for each design.
type Model = (String, Vec<f64>);

/// The printed rating, and every number that all designs with a printed rating have and that is above zero: a fleet's value is
/// the sum of its ships'.
fn models(designs: &[&DesignInfo]) -> Vec<Model> {
    let mut models: Vec<Model> = vec![("rating".to_owned(), designs.iter().map(|d| f64::from(d.rating)).collect())];
    let rated = || designs.iter().filter(|d| d.printed().is_some());
    let names: Vec<String> = rated().next().map(|d| d.extras.keys().cloned().collect()).unwrap_or_default();
    for name in names {
        let value = |d: &&DesignInfo| d.extras.get(&name).copied().filter(|v| v.is_finite() && *v > 0.0);
        if rated().all(|d| value(d).is_some()) {
            // Whatever stands for a design without a printed rating: its matchups are left out.
            models.push((name.clone(), designs.iter().map(|d| value(d).unwrap_or(1.0)).collect()));
        }
    }
    models
}

/// The pooled matchups with each model's value of one side over the other's.
fn observations(models: &[Model], pooled: &[&Sided]) -> Vec<Observation> {
    let observation = |sided: &&Sided| {
        let sum = |ships: &[usize], values: &[f64]| ships.iter().map(|i| values[*i]).sum::<f64>();
        let ratio = |(_, values): &Model| libm::log(sum(&sided.ships[0], values) / sum(&sided.ships[1], values));
        Observation {
            a: sided.sides[0],
            b: sided.sides[1],
            log_ratios: models.iter().map(ratio).collect(),
            pairs: sided.pooled_matchup.pairs,
            seat_points: sided.pooled_matchup.seat_points,
        }
    };
    pooled.iter().map(observation).collect()
}

/// Whether the points of sides that met differ enough for a slope over them to be one of points: their log ratios are, by their
/// root mean square, no smaller than the error within which a rating is fair ([`FAIR_WITHIN`]). Below that, what ratings are off
/// by decides which side is the stronger, and a slope over the differences has any value: −66 was one.
#[must_use]
pub fn ratings_differ(log_ratios: impl Iterator<Item = f64>) -> bool {
    let (count, squares) = log_ratios.fold((0u32, 0.0), |(count, squares), ratio| (count + 1, squares + ratio * ratio));
    count > 0 && (squares / f64::from(count)).sqrt() >= libm::log(1.0 + FAIR_WITHIN)
}

/// How well printed ratings predict these pooled matchups; nothing if they cannot be told apart. A matchup with a ship that has
/// none is left out: what nobody has printed predicts nothing.
pub fn summary(designs: &[&DesignInfo], pooled: &[Sided]) -> Option<CalibrationSummary> {
    let rated = |sided: &&Sided| sided.ships.iter().flatten().all(|ship| designs[*ship].printed().is_some());
    let pooled: Vec<&Sided> = pooled.iter().filter(rated).collect();
    let mut models = models(designs);
    if !ratings_differ(observations(&models[..1], &pooled).iter().map(|of| of.log_ratios[0])) {
        return None;
    }
    let found = loop {
        match calibrate(models.len(), &observations(&models, &pooled)) {
            Ok(found) => break found,
            // A value that tells no designs apart, or tells them apart without fail, is no comparison; the rating is the
            // question itself.
            Err(CalibrationError::NoContrast { model } | CalibrationError::Saturated { model }) if model > 0 => {
                models.remove(model);
            }
            Err(_) => return None,
        }
    };
    let mut scores: Vec<ModelScore> = models
        .iter()
        .zip(&found.models)
        .filter_map(|((name, _), score)| {
            Some(ModelScore {
                model: name.clone(),
                slope: Some(score.slope),
                brier: score.brier?,
                log_loss: score.log_loss?,
                brier_excess: score.brier_excess,
                log_loss_excess: score.log_loss_excess,
                brier_excess_designs: score.brier_excess_entrants,
                log_loss_excess_designs: score.log_loss_excess_entrants,
            })
        })
        .collect();
    if let (Some(brier), Some(log_loss)) = (found.coin.brier, found.coin.log_loss) {
        scores.push(ModelScore {
            model: "coin".to_owned(),
            slope: None,
            brier,
            log_loss,
            brier_excess: found.coin.brier_excess,
            log_loss_excess: found.coin.log_loss_excess,
            brier_excess_designs: found.coin.brier_excess_entrants,
            log_loss_excess_designs: found.coin.log_loss_excess_entrants,
        });
    }
    Some(CalibrationSummary {
        slope: found.slope,
        side_bias: Some(found.side_bias),
        reliability: found
            .reliability
            .iter()
            .map(|bin| ReliabilityBin {
                predicted: bin.predicted,
                observed: bin.observed,
                cells: bin.cells as usize,
                pairs: bin.pairs,
            })
            .collect(),
        models: scores,
    })
}

#[cfg(test)]
mod tests {
    use super::ratings_differ;

    fn differ(points: &[(f64, f64)]) -> bool {
        ratings_differ(points.iter().map(|(a, b)| (a / b).ln()))
    }

    /// The carriers of the study `fighters`, whose slope was −66: two meetings of 4 %, eight of less, one of 8.9 %.
    #[test]
    fn a_slope_wants_ratings_that_differ() {
        let carriers = [269.0, 266.0, 267.0, 276.0, 274.0];
        let mut met: Vec<(f64, f64)> = Vec::new();
        for (i, a) in carriers.iter().enumerate() {
            met.extend(carriers[..i].iter().map(|b| (*a, *b)));
        }
        met.push((98.0, 90.0));
        assert!(!differ(&met));
        // The trio of 123, 128 and 133: 5.4 % by root mean square, and the limit is 4.9 %.
        assert!(differ(&[(133.0, 128.0), (128.0, 123.0), (133.0, 123.0)]));
        assert!(differ(&[(100.0, 200.0)]) && !differ(&[(100.0, 104.0)]) && !differ(&[]));
    }
}
