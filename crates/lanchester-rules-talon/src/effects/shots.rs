//! What a shot brings about (TALON 8.3).

use lanchester_lanes::hex::Facing;

use super::{Counters, Missile, damage, damage_missile, hit, meet};
use crate::arcs::Arc;
use crate::design::{MAX_MISSILES, MAX_SHIPS};
use crate::event::{Event, MissileId, ShipId, Target};
use crate::options::WaveArc;
use crate::position::Position;

/// What a shot does that shows `face`.
///
/// ### TALON P.14 Wave motion gun
/// On a hit it displaces its target by a hex directly away before it does its damage.
///
/// RULING: a base is not displaced. The arc is taken before (option `wave_arc`). The ship keeps its facing and its turn radius
/// and stacks with nobody; missiles in its new hex that fly at it hit it after the gun's damage.
pub fn strike(on: &mut impl Counters, ship: ShipId, group: u8, target: Target, push: Option<Facing>, face: u8) {
    let (from, side, after) = (on.place(ship).hex, ship.side.opponent(), on.options().wave_arc == WaveArc::After);
    let (hex, arc) = match target {
        Target::Ship(slot) => {
            let at = on.place(ShipId { side, slot });
            let seen = push.filter(|_| after).map_or(at.hex, |direction| at.hex.ahead(direction, 1));
            (at.hex, Arc::of(seen, at.facing, from, on.options().arc_boundary))
        }
        Target::Missile(slot) => match on.missile(MissileId { side, slot }) {
            Some(missile) => (missile.at.hex, None),
            None => return,
        },
    };
    let range = from.distance(hex);
    let points = on.design(ship).groups[usize::from(group)].weapon.damage(range, face);
    on.note(Event::Fire { ship, group, target, range: range as u8, arc, push, face, damage: points });
    match (target, arc) {
        _ if points == 0 => {}
        (Target::Missile(slot), _) => damage_missile(on, MissileId { side, slot }, points),
        (Target::Ship(slot), Some(arc)) => {
            let enemy = ShipId { side, slot };
            if let Some(direction) = push {
                let to = Position { hex: hex.ahead(direction, 1), ..on.place(enemy) };
                on.put(enemy, to);
                on.note(Event::Displaced { ship: enemy, to });
            }
            damage(on, enemy, arc, points);
            meet(on, enemy, hex);
        }
        (Target::Ship(_), None) => {}
    }
}

/// ### TALON P.13 Fusion cannon
/// One weapon hits every target in its arc and range, with a die for each.
///
/// RULING: enemies alone, missiles included (option `fusion`). All dice are rolled first; ships are hit in the order of their
/// fleet's list, then missiles.
pub fn sweep(on: &mut impl Counters, ship: ShipId, group: u8, targets: &[Target]) {
    let mut faces = [0; MAX_SHIPS + MAX_MISSILES];
    on.roll(&mut faces[..targets.len()]);
    for (target, face) in targets.iter().zip(faces) {
        strike(on, ship, group, *target, None, face);
    }
}

/// A missile is launched. It hits at once when its target is in the hex where it is placed.
pub fn launch(on: &mut impl Counters, ship: ShipId, group: u8, missile: MissileId, target: u8, at: Position) {
    let enemy = ShipId { side: ship.side.opponent(), slot: target };
    let (from, hex) = (on.place(ship).hex, on.place(enemy).hex);
    on.put_missile(missile, Some(Missile { at, target, damaged: false }));
    on.note(Event::Launch { ship, group, missile, target, range: from.distance(hex) as u8, at });
    if at.hex == hex
        && let Some(arc) = on.arc(enemy, from)
    {
        hit(on, missile, enemy, arc);
    }
}
