//! What the batteries of one ship can expect to do to another, or to flights, from where they stand.
//!
//! Phase: movement, combat ([`expected`]) and fighters ([`flak`]). Reads the ships; writes nothing.

use lanchester_battle::appraisal::arc_shift;
use lanchester_core::Side;
use lanchester_hex::lanes::{bearing, distance};
use lanchester_lanes::ops::{
    add_scores, all, flags, has_bits, is_zero, lacks_bit, load, load_scores, lookup16, lookup64, lt, min, mul_scores,
    only, pick, plus, store, store_scores, widen, widen_signed,
};
use lanchester_lanes::{Bytes, Flags, LANES, Row, Scores, Simd};

use crate::design::MAX_BATTERIES;
use crate::lanes::field::LONGEST_WAY;
use crate::lanes::hexes::{ScoreRow, Sight};
use crate::lanes::salvos::{Bank, Salvo};
use crate::lanes::state::{Batch, ShipRows};
use crate::lanes::tables::{BatteryTables, READINGS, ShipTables, Tables};

/// What a point of expected damage counts, by salvo of the firer.
#[derive(Clone, Debug)]
pub struct Values([ScoreRow; MAX_BATTERIES]);

impl Default for Values {
    fn default() -> Self {
        Self([ScoreRow([0; LANES]); MAX_BATTERIES])
    }
}

impl Values {
    /// Looks up in a table by reading and shield boxes `lost` of the target; 0 in lanes in which nothing counts.
    #[inline(always)]
    pub fn note<S: Simd>(
        &mut self,
        simd: S,
        firer: &ShipTables,
        table: &[[u8; 16]; READINGS],
        lost: Bytes<S>,
        counts: Flags<S>,
    ) {
        for (row, salvo) in self.0.iter_mut().zip(&firer.salvos) {
            let each = only(simd, counts, lookup16(simd, &table[salvo.reading], lost));
            row.0 = store_scores(widen_signed(each));
        }
    }

    /// So much damage of a salvo, weighed.
    #[inline(always)]
    pub fn weigh<S: Simd>(&self, simd: S, salvo: usize, damage: Scores<S>) -> Scores<S> {
        mul_scores(damage, load_scores(simd, &self.0[salvo].0))
    }
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

/// A ship that fires at another.
#[derive(Clone, Copy)]
pub struct Duel<'a, S: Simd> {
    /// Who fires.
    pub firer: (&'a ShipTables, &'a ShipRows),
    /// At whom.
    pub target: &'a ShipTables,
    /// Lanes in which its Electronic Countermeasures work.
    pub ecm: Flags<S>,
}

impl<S: Simd> Duel<'_, S> {
    /// Expected damage, at most 255, of all that bears of a salvo: of facing *n* of so many, in the hex `hex_of[n]`. Writes
    /// `volleys`, from `away` and `bearing`.
    #[inline(always)]
    pub fn volleys(&self, simd: S, salvo: &Salvo, hexes: usize, hex_of: &[u8], facings: usize, sight: &mut Sight) {
        let Sight { away, bearing, at, volleys, .. } = sight;
        let (at, bearing, volleys) = (&mut at[..hexes], &bearing[..facings], &mut volleys[..facings]);
        for (number, bank) in salvo.banks.iter().enumerate() {
            let first = number == 0;
            match bank {
                Bank::Together(list) => {
                    self.together(simd, list, away, at);
                    for ((volley, bearing), hex) in volleys.iter_mut().zip(bearing).zip(hex_of) {
                        let all_bear = load(simd, &at[usize::from(*hex)]);
                        let damage = only(simd, !lacks_bit(simd, load(simd, bearing), list[0].1), all_bear);
                        add_volley(simd, first, volley, damage);
                    }
                }
                Bank::Apart(battery, mounts) => {
                    let tables = &self.firer.0.batteries[*battery];
                    for (at, away) in at.iter_mut().zip(&*away) {
                        store(lookup64(simd, &tables.band, load(simd, away)), at);
                    }
                    for ((volley, bearing), hex) in volleys.iter_mut().zip(bearing).zip(hex_of) {
                        let mut index = load(simd, &at[usize::from(*hex)]);
                        let bearing = load(simd, bearing);
                        for mount in mounts {
                            // At most 15 weapons: they stay below the band's bits.
                            let more = index + load(simd, &self.firer.1.weapons[*mount]);
                            index = pick(lacks_bit(simd, bearing, *mount), index, more);
                        }
                        add_volley(simd, first, volley, expected(simd, tables, self.target, self.ecm, index));
                    }
                }
            }
        }
    }

    /// Expected damage of batteries that bear together, by hex.
    #[inline(always)]
    fn together(&self, simd: S, list: &[(usize, usize)], away: &[Row], at: &mut [Row]) {
        for (number, (battery, mount)) in list.iter().enumerate() {
            let tables = &self.firer.0.batteries[*battery];
            let weapons = load(simd, &self.firer.1.weapons[*mount]);
            for (at, away) in at.iter_mut().zip(away) {
                let index = lookup64(simd, &tables.band, load(simd, away)) | weapons;
                add_volley(simd, number == 0, at, expected(simd, tables, self.target, self.ecm, index));
            }
        }
    }

    /// Raises what the best target counts, by facing, to what all fire at this one counts.
    #[inline(always)]
    pub fn raise_best(
        &self,
        simd: S,
        hexes: usize,
        hex_of: &[u8],
        sight: &mut Sight,
        values: &Values,
        best: &mut [ScoreRow],
    ) {
        let salvos = &self.firer.0.salvos;
        for (number, salvo) in salvos.iter().enumerate() {
            self.volleys(simd, salvo, hexes, hex_of, best.len(), sight);
            let (first, last) = (number == 0, number + 1 == salvos.len());
            for ((volley, sum), best) in sight.volleys.iter().zip(&mut sight.weighed).zip(&mut *best) {
                let mut counts = values.weigh(simd, number, widen(load(simd, volley)));
                if !first {
                    counts = add_scores(load_scores(simd, &sum.0), counts);
                }
                if last {
                    best.raise(simd, counts);
                } else {
                    sum.0 = store_scores(counts);
                }
            }
        }
    }
}

/// Adds damage, at most 255; the `first` of all is written.
#[inline(always)]
fn add_volley<S: Simd>(simd: S, first: bool, sum: &mut Row, more: Bytes<S>) {
    store(if first { more } else { plus(load(simd, sum), more) }, sum);
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
