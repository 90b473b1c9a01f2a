//! Lanes against the reference.

use std::sync::Arc;

use lanchester_conformance::Random;
use lanchester_core::Rules;
use lanchester_lanes::Level;
use lanchester_rules_talon::Talon;
use lanchester_rules_talon::policy::Policy;

use crate::matchups;

#[test]
fn random_battles_replay() {
    let policy = [Arc::new(Policy { name: "any".into() })];
    let matchups: u64 = std::env::var("MATCHUPS").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    for seed in 0..matchups {
        let mut random = Random::new(seed);
        let most = [1, 2, 4, 12][(seed % 4) as usize];
        let matchup = matchups::matchup(&mut random, &policy, most);
        let record = Talon::record(&Talon::prepare(&matchup), Level::best(), seed, 0, 0..64);
        for (battle, events) in (0..).zip(&record) {
            if let Err(mismatch) = Talon::verify(&matchup, seed, 0, battle, events) {
                for event in &events[mismatch.at.saturating_sub(12)..(mismatch.at + 3).min(events.len())] {
                    println!("{event:?}");
                }
                panic!("seed {seed}, battle {battle}: {mismatch}\n{:?}", matchup.options);
            }
        }
    }
}
