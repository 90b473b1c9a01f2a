//! What a ship's move brings about, and a Power Phase in which it cannot be powered.

use lanchester_core::Side;
use lanchester_lanes::hex::Hex16;

use super::explosions::random_arc;
use super::{Counters, damage, explode, meet};
use crate::event::{Event, Loss, ShipId, code};

/// A ship has moved from the hex `from`.
pub fn arrive(on: &mut impl Counters, ship: ShipId, from: Hex16) {
    on.open(ship.side, code::movement, ship.slot);
    meet(on, ship, from);
    stack(on, ship);
    explode(on, ship.side);
}

/// ### TALON P.7 Stacking
/// Ships of one side that end a move in one hex damage each other, 3 points each; those of both sides pass freely. Bases are
/// immune.
///
/// RULING: a side is a race, whatever its ships are. Each of a pair is hit on an arc that dice choose (TALON 8.6.2); both arcs
/// are rolled before the damage, once a pair and move, in the order of the fleet's list. A ship that is destroyed by the
/// first of several stacks no more.
fn stack(on: &mut impl Counters, ship: ShipId) {
    let points = on.options().stack_damage;
    if points == 0 {
        return;
    }
    for other in (0..on.units(ship.side)[0]).map(|slot| ShipId { slot, ..ship }) {
        let both = other != ship && on.is_there(ship) && on.is_there(other);
        if !both || on.design(other).base || on.place(ship).hex != on.place(other).hex {
            continue;
        }
        let arcs = [random_arc(on), random_arc(on)];
        on.note(Event::Stacked { ship, other: other.slot, arcs });
        damage(on, ship, arcs[0], points);
        damage(on, other, arcs[1], points);
    }
}

/// A ship that cannot be powered breaks apart; `first` has the initiative.
pub fn break_apart(on: &mut impl Counters, ship: ShipId, first: Side) {
    on.lose(ship, Loss::BrokeApart);
    on.open(ship.side, code::breakup, ship.slot);
    explode(on, first);
}
