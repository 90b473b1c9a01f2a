//! Moving a ship in every lane that waits for it: every legal end position is scored, the best is taken.

use lanchester_core::Side;
use lanchester_hex::lanes::{distance, on_board, room};
use lanchester_hex::{Facing, Hex};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, eq, flags, half, high_byte, is_zero, le, load, lookup16, lookup64, lt, mask, min,
    minus, mul_scores, only, pick_scores, plus, scores_gt, store_scores, sub_scores, widen,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Flags, LANES, LaneMask, Simd};

use crate::candidates::{Kind, end_of};
use crate::design::MAX_SHIPS;
use crate::event::{Arrival, Event, Maneuver, code};
use crate::exchange::{Foe, add_signed, anticipate, exchange};
use crate::options::Station;
use crate::state::{Batch, ship_of};
use crate::tables::Tables;

/// Score taken off an end position from which the ship cannot help running off the board.
const RUNS_OFF: i16 = 12_000;
/// And for every hex of such a move: the later it comes to that, the better.
const RUNS_OFF_SOONER: i16 = 64;
/// Score taken off, times the policy's `edge`, where the ship would run off the board if it lost two boxes of thrust now.
const MIGHT_RUN_OFF: i16 = 100;
/// Turns that the second look takes ahead.
const MIGHT_TURNS: usize = 3;

/// 24 − 4·facing after so many turns (−3 to 3), by facing before.
static ARC_SHIFT: [[u8; 16]; 7] = arc_shifts();

/// Hexes a ship is forced on after moving `i` hexes, by its thrust, if its thrust lasts.
static FORCED_RUN: [[u8; 16]; 24] = forced_runs(60);

/// The same for the next [`MIGHT_TURNS`] turns only.
static SOON_RUN: [[u8; 16]; 24] = forced_runs(MIGHT_TURNS);

/// Facing after so many turns (−3 to 3), by facing before.
static FACING: [[u8; 16]; 7] = facings();

const fn facings() -> [[u8; 16]; 7] {
    let mut table = [[0; 16]; 7];
    let mut turn = 0;
    while turn < 7 {
        let mut facing = 0;
        while facing < 6 {
            table[turn][facing] = ((facing + turn + 3) % 6) as u8;
            facing += 1;
        }
        turn += 1;
    }
    table
}

const fn arc_shifts() -> [[u8; 16]; 7] {
    let mut table = [[0; 16]; 7];
    let mut turn = 0;
    while turn < 7 {
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

/// Moves ship `me` in the lanes of `live`.
#[inline(always)]
pub fn move_ship<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, me: usize, live: LaneMask) {
    let (best, found) = choose(simd, tables, batch, me, live);
    for lane in lanes_of(live) {
        let maneuver = if found >> lane & 1 == 1 {
            tables.ships[me].candidates.list[best[lane] as u16 as usize].maneuver
        } else {
            forced(tables, batch, me, lane)
        };
        arrive(tables, batch, me, lane, maneuver);
    }
}

/// The best candidate of each lane, and the lanes that have a legal one on the board and clear of other ships.
#[inline(always)]
fn choose<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, me: usize, live: LaneMask) -> ([i16; LANES], LaneMask) {
    let side = tables.side_of(me);
    let policy = &tables.policies[side];
    let ship = &tables.ships[me];
    let replies = anticipate(simd, tables, batch, me, policy.anticipate);
    let noise = (policy.moves.noise != 0).then(|| noise_seeds(tables, batch, me, live));
    let batch = &*batch;
    let mut foes = [Foe::new(simd, tables, batch, me, tables.side(side.foe()).start); MAX_SHIPS];
    for (slot, foe) in tables.side(side.foe()).enumerate() {
        foes[slot] = Foe::new(simd, tables, batch, me, foe);
    }
    let rows = &batch.ships[me];
    let (q0, h0, facing) = (load(simd, &rows.q), load(simd, &rows.h), load(simd, &rows.facing));
    let speed = load(simd, &rows.speed);
    let thrust = lookup16(simd, &ship.thrust, load(simd, &rows.lost[0]));
    // After a bad damage check.
    let thrust_hurt = lookup16(simd, &ship.thrust, load(simd, &rows.lost[0]) + all(simd, 2));
    let ahead = room(simd, tables.board, q0, h0, facing);
    let agile = le(speed, thrust);
    let (east, north) = (all(simd, tables.board.cols - 1) - q0, all(simd, 2 * tables.board.rows - 1) - h0);
    let margin = min(min(q0, east), half(min(h0, north)));
    let live_flags = flags(simd, live);

    let mut best = all_scores(simd, i16::MIN);
    let mut best_index = all_scores(simd, 0);
    let mut found = flags(simd, 0);
    for group in &ship.candidates.groups {
        let moved = all(simd, group.moved);
        let legal = match group.kind {
            Kind::Straight => le(moved, plus(speed, thrust)) & le(minus(speed, thrust), moved) & le(moved, ahead),
            Kind::ComeAbout => agile & le(moved, thrust),
            Kind::Reverse => agile & le(moved + speed, thrust),
        } & live_flags;
        if mask(legal) == 0 {
            continue;
        }
        let straight = group.kind == Kind::Straight;
        // PERF: a ship farther from every edge than it moves needs no test of its path.
        let roomy = straight || mask(legal & lt(margin, moved)) == 0;
        let run = lookup16(simd, &FORCED_RUN[group.moved as usize], thrust);
        let runs_off = only(simd, !le(plus(moved, run), ahead), all(simd, u8::from(straight)));
        let soon = lookup16(simd, &SOON_RUN[group.moved as usize], thrust_hurt);
        // PERF: far from every edge nothing runs off, damaged or not.
        let might = policy.moves.edge != 0 && mask(legal & lt(margin, plus(moved, soon)) & !is_zero(simd, soon)) != 0;
        for index in group.range.0..group.range.1 {
            let candidate = &ship.candidates.list[index];
            let q = q0 + lookup16(simd, &candidate.offsets[0], facing);
            let h = h0 + lookup16(simd, &candidate.offsets[1], facing);
            let mut legal = legal;
            if !roomy {
                legal &= on_board(simd, tables.board, q, h);
                for corner in &candidate.corners {
                    let q = q0 + lookup16(simd, &corner[0], facing);
                    let h = h0 + lookup16(simd, &corner[1], facing);
                    legal &= on_board(simd, tables.board, q, h);
                }
            }
            let valid = legal & !occupied(simd, tables, batch, me, q, h);
            let asked = mask(valid);
            if asked == 0 {
                continue;
            }
            let turns = candidate.maneuver.turns;
            let arc_shift = lookup16(simd, &ARC_SHIFT[(turns + 3) as usize], facing);
            let worth = exchange(simd, tables, batch, me, &foes, replies, (q, h), arc_shift, asked);
            let mut score = add_signed(worth.score, worth.pull);
            if policy.moves.edge != 0 {
                let pull = &tables.edge_pull[side];
                score = add_signed(score, lookup64(simd, &pull[0], q));
                score = add_signed(score, lookup64(simd, &pull[1], h));
            }
            if policy.moves.crowd != 0 {
                let crowd = widen(crowd(simd, tables, batch, me, q, h));
                score = sub_scores(score, mul_scores(crowd, all_scores(simd, policy.moves.crowd.into())));
            }
            let effort = i16::from(policy.moves.moved) * i16::from(group.moved)
                + i16::from(policy.moves.turned) * i16::from(turns.unsigned_abs());
            score = sub_scores(score, all_scores(simd, effort));
            if let Some(seeds) = &noise {
                let seeds = lanchester_lanes::ops::load_scores(simd, seeds);
                let scramble = all_scores(simd, (index as u16).wrapping_mul(0x9e37).wrapping_add(0x79b9) as i16 | 1);
                let random = high_byte(mul_scores(seeds, scramble));
                score = add_scores(score, mul_scores(random, all_scores(simd, policy.moves.noise.into())));
            }
            let doomed = RUNS_OFF + RUNS_OFF_SOONER * i16::from(group.moved);
            score = sub_scores(score, mul_scores(widen(runs_off), all_scores(simd, doomed)));
            if might {
                let heading = lookup16(simd, &FACING[(turns + 3) as usize], facing);
                let risky = !le(soon, room(simd, tables.board, q, h, heading));
                let risk = widen(only(simd, risky, all(simd, 1)));
                let price = MIGHT_RUN_OFF * i16::from(policy.moves.edge);
                score = sub_scores(score, mul_scores(risk, all_scores(simd, price)));
            }
            let better = (scores_gt(simd, score, best) | !found) & valid;
            best = pick_scores(simd, better, score, best);
            best_index = pick_scores(simd, better, all_scores(simd, index as i16), best_index);
            found |= valid;
        }
    }
    (store_scores(best_index), mask(found))
}

/// Lanes in which another ship holds the hex.
#[inline(always)]
fn occupied<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    me: usize,
    q: lanchester_lanes::Bytes<S>,
    h: lanchester_lanes::Bytes<S>,
) -> Flags<S> {
    let mut held = flags(simd, 0);
    for other in 0..tables.ships.len() {
        if other != me {
            let rows = &batch.ships[other];
            held |= eq(load(simd, &rows.q), q) & eq(load(simd, &rows.h), h) & flags(simd, rows.alive);
        }
    }
    held
}

/// Friends within one hex.
#[inline(always)]
fn crowd<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    me: usize,
    q: lanchester_lanes::Bytes<S>,
    h: lanchester_lanes::Bytes<S>,
) -> lanchester_lanes::Bytes<S> {
    let mut count = all(simd, 0);
    for friend in tables.side(tables.side_of(me)) {
        if friend != me {
            let rows = &batch.ships[friend];
            let away = distance(load(simd, &rows.q) - q, load(simd, &rows.h) - h);
            let near = is_zero(simd, minus(away, all(simd, 1))) & flags(simd, rows.alive);
            count = lanchester_lanes::ops::count_if(simd, near, count);
        }
    }
    count
}

/// One odd random number a lane, from the policy's own stream of this activation.
fn noise_seeds(tables: &Tables, batch: &Batch, me: usize, live: LaneMask) -> [i16; LANES] {
    let mut seeds = [1; LANES];
    for lane in lanes_of(live) {
        let role = tables.side_of(me).role(batch.battle[lane]);
        let key = lanchester_dice::BattleKey(batch.keys[lane]);
        let code = code::steer(role, tables.slot_of(me).into());
        seeds[lane] = key.stream_seed(batch.turn.0[lane].into(), code) as i16 | 1;
    }
    seeds
}

/// ### NOVA 4.4 Leaving the board (p. 10)
/// ### NOVA 4.5 Stacking (p. 10)
/// What is left when no move stays on the board and ends clear: one that ends in an occupied hex, else the slowest off it.
fn forced(tables: &Tables, batch: &Batch, me: usize, lane: usize) -> Maneuver {
    let at = batch.station(me, lane);
    let ship = &tables.ships[me];
    let thrust = ship.thrust[batch.ships[me].lost[0].0[lane] as usize];
    // LANES: a ship that may turn could turn in its own hex, so only straight moves get here, and if any of them stays
    // on the board the slowest does.
    Maneuver { turns: 0, legs: [at.speed.saturating_sub(thrust), 0, 0, 0] }
}

/// Carries a maneuver out in one lane.
fn arrive(tables: &Tables, batch: &mut Batch, me: usize, lane: usize, maneuver: Maneuver) {
    let at = batch.station(me, lane);
    let moved = maneuver.moved();
    let ahead = tables.board.room(at.hex, at.facing);
    let mut to = Station { speed: moved, ..at };
    let mut arrival = Arrival::LeftBoard;
    if maneuver.turns != 0 || moved <= ahead {
        let (hex, facing) = end_of(maneuver, at.hex, at.facing);
        if tables.board.contains(hex) {
            to = Station { hex, facing, speed: moved };
            arrival = if holder(tables, batch, me, lane, hex) {
                shift(tables, batch, me, lane, &mut to)
            } else {
                Arrival::Clear
            };
        }
    }
    batch.put(me, lane, to);
    batch.note(lane, Event::Move { ship: ship_of(tables, me), maneuver, arrival, to });
    if matches!(arrival, Arrival::LeftBoard | Arrival::NoRoom) {
        eliminate(tables, batch, me, lane);
    }
}

fn holder(tables: &Tables, batch: &Batch, me: usize, lane: usize, hex: Hex) -> bool {
    (0..tables.ships.len()).any(|o| o != me && batch.is_alive(o, lane) && batch.station(o, lane).hex == hex)
}

/// The opponent's choice for a ship that ends on another: the first empty hex clockwise from dead astern.
fn shift(tables: &Tables, batch: &Batch, me: usize, lane: usize, to: &mut Station) -> Arrival {
    for turn in 3..9 {
        let way: Facing = to.facing.turned(turn);
        let hex = to.hex.ahead(way, 1);
        if tables.board.contains(hex) && !holder(tables, batch, me, lane, hex) {
            to.hex = hex;
            return Arrival::Shifted(way.index());
        }
    }
    Arrival::NoRoom
}

/// Removes a ship from one lane and scores it (NOVA 7.1).
pub fn eliminate(tables: &Tables, batch: &mut Batch, ship: usize, lane: usize) {
    let gone = !(1 << lane);
    batch.ships[ship].alive &= gone;
    batch.ships[ship].ready &= gone;
    let winner: Side = tables.side_of(ship).foe();
    batch.vp[winner][lane] += 4 * tables.ships[ship].design.rating;
}
