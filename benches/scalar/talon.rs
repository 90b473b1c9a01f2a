//! Talon's plain scalar program: the crate's own plain player, which is the specification of the lanes' choosers, over its
//! reference. It scores every candidate by itself and gathers what it looks at in lists, as one writes it first.

use lanchester_battle::{Setup, setup};
use lanchester_core::Matchup;
use lanchester_dice::{BattleKey, KeyedDice};
use lanchester_rules_talon::Talon;
use lanchester_rules_talon::event::Event;
use lanchester_rules_talon::player::{Player, Tables};
use lanchester_rules_talon::policy::Policy;
use lanchester_rules_talon::reference::play;

/// A matchup as the scalar program plays it.
#[derive(Debug)]
pub struct Scalar<'m> {
    setup: Setup<'m, Talon>,
    policies: [&'m Policy; 2],
    tables: Tables,
}

impl<'m> Scalar<'m> {
    /// Prepares a matchup.
    #[must_use]
    pub fn new(matchup: &'m Matchup<Talon>) -> Self {
        let (setup, policies) = (setup(matchup), matchup.forces.each_ref().map(|force| &*force.policy));
        let tables = Tables::new(&setup, policies);
        Self { setup, policies, tables }
    }

    /// Plays battle `battle` of cell 0 of the study with this seed.
    ///
    /// # Panics
    /// If the player breaks a rule, which the tests of this package would have told.
    #[must_use]
    pub fn battle(&self, seed: u64, battle: u64) -> Vec<Event> {
        let key = BattleKey::new(seed, 0, battle / 2);
        let mut player = Player::new(&self.tables, self.policies, key);
        match play(&self.setup, battle, &mut KeyedDice::new(key), &mut player) {
            Ok(events) => events,
            Err(illegal) => panic!("the plain player of battle {battle} plays against the rules: {illegal}"),
        }
    }
}
