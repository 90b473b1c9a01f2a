//! The estimators against published numbers, closed forms and another program.

use super::designs::Sample;
use super::forms::fit_form;
use super::model::{Effects, Linear, Row};
use super::robust::Robust;
use super::{Form, FormResult, LogPrice, MetaError, Observation, exponents, forms};

/// District, effect and sampling variance of 56 schools: S. Konstantopoulos, "Fixed effects and variance components estimation
/// in three-level meta-analysis", Research Synthesis Methods 2 (2011); `dat.konstantopoulos2011` of the R package metadat.
const SCHOOLS: [(u32, f64, f64); 56] = [
    (11, -0.18, 0.118),
    (11, -0.22, 0.118),
    (11, 0.23, 0.144),
    (11, -0.30, 0.144),
    (12, 0.13, 0.014),
    (12, -0.26, 0.014),
    (12, 0.19, 0.015),
    (12, 0.32, 0.024),
    (18, 0.45, 0.023),
    (18, 0.38, 0.043),
    (18, 0.29, 0.012),
    (27, 0.16, 0.020),
    (27, 0.65, 0.004),
    (27, 0.36, 0.004),
    (27, 0.60, 0.007),
    (56, 0.08, 0.019),
    (56, 0.04, 0.007),
    (56, 0.19, 0.005),
    (56, -0.06, 0.004),
    (58, -0.18, 0.020),
    (58, 0.00, 0.018),
    (58, 0.00, 0.019),
    (58, -0.28, 0.022),
    (58, -0.04, 0.020),
    (58, -0.30, 0.021),
    (58, 0.07, 0.006),
    (58, 0.00, 0.007),
    (58, 0.05, 0.007),
    (58, -0.08, 0.007),
    (58, -0.09, 0.007),
    (71, 0.30, 0.015),
    (71, 0.98, 0.011),
    (71, 1.19, 0.010),
    (86, -0.07, 0.001),
    (86, -0.05, 0.001),
    (86, -0.01, 0.001),
    (86, 0.02, 0.001),
    (86, -0.03, 0.001),
    (86, 0.00, 0.001),
    (86, 0.01, 0.001),
    (86, -0.10, 0.001),
    (91, 0.50, 0.010),
    (91, 0.66, 0.011),
    (91, 0.20, 0.010),
    (91, 0.00, 0.009),
    (91, 0.05, 0.013),
    (91, 0.07, 0.013),
    (108, -0.52, 0.031),
    (108, 0.70, 0.031),
    (108, -0.03, 0.030),
    (108, 0.27, 0.030),
    (108, -0.34, 0.030),
    (644, 0.12, 0.087),
    (644, 0.61, 0.082),
    (644, 0.04, 0.067),
    (644, -0.05, 0.067),
];

/// Rows that are sorted by family.
fn linear(columns: usize, rows: Vec<(u32, Row)>) -> Linear {
    let mut families = Vec::new();
    let mut at = 0;
    for family in rows.chunk_by(|a, b| a.0 == b.0) {
        families.push(at..at + family.len());
        at += family.len();
    }
    Linear { rows: rows.into_iter().map(|(_, row)| row).collect(), families, columns }
}

fn schools(columns: usize) -> Linear {
    let row = |(i, (district, y, variance)): (usize, (u32, f64, f64))| {
        // Two made-up columns: one that varies within districts and one that does not.
        let (within, between) = ((i * 7 % 11) as f64 / 10.0 - 0.5, f64::from(district % 7) / 3.0 - 1.0);
        let x = if columns == 1 { [1.0, 0.0, 0.0, 0.0] } else { [1.0, within, between, 0.0] };
        (district, Row { y, variance, x })
    };
    linear(columns, SCHOOLS.into_iter().enumerate().map(row).collect())
}

/// metafor's documentation of the data: `rma.mv(yi, vi, random = ~ 1 | district/school)` says estimate 0.1847, error 0.0846,
/// variances 0.0651 between districts and 0.0327 between schools.
#[test]
fn variances_and_mean_are_metafors() {
    let fitted = schools(1).reml().expect("a fit");
    let rounded = |x: f64| (x * 1e4).round() / 1e4;
    assert_eq!(rounded(fitted.effects.family), 0.0651);
    assert_eq!(rounded(fitted.effects.within), 0.0327);
    assert_eq!(rounded(fitted.gls.estimate[0]), 0.1847);
    assert_eq!(rounded(fitted.gls.covariance[(0, 0)].sqrt()), 0.0846);
}

/// Estimate, CR2 error and degrees of freedom by a program in Python that writes Φ, X and I − H as whole matrices of 56 rows:
/// ```python
/// IH = np.eye(N) - X @ M @ X.T @ W
/// B = D @ IH[i] @ Phi @ IH[i].T @ D.T             # D = cholesky(Phi[i, i]).T
/// A = D.T @ U @ diag(w ** -0.5) @ U.T @ D          # w, U = eigh(B)
/// P.append(IH[i].T @ A.T @ inv(Phi[i, i]) @ X[i] @ M @ c)
/// S = P @ Phi @ P.T; df = trace(S) ** 2 / (S ** 2).sum()
/// ```
#[test]
fn robust_errors_are_those_of_whole_matrices() {
    let mean = schools(1);
    let fitted = mean.reml().expect("a fit");
    let robust = Robust::of(&mean, fitted.effects, &fitted.gls).expect("errors");
    let (variance, degrees) = robust.variance(&[1.0]);
    assert!((variance.sqrt() - 0.084_457_995).abs() < 1e-6, "{}", variance.sqrt());
    assert!((degrees - 9.863_156).abs() < 1e-4, "{degrees}");

    let two = schools(3);
    let fitted = two.reml().expect("a fit");
    assert!((fitted.effects.family - 0.082_062_28).abs() < 1e-6 && (fitted.effects.within - 0.025_929_52).abs() < 1e-6);
    let effects = Effects { family: 0.05, within: 0.02 };
    let gls = two.gls(effects).expect("columns apart");
    let robust = Robust::of(&two, effects, &gls).expect("errors");
    let expected = [
        ([0.0, 1.0, 0.0], 0.218_602_899_952, 0.078_017_990_243, 5.595_285_475),
        ([0.0, 0.0, 1.0], -0.004_436_608_430, 0.125_223_833_705, 4.640_035_149),
        ([0.0, 1.0, -1.0], 0.223_039_508_382, 0.150_177_707_821, 6.651_050_078),
        ([0.0, 1.0, 1.0], 0.214_166_291_521, 0.144_852_637_989, 6.468_369_224),
    ];
    for (contrast, estimate, error, degrees) in expected {
        let (variance, found) = robust.variance(&contrast);
        assert!((robust.estimate(&contrast) - estimate).abs() < 1e-10, "{contrast:?}");
        assert!((variance.sqrt() - error).abs() < 1e-10, "{contrast:?}: {}", variance.sqrt());
        assert!((found - degrees).abs() < 1e-7, "{contrast:?}: {found}");
    }
}

/// G. W. Imbens and M. Kolesár, "Robust standard errors in small samples: some practical advice", Review of Economics and
/// Statistics 98 (2016): for two groups of single designs and equal weights the variance is Welch's, s₀²/n₀ + s₁²/n₁, and the
/// degrees of freedom of Bell and McCaffrey are (n₀ + n₁)²(n₀ − 1)(n₁ − 1)/(n₁²(n₁ − 1) + n₀²(n₀ − 1)).
#[test]
fn two_groups_have_welchs_error() {
    let [zero, one] = [vec![1.0, 4.0, 2.5, 3.0, 7.0, 2.0, 0.5], vec![3.0, 9.0, 4.0]];
    let value = |x: f64| move |y: &f64| Row { y: *y, variance: 1.0, x: [1.0, x, 0.0, 0.0] };
    let rows = zero.iter().map(value(0.0)).chain(one.iter().map(value(1.0)));
    let linear = linear(2, (0..).zip(rows).collect());
    let effects = Effects { family: 0.0, within: 0.0 };
    let gls = linear.gls(effects).expect("two groups");
    let (variance, degrees) = Robust::of(&linear, effects, &gls).expect("errors").variance(&[0.0, 1.0]);
    let share = |values: &[f64]| {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        values.iter().map(|y| (y - mean).powi(2)).sum::<f64>() / (n - 1.0) / n
    };
    let (n0, n1) = (7.0f64, 3.0f64);
    assert!((variance - share(&zero) - share(&one)).abs() < 1e-12, "{variance}");
    let expected = (n0 + n1).powi(2) * (n0 - 1.0) * (n1 - 1.0) / (n1 * n1 * (n1 - 1.0) + n0 * n0 * (n0 - 1.0));
    assert!((degrees - expected).abs() < 1e-9, "{degrees} {expected}");
}

/// Balanced one-way layout: σ²W + v = MSW and σ²F = (MSB − MSW)/n, the mean's error √(MSB/(n·k)), where neither is below zero.
#[test]
fn balanced_layouts_have_their_closed_form() {
    let values = [[3.0, 4.5, 2.0, 3.5], [6.0, 7.5, 5.0, 7.0], [1.0, 0.0, 2.5, 1.5], [4.0, 4.0, 6.5, 5.0]];
    let variance = 0.25;
    let row = |y: &f64| Row { y: *y, variance, x: [1.0, 0.0, 0.0, 0.0] };
    let rows = (0..).zip(&values).flat_map(|(family, values)| values.iter().map(move |y| (family, row(y))));
    let linear = linear(1, rows.collect());
    let fitted = linear.reml().expect("a fit");
    let (k, n) = (4.0, 4.0);
    let means: Vec<f64> = values.iter().map(|v| v.iter().sum::<f64>() / n).collect();
    let grand = means.iter().sum::<f64>() / k;
    let msb = n * means.iter().map(|m| (m - grand).powi(2)).sum::<f64>() / (k - 1.0);
    let squares = |(v, m): (&[f64; 4], &f64)| v.iter().map(|y| (y - m).powi(2)).sum::<f64>();
    let msw = values.iter().zip(&means).map(squares).sum::<f64>() / (k * (n - 1.0));
    assert!((fitted.effects.within + variance - msw).abs() < 1e-5, "{} {msw}", fitted.effects.within);
    assert!((fitted.effects.family - (msb - msw) / n).abs() < 1e-5);
    assert!((fitted.gls.covariance[(0, 0)] - msb / (n * k)).abs() < 1e-5);
}

/// Prices by a law, in families that share half of what it misses; numbers without a random generator.
fn designs(law: impl Fn([f64; 2]) -> f64) -> Vec<Observation> {
    let wave = |i: u32, step: f64| (f64::from(i) * step).sin();
    let mut all = Vec::new();
    for family in 0..40 {
        for member in 0..6 {
            let i = 6 * family + member;
            let log_parts = [
                5.0 + 0.8 * wave(family, 1.7) + 0.4 * wave(i, 2.9),
                3.0 + 0.7 * wave(family, 2.3) + 0.4 * wave(i, 4.7),
            ];
            let missed = 0.04 * wave(family, 5.1) + 0.04 * wave(i, 7.7);
            let log_price = LogPrice::Measured { value: law(log_parts) + missed, error: 0.03 };
            all.push(Observation { family, log_price, log_parts });
        }
    }
    all
}

fn moved(price: LogPrice, by: f64) -> LogPrice {
    match price {
        LogPrice::Measured { value, error } => LogPrice::Measured { value: value + by, error },
        LogPrice::Within { low, high } => LogPrice::Within { low: low + by, high: high + by },
    }
}

fn geometric([a, d]: [f64; 2]) -> f64 {
    0.7 + 0.6 * a + 0.3 * d
}

#[test]
fn neither_the_order_nor_the_unit_of_the_parts_matters() {
    let all = designs(geometric);
    let found = exponents(&all).expect("findings");
    assert!(found.alpha.interval.contains(0.6) && found.beta.interval.contains(0.3));
    assert!(found.balance.p < 1e-6 && found.scale.p < 0.01, "{found:?}");
    let mut turned: Vec<Observation> = all.iter().rev().copied().collect();
    turned.rotate_left(77);
    assert_eq!(exponents(&turned).expect("findings"), found);
    let of_all = forms(&all);
    assert_eq!(forms(&turned), of_all);
    // Parts and prices in a unit ten times as small.
    let ten = 10f64.ln();
    let scaled: Vec<Observation> = all
        .iter()
        .map(|o| Observation { log_price: moved(o.log_price, ten), log_parts: o.log_parts.map(|x| x + ten), ..*o })
        .collect();
    let scaled_found = exponents(&scaled).expect("findings");
    for (one, other) in [
        (found.alpha, scaled_found.alpha),
        (found.beta, scaled_found.beta),
        (found.balance, scaled_found.balance),
        (found.scale, scaled_found.scale),
        (found.factor, scaled_found.factor),
    ] {
        for (x, y) in [(one.interval.low, other.interval.low), (one.interval.estimate, other.interval.estimate)] {
            assert!((x - y).abs() < 1e-6, "{one:?} {other:?}");
        }
    }
    for (one, other) in of_all.expect("forms").iter().zip(&forms(&scaled).expect("forms")) {
        assert!((one.spread.estimate - other.spread.estimate).abs() < 1e-5 && (one.score - other.score).abs() < 1e-4);
    }
}

/// Each law's own form finds its parameters, and predicts new families better than the others by more than noise.
#[test]
fn forms_are_distinguished_by_families_left_out() {
    let mean = |p: f64| {
        move |[a, d]: [f64; 2]| {
            let terms = [0.35 * (p * (a - 5.0)).exp(), 0.65 * (p * (d - 3.0)).exp()];
            4.0 + 1.1 / p * terms.iter().sum::<f64>().ln()
        }
    };
    let of =
        |all: &[FormResult], form: Form| all.iter().find(|result| result.form == form).expect("it settles").clone();
    let difference = |all: &[FormResult], form: Form| of(all, form).difference.expect("not the reference");
    let straight = forms(&designs(geometric)).expect("forms");
    assert!(difference(&straight, Form::Arithmetic).high < 0.0);
    assert!(difference(&straight, Form::Printed).high < 0.0);
    let more = difference(&straight, Form::Generalised);
    assert!(more.low < 0.0 && more.estimate.abs() < 0.02, "it has the geometric mean among its own: {more:?}");
    let sums = forms(&designs(mean(1.0))).expect("forms");
    assert!(difference(&sums, Form::Arithmetic).low > 0.0 && difference(&sums, Form::Generalised).low > 0.0);
    let harmonic = forms(&designs(mean(-2.0))).expect("forms");
    let found = of(&harmonic, Form::Generalised);
    assert!(found.difference.expect("a difference").low > 0.0);
    let parameter = |name: &str| found.parameters.iter().find(|(known, _)| *known == name).expect("a parameter").1;
    assert!((parameter("p") + 2.0).abs() < 0.5 && (parameter("s") - 1.1).abs() < 0.1, "{:?}", found.parameters);
}

/// The derivatives of every curve against differences.
#[test]
fn a_form_at_its_best_is_at_rest() {
    for form in Form::ALL {
        let all = designs(|[a, d]| 2.0 + 0.5 * (a + d) + 0.05 * (a - 5.0) * (d - 3.0));
        let all = Sample::of(&all).expect("numbers").designs;
        let fitted = fit_form(form, &all).expect("it settles");
        // At rest the straight line through θ has its least squares at θ itself.
        for (i, theta) in fitted.theta.iter().take(fitted.linear.columns).enumerate() {
            assert!((fitted.reml.gls.estimate[i] - theta).abs() < 1e-5, "{form:?} {i}");
        }
        // A likelihood that only falls to all sides says that the slopes are right.
        let squares = |theta: &[f64; 4]| fitted.misfit_at(&all, theta);
        let best = squares(&fitted.theta);
        for i in 0..fitted.linear.columns {
            for step in [-1e-3, 1e-3] {
                let mut moved = fitted.theta;
                moved[i] += step;
                assert!(squares(&moved) >= best, "{form:?} {i}");
            }
        }
    }
}

#[test]
fn what_says_nothing_is_refused() {
    let all = designs(geometric);
    let few: Vec<Observation> = all.iter().copied().filter(|o| o.family < 7).collect();
    assert_eq!(exponents(&few), Err(MetaError::FewFamilies(7)));
    assert_eq!(forms(&[]), Err(MetaError::FewFamilies(0)));
    let alike: Vec<Observation> =
        all.iter().map(|o| Observation { log_parts: [o.log_parts[0], o.log_parts[0] - 2.0], ..*o }).collect();
    assert_eq!(exponents(&alike), Err(MetaError::Alike));
    let bad: Vec<Observation> =
        all.iter().map(|o| Observation { log_price: LogPrice::Measured { value: 1.0, error: 0.0 }, ..*o }).collect();
    assert_eq!(exponents(&bad), Err(MetaError::BadNumber));
}
