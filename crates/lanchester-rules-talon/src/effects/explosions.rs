//! Explosions (TALON 8.6).

use lanchester_core::Side;
use lanchester_lanes::hex::Hex16;

use super::damage::highest;
use super::{Counters, damage, damage_missile};
use crate::arcs::Arc;
use crate::event::{Event, MissileId, ShipId};

/// ### TALON 8.6.2 Explosion damage (p. 9)
/// An arc by a die for each of the four: the highest, ties rolled again.
pub(super) fn random_arc(on: &mut impl Counters) -> Arc {
    highest(on, &mut Arc::ALL.clone()).unwrap_or(Arc::Forward)
}

/// ### TALON 8.6.3 Sequence of explosions (p. 9)
/// All that were destroyed at the same time explode, those of the player whose turn it is (`current`) first.
///
/// RULING: those of one player in the order of his fleet's list; ships that they destroy explode after them.
pub fn explode(on: &mut impl Counters, current: Side) {
    loop {
        let due = on.take_exploding();
        if due == [0; 2] {
            return;
        }
        for side in [current, current.opponent()] {
            for slot in (0..on.units(side)[0]).filter(|slot| due[side] >> slot & 1 == 1) {
                explosion(on, current, ShipId { side, slot });
            }
        }
    }
}

/// One explosion, without effect where the rating is 0.
///
/// ### TALON 8.6.2 Explosion damage (p. 9)
/// A ship in the same hex takes one more than the rating on an arc that dice choose, a ship in an adjacent hex the rating
/// on the arc that the explosion is in: friends and enemies alike.
///
/// RULING: first the ships of the player whose turn it is, then those of the other, in the order of their lists.
fn explosion(on: &mut impl Counters, current: Side, exploding: ShipId) {
    let (rating, hex) = (on.design(exploding).explosion, on.place(exploding).hex);
    if rating == 0 {
        return;
    }
    on.note(Event::Explosion { ship: exploding });
    for side in [current, current.opponent()] {
        for ship in (0..on.units(side)[0]).map(|slot| ShipId { side, slot }) {
            if !on.is_there(ship) {
                continue;
            }
            let (arc, points) = match on.place(ship).hex.distance(hex) {
                0 => (Some(random_arc(on)), rating + 1),
                1 => (on.arc(ship, hex), rating),
                _ => continue,
            };
            if let Some(arc) = arc {
                on.note(Event::Blast { ship, arc, damage: points });
                damage(on, ship, arc, points);
            }
        }
    }
    blast_missiles(on, current, hex, rating);
}

/// ### TALON 8.6.5 Missiles and explosions (p. 9)
/// One missile of each hex is damaged.
///
/// RULING: by the rating, in the hex of the explosion too; the first by the order of ships.
fn blast_missiles(on: &mut impl Counters, current: Side, hex: Hex16, rating: u8) {
    // The hex of the explosion and its neighbours.
    let (mut hit, mut count) = ([Hex16::default(); 7], 0);
    for side in [current, current.opponent()] {
        for missile in (0..on.units(side)[1]).map(|slot| MissileId { side, slot }) {
            let Some(at) = on.missile(missile).map(|flying| flying.at.hex) else { continue };
            if at.distance(hex) <= 1 && !hit[..count].contains(&at) {
                hit[count] = at;
                count += 1;
                damage_missile(on, missile, rating);
            }
        }
    }
}
