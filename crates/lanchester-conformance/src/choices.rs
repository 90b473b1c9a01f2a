//! Policies: every choice of the lanes is the best by the meaning of the policy's weights, scored again in plain code.

use lanchester_core::Rules;
use lanchester_lanes::Level;

use crate::{Random, TestGame, shipped_policies};

/// Every choice is the best of its alternatives, in random battles of sixty matchups.
///
/// # Panics
/// If one is not, or too little was judged to mean anything.
pub fn every_choice_is_the_best<T: TestGame>() {
    let shipped = shipped_policies::<T::Game>();
    let mut total = vec![0; T::JUDGED.len()];
    for seed in 5000..5060 {
        let mut random = Random::new(seed);
        let mut matchup = T::random_matchup(&mut random, &shipped, 4);
        T::scorable(&mut random, seed, &mut matchup);
        let record = T::Game::record(&T::Game::prepare(&matchup), Level::best(), seed, 0, 0..4);
        for (battle, events) in (0..).zip(&record) {
            let counts = T::judge(&matchup, seed, battle, events)
                .unwrap_or_else(|why| panic!("seed {seed}, battle {battle}: {why}"));
            total.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
    }
    println!("{total:?} of {:?}", T::JUDGED);
    for (sum, (what, least)) in total.iter().zip(T::JUDGED) {
        assert!(sum > least, "too few {what} were judged: {sum}");
    }
}
