//! Choosing where to go: the legal end positions are scored in every lane at once, but for those that cannot be better than
//! one before them, and the best is taken.
//!
//! PERF: what depends on the hex alone (geometry, the fire to be taken there) is worked out once a hex; what depends on
//! the facing, once a spot; the hexes moved to get there matter to few policies, so most spots are compared once, and
//! the way to the chosen one is looked up afterwards.
//!
//! Phase: movement. Reads the ships of a batch and, of the scratch, what `anticipate` and `legality` wrote and
//! `fleet_slots`; writes nothing itself.

pub mod anticipate;
pub mod candidates;
pub mod exchange;
pub mod initiative;
pub mod legality;
pub mod replies;
pub mod shared_fire;
pub mod targets;

use lanchester_battle::appraisal::{ARC_SHIFT, FACING, arc_shift, forces, noise, noise_seed};
use lanchester_battle::shortlist::{Best, Listed, Shortlist};
use lanchester_lanes::hex::Board;
use lanchester_lanes::hex::lanes::room;
use lanchester_lanes::ops::{
    add_scores, all, all_scores, flags, le, load, load_scores, lookup16, mask, max_scores, mul_scores, only,
    pick_scores, plus, scores_eq, scores_gt, store_scores, sub_scores, widen,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LANES, LaneMask, Row, Scores, Simd};

use crate::design::MAX_SHIPS;
use crate::event::code;
use crate::lanes::chooser::anticipate::anticipate;
use crate::lanes::chooser::candidates::{Candidates, End, Kind, SPOT};
use crate::lanes::chooser::exchange::{Ground, View};
use crate::lanes::chooser::legality::{Asked, FORCED_RUN, note_standing, permit, reached, run_after, survey};
use crate::lanes::fire::Enemy;
use crate::lanes::state::{Batch, Scratch};
use crate::lanes::tables::Tables;
use crate::policy::MoveWeights;

/// Score taken off an end position from which the ship cannot help running off the board.
const RUNS_OFF: i16 = 12_000;
/// And for every hex of such a move: the later it comes to that, the better.
const RUNS_OFF_SOONER: i16 = 64;
/// Score taken off, times the policy's `edge`, where the ship would run off the board if it lost two boxes of thrust now.
const MAY_RUN_OFF: i16 = 100;

/// What was chosen in every lane.
pub struct Choice {
    /// An end, or a spot with [`SPOT`] set.
    of: [i16; LANES],
    /// Lanes in which there is a legal end on the board and clear of other ships.
    pub found: LaneMask,
}

impl Choice {
    /// The end of a lane; `None` where nothing can be chosen.
    pub fn end<'c>(&self, candidates: &'c Candidates, scratch: &Scratch, lane: usize) -> Option<&'c End> {
        if self.found >> lane & 1 == 0 {
            return None;
        }
        self.ways(candidates, lane).iter().find(|end| reached(scratch, end) >> lane & 1 == 1)
    }

    /// The ends that a lane may take for what it chose: the first of them that is legal.
    #[inline(always)]
    pub fn ways<'c>(&self, candidates: &'c Candidates, lane: usize) -> &'c [End] {
        let of = self.of[lane] as u16;
        if of & SPOT == 0 {
            let end = usize::from(of);
            return &candidates.ends[end..=end];
        }
        candidates.ends_of(usize::from(of ^ SPOT))
    }

    /// Lanes that chose the same as this one.
    #[inline(always)]
    pub fn alike<S: Simd>(&self, simd: S, lane: usize) -> LaneMask {
        self.found & mask(scores_eq(simd, load_scores(simd, &self.of), all_scores(simd, self.of[lane])))
    }
}

/// What stays the same while the end positions of ship `me` are compared.
struct Contest<'a, S: Simd> {
    scratch: &'a Scratch,
    candidates: &'static Candidates,
    weights: &'a MoveWeights,
    board: Board,
    /// The facing before the move.
    facing: Bytes<S>,
    /// The ship's thrust.
    thrust: Bytes<S>,
    /// Hexes ahead before the move.
    ahead: Bytes<S>,
    /// The policy's random numbers, if it wants any.
    noise: Option<[i16; LANES]>,
}

/// The best candidate of each lane of `live` for ship `me`, by the policy of its side.
#[inline(always)]
pub fn choose<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    scratch: &mut Scratch,
    me: usize,
    live: LaneMask,
) -> Choice {
    let side = tables.ships.side_of(me);
    let policy = &tables.policies[side];
    let weights = &policy.moves;
    let candidates = tables.ships[me].candidates;
    let all_replies = anticipate(simd, tables, batch, scratch, me, policy.anticipate, live);
    let listed = policy.shortlist.filter(|_| all_replies > 1);
    let replies = if listed.is_some() { 1 } else { all_replies };
    let noise = (weights.noise != 0).then(|| noise_seeds(tables, batch, scratch, me, live));
    let forces = forces(simd, policy.force, &batch.turn, batch.contact);
    let enemies = known_enemies(simd, tables, batch, scratch, me, !forces);
    if weights.fleet != 0 {
        shared_fire::find_middle(tables, batch, scratch, me, live & !forces);
    }
    let rows = &batch.ships[me];
    let (q0, h0, facing) = (load(simd, &rows.q), load(simd, &rows.h), load(simd, &rows.facing));
    note_standing(simd, tables, batch, scratch, me);
    let (thrust, ahead, farthest) = permit(simd, tables, batch, scratch, me, live);
    survey(simd, tables, scratch, candidates, (q0, h0, facing), farthest);
    let scratch = &*scratch;
    let shifts = arc_shifts(simd, facing);
    // Ways of one spot differ in score only where the hexes moved count, or where they leave the ship too fast.
    // A policy that likes the edge likes the longest of them best.
    let alike = weights.moved == 0 && weights.noise == 0 && weights.edge >= 0;
    let prunes = alike && weights.turned >= 0;
    let ground = Ground::new(simd, tables, batch, scratch, me, replies, prunes, !forces);
    let contest = Contest { scratch, candidates, weights, board: tables.board, facing, thrust, ahead, noise };
    let mut best = Best::new(simd, listed);
    let mut found: LaneMask = 0;
    let mut view = View::new(simd);
    for (place, hex) in candidates.hexes.iter().enumerate() {
        if hex.away > farthest {
            break;
        }
        let asked = Asked::of(scratch, candidates, hex);
        let open = asked.anybody & scratch.open[place];
        if open == 0 {
            continue;
        }
        let q = q0 + lookup16(simd, &hex.offsets[0], facing);
        let h = h0 + lookup16(simd, &hex.offsets[1], facing);
        let free = view.look(simd, &ground, &enemies, (q, h), &shifts, &asked.legal, open, best.score);
        if free == 0 {
            continue;
        }
        for turned in 0..6 {
            let (any, spot) = (asked.legal[turned] & free, usize::from(hex.spots[turned]));
            if any == 0 {
                continue;
            }
            found |= any;
            let seen = view.score(simd, &ground, turned, shifts[turned]);
            let score = contest.after_turning(simd, spot, seen);
            // PERF: most spots are no better than the best so far, whatever the risk.
            if alike && mask(scores_gt(simd, score, best.score)) & any == 0 {
                continue;
            }
            // Without a turn it is straight on: one way only, with conditions of its own.
            if alike && turned != 0 {
                let at_risk = asked.at_risk[turned] & any != 0;
                contest.compare_spot(simd, &mut best, (q, h), turned, spot, at_risk, [score, seen], any);
            } else {
                contest.compare_ends(simd, &mut best, (q, h), turned, spot, [score, seen], any);
            }
        }
    }
    if let Some(shortlist) = &best.listed {
        let ground = Ground::new(simd, tables, batch, scratch, me, all_replies, false, !forces);
        return Choice { of: look_again(simd, &ground, candidates, &enemies, &mut view, shortlist, live), found };
    }
    Choice { of: store_scores(best.of), found }
}

/// The best of the spots and ends of a shortlist by what the enemies may reply; the first of equals.
#[inline(always)]
fn look_again<S: Simd>(
    simd: S,
    ground: &Ground<'_, S>,
    candidates: &Candidates,
    enemies: &[Enemy<S>],
    view: &mut View<S>,
    shortlist: &Shortlist<S>,
    live: LaneMask,
) -> [i16; LANES] {
    let rows = &ground.batch.ships[ground.me];
    let mut best = Best::new(simd, None);
    for Listed { of, kept, lanes } in shortlist.places(simd, live) {
        let (mut q, mut h, mut facing) = (Row::default(), Row::default(), Row::default());
        for lane in lanes_of(lanes) {
            let (hex, turned) = candidates.place_of(of[lane] as u16);
            let from = rows.facing.0[lane];
            q.0[lane] = rows.q.0[lane].wrapping_add(hex.offsets[0][usize::from(from)]);
            h.0[lane] = rows.h.0[lane].wrapping_add(hex.offsets[1][usize::from(from)]);
            facing.0[lane] = (from + turned) % 6;
        }
        let at = (load(simd, &q), load(simd, &h));
        let shift = arc_shift(simd, load(simd, &facing));
        let mut asked = [0; 8];
        asked[0] = lanes;
        view.look(simd, ground, enemies, at, &[shift; 6], &asked, lanes, best.score);
        let seen = view.score(simd, ground, 0, shift);
        // What was on the shortlist is a candidate, whatever it scores now.
        let score = max_scores(add_scores(seen, kept), all_scores(simd, i16::MIN + 1));
        best.raise(simd, score, seen, lanes, load_scores(simd, &of));
    }
    store_scores(best.of)
}

/// How far arcs are turned after so many sides.
#[inline(always)]
fn arc_shifts<S: Simd>(simd: S, facing: Bytes<S>) -> [Bytes<S>; 6] {
    let mut shifts = [facing; 6];
    for (shift, table) in shifts.iter_mut().zip(&ARC_SHIFT) {
        *shift = lookup16(simd, table, facing);
    }
    shifts
}

impl<S: Simd> Contest<'_, S> {
    /// A score less what turning to a spot costs.
    #[inline(always)]
    fn after_turning(&self, simd: S, spot: usize, score: Scores<S>) -> Scores<S> {
        if self.weights.turned == 0 {
            return score;
        }
        let effort = i16::from(self.weights.turned) * i16::from(self.candidates.spots[spot].sides);
        sub_scores(score, all_scores(simd, effort))
    }

    /// Hexes ahead in a hex after so many turns.
    #[inline(always)]
    fn ahead_after(&self, simd: S, (q, h): (Bytes<S>, Bytes<S>), turned: usize) -> Bytes<S> {
        room(simd, self.board, q, h, lookup16(simd, &FACING[turned], self.facing))
    }

    /// Compares a spot to which all ways are alike, but for those that may make the ship leave the board.
    #[inline(always)]
    fn compare_spot(
        &self,
        simd: S,
        best: &mut Best<S>,
        at: (Bytes<S>, Bytes<S>),
        turned: usize,
        spot: usize,
        at_risk: bool,
        [mut score, seen]: [Scores<S>; 2],
        any: LaneMask,
    ) {
        if at_risk {
            let run = run_after(simd, self.scratch, self.candidates.ends_of(spot));
            let leaves = !le(run, self.ahead_after(simd, at, turned));
            let penalty = all_scores(simd, MAY_RUN_OFF * i16::from(self.weights.edge));
            score = pick_scores(simd, leaves, sub_scores(score, penalty), score);
        }
        best.raise(simd, score, seen, any, all_scores(simd, (spot as u16 | SPOT) as i16));
    }

    /// Compares every way to a spot.
    #[inline(always)]
    fn compare_ends(
        &self,
        simd: S,
        best: &mut Best<S>,
        at: (Bytes<S>, Bytes<S>),
        turned: usize,
        spot: usize,
        [score, seen]: [Scores<S>; 2],
        any: LaneMask,
    ) {
        let Self { scratch, candidates, weights, .. } = *self;
        let mut found = 0;
        let mut here = Best::new(simd, None);
        let shortlists = best.listed.is_some();
        let ahead = self.ahead_after(simd, at, turned);
        let first = usize::from(candidates.spots[spot].ends.0);
        for (index, end) in (first..).zip(candidates.ends_of(spot)) {
            let legal = reached(scratch, end) & any;
            if legal == 0 {
                continue;
            }
            let number = usize::from(end.group);
            let group = &candidates.groups[number];
            let effort = i16::from(weights.moved) * i16::from(group.moved);
            let mut score = sub_scores(score, all_scores(simd, effort));
            if let Some(seeds) = &self.noise {
                score = add_scores(score, noise(simd, seeds, index as u16, weights.noise));
            }
            if group.kind == Kind::Straight {
                let run = lookup16(simd, &FORCED_RUN[usize::from(group.moved)], self.thrust);
                let off = only(simd, !le(plus(all(simd, group.moved), run), self.ahead), all(simd, 1));
                let doomed = RUNS_OFF + RUNS_OFF_SOONER * i16::from(group.moved);
                score = sub_scores(score, mul_scores(widen(off), all_scores(simd, doomed)));
            }
            if scratch.may_leave_board[number] & legal != 0 {
                let run = load(simd, &scratch.forced_run[number]);
                let leaves = widen(only(simd, !le(run, ahead), all(simd, 1)));
                let penalty = MAY_RUN_OFF * i16::from(weights.edge);
                score = sub_scores(score, mul_scores(leaves, all_scores(simd, penalty)));
            }
            // Above what `best` begins with, however much was taken off; without penalties no score is so low.
            score = max_scores(score, all_scores(simd, i16::MIN + 1));
            let into = if shortlists { &mut here } else { &mut *best };
            into.raise(simd, score, seen, legal, all_scores(simd, index as i16));
            found |= legal;
        }
        if shortlists {
            best.raise(simd, here.score, seen, found, here.of);
        }
    }
}

/// What is known of every enemy of `me`, by slot; it minds their fire in the lanes of `minds` alone.
#[inline(always)]
fn known_enemies<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    scratch: &Scratch,
    me: usize,
    minds: LaneMask,
) -> [Enemy<S>; MAX_SHIPS] {
    let side = tables.ships.side_of(me);
    let range = tables.ships.side(side.opponent());
    let mut enemies = [Enemy::new(simd, tables, batch, me, range.start); MAX_SHIPS];
    for (slot, enemy) in range.clone().enumerate().skip(1) {
        enemies[slot] = Enemy::new(simd, tables, batch, me, enemy);
    }
    if tables.policies[side].moves.share != 0 {
        for (slot, enemy) in range.enumerate() {
            let at = &scratch.prospects[slot][0].at;
            let share = shared_fire::share(simd, tables, batch, [me, enemy], at);
            enemies[slot].share = only(simd, flags(simd, minds), share);
        }
    }
    enemies
}

/// The policy's random numbers for this activation.
fn noise_seeds(tables: &Tables, batch: &Batch, scratch: &Scratch, me: usize, live: LaneMask) -> [i16; LANES] {
    let mut seeds = [1; LANES];
    for lane in lanes_of(live) {
        let seat = tables.ships.side_of(me).seat(batch.battles[lane]);
        let code = code::steer(seat, scratch.fleet_slots.0[lane].into());
        seeds[lane] = noise_seed(batch.keys[lane], batch.turn.0[lane], code);
    }
    seeds
}
