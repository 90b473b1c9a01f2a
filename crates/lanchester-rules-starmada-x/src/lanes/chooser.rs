//! Choosing orders: every legal end position is scored in every lane at once, blind, and the best is taken.
//!
//! Phase: movement. Reads the ships and `prospects`; writes `barred`, `fleet` and `chosen` of the ship that is given orders.

use lanchester_battle::anticipation::along;
use lanchester_battle::appraisal::{ARC_SHIFT, FACING, arc_shift, edge_margin, noise, noise_seed};
use lanchester_battle::shortlist::{Best, Listed, Shortlist};
use lanchester_hex::Board;
use lanchester_hex::lanes::{distance, on_board};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, count_if, flags, half, le, load, load_scores, lookup16, lookup64, lt, mask,
    max_scores, minus, mul_scores, plus, store_scores, sub_scores, widen, widen_signed,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, Flags, LANES, LaneMask, Scores, Simd};

use crate::event::code;
use crate::lanes::candidates::End;
use crate::lanes::exchange::{Fire, TURNS, exchange};
use crate::lanes::explosions::blast;
use crate::lanes::friends::{find_middle, share};
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;

/// What decides which ends are legal for ship `me`.
struct Legality<'a, S: Simd> {
    batch: &'a Batch,
    board: Board,
    at: (Bytes<S>, Bytes<S>),
    facing: Bytes<S>,
    points: Bytes<S>,
    /// Lanes that ask, by [`crate::lanes::candidates::Permit`].
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
    let policy = &tables.policies[side];
    let weights = &policy.moves;
    let ship = &tables.ships[me];
    let seeds = (weights.noise != 0).then(|| noise_seeds(tables, batch, me, live));
    // What policies give up: an end all of whose listed ways are blocked, though a longer one is open; and ends before an
    // object from which the ship could not move again.
    let barred = match &tables.field {
        None => false,
        Some(field) => field.bar(batch, me, ship.design.engines, ship.candidates.ends.len(), live),
    };
    if weights.fleet != 0 {
        find_middle(tables, batch, me, live);
    }
    let legality = Legality::new(simd, tables, batch, me, barred, live);
    let Legality { batch: table, board, at, facing, points, roomy, .. } = legality;
    let share = if weights.share != 0 { share(simd, tables, table, me) } else { all_scores(simd, 0) };
    let mut fire = Fire::new(simd);
    let listed = policy.shortlist.filter(|_| places > 1);
    let mut best = Best::new(simd, listed);
    // A first look sees enemies that go straight on, and no second turn.
    let first_places = if listed.is_some() { 1 } else { places };
    let ahead = (weights.next != 0 && listed.is_none()).then(|| ways_ahead(simd, facing, points));
    let mut aheads = ahead;
    for spot in &ship.candidates.spots {
        let payable = mask(le(all(simd, spot.cost), points)) & live;
        if payable == 0 {
            // Spots are in order of cost.
            break;
        }
        let q = at.0 + lookup16(simd, &spot.offsets[0], facing);
        let h = at.1 + lookup16(simd, &spot.offsets[1], facing);
        let asked = if roomy { payable } else { payable & mask(on_board(simd, board, q, h)) };
        if asked == 0 {
            continue;
        }
        let shifts = &arc_shifts(simd, &spot.turns, facing)[..spot.turns.len()];
        if let (Some(aheads), Some(ahead)) = (&mut aheads, &ahead) {
            for (to, turn) in aheads.iter_mut().zip(&spot.turns) {
                *to = ahead[usize::from(*turn)];
            }
        }
        let aheads = aheads.as_ref();
        let exchange = exchange(simd, tables, table, me, first_places, (q, h), shifts, aheads, asked, share, &mut fire);
        let here = place_score(simd, tables, table, me, (q, h));
        let mut turn = 0;
        for end in &ship.candidates.ends[spot.ends.0..spot.ends.1] {
            while spot.turns[turn] != end.turn {
                turn += 1;
            }
            let legal = legality.of(simd, end, asked);
            if legal == 0 {
                continue;
            }
            let effort =
                i16::from(weights.forward) * i16::from(end.forward) - i16::from(weights.moved) * i16::from(end.cost);
            let seen = exchange.scores[turn];
            let mut score = add_scores(add_scores(seen, here), all_scores(simd, effort));
            if let Some(seeds) = &seeds {
                score = add_scores(score, noise(simd, seeds, end.index as u16, weights.noise));
            }
            // Above what `best` begins with.
            let score = max_scores(score, all_scores(simd, i16::MIN + 1));
            best.raise(simd, score, seen, legal, all_scores(simd, end.index as i16));
        }
    }
    let chosen = match &best.listed {
        None => best.of,
        Some(shortlist) => look_again(simd, tables, table, me, places, shortlist, share, live),
    };
    batch.chosen[me] = store_scores(chosen);
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
        Self { batch, board, at: (q, h), facing, points, permits, roomy, barred }
    }

    /// The lanes of `asked` in which an end is legal.
    #[inline(always)]
    fn of(&self, simd: S, end: &End, asked: LaneMask) -> LaneMask {
        let permitted = asked & self.permits[end.permit as usize];
        let mut legal = le(all(simd, end.cost), self.points) & flags(simd, permitted);
        if !self.roomy {
            legal &= stays_on_board(simd, self.board, end, self.at, self.facing);
        }
        if self.barred {
            legal &= flags(simd, !self.batch.barred[end.index]);
        }
        mask(legal)
    }
}

/// The best of the ends of a shortlist by what all places of the enemies say; the first of equals.
#[inline(always)]
fn look_again<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    me: usize,
    places: usize,
    shortlist: &Shortlist<S>,
    share: Scores<S>,
    live: LaneMask,
) -> Scores<S> {
    let weights = &tables.policies[tables.ships.side_of(me)].moves;
    let (candidates, rows) = (tables.ships[me].candidates, &batch.ships[me]);
    let points = minus(all(simd, tables.ships[me].design.engines), load(simd, &rows.engines));
    let mut best = Best::new(simd, None);
    let mut fire = Fire::new(simd);
    for Listed { of, kept, lanes } in shortlist.places(simd, live) {
        let [q, h, facing] = candidates.lead(&of, lanes, [&rows.q, &rows.h, &rows.facing]);
        let (at, facing) = ((load(simd, &q), load(simd, &h)), load(simd, &facing));
        let ahead = [[along(simd, facing, half(points)), along(simd, facing, points)]; TURNS];
        let aheads = (weights.next != 0).then_some(&ahead);
        let shifts = &[arc_shift(simd, facing)];
        let exchange = exchange(simd, tables, batch, me, places, at, shifts, aheads, lanes, share, &mut fire);
        let seen = exchange.scores[0];
        let score = max_scores(add_scores(seen, kept), all_scores(simd, i16::MIN + 1));
        best.raise(simd, score, seen, lanes, load_scores(simd, &of));
    }
    best.of
}

/// How far arcs are turned after so many sides, one after the other.
#[inline(always)]
fn arc_shifts<S: Simd>(simd: S, turns: &[u8], facing: Bytes<S>) -> [Bytes<S>; TURNS] {
    let mut shifts = [facing; TURNS];
    for (shift, turn) in shifts.iter_mut().zip(turns) {
        *shift = lookup16(simd, &ARC_SHIFT[usize::from(*turn)], facing);
    }
    shifts
}

/// Half and all of its points straight ahead, by the sides turned before.
#[inline(always)]
fn ways_ahead<S: Simd>(simd: S, facing: Bytes<S>, points: Bytes<S>) -> [[(Bytes<S>, Bytes<S>); 2]; TURNS] {
    let mut ways = [[(points, points); 2]; TURNS];
    for (way, table) in ways.iter_mut().zip(&FACING) {
        let facing = lookup16(simd, table, facing);
        *way = [along(simd, facing, half(points)), along(simd, facing, points)];
    }
    ways
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
        let code = code::steer(tables.ships.side_of(me).seat(batch.battle[lane]), tables.ships.slot_of(me).into());
        seeds[lane] = noise_seed(batch.keys[lane], batch.turn.0[lane], code);
    }
    seeds
}
