//! Choosing where to go: the legal end positions are scored in every lane at once, but for those that cannot be better than
//! one before them, and the best is taken.
//!
//! PERF: what depends on the hex alone (geometry, the fire to be taken there) is worked out once a hex; what depends on
//! the facing, once a spot; the hexes moved to get there matter to few policies, so most spots are compared once, and
//! the way to the chosen one is looked up afterwards.

use lanchester_hex::lanes::{on_board, room};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, flags, half, high_byte, is_zero, le, load, load_scores, lookup16, lt, mask,
    max_scores, min, minus, mul_scores, only, pick, pick_scores, plus, raise_scores, scores_eq, scores_gt, store,
    store_scores, sub_scores, widen,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LANES, LaneMask, Simd};

use crate::design::MAX_SHIPS;
use crate::event::code;
use crate::lanes::anticipate::{GONE, anticipate};
use crate::lanes::candidates::{Candidates, End, Kind, MAX_GROUPS, MAX_HEXES};
use crate::lanes::exchange::{Foe, Ground, View};
use crate::lanes::state::{Batch, Scratch};
use crate::lanes::tables::Tables;

/// Score taken off an end position from which the ship cannot help running off the board.
const RUNS_OFF: i16 = 12_000;
/// And for every hex of such a move: the later it comes to that, the better.
const RUNS_OFF_SOONER: i16 = 64;
/// Score taken off, times the policy's `edge`, where the ship would run off the board if it lost two boxes of thrust now.
const MIGHT_RUN_OFF: i16 = 100;
/// Turns that the second look takes ahead.
const MIGHT_TURNS: usize = 3;

/// Set in a choice that names a spot: any way to it is as good.
const SPOT: u16 = 0x4000;

/// 24 − 4·facing after so many turns (0 to 5), by facing before.
static ARC_SHIFT: [[u8; 16]; 6] = arc_shifts();

/// Hexes a ship is forced on after moving `i` hexes, by its thrust, if its thrust lasts.
static FORCED_RUN: [[u8; 16]; 24] = forced_runs(60);

/// The same for the next [`MIGHT_TURNS`] turns only.
static SOON_RUN: [[u8; 16]; 24] = forced_runs(MIGHT_TURNS);

/// Facing after so many turns (0 to 5), by facing before.
pub static FACING: [[u8; 16]; 6] = facings();

const fn facings() -> [[u8; 16]; 6] {
    let mut table = [[0; 16]; 6];
    let mut turn = 0;
    while turn < 6 {
        let mut facing = 0;
        while facing < 6 {
            table[turn][facing] = ((facing + turn) % 6) as u8;
            facing += 1;
        }
        turn += 1;
    }
    table
}

const fn arc_shifts() -> [[u8; 16]; 6] {
    let mut table = [[0; 16]; 6];
    let mut turn = 0;
    while turn < 6 {
        let mut facing = 0;
        while facing < 6 {
            table[turn][facing] = 24 - 4 * FACING[turn][facing];
            facing += 1;
        }
        turn += 1;
    }
    table
}

const fn forced_runs(turns: usize) -> [[u8; 16]; 24] {
    let mut table = [[0; 16]; 24];
    let mut speed = 0;
    while speed < 24 {
        let mut thrust = 0;
        while thrust < 16 {
            // A ship no faster than its thrust may turn or stop; a faster one sheds at most its thrust a turn.
            let (mut left, mut run, mut turn) = (speed, 0, 0);
            while left > thrust && run < 60 && turn < turns {
                left -= thrust;
                run += left;
                turn += 1;
            }
            table[speed][thrust] = run as u8;
            thrust += 1;
        }
        speed += 1;
    }
    table
}

/// What was chosen in every lane.
pub struct Choice {
    /// An end, or a spot with [`SPOT`] set.
    of: [i16; LANES],
    /// Lanes in which there is a legal end on the board and clear of other ships.
    pub found: LaneMask,
}

impl Choice {
    /// The end of a lane; `None` where nothing can be chosen.
    #[must_use]
    pub fn end<'c>(&self, candidates: &'c Candidates, scratch: &Scratch, lane: usize) -> Option<&'c End> {
        if self.found >> lane & 1 == 0 {
            return None;
        }
        self.ways(candidates, lane).iter().find(|end| reached(scratch, end) >> lane & 1 == 1)
    }

    /// The ends that a lane may take for what it chose: the first of them that is legal.
    #[inline(always)]
    #[must_use]
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

/// Lanes in which the way to an end is legal, but for what stands there.
#[inline(always)]
pub fn reached(scratch: &Scratch, end: &End) -> LaneMask {
    let open = |corner: u16| scratch.open[usize::from(corner) % MAX_HEXES];
    let [a, b, c] = end.corners;
    scratch.legal[usize::from(end.group) % MAX_GROUPS] & open(a) & open(b) & open(c)
}

/// What is asked about the straight runs after a move, by group.
struct Runs<S: Simd> {
    thrust: Bytes<S>,
    /// Hexes ahead.
    ahead: Bytes<S>,
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
    let side = tables.side_of(me);
    let policy = &tables.policies[side];
    let weights = &policy.moves;
    let ship = &tables.ships[me];
    let candidates = ship.candidates;
    let replies = anticipate(simd, tables, batch, scratch, me, policy.anticipate);
    let noise = (weights.noise != 0).then(|| noise_seeds(tables, batch, scratch, me, live));
    let mut enemies = [Foe::new(simd, tables, batch, me, tables.side(side.opponent()).start); MAX_SHIPS];
    for (slot, enemy) in tables.side(side.opponent()).enumerate().skip(1) {
        enemies[slot] = Foe::new(simd, tables, batch, me, enemy);
    }
    let rows = &batch.ships[me];
    let (q0, h0, facing) = (load(simd, &rows.q), load(simd, &rows.h), load(simd, &rows.facing));
    fleet_sampler(simd, tables, batch, scratch, me);
    let (runs, farthest) = permit(simd, tables, batch, scratch, me, live);
    survey(simd, tables, scratch, candidates, (q0, h0, facing), farthest);
    let scratch = &*scratch;
    let mut shifts = [facing; 6];
    for (shift, table) in shifts.iter_mut().zip(&ARC_SHIFT) {
        *shift = lookup16(simd, table, facing);
    }
    // Ways of one spot differ in score only where the hexes moved count, or where they leave the ship too fast.
    // A captain who likes the edge likes the longest of them best.
    let alike = weights.moved == 0 && weights.noise == 0 && weights.edge >= 0;
    let ground = Ground::new(simd, tables, batch, scratch, me, replies, alike && weights.turned >= 0);

    let mut best = all_scores(simd, i16::MIN);
    let mut best_of = all_scores(simd, 0);
    let mut found: LaneMask = 0;
    let mut view = View::new(simd);
    for (place, hex) in candidates.hexes.iter().enumerate() {
        if hex.away > farthest {
            break;
        }
        // Lanes in which a facing can be had, and those that had better look where it takes them; by sides turned.
        let (mut asked, mut wary, mut anybody) = ([0; 8], [0; 8], 0);
        for end in candidates.ends_in(hex) {
            let legal = reached(scratch, end);
            let turned = usize::from(end.turned) % 8;
            asked[turned] |= legal;
            wary[turned] |= legal & scratch.might[usize::from(end.group) % MAX_GROUPS];
            anybody |= legal;
        }
        if anybody & scratch.open[place] == 0 {
            continue;
        }
        let q = q0 + lookup16(simd, &hex.offsets[0], facing);
        let h = h0 + lookup16(simd, &hex.offsets[1], facing);
        let free = view.look(simd, &ground, &enemies, (q, h), &shifts, &asked, anybody & scratch.open[place], best);
        if free == 0 {
            continue;
        }
        for turned in 0..6 {
            let (any, spot) = (asked[turned] & free, usize::from(hex.spots[turned]));
            if any == 0 {
                continue;
            }
            found |= any;
            let mut score = view.score(simd, &ground, turned, shifts[turned]);
            if weights.turned != 0 {
                let effort = i16::from(weights.turned) * i16::from(candidates.spots[spot].sides);
                score = sub_scores(score, all_scores(simd, effort));
            }
            // PERF: most spots are no better than the best so far, whatever the risk.
            if alike && mask(scores_gt(simd, score, best)) & any == 0 {
                continue;
            }
            // Without a turn it is straight on: one way only, with conditions of its own.
            if alike && turned != 0 {
                if wary[turned] & any != 0 {
                    let heading = lookup16(simd, &FACING[turned], facing);
                    let risky =
                        !le(soonest(simd, scratch, candidates.ends_of(spot)), room(simd, tables.board, q, h, heading));
                    let price = all_scores(simd, MIGHT_RUN_OFF * i16::from(weights.edge));
                    score = pick_scores(simd, risky, sub_scores(score, price), score);
                }
                let any = flags(simd, any);
                let better = scores_gt(simd, score, best) & any;
                best = raise_scores(simd, any, best, score);
                best_of = pick_scores(simd, better, all_scores(simd, (spot as u16 | SPOT) as i16), best_of);
                continue;
            }
            let heading = lookup16(simd, &FACING[turned], facing);
            let ahead = room(simd, tables.board, q, h, heading);
            let first = usize::from(candidates.spots[spot].ends.0);
            for (index, end) in (first..).zip(candidates.ends_of(spot)) {
                let legal = reached(scratch, end) & any;
                if legal == 0 {
                    continue;
                }
                let group = &candidates.groups[usize::from(end.group)];
                let effort = i16::from(weights.moved) * i16::from(group.moved);
                let mut score = sub_scores(score, all_scores(simd, effort));
                if let Some(seeds) = &noise {
                    let scramble = (index as u16).wrapping_mul(0x9e37).wrapping_add(0x79b9) as i16 | 1;
                    let random = mul_scores(load_scores(simd, seeds), all_scores(simd, scramble));
                    let random = mul_scores(high_byte(random), all_scores(simd, weights.noise.into()));
                    score = add_scores(score, random);
                }
                if group.kind == Kind::Straight {
                    let run = lookup16(simd, &FORCED_RUN[usize::from(group.moved)], runs.thrust);
                    let off = only(simd, !le(plus(all(simd, group.moved), run), runs.ahead), all(simd, 1));
                    let doomed = RUNS_OFF + RUNS_OFF_SOONER * i16::from(group.moved);
                    score = sub_scores(score, mul_scores(widen(off), all_scores(simd, doomed)));
                }
                if scratch.might[usize::from(end.group)] & legal != 0 {
                    let soon = load(simd, &scratch.soon[usize::from(end.group)]);
                    let risk = widen(only(simd, !le(soon, ahead), all(simd, 1)));
                    let price = MIGHT_RUN_OFF * i16::from(weights.edge);
                    score = sub_scores(score, mul_scores(risk, all_scores(simd, price)));
                }
                // Above what `best` begins with, however much was taken off; without penalties no score is so low.
                score = max_scores(score, all_scores(simd, i16::MIN + 1));
                let legal = flags(simd, legal);
                let better = scores_gt(simd, score, best) & legal;
                best = raise_scores(simd, legal, best, score);
                best_of = pick_scores(simd, better, all_scores(simd, index as i16), best_of);
            }
        }
    }
    Choice { of: store_scores(best_of), found }
}

/// Hexes that the ship would be forced on, if she were damaged, after the shortest legal way to a spot: by any longer way
/// she would be forced on as far or farther.
#[inline(always)]
fn soonest<S: Simd>(simd: S, scratch: &Scratch, ends: &[End]) -> Bytes<S> {
    let mut soon = all(simd, 0);
    for end in ends.iter().rev() {
        let legal = reached(scratch, end);
        if legal != 0 {
            soon = pick(flags(simd, legal), load(simd, &scratch.soon[usize::from(end.group)]), soon);
        }
    }
    soon
}

/// Works out in which lanes the ends of each group are legal, and where they leave a ship faster than it can afford near
/// the edge. Returns the farthest that anybody may go.
#[inline(always)]
fn permit<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    scratch: &mut Scratch,
    me: usize,
    live: LaneMask,
) -> (Runs<S>, u8) {
    let (ship, rows) = (&tables.ships[me], &batch.ships[me]);
    let (q, h, facing) = (load(simd, &rows.q), load(simd, &rows.h), load(simd, &rows.facing));
    let speed = load(simd, &rows.speed);
    let thrust = lookup16(simd, &ship.thrust, load(simd, &rows.lost[0]));
    // After a bad damage check.
    let thrust_hurt = lookup16(simd, &ship.thrust, load(simd, &rows.lost[0]) + all(simd, 2));
    let ahead = room(simd, tables.board, q, h, facing);
    let (east, north) = (all(simd, tables.board.cols - 1) - q, all(simd, 2 * tables.board.rows - 1) - h);
    let margin = min(min(q, east), half(min(h, north)));
    let agile = le(speed, thrust) & flags(simd, live);
    let (fastest, slowest) = (plus(speed, thrust), minus(speed, thrust));
    let wary = tables.policies[tables.side_of(me)].moves.edge != 0;
    let mut farthest = 0;
    for (number, group) in ship.candidates.groups.iter().enumerate() {
        let moved = all(simd, group.moved);
        let legal = mask(match group.kind {
            Kind::Straight => le(moved, fastest) & le(slowest, moved) & le(moved, ahead) & flags(simd, live),
            Kind::ComeAbout => agile & le(moved, thrust),
            Kind::Reverse => agile & le(moved + speed, thrust),
        });
        scratch.legal[number] = legal;
        scratch.might[number] = 0;
        if legal == 0 {
            continue;
        }
        farthest = farthest.max(group.moved);
        if wary {
            // PERF: far from every edge nothing runs off, damaged or not.
            let soon = lookup16(simd, &SOON_RUN[usize::from(group.moved)], thrust_hurt);
            store(soon, &mut scratch.soon[number]);
            scratch.might[number] = legal & mask(lt(margin, plus(moved, soon)) & !is_zero(simd, soon));
        }
    }
    (Runs { thrust, ahead }, farthest)
}

/// Notes where the other ships stand; those that are gone are out of sight.
#[inline(always)]
fn fleet_sampler<S: Simd>(simd: S, tables: &Tables, batch: &Batch, scratch: &mut Scratch, me: usize) {
    for (other, [q, h]) in scratch.standing[..tables.ships.len()].iter_mut().enumerate() {
        if other != me {
            let rows = &batch.ships[other];
            store(pick(flags(simd, rows.alive), load(simd, &rows.q), all(simd, GONE)), q);
            store(load(simd, &rows.h), h);
        }
    }
}

/// Finds out which hexes of the candidates are on the board. Those that are farther than anybody may go need no look.
#[inline(always)]
fn survey<S: Simd>(
    simd: S,
    tables: &Tables,
    scratch: &mut Scratch,
    candidates: &Candidates,
    (q0, h0, facing): (Bytes<S>, Bytes<S>, Bytes<S>),
    farthest: u8,
) {
    let within = candidates.hexes.iter().take_while(|hex| hex.away <= farthest);
    for (open, hex) in scratch.open.iter_mut().zip(within) {
        let q = q0 + lookup16(simd, &hex.offsets[0], facing);
        let h = h0 + lookup16(simd, &hex.offsets[1], facing);
        *open = mask(on_board(simd, tables.board, q, h));
    }
}

/// One odd random number a lane, from the policy's own stream of this activation.
fn noise_seeds(tables: &Tables, batch: &Batch, scratch: &Scratch, me: usize, live: LaneMask) -> [i16; LANES] {
    let mut seeds = [1; LANES];
    for lane in lanes_of(live) {
        let seat = tables.side_of(me).seat(batch.battle[lane]);
        let key = lanchester_dice::BattleKey(batch.keys[lane]);
        let code = code::steer(seat, scratch.slots.0[lane].into());
        seeds[lane] = key.stream_seed(batch.turn.0[lane].into(), code) as i16 | 1;
    }
    seeds
}
