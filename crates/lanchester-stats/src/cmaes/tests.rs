//! Recorded runs of Python's `cmaes` replayed, and functions whose least value is known.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::Deserialize;

use super::Search;

/// `recorded.json`: what `cmaes` 0.13.1 was told and came to. The script that made it is in the file.
#[derive(Deserialize)]
struct Recorded {
    runs: Vec<Run>,
}

#[derive(Deserialize)]
struct Run {
    mean: Vec<f64>,
    step: f64,
    lr_adapt: bool,
    generations: Vec<Generation>,
}

#[derive(Deserialize)]
struct Generation {
    told: Vec<(Vec<f64>, f64)>,
    mean: Vec<f64>,
    step: f64,
    shape: Vec<Vec<f64>>,
}

#[test]
fn recorded_runs_are_reproduced() {
    let recorded: Recorded = serde_json::from_str(include_str!("recorded.json")).expect("the fixture");
    assert_eq!(recorded.runs.iter().map(|run| run.lr_adapt).collect::<Vec<_>>(), [false, true]);
    for run in recorded.runs {
        let search = Search::new(&run.mean, run.step).expect("a search");
        let mut search = if run.lr_adapt { search.adapting() } else { search };
        for (g, generation) in run.generations.iter().enumerate() {
            assert_eq!(search.points(), generation.told.len());
            search.tell(&generation.told);
            let ours = search.mean().iter().chain(search.shape()).chain([&search.state.step]);
            let theirs = generation.mean.iter().chain(generation.shape.iter().flatten()).chain([&generation.step]);
            for (a, b) in ours.zip(theirs) {
                assert!((a - b).abs() <= 1e-9 * (1.0 + b.abs()), "adapting {}, generation {g}: {a} {b}", run.lr_adapt);
            }
        }
    }
}

/// Standard normal numbers (Box and Muller).
fn normal(rng: &mut Xoshiro256PlusPlus) -> f64 {
    let mut unit = || ((rng.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    (-2.0 * libm::log(unit())).sqrt() * libm::cos(std::f64::consts::TAU * unit())
}

/// The search after at most so many generations, or once the function of its mean is below `enough`.
fn searched(mut search: Search, generations: u32, enough: f64, noise: f64, f: impl Fn(&[f64]) -> f64) -> Search {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    while search.generation() < generations && f(search.mean()) > enough {
        let n = search.mean().len();
        let points: Vec<(Vec<f64>, f64)> = (0..search.points())
            .map(|_| {
                let x = search.point(&(0..n).map(|_| normal(&mut rng)).collect::<Vec<_>>());
                let value = f(&x) + noise * normal(&mut rng);
                (x, value)
            })
            .collect();
        search.tell(&points);
    }
    search
}

/// A function whose least value is 0, and the generations that are allowed.
type Case = (fn(&[f64]) -> f64, u32);

fn sphere(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}

fn ellipsoid(x: &[f64]) -> f64 {
    let last = (x.len() - 1) as f64;
    x.iter().enumerate().map(|(i, x)| libm::pow(1e6, i as f64 / last) * x * x).sum()
}

fn rosenbrock(x: &[f64]) -> f64 {
    x.windows(2).map(|x| 100.0 * (x[1] - x[0] * x[0]).powi(2) + (1.0 - x[0]).powi(2)).sum()
}

#[test]
fn standard_functions_are_solved() {
    // Hansen's tutorial, figure on the convergence rate: some hundred times n evaluations for the sphere, about ten times as many
    // for the ill-conditioned ellipsoid and for Rosenbrock's valley; twice that is allowed.
    let begin = || Search::new(&[0.5, -1.0, 2.0, 1.5, -0.5, 0.1, 3.0, -2.0], 1.0).expect("a search");
    let cases: [Case; 3] = [(sphere, 160), (ellipsoid, 1600), (rosenbrock, 1600)];
    for (case, (f, generations)) in cases.into_iter().enumerate() {
        let end = searched(begin(), generations, 1e-10, 0.0, f);
        assert!(f(end.mean()) <= 1e-10, "{case}: {} after {}", f(end.mean()), end.generation());
    }
}

#[test]
fn adapting_rates_find_the_least_of_a_noisy_function() {
    // Noise of standard deviation 1 everywhere: without adaptation the mean keeps a squared distance of about the noise.
    let begin = || Search::new(&[3.0; 10], 2.0).expect("a search");
    let plain = sphere(searched(begin(), 3000, 0.0, 1.0, sphere).mean());
    let adapted = sphere(searched(begin().adapting(), 3000, 0.0, 1.0, sphere).mean());
    assert!(adapted < 0.1 && adapted < plain / 3.0, "{adapted} against {plain}");
}

#[test]
fn odd_input_is_harmless() {
    assert!(Search::new(&[], 1.0).is_none() && Search::new(&[0.0], 0.0).is_none());
    assert!(Search::new(&[f64::NAN], 1.0).is_none() && Search::new(&[0.0], f64::INFINITY).is_none());
    let mut search = Search::new(&[1.0, 2.0], 0.5).expect("a search").adapting();
    assert_eq!(search.point(&[]), [1.0, 2.0]);
    let points = |value: f64| vec![(vec![0.0, 0.0], value); 6];
    search.tell(&points(f64::NAN));
    search.tell(&points(1.0)[..5]);
    search.tell(&vec![(vec![0.0], 1.0); 6]);
    assert_eq!(search.generation(), 0);
    // A generation of one point, worth the same six times.
    search.tell(&points(1.0));
    assert_eq!(search.generation(), 1);
    assert!(search.mean().iter().chain(search.shape()).all(|x| x.is_finite()) && search.step() > 0.0);
    // And where not a single point moves.
    let mut still = Search::new(&[1.0], 0.5).expect("a search").adapting();
    still.tell(&vec![(vec![1.0], 0.0); 4]);
    assert!(still.mean()[0] == 1.0 && still.step().is_finite());
}
