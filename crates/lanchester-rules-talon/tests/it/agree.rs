//! Lanes against the plain player, in more ships than the suite judges.

use lanchester_conformance::{Random, shipped_policies};
use lanchester_core::Rules;
use lanchester_lanes::Level;
use lanchester_rules_talon::Talon;

use crate::judge::judge;
use crate::matchups;

/// 2,400 battles of up to twelve ships a side, choice for choice.
#[test]
fn lanes_choose_what_the_plain_player_chooses() {
    let policies = shipped_policies::<Talon>();
    for seed in 0..150 {
        let most = [1, 2, 4, 12][(seed % 4) as usize];
        let matchup = matchups::matchup(&mut Random::new(seed), &policies, most);
        let record = Talon::record(&Talon::prepare(&matchup), Level::best(), seed, 0, 0..16);
        for (battle, events) in (0..).zip(&record) {
            judge(&matchup, seed, battle, events).unwrap_or_else(|why| panic!("seed {seed}, battle {battle}: {why}"));
        }
    }
}
