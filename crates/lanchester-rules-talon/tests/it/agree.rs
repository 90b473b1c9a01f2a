//! Lanes against the plain player, in more ships than the suite judges.

use lanchester_conformance::{Random, shipped_policies};
use lanchester_core::Rules;
use lanchester_lanes::Level;
use lanchester_rules_talon::Talon;

use crate::judge::judge;
use crate::matchups;

/// 2,400 battles of up to twelve ships a side, choice for choice; more with `LANCHESTER_MATCHUPS`.
#[test]
fn lanes_choose_what_the_plain_player_chooses() {
    let policies = shipped_policies::<Talon>();
    let matchups: u64 = std::env::var("LANCHESTER_MATCHUPS").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    for seed in 0..matchups {
        let most = [1, 2, 4, 12][(seed % 4) as usize];
        let matchup = matchups::matchup(&mut Random::new(seed), &policies, most);
        let record = Talon::record(&Talon::prepare(&matchup), Level::best(), seed, 0, 0..16);
        for (battle, events) in (0..).zip(&record) {
            judge(&matchup, seed, battle, events).unwrap_or_else(|why| panic!("seed {seed}, battle {battle}: {why}"));
        }
    }
}

#[test]
fn speed() {
    let library = lanchester_scenario::Library::<Talon>::shipped();
    for (a, b) in [("talon-ca", "terran-ca"), ("terran-ca", "terran-ca"), ("talon-300", "terran-300")] {
        let fleet = |name: &str| match library.fleet(name) {
            Ok(fleet) => fleet.ships.iter().map(|(_, ship)| std::sync::Arc::clone(ship)).collect(),
            Err(_) => vec![library.ship(name).unwrap()],
        };
        let force = |name: &str| lanchester_core::Force {
            name: name.into(),
            ships: fleet(name),
            stations: None,
            policy: library.policy("default").unwrap(),
        };
        let matchup =
            lanchester_core::Matchup { name: String::new(), forces: [force(a), force(b)], options: Default::default() };
        let tables = Talon::prepare(&matchup);
        let mut workspace = Talon::workspace();
        let mut tally = lanchester_core::Tally::new();
        let start = std::time::Instant::now();
        let pairs = 4000;
        for n in 0..pairs / 1000 {
            let job = lanchester_core::Job { seed: 1, cell: 0, pairs: n * 1000..(n + 1) * 1000 };
            Talon::play(&tables, &mut workspace, Level::best(), &job, &mut tally);
        }
        let took = start.elapsed().as_secs_f64();
        println!("{a} v {b} at {}: {:.0} battles/s {tally:?}", Level::best(), 2.0 * pairs as f64 / took);
    }
}
