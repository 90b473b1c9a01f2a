//! Every battle that the lanes play is reproduced by the reference, event for event.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use lanchester_core::{Combatant, Matchup, Rules};
use lanchester_lanes::Level;

use crate::{Policies, Random, TestGame, shipped_policies};

/// Random matchups, and battles of each.
const MATCHUPS: u64 = 320;
const BATTLES: u64 = 64;

type Played<T> = (Matchup<<T as TestGame>::Game>, Vec<Vec<<<T as TestGame>::Game as Rules>::Event>>);

/// Plays `battles` battles of the matchup that `seed` makes and replays each through the reference.
fn agree<T: TestGame>(seed: u64, shipped: &Policies<T::Game>, battles: u64, most: u64) -> Played<T> {
    let level = Level::best();
    let matchup = T::random_matchup(&mut Random::new(seed), shipped, most);
    let record = T::Game::record(&T::Game::prepare(&matchup), level, seed, seed % 7, 0..battles);
    for (battle, events) in record.iter().enumerate() {
        if let Err(mismatch) = T::Game::verify(&matchup, seed, seed % 7, battle as u64, events) {
            let ships =
                matchup.forces.each_ref().map(|f| f.ships.iter().map(|s| s.name().to_owned()).collect::<Vec<_>>());
            let around = &events[mismatch.at.saturating_sub(6)..(mismatch.at + 3).min(events.len())];
            panic!(
                "seed {seed}, battle {battle} at {level}: {mismatch}\n{ships:?}\n{:?}\n{around:#?}",
                matchup.options
            );
        }
    }
    (matchup, record)
}

/// 20,480 battles of 320 random matchups agree, and all of [`TestGame::SIGHTS`] is among them.
///
/// # Panics
/// If a battle differs, with its seed, or something never happened.
pub fn lanes_agree_with_the_reference_on_20_480_battles<T: TestGame>() {
    let (next, played) = (AtomicU64::new(0), AtomicU64::new(0));
    let shipped: Vec<Arc<_>> = shipped_policies::<T::Game>();
    let seen = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= MATCHUPS {
                        return;
                    }
                    let (matchup, record) = agree::<T>(seed, &shipped, BATTLES, T::MOST_SHIPS);
                    played.fetch_add(record.len() as u64, Ordering::Relaxed);
                    let sights: Vec<_> = record.iter().flat_map(|events| T::sights(&matchup, events)).collect();
                    let mut seen = seen.lock().expect("no thread panicked");
                    for sight in sights {
                        *seen.entry(sight).or_insert(0u64) += 1;
                    }
                }
            });
        }
    });
    assert_eq!(played.into_inner(), 20_480);
    let seen = seen.into_inner().expect("no thread panicked");
    println!("{seen:#?}");
    let missing: Vec<_> = T::SIGHTS.iter().filter(|sight| !seen.contains_key(*sight)).collect();
    assert!(missing.is_empty(), "never happened: {missing:?} among {seen:?}");
}

/// The largest fleets, uneven too.
pub fn twelve_a_side_agree<T: TestGame>() {
    let shipped = shipped_policies::<T::Game>();
    for seed in 1000..1012 {
        agree::<T>(seed, &shipped, 8, 12);
    }
}

/// Every level of the machine plays the same battles.
pub fn every_level_plays_the_same_battles<T: TestGame>() {
    let shipped = shipped_policies::<T::Game>();
    for seed in 2000..2012 {
        let (matchup, best) = agree::<T>(seed, &shipped, 32, 4);
        for level in Level::available() {
            let other = T::Game::record(&T::Game::prepare(&matchup), level, seed, seed % 7, 0..32);
            assert_eq!(best, other, "seed {seed}: {level} plays other battles than {}", Level::best());
        }
    }
}
