//! What the banks of one ship can expect to do to another from where it may stand.
//!
//! Phase: initiative ([`bears`]), movement, and fire ([`base_column`]). Reads the ships of a batch; writes nothing.

use lanchester_battle::appraisal::arc_shift;
use lanchester_core::Side;
use lanchester_lanes::hex::lanes::{bearing, distance};
use lanchester_lanes::ops::{all, flags, is_zero, lacks_bit, load, lookup16, lookup64, mask, min, minus, pick, plus};
use lanchester_lanes::{Bytes, LaneMask, Row, Simd};

use crate::design::MAX_BANKS;
use crate::design::{ECM, SHIELDS, WEAPONS};
use crate::lanes::state::Batch;
use crate::lanes::tables::{NO_DICE, ShipTables, Tables};

/// What is known of one enemy before positions are compared.
#[derive(Clone, Copy)]
pub struct Enemy<S: Simd> {
    /// Column index of my fire at it before range and bank: 1 + its ECM (less Fire Control) + my weapon hits; none where
    /// it is gone.
    pub mine: Bytes<S>,
    /// The same for its fire at me.
    pub its: Bytes<S>,
    /// Weight on each box I deal it (signed).
    pub value_per_box: Bytes<S>,
    /// Weight on each box that it deals me, shared out (signed); only where a policy shares fire out.
    pub share: Bytes<S>,
}

impl<S: Simd> Enemy<S> {
    /// Reads it for ship `me` against ship `enemy`.
    #[inline(always)]
    pub fn new(simd: S, tables: &Tables, batch: &Batch, me: usize, enemy: usize) -> Self {
        let (mt, ft) = (&tables.ships[me], &tables.ships[enemy]);
        let (mr, fr) = (&batch.ships[me], &batch.ships[enemy]);
        let (alive, gone) = (flags(simd, fr.alive), all(simd, NO_DICE));
        Self {
            mine: pick(alive, base_column(simd, tables, mt, ft, &mr.lost[WEAPONS], &fr.lost[ECM]), gone),
            its: pick(alive, base_column(simd, tables, ft, mt, &fr.lost[WEAPONS], &mr.lost[ECM]), gone),
            value_per_box: lookup16(simd, &ft.value_dealt, load(simd, &fr.lost[SHIELDS])),
            share: all(simd, 0),
        }
    }
}

/// Column index before range and bank: 1 + target's ECM less the firer's Fire Control + the firer's weapon hits.
///
/// It is 2 − modifier with the range column (0, 1, 2) and the bank's modifier still to be added; see NOVA 5.4.
#[inline(always)]
pub fn base_column<S: Simd>(
    simd: S,
    tables: &Tables,
    firer: &ShipTables,
    target: &ShipTables,
    weapon_hits: &Row,
    ecm_lost: &Row,
) -> Bytes<S> {
    let assist = if firer.design.fire_control { tables.options.fire_control_ecm } else { 0 };
    let ecm = minus(lookup16(simd, &target.ecm, load(simd, ecm_lost)), all(simd, assist));
    ecm + load(simd, weapon_hits) + all(simd, 1)
}

/// What each broadside of a ship expects at a distance from a bank that bears: dice × boxes.
pub struct Volley<S: Simd> {
    boxes: [Bytes<S>; MAX_BANKS],
}

impl<S: Simd> Volley<S> {
    /// Nothing yet.
    #[inline(always)]
    pub fn new(simd: S) -> Self {
        Self { boxes: [all(simd, 0); MAX_BANKS] }
    }

    /// Works it out for `firer` with a column `base` at a distance.
    #[inline(always)]
    pub fn aim(&mut self, simd: S, firer: &ShipTables, base: Bytes<S>, away: Bytes<S>) {
        for (boxes, broadside) in self.boxes.iter_mut().zip(&firer.broadsides) {
            let column = lookup64(simd, &broadside.column, away) + base;
            *boxes = lookup16(simd, &broadside.boxes, min(column, all(simd, NO_DICE)));
        }
    }

    /// The sum over all banks that bear, at most 255.
    ///
    /// PERF: what is tested is that a bank is not blind: "add where a bit is not set" is one operation, where it is set two.
    #[inline(always)]
    pub fn bearing(&self, simd: S, firer: &ShipTables, arc_index: Bytes<S>) -> Bytes<S> {
        let mut sum = all(simd, 0);
        for banks in &firer.bearing_banks {
            let blind = lookup64(simd, &banks.blind, arc_index);
            for bank in 0..banks.count {
                let boxes = self.boxes[usize::from(banks.broadside[bank % 8]) % MAX_BANKS];
                sum = pick(lacks_bit(simd, blind, bank % 8), plus(sum, boxes), sum);
            }
        }
        sum
    }
}

/// Lanes in which any ship of `side` bears on any enemy with at least one die, from where they stand.
#[inline(always)]
pub fn bears<S: Simd>(simd: S, tables: &Tables, batch: &Batch, side: Side) -> LaneMask {
    let mut any = 0;
    let mut volley = Volley::new(simd);
    for me in tables.ships.side(side) {
        let rows = &batch.ships[me];
        let arc_shift = arc_shift(simd, load(simd, &rows.facing));
        for enemy in tables.ships.side(side.opponent()) {
            let known = Enemy::new(simd, tables, batch, me, enemy);
            let other = &batch.ships[enemy];
            let (dq, dh) = (load(simd, &other.q) - load(simd, &rows.q), load(simd, &other.h) - load(simd, &rows.h));
            let arc_index = bearing(simd, dq, dh) + arc_shift;
            volley.aim(simd, &tables.ships[me], known.mine, distance(dq, dh));
            let fire = volley.bearing(simd, &tables.ships[me], arc_index);
            any |= !mask(is_zero(simd, fire)) & rows.alive & other.alive;
        }
    }
    any
}
