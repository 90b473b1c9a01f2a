//! Tests of the player: whole battles of random policies are legal, and each key changes choices.

mod battles;
mod faults;
mod fire;
mod movement;
mod people;
mod points;
mod setup;

use lanchester_conformance::staging::Stage;
use lanchester_core::Side;
use lanchester_lanes::Level;
use lanchester_lanes::dice::BattleKey;

use super::Player;
use crate::Talon;
use crate::event::ShipId;
use crate::lanes::tables::Tables;
use crate::policy::Policy;
use crate::reference::Battle;
use crate::reference::tests::staging::table;

/// A policy that weighs nothing: the first of all candidates.
fn blank() -> Policy {
    Policy { name: "blank".to_owned(), launch_range: 4, ..Policy::default() }
}

/// The blank policy with something of it changed.
fn with(change: impl FnOnce(&mut Policy)) -> Policy {
    let mut policy = blank();
    change(&mut policy);
    policy
}

/// What a player of this policy answers in a position.
fn answer<T>(
    stage: &Stage<Talon>,
    policy: &Policy,
    position: impl FnOnce(&mut Battle<'_>),
    ask: impl FnOnce(&mut Player<'_>, &Battle<'_>) -> T,
) -> T {
    let setup = stage.setup();
    let mut battle = table(&setup);
    battle.current = Side::A;
    position(&mut battle);
    let tables = Tables::of(&setup, [policy, policy]);
    ask(&mut Player::new(&tables, Level::best(), BattleKey::new(1, 0, 0)), &battle)
}

/// Empties the charge bars of a ship.
fn discharge(battle: &mut Battle<'_>, ship: ShipId) {
    battle.vessels[ship.side][usize::from(ship.slot)].bars = Default::default();
}
