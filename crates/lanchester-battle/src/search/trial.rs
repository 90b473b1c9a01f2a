//! Roll-outs of several battles together: a lane each, in as many batches as a workspace has.

use std::ops::Range;

use lanchester_core::Side;
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LANES, LaneMask};

use super::question::{Score, worth};
use super::{Searchable, Setting};
use crate::{Layout, Part, Play};

/// A workspace that is filled with battles, which are then played to their ends.
pub(super) struct Trial<G: Searchable> {
    workspace: G::Workspace,
    /// Who stands where.
    stands: Vec<Stand>,
    /// The next free slot.
    next: usize,
    /// What the lanes of the batch of that slot share.
    shared: u32,
}

/// Where a battle stands.
struct Stand {
    /// Whose battle it is, as the caller counts.
    owner: usize,
    /// Its slots: the lanes of one batch after the other.
    slots: Range<usize>,
    /// The seat of A.
    seat: usize,
}

impl<G: Searchable> Trial<G> {
    pub fn new() -> Self {
        Self { workspace: G::workspace(), stands: Vec::new(), next: 0, shared: 0 }
    }

    /// Adds a battle as it stands in the first batch of a workspace, in as many lanes as there is room for and `dice` has
    /// keys for. Returns how many these are; 0 where the workspace is full.
    pub fn add(
        &mut self,
        owner: usize,
        (number, from): (u64, &G::Workspace),
        dice: impl ExactSizeIterator<Item = u64>,
    ) -> usize {
        if self.stands.is_empty() {
            G::clear(&mut self.workspace);
        } else if !self.next.is_multiple_of(LANES) && G::shared(from) != self.shared {
            self.next = self.next.next_multiple_of(LANES);
        }
        if self.next == LANES * G::BATCHES || self.stands.len() == G::BATTLES {
            return 0;
        }
        let (batch, lane) = (self.next / LANES, self.next % LANES);
        let count = dice.len().min(LANES - lane);
        let lanes = lowest(count) << lane;
        let seat = (number % 2) as usize;
        let [numbers, keys] = G::copy_lanes(from, &mut self.workspace, batch, lanes);
        for (lane, key) in lanes_of(lanes).zip(dice) {
            // The number of a battle says how it is seated, and here its slot.
            numbers[lane] = (2 * (LANES * batch + lane) + seat) as u64;
            keys[lane] = key;
        }
        self.stands.push(Stand { owner, slots: self.next..self.next + count, seat });
        self.next += count;
        self.shared = G::shared(from);
        count
    }

    /// Plays all to their ends, and says whose they were and what they are worth to a side.
    pub fn play(&mut self, setting: Setting, tables: &G::Prepared, side: Side, mut each: impl FnMut(usize, Score)) {
        let Setting { level, seed, cell } = setting;
        let batches = self.next.div_ceil(LANES);
        let layout = Layout { batches, lanes: lowest(self.next.min(LANES)), refill: false };
        let workspace = &mut self.workspace;
        G::dispatch(level, Play { tables, workspace, seed, cell, battles: 0..1, layout, part: Part::Rest });
        let outcomes = G::recorder(&mut self.workspace).outcomes(2 * self.next);
        for Stand { owner, slots, seat } in self.stands.drain(..) {
            slots.map(|slot| worth(&outcomes[2 * slot + seat], side)).for_each(|score| each(owner, score));
        }
        self.next = 0;
    }
}

/// So many of the lowest lanes.
const fn lowest(count: usize) -> LaneMask {
    if count == 0 { 0 } else { !0 >> (LANES - count) }
}
