//! Which rows a ship has when lanes of several batches are put together for one action, and what comes back.
//!
//! Phase: movement and fire. Gathering reads `batches` and writes `full`, `compaction` and `scratch.fleet_slots`;
//! scattering, of fire alone, reads them and writes `track`, `lost`, `alive`, `ready` and `vp` of `batches`.

use lanchester_battle::compaction::Source;
use lanchester_battle::queue::Queued;
use lanchester_core::Side;
use lanchester_lanes::ops::{flags, load, pick, store};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LaneMask, Row, Simd};

use crate::design::MAX_SHIPS;
use crate::lanes::state::{Batch, Scratch, ShipRows};
use crate::lanes::tables::Tables;
use crate::lanes::victory::score_eliminated;

/// Batches of a thread.
pub const BATCHES: usize = 12;

/// Lanes of several batches that wait for the same ship, or one like it.
pub type Compaction = lanchester_battle::compaction::Compaction<BATCHES, { BATCHES * MAX_SHIPS }>;

impl Queued for Batch {
    #[inline(always)]
    fn next(&self) -> &Row {
        &self.next
    }
}

/// Gathers all who were selected in `full`: every ship of the battle, with `me` the one that acts; of its friends no more
/// than where they stand and whether they are alive and ready. Returns the slots that are taken.
#[inline(always)]
pub fn gather<S: Simd>(
    simd: S,
    tables: &Tables,
    compaction: &mut Compaction,
    batches: &[Batch],
    full: &mut Batch,
    scratch: &mut Scratch,
    me: usize,
    keys: bool,
) -> LaneMask {
    let taken = compaction.assign(
        #[inline(always)]
        |source, slot, lane| {
            scratch.fleet_slots.0[slot] = tables.ships.slot_of(source.ship);
            if keys {
                full.keys[slot] = batches[source.batch].keys[lane];
                full.battles[slot] = batches[source.batch].battles[lane];
            }
        },
    );
    let ([turn], [swapped, contact]) = compaction.gather(
        simd,
        #[inline(always)]
        |source: &Source| {
            ([&batches[source.batch].turn], [batches[source.batch].swapped, batches[source.batch].contact])
        },
    );
    store(turn, &mut full.turn);
    full.swapped = swapped;
    full.contact = contact;
    for ship in 0..tables.ships.len() {
        // PERF: of friends only the hex matters.
        if ship != me && tables.ships.side_of(ship) == tables.ships.side_of(me) {
            gather_ship::<S, 2>(simd, compaction, batches, full, ship, me);
        } else {
            gather_ship::<S, { ShipRows::COUNT }>(simd, compaction, batches, full, ship, me);
        }
    }
    if tables.declares {
        simd.vectorize(
            #[inline(always)]
            || gather_seen(simd, tables, compaction, batches, full, tables.ships.side_of(me).opponent()),
        );
    }
    taken
}

/// Gathers the first so many rows of one ship.
#[inline(always)]
fn gather_ship<S: Simd, const ROWS: usize>(
    simd: S,
    compaction: &Compaction,
    batches: &[Batch],
    full: &mut Batch,
    ship: usize,
    me: usize,
) {
    let (rows, [alive, ready]) = compaction.gather::<S, ROWS, 2>(
        simd,
        #[inline(always)]
        |source: &Source| {
            let from = &batches[source.batch].ships[source.stands_for(ship, me)];
            let rows = from.rows();
            (std::array::from_fn(|row| rows[row]), [from.alive, from.ready])
        },
    );
    let to = &mut full.ships[ship];
    for (row, new) in to.rows_mut().into_iter().zip(rows) {
        store(new, row);
    }
    to.alive = alive;
    to.ready = ready;
}

/// Gathers how the enemies, all ships of a side, were when the ships that act declared their targets.
#[inline(always)]
fn gather_seen<S: Simd>(
    simd: S,
    tables: &Tables,
    compaction: &Compaction,
    batches: &[Batch],
    full: &mut Batch,
    enemies: Side,
) {
    for slot in 0..tables.ships.side(enemies).len() {
        let ([track, ecm, icons], [alive]) = compaction.gather(
            simd,
            #[inline(always)]
            |source: &Source| {
                let seen = &batches[source.batch].seen[slot];
                ([&seen.track, &seen.ecm, &seen.icons], [seen.alive])
            },
        );
        let to = &mut full.seen[slot];
        store(track, &mut to.track);
        store(ecm, &mut to.ecm);
        store(icons, &mut to.icons);
        to.alive = alive;
    }
}

/// Scatters damage to ship `ship`: its track and what it lost, and whether it is still there.
#[inline(always)]
pub fn scatter_damage<S: Simd>(
    simd: S,
    tables: &Tables,
    compaction: &Compaction,
    full: &Batch,
    batches: &mut [Batch],
    ship: usize,
) {
    let hurt = &full.ships[ship];
    for (number, batch) in batches.iter_mut().enumerate() {
        let lanes = compaction.lanes(number);
        if lanes == 0 {
            continue;
        }
        let old = &mut batch.ships[ship];
        let gone = old.alive & lanes & !compaction.scatter_mask(simd, hurt.alive, number);
        let lost = flags(simd, lanes);
        for (old, new) in old.rows_mut().into_iter().zip(hurt.rows()).skip(ShipRows::DAMAGE) {
            store(pick(lost, compaction.scatter_row(simd, load(simd, new), number), load(simd, old)), old);
        }
        old.alive &= !gone;
        old.ready &= !gone;
        for lane in lanes_of(gone) {
            score_eliminated(tables, batch, ship, lane);
        }
    }
}
