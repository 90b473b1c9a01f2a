//! Explosions (TALON 8.6).
//!
//! Phase: after a shot, missile or move that destroyed a ship. Reads `place`; writes `exploding` and what damage writes.

use lanchester_core::Side;
use lanchester_hex::Hex16;

use super::damage::{damage_in_lane, highest_in_lane};
use super::missiles::damage_missile_in_lane;
use super::state::Batch;
use super::tables::Tables;
use crate::arcs::Arc;
use crate::event::Event;

/// An arc by a die for each of the four.
pub fn random_arc_in_lane(batch: &mut Batch, lane: usize) -> Arc {
    let chosen = highest_in_lane(batch, lane, &mut [0, 1, 2, 3]);
    Arc::ALL[usize::from(chosen.unwrap_or(0))]
}

/// All that were destroyed explode in one lane, in the turn of `current`, and then those that they destroy.
pub fn explode_in_lane(tables: &Tables, batch: &mut Batch, current: Side, lane: usize) {
    while batch.exploding[lane] != 0 {
        let due = std::mem::take(&mut batch.exploding[lane]);
        for side in [current, current.opponent()] {
            for ship in tables.ships.side(side).filter(|ship| due >> ship & 1 == 1) {
                explosion_in_lane(tables, batch, current, ship, lane);
            }
        }
    }
}

/// One explosion, without effect where the rating is 0.
fn explosion_in_lane(tables: &Tables, batch: &mut Batch, current: Side, exploding: usize, lane: usize) {
    let (rating, hex) = (tables.ships[exploding].design.explosion, batch.ships[exploding].place.hex(lane));
    if rating == 0 {
        return;
    }
    batch.note(lane, Event::Explosion { ship: tables.ships.id(exploding) });
    for side in [current, current.opponent()] {
        for ship in tables.ships.side(side) {
            if batch.ships[ship].alive >> lane & 1 == 0 {
                continue;
            }
            let (arc, damage) = match batch.ships[ship].place.hex(lane).distance(hex) {
                0 => (Some(random_arc_in_lane(batch, lane)), rating + 1),
                1 => (batch.arc_in_lane(tables, ship, hex, lane), rating),
                _ => continue,
            };
            if let Some(arc) = arc {
                batch.note(lane, Event::Blast { ship: tables.ships.id(ship), arc, damage });
                damage_in_lane(tables, batch, ship, lane, arc, damage);
            }
        }
    }
    blast_missiles_in_lane(tables, batch, current, hex, rating, lane);
}

/// One missile of each hex is damaged (TALON 8.6.5).
fn blast_missiles_in_lane(tables: &Tables, batch: &mut Batch, current: Side, hex: Hex16, rating: u8, lane: usize) {
    // The hex of the explosion and its neighbours.
    let (mut hit, mut count) = ([Hex16::default(); 7], 0);
    for side in [current, current.opponent()] {
        for missile in tables.missiles.side(side) {
            let at = batch.missiles[missile].place.hex(lane);
            let flies = batch.missiles[missile].flying >> lane & 1 == 1;
            if flies && at.distance(hex) <= 1 && !hit[..count].contains(&at) {
                hit[count] = at;
                count += 1;
                damage_missile_in_lane(tables, batch, missile, lane, rating);
            }
        }
    }
}
