//! The choices of a recorded battle, found again in plain code by what the keys of a policy mean.

use lanchester_battle::{Recorded, reference, setup};
use lanchester_core::Matchup;
use lanchester_lanes::dice::{BattleKey, KeyedDice};
use lanchester_toy::Toy;
use lanchester_toy::event::Event;
use lanchester_toy::options::facing;
use lanchester_toy::policy::{Policy, Target};
use lanchester_toy::reference::choices::Choices;
use lanchester_toy::reference::{Battle, Ship};

/// Recorded choices, compared one by one.
struct Judge<'a> {
    recorded: Recorded<'a, Event>,
    policies: [&'a Policy; 2],
    moves: usize,
    targets: usize,
}

/// Plays the record again and counts the moves and targets that were judged.
pub fn judge(matchup: &Matchup<Toy>, seed: u64, battle: u64, events: &[Event]) -> Result<Vec<usize>, String> {
    let policies = matchup.forces.each_ref().map(|force| &*force.commander);
    let mut judge = Judge { recorded: Recorded::new(events), policies, moves: 0, targets: 0 };
    let mut dice = KeyedDice::new(BattleKey::new(seed, 0, battle / 2));
    reference::play(&setup(matchup), battle, &mut dice, &mut judge).map_err(|illegal| illegal.to_string())?;
    Ok(vec![judge.moves, judge.targets])
}

impl Choices for Judge<'_> {
    /// As far as `speed` and the map let it, but never so far that both closing in would come nearer than `keep`.
    fn ahead(&mut self, battle: &Battle<'_>, ship: &Ship<'_>) -> Result<u8, String> {
        let policy = self.policies[ship.id.side];
        let nearest = battle.enemies(ship.id).map(|enemy| ship.at.distance(enemy.at)).min().unwrap_or(0);
        let ahead = |hexes: u16| ship.at.ahead(facing(ship.id.side.seat(battle.number)), hexes);
        let fine = |hexes: &u16| {
            battle.options.board().contains(ahead(*hexes))
                && i32::from(nearest) - 2 * i32::from(*hexes) >= policy.keep.into()
        };
        let best = (1..=u16::from(policy.speed)).take_while(fine).count() as u8;
        let chosen = self.recorded.ahead(battle, ship)?;
        self.moves += 1;
        if chosen == best { Ok(chosen) } else { Err(format!("{:?} goes {chosen}, not {best}", ship.id)) }
    }

    /// The first of those that no enemy beats.
    fn target(&mut self, battle: &Battle<'_>, ship: &Ship<'_>) -> Result<u8, String> {
        let measure = |enemy: &&Ship<'_>| match self.policies[ship.id.side].target {
            Target::Nearest => ship.at.distance(enemy.at),
            Target::Weakest => enemy.hull.into(),
        };
        let least = battle.enemies(ship.id).map(|enemy| measure(&enemy)).min();
        let best = battle.enemies(ship.id).find(|enemy| Some(measure(enemy)) == least).map(|enemy| enemy.id.slot);
        let chosen = self.recorded.target(battle, ship)?;
        self.targets += 1;
        if Some(chosen) == best { Ok(chosen) } else { Err(format!("{:?} fires at {chosen}, not {best:?}", ship.id)) }
    }
}
