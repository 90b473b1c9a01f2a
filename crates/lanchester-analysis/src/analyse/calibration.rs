//! How well ratings, and other values of the designs, predict who wins.

use lanchester_stats::calibration::{CalibrationError, Observation, calibrate};

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

/// The printed rating, and every number of the designs that all of them have and that is above zero: a fleet's value is
/// the sum of its ships'.
fn models(designs: &[&DesignInfo]) -> Vec<Model> {
    let mut models: Vec<Model> = vec![("rating".to_owned(), designs.iter().map(|d| f64::from(d.rating)).collect())];
    let names: Vec<String> = designs.first().map(|d| d.extras.keys().cloned().collect()).unwrap_or_default();
    for name in names {
        let value = |d: &&DesignInfo| d.extras.get(&name).copied();
        let values: Option<Vec<f64>> = designs.iter().map(|d| value(d).filter(|v| v.is_finite() && *v > 0.0)).collect();
        models.extend(values.map(|values| (name.clone(), values)));
    }
    models
}

/// The pooled matchups with each model's value of one side over the other's.
fn observations(models: &[Model], pooled: &[Sided]) -> Vec<Observation> {
    let observation = |sided: &Sided| {
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

/// How well ratings predict these pooled matchups; nothing if they cannot be told apart.
pub fn summary(designs: &[&DesignInfo], pooled: &[Sided]) -> Option<CalibrationSummary> {
    let mut models = models(designs);
    let found = loop {
        match calibrate(models.len(), &observations(&models, pooled)) {
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
