//! The rungs of single rules: battles of nothing but movement, and of nothing but fire, lanes against the reference.

use std::sync::Arc;

use lanchester_conformance::ladder::same;
use lanchester_conformance::{Random, shipped_policies};
use lanchester_core::{Matchup, Rules};
use lanchester_lanes::Level;
use lanchester_toy::Toy;
use lanchester_toy::event::Event;
use lanchester_toy::policy::Policy;

use crate::matchups;

/// Records battles of random matchups that were `changed`, compares them with the reference and counts the events that show
/// something.
fn replayed(
    level: Level,
    change: impl Fn(&mut Matchup<Toy>),
    shows: impl Fn(&&Event) -> bool,
) -> Result<usize, String> {
    let mut shown = 0;
    for seed in 0..40 {
        let mut matchup = matchups::matchup(&mut Random::new(seed), &shipped_policies::<Toy>(), 4);
        change(&mut matchup);
        let record = Toy::record(&Toy::prepare(&matchup), level, seed, 0, 0..16);
        for (battle, events) in (0..).zip(&record) {
            Toy::verify(&matchup, seed, 0, battle, events)
                .map_err(|mismatch| format!("seed {seed}, battle {battle} at {level}: {mismatch}"))?;
            shown += events.iter().filter(&shows).count();
        }
    }
    Ok(shown)
}

/// TOY 3: guns that reach nobody.
pub fn movement(level: Level) -> Result<(), String> {
    let change = |matchup: &mut Matchup<Toy>| {
        matchup.options.distance = 1000;
        matchup.options.turn_cap = 10;
        for force in &mut matchup.forces {
            force.ships.iter_mut().for_each(|ship| Arc::make_mut(ship).die = 4);
        }
    };
    let moved = replayed(level, change, |event| matches!(event, Event::Move { ahead: 1.., .. }))?;
    same(|| "ships that move".to_owned(), &(moved > 500), &true)
}

/// TOY 4: ships that stay where they are.
pub fn fire(level: Level) -> Result<(), String> {
    let change = |matchup: &mut Matchup<Toy>| {
        matchup.options.distance = 30;
        for force in &mut matchup.forces {
            force.policy = Arc::new(Policy { speed: 0, ..Policy::clone(&force.policy) });
        }
    };
    let hits = replayed(level, change, |event| matches!(event, Event::Fire { hits: 1.., .. }))?;
    same(|| "volleys that hit".to_owned(), &(hits > 500), &true)
}
