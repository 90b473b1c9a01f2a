//! Lanes of several batches that wait for the same action, put together in one full batch and taken apart again.
//!
//! Battles drift apart: of 64 lanes that play a duel about half wait for the same ship at any time, of 64 that play a
//! fleet action a few. So a thread keeps several batches, and an action is served for all lanes that wait for it,
//! wherever they are. Ships of one side and design are interchangeable here: a lane in which another of them acts has
//! the two change places.

use lanchester_core::Side;
use lanchester_lanes::ops::{all, eq, flags, load, mask, only, permute, pick, store};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, Flags, LANES, LaneMask, Row, Simd};

use crate::design::MAX_SHIPS;
use crate::lanes::state::{Batch, ShipRows, action};
use crate::lanes::tables::Tables;

/// Batches of a thread.
pub const BATCHES: usize = 12;

/// So many lanes of one batch that wait for the same ship are served where they are: putting others with them would cost
/// more than it gains.
const ENOUGH: u32 = 60;

/// Most groups of lanes that wait for one task.
const MOST: usize = BATCHES * MAX_SHIPS;
const _: () = assert!(MOST <= 256, "a group has a number of one byte");

/// An action, for every ship of one design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// Index into [`Tables::classes`].
    pub class: usize,
    /// To fire, not to move.
    pub fire: bool,
}

/// Lanes of one batch in which the same ship acts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Source {
    /// The batch.
    pub batch: usize,
    /// The ship.
    pub ship: usize,
    /// Its lanes there.
    pub lanes: LaneMask,
    /// Where they are in the full batch, as many lanes one after the other; at home their own lanes.
    pub places: LaneMask,
}

/// Who was put together.
#[derive(Clone, Debug)]
pub struct Compaction {
    /// Those who were called, the largest groups first; only the first `count` count.
    sources: [Source; MOST],
    count: usize,
    in_place: bool,
    /// Working memory: everybody who waits.
    groups: [Source; MOST],
    /// The lane at home of each place.
    lane: Row,
    /// The place of each lane, by batch.
    place: [Row; BATCHES],
}

impl Default for Compaction {
    fn default() -> Self {
        Self {
            sources: [Source::default(); MOST],
            in_place: false,
            groups: [Source::default(); MOST],
            count: 0,
            lane: Row::ZERO,
            place: [Row::ZERO; BATCHES],
        }
    }
}

/// The task that most lanes wait for, and how many; `None` if nobody waits to act.
#[inline(always)]
pub fn fullest<S: Simd>(simd: S, tables: &Tables, batches: &[Batch]) -> Option<(Task, u32)> {
    let mut best = None;
    let mut most = 0;
    for (class, members) in tables.classes.iter().enumerate() {
        for fire in [false, true] {
            let mut count = 0;
            for batch in batches {
                for ship in members {
                    count += waiting(simd, batch, *ship, fire).count_ones();
                }
            }
            if count > most {
                (best, most) = (Some((Task { class, fire }, count)), count);
            }
        }
    }
    best
}

/// Lanes in which a ship is to move or fire.
#[inline(always)]
fn waiting<S: Simd>(simd: S, batch: &Batch, ship: usize, fire: bool) -> LaneMask {
    let base = if fire { action::FIRE } else { action::MOVE };
    mask(eq(load(simd, &batch.next), all(simd, base + ship as u8)))
}

impl Compaction {
    /// Lists who waits for a task, the largest groups first, until a batch is full; or the largest group alone, where it
    /// stays at home.
    #[inline(always)]
    pub fn call<S: Simd>(&mut self, simd: S, tables: &Tables, batches: &[Batch], task: Task) {
        let groups = &mut self.groups;
        let mut count = 0;
        for (batch, home) in batches.iter().enumerate() {
            for ship in &tables.classes[task.class] {
                let lanes = waiting(simd, home, *ship, task.fire);
                if lanes != 0 {
                    groups[count] = Source { batch, ship: *ship, lanes, places: 0 };
                    count += 1;
                }
            }
        }
        // PERF: one number a group: the largest of a few is found faster than they are sorted.
        let mut sizes = [0u16; MOST];
        for (number, (size, group)) in sizes.iter_mut().zip(&groups[..count]).enumerate() {
            *size = (group.lanes.count_ones() as u16) << 8 | number as u16;
        }
        let mut room = LANES as u32;
        self.count = 0;
        while let Some(largest) = sizes[..count].iter().copied().max()
            && largest != 0
            && room != 0
        {
            sizes[usize::from(largest & 0xff)] = 0;
            let group = groups[usize::from(largest & 0xff)];
            let taken = group.lanes.count_ones().min(room);
            let places = (!0u64 >> (LANES as u32 - taken)) << (LANES as u32 - room);
            self.sources[self.count] = Source { lanes: lowest(group.lanes, taken), places, ..group };
            room -= taken;
            self.count += 1;
        }
        self.in_place = self.count == 1 || self.sources[0].lanes.count_ones() >= ENOUGH;
        if self.in_place {
            self.count = 1;
            self.sources[0].places = self.sources[0].lanes;
        }
    }

    /// Whether those who were called are lanes of one batch and stay there, each lane in its own place.
    #[must_use]
    pub fn in_place(&self) -> bool {
        self.in_place
    }

    /// The sources that were called.
    #[must_use]
    pub fn sources(&self) -> &[Source] {
        &self.sources[..self.count]
    }

    /// The lane at home of a place.
    #[must_use]
    pub fn lane(&self, place: usize) -> usize {
        if self.in_place { place } else { self.lane.0[place].into() }
    }

    /// Puts all who were called into `full`: every ship of the battle, with `me` the one that acts; of
    /// its friends no more than where they stand and whether they are alive and ready. Returns the places
    /// that are taken.
    #[inline(always)]
    pub fn gather<S: Simd>(
        &mut self,
        simd: S,
        tables: &Tables,
        batches: &[Batch],
        full: &mut Batch,
        slots: &mut Row,
        me: usize,
        keys: bool,
    ) -> LaneMask {
        let mut taken = 0;
        for source in &self.sources[..self.count] {
            taken |= source.places;
            let home = &batches[source.batch];
            let slot = tables.slot_of(source.ship);
            for (place, lane) in lanes_of(source.places).zip(lanes_of(source.lanes)) {
                self.lane.0[place] = lane as u8;
                self.place[source.batch].0[lane] = place as u8;
                slots.0[place] = slot;
                if keys {
                    full.keys[place] = home.keys[lane];
                    full.battle[place] = home.battle[lane];
                }
            }
        }
        let lane = load(simd, &self.lane);
        let mut turn = all(simd, 0);
        let mut swapped = flags(simd, 0);
        for source in &self.sources[..self.count] {
            let (home, places) = (&batches[source.batch], flags(simd, source.places));
            turn = pick(places, permute(load(simd, &home.turn), lane), turn);
            swapped |= moved(simd, home.swapped, lane) & places;
        }
        store(turn, &mut full.turn);
        full.swapped = mask(swapped);
        for ship in 0..tables.ships.len() {
            // PERF: of friends only the place matters.
            if ship != me && tables.side_of(ship) == tables.side_of(me) {
                self.fetch::<S, 2>(simd, batches, full, ship, me);
            } else {
                self.fetch::<S, { ShipRows::COUNT }>(simd, batches, full, ship, me);
            }
        }
        if tables.declares {
            simd.vectorize(
                #[inline(always)]
                || self.fetch_seen(simd, batches, full, tables.side(tables.side_of(me).opponent()).len()),
            );
        }
        taken
    }

    /// Puts together how the enemies, so many of them, were when the ships that act declared their targets.
    #[inline(always)]
    fn fetch_seen<S: Simd>(&self, simd: S, batches: &[Batch], full: &mut Batch, enemies: usize) {
        let lane = load(simd, &self.lane);
        for slot in 0..enemies {
            let mut rows = [all(simd, 0); 3];
            let mut alive = flags(simd, 0);
            for source in &self.sources[..self.count] {
                let (seen, places) = (&batches[source.batch].seen[slot], flags(simd, source.places));
                for (row, old) in rows.iter_mut().zip([&seen.track, &seen.ecm, &seen.icons]) {
                    *row = pick(places, permute(load(simd, old), lane), *row);
                }
                alive |= moved(simd, seen.alive, lane) & places;
            }
            let to = &mut full.seen[slot];
            for (row, new) in [&mut to.track, &mut to.ecm, &mut to.icons].into_iter().zip(rows) {
                store(new, row);
            }
            to.alive = mask(alive);
        }
    }

    /// Puts the first so many rows of one ship together.
    #[inline(always)]
    fn fetch<S: Simd, const ROWS: usize>(&self, simd: S, batches: &[Batch], full: &mut Batch, ship: usize, me: usize) {
        let lane = load(simd, &self.lane);
        let mut rows = [all(simd, 0); ROWS];
        let (mut alive, mut ready) = (flags(simd, 0), flags(simd, 0));
        for source in &self.sources[..self.count] {
            // The ship that acts and the one whose place it takes change places.
            let from = if ship == me {
                source.ship
            } else if ship == source.ship {
                me
            } else {
                ship
            };
            let (home, places) = (&batches[source.batch].ships[from], flags(simd, source.places));
            for (row, old) in rows.iter_mut().zip(home.rows()) {
                *row = pick(places, permute(load(simd, old), lane), *row);
            }
            alive |= moved(simd, home.alive, lane) & places;
            ready |= moved(simd, home.ready, lane) & places;
        }
        let of = &mut full.ships[ship];
        for (row, new) in of.rows_mut().into_iter().zip(rows) {
            store(new, row);
        }
        of.alive = mask(alive);
        of.ready = mask(ready);
    }

    /// Brings damage to ship `ship` home: its track and what it lost, and whether it is still there. Victory points go to
    /// `winner`.
    #[inline(always)]
    pub fn scatter<S: Simd>(
        &self,
        simd: S,
        tables: &Tables,
        full: &Batch,
        batches: &mut [Batch],
        ship: usize,
        winner: Side,
    ) {
        let hurt = &full.ships[ship];
        for (number, home) in batches.iter_mut().enumerate() {
            let lanes = self.sources().iter().filter(|s| s.batch == number).fold(0, |all, s| all | s.lanes);
            if lanes == 0 {
                continue;
            }
            let place = load(simd, &self.place[number]);
            let old = &mut home.ships[ship];
            let gone = old.alive & lanes & !mask(moved(simd, hurt.alive, place));
            let lost = flags(simd, lanes);
            let [new_lost @ .., new_track] = hurt.damage_rows();
            let [old_lost @ .., old_track] = old.damage_rows_mut();
            for (old, new) in old_lost.into_iter().zip(new_lost).chain([(old_track, new_track)]) {
                store(pick(lost, permute(load(simd, new), place), load(simd, old)), old);
            }
            old.alive &= !gone;
            old.ready &= !gone;
            for lane in lanes_of(gone) {
                home.vp[winner][lane] += 4 * tables.ships[ship].design.rating;
            }
        }
    }

    /// Rows of the lanes put together, as lanes of a batch.
    #[inline(always)]
    pub fn scatter_rows<S: Simd, const ROWS: usize>(
        &self,
        simd: S,
        rows: [Bytes<S>; ROWS],
        batch: usize,
    ) -> [Bytes<S>; ROWS] {
        let place = load(simd, &self.place[batch]);
        let mut home = rows;
        for row in &mut home {
            *row = permute(*row, place);
        }
        home
    }

    /// The lanes of a batch whose places are set.
    #[inline(always)]
    pub fn scatter_lanes<S: Simd>(&self, simd: S, places: LaneMask, batch: usize) -> LaneMask {
        let lanes = self.sources().iter().filter(|s| s.batch == batch).fold(0, |all, s| all | s.lanes);
        lanes & mask(moved(simd, places, load(simd, &self.place[batch])))
    }
}

/// The flags of a mask after every lane took that of the lane named by `from`.
#[inline(always)]
fn moved<S: Simd>(simd: S, set: LaneMask, from: Bytes<S>) -> Flags<S> {
    eq(permute(only(simd, flags(simd, set), all(simd, 1)), from), all(simd, 1))
}

/// The lowest lanes of a mask.
fn lowest(mut lanes: LaneMask, count: u32) -> LaneMask {
    let mut excess = lanes.count_ones().saturating_sub(count);
    while excess > 0 {
        lanes &= !(1 << (63 - lanes.leading_zeros()));
        excess -= 1;
    }
    lanes
}
