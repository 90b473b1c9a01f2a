//! Calibrations whose answer is known, and input that has none.

use super::*;

fn kinds([lost_both, lost_drawn, split, drawn_both, drawn_won, won_both]: [u64; 6]) -> PairKinds {
    PairKinds { lost_both, lost_drawn, split, drawn_both, drawn_won, won_both }
}

/// A cell whose seats scored the same.
fn cell(a: usize, b: usize, log_ratios: &[f64], pairs: [u64; 6]) -> Observation {
    let pairs = kinds(pairs);
    Observation { a, b, log_ratios: log_ratios.to_vec(), pairs, seat_points: pairs.pairs() as f64 }
}

/// Four entrants, two models, draws, a seat that is worth something.
fn field() -> Vec<Observation> {
    let mut cells = vec![
        cell(7, 3, &[0.4, 0.1], [900, 300, 2000, 200, 600, 2100]),
        cell(3, 5, &[0.9, -0.2], [400, 100, 1500, 300, 900, 3500]),
        cell(5, 7, &[-1.3, 0.1], [4000, 700, 1100, 90, 200, 300]),
        cell(9, 7, &[-0.2, 0.6], [1500, 300, 2600, 200, 400, 1300]),
        cell(3, 9, &[0.0, -0.5], [1200, 400, 2300, 200, 500, 1500]),
        cell(9, 5, &[0.8, 0.3], [700, 100, 1800, 200, 500, 2700]),
    ];
    for (cell, more) in cells.iter_mut().zip([60.0, 30.5, 55.0, 80.0, 77.5, 20.0]) {
        cell.seat_points += more;
    }
    cells
}

fn close(a: Interval, b: Interval) -> bool {
    [(a.estimate, b.estimate), (a.low, b.low), (a.high, b.high)].iter().all(|(a, b)| (a - b).abs() < 1e-12)
}

#[test]
fn one_cell_has_a_closed_form() {
    // 70 % against e times the rating: k = ln(7/3); seats share points 60 to 40 in a mirror, and evenly in the duel.
    let mut mirror = cell(4, 4, &[9.0], [0, 0, 4000, 0, 0, 0]);
    mirror.seat_points = 2.0 * 0.6 * 4000.0;
    let calibration = calibrate(1, &[cell(4, 8, &[1.0], [900, 0, 4200, 0, 0, 4900]), mirror.clone()]).expect("a fit");
    let k = libm::log(7.0 / 3.0);
    assert!((calibration.slope.estimate - k).abs() < 1e-12);
    // Independent battles: the information of 20,000 coins, but for the two pairs that guard the variance.
    let error = 1.0 / (20_000.0 * 0.21f64).sqrt();
    assert!((calibration.slope.half_width() / (crate::Z95 * error) - 1.0).abs() < 1e-3);
    assert_eq!(calibration.models[0].brier, None, "two entrants");
    assert_eq!(calibration.coin.brier_excess, None);
    assert!(calibration.side_bias.low > 0.0);
    // The mirror alone would say logit 0.6; a mirror counts for the side only.
    let alone = calibrate(1, &[cell(4, 8, &[1.0], [9, 0, 42, 0, 0, 49]), mirror]).expect("a fit").side_bias;
    assert!((alone.estimate - libm::log(1.5)).abs() < 0.03, "{alone:?}");
}

/// A number of a normal distribution, nearly: the sum of twelve even ones.
fn normal(rng: &mut impl FnMut() -> f64) -> f64 {
    (0..12).fold(-6.0, |sum, _| sum + rng())
}

#[test]
fn one_value_beats_another_by_chance_alone_in_one_study_of_twenty() {
    // Two values that err alike from the truth: which of them predicts these twelve designs better is chance, however
    // many battles are fought. Intervals for other battles say otherwise nearly always.
    let mut state = 1u64;
    let mut rng = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    const STUDIES: u64 = 1000;
    let (mut called, mut called_by_battles) = (0u64, 0u64);
    for _ in 0..STUDIES {
        let truth: Vec<f64> = (0..12).map(|_| 0.5 * normal(&mut rng)).collect();
        let values: Vec<[f64; 2]> = truth.iter().map(|t| [0, 1].map(|_| t + 0.15 * normal(&mut rng))).collect();
        let mut cells = Vec::new();
        for a in 0..truth.len() {
            for b in a + 1..truth.len() {
                let won = 1.0 / (1.0 + libm::exp(3.0 * (truth[b] - truth[a])));
                let count = |share: f64| (4000.0 * share).round() as u64;
                let pairs =
                    [count((1.0 - won) * (1.0 - won)), 0, count(2.0 * won * (1.0 - won)), 0, 0, count(won * won)];
                cells.push(cell(a, b, &[0, 1].map(|m| values[a][m] - values[b][m]), pairs));
            }
        }
        let found = calibrate(2, &cells).expect("a fit");
        let excess = found.models[1].log_loss_excess_entrants.expect("twelve entrants");
        called += u64::from(!excess.contains(0.0));
        called_by_battles += u64::from(!found.models[1].log_loss_excess.expect("twelve entrants").contains(0.0));
    }
    println!("called: {called} of {STUDIES}; by the error of battles alone {called_by_battles}");
    // One in twenty, and 4.75 standard errors of that.
    let allowed = 0.05 + 4.75 * (0.05 * 0.95 / STUDIES as f64).sqrt();
    assert!(called as f64 / STUDIES as f64 <= allowed, "{called} of {STUDIES}; at most {allowed:.3}");
    assert!(called_by_battles as f64 / STUDIES as f64 > allowed, "the test could tell");
}

#[test]
fn a_pair_moves_the_losses_as_its_influence_says() {
    let read = |observations: &[Observation]| cell::read(2, observations).expect("good cells");
    let losses = |observations: &[Observation], model| {
        let cells = read(observations);
        let duels: Vec<&Cell> = cells.iter().collect();
        let k = logistic::slope(duels.iter().copied(), model).expect("a slope").k;
        Predictions::cross_validated(&duels, model, k).expect("four entrants").score(&duels)
    };
    // Many pairs, so that turning one is a small step: what it does is compared with the derivative.
    let mut many = field();
    for cell in &mut many {
        let [a, b, c, d, e, f] = cell.pairs.kinds().map(|(_, _, n)| n * 100_000);
        cell.pairs = kinds([a, b, c, d, e, f]);
        cell.seat_points = cell.pairs.pairs() as f64;
    }
    let total = many.iter().map(|cell| cell.pairs.pairs()).sum::<u64>() as f64;
    let step = 10_000;
    for model in 0..2 {
        let influence = losses(&many, model).influence;
        for turned in 0..many.len() {
            let [mut more, mut less] = [many.clone(), many.clone()];
            more[turned].pairs.lost_both -= step;
            more[turned].pairs.drawn_won += step;
            less[turned].pairs.lost_both += step;
            less[turned].pairs.drawn_won -= step;
            let [more, less] = [losses(&more, model), losses(&less, model)];
            for loss in 0..2 {
                let one = influence[turned][loss];
                let expected = step as f64 * (one[4] - one[0]);
                let found = (more.mean[loss] - less.mean[loss]) / 2.0;
                // The step is 1/60,000 of a cell or less. Differences to both sides leave its square over, 3·10⁻¹⁰,
                // times a third derivative, which is allowed 300.
                let size = step as f64 / total;
                assert!((found - expected).abs() < 1e-7 * size, "{model} {turned} {loss}: {found} for {expected}");
            }
        }
    }
}

#[test]
fn turning_cells_around_changes_nothing() {
    let straight = calibrate(2, &field()).expect("a fit");
    let mut turned = field();
    for cell in turned.iter_mut().step_by(2) {
        std::mem::swap(&mut cell.a, &mut cell.b);
        cell.log_ratios.iter_mut().for_each(|x| *x = -*x);
        let mut backwards = cell.pairs.kinds().map(|(_, _, n)| n);
        backwards.swap(0, 5);
        backwards.swap(1, 4);
        cell.pairs = kinds(backwards);
    }
    let turned = calibrate(2, &turned).expect("a fit");
    assert!(close(straight.slope, turned.slope) && close(straight.side_bias, turned.side_bias));
    for (s, t) in straight.models.iter().zip(&turned.models).chain([(&straight.coin, &turned.coin)]) {
        let fields = |s: &Score| [s.brier, s.log_loss, s.brier_excess, s.log_loss_excess];
        for (s, t) in fields(s).into_iter().zip(fields(t)) {
            assert!(s.zip(t).is_none_or(|(s, t)| close(s, t)) && s.is_some() == t.is_some());
        }
    }
    for (s, t) in straight.reliability.iter().zip(&turned.reliability) {
        assert!(close(s.observed, t.observed) && (s.predicted - t.predicted).abs() < 1e-12);
    }
}

#[test]
fn a_coin_knows_its_scores() {
    let coin = calibrate(2, &field()).expect("a fit").coin;
    let all: Vec<PairKinds> = field().iter().map(|cell| cell.pairs).collect();
    let battles = all.iter().map(|pairs| 2 * pairs.pairs()).sum::<u64>() as f64;
    let draws = all.iter().map(PairKinds::draws).sum::<u64>() as f64;
    assert!((coin.brier.expect("always").estimate - 0.25 * (1.0 - draws / battles)).abs() < 1e-12);
    let log_loss = coin.log_loss.expect("always");
    assert!((log_loss.estimate - std::f64::consts::LN_2).abs() < 1e-12 && log_loss.half_width() < 1e-12);
    assert!(coin.log_loss_excess.expect("four entrants").low > 0.0, "ratings say something");
}

#[test]
fn the_same_ratings_twice_have_no_excess() {
    let mut cells = field();
    cells.iter_mut().for_each(|cell| cell.log_ratios[1] = 3.0 * cell.log_ratios[0]);
    let calibration = calibrate(2, &cells).expect("a fit");
    let excess = calibration.models[1].brier_excess.expect("four entrants");
    assert!(excess.estimate.abs() < 1e-12 && excess.half_width() < 1e-12, "{excess:?}");
    assert!((calibration.slope.estimate - 3.0 * calibration.models[1].slope.estimate).abs() < 1e-12);
}

#[test]
fn bins_hold_equal_shares_of_battles_in_order() {
    let mut cells = Vec::new();
    for i in 1..=40u64 {
        let x = i as f64 / 10.0;
        let won = (1000.0 / (1.0 + libm::exp(-x))).round() as u64;
        let sign = if i % 2 == 0 { 1.0 } else { -1.0 };
        let [lost_both, won_both] = if i % 2 == 0 { [1000 - won, won] } else { [won, 1000 - won] };
        cells.push(cell(i as usize % 7, 10 + i as usize % 5, &[sign * x], [lost_both, 0, 0, 0, 0, won_both]));
    }
    let calibration = calibrate(1, &cells).expect("a fit");
    assert_eq!(calibration.reliability.len(), 10);
    assert!(calibration.reliability.iter().all(|bin| (bin.cells, bin.pairs) == (4, 4000)));
    assert!(calibration.reliability.windows(2).all(|two| two[0].predicted < two[1].predicted));
    assert!(calibration.reliability.iter().all(|bin| bin.predicted >= 0.5 && bin.observed.contains(bin.predicted)));
    // One cell makes one bin.
    let one = calibrate(1, &[cell(0, 1, &[1.0], [1, 0, 0, 0, 0, 2])]).expect("a fit").reliability;
    assert_eq!((one.len(), one[0].cells, one[0].pairs), (1, 1, 3));
}

#[test]
fn what_cannot_be_fitted_is_refused() {
    use CalibrationError as E;
    let refused = |models, cells: &[Observation]| calibrate(models, cells).expect_err("no fit");
    let even = [1, 0, 2, 0, 0, 1];
    assert_eq!(refused(0, &[]), E::NoModels);
    assert_eq!(refused(usize::MAX, &[]), E::NoContrast { model: 0 });
    assert_eq!(refused(1, &[cell(0, 1, &[0.0], even), cell(2, 2, &[5.0], even)]), E::NoContrast { model: 0 });
    assert_eq!(refused(1, &[cell(0, 1, &[1.0], [0; 6])]), E::NoContrast { model: 0 });
    assert_eq!(refused(2, &[cell(0, 1, &[1.0, 0.0], even)]), E::NoContrast { model: 1 });
    let short = cell(0, 1, &[1.0], even);
    assert_eq!(refused(2, &[short]), E::WrongLength { observation: 0, found: 1, expected: 2 });
    for x in [f64::NAN, f64::INFINITY] {
        assert_eq!(refused(2, &[cell(0, 1, &[1.0, x], even)]), E::NotFinite { observation: 0, model: 1 });
    }
    for seat_points in [f64::NAN, -1.0, 1.5, 6.5, f64::INFINITY] {
        let impossible = Observation { seat_points, ..cell(0, 1, &[1.0], even) };
        assert_eq!(refused(1, &[impossible]), E::SeatPoints { observation: 0 }, "{seat_points}");
    }
    assert_eq!(refused(1, &[cell(0, 1, &[1.0], [1 << 62; 6].map(|n| n / 4))]), E::TooMany { observation: 0 });
    // All favourites won, or all lost; a draw is enough of an exception.
    let sweep = |last| [cell(0, 1, &[1.0], [0, 0, 0, 0, 0, 9]), cell(1, 2, &[-0.5], last)];
    assert_eq!(refused(1, &sweep([9, 0, 0, 0, 0, 0])), E::Saturated { model: 0 });
    assert_eq!(refused(1, &[cell(0, 1, &[1.0], [9, 0, 0, 0, 0, 0])]), E::Saturated { model: 0 });
    assert!(calibrate(1, &sweep([1_000_000_000_000, 1, 0, 0, 0, 0])).is_ok());
    let seats = Observation { seat_points: 18.0, ..cell(0, 1, &[1.0], [0, 0, 9, 0, 0, 0]) };
    assert_eq!(refused(1, &[seats]), E::SeatSaturated);
}

#[test]
fn without_a_slope_for_what_is_left_there_are_no_scores() {
    // Everyone met only 0: without 0 nothing is left. And: without 2 the favourites always won.
    let star = [cell(0, 1, &[1.0], [9, 0, 20, 0, 0, 30]), cell(0, 2, &[0.5], [9, 0, 20, 0, 0, 30])];
    let swept = [
        cell(0, 1, &[1.0], [0, 0, 0, 0, 0, 30]),
        cell(0, 2, &[0.5], [9, 0, 20, 0, 0, 30]),
        cell(1, 2, &[-0.5], [9, 0, 20, 0, 0, 9]),
    ];
    for cells in [&star[..], &swept] {
        let calibration = calibrate(1, cells).expect("a fit");
        assert!(calibration.slope.low.is_finite() && calibration.models[0].log_loss.is_none());
        assert_eq!(slope(cells), Ok(calibration.slope), "alone as among the rest");
        assert!(calibration.coin.brier.is_some() && calibration.coin.brier_excess.is_none());
    }
}

#[test]
fn extreme_numbers_give_finite_answers_or_errors() {
    let ratios = [1e-320, 1e-160, 1e-9, 1.0, 700.0, 1e160, 1e308];
    let finite = |i: Interval| i.estimate.is_finite() && i.low.is_finite() && i.high.is_finite();
    let mut fits = 0;
    for x in ratios {
        for y in ratios {
            for (i, pairs) in [[1 << 50, 0, 0, 0, 0, 1], [0, 0, 5, 1, 0, 3], [2, 0, 1, 0, 0, 0]].into_iter().enumerate()
            {
                let cells = [
                    cell(0, 1, &[x], pairs),
                    cell(usize::MAX, 1, &[-y], [1, 1, 1, 1, 1, 1]),
                    cell(0, usize::MAX, &[y], [3, 0, 1, 0, 0, 9]),
                ];
                let Ok(calibration) = calibrate(1, &cells) else { continue };
                fits += 1;
                let all = [Some(calibration.slope), Some(calibration.side_bias)].into_iter();
                let scores = [&calibration.models[0], &calibration.coin].map(|s| [s.brier, s.log_loss, s.brier_excess]);
                let bins = calibration.reliability.iter().map(|bin| Some(bin.observed));
                let mut all = all.chain(scores.into_iter().flatten()).chain(bins).flatten();
                assert!(all.all(finite), "{x} {y} {i}: {calibration:?}");
            }
        }
    }
    assert!(fits > 50, "most can be fitted: {fits}");
}
