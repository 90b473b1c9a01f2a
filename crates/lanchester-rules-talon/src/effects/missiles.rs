//! Missiles that hit, and that are hit.

use lanchester_lanes::hex::Hex16;

use super::{Counters, damage, explode};
use crate::arcs::Arc;
use crate::event::{Event, MissileId, ShipId, Spent, code};
use crate::position::Position;
use crate::weapons::{MISSILE_DAMAGE, MISSILE_HULL};

/// One missile's counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missile {
    /// Where it is.
    pub at: Position,
    /// The slot of the enemy ship that it flies at.
    pub target: u8,
    /// It took damage; any more destroys it.
    pub damaged: bool,
}

/// A missile has come from the hex `from` into that of its target.
pub fn reach(on: &mut impl Counters, missile: MissileId, ship: ShipId, from: Hex16) {
    on.open(missile.side, code::missile, missile.slot);
    if let Some(arc) = on.arc(ship, from) {
        hit(on, missile, ship, arc);
    }
    explode(on, missile.side);
}

/// A missile does its damage on the arc that it comes from, and is gone.
pub fn hit(on: &mut impl Counters, missile: MissileId, ship: ShipId, arc: Arc) {
    on.put_missile(missile, None);
    on.note(Event::MissileHit { missile, ship, arc });
    damage(on, ship, arc, MISSILE_DAMAGE);
}

/// A ship that has come from the hex `from` is hit by the missiles in its hex that fly at it.
///
/// RULING: on the arc in which it met them: that of its new hex as seen from the old one.
pub fn meet(on: &mut impl Counters, ship: ShipId, from: Hex16) {
    let at = on.place(ship);
    let Some(arc) = Arc::of(from, at.facing, at.hex, on.options().arc_boundary) else { return };
    let side = ship.side.opponent();
    for missile in (0..on.units(side)[1]).map(|slot| MissileId { side, slot }) {
        let meets = |flying: Missile| flying.target == ship.slot && flying.at.hex == at.hex;
        if on.is_there(ship) && on.missile(missile).is_some_and(meets) {
            hit(on, missile, ship, arc);
        }
    }
}

/// Damage to a missile: three points in one hit destroy it, fewer damage it, and then any more destroy it.
pub fn damage_missile(on: &mut impl Counters, missile: MissileId, points: u8) {
    let Some(flying) = on.missile(missile).filter(|_| points > 0) else { return };
    if points >= MISSILE_HULL || flying.damaged {
        spend(on, missile, Spent::Destroyed);
    } else {
        on.put_missile(missile, Some(Missile { damaged: true, ..flying }));
        on.note(Event::MissileDamaged { missile });
    }
}

/// A missile is gone without a hit.
pub fn spend(on: &mut impl Counters, missile: MissileId, spent: Spent) {
    on.put_missile(missile, None);
    on.note(Event::MissileSpent { missile, spent });
}
