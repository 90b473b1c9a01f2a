//! The choices of a recorded battle, made again one by one, by the chooser in one lane over the reference: lanes do not leak into each
//! other, and nothing that is kept between two choices is stale.

use lanchester_battle::{reference, setup};
use lanchester_core::{Matchup, Rules};
use lanchester_lanes::Level;
use lanchester_lanes::dice::{BattleKey, KeyedDice};
use lanchester_rules_talon::Talon;
use lanchester_rules_talon::event::Event;
use lanchester_rules_talon::player::Player;

/// A battle as the player plays it in one lane.
fn played(level: Level, matchup: &Matchup<Talon>, seed: u64, battle: u64) -> Result<Vec<Event>, String> {
    let (setup, tables) = (setup(matchup), Talon::prepare(matchup));
    let key = BattleKey::new(seed, 0, battle / 2);
    let mut player = Player::new(&tables, level, key);
    reference::play(&setup, battle, &mut KeyedDice::new(key), &mut player).map_err(|illegal| illegal.to_string())
}

/// [`judge_at`] the best level.
pub fn judge(matchup: &Matchup<Talon>, seed: u64, battle: u64, events: &[Event]) -> Result<Vec<usize>, String> {
    judge_at(Level::best(), matchup, seed, battle, events)
}

/// The first event that differs from the battle in one lane, or what was judged: points, moves, shots, launches, flights and
/// speeds.
pub fn judge_at(
    level: Level,
    matchup: &Matchup<Talon>,
    seed: u64,
    battle: u64,
    events: &[Event],
) -> Result<Vec<usize>, String> {
    let expected = played(level, matchup, seed, battle)?;
    if let Some(at) = (0..events.len().max(expected.len())).find(|at| events.get(*at) != expected.get(*at)) {
        let before = &events[at.saturating_sub(8)..at];
        return Err(format!(
            "event {at}: lanes {:?}, one lane {:?}, after {before:#?}",
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
