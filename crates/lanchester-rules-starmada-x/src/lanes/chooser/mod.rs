//! Choosing orders: every legal end position is scored in every lane at once, blind, and the best is taken.
//!
//! Phase: movement. Reads the ships and `prospects`; writes `barred`, `fleet`, `opponents`, `hexes` and `chosen` of the ship that is given orders.

pub mod anticipate;
pub mod candidates;
pub mod exchange;
pub mod expected;
pub mod flights;
pub mod hexes;
pub mod salvos;
pub mod shared_fire;
pub mod targets;
pub mod turn_after;

use std::mem::take;
use std::slice::Iter;

use lanchester_battle::appraisal::{ARC_SHIFT, arc_shift, edge_margin, forces, noise, noise_seed};
use lanchester_battle::shortlist::{Best, Listed, Shortlist};
use lanchester_lanes::hex::Board;
use lanchester_lanes::hex::lanes::{distance, on_board};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, count_if, flags, half, le, load, load_scores, lookup16, lookup64, lt, mask,
    max_scores, minus, mul_scores, plus, scores_gt, store_scores, sub_scores, widen, widen_signed,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, Flags, LANES, LaneMask, Scores, Simd};

use crate::design::MAX_ENGINES;
use crate::event::code;
use crate::lanes::chooser::candidates::{End, Spot};
use crate::lanes::chooser::exchange::{Ground, note_opponents};
use crate::lanes::chooser::hexes::{Hexes, MAX_FACINGS};
use crate::lanes::chooser::shared_fire::{find_middle, share};
use crate::lanes::chooser::turn_after::TOGETHER;
use crate::lanes::explosions::blast;
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;

/// Hexes that are looked at together.
const GROUP: usize = MAX_FACINGS / 6;

/// What decides which ends are legal for ship `me`.
struct Legality<'a, S: Simd> {
    batch: &'a Batch,
    board: Board,
    at: (Bytes<S>, Bytes<S>),
    facing: Bytes<S>,
    points: Bytes<S>,
    /// Lanes that ask and have so many movement points.
    payable: [LaneMask; MAX_ENGINES as usize + 1],
    /// Lanes that ask, by [`crate::lanes::chooser::candidates::Permit`].
    permits: [LaneMask; 3],
    /// No way leaves the board.
    roomy: bool,
    /// Some end may be closed by objects.
    barred: bool,
}

/// Writes the best orders of ship `me` in the lanes of `live` to `batch.chosen`. Doing nothing, the first end of every list,
/// is always possible. `places` are those of each enemy in `batch.prospects`.
///
/// LANES: the other lanes are overwritten too; nobody reads them.
#[inline(always)]
pub fn choose<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, me: usize, places: usize, live: LaneMask) {
    let side = tables.ships.side_of(me);
    let weights = &tables.policies[side].moves;
    let ship = &tables.ships[me];
    let seeds = (weights.noise != 0).then(|| noise_seeds(tables, batch, me, live));
    // What policies give up: an end all of whose listed ways are blocked, though a longer one is open; and ends before an
    // object from which the ship could not move again.
    let barred = match &tables.field {
        None => false,
        Some(field) => field.bar(batch, me, ship.design.engines, ship.candidates.ends.len(), live),
    };
    let minds = live & !forces(simd, tables.policies[side].force, &batch.turn, batch.contact);
    if weights.fleet != 0 {
        find_middle(tables, batch, me, minds);
    }
    note_opponents(simd, tables, batch, me, live, minds);
    // Taken out while they are written to.
    let mut memory = take(&mut batch.hexes);
    if let [hexes, ways] = &mut memory[..] {
        let mut chooser = Chooser::new(simd, tables, batch, me, places, barred, seeds, live);
        chooser.look(simd, hexes, ways);
        let chosen = match &chooser.best.listed {
            None => chooser.best.of,
            Some(shortlist) => chooser.look_again(simd, places, shortlist, hexes, ways),
        };
        batch.chosen[me] = store_scores(chosen);
    }
    batch.hexes = memory;
}

/// A ship that is given orders.
struct Chooser<'a, S: Simd> {
    ground: Ground<'a, S>,
    legality: Legality<'a, S>,
    /// Lanes that ask.
    live: LaneMask,
    /// Places of each enemy that the first look sees.
    places: usize,
    /// 24 − 4·facing after so many turns.
    shifts: [Bytes<S>; 6],
    /// The policy's random numbers, if it wants any.
    seeds: Option<[i16; LANES]>,
    best: Best<S>,
}

impl<'a, S: Simd> Chooser<'a, S> {
    #[inline(always)]
    fn new(
        simd: S,
        tables: &'a Tables,
        batch: &'a Batch,
        me: usize,
        places: usize,
        barred: bool,
        seeds: Option<[i16; LANES]>,
        live: LaneMask,
    ) -> Self {
        let policy = &tables.policies[tables.ships.side_of(me)];
        let legality = Legality::new(simd, tables, batch, me, barred, live);
        let share = if policy.moves.share != 0 { share(simd, tables, batch, me) } else { all_scores(simd, 0) };
        let listed = policy.shortlist.filter(|_| places > 1);
        let ground = Ground::new(simd, tables, batch, me, legality.points, share);
        // A first look sees enemies in the first of their places, and no second turn.
        let places = if listed.is_some() { 1 } else { places };
        let mut shifts = [legality.facing; 6];
        for (shift, table) in shifts.iter_mut().zip(&ARC_SHIFT) {
            *shift = lookup16(simd, table, legality.facing);
        }
        Self { ground, legality, live, places, shifts, seeds, best: Best::new(simd, listed) }
    }

    /// Scores every legal end.
    #[inline(always)]
    fn look(&mut self, simd: S, hexes: &mut Hexes, ways: &mut Hexes) {
        let Ground { tables, me, .. } = self.ground;
        let mut spots = tables.ships[me].candidates.spots.iter();
        loop {
            let mut gathered = [0; GROUP];
            self.gather(simd, &mut spots, hexes, &mut gathered);
            if hexes.count == 0 {
                return;
            }
            look(simd, &self.ground, self.places, hexes);
            let mut facing = 0;
            for hex in 0..hexes.count {
                facing = self.score_ends(simd, hexes, [hex, facing], gathered[hex], ways);
            }
        }
    }

    /// Puts the next hexes to which somebody may go together, and notes the places in the list of spots.
    #[inline(always)]
    fn gather(&self, simd: S, spots: &mut Iter<'_, Spot>, hexes: &mut Hexes, gathered: &mut [usize; GROUP]) {
        let Legality { board, at, facing, payable, roomy, .. } = &self.legality;
        hexes.clear();
        while hexes.count < GROUP
            && let Some(spot) = spots.next()
        {
            let payable = payable[usize::from(spot.cost)];
            if payable == 0 {
                // Spots are in order of cost.
                return;
            }
            let q = at.0 + lookup16(simd, &spot.offsets[0], *facing);
            let h = at.1 + lookup16(simd, &spot.offsets[1], *facing);
            let asked = if *roomy { payable } else { payable & mask(on_board(simd, *board, q, h)) };
            if asked == 0 {
                continue;
            }
            gathered[hexes.count] = spot.number;
            hexes.add(simd, (q, h), asked);
            for turn in &spot.turns {
                hexes.face(self.shifts[usize::from(turn.turn)]);
            }
        }
    }

    /// Scores the ends in a hex that was looked at, from the first of its facings. Returns the first facing of the next hex.
    #[inline(always)]
    fn score_ends(&mut self, simd: S, hexes: &Hexes, [hex, first]: [usize; 2], spot: usize, ways: &mut Hexes) -> usize {
        let Ground { tables, batch, me, .. } = self.ground;
        let weights = self.ground.weights();
        let candidates = tables.ships[me].candidates;
        let spot = &candidates.spots[spot];
        let (at, asked) = (hexes.at(simd, hex), hexes.asked[hex]);
        let here = place_score(simd, tables, batch, me, at);
        let taken = self.ground.taken(simd, hexes, hex);
        for (facing, turn) in (first..).zip(&spot.turns) {
            let ends = &candidates.ends[turn.ends.0..turn.ends.1];
            let mut seen = self.ground.score(simd, hexes, facing, taken);
            if weights.next != 0 && self.best.listed.is_none() {
                ways.clear();
                self.ground.add_ways(simd, at, load(simd, &hexes.shifts[facing]), asked, ways);
                look(simd, &self.ground, 1, ways);
                seen = add_scores(seen, self.ground.best_way(simd, ways, 0));
            }
            let score = add_scores(seen, here);
            if !self.has_hope(simd, score, tables.ships[me].most_effort[turn.number], asked) {
                continue;
            }
            for end in ends {
                let legal = self.legality.of(simd, end, asked);
                if legal == 0 {
                    continue;
                }
                let mut score = add_scores(score, all_scores(simd, tables.ships[me].effort[end.index]));
                if let Some(seeds) = &self.seeds {
                    score = add_scores(score, noise(simd, seeds, end.index as u16, weights.noise));
                }
                // Above what `best` begins with.
                let score = max_scores(score, all_scores(simd, i16::MIN + 1));
                self.best.raise(simd, score, seen, legal, all_scores(simd, end.index as i16));
            }
        }
        first + spot.turns.len()
    }

    /// Whether any lane that asks might take an end of this score, but for effort that counts for so much at `most`.
    ///
    /// PERF: in duels 51 % of all hexes, in fleets 42 %, have no facing that is better than the best so far in any lane.
    #[inline(always)]
    fn has_hope(&self, simd: S, score: Scores<S>, most: i16, asked: LaneMask) -> bool {
        let score = max_scores(add_scores(score, all_scores(simd, most)), all_scores(simd, i16::MIN + 1));
        self.seeds.is_some() || mask(scores_gt(simd, score, self.best.score)) & asked != 0
    }

    /// The best of the ends of a shortlist by what all places of the enemies say; the first of equals.
    #[inline(always)]
    fn look_again(
        &self,
        simd: S,
        places: usize,
        shortlist: &Shortlist<S>,
        hexes: &mut Hexes,
        ways: &mut Hexes,
    ) -> Scores<S> {
        let Ground { tables, batch, me, .. } = self.ground;
        let (candidates, rows) = (tables.ships[me].candidates, &batch.ships[me]);
        let next = self.ground.weights().next != 0;
        let mut best = Best::new(simd, None);
        let mut list = shortlist.places(simd, self.live).peekable();
        while list.peek().is_some() {
            hexes.clear();
            ways.clear();
            let mut together = [const { None }; TOGETHER];
            for (place, listed) in together.iter_mut().zip(&mut list) {
                let [q, h, facing] = candidates.lead(&listed.of, listed.lanes, [&rows.q, &rows.h, &rows.facing]);
                let (at, shift) = ((load(simd, &q), load(simd, &h)), arc_shift(simd, load(simd, &facing)));
                hexes.add(simd, at, listed.lanes);
                hexes.face(shift);
                if next {
                    self.ground.add_ways(simd, at, shift, listed.lanes, ways);
                }
                *place = Some(listed);
            }
            look(simd, &self.ground, places, hexes);
            look(simd, &self.ground, 1, ways);
            for (number, Listed { of, kept, lanes }) in together.into_iter().flatten().enumerate() {
                let taken = self.ground.taken(simd, hexes, number);
                let mut seen = self.ground.score(simd, hexes, number, taken);
                if next {
                    seen = add_scores(seen, self.ground.best_way(simd, ways, number));
                }
                let score = max_scores(add_scores(seen, kept), all_scores(simd, i16::MIN + 1));
                best.raise(simd, score, seen, lanes, load_scores(simd, &of));
            }
        }
        best.of
    }
}

/// [`Ground::look`], compiled on its own.
#[inline(always)]
fn look<S: Simd>(simd: S, ground: &Ground<'_, S>, places: usize, hexes: &mut Hexes) {
    simd.vectorize(
        #[inline(always)]
        || ground.look(simd, places, hexes),
    );
}

impl<'a, S: Simd> Legality<'a, S> {
    #[inline(always)]
    fn new(simd: S, tables: &Tables, batch: &'a Batch, me: usize, barred: bool, live: LaneMask) -> Self {
        let (ship, rows, board) = (&tables.ships[me], &batch.ships[me], tables.options.board);
        let (q, h, facing) = (load(simd, &rows.q), load(simd, &rows.h), load(simd, &rows.facing));
        let points = minus(all(simd, ship.design.engines), load(simd, &rows.engines));
        let margin = edge_margin(simd, board, q, h);
        // PERF: a fleet in which every ship is farther from every edge than it can go needs no test of ways.
        let roomy = mask(lt(margin, plus(points, all(simd, 1)))) & live == 0;
        let permits = [live, live & rows.forward, live & !rows.forward];
        let mut payable = [0; MAX_ENGINES as usize + 1];
        for (cost, lanes) in payable.iter_mut().enumerate() {
            *lanes = mask(le(all(simd, cost as u8), points)) & live;
        }
        Self { batch, board, at: (q, h), facing, points, payable, permits, roomy, barred }
    }

    /// The lanes of `asked` in which an end is legal.
    #[inline(always)]
    fn of(&self, simd: S, end: &End, asked: LaneMask) -> LaneMask {
        let mut legal = asked & self.permits[end.permit as usize] & self.payable[usize::from(end.cost)];
        if !self.roomy {
            legal &= mask(stays_on_board(simd, self.board, end, self.at, self.facing));
        }
        if self.barred {
            legal &= !self.batch.barred[end.index];
        }
        legal
    }
}

/// Whether every corner of the way to an end is on the board.
#[inline(always)]
fn stays_on_board<S: Simd>(
    simd: S,
    board: Board,
    end: &End,
    (q0, h0): (Bytes<S>, Bytes<S>),
    facing: Bytes<S>,
) -> Flags<S> {
    let mut stays = flags(simd, !0);
    for corner in &end.corners {
        let q = q0 + lookup16(simd, &corner[0], facing);
        let h = h0 + lookup16(simd, &corner[1], facing);
        stays &= on_board(simd, board, q, h);
    }
    stays
}

/// Weights on a hex itself: edge, friends around, the middle of the fleet, explosions in it.
#[inline(always)]
fn place_score<S: Simd>(simd: S, tables: &Tables, batch: &Batch, me: usize, (q, h): (Bytes<S>, Bytes<S>)) -> Scores<S> {
    let side = tables.ships.side_of(me);
    let weights = &tables.policies[side].moves;
    let mut score = all_scores(simd, 0);
    if weights.edge != 0 {
        let pull = &tables.edge_pull[side];
        score = add_scores(widen_signed(lookup64(simd, &pull[0], q)), widen_signed(lookup64(simd, &pull[1], half(h))));
    }
    if weights.crowd != 0 && tables.ships.side(side).len() > 1 {
        let mut count = all(simd, 0);
        for friend in tables.ships.side(side).filter(|friend| *friend != me) {
            let rows = &batch.ships[friend];
            let away = distance(load(simd, &rows.q) - q, load(simd, &rows.h) - h);
            let near = le(away, all(simd, 1)) & flags(simd, rows.alive);
            count = count_if(simd, near, count);
        }
        score = sub_scores(score, mul_scores(widen(count), all_scores(simd, weights.crowd.into())));
    }
    if weights.fleet != 0 {
        let away = widen(batch.fleet.away(simd, q, h));
        score = sub_scores(score, mul_scores(away, all_scores(simd, weights.fleet.into())));
    }
    if weights.blast != 0 && batch.blasted != 0 {
        let strength = widen(blast(simd, tables, batch, (q, h)));
        // A point of strength is a penetration die: about as much as a weapon.
        score = sub_scores(score, mul_scores(strength, all_scores(simd, 16 * i16::from(weights.blast))));
    }
    score
}

/// The policy's random numbers for this activation.
fn noise_seeds(tables: &Tables, batch: &Batch, me: usize, live: LaneMask) -> [i16; LANES] {
    let mut seeds = [1; LANES];
    for lane in lanes_of(live) {
        let code = code::steer(tables.ships.side_of(me).seat(batch.battles[lane]), tables.ships.slot_of(me).into());
        seeds[lane] = noise_seed(batch.keys[lane], batch.turn.0[lane], code);
    }
    seeds
}
