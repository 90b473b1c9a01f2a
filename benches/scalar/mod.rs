//! Plain programs of the games, to compare the lanes with: a game's reference plays one battle at a time, and the game's player
//! makes the choices that the lanes make, in the same order, so that both play the same battles event for event. Nova has no player.

pub mod player;

use lanchester_battle::occupancy::Occupancy;
use lanchester_core::{Matchup, Rules, Tally};
use lanchester_rules_nova::Nova;
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_talon::Talon;
use lanchester_scenario::GameFiles;

/// Plays a battle of cell 0 of a seed to its end and keeps every event: a reference knows no other way.
pub type Battle<'m, E> = Box<dyn Fn(u64, u64) -> Vec<E> + 'm>;

/// A program that plays a matchup one battle at a time.
pub struct Program<'m, G: Rules> {
    battle: Battle<'m, G::Event>,
}

impl<'m, G: Benched> Program<'m, G> {
    /// A program that plays a battle of this seed and number.
    pub fn new(battle: impl Fn(u64, u64) -> Vec<G::Event> + 'm) -> Self {
        Self { battle: Box::new(battle) }
    }

    /// The events of battle `battle` of cell 0 of the study with this seed.
    #[must_use]
    pub fn battle(&self, seed: u64, battle: u64) -> Vec<G::Event> {
        (self.battle)(seed, battle)
    }

    /// Plays the first `pairs` pairs of a seed.
    ///
    /// # Panics
    /// If a battle does not end.
    #[must_use]
    pub fn play(&self, seed: u64, pairs: u64) -> Tally {
        let mut tally = Tally::new();
        for pair in 0..pairs {
            tally.record_pair([2 * pair, 2 * pair + 1].map(|battle| {
                let events = self.battle(seed, battle);
                events.last().and_then(G::outcome).expect("a battle ends with how it ended")
            }));
        }
        tally
    }
}

/// A game with cases whose speed is reported.
pub trait Benched: GameFiles {
    /// The plain program of a matchup, where the game has a player.
    fn program<'m>(matchup: &'m Matchup<Self>, tables: &'m Self::Prepared) -> Option<Program<'m, Self>>;

    /// Whether an event is the move of a ship.
    fn moves(event: &Self::Event) -> bool;

    /// How full batches were, by kind of step.
    fn busy(workspace: &Self::Workspace) -> [(&'static str, Occupancy); 3];
}

impl Benched for Nova {
    fn program<'m>(_: &'m Matchup<Self>, _: &'m Self::Prepared) -> Option<Program<'m, Self>> {
        None
    }

    fn moves(event: &Self::Event) -> bool {
        matches!(event, lanchester_rules_nova::event::Event::Move { .. })
    }

    fn busy(workspace: &Self::Workspace) -> [(&'static str, Occupancy); 3] {
        let served = workspace.served;
        [("move", served.moves), ("fire", served.fire), ("turn", served.turns)]
    }
}

impl Benched for StarmadaX {
    fn program<'m>(matchup: &'m Matchup<Self>, _: &'m Self::Prepared) -> Option<Program<'m, Self>> {
        Some(player::starmada_x(matchup))
    }

    fn moves(event: &Self::Event) -> bool {
        matches!(event, lanchester_rules_starmada_x::event::Event::Move { .. })
    }

    fn busy(workspace: &Self::Workspace) -> [(&'static str, Occupancy); 3] {
        let served = workspace.served;
        [("orders", served.orders), ("fire", served.fire), ("flights", served.flights)]
    }
}

impl Benched for Talon {
    fn program<'m>(matchup: &'m Matchup<Self>, tables: &'m Self::Prepared) -> Option<Program<'m, Self>> {
        Some(player::talon(matchup, tables))
    }

    fn moves(event: &Self::Event) -> bool {
        matches!(event, lanchester_rules_talon::event::Event::Move { .. })
    }

    fn busy(workspace: &Self::Workspace) -> [(&'static str, Occupancy); 3] {
        let served = workspace.served;
        [("impulse", served.impulses), ("turn", served.turns), ("move", served.moves)]
    }
}
