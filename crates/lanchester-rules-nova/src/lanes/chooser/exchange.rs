//! What a ship can expect to deal and to take from a position: the features that policies weigh.
//!
//! Phase: movement. Reads the ships of a batch and, of the scratch, `prospects` and `standing`; writes nothing.

use lanchester_battle::appraisal::EDGE_SUMS_FIT;
use lanchester_lanes::hex::lanes::{bearing, distance};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, count_if, eq, flags, le, load, lookup16, lookup64, lt, mask, max_scores, min,
    mul_scores, only, pick, plus, scores_gt, signed_add, sub_scores, widen, widen_signed,
};
use lanchester_lanes::{Bytes, Flags, LaneMask, Scores, Simd};

use crate::design::SHIELDS;
use crate::lanes::chooser::replies::Answer;
use crate::lanes::fire::{Enemy, Volley};
use crate::lanes::state::{Batch, Scratch};
use crate::lanes::tables::{ShipTables, Tables};

/// Farther than anybody but ships that are gone, which are farther still; see [`crate::lanes::chooser::anticipate::GONE`].
pub(in crate::lanes) const NOBODY: u8 = 64;

/// What stays the same while the end positions of ship `me` are compared.
pub struct Ground<'a, S: Simd> {
    pub(in crate::lanes) tables: &'a Tables,
    pub(in crate::lanes) batch: &'a Batch,
    pub(in crate::lanes) scratch: &'a Scratch,
    pub(in crate::lanes) me: usize,
    /// Places of each enemy that count; with several, each enemy takes the one that is best for it.
    pub(in crate::lanes) replies: usize,
    /// Weight on each box that it takes.
    pub(in crate::lanes) value_taken: Scores<S>,
    /// Whether its policy weighs fire at all.
    pub(in crate::lanes) fights: bool,
    /// Whether its policy shares out the damage that enemies could do.
    pub(in crate::lanes) shares: bool,
    /// Whether hexes that cannot be better than the best so far are left alone; never where enemies answer.
    pub(in crate::lanes) prunes: bool,
}

impl<'a, S: Simd> Ground<'a, S> {
    /// The ground on which `me` looks at so many places of each enemy in `scratch.prospects`. It may leave hexes alone if
    /// it `prunes`: then nothing but a hex and a facing can make a score higher. It minds fire in the lanes of `minds` alone.
    #[inline(always)]
    pub fn new(
        simd: S,
        tables: &'a Tables,
        batch: &'a Batch,
        scratch: &'a Scratch,
        me: usize,
        replies: usize,
        prunes: bool,
        minds: LaneMask,
    ) -> Self {
        let lost = load(simd, &batch.ships[me].lost[SHIELDS]);
        let value_taken =
            widen_signed(only(simd, flags(simd, minds), lookup16(simd, &tables.ships[me].value_taken, lost)));
        let weights = &tables.policies[tables.ships.side_of(me)].moves;
        let shares = weights.share != 0;
        let fights = weights.deal != 0 || weights.take != 0 || shares;
        let prunes = prunes && weights.crowd >= 0 && weights.fleet >= 0;
        Self { tables, batch, scratch, me, replies, value_taken, fights, shares, prunes }
    }
}

/// What is known of one hex: what fire is to be dealt and taken there, and how it lies.
pub struct View<S: Simd> {
    /// Weighted damage to the best target by sides turned; where enemies answer, less weighted damage from everybody.
    pub(in crate::lanes) exchange: [Scores<S>; 6],
    /// Weighted range to the nearest enemy (signed).
    pub(in crate::lanes) range: Bytes<S>,
    /// Displacement and bearing class of the nearest enemy, and the lanes in which there is one.
    toward: (Bytes<S>, Bytes<S>),
    pub(in crate::lanes) class: Bytes<S>,
    pub(in crate::lanes) seen: Flags<S>,
    /// What does not depend on the facing: weighted nearness of the edge and of friends, and where enemies do not answer
    /// weighted damage from everybody.
    place: Scores<S>,
    /// Working memory: fire dealt and taken at the hex, and that of one enemy's best answer.
    pub(in crate::lanes) volley: Volley<S>,
    pub(in crate::lanes) taken: [Bytes<S>; 6],
    /// The weighted cost of its share of the fire taken, where enemies answer.
    pub(in crate::lanes) shared: [Scores<S>; 6],
    pub(in crate::lanes) best: [Answer<S>; 6],
}

impl<S: Simd> View<S> {
    /// Of no hex yet.
    #[inline(always)]
    pub fn new(simd: S) -> Self {
        let (nothing, none) = (all_scores(simd, 0), all(simd, 0));
        Self {
            exchange: [nothing; 6],
            range: none,
            toward: (none, none),
            class: none,
            seen: flags(simd, 0),
            place: nothing,
            volley: Volley::new(simd),
            taken: [none; 6],
            best: [Answer { net: nothing, dealt: nothing, taken: none, share: nothing }; 6],
            shared: [nothing; 6],
        }
    }

    /// Looks at the hex `(q, h)` in the lanes of `open`, with the facings that somebody asks about: `asked` has the lanes
    /// and `shifts` the arc shifts (24 − 4·facing) by sides turned. Returns the lanes in which the hex is free and some
    /// facing may be better than `best`; in others nothing more is worked out.
    ///
    /// PERF: most hexes cannot be better than the best so far. What it takes to know that, fire above all, is worked out for
    /// each; the bearing of the nearest enemy, the friends near it and the scores are not.
    #[inline(always)]
    pub fn look(
        &mut self,
        simd: S,
        ground: &Ground<'_, S>,
        enemies: &[Enemy<S>],
        (q, h): (Bytes<S>, Bytes<S>),
        shifts: &[Bytes<S>; 6],
        asked: &[LaneMask; 8],
        open: LaneMask,
        best: Scores<S>,
    ) -> LaneMask {
        let Ground { tables, scratch, me, prunes, .. } = *ground;
        let ship = &tables.ships[me];
        let weights = &tables.policies[tables.ships.side_of(me)].moves;
        self.place = all_scores(simd, 0);
        if weights.edge != 0 {
            let [columns, rows] = &tables.edge_pull[tables.ships.side_of(me)];
            let (east, north) = (lookup64(simd, columns, q), lookup64(simd, rows, h));
            // PERF: widening is expensive.
            self.place = if weights.edge.unsigned_abs() <= EDGE_SUMS_FIT {
                widen_signed(east + north)
            } else {
                add_signed(widen_signed(east), north)
            };
        }
        let mut free = open & !mask(occupied(simd, tables, scratch, me, q, h));
        if free == 0 {
            return 0;
        }
        if ground.replies > 1 {
            self.exchange_after_replies(simd, ground, enemies, (q, h), shifts, asked, free);
        } else {
            let deals = self.exchange_at_once(simd, ground, enemies, (q, h), shifts, asked, free);
            if prunes {
                free &= mask(scores_gt(simd, self.bound(simd, ship, deals), best));
                if free == 0 {
                    return 0;
                }
            }
        }
        if ship.faces && ground.replies == 1 {
            self.class = bearing(simd, self.toward.0, self.toward.1);
        }
        if weights.crowd != 0 && tables.ships.side(tables.ships.side_of(me)).len() > 1 {
            let friends = widen(crowd(simd, tables, scratch, me, q, h));
            self.place = sub_scores(self.place, mul_scores(friends, all_scores(simd, weights.crowd.into())));
        }
        if weights.fleet != 0 {
            let away = widen(scratch.fleet.away(simd, q, h));
            self.place = sub_scores(self.place, mul_scores(away, all_scores(simd, weights.fleet.into())));
        }
        free
    }

    /// No facing in the hex has a higher score than this; whether any deals something is known.
    #[inline(always)]
    fn bound(&self, simd: S, ship: &ShipTables, deals: bool) -> Scores<S> {
        let pull = if ship.faces { signed_add(self.range, all(simd, ship.facing_most)) } else { self.range };
        let bound = add_signed(self.place, pull);
        if !deals {
            return bound;
        }
        let [a, b, c, d, e, f] = self.exchange;
        add_scores(bound, max_scores(max_scores(max_scores(a, b), max_scores(c, d)), max_scores(e, f)))
    }

    /// The exchange with enemies that are each expected in one place. Returns whether anything can be dealt.
    #[inline(always)]
    fn exchange_at_once(
        &mut self,
        simd: S,
        ground: &Ground<'_, S>,
        enemies: &[Enemy<S>],
        (q, h): (Bytes<S>, Bytes<S>),
        shifts: &[Bytes<S>; 6],
        asked: &[LaneMask; 8],
        free: LaneMask,
    ) -> bool {
        let Ground { tables, batch, scratch, me, fights, shares, value_taken, .. } = *ground;
        let ship = &tables.ships[me];
        let mut taken = all(simd, 0);
        let mut shared = all_scores(simd, 0);
        let mut nearest = all(simd, NOBODY);
        let (mut east, mut north) = (nearest, nearest);
        let mut dealt = false;
        self.range = all(simd, 0);
        if fights {
            for turned in 0..6 {
                self.exchange[turned] = all_scores(simd, 0);
            }
        }
        for (slot, enemy) in tables.ships.side(tables.ships.side_of(me).opponent()).enumerate() {
            // PERF: late in a fleet action most are gone.
            let near = batch.ships[enemy].alive & free;
            if near == 0 {
                continue;
            }
            let (ft, known, place) = (&tables.ships[enemy], &enemies[slot], &scratch.prospects[slot][0].at);
            let (dq, dh) = (load(simd, &place.q) - q, load(simd, &place.h) - h);
            let away = distance(dq, dh);
            let closer = lt(away, nearest);
            nearest = min(away, nearest);
            self.range = pick(closer, lookup64(simd, &ship.range_pull[slot], away), self.range);
            if ship.faces {
                (east, north) = (pick(closer, dq, east), pick(closer, dh, north));
            }
            // PERF: most positions of the approach are out of everybody's range.
            let takes = fights && mask(le(away, all(simd, ft.reach))) & near != 0;
            let deals = fights && mask(le(away, all(simd, ship.reach))) & near != 0;
            if !takes && !deals {
                continue;
            }
            let class = bearing(simd, dq, dh);
            if takes {
                self.volley.aim(simd, ft, known.its, away);
                let boxes = self.volley.bearing(simd, ft, class + load(simd, &place.arc_shift));
                taken = plus(taken, boxes);
                if shares {
                    shared = add_scores(shared, mul_scores(widen(boxes), widen_signed(known.share)));
                }
            }
            if deals {
                dealt = true;
                self.volley.aim(simd, ship, known.mine, away);
                let value = widen_signed(known.value_per_box);
                for turned in 0..6 {
                    if asked[turned] & free != 0 {
                        let boxes = self.volley.bearing(simd, ship, class + shifts[turned]);
                        self.exchange[turned] = max_scores(self.exchange[turned], mul_scores(widen(boxes), value));
                    }
                }
            }
        }
        if fights {
            self.place = sub_scores(self.place, mul_scores(widen(taken), value_taken));
            if shares {
                self.place = sub_scores(self.place, shared);
            }
        }
        self.seen = lt(nearest, all(simd, NOBODY));
        self.toward = (east, north);
        dealt
    }

    /// The score of a facing in it, the hexes moved to get there left out.
    #[inline(always)]
    pub fn score(&self, simd: S, ground: &Ground<'_, S>, turned: usize, shift: Bytes<S>) -> Scores<S> {
        let mut score = self.place;
        if ground.fights {
            score = add_scores(self.exchange[turned], score);
        }
        let ship = &ground.tables.ships[ground.me];
        if ship.faces {
            let facing = lookup64(simd, &ship.facing_pull, self.class + shift);
            return add_signed(score, pick(self.seen, signed_add(facing, self.range), self.range));
        }
        add_signed(score, self.range)
    }
}

/// Adds a signed byte to a score.
#[inline(always)]
pub fn add_signed<S: Simd>(score: Scores<S>, byte: Bytes<S>) -> Scores<S> {
    add_scores(score, widen_signed(byte))
}

/// Lanes in which another ship holds the hex.
#[inline(always)]
fn occupied<S: Simd>(simd: S, tables: &Tables, scratch: &Scratch, me: usize, q: Bytes<S>, h: Bytes<S>) -> Flags<S> {
    let mut held = flags(simd, 0);
    for other in 0..tables.ships.len() {
        if other != me {
            let [east, north] = &scratch.standing[other];
            held |= eq(load(simd, east), q) & eq(load(simd, north), h);
        }
    }
    held
}

/// Friends within one hex.
#[inline(always)]
fn crowd<S: Simd>(simd: S, tables: &Tables, scratch: &Scratch, me: usize, q: Bytes<S>, h: Bytes<S>) -> Bytes<S> {
    let mut count = all(simd, 0);
    // Of displacements within (±1, ±2) only neighbours' are those of a hex.
    let (west, south) = (q - all(simd, 1), h - all(simd, 2));
    for friend in tables.ships.side(tables.ships.side_of(me)) {
        if friend != me {
            let [east, north] = &scratch.standing[friend];
            let near = le(load(simd, east) - west, all(simd, 2)) & le(load(simd, north) - south, all(simd, 4));
            count = count_if(simd, near, count);
        }
    }
    count
}
