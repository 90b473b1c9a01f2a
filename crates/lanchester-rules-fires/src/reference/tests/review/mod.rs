//! A second reader's positions: what the book says, worked out by hand, against the reference.

mod ends;
mod fire;
mod flight;
mod opening;

use super::*;
use crate::event::code::Of;
use crate::formulas::damage::Condition;

/// A dreadnought of 700 millions: meson guns and particle accelerators, basic damage number 0, no missiles.
fn dreadnought() -> Design {
    Design {
        name: "DREADNOUGHT".to_owned(),
        cost: 700,
        electronics: 5,
        armour: 12,
        screen: 8,
        maneuver: 2,
        target: [18, 15, 12, 8],
        beams: vec![
            Beams { kind: BeamKind::Particle, count: 8, penetration: [18, 15, 12, 8] },
            Beams { kind: BeamKind::Meson, count: 8, penetration: [20, 16, 12, 8] },
        ],
        batteries: 6,
        strength: 16,
        damage: 0,
        missiles: None,
        ..escort()
    }
}

/// The first ship of the other side launches.
fn reply(battle: &mut Battle<'_>, missiles: u8, committed: u8) {
    let ship = battle.in_play(1).next().expect("a ship");
    let unit = battle.ships[ship].unit;
    battle.launch(unit, Launch { ship, missiles, committed }).expect("legal");
}

/// Missiles left in the salvos of both seats.
fn left(battle: &Battle<'_>) -> [Vec<u16>; 2] {
    [0, 1].map(|seat: usize| battle.salvos[seat].iter().map(|salvo| salvo.missiles).collect())
}

/// What became of the ships.
fn conditions(battle: &Battle<'_>) -> Vec<Condition> {
    battle.ships.iter().map(super::super::Ship::condition).collect()
}
