//! Stream compaction: lanes of several batches that wait for the same action, gathered in one full batch, and their results
//! scattered to where they came from.
//!
//! Battles drift apart: of 64 lanes that play a duel about half wait for the same ship at any time, of 64 that play a
//! fleet action a few. So a thread keeps several batches, and an action is served for all lanes that wait for it,
//! wherever they are. Ships of one side and design are interchangeable: in a lane in which another ship of the class acts,
//! the two change places. Which rows a ship has is the game's affair.

use lanchester_lanes::ops::{all, eq, flags, load, mask, only, permute, pick};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, Flags, LANES, LaneMask, Row, Simd};

use crate::queue::{Queued, waiting_for};

/// So many lanes of one batch that wait for the same ship are served in place: putting others with them would cost more
/// than it gains.
const ENOUGH: u32 = 60;

/// An action, for every ship of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// Index into the classes of a line-up.
    pub class: usize,
    /// The action of ship 0; that of ship n is `action + n`.
    pub action: u8,
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
    /// Their slots in the full batch, as many one after the other; in place their own lanes.
    pub slots: LaneMask,
}

impl Source {
    /// The ship of this source that is ship `ship` of the full batch, in which `me` acts: the ship that acts and the one
    /// whose place it takes change places.
    #[inline(always)]
    #[must_use]
    pub fn stands_for(&self, ship: usize, me: usize) -> usize {
        if ship == me {
            self.ship
        } else if ship == self.ship {
            me
        } else {
            ship
        }
    }
}

/// Whose lanes are gathered: at most `GROUPS` groups of them (batches × ships of a class) from `BATCHES` batches.
#[derive(Clone, Debug)]
pub struct Compaction<const BATCHES: usize, const GROUPS: usize> {
    /// Those that were selected, the largest groups first; only the first `count` count.
    sources: [Source; GROUPS],
    count: usize,
    in_place: bool,
    /// Working memory: everybody who waits.
    groups: [Source; GROUPS],
    /// The lane of each slot in the batch it came from.
    lane: Row,
    /// The slot of each lane, by batch.
    slot: [Row; BATCHES],
}

impl<const BATCHES: usize, const GROUPS: usize> Default for Compaction<BATCHES, GROUPS> {
    fn default() -> Self {
        const { assert!(GROUPS <= 256, "a group has a number of one byte") };
        Self {
            sources: [Source::default(); GROUPS],
            in_place: false,
            groups: [Source::default(); GROUPS],
            count: 0,
            lane: Row::ZERO,
            slot: [Row::ZERO; BATCHES],
        }
    }
}

/// The task that most lanes wait for, of these actions of ship 0 for each class, and how many; `None` if nobody waits to act.
#[inline(always)]
pub fn fullest<S: Simd, B: Queued, const ACTIONS: usize>(
    simd: S,
    batches: &[B],
    classes: &[Vec<usize>],
    actions: [u8; ACTIONS],
) -> Option<(Task, u32)> {
    let mut best = None;
    let mut most = 0;
    for (class, ships) in classes.iter().enumerate() {
        for action in actions {
            let mut count = 0;
            for batch in batches {
                for ship in ships {
                    count += waiting_for(simd, batch.next(), action + *ship as u8).count_ones();
                }
            }
            if count > most {
                (best, most) = (Some((Task { class, action }, count)), count);
            }
        }
    }
    best
}

impl<const BATCHES: usize, const GROUPS: usize> Compaction<BATCHES, GROUPS> {
    /// Selects from all who wait for a task of these ships, the largest groups first, until a batch is full; or the largest
    /// group alone, where it is served in place.
    #[inline(always)]
    pub fn select<S: Simd, B: Queued>(&mut self, simd: S, batches: &[B], ships: &[usize], action: u8) {
        let groups = &mut self.groups;
        let mut count = 0;
        for (number, batch) in batches.iter().enumerate() {
            for ship in ships {
                let lanes = waiting_for(simd, batch.next(), action + *ship as u8);
                if lanes != 0 {
                    groups[count] = Source { batch: number, ship: *ship, lanes, slots: 0 };
                    count += 1;
                }
            }
        }
        // PERF: one number a group: the largest of a few is found faster than they are sorted.
        let mut sizes = [0u16; GROUPS];
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
            let slots = (!0u64 >> (LANES as u32 - taken)) << (LANES as u32 - room);
            self.sources[self.count] = Source { lanes: lowest(group.lanes, taken), slots, ..group };
            room -= taken;
            self.count += 1;
        }
        self.in_place = self.count == 1 || self.sources[0].lanes.count_ones() >= ENOUGH;
        if self.in_place {
            self.count = 1;
            self.sources[0].slots = self.sources[0].lanes;
        }
    }

    /// Whether those that were selected are lanes of one batch and are served there, each lane its own slot.
    #[inline(always)]
    #[must_use]
    pub fn in_place(&self) -> bool {
        self.in_place
    }

    /// The sources that were selected.
    #[inline(always)]
    #[must_use]
    pub fn sources(&self) -> &[Source] {
        &self.sources[..self.count]
    }

    /// The lane of a slot in the batch it came from.
    #[inline(always)]
    #[must_use]
    pub fn lane(&self, slot: usize) -> usize {
        if self.in_place { slot } else { self.lane.0[slot].into() }
    }

    /// Gives every lane that was selected its slot; `each` is called with the source, the slot and the lane. Returns the
    /// slots that are taken.
    #[inline(always)]
    pub fn assign(&mut self, mut each: impl FnMut(&Source, usize, usize)) -> LaneMask {
        let mut taken = 0;
        for source in &self.sources[..self.count] {
            taken |= source.slots;
            for (slot, lane) in lanes_of(source.slots).zip(lanes_of(source.lanes)) {
                self.lane.0[slot] = lane as u8;
                self.slot[source.batch].0[lane] = slot as u8;
                each(source, slot, lane);
            }
        }
        taken
    }

    /// Gathers rows and masks from every source: `of` names them for one. Slots that are not taken are 0.
    #[inline(always)]
    pub fn gather<'r, S: Simd, const ROWS: usize, const MASKS: usize>(
        &self,
        simd: S,
        of: impl Fn(&Source) -> ([&'r Row; ROWS], [LaneMask; MASKS]),
    ) -> ([Bytes<S>; ROWS], [LaneMask; MASKS]) {
        let lane = load(simd, &self.lane);
        let mut rows = [all(simd, 0); ROWS];
        let mut sets = [flags(simd, 0); MASKS];
        for source in &self.sources[..self.count] {
            let slots = flags(simd, source.slots);
            let (from, masks) = of(source);
            for (row, old) in rows.iter_mut().zip(from) {
                *row = pick(slots, permute(load(simd, old), lane), *row);
            }
            for (set, old) in sets.iter_mut().zip(masks) {
                *set |= moved(simd, old, lane) & slots;
            }
        }
        let mut masks = [0; MASKS];
        for (bits, set) in masks.iter_mut().zip(sets) {
            *bits = mask(set);
        }
        (rows, masks)
    }

    /// The lanes of a batch that were selected.
    #[inline(always)]
    #[must_use]
    pub fn lanes(&self, batch: usize) -> LaneMask {
        self.sources().iter().filter(|s| s.batch == batch).fold(0, |all, s| all | s.lanes)
    }

    /// A row of the full batch, by the lanes of a batch; lanes that were not selected hold anything.
    #[inline(always)]
    pub fn scatter_row<S: Simd>(&self, simd: S, row: Bytes<S>, batch: usize) -> Bytes<S> {
        permute(row, load(simd, &self.slot[batch]))
    }

    /// Rows of the full batch, by the lanes of a batch; lanes that were not selected hold anything.
    #[inline(always)]
    pub fn scatter_rows<S: Simd, const ROWS: usize>(
        &self,
        simd: S,
        mut rows: [Bytes<S>; ROWS],
        batch: usize,
    ) -> [Bytes<S>; ROWS] {
        for row in &mut rows {
            *row = self.scatter_row(simd, *row, batch);
        }
        rows
    }

    /// The lanes of a batch whose slots are set.
    #[inline(always)]
    pub fn scatter_mask<S: Simd>(&self, simd: S, slots: LaneMask, batch: usize) -> LaneMask {
        self.lanes(batch) & mask(moved(simd, slots, load(simd, &self.slot[batch])))
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

#[cfg(test)]
mod tests {
    use lanchester_lanes::ops::store;
    use lanchester_lanes::{Kernel, Level};

    use super::*;

    struct Batch {
        next: Row,
        cargo: Row,
        odd: LaneMask,
    }

    impl Queued for Batch {
        fn next(&self) -> &Row {
            &self.next
        }
    }

    /// Three batches: in lane l of batch b ship (l + b) % 5 waits for action 10, and carries 64·b + l modulo 251.
    fn batches() -> [Batch; 3] {
        std::array::from_fn(|batch| Batch {
            next: Row(std::array::from_fn(|lane| 10 + ((lane + batch) % 5) as u8)),
            cargo: Row(std::array::from_fn(|lane| ((64 * batch + lane) % 251) as u8)),
            odd: 0xaaaa_aaaa_aaaa_aaaa,
        })
    }

    /// Gathers what ships 1 and 3 carry, and scatters twice of it.
    struct RoundTrip;

    impl Kernel for RoundTrip {
        type Output = ();

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) {
            let batches = batches();
            let mut compaction = Compaction::<3, 6>::default();
            compaction.select(simd, &batches, &[1, 3], 10);
            assert!(!compaction.in_place());
            let taken = compaction.assign(|source, slot, lane| {
                assert!(source.slots >> slot & 1 == 1 && source.lanes >> lane & 1 == 1);
            });
            assert_eq!(taken, !0, "77 lanes wait, 64 are taken");
            let ([cargo], [odd]) = compaction.gather(simd, |source| {
                let batch = &batches[source.batch];
                ([&batch.cargo], [batch.odd])
            });
            let mut row = Row::ZERO;
            store(cargo, &mut row);
            for source in compaction.sources() {
                for slot in lanes_of(source.slots) {
                    let lane = compaction.lane(slot);
                    assert_eq!(usize::from(row.0[slot]), (64 * source.batch + lane) % 251);
                    assert_eq!(odd >> slot & 1, lane as u64 % 2);
                    assert_eq!((lane + source.batch) % 5, source.ship);
                }
            }
            for (number, batch) in batches.iter().enumerate() {
                let mut back = Row::ZERO;
                store(compaction.scatter_row(simd, cargo, number), &mut back);
                let lanes = compaction.lanes(number);
                assert!(lanes_of(lanes).all(|lane| back.0[lane] == batch.cargo.0[lane]));
                assert_eq!(compaction.scatter_mask(simd, odd, number), lanes & batch.odd);
            }
        }
    }

    #[test]
    fn what_is_gathered_is_scattered_to_where_it_came_from() {
        Level::available().into_iter().for_each(|level| level.dispatch(RoundTrip));
    }

    #[test]
    fn the_ship_that_acts_and_the_one_whose_place_it_takes_change_places() {
        let source = Source { ship: 4, ..Source::default() };
        assert_eq!([1, 4, 2].map(|ship| source.stands_for(ship, 1)), [4, 1, 2]);
    }

    #[test]
    fn the_lowest_lanes_are_taken() {
        assert_eq!(lowest(0b1011_0100, 2), 0b0001_0100);
        assert_eq!(lowest(0b11, 5), 0b11);
    }
}
