//! The rungs of single rules: battles of nothing but movement, and of hardly anything but fire, lanes against the reference.

use std::sync::Arc;

use lanchester_conformance::ladder::same;
use lanchester_conformance::{Random, shipped_policies};
use lanchester_core::{Matchup, Rules};
use lanchester_lanes::Level;
use lanchester_rules_talon::Talon;
use lanchester_rules_talon::design::{Design, Line};
use lanchester_rules_talon::event::Event;

use crate::matchups;

/// Records battles of random matchups whose designs were `changed`, compares them with the reference and counts the events that
/// show something.
fn replayed(
    level: Level,
    change: impl Fn(&mut Design),
    options: impl Fn(&mut Matchup<Talon>),
    shows: impl Fn(&&Event) -> bool,
) -> Result<usize, String> {
    let mut shown = 0;
    for seed in 0..40 {
        let mut matchup = matchups::matchup(&mut Random::new(seed), &shipped_policies::<Talon>(), 4);
        options(&mut matchup);
        for ship in matchup.forces.iter_mut().flat_map(|force| &mut force.ships) {
            change(Arc::make_mut(ship));
        }
        let record = Talon::record(&Talon::prepare(&matchup), level, seed, 0, 0..16);
        for (battle, events) in (0..).zip(&record) {
            Talon::verify(&matchup, seed, 0, battle, events)
                .map_err(|mismatch| format!("seed {seed}, battle {battle} at {level}: {mismatch}"))?;
            shown += events.iter().filter(&shows).count();
        }
    }
    Ok(shown)
}

/// TALON P.4: ships without weapons.
pub fn movement(level: Level) -> Result<(), String> {
    let options = |matchup: &mut Matchup<Talon>| matchup.options.turn_cap = 6;
    let change = |ship: &mut Design| ship.groups.clear();
    let moved = replayed(level, change, options, |event| matches!(event, Event::Move { .. }))?;
    same(|| "ships that move".to_owned(), &(moved > 5_000), &true)
}

/// TALON 8: ships that move once a round and cannot change it.
pub fn fire(level: Level) -> Result<(), String> {
    let options = |matchup: &mut Matchup<Talon>| (matchup.options.turn_cap, matchup.options.gap) = (6, 2);
    let change = |ship: &mut Design| {
        (ship.start, ship.afterburners) = (1, 0);
        ship.curve = vec![Line { power: 6, speed: 1, radius: 0 }];
    };
    let hits = replayed(level, change, options, |event| matches!(event, Event::Damage { .. }))?;
    same(|| "shots that hit".to_owned(), &(hits > 1_000), &true)
}
