//! What the batteries of one ship can expect to do to another, or to flights, from where they stand.
//!
//! Phase: movement, combat ([`Damage`]) and fighters ([`flak`]). Reads the ships; writes nothing.

use lanchester_battle::appraisal::arc_shift;
use lanchester_core::Side;
use lanchester_lanes::hex::lanes::{bearing, distance};
use lanchester_lanes::ops::{
    add_scores, all, flags, has_bits, is_zero, lacks_bit, load, lookup16, lookup64, lt, min, mul_scores, only, permute,
    pick, plus, store, widen, widen_signed,
};
use lanchester_lanes::{Bytes, Flags, Scores, Simd};

use crate::design::MAX_BATTERIES;
use crate::lanes::chooser::hexes::{MAX_FACINGS, MAX_HEXES, Places, ScoreRow, Sight, each_of};
use crate::lanes::chooser::salvos::{Bank, Salvo};
use crate::lanes::field::LONGEST_WAY;
use crate::lanes::state::{Batch, ShipRows};
use crate::lanes::tables::{BatteryTables, READINGS, ShipTables, Tables};

/// What a point of expected damage counts, by salvo of the firer.
#[derive(Clone, Debug)]
pub struct Values([ScoreRow; MAX_BATTERIES]);

impl Default for Values {
    fn default() -> Self {
        Self([ScoreRow::ZERO; MAX_BATTERIES])
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
            row.store(widen_signed(each));
        }
    }

    /// So much damage of a salvo, weighed.
    #[inline(always)]
    pub fn weigh<S: Simd>(&self, simd: S, salvo: usize, damage: Scores<S>) -> Scores<S> {
        mul_scores(damage, self.0[salvo].load(simd))
    }
}

/// Expected damage of a battery at a target, by band and weapons.
///
/// PERF: tables are loaded once, and not wherever they are looked up.
#[derive(Clone, Copy)]
pub struct Damage<S: Simd> {
    plain: Bytes<S>,
    /// The lanes in which Electronic Countermeasures work, and the damage then; `None` if the target has none.
    countered: Option<(Flags<S>, Bytes<S>)>,
}

impl<S: Simd> Damage<S> {
    /// That of a battery at a target whose Electronic Countermeasures work in the lanes of `ecm`.
    #[inline(always)]
    pub fn new(simd: S, battery: &BatteryTables, target: &ShipTables, ecm: Flags<S>) -> Self {
        let countered = target.ecm.map(
            #[inline(always)]
            |_| (ecm, load(simd, &battery.damage[1])),
        );
        Self { plain: load(simd, &battery.damage[0]), countered }
    }

    /// That of so many weapons in a band, both in `index`.
    #[inline(always)]
    pub fn of(&self, index: Bytes<S>) -> Bytes<S> {
        let plain = permute(self.plain, index);
        match self.countered {
            None => plain,
            Some((ecm, less)) => pick(ecm, permute(less, index), plain),
        }
    }
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
    /// Gives `take` the expected damage, at most 255, of all that bears of a salvo, place by place of the firer.
    #[inline(always)]
    pub fn volleys(
        &self,
        simd: S,
        salvo: &Salvo,
        stands: &Stands<'_, impl Fn(usize) -> Bytes<S>>,
        sight: &mut Sight,
        mut take: impl FnMut(usize, Bytes<S>),
    ) {
        for (number, bank) in salvo.banks.iter().enumerate() {
            let sum = Sum { first: number == 0, last: number + 1 == salvo.banks.len() };
            match bank {
                Bank::Together(list) => {
                    self.together(simd, list, stands.hexes, sight);
                    let bit = all(simd, 1 << list[0].1);
                    self.each(
                        simd,
                        stands,
                        sum,
                        sight,
                        #[inline(always)]
                        |all_bear, bearing| only(simd, !is_zero(simd, bearing & bit), all_bear),
                        &mut take,
                    );
                }
                Bank::Apart(battery, mounts) => {
                    let tables = &self.firer.0.batteries[*battery];
                    let (band, damage) = (load(simd, &tables.band), self.damage(simd, tables));
                    for hex in each_of(stands.hexes) {
                        store(permute(band, load(simd, &sight.away[hex])), &mut sight.at[hex]);
                    }
                    match mounts[..] {
                        [a, b] => self.apart(simd, damage, [a, b], stands, sum, sight, &mut take),
                        [a, b, c] => self.apart(simd, damage, [a, b, c], stands, sum, sight, &mut take),
                        _ => self.each(
                            simd,
                            stands,
                            sum,
                            sight,
                            #[inline(always)]
                            |mut index, bearing| {
                                for mount in mounts {
                                    // At most 15 weapons: they stay below the band's bits.
                                    let more = index + load(simd, &self.firer.1.weapons[*mount]);
                                    index = pick(lacks_bit(simd, bearing, *mount), index, more);
                                }
                                damage.of(index)
                            },
                            &mut take,
                        ),
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn damage(&self, simd: S, battery: &BatteryTables) -> Damage<S> {
        Damage::new(simd, battery, self.target, self.ecm)
    }

    /// Adds what a bank deals to the banks before it, place by place: `deal` of what is `at` the hex and what bears.
    #[inline(always)]
    fn each(
        &self,
        simd: S,
        stands: &Stands<'_, impl Fn(usize) -> Bytes<S>>,
        sum: Sum,
        sight: &mut Sight,
        deal: impl Fn(Bytes<S>, Bytes<S>) -> Bytes<S>,
        take: &mut impl FnMut(usize, Bytes<S>),
    ) {
        let Sight { class, at, volleys, .. } = sight;
        let arcs = load(simd, &self.firer.0.arcs);
        for place in each_of(stands.places) {
            let hex = usize::from(stands.hex_of[place]) % MAX_HEXES;
            let bearing = permute(arcs, load(simd, &class[hex]) + (stands.shift)(place));
            let mut damage = deal(load(simd, &at[hex]), bearing);
            if !sum.first {
                damage = plus(load(simd, &volleys[place]), damage);
            }
            if sum.last {
                take(place, damage);
            } else {
                store(damage, &mut volleys[place]);
            }
        }
    }

    /// [`Self::each`] for a battery of so many mounts.
    ///
    /// PERF: weapons stay in registers. Where they were read again in every place, fleets took 1.15 times as long.
    #[inline(always)]
    fn apart<const MOUNTS: usize>(
        &self,
        simd: S,
        damage: Damage<S>,
        mounts: [usize; MOUNTS],
        stands: &Stands<'_, impl Fn(usize) -> Bytes<S>>,
        sum: Sum,
        sight: &mut Sight,
        take: &mut impl FnMut(usize, Bytes<S>),
    ) {
        let zero = all(simd, 0);
        let (mut weapons, mut bits) = ([zero; MOUNTS], [zero; MOUNTS]);
        for ((weapons, bits), mount) in weapons.iter_mut().zip(&mut bits).zip(mounts) {
            *weapons = load(simd, &self.firer.1.weapons[mount]);
            *bits = all(simd, 1 << mount);
        }
        self.each(
            simd,
            stands,
            sum,
            sight,
            #[inline(always)]
            |band, bearing| {
                let mut index = band;
                for (weapons, bits) in weapons.iter().zip(&bits) {
                    // At most 15 weapons: they stay below the band's bits.
                    index = pick(is_zero(simd, bearing & *bits), index, index + *weapons);
                }
                damage.of(index)
            },
            take,
        );
    }

    /// Expected damage of batteries that bear together, by hex.
    #[inline(always)]
    fn together(&self, simd: S, list: &[(usize, usize)], hexes: Places, sight: &mut Sight) {
        for (number, (battery, mount)) in list.iter().enumerate() {
            let tables = &self.firer.0.batteries[*battery];
            let weapons = load(simd, &self.firer.1.weapons[*mount]);
            let (band, damage) = (load(simd, &tables.band), self.damage(simd, tables));
            for hex in each_of(hexes) {
                let at = &mut sight.at[hex];
                let more = damage.of(permute(band, load(simd, &sight.away[hex])) | weapons);
                store(if number == 0 { more } else { plus(load(simd, at), more) }, at);
            }
        }
    }

    /// Raises what the best target counts, by place of the firer, to what all fire at this one counts.
    #[inline(always)]
    pub fn raise_best(
        &self,
        simd: S,
        stands: &Stands<'_, impl Fn(usize) -> Bytes<S>>,
        sight: &mut Sight,
        values: &Values,
        sums: &mut [ScoreRow],
        best: &mut [ScoreRow],
    ) {
        let salvos = &self.firer.0.salvos;
        for (number, salvo) in salvos.iter().enumerate() {
            let (first, last) = (number == 0, number + 1 == salvos.len());
            let value = values.0[number].load(simd);
            self.volleys(
                simd,
                salvo,
                stands,
                sight,
                #[inline(always)]
                |place, damage| {
                    let mut counts = mul_scores(widen(damage), value);
                    if !first {
                        counts = add_scores(sums[place].load(simd), counts);
                    }
                    if last {
                        best[place].raise(simd, counts);
                    } else {
                        sums[place].store(counts);
                    }
                },
            );
        }
    }
}

/// Where a firer may stand, and how it faces there, as 24 − 4·facing.
#[derive(Clone, Copy)]
pub struct Stands<'a, F> {
    hexes: Places,
    places: Places,
    hex_of: &'a [u8; MAX_FACINGS],
    shift: F,
}

impl<'a, F> Stands<'a, F> {
    /// The hexes, of which there is a distance and a bearing, the places in them, the hex of each place, and how the firer faces
    /// there.
    #[inline(always)]
    pub const fn new(hexes: Places, places: Places, hex_of: &'a [u8; MAX_FACINGS], shift: F) -> Self {
        Self { hexes, places, hex_of, shift }
    }
}

/// Which of the banks of a salvo one is.
#[derive(Clone, Copy)]
struct Sum {
    first: bool,
    last: bool,
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
