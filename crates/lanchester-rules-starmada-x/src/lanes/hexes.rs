//! Hexes that a ship may go to, a few at a time, each with some facings, and what is found about them.
//!
//! Phase: movement. Working memory of the ship that is given orders.

use lanchester_lanes::ops::{add_scores, all, all_scores, load, load_scores, max_scores, store, store_scores};
use lanchester_lanes::{Bytes, LANES, LaneMask, Row, Scores, Simd};

use crate::design::MAX_BATTERIES;

/// Most hexes that are looked at together.
pub const MAX_HEXES: usize = 16;
/// Most facings of all of them.
pub const MAX_FACINGS: usize = 48;

/// The hex of each facing where each has one.
pub const ITSELF: [u8; MAX_HEXES] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// One score a lane, aligned to a full vector.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct ScoreRow(pub [i16; LANES]);

impl ScoreRow {
    /// All lanes zero.
    pub const ZERO: Self = Self([0; LANES]);

    /// No lane counts.
    #[inline(always)]
    pub fn clear<S: Simd>(&mut self, simd: S) {
        self.0 = store_scores(all_scores(simd, 0));
    }

    /// Adds scores.
    #[inline(always)]
    pub fn add<S: Simd>(&mut self, simd: S, more: Scores<S>) {
        self.0 = store_scores(add_scores(load_scores(simd, &self.0), more));
    }

    /// Takes scores that are higher.
    #[inline(always)]
    pub fn raise<S: Simd>(&mut self, simd: S, other: Scores<S>) {
        self.0 = store_scores(max_scores(load_scores(simd, &self.0), other));
    }
}

/// Some hexes, in every lane others.
///
/// PERF: an enemy is looked at from all of them before the next one, one bank of weapons after the other: what loops over
/// batteries and mounts do differs from ship to ship, and hex by hex a processor mispredicts it.
#[derive(Clone, Debug)]
pub struct Hexes {
    /// How many there are.
    pub count: usize,
    /// East coordinates.
    pub q: [Row; MAX_HEXES],
    /// North coordinates.
    pub h: [Row; MAX_HEXES],
    /// Lanes that ask about each; in all of them it is on the board.
    pub asked: [LaneMask; MAX_HEXES],
    /// Weighted damage from all enemies so far.
    pub taken: [ScoreRow; MAX_HEXES],
    /// The same, before it is shared out.
    pub shared: [ScoreRow; MAX_HEXES],
    /// The nearest living enemy so far.
    pub nearest: [Nearest; MAX_HEXES],
    /// How many facings there are, of all hexes together.
    pub facings: usize,
    /// The hex of each facing, in order.
    pub hex_of: [u8; MAX_FACINGS],
    /// 24 − 4·facing.
    pub shifts: [Row; MAX_FACINGS],
    /// Weighted damage to the best target so far.
    pub best: [ScoreRow; MAX_FACINGS],
    /// The enemy in progress.
    pub enemy: Sight,
}

/// The nearest living enemy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nearest {
    /// Hexes to it; 255 without one.
    pub away: Row,
    /// Its bearing.
    pub class: Row,
    /// The pull of its range (signed).
    pub pull: Row,
}

/// One enemy as it is seen from every hex.
#[derive(Clone, Debug)]
pub struct Sight {
    /// Distance, for fire.
    pub away: [Row; MAX_HEXES],
    /// Bearing.
    pub class: [Row; MAX_HEXES],
    /// What bears: of the enemy's weapons by hex, then of the ship's by facing.
    pub bearing: [Row; MAX_FACINGS],
    /// Fire of a bank, or its band, by hex.
    pub at: [Row; MAX_HEXES],
    /// Expected damage of a salvo, by hex or facing.
    pub volleys: [Row; MAX_FACINGS],
    /// Weighted damage to it, by facing.
    pub weighed: [ScoreRow; MAX_FACINGS],
    /// Damage to it summed over its places, by salvo and facing.
    pub dealt: [[ScoreRow; MAX_FACINGS]; MAX_BATTERIES],
    /// Damage from it summed over its places, by its salvos and hex.
    pub suffered: [[ScoreRow; MAX_HEXES]; MAX_BATTERIES],
}

impl Default for Sight {
    fn default() -> Self {
        Self {
            away: [Row::ZERO; MAX_HEXES],
            class: [Row::ZERO; MAX_HEXES],
            bearing: [Row::ZERO; MAX_FACINGS],
            at: [Row::ZERO; MAX_HEXES],
            volleys: [Row::ZERO; MAX_FACINGS],
            weighed: [ScoreRow::ZERO; MAX_FACINGS],
            dealt: [[ScoreRow::ZERO; MAX_FACINGS]; MAX_BATTERIES],
            suffered: [[ScoreRow::ZERO; MAX_HEXES]; MAX_BATTERIES],
        }
    }
}

impl Default for Hexes {
    fn default() -> Self {
        Self {
            count: 0,
            q: [Row::ZERO; MAX_HEXES],
            h: [Row::ZERO; MAX_HEXES],
            asked: [0; MAX_HEXES],
            taken: [ScoreRow::ZERO; MAX_HEXES],
            shared: [ScoreRow::ZERO; MAX_HEXES],
            nearest: [Nearest::default(); MAX_HEXES],
            facings: 0,
            hex_of: [0; MAX_FACINGS],
            shifts: [Row::ZERO; MAX_FACINGS],
            best: [ScoreRow::ZERO; MAX_FACINGS],
            enemy: Sight::default(),
        }
    }
}

impl Hexes {
    /// Forgets all hexes.
    pub const fn clear(&mut self) {
        (self.count, self.facings) = (0, 0);
    }

    /// Asks about one hex more. Facings are given afterwards.
    #[inline(always)]
    pub fn add<S: Simd>(&mut self, simd: S, (q, h): (Bytes<S>, Bytes<S>), asked: LaneMask) {
        let hex = self.count;
        store(q, &mut self.q[hex]);
        store(h, &mut self.h[hex]);
        self.asked[hex] = asked;
        self.taken[hex].clear(simd);
        self.shared[hex].clear(simd);
        let nearest = &mut self.nearest[hex];
        store(all(simd, 255), &mut nearest.away);
        store(all(simd, 0), &mut nearest.class);
        store(all(simd, 0), &mut nearest.pull);
        self.count += 1;
    }

    /// Asks about one facing more in the last hex, by its arc shift.
    #[inline(always)]
    pub fn face<S: Simd>(&mut self, simd: S, arc_shift: Bytes<S>) {
        let facing = self.facings;
        self.hex_of[facing] = self.count as u8 - 1;
        store(arc_shift, &mut self.shifts[facing]);
        self.best[facing].clear(simd);
        self.facings += 1;
    }

    /// Coordinates of a hex.
    #[inline(always)]
    pub fn at<S: Simd>(&self, simd: S, hex: usize) -> (Bytes<S>, Bytes<S>) {
        (load(simd, &self.q[hex]), load(simd, &self.h[hex]))
    }
}
