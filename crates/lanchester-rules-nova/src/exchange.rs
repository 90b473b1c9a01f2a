//! What a ship can expect to deal and to take from a position: the features that policies weigh.

use lanchester_core::Side;
use lanchester_hex::lanes::{STEP_H, STEP_Q, bearing, distance, on_board, room};
use lanchester_lanes::ops::{
    add_scores, all, eq, flags, has_bits, is_zero, load, lookup16, lookup64, lt, mask, max_scores, min, minus,
    mul_scores, only, pick, pick_scores, plus, scores_gt, store, sub_scores, widen, widen_signed,
};
use lanchester_lanes::{Bytes, Flags, LaneMask, Row, Scores, Simd};

use crate::policy::Anticipate;
use crate::state::{Batch, Prospect, REPLIES};
use crate::tables::{NO_DICE, ShipTables, Tables};

/// What is known of one enemy before positions are compared.
#[derive(Clone, Copy)]
pub struct Foe<S: Simd> {
    /// Lanes in which it is on the board.
    alive: Flags<S>,
    /// Column index of my fire at it before range and bank: 1 + its ECM (less Fire Control) + my weapon hits.
    mine: Bytes<S>,
    /// The same for its fire at me.
    its: Bytes<S>,
    /// Weight on each box I deal it.
    worth: Bytes<S>,
}

impl<S: Simd> Foe<S> {
    /// Reads it for ship `me` against ship `foe`.
    #[inline(always)]
    pub fn new(simd: S, tables: &Tables, batch: &Batch, me: usize, foe: usize) -> Self {
        let (mt, ft) = (&tables.ships[me], &tables.ships[foe]);
        let (mr, fr) = (&batch.ships[me], &batch.ships[foe]);
        Self {
            alive: flags(simd, fr.alive),
            mine: base_column(simd, tables, mt, ft, &mr.lost[1], &fr.lost[2]),
            its: base_column(simd, tables, ft, mt, &fr.lost[1], &mr.lost[2]),
            worth: lookup16(simd, &ft.worth_dealt, load(simd, &fr.lost[3])),
        }
    }
}

/// Column index before range and bank: 1 + target's ECM less the firer's Fire Control + the firer's weapon hits.
///
/// It is 2 − modifier with the range column (0, 1, 2) and the bank's modifier still to be added; see NOVA 5.4.
#[inline(always)]
pub fn base_column<S: Simd>(
    simd: S,
    tables: &Tables,
    firer: &ShipTables,
    target: &ShipTables,
    weapon_hits: &Row,
    ecm_lost: &Row,
) -> Bytes<S> {
    let assist = if firer.design.fire_control { tables.options.fire_control_ecm } else { 0 };
    let ecm = minus(lookup16(simd, &target.ecm, load(simd, ecm_lost)), all(simd, assist));
    ecm + load(simd, weapon_hits) + all(simd, 1)
}

/// Dice × boxes over all banks of `firer` that bear, at most 255.
#[inline(always)]
fn volley<S: Simd>(simd: S, firer: &ShipTables, base: Bytes<S>, away: Bytes<S>, arc_index: Bytes<S>) -> Bytes<S> {
    let mut sum = all(simd, 0);
    let mut word = usize::MAX;
    let mut bearing = all(simd, 0);
    let mut at = (usize::MAX, u8::MAX);
    let mut column = all(simd, 0);
    let mut worth = all(simd, 0);
    for bank in &firer.banks {
        if bank.word != word {
            word = bank.word;
            bearing = lookup64(simd, &firer.arcs[word], arc_index);
        }
        let battery = &firer.batteries[bank.battery];
        if bank.battery != at.0 {
            column = lookup64(simd, &battery.range, away) + base;
        }
        if (bank.battery, bank.modifier) != at {
            at = (bank.battery, bank.modifier);
            worth = lookup16(simd, &battery.worth, min(column + all(simd, bank.modifier), all(simd, NO_DICE)));
        }
        sum = plus(sum, only(simd, has_bits(simd, bearing, bank.bit), worth));
    }
    sum
}

/// What a position is worth, before weights on the position itself.
pub struct Exchange<S: Simd> {
    /// Weighted damage to the best target, less weighted damage from everybody.
    pub score: Scores<S>,
    /// Pull of range and facing relative to the nearest enemy (signed).
    pub pull: Bytes<S>,
}

/// What ship `me` can expect at `(q, h)`, facing so that `class + arc_shift` is an arc index (24 − 4·facing).
///
/// `prospects` enemies' places are taken from `batch.prospects`; with several, each enemy takes the one that is best
/// for it. `live` are the lanes anybody asks about.
#[inline(always)]
pub fn exchange<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    me: usize,
    foes: &[Foe<S>],
    replies: usize,
    (q, h): (Bytes<S>, Bytes<S>),
    arc_shift: Bytes<S>,
    live: LaneMask,
) -> Exchange<S> {
    let side = tables.side_of(me);
    let mt = &tables.ships[me];
    let weights = &tables.policies[side].moves;
    let fights = weights.deal != 0 || weights.take != 0;
    let worth_taken = widen_signed(lookup16(simd, &mt.worth_taken, load(simd, &batch.ships[me].lost[3])));
    let mut dealt = widen(all(simd, 0));
    let mut taken = all(simd, 0);
    let mut nearest = all(simd, 255);
    let mut pull = all(simd, 0);
    for (slot, foe) in tables.side(side.foe()).enumerate() {
        let ft = &tables.ships[foe];
        let known = &foes[slot];
        let worth = widen_signed(known.worth);
        let prospects = &batch.prospects[slot];
        let mut best = widen(all(simd, 0));
        let mut best_dealt = widen(all(simd, 0));
        let mut best_taken = all(simd, 0);
        for (n, place) in prospects[..replies].iter().enumerate() {
            let (dq, dh) = (load(simd, &place.q) - q, load(simd, &place.h) - h);
            let away = distance(dq, dh);
            let class = bearing(simd, dq, dh);
            if n == 0 {
                let alive_away = pick(known.alive, away, all(simd, 255));
                let closer = lt(alive_away, nearest);
                nearest = min(alive_away, nearest);
                let facing = lookup64(simd, &mt.facing_pull, class + arc_shift);
                let range = lookup64(simd, &mt.range_pull[slot], away);
                pull = pick(closer, lanchester_lanes::ops::signed_add(facing, range), pull);
            }
            if !fights {
                continue;
            }
            // PERF: most positions of the approach are out of everybody's range.
            let reach = all(simd, mt.reach.max(ft.reach));
            let matters = known.alive & lanchester_lanes::ops::le(away, reach);
            if mask(matters) & live == 0 && n == 0 {
                continue;
            }
            let deal = only(simd, known.alive, volley(simd, mt, known.mine, away, class + arc_shift));
            let take = only(simd, known.alive, volley(simd, ft, known.its, away, class + load(simd, &place.arc_shift)));
            let deal_worth = mul_scores(widen(deal), worth);
            if replies == 1 {
                best_dealt = deal_worth;
                best_taken = take;
            } else {
                let net = sub_scores(deal_worth, mul_scores(widen(take), worth_taken));
                let possible = flags(simd, place.possible);
                let better = if n == 0 { possible } else { scores_gt(simd, best, net) & possible };
                best = pick_scores(simd, better, net, best);
                best_dealt = pick_scores(simd, better, deal_worth, best_dealt);
                best_taken = pick(better, take, best_taken);
            }
        }
        dealt = max_scores(dealt, best_dealt);
        taken = plus(taken, best_taken);
    }
    let score = sub_scores(dealt, mul_scores(widen(taken), worth_taken));
    Exchange { score, pull }
}

/// Fills `batch.prospects` for the enemies of `me`, as its policy anticipates them. Returns how many places to look at.
#[inline(always)]
pub fn anticipate<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, me: usize, how: Anticipate) -> usize {
    let side = tables.side_of(me);
    for (slot, foe) in tables.side(side.foe()).enumerate() {
        let rows = &batch.ships[foe];
        let (q, h) = (load(simd, &rows.q), load(simd, &rows.h));
        let facing = load(simd, &rows.facing);
        let waiting = rows.ready & rows.alive;
        let places = &mut batch.prospects[slot];
        if how == Anticipate::Still {
            write(simd, &mut places[0], q, h, facing, !0);
            continue;
        }
        let ahead = room(simd, tables.board, q, h, facing);
        let speed = load(simd, &rows.speed);
        let run = only(simd, flags(simd, waiting), min(speed, ahead));
        let (dq, dh) = along(simd, facing, run);
        write(simd, &mut places[0], q + dq, h + dh, facing, !0);
        if how == Anticipate::Reply {
            let thrust = lookup16(simd, &tables.ships[foe].thrust, load(simd, &rows.lost[0]));
            replies(simd, tables, places, (q, h), facing, speed, thrust, ahead, waiting);
        }
    }
    if how == Anticipate::Reply { REPLIES } else { 1 }
}

/// The signed displacement of `steps` ahead.
#[inline(always)]
fn along<S: Simd>(simd: S, facing: Bytes<S>, steps: Bytes<S>) -> (Bytes<S>, Bytes<S>) {
    let zero = all(simd, 0);
    let times = |component: Bytes<S>| {
        let back = zero - steps;
        let once = pick(eq(component, all(simd, 1)), steps, only(simd, eq(component, all(simd, 255)), back));
        let twice =
            pick(eq(component, all(simd, 2)), steps + steps, only(simd, eq(component, all(simd, 254)), back + back));
        once | twice
    };
    (times(lookup16(simd, &STEP_Q, facing)), times(lookup16(simd, &STEP_H, facing)))
}

#[inline(always)]
fn write<S: Simd>(simd: S, place: &mut Prospect, q: Bytes<S>, h: Bytes<S>, facing: Bytes<S>, possible: LaneMask) {
    store(q, &mut place.q);
    store(h, &mut place.h);
    store(all(simd, 36) - (facing + facing + facing + facing), &mut place.arc_shift);
    place.possible = possible;
}

/// A dozen typical moves of an enemy that has yet to move: straight at three speeds, one turn early, late and in
/// place to either side, about in place.
#[inline(always)]
fn replies<S: Simd>(
    simd: S,
    tables: &Tables,
    places: &mut [Prospect; REPLIES],
    (q, h): (Bytes<S>, Bytes<S>),
    facing: Bytes<S>,
    speed: Bytes<S>,
    thrust: Bytes<S>,
    ahead: Bytes<S>,
    waiting: LaneMask,
) {
    for (place, run) in [(1, min(plus(speed, thrust), ahead)), (2, min(minus(speed, thrust), ahead))] {
        let (dq, dh) = along(simd, facing, run);
        write(simd, &mut places[place], q + dq, h + dh, facing, waiting);
    }
    let agile = mask(lanchester_lanes::ops::le(speed, thrust)) & waiting;
    let turned = |by: u8| {
        let f = facing + all(simd, by);
        pick(lt(f, all(simd, 6)), f, f - all(simd, 6))
    };
    let mut next = 3;
    for by in [1, 5] {
        let new = turned(by);
        // Turn at once and run.
        let (dq, dh) = along(simd, new, thrust);
        let possible = mask(on_board(simd, tables.board, q + dq, h + dh)) & agile;
        write(simd, &mut places[next], q + dq, h + dh, new, possible);
        // Run and turn.
        let (dq, dh) = along(simd, facing, min(thrust, ahead));
        write(simd, &mut places[next + 1], q + dq, h + dh, new, agile);
        // Turn in place.
        write(simd, &mut places[next + 2], q, h, new, agile);
        next += 3;
    }
    for by in [2, 3, 4] {
        write(simd, &mut places[next], q, h, turned(by), agile);
        next += 1;
    }
}

/// Lanes in which any ship of `side` bears on any enemy with at least one die, from where they stand.
#[inline(always)]
pub fn bears<S: Simd>(simd: S, tables: &Tables, batch: &Batch, side: Side) -> LaneMask {
    let mut any = 0;
    for me in tables.side(side) {
        let rows = &batch.ships[me];
        let facing = load(simd, &rows.facing);
        let arc_shift = all(simd, 24) - (facing + facing + facing + facing);
        for foe in tables.side(side.foe()) {
            let known = Foe::new(simd, tables, batch, me, foe);
            let other = &batch.ships[foe];
            let (dq, dh) = (load(simd, &other.q) - load(simd, &rows.q), load(simd, &other.h) - load(simd, &rows.h));
            let arc_index = bearing(simd, dq, dh) + arc_shift;
            let fire = volley(simd, &tables.ships[me], known.mine, distance(dq, dh), arc_index);
            any |= !mask(is_zero(simd, fire)) & rows.alive & other.alive;
        }
    }
    any
}

/// Adds a signed byte to a score.
#[inline(always)]
pub fn add_signed<S: Simd>(score: Scores<S>, byte: Bytes<S>) -> Scores<S> {
    add_scores(score, widen_signed(byte))
}
