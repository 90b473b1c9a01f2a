//! The fighter phase in every lane: who acts next, and what its attack does.
//!
//! Phase: fighters. Writes `q`, `h` and `ready` of flights, `chooser_b`, `next`, `contact` and `dice`, and what `hunt`,
//! `equipment`, `damage`, `stacks` and `explosions` write.

use lanchester_battle::lineup::side_in;
use lanchester_battle::throws::Throw;
use lanchester_core::Side;
use lanchester_lanes::ops::{
    all, count_if, eq, flags, ge, gt, is_zero, load, lookup16, mask, only, pick, store, store_where,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LaneMask, Row, Simd};

use crate::design::Abilities;
use crate::event::{Event, Target, code};
use crate::lanes::chooser::flights::fly;
use crate::lanes::damage::{damage, open_faces, penetrate};
use crate::lanes::equipment::look_at_armour;
use crate::lanes::explosions::{blast, lose_if_beaten};
use crate::lanes::stacks::{lose_fighters, shoot_down};
use crate::lanes::state::{Batch, FLIGHTS, NONE, action, flight_of};
use crate::lanes::tables::Tables;
use crate::policy::FlightOrder;

/// Begins the fighter phase in the lanes of `live`: dice, and who acts first. Lanes without flights go on to combat.
#[inline(always)]
pub fn begin<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, live: LaneMask) {
    let mut any = [0; 2];
    for side in Side::BOTH {
        for flight in tables.flights.side(side) {
            let rows = &mut batch.flights[flight];
            let left = mask(!is_zero(simd, load(simd, &rows.fighters)));
            rows.ready = rows.ready & !live | left & live;
            any[side] |= left & live;
        }
    }
    let both = any[0] & any[1];
    if both != 0 {
        batch.open_stream(simd, [code::FIGHTERS; 2], both);
        let throw = Throw::new(simd, &mut batch.dice, both, batch.recorder.keeps_events());
        let a_won = throw.seat_0 ^ batch.swapped;
        batch.chooser_b = batch.chooser_b & !both | !a_won & both;
        if batch.records() {
            for lane in lanes_of(both) {
                let (dice, first) = (throw.faces(lane, batch.swapped), side_in(a_won, lane));
                batch.note(lane, Event::FighterDice { throws: throw.throws[lane], dice, first });
            }
        }
    }
    choose_flight(simd, tables, batch, live);
}

/// Finds which flight acts next in the lanes of `live`; without one, combat is next.
#[inline(always)]
fn choose_flight<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, live: LaneMask) {
    let waiting = Side::BOTH
        .map(|side| tables.flights.side(side).fold(0, |set, flight| set | batch.flights[flight].ready) & live);
    let both = waiting[0] & waiting[1];
    // Leftovers are their owner's.
    batch.chooser_b = batch.chooser_b & !(live & !both) | waiting[1] & !waiting[0];
    let over = live & !(waiting[0] | waiting[1]);
    store_where(simd, flags(simd, over), all(simd, action::COMBAT), &mut batch.next);
    for (chooser, chooses) in [(Side::A, live & !batch.chooser_b), (Side::B, live & batch.chooser_b)] {
        let enemy_first = tables.policies[chooser].flight_order == FlightOrder::Enemy;
        for (side, lanes) in [
            (chooser, if enemy_first { chooses & !both } else { chooses }),
            (chooser.opponent(), if enemy_first { chooses & both } else { 0 }),
        ] {
            let mut left = lanes & waiting[side];
            for flight in tables.flights.side(side) {
                let take = left & batch.flights[flight].ready;
                if take != 0 {
                    store_where(simd, flags(simd, take), all(simd, action::FLIGHT + flight as u8), &mut batch.next);
                    left &= !take;
                }
            }
        }
    }
}

/// Flight `me` acts in the lanes of `live`; then the next one is chosen.
#[inline(always)]
pub fn act<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, me: usize, live: LaneMask) {
    let (target, to) = fly(simd, tables, batch, me, live);
    let rows = &mut batch.flights[me];
    store_where(simd, flags(simd, live), load(simd, &to[0]), &mut rows.q);
    store_where(simd, flags(simd, live), load(simd, &to[1]), &mut rows.h);
    rows.ready &= !live;
    if batch.records() {
        for lane in lanes_of(live) {
            let chooser = side_in(!batch.chooser_b, lane);
            let to = batch.flight_hex(me, lane);
            let target = match target.0[lane] {
                NONE => None,
                ship @ 0..FLIGHTS => Some(Target::Ship(ship)),
                flight => Some(Target::Flights(flight - FLIGHTS)),
            };
            batch.note(lane, Event::Fly { chooser, flight: flight_of(tables, me), to, target });
        }
    }
    let striking = live & !mask(eq(load(simd, &target), all(simd, NONE)));
    if striking != 0 {
        batch.contact |= striking;
        let (side, slot) = (tables.flights.side_of(me), tables.flights.slot_of(me));
        let codes = [0, 1].map(|battle| code::strike(side.seat(battle), slot.into()));
        batch.open_stream(simd, codes, striking);
        strike(simd, tables, batch, me, &target, striking);
    }
    batch.chooser_b ^= live;
    choose_flight(simd, tables, batch, live);
}

/// Dice of a flight's attack: how many show 5 or 6, how many 6, and how many 1.
#[inline(always)]
fn roll<S: Simd>(simd: S, batch: &mut Batch, fighters: Bytes<S>) -> [Bytes<S>; 3] {
    let (mut fives, mut sixes, mut ones) = (all(simd, 0), all(simd, 0), all(simd, 0));
    for pair in 0..3u8 {
        let which = mask(gt(fighters, all(simd, 2 * pair)));
        if which == 0 {
            break;
        }
        let mut faces = [Row::ZERO; 2];
        batch.dice.two_faces(simd, which, &mut faces);
        for (nth, face) in faces.iter().enumerate() {
            let counted = gt(fighters, all(simd, 2 * pair + nth as u8));
            let die = load(simd, face);
            fives = count_if(simd, counted & ge(die, all(simd, 5)), fives);
            sixes = count_if(simd, counted & eq(die, all(simd, 6)), sixes);
            ones = count_if(simd, counted & eq(die, all(simd, 1)), ones);
        }
    }
    [fives, sixes, ones]
}

/// Hits in the lanes of `struck` of dice of which so many show 5 or 6, and so many 6, where explosions of `strength`
/// weaken the attack; and the number that a die needs.
#[inline(always)]
fn hits<S: Simd>(simd: S, struck: LaneMask, strength: Bytes<S>, [fives, sixes]: [Bytes<S>; 2]) -> (Row, Row) {
    let (mut hits, mut need) = (Row::ZERO, Row::ZERO);
    let count = pick(is_zero(simd, strength), fives, sixes);
    store(only(simd, flags(simd, struck), count), &mut hits);
    store(all(simd, 5) + strength, &mut need);
    for lane in lanes_of(struck & mask(gt(strength, all(simd, 1)))) {
        hits.0[lane] /= need.0[lane] - 5;
    }
    (hits, need)
}

/// The attacks of flight `me` in the lanes of `striking`.
#[inline(always)]
fn strike<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, me: usize, target: &Row, striking: LaneMask) {
    let side = tables.flights.side_of(me);
    let chosen = load(simd, target);
    let fighters = only(simd, flags(simd, striking), load(simd, &batch.flights[me].fighters));
    let [fives, sixes, ones] = roll(simd, batch, fighters);
    let here = (load(simd, &batch.flights[me].q), load(simd, &batch.flights[me].h));
    let own_blast = blast(simd, tables, batch, here);
    for (slot, enemy) in tables.ships.side(side.opponent()).enumerate() {
        let struck = striking & mask(eq(chosen, all(simd, slot as u8)));
        if struck == 0 {
            continue;
        }
        let place = (load(simd, &batch.ships[enemy].q), load(simd, &batch.ships[enemy].h));
        let strength = own_blast + blast(simd, tables, batch, place);
        let (hits, need) = hits(simd, struck, strength, [fives, sixes]);
        // Half shields, rounded up, are what the ability that halves them does.
        let halved = Abilities { halves_shields: true, ..Abilities::default() };
        let table = open_faces(tables.ships[enemy].design.shields, halved);
        let mut open = Row::ZERO;
        store(lookup16(simd, &table, load(simd, &batch.ships[enemy].shields)), &mut open);
        let through = penetrate(simd, batch, &hits, &open, false);
        if batch.records() {
            for lane in lanes_of(struck) {
                let (ship, need, hits, through) = (tables.ships.id(enemy), need.0[lane], hits.0[lane], through.0[lane]);
                batch.note(lane, Event::StrikeShip { ship, need, hits, through });
            }
        }
        look_at_armour(simd, tables, batch, enemy, struck);
        damage(simd, tables, batch, enemy, &through, Abilities::default());
        lose_if_beaten(simd, tables, batch, enemy, struck);
    }
    for (slot, enemy) in tables.flights.side(side.opponent()).enumerate() {
        let struck = striking & mask(eq(chosen, all(simd, FLIGHTS + slot as u8)));
        if struck == 0 {
            continue;
        }
        let mut strength = all(simd, 0);
        if tables.options.explosions_hinder_dogfights {
            let place = (load(simd, &batch.flights[enemy].q), load(simd, &batch.flights[enemy].h));
            strength = own_blast + blast(simd, tables, batch, place);
        }
        let (kills, need) = hits(simd, struck, strength, [fives, sixes]);
        let mut losses = Row::ZERO;
        store(only(simd, flags(simd, struck), ones), &mut losses);
        if batch.records() {
            for lane in lanes_of(struck) {
                let (need, kills, losses) = (need.0[lane], kills.0[lane], losses.0[lane]);
                batch.note(lane, Event::StrikeFlights { need, kills, losses });
            }
        }
        shoot_down(simd, tables, batch, enemy, &kills);
        lose_fighters(simd, tables, batch, me, load(simd, &losses));
    }
}
