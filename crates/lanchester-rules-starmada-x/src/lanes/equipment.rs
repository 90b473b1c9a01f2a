//! Special equipment that works: Electronic Countermeasures, and the armour that cancels hits.
//!
//! Phase: combat, fighters and end. Reads `boxes`; writes the armour of `before` when attacks begin, and `dice` where
//! armour is asked.

use lanchester_lanes::ops::{all, flags, ge, is_zero, load, mask};
use lanchester_lanes::{Flags, LaneMask, Row, Simd};

use crate::lanes::state::{Batch, ShipRows};
use crate::lanes::tables::{ShipTables, Tables};

/// Which hits a piece of armour cancels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Armour {
    /// Armor Plating: hull hits.
    Hull,
    /// Armored Guns: weapon hits.
    Weapons,
    /// Redundant Shielding: shield hits.
    Shields,
}

/// Lanes in which a piece of equipment of a ship works.
#[inline(always)]
pub fn works<S: Simd>(simd: S, ship: &ShipTables, rows: &ShipRows, piece: Option<usize>) -> Flags<S> {
    match piece {
        None => flags(simd, 0),
        Some(place) if ship.design.equipment[place].boxes == 0 => flags(simd, !0),
        Some(place) => !is_zero(simd, load(simd, &rows.boxes[place])),
    }
}

/// Notes which armour of a ship works now, in the lanes of `live`.
#[inline(always)]
pub fn look_at_armour<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, ship: usize, live: LaneMask) {
    for (kind, piece) in tables.ships[ship].cancels.iter().enumerate() {
        if let Some((place, _)) = piece {
            let works = mask(works(simd, &tables.ships[ship], &batch.ships[ship], Some(*place)));
            let old = &mut batch.before[ship].armour[kind];
            *old = *old & !live | works & live;
        }
    }
}

/// Lanes of `struck` in which armour of this kind cancels the hit: a die each.
#[inline(always)]
pub fn cancels<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    ship: usize,
    kind: Armour,
    struck: LaneMask,
) -> LaneMask {
    let Some((_, least)) = tables.ships[ship].cancels[kind as usize] else { return 0 };
    let asked = struck & batch.before[ship].armour[kind as usize];
    if asked == 0 {
        return 0;
    }
    let mut faces = [Row::ZERO; 2];
    batch.dice.two_faces(simd, asked, &mut faces);
    asked & mask(ge(load(simd, &faces[0]), all(simd, least)))
}
