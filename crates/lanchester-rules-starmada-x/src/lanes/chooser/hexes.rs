//! Hexes that a ship may go to, a few at a time, each with some facings, and what is found about them.
//!
//! Phase: movement. Working memory of the ship that is given orders.

use lanchester_lanes::ops::{add_scores, all, load, load_scores, max_scores, store, store_scores};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LANES, LaneMask, Row, Scores, Simd};

use crate::design::MAX_BATTERIES;

/// Most hexes that are looked at together.
pub const MAX_HEXES: usize = 16;
/// Most facings of all of them.
pub const MAX_FACINGS: usize = 48;

/// Some of the hexes, or of the facings, that are looked at, a bit each.
pub type Places = u64;

const _: () = assert!(MAX_HEXES <= MAX_FACINGS && MAX_FACINGS <= Places::BITS as usize);

/// The numbers of some places, lowest first.
#[inline(always)]
pub fn each_of(places: Places) -> impl Iterator<Item = usize> {
    lanes_of(places)
}

/// The hex of each facing where each has one.
pub static ITSELF: [u8; MAX_FACINGS] = itself();

const fn itself() -> [u8; MAX_FACINGS] {
    let mut hexes = [0; MAX_FACINGS];
    let mut hex = 0;
    while hex < MAX_HEXES {
        hexes[hex] = hex as u8;
        hex += 1;
    }
    hexes
}

/// One score a lane, aligned to a full vector.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct ScoreRow([i16; LANES]);

impl ScoreRow {
    /// All lanes zero.
    pub const ZERO: Self = Self([0; LANES]);

    /// Reads it.
    #[inline(always)]
    pub fn load<S: Simd>(&self, simd: S) -> Scores<S> {
        load_scores(simd, &self.0)
    }

    /// Writes it.
    #[inline(always)]
    pub fn store<S: Simd>(&mut self, scores: Scores<S>) {
        self.0 = store_scores(scores);
    }

    /// Adds scores.
    #[inline(always)]
    pub fn add<S: Simd>(&mut self, simd: S, more: Scores<S>) {
        self.store(add_scores(self.load(simd), more));
    }

    /// Takes scores that are higher.
    #[inline(always)]
    pub fn raise<S: Simd>(&mut self, simd: S, other: Scores<S>) {
        self.store(max_scores(self.load(simd), other));
    }
}

lanchester_battle::rows! {
    /// Some hexes, in every lane others.
    ///
    /// PERF: an enemy is looked at from all of them before the next one, one bank of weapons after the other: what loops over
    /// batteries and mounts do differs from ship to ship, and hex by hex a processor mispredicts it.
    pub struct Hexes {
        /// How many there are.
        count: usize,
        /// East coordinates.
        q: [Row; MAX_HEXES],
        /// North coordinates.
        h: [Row; MAX_HEXES],
        /// Lanes that ask about each; in all of them it is on the board.
        asked: [LaneMask; MAX_HEXES],
        /// Weighted damage from all enemies so far.
        taken: [ScoreRow; MAX_HEXES] = [ScoreRow::ZERO; MAX_HEXES],
        /// The same, before it is shared out.
        shared: [ScoreRow; MAX_HEXES] = [ScoreRow::ZERO; MAX_HEXES],
        /// The nearest living enemy so far.
        nearest: [Nearest; MAX_HEXES],
        /// How many facings there are, of all hexes together.
        facings: usize,
        /// The hex of each facing, in order.
        hex_of: [u8; MAX_FACINGS] = [0; MAX_FACINGS],
        /// The facings of each hex.
        faces: [Places; MAX_HEXES],
        /// 24 − 4·facing.
        shifts: [Row; MAX_FACINGS] = [Row::ZERO; MAX_FACINGS],
        /// Weighted damage to the best target so far.
        best: [ScoreRow; MAX_FACINGS] = [ScoreRow::ZERO; MAX_FACINGS],
        /// Weighted damage of the salvos so far to the enemy in progress.
        sums: [ScoreRow; MAX_FACINGS] = [ScoreRow::ZERO; MAX_FACINGS],
        /// Damage to the enemy in progress summed over its places, by salvo and facing.
        dealt: [[ScoreRow; MAX_FACINGS]; MAX_BATTERIES] = [[ScoreRow::ZERO; MAX_FACINGS]; MAX_BATTERIES],
        /// Damage from it summed over its places, by its salvos and hex.
        suffered: [[ScoreRow; MAX_HEXES]; MAX_BATTERIES] = [[ScoreRow::ZERO; MAX_HEXES]; MAX_BATTERIES],
        /// The enemy in progress.
        enemy: Sight,
    }
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

lanchester_battle::rows! {
    /// One enemy as it is seen from every hex.
    pub struct Sight {
        /// Distance, for fire.
        away: [Row; MAX_HEXES],
        /// Bearing.
        class: [Row; MAX_HEXES],
        /// Fire of a bank, or its band, by hex.
        at: [Row; MAX_HEXES],
        /// Expected damage of the banks of a salvo so far, by hex or facing.
        volleys: [Row; MAX_FACINGS] = [Row::ZERO; MAX_FACINGS],
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
        self.faces[hex] = 0;
        self.taken[hex] = ScoreRow::ZERO;
        self.shared[hex] = ScoreRow::ZERO;
        let nearest = &mut self.nearest[hex];
        store(all(simd, 255), &mut nearest.away);
        store(all(simd, 0), &mut nearest.class);
        store(all(simd, 0), &mut nearest.pull);
        self.count += 1;
    }

    /// Asks about one facing more in the last hex, by its arc shift.
    #[inline(always)]
    pub fn face<S: Simd>(&mut self, arc_shift: Bytes<S>) {
        let facing = self.facings;
        let hex = self.count - 1;
        self.hex_of[facing] = hex as u8;
        self.faces[hex] |= 1 << facing;
        store(arc_shift, &mut self.shifts[facing]);
        self.best[facing] = ScoreRow::ZERO;
        self.facings += 1;
    }

    /// The facings in some hexes.
    #[inline(always)]
    pub fn faced(&self, hexes: Places) -> Places {
        each_of(hexes).fold(0, |facings, hex| facings | self.faces[hex])
    }

    /// Coordinates of a hex.
    #[inline(always)]
    pub fn at<S: Simd>(&self, simd: S, hex: usize) -> (Bytes<S>, Bytes<S>) {
        (load(simd, &self.q[hex]), load(simd, &self.h[hex]))
    }
}
