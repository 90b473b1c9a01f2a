//! Choosing a target for every bank of a ship that fires.
//!
//! Phase: fire. Reads the ships of a batch and `seen`; writes `scratch.declared`.

use lanchester_battle::appraisal::arc_shift;
use lanchester_lanes::hex::lanes::{bearing, distance};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, eq, flags, has_bits, is_zero, le, load, lookup16, lookup64, mask, min, minus,
    mul_scores, pick, pick_scores, scores_gt, store, sub_scores, widen, widen_signed,
};
use lanchester_lanes::{Bytes, Flags, LANES, LaneMask, Row, Scores, Simd};

use crate::design::{ECM, SHIELDS, WEAPONS};
use crate::design::{MAX_BANKS, MAX_SHIPS};
use crate::lanes::fire::base_column;
use crate::lanes::state::{Batch, Declared, Scratch};
use crate::lanes::tables::{BankTables, NO_DICE, ShipTables, Tables};

/// The target of a bank that does not fire.
pub(in crate::lanes) const NONE: u8 = 255;

/// Score taken off, times the policy's `overkill`, for a target that is expected to be destroyed as it is.
const SPENT: i16 = 16;

/// An enemy as a ship that fires sees it.
#[derive(Clone, Copy)]
struct Sight<S: Simd> {
    /// Its slot.
    slot: u8,
    /// Lanes in which it is there, within the longest range.
    near: Flags<S>,
    away: Bytes<S>,
    /// Banks that bear, a bit each.
    arcs: [Bytes<S>; 2],
    /// Column index before range and bank.
    base: Bytes<S>,
    /// Faces that its shields block.
    shield: Bytes<S>,
    /// Weight on each box.
    value: Scores<S>,
    /// What the policy sees in it whatever the bank.
    appeal: Scores<S>,
    /// Faces that its shields leave open.
    open: Scores<S>,
    /// Eighteen times the boxes it has left: dice × boxes × open faces that are expected to destroy it.
    need: Scores<S>,
}

impl<S: Simd> Sight<S> {
    /// Looks at the enemy in a slot in the lanes of `live`; `None` if it is near in none.
    #[inline(always)]
    fn of(simd: S, tables: &Tables, batch: &Batch, me: usize, slot: usize, live: LaneMask) -> Option<Self> {
        let side = tables.ships.side_of(me);
        let enemy = tables.ships.side(side.opponent()).start + slot;
        let (ship, ft, rows, other) = (&tables.ships[me], &tables.ships[enemy], &batch.ships[me], &batch.ships[enemy]);
        let weights = &tables.policies[side].targets;
        let (dq, dh) = (load(simd, &other.q) - load(simd, &rows.q), load(simd, &other.h) - load(simd, &rows.h));
        let away = distance(dq, dh);
        let (track, lost_ecm, lost_icons, alive) = if tables.declares {
            let seen = &batch.seen[slot];
            (&seen.track, &seen.ecm, &seen.icons, seen.alive)
        } else {
            (&other.track, &other.lost[ECM], &other.lost[SHIELDS], other.alive)
        };
        let near = flags(simd, alive) & flags(simd, live) & le(away, all(simd, ship.reach));
        if mask(near) == 0 {
            return None;
        }
        let arc_index = bearing(simd, dq, dh) + arc_shift(simd, load(simd, &rows.facing));
        let lost_icons = load(simd, lost_icons);
        let left = widen(minus(all(simd, ft.thresholds[2]), load(simd, track)));
        let mut appeal = all_scores(simd, ft.target_rating);
        appeal = sub_scores(appeal, mul_scores(widen(away), all_scores(simd, weights.near.into())));
        appeal = sub_scores(appeal, mul_scores(left, all_scores(simd, weights.finish.into())));
        Some(Self {
            slot: slot as u8,
            near,
            away,
            arcs: [lookup64(simd, &ship.arcs[0], arc_index), lookup64(simd, &ship.arcs[1], arc_index)],
            base: base_column(simd, tables, ship, ft, &rows.lost[WEAPONS], lost_ecm),
            shield: lookup16(simd, &ft.shield, lost_icons),
            value: widen_signed(lookup16(simd, &ft.value_as_target, lost_icons)),
            appeal,
            open: widen(lookup16(simd, &ft.open, lost_icons)),
            need: mul_scores(left, all_scores(simd, 18)),
        })
    }

    /// Declares it as the target of a bank where it is better than the `best` so far. Returns the lanes in which the bank
    /// bears on it.
    #[inline(always)]
    fn offer(
        &self,
        simd: S,
        ship: &ShipTables,
        bank: &BankTables,
        appeal: Scores<S>,
        best: &mut Scores<S>,
        declared: &mut Declared,
    ) -> Flags<S> {
        let battery = &ship.batteries[bank.battery];
        let column = lookup64(simd, &battery.range, self.away) + self.base + all(simd, bank.modifier);
        let column = min(column, all(simd, NO_DICE));
        let dice = lookup16(simd, &battery.dice, column);
        let bears = self.near & has_bits(simd, self.arcs[bank.word], bank.bit) & !is_zero(simd, dice);
        if mask(bears) == 0 {
            return bears;
        }
        let boxes = widen(lookup16(simd, &battery.boxes, column));
        let score = add_scores(appeal, mul_scores(boxes, self.value));
        let idle = is_zero(simd, load(simd, &declared.dice));
        let better = (scores_gt(simd, score, *best) | idle) & bears;
        *best = pick_scores(simd, better, score, *best);
        for (row, value) in [
            (&mut declared.target, all(simd, self.slot)),
            (&mut declared.dice, dice),
            (&mut declared.column, column),
            (&mut declared.distance, self.away),
            (&mut declared.shield, self.shield),
        ] {
            store(pick(better, value, load(simd, row)), row);
        }
        bears
    }
}

/// Chooses a target for every bank, by the policy's weights. Returns the lanes in which at least one bank fires.
#[inline(always)]
pub(in crate::lanes) fn declare<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    scratch: &mut Scratch,
    me: usize,
    live: LaneMask,
) -> LaneMask {
    let side = tables.ships.side_of(me);
    let ship = &tables.ships[me];
    for declared in &mut scratch.declared[..ship.banks.len()] {
        declared.target = Row([NONE; LANES]);
        declared.dice = Row::ZERO;
    }
    if tables.policies[side].targets.overkill != 0 {
        return simd.vectorize(
            #[inline(always)]
            || declare_in_turn(simd, tables, batch, scratch, me, live),
        );
    }
    let mut best = [all_scores(simd, i16::MIN); MAX_BANKS];
    let mut shooting = flags(simd, 0);
    for slot in 0..tables.ships.side(side.opponent()).len() {
        let Some(sight) = Sight::of(simd, tables, batch, me, slot, live) else { continue };
        for (index, bank) in ship.banks.iter().enumerate() {
            let declared = &mut scratch.declared[index];
            shooting |= sight.offer(simd, ship, bank, sight.appeal, &mut best[index], declared);
        }
    }
    mask(shooting)
}

/// The same bank by bank, each with an eye on what those before it are expected to do.
#[inline(always)]
fn declare_in_turn<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    scratch: &mut Scratch,
    me: usize,
    live: LaneMask,
) -> LaneMask {
    let side = tables.ships.side_of(me);
    let ship = &tables.ships[me];
    let off = all_scores(simd, SPENT * i16::from(tables.policies[side].targets.overkill));
    let mut sights = [None; MAX_SHIPS];
    for (slot, sight) in sights.iter_mut().enumerate().take(tables.ships.side(side.opponent()).len()) {
        *sight = Sight::of(simd, tables, batch, me, slot, live);
    }
    // Dice × boxes × open faces that are declared at each.
    let mut spent = [all_scores(simd, 0); MAX_SHIPS];
    let mut shooting = flags(simd, 0);
    for (bank, declared) in ship.banks.iter().zip(&mut scratch.declared) {
        let mut best = all_scores(simd, i16::MIN);
        for (sight, spent) in sights.iter().flatten().zip(&spent) {
            let appeal = sub_scores(sight.appeal, off);
            let appeal = pick_scores(simd, scores_gt(simd, sight.need, *spent), sight.appeal, appeal);
            shooting |= sight.offer(simd, ship, bank, appeal, &mut best, declared);
        }
        let boxes = widen(lookup16(simd, &ship.batteries[bank.battery].boxes, load(simd, &declared.column)));
        for (sight, spent) in sights.iter().flatten().zip(&mut spent) {
            let more = add_scores(*spent, mul_scores(boxes, sight.open));
            *spent = pick_scores(simd, eq(load(simd, &declared.target), all(simd, sight.slot)), more, *spent);
        }
    }
    mask(shooting)
}
