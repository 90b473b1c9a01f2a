//! What the batteries of one ship can expect to do to another, or to flights, from where they stand.
//!
//! Phase: movement, combat ([`expected`]) and fighters ([`flak`]). Reads the ships; writes nothing.

use lanchester_battle::appraisal::arc_shift;
use lanchester_core::Side;
use lanchester_hex::lanes::{bearing, distance};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, flags, has_bits, is_zero, load, lookup16, lookup64, lt, min, mul_scores, only, pick,
    plus, widen_signed,
};
use lanchester_lanes::{Bytes, Flags, Scores, Simd};

use crate::design::MAX_BATTERIES;
use crate::lanes::field::LONGEST_WAY;
use crate::lanes::state::{Batch, ShipRows};
use crate::lanes::tables::{BatteryTables, READINGS, ShipTables, Tables};

/// The fire of a ship at a distance, before arcs: band and weapons of each battery.
#[derive(Clone, Copy)]
pub struct Reach<S: Simd> {
    /// Band index, by battery.
    band: [Bytes<S>; MAX_BATTERIES],
    /// Expected damage of batteries that have one mount, with all their weapons.
    whole: [Bytes<S>; MAX_BATTERIES],
}

/// Expected damage of so many weapons of a battery in a band, both in `index`; in the lanes of `ecm` against Electronic
/// Countermeasures that work.
#[inline(always)]
pub fn expected<S: Simd>(
    simd: S,
    battery: &BatteryTables,
    target: &ShipTables,
    ecm: Flags<S>,
    index: Bytes<S>,
) -> Bytes<S> {
    let plain = lookup64(simd, &battery.damage[0], index);
    if target.ecm.is_none() { plain } else { pick(ecm, lookup64(simd, &battery.damage[1], index), plain) }
}

/// The fire of a ship at a distance.
#[inline(always)]
pub fn reach<S: Simd>(
    simd: S,
    firer: (&ShipTables, &ShipRows),
    target: &ShipTables,
    ecm: Flags<S>,
    away: Bytes<S>,
) -> Reach<S> {
    let mut band = [away; MAX_BATTERIES];
    let mut whole = band;
    for (battery, tables) in firer.0.batteries.iter().enumerate() {
        band[battery] = lookup64(simd, &tables.band, away);
        if let [mount] = tables.mounts[..] {
            let index = band[battery] | load(simd, &firer.1.weapons[mount]);
            whole[battery] = expected(simd, tables, target, ecm, index);
        }
    }
    Reach { band, whole }
}

/// Expected damage of all that bears, by reading of its penetration dice; at most 255 in all.
#[inline(always)]
pub fn volley<S: Simd>(
    simd: S,
    firer: (&ShipTables, &ShipRows),
    target: &ShipTables,
    ecm: Flags<S>,
    reach: &Reach<S>,
    arc_index: Bytes<S>,
) -> [Bytes<S>; READINGS] {
    let none = all(simd, 0);
    let mut sums = [none; READINGS];
    let bearing = lookup64(simd, &firer.0.arcs, arc_index);
    for (battery, tables) in firer.0.batteries.iter().enumerate() {
        let sum = &mut sums[tables.reading];
        if let [mount] = tables.mounts[..] {
            *sum = plus(*sum, only(simd, has_bits(simd, bearing, 1 << mount), reach.whole[battery]));
            continue;
        }
        let mut weapons = none;
        for &mount in &tables.mounts {
            let left = load(simd, &firer.1.weapons[mount]);
            weapons += only(simd, has_bits(simd, bearing, 1 << mount), left);
        }
        *sum = plus(*sum, expected(simd, tables, target, ecm, reach.band[battery] | weapons));
    }
    sums
}

/// Sums by reading, each times its value by shield boxes lost.
#[inline(always)]
pub fn weighed<S: Simd>(
    simd: S,
    firer: &ShipTables,
    sums: &[Scores<S>; READINGS],
    values: &[[u8; 16]; READINGS],
    lost: Bytes<S>,
) -> Scores<S> {
    let mut total = all_scores(simd, 0);
    for reading in 0..READINGS {
        if firer.batteries.iter().any(|battery| battery.reading == reading) {
            let each = widen_signed(lookup16(simd, &values[reading], lost));
            total = add_scores(total, mul_scores(sums[reading], each));
        }
    }
    total
}

/// Mounts of `me` that bear on the nearest living enemy, a bit each; none without one.
#[inline(always)]
pub fn useful<S: Simd>(simd: S, tables: &Tables, batch: &Batch, me: usize) -> Bytes<S> {
    let rows = &batch.ships[me];
    let mut nearest = all(simd, 255);
    let mut bearing_on = all(simd, 0);
    let shift = arc_shift(simd, load(simd, &rows.facing));
    for enemy in tables.ships.side(tables.ships.side_of(me).opponent()) {
        let other = &batch.ships[enemy];
        let (dq, dh) = (load(simd, &other.q) - load(simd, &rows.q), load(simd, &other.h) - load(simd, &rows.h));
        let away = pick(flags(simd, other.alive), distance(dq, dh), all(simd, 255));
        let arcs = lookup64(simd, &tables.ships[me].arcs, bearing(simd, dq, dh) + shift);
        // In its own hex a ship bears on nothing.
        let arcs = only(simd, !is_zero(simd, away), arcs);
        bearing_on = pick(lt(away, nearest), arcs, bearing_on);
        nearest = min(nearest, away);
    }
    bearing_on
}

/// Fighters, in eighths, that the enemies of `side` can expect to shoot down in a hex.
#[inline(always)]
pub fn flak<S: Simd>(simd: S, tables: &Tables, batch: &Batch, side: Side, (q, h): (Bytes<S>, Bytes<S>)) -> Bytes<S> {
    let mut sum = all(simd, 0);
    for enemy in tables.ships.side(side.opponent()) {
        let (ft, fr) = (&tables.ships[enemy], &batch.ships[enemy]);
        let (dq, dh) = (q - load(simd, &fr.q), h - load(simd, &fr.h));
        let mut away = distance(dq, dh);
        if tables.far {
            away = min(away, all(simd, LONGEST_WAY));
        }
        let index = bearing(simd, dq, dh) + arc_shift(simd, load(simd, &fr.facing));
        let arcs = lookup64(simd, &ft.arcs, index);
        let alive = flags(simd, fr.alive);
        for tables in &ft.batteries {
            let mut weapons = all(simd, 0);
            for &mount in &tables.mounts {
                let bears = has_bits(simd, arcs, 1 << mount) & alive;
                weapons += only(simd, bears, load(simd, &fr.weapons[mount]));
            }
            sum = plus(sum, lookup64(simd, &tables.kills, lookup64(simd, &tables.band, away) | weapons));
        }
    }
    sum
}
