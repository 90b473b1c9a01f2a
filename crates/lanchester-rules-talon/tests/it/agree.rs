//! Lanes against the reference, and against the plain player.

use lanchester_battle::{reference, setup};
use lanchester_conformance::Random;
use lanchester_core::{Matchup, Rules};
use lanchester_dice::{BattleKey, KeyedDice};
use lanchester_lanes::Level;
use lanchester_rules_talon::Talon;
use lanchester_rules_talon::event::Event;
use lanchester_rules_talon::player::{Player, Tables};
use lanchester_scenario::{Kind, Library};

use crate::matchups;

/// A battle as the plain player plays it.
fn played(matchup: &Matchup<Talon>, seed: u64, battle: u64) -> Vec<Event> {
    let (setup, policies) = (setup(matchup), matchup.forces.each_ref().map(|force| &*force.policy));
    let tables = Tables::new(&setup, policies);
    let key = BattleKey::new(seed, 0, battle / 2);
    let mut player = Player::new(&tables, policies, key);
    reference::play(&setup, battle, &mut KeyedDice::new(key), &mut player).expect("legal choices")
}

#[test]
fn lanes_choose_what_the_plain_player_chooses() {
    let library = Library::<Talon>::shipped();
    let policies: Vec<_> = library.ids(Kind::Policy).map(|id| library.policy(id).expect("a shipped policy")).collect();
    let matchups: u64 = std::env::var("MATCHUPS").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    for seed in 0..matchups {
        let mut random = Random::new(seed);
        let most = [1, 2, 4, 12][(seed % 4) as usize];
        let matchup = matchups::matchup(&mut random, &policies, most);
        let record = Talon::record(&Talon::prepare(&matchup), Level::best(), seed, 0, 0..16);
        for (battle, events) in (0..).zip(&record) {
            let expected = played(&matchup, seed, battle);
            let differs = (0..events.len().max(expected.len())).find(|at| events.get(*at) != expected.get(*at));
            if let Some(at) = differs {
                let from = at.saturating_sub(12);
                events[from..at].iter().for_each(|event| println!("{event:?}"));
                println!("lanes: {:?}", events.get(at));
                println!("plain: {:?}", expected.get(at));
                let policies = matchup.forces.each_ref().map(|force| &force.policy);
                panic!("seed {seed}, battle {battle}, event {at}: {:?} {policies:?}", matchup.options);
            }
            Talon::verify(&matchup, seed, 0, battle, events).expect("a record that replays");
        }
    }
}
