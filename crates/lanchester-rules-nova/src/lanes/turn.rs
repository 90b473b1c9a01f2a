//! The turn in every lane: initiative and alternation.
//!
//! Phase: initiative, and between the activations of movement and fire. Reads the ships of a batch; writes their
//! `ready`, `next`, `turn`, `first_a`, `active_b`, `acting_b`, `burst`, `stride`, `entering`, `seen` and
//! `scratch.dice`.

use lanchester_battle::lineup::side_in;
use lanchester_battle::throws::Throw;
use lanchester_core::Side;
use lanchester_lanes::hex::lanes::distance;
use lanchester_lanes::ops::{
    all, count_if, eq, flags, ge, gt, is_zero, load, lt, mask, max, min, minus, pick, plus, store, store_where,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LANES, LaneMask, Row, Simd};

use crate::design::{ECM, SHIELDS};
use crate::event::{Event, code};
use crate::lanes::chooser::initiative;
use crate::lanes::fire::bears;
use crate::lanes::state::{Batch, Scratch, action};
use crate::lanes::tables::Tables;
use crate::policy::{Initiative, ShipOrder};

/// Throws for initiative in the lanes of `live`, lets the winner choose, and begins the movement phase.
#[inline(always)]
pub fn begin<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, scratch: &mut Scratch, live: LaneMask) {
    scratch.dice.open(simd, live, &batch.keys, &batch.turn, &Row([code::INITIATIVE as u8; LANES]));
    let throw = Throw::new(simd, &mut scratch.dice, live, scratch.recorder.keeps_events());
    let a_won = throw.seat_0 ^ batch.swapped;
    let first_turn = mask(eq(load(simd, &batch.turn), all(simd, 1))) & live;
    batch.first_a = batch.first_a & !first_turn | a_won & first_turn;
    let mut a_active = 0;
    for (side, won) in [(Side::A, a_won & live), (Side::B, !a_won & live)] {
        let takes = match tables.policies[side].initiative {
            Initiative::Active => won,
            Initiative::Reactive => 0,
            Initiative::Score if won == 0 => 0,
            Initiative::Score => won & bears(simd, tables, batch, side),
            Initiative::Look if won == 0 => 0,
            Initiative::Look => initiative::prefers_to_begin(simd, tables, batch, scratch, side, won),
        };
        a_active |= if side == Side::A { takes } else { won & !takes };
    }
    batch.active_b = batch.active_b & !live | live & !a_active;
    if scratch.recorder.keeps_events() {
        for lane in lanes_of(live) {
            let event = Event::Initiative {
                turn: batch.turn.0[lane].into(),
                throws: throw.throws[lane],
                dice: throw.faces(lane, batch.swapped),
                winner: side_in(a_won, lane),
                active: side_in(a_active, lane),
            };
            scratch.recorder.note(batch.battles[lane], event);
        }
    }
    begin_phase(simd, tables, batch, live, false);
}

/// Begins the movement or the combat phase: every ship is ready, the active side acts first.
///
/// The larger side acts ⌊larger/smaller⌋ ships at a time, the smaller one (NOVA 3.2).
#[inline(always)]
fn begin_phase<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, live: LaneMask, combat: bool) {
    let chosen = flags(simd, live);
    let mut count = [all(simd, 0); 2];
    for side in Side::BOTH {
        for ship in tables.ships.side(side) {
            let rows = &mut batch.ships[ship];
            rows.ready = rows.ready & !live | rows.alive & live;
            count[side] = count_if(simd, flags(simd, rows.alive), count[side]);
        }
    }
    let [a, b] = count;
    let (larger, smaller) = (max(a, b), min(a, b));
    let most = tables.ships.side(Side::A).len().max(tables.ships.side(Side::B).len()) as u8;
    let one = all(simd, 1);
    let mut factor = one;
    let mut multiple = smaller;
    for times in 2..=most {
        multiple = plus(multiple, smaller);
        factor = pick(ge(larger, multiple), all(simd, times), factor);
    }
    let strides = [pick(gt(a, b), factor, one), pick(gt(b, a), factor, one)];
    for side in Side::BOTH {
        store_where(simd, chosen, strides[side], &mut batch.stride[side]);
    }
    batch.acting_b = batch.acting_b & !live | batch.active_b & live;
    let acting_b = flags(simd, batch.acting_b);
    store_where(simd, chosen, pick(acting_b, strides[1], strides[0]), &mut batch.burst);
    if combat && tables.declares {
        look(simd, tables, batch, live);
    }
    next_activation(simd, tables, batch, live, combat);
}

/// Notes how the enemies of the acting side are, in lanes in which its next ships declare their targets together
/// (NOVA 3.3).
#[inline(always)]
fn look<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, live: LaneMask) {
    for (side, acting) in [(Side::A, !batch.acting_b), (Side::B, batch.acting_b)] {
        let lanes = live & acting;
        let set = flags(simd, lanes);
        for (slot, enemy) in tables.ships.side(side.opponent()).enumerate() {
            let (other, seen) = (&batch.ships[enemy], &mut batch.seen[slot]);
            store_where(simd, set, load(simd, &other.track), &mut seen.track);
            store_where(simd, set, load(simd, &other.lost[ECM]), &mut seen.ecm);
            store_where(simd, set, load(simd, &other.lost[SHIELDS]), &mut seen.icons);
            seen.alive = seen.alive & !lanes | other.alive & lanes;
        }
    }
}

/// Ends the activation of ship `me` in the lanes of `live`.
#[inline(always)]
pub fn end_activation<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, me: usize, live: LaneMask, combat: bool) {
    batch.ships[me].ready &= !live;
    let left = minus(load(simd, &batch.burst), all(simd, 1));
    store_where(simd, flags(simd, live), left, &mut batch.burst);
    next_activation(simd, tables, batch, live, combat);
}

/// Finds what the lanes of `live` do next: another ship of the phase, the combat phase, or the end of the turn.
#[inline(always)]
fn next_activation<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, live: LaneMask, combat: bool) {
    let waiting = Side::BOTH.map(|side| tables.ships.side(side).fold(0, |set, ship| set | batch.ships[ship].ready));
    let own = batch.acting_b & waiting[1] | !batch.acting_b & waiting[0];
    let other = batch.acting_b & waiting[0] | !batch.acting_b & waiting[1];
    let spent = mask(is_zero(simd, load(simd, &batch.burst)));
    let change = live & other & (spent | !own);
    batch.acting_b ^= change;
    let stride = [load(simd, &batch.stride[0]), load(simd, &batch.stride[1])];
    let fresh = pick(flags(simd, batch.acting_b), stride[1], stride[0]);
    store_where(simd, flags(simd, change), fresh, &mut batch.burst);
    if combat && tables.declares {
        // LANES: where the other side has nobody left the same side begins another group.
        let again = live & own & !other & spent;
        store_where(simd, flags(simd, again), fresh, &mut batch.burst);
        look(simd, tables, batch, change | again);
    }
    let busy = live & (waiting[0] | waiting[1]);
    for (side, acting) in [(Side::A, !batch.acting_b), (Side::B, batch.acting_b)] {
        simd.vectorize(
            #[inline(always)]
            || select(simd, tables, batch, side, busy & acting, combat),
        );
    }
    let done = live & !busy;
    if done == 0 {
        return;
    }
    if combat {
        store_where(simd, flags(simd, done), all(simd, action::END), &mut batch.next);
    } else {
        begin_combat(simd, tables, batch, done);
    }
}

/// The combat phase follows the movement phase. It always has a ship to activate unless every ship is gone.
#[inline(always)]
fn begin_combat<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, live: LaneMask) {
    let afloat = tables.ships.iter().enumerate().fold(0, |set, (ship, _)| set | batch.ships[ship].alive);
    let empty = live & !afloat;
    if empty != 0 {
        store_where(simd, flags(simd, empty), all(simd, action::END), &mut batch.next);
    }
    batch.entering |= live & afloat;
}

/// Begins the combat phase in the lanes that finished moving.
#[inline(always)]
pub fn enter_combat<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch) {
    let live = std::mem::take(&mut batch.entering);
    if live != 0 {
        begin_phase(simd, tables, batch, live, true);
    }
}

/// Chooses the next ready ship of `side` in the lanes of `live`, in its policy's order.
#[inline(always)]
fn select<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, side: Side, live: LaneMask, combat: bool) {
    if live == 0 {
        return;
    }
    let policy = &tables.policies[side];
    let (order, listed, base) = if combat {
        (policy.fire_order, &tables.fire_order[side], action::FIRE)
    } else {
        (policy.move_order, &tables.move_order[side], action::MOVE)
    };
    if matches!(order, ShipOrder::Nearest | ShipOrder::Farthest) {
        return select_by_distance(simd, tables, batch, side, live, combat, order == ShipOrder::Nearest);
    }
    let mut left = live;
    let mut next = load(simd, &batch.next);
    for &ship in listed {
        let take = left & batch.ships[ship].ready;
        if take != 0 {
            next = pick(flags(simd, take), all(simd, base + ship as u8), next);
            left &= !take;
        }
    }
    store(next, &mut batch.next);
}

/// Chooses the next ship again where one is about to act: with these tables, whatever those before said.
#[inline(always)]
pub fn select_again<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch) {
    let next = load(simd, &batch.next);
    let acting = mask(ge(next, all(simd, action::MOVE)));
    let firing = mask(ge(next, all(simd, action::FIRE)));
    for (side, its) in [(Side::A, !batch.acting_b), (Side::B, batch.acting_b)] {
        select(simd, tables, batch, side, acting & !firing & its, false);
        select(simd, tables, batch, side, firing & its, true);
    }
}

#[inline(always)]
fn select_by_distance<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    side: Side,
    live: LaneMask,
    combat: bool,
    nearest_first: bool,
) {
    let base = if combat { action::FIRE } else { action::MOVE };
    let mut best = all(simd, 255);
    let mut choice = all(simd, 0);
    let mut none = flags(simd, !0);
    for ship in tables.ships.side(side) {
        let mut key: Bytes<S> = nearest_enemy(simd, tables, batch, side, ship, combat);
        if !nearest_first {
            key = all(simd, 255) - key;
        }
        let better = flags(simd, batch.ships[ship].ready) & (lt(key, best) | none);
        best = pick(better, key, best);
        choice = pick(better, all(simd, base + ship as u8), choice);
        none &= !better;
    }
    store_where(simd, flags(simd, live), choice, &mut batch.next);
}

/// Distance to the nearest enemy on the board, 200 without one. Ships that declare together look at those that were there
/// when they did.
#[inline(always)]
fn nearest_enemy<S: Simd>(simd: S, tables: &Tables, batch: &Batch, side: Side, ship: usize, combat: bool) -> Bytes<S> {
    let rows = &batch.ships[ship];
    let mut nearest = all(simd, 200);
    for (slot, enemy) in tables.ships.side(side.opponent()).enumerate() {
        let other = &batch.ships[enemy];
        let alive = if combat && tables.declares { batch.seen[slot].alive } else { other.alive };
        let (dq, dh) = (load(simd, &other.q) - load(simd, &rows.q), load(simd, &other.h) - load(simd, &rows.h));
        nearest = pick(flags(simd, alive), min(nearest, distance(dq, dh)), nearest);
    }
    nearest
}

/// Lanes of `live` whose turn ends in more than the next one, as far as can be seen at once: somebody is gone, or points
/// or turns may decide, or a record is made.
#[inline(always)]
pub fn may_be_over<S: Simd>(simd: S, tables: &Tables, batch: &Batch, scratch: &Scratch, live: LaneMask) -> LaneMask {
    if tables.target.is_some() || scratch.recorder.keeps_events() {
        return live;
    }
    let afloat = |side: Side| tables.ships.side(side).fold(0, |set, ship| set | batch.ships[ship].alive);
    let cap = u8::try_from(tables.options.turn_cap).unwrap_or(u8::MAX);
    let late = mask(ge(load(simd, &batch.turn), all(simd, cap)));
    live & (!afloat(Side::A) | !afloat(Side::B) | late)
}

/// Starts the next turn.
#[inline(always)]
pub fn next_turn<S: Simd>(simd: S, batch: &mut Batch, lanes: LaneMask) {
    let set = flags(simd, lanes);
    let next = load(simd, &batch.turn) + all(simd, 1);
    store_where(simd, set, next, &mut batch.turn);
    store_where(simd, set, all(simd, action::TURN), &mut batch.next);
}
