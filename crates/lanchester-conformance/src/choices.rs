//! Policies: every choice of the lanes is the best by the meaning of the policy's weights, scored again in plain code.

use std::sync::Arc;

use lanchester_battle::relation::{Compared, Policies, settled};
use lanchester_core::{Matchup, Rules};
use lanchester_lanes::Level;
use lanchester_scenario::GameFiles;

use crate::thorough::repetitions;
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

/// Sides of random matchups whose entries of `[[when]]` hold fight as they would with a policy that says so without entries.
///
/// # Panics
/// If one does not, or if too few entries hold to mean anything.
pub fn entries_of_when_command<T>()
where
    T: TestGame<Game: GameFiles<Policy: Policies + PartialEq, Design: Compared>>,
{
    let mut held = 0;
    let seeds = 6000..6000 + repetitions(90, 3);
    for seed in seeds.clone() {
        let mut random = Random::new(seed);
        let mut matchup = T::random_matchup(&mut random, &shipped_policies::<T::Game>(), 4);
        matchup.forces.iter_mut().for_each(|force| force.commander = Arc::new(random.policy::<T::Game>()).into());
        let mut bare = matchup.clone();
        for force in &mut bare.forces {
            *Arc::make_mut(&mut force.commander.policy).when() = Default::default();
        }
        let settled = settled(&matchup);
        let play = |of: &Matchup<T::Game>| T::Game::record(&T::Game::prepare(of), Level::best(), seed, 0, 0..4);
        assert!(play(&matchup) == play(&settled), "seed {seed}");
        held += settled.forces.iter().zip(&bare.forces).filter(|(now, then)| *now.commander != *then.commander).count();
    }
    // More than 40 of 180 sides.
    let sides = 2 * seeds.count();
    assert!(180 * held > 40 * sides, "entries held on {held} of {sides} sides");
}
