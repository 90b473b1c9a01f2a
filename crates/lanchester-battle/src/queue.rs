//! Who waits for what, and the battles that have yet to begin.
//!
//! Every lane remembers in one byte what it does next. A game's engine serves the action that most lanes wait for; a lane
//! whose battle is over is given the next battle of the range. None of this touches results: a battle depends on its own key
//! only.

use std::ops::Range;

use lanchester_lanes::dice::{BattleKey, CellKey};
use lanchester_lanes::ops::{all, eq, load, mask};
use lanchester_lanes::{LANES, LaneMask, Row, Simd};

/// The action of a lane that has no battle, in every game.
pub const IDLE: u8 = 0;

/// A batch whose lanes wait for actions.
pub trait Queued {
    /// What each lane does next; [`IDLE`] where it has no battle.
    fn next(&self) -> &Row;
}

/// Lanes that wait for this action.
#[inline(always)]
pub fn waiting_for<S: Simd>(simd: S, next: &Row, action: u8) -> LaneMask {
    mask(eq(load(simd, next), all(simd, action)))
}

/// The batch in which most lanes wait for any of these actions; `None` if no lane of any does.
#[inline(always)]
pub fn fullest_batch<S: Simd, B: Queued, const ACTIONS: usize>(
    simd: S,
    batches: &[B],
    actions: [u8; ACTIONS],
) -> Option<usize> {
    let (mut best, mut most) = (None, 0);
    for (number, batch) in batches.iter().enumerate() {
        let mut waiting = 0;
        for action in actions {
            waiting |= waiting_for(simd, batch.next(), action);
        }
        let count = waiting.count_ones();
        if count > most {
            (best, most) = (Some(number), count);
        }
    }
    best
}

/// Battles of a cell that have yet to begin.
#[derive(Clone, Debug)]
pub struct Fresh {
    key: CellKey,
    /// The first of all.
    first: u64,
    battles: Range<u64>,
    refill: bool,
    /// The key of all of them, where they are copies of one battle.
    copied: Option<BattleKey>,
}

impl Fresh {
    /// Battles `battles` of cell `cell` of the study with this seed. With `refill` a finished lane is given its next battle
    /// at once, else when all lanes are idle.
    #[must_use]
    pub fn new(seed: u64, cell: u64, battles: Range<u64>, refill: bool) -> Self {
        Self { key: CellKey::new(seed, cell), first: battles.start, battles, refill, copied: None }
    }

    /// One battle in every lane of a batch: in the *n*-th by the number `battle` + 2·*n*, which has the same seats.
    #[must_use]
    pub fn copies(seed: u64, cell: u64, battle: u64) -> Self {
        let copied = Some(BattleKey::new(seed, cell, battle / 2));
        Self { copied, ..Self::new(seed, cell, battle..battle + 2 * LANES as u64, false) }
    }

    /// Whether all have begun.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.battles.is_empty()
    }

    /// Whether a finished lane is given its next battle at once.
    #[inline(always)]
    #[must_use]
    pub fn refills(&self) -> bool {
        self.refill
    }

    /// Batches that they fill with `lanes` lanes each: at least one, at most `most`.
    #[must_use]
    pub fn batches(&self, lanes: LaneMask, most: usize) -> usize {
        let left = self.battles.end.saturating_sub(self.battles.start) as usize;
        most.min(left.div_ceil(lanes.count_ones().max(1) as usize).max(1))
    }

    /// The place of a battle among the results, counted from the first of all.
    #[inline(always)]
    #[must_use]
    pub fn place(&self, battle: u64) -> usize {
        (battle - self.first) as usize
    }

    /// Gives a lane the next battle: its index, its key and whether it seats A second. `None` when all have begun.
    #[inline(always)]
    pub fn deal(
        &mut self,
        lane: usize,
        battles: &mut [u64; LANES],
        keys: &mut [u64; LANES],
        swapped: &mut LaneMask,
    ) -> Option<u64> {
        let battle = self.battles.next()?;
        if self.copied.is_some() {
            // Past the other battle of the pair, which has other seats.
            self.battles.next();
        }
        battles[lane] = battle;
        keys[lane] = self.copied.unwrap_or_else(|| self.key.pair(battle / 2)).0;
        *swapped = *swapped & !(1 << lane) | (battle % 2) << lane;
        Some(battle)
    }
}

#[cfg(test)]
mod tests {
    use lanchester_lanes::dice::BattleKey;

    use super::*;

    #[test]
    fn battles_are_dealt_once_each_with_the_keys_of_their_pairs() {
        let mut fresh = Fresh::new(7, 3, 10..13, true);
        assert_eq!([fresh.batches(!0, 12), fresh.batches(1, 12), fresh.batches(1, 2)], [1, 3, 2]);
        let (mut battles, mut keys, mut swapped) = ([0; LANES], [0; LANES], !0);
        let dealt = [4, 5, 6, 7].map(|lane| fresh.deal(lane, &mut battles, &mut keys, &mut swapped));
        assert_eq!(dealt, [Some(10), Some(11), Some(12), None]);
        assert_eq!(battles[4..7], [10, 11, 12]);
        assert_eq!(keys[4..7], [5, 5, 6].map(|pair| BattleKey::new(7, 3, pair).0));
        assert_eq!(swapped & 0b111_0000, 0b010_0000);
        assert!(fresh.is_empty() && fresh.place(12) == 2);
    }
}
