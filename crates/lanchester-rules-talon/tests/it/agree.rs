//! Battles of 64 lanes against battles in one lane over the reference, in more ships than the suite judges, at every level.

use lanchester_conformance::{Random, shipped_policies};
use lanchester_core::Rules;
use lanchester_lanes::Level;
use lanchester_rules_talon::Talon;

use crate::judge::judge_at;
use crate::matchups;

/// 2,400 battles of up to twelve ships a side, choice for choice.
#[test]
fn one_lane_chooses_what_sixty_four_choose() {
    let policies = shipped_policies::<Talon>();
    for seed in 0..150 {
        let most = [1, 2, 4, 12][(seed % 4) as usize];
        let matchup = matchups::matchup(&mut Random::new(seed), &policies, most);
        let record = Talon::record(&Talon::prepare(&matchup), Level::best(), seed, 0, 0..16);
        // The best level judges all, each other one a battle in four.
        for (number, level) in Level::available().into_iter().enumerate() {
            for (battle, events) in (0..).zip(&record).step_by(if number == 0 { 1 } else { 4 }) {
                judge_at(level, &matchup, seed, battle, events)
                    .unwrap_or_else(|why| panic!("{level}, seed {seed}, battle {battle}: {why}"));
            }
        }
    }
}
