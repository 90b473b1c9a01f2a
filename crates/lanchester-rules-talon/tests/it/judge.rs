//! The choices of a recorded battle, made again by the plain player.

use lanchester_battle::{reference, setup};
use lanchester_core::Matchup;
use lanchester_dice::{BattleKey, KeyedDice};
use lanchester_rules_talon::Talon;
use lanchester_rules_talon::event::Event;
use lanchester_rules_talon::player::{Player, Tables};

/// A battle as the plain player plays it.
pub fn played(matchup: &Matchup<Talon>, seed: u64, battle: u64) -> Result<Vec<Event>, String> {
    let (setup, policies) = (setup(matchup), matchup.forces.each_ref().map(|force| &*force.policy));
    let tables = Tables::new(&setup, policies);
    let key = BattleKey::new(seed, 0, battle / 2);
    let mut player = Player::new(&tables, policies, key);
    reference::play(&setup, battle, &mut KeyedDice::new(key), &mut player).map_err(|illegal| illegal.to_string())
}

/// The first event that differs from the plain player's battle, or what was judged: points, moves, shots, launches, flights and
/// speeds.
pub fn judge(matchup: &Matchup<Talon>, seed: u64, battle: u64, events: &[Event]) -> Result<Vec<usize>, String> {
    let expected = played(matchup, seed, battle)?;
    if let Some(at) = (0..events.len().max(expected.len())).find(|at| events.get(*at) != expected.get(*at)) {
        let before = &events[at.saturating_sub(8)..at];
        return Err(format!(
            "event {at}: lanes {:?}, plain player {:?}, after {before:#?}",
            events.get(at),
            expected.get(at)
        ));
    }
    let count = |of: fn(&&Event) -> bool| events.iter().filter(of).count();
    Ok(vec![
        count(|event| matches!(event, Event::Spend { .. })),
        count(|event| matches!(event, Event::Move { .. })),
        count(|event| matches!(event, Event::Fire { .. })),
        count(|event| matches!(event, Event::Launch { .. })),
        count(|event| matches!(event, Event::Fly { .. })),
        count(|event| matches!(event, Event::Power { .. })),
    ])
}
