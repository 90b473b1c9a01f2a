//! Matchups for the tests of a game's reference, without files and policies.

use lanchester_battle::{Reference, Setup, ShipId, reference};
use lanchester_core::{Rules, Side};
use lanchester_dice::{BattleKey, KeyedDice};

/// A matchup that owns its designs.
#[derive(Clone, Debug)]
pub struct Stage<G: Rules> {
    /// The ships of A and of B.
    pub fleets: [Vec<G::Design>; 2],
    /// Their stations, where they are fixed.
    pub stations: [Option<Vec<G::Station>>; 2],
    /// The options of the battle.
    pub options: G::Options,
}

impl<G: Rules> Stage<G> {
    /// Two fleets, placed freely, with the default options.
    #[must_use]
    pub fn new(fleets: [Vec<G::Design>; 2]) -> Self {
        Self { fleets, stations: [None, None], options: G::Options::default() }
    }

    /// Both with fixed stations.
    #[must_use]
    pub fn fixed(self, stations: [Vec<G::Station>; 2]) -> Self {
        Self { stations: stations.map(Some), ..self }
    }

    /// What the reference takes.
    #[must_use]
    pub fn setup(&self) -> Setup<'_, G> {
        Setup {
            ships: [0, 1].map(|i| self.fleets[i].iter().collect()),
            stations: self.stations.clone(),
            options: &self.options,
        }
    }

    /// The events of a battle played with these choices and the dice of [`key`].
    ///
    /// # Panics
    /// If a choice is not legal.
    pub fn played<C>(&self, battle: u64, mut choices: C) -> Vec<G::Event>
    where
        G: Reference<C>,
    {
        let mut dice = KeyedDice::new(key(battle));
        reference::play(&self.setup(), battle, &mut dice, &mut choices).expect("the choices are legal")
    }
}

/// The dice of a battle of the tests.
#[must_use]
pub const fn key(battle: u64) -> BattleKey {
    BattleKey::new(7, 8, battle / 2)
}

/// The ship in `slot` of fleet A.
#[must_use]
pub const fn a(slot: u8) -> ShipId {
    ShipId { side: Side::A, slot }
}

/// The ship in `slot` of fleet B.
#[must_use]
pub const fn b(slot: u8) -> ShipId {
    ShipId { side: Side::B, slot }
}
