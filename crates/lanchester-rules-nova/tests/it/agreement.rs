//! Every battle that the lanes play is reproduced by the reference, event for event.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::{Random, random_matchup, shipped_policies};
use lanchester_core::{Combatant, Matchup, Rules, Verdict};
use lanchester_lanes::Level;
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::event::{Arrival, Condition, Event};

/// Plays `battles` battles of the matchup that `seed` makes and replays each through the reference.
fn agree(seed: u64, level: Level, battles: u64, most: u64) -> (Matchup<Nova>, Vec<Vec<Event>>) {
    let mut random = Random::new(seed);
    let matchup = random_matchup(&mut random, &shipped_policies(), most);
    let tables = Nova::prepare(&matchup);
    let record = Nova::record(&tables, level, seed, seed % 7, 0..battles);
    for (battle, events) in record.iter().enumerate() {
        if let Err(mismatch) = Nova::verify(&matchup, seed, seed % 7, battle as u64, events) {
            let ships =
                matchup.forces.each_ref().map(|f| f.ships.iter().map(|s| s.name().to_owned()).collect::<Vec<_>>());
            panic!("seed {seed}, battle {battle} at {level}: {mismatch}\n{ships:?}\n{:?}", matchup.options);
        }
    }
    (matchup, record)
}

/// Rung "battle" of the ladder: 20,480 battles of 320 random matchups, fleets of 1 to 6 a side, every policy, every
/// option, random weights, fixed and free placement.
#[test]
fn lanes_agree_with_the_reference_on_20_480_battles() {
    let next = AtomicU64::new(0);
    let played = AtomicU64::new(0);
    let seen = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= 320 {
                        return;
                    }
                    let (matchup, record) = agree(seed, Level::best(), 64, 6);
                    played.fetch_add(record.len() as u64, Ordering::Relaxed);
                    let mut seen = seen.lock().expect("no thread panicked");
                    for event in record.iter().flatten() {
                        *seen.entry(sight(event)).or_insert(0u64) += 1;
                        if let Some(rare) = rare_sight(&matchup, event) {
                            *seen.entry(rare).or_insert(0) += 1;
                        }
                    }
                }
            });
        }
    });
    assert_eq!(played.into_inner(), 20_480);
    let seen = seen.into_inner().expect("no thread panicked");
    let missing: Vec<_> = SIGHTS.iter().filter(|sight| !seen.contains_key(*sight)).collect();
    assert!(missing.is_empty(), "never happened: {missing:?} among {seen:?}");
}

/// What must have happened at least once for the agreement to mean something.
const SIGHTS: [&str; 16] = [
    "placement die",
    "tied initiative",
    "come about",
    "reverse course",
    "left the board",
    "shifted",
    "attack",
    "shields held",
    "check damaged",
    "check crippled",
    "destroyed",
    "capped",
    "draw",
    "wasted",
    "armour outlasted a hull of one",
    "armour outlasted a hull of two",
];

fn sight(event: &Event) -> &'static str {
    match event {
        Event::PlacementDie { .. } => "placement die",
        Event::Initiative { throws: 2.., .. } => "tied initiative",
        Event::Move { arrival: Arrival::LeftBoard, .. } => "left the board",
        Event::Move { arrival: Arrival::Shifted(_), .. } => "shifted",
        Event::Move { maneuver, .. } if maneuver.turns.abs() == 1 => "come about",
        Event::Move { maneuver, .. } if maneuver.turns.abs() > 1 => "reverse course",
        Event::Attack { shot } if shot.through < shot.hits => "shields held",
        Event::Attack { .. } => "attack",
        Event::Wasted { .. } => "wasted",
        Event::Check { condition: Condition::Damaged, .. } => "check damaged",
        Event::Check { .. } => "check crippled",
        Event::Damage { condition: Condition::Destroyed, .. } => "destroyed",
        Event::Over { outcome } if outcome.capped => "capped",
        Event::Over { outcome } if outcome.verdict == Verdict::Draw => "draw",
        _ => "else",
    }
}

/// A ship of one or two hull boxes that lives on when they are gone: its last armour boxes come after them.
fn rare_sight(matchup: &Matchup<Nova>, event: &Event) -> Option<&'static str> {
    let Event::Damage { ship, condition: Condition::Crippled, .. } = event else { return None };
    let design = &matchup.forces[ship.side].ships[usize::from(ship.slot)];
    match design.hull {
        1 => Some("armour outlasted a hull of one"),
        2 => Some("armour outlasted a hull of two"),
        _ => None,
    }
}

/// The largest fleets, uneven too.
#[test]
fn twelve_a_side_agree() {
    for seed in 1000..1012 {
        agree(seed, Level::best(), 8, 12);
    }
}

/// Rung "levels": every level of the machine plays the same battles.
#[test]
fn every_level_plays_the_same_battles() {
    for seed in 2000..2012 {
        let (_, best) = agree(seed, Level::best(), 32, 4);
        for level in Level::available() {
            let mut random = Random::new(seed);
            let matchup = random_matchup(&mut random, &shipped_policies(), 4);
            let other = Nova::record(&Nova::prepare(&matchup), level, seed, seed % 7, 0..32);
            assert_eq!(best, other, "seed {seed}: {level} plays other battles than {}", Level::best());
        }
    }
}
