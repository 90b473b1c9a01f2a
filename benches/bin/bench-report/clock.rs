//! Whether the processor ran at the same speed all the time, and how long things take.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Steps of the chain: some ten milliseconds.
const STEPS: u64 = 16_000_000;

/// Effective clock of this core in GHz: a chain of dependent additions and exclusive ors, which every x86-64 and every
/// large ARM core does one a cycle. The best of three, so that a neighbour's time slice does not look like a slow clock.
pub fn gigahertz() -> f64 {
    (0..3).map(|_| chain()).fold(0.0, f64::max)
}

fn chain() -> f64 {
    let (mut x, key) = (black_box(1u64), black_box(0x9e37_79b9_7f4a_7c15u64));
    let begun = Instant::now();
    // Neither operation distributes over the other, so no compiler can shorten the chain.
    for step in 0..STEPS {
        x = x.wrapping_add(step) ^ key;
    }
    black_box(x);
    2.0 * STEPS as f64 / begun.elapsed().as_nanos() as f64
}

/// Plain arithmetic, as much as a core can do at once, shared by so many threads: what two threads gain at it is what the
/// machine has to give. Two virtual cores may be one real one.
pub fn arithmetic(threads: u64) {
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let key = black_box(0x9e37_79b9_7f4a_7c15u64);
                let mut chains = black_box([1u64, 2, 3, 4, 5, 6, 7, 8]);
                for step in 0..4 * STEPS / threads {
                    chains.iter_mut().for_each(|x| *x = x.wrapping_add(step) ^ key);
                }
                black_box(chains);
            });
        }
    });
}

/// Seconds of each of some works, which are done in turn, in every round: as many rounds as fit into `budget`, at least three
/// and an odd number, after one that does not count. Each work is told the number of the round, so that it need not repeat
/// itself. A clock that drifts weighs on all of a round alike.
pub fn rounds(budget: Duration, works: &mut [&mut dyn FnMut(u64)]) -> Vec<Vec<f64>> {
    let mut round = |number: u64| -> Vec<f64> {
        let timed = works.iter_mut().map(|work| {
            let begun = Instant::now();
            work(number);
            begun.elapsed().as_secs_f64()
        });
        timed.collect()
    };
    let first: f64 = round(0).iter().sum();
    let count = (budget.as_secs_f64() / first.max(1e-9)).clamp(3.0, 201.0) as u64 | 1;
    (1..=count).map(round).collect()
}

/// The median of an odd number of values.
pub fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
