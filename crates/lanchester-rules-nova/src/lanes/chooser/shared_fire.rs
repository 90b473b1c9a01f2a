//! The other ships of the side: with whom a ship shares an enemy's fire, and where they are.
//!
//! Phase: movement, before a ship chooses. Reads where ships are, and of the scratch `prospects`; writes `scratch.fleet`.

use lanchester_battle::anticipation::Prospect;
use lanchester_lanes::hex::lanes::distance;
use lanchester_lanes::ops::{all, count_if, flags, le, load, lookup64};
use lanchester_lanes::{Bytes, LaneMask, Simd};

use crate::design::SHIELDS;
use crate::lanes::state::{Batch, Scratch};
use crate::lanes::tables::{Tables, share_index};

/// The weight on each box that an enemy, expected `at` a place, deals `me`, if it fires on every ship in its reach alike.
#[inline(always)]
pub fn share<S: Simd>(simd: S, tables: &Tables, batch: &Batch, [me, enemy]: [usize; 2], at: &Prospect) -> Bytes<S> {
    let reach = all(simd, tables.ships[enemy].reach);
    let mut others = all(simd, 0);
    for friend in tables.ships.side(tables.ships.side_of(me)) {
        if friend != me {
            let rows = &batch.ships[friend];
            let away = distance(load(simd, &at.q) - load(simd, &rows.q), load(simd, &at.h) - load(simd, &rows.h));
            others = count_if(simd, le(away, reach) & flags(simd, rows.alive), others);
        }
    }
    let lost = load(simd, &batch.ships[me].lost[SHIELDS]);
    lookup64(simd, &tables.ships[me].value_shared, share_index::<S>(lost, others))
}

/// Notes the middle of the other ships of `me`'s side.
pub fn find_middle(tables: &Tables, batch: &Batch, scratch: &mut Scratch, me: usize, live: LaneMask) {
    let side = tables.ships.side_of(me);
    let second = side.second(batch.swapped);
    let others = tables.ships.side(side).filter(|ship| *ship != me).map(|ship| &batch.ships[ship]);
    scratch.fleet.note(live, second, others.map(|rows| (&rows.q, &rows.h, rows.alive)));
}
