//! The fighter phase in every lane: who acts next, where a flight flies and what it attacks.

use lanchester_core::Side;
use lanchester_hex::Hex;
use lanchester_hex::lanes::{STEP_H, STEP_Q, distance, on_board};
use lanchester_lanes::ops::{
    all, all_scores, eighth_of_scores, eq, flags, ge, gt, half, is_zero, le, load, lookup16, lt, mask, min, minus,
    mul_scores, only, pick, pick_scores, scores_gt, signed_abs, signed_lt, store, store_where, sub_scores, widen,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, Flags, LANES, LaneMask, Row, Scores, Simd};

use crate::design::Abilities;
use crate::event::{Event, Flight, Target, code};
use crate::lanes::combat::{lose_if_beaten, open_stream};
use crate::lanes::damage::{damage, look_at_armour, open_faces, penetrate};
use crate::lanes::exchange::flak;
use crate::lanes::explosions::holds_blast;
use crate::lanes::flood::{flood, nearest_reached, reached};
use crate::lanes::movement::blast;
use crate::lanes::state::{Batch, action, flight_of, ship_of};
use crate::lanes::tables::Tables;
use crate::policy::{FlightOrder, LoseFighters};
use crate::reference::fighters::FLY;

/// Begins the fighter phase in the lanes of `live`: dice, and who acts first. Lanes without flights go on to combat.
#[inline(always)]
pub fn begin<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, live: LaneMask) {
    let mut any = [0; 2];
    for side in Side::BOTH {
        for flight in tables.flights(side) {
            let rows = &mut batch.flights[flight];
            let left = mask(!is_zero(simd, load(simd, &rows.fighters)));
            rows.ready = rows.ready & !live | left & live;
            any[side] |= left & live;
        }
    }
    let both = any[0] & any[1];
    if both != 0 {
        open_stream(simd, batch, [code::FIGHTERS; 2], both);
        let mut faces = [Row::ZERO; 2];
        let mut throws = [0u8; LANES];
        let mut tied = both;
        while tied != 0 {
            batch.dice.two_faces(simd, tied, &mut faces);
            lanes_of(tied).for_each(|lane| throws[lane] += 1);
            tied &= mask(eq(load(simd, &faces[0]), load(simd, &faces[1])));
        }
        let a_won = mask(gt(load(simd, &faces[0]), load(simd, &faces[1]))) ^ batch.swapped;
        batch.chooser_b = batch.chooser_b & !both | !a_won & both;
        if batch.records() {
            for lane in lanes_of(both) {
                let seats = [faces[0].0[lane], faces[1].0[lane]];
                let swapped = (batch.swapped >> lane & 1) as usize;
                let dice = [seats[swapped], seats[1 - swapped]];
                let first = if a_won >> lane & 1 == 1 { Side::A } else { Side::B };
                batch.note(lane, Event::FighterDice { throws: throws[lane], dice, first });
            }
        }
    }
    choose_flight(simd, tables, batch, live);
}

/// Finds which flight acts next in the lanes of `live`; without one, combat is next.
#[inline(always)]
fn choose_flight<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, live: LaneMask) {
    let waiting =
        Side::BOTH.map(|side| tables.flights(side).fold(0, |set, flight| set | batch.flights[flight].ready) & live);
    let both = waiting[0] & waiting[1];
    // Leftovers are their owner's.
    batch.chooser_b = batch.chooser_b & !(live & !both) | waiting[1] & !waiting[0];
    let over = live & !(waiting[0] | waiting[1]);
    store_where(simd, flags(simd, over), all(simd, action::COMBAT), &mut batch.next);
    for (chooser, chooses) in [(Side::A, live & !batch.chooser_b), (Side::B, live & batch.chooser_b)] {
        let foe_first = tables.policies[chooser].flight_order == FlightOrder::Enemy;
        for (side, lanes) in [
            (chooser, if foe_first { chooses & !both } else { chooses }),
            (chooser.opponent(), if foe_first { chooses & both } else { 0 }),
        ] {
            let mut left = lanes & waiting[side];
            for flight in tables.flights(side) {
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
            let chooser = if batch.chooser_b >> lane & 1 == 1 { Side::B } else { Side::A };
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
        let Flight { side, slot } = flight_of(tables, me);
        let codes = [0, 1].map(|battle| code::strike(side.seat(battle), slot.into()));
        open_stream(simd, batch, codes, striking);
        strike(simd, tables, batch, me, &target, striking);
    }
    batch.chooser_b ^= live;
    choose_flight(simd, tables, batch, live);
}

/// The target of a flight that attacks nothing.
const NONE: u8 = 255;
/// Targets from here on are flights.
const FLIGHTS: u8 = 16;
/// A flight attacks what it can be next to.
const STRIKES: u8 = FLY + 1;

/// What a flight has found so far.
struct Hunt<S: Simd> {
    from: (Bytes<S>, Bytes<S>),
    live: LaneMask,
    /// Weight against hexes away.
    near: i16,
    /// The nearest enemy that it would attack, and how far away it is.
    goal: (Bytes<S>, Bytes<S>),
    goal_away: Bytes<S>,
    /// The best target that it can attack now, where that is, and its score.
    target: Bytes<S>,
    place: (Bytes<S>, Bytes<S>),
    best: Scores<S>,
}

impl<S: Simd> Hunt<S> {
    /// Looks at an enemy that is `there`.
    #[inline(always)]
    fn consider(&mut self, simd: S, code: u8, (q, h): (Bytes<S>, Bytes<S>), there: LaneMask, score: Scores<S>) {
        let away = distance(q - self.from.0, h - self.from.1);
        let there = flags(simd, there & self.live);
        let closer = there & lt(away, self.goal_away);
        self.goal_away = pick(closer, away, self.goal_away);
        self.goal = (pick(closer, q, self.goal.0), pick(closer, h, self.goal.1));
        let near = there & le(away, all(simd, STRIKES));
        let score = sub_scores(score, mul_scores(widen(away), all_scores(simd, self.near)));
        let better = near & (scores_gt(simd, score, self.best) | eq(self.target, all(simd, NONE)));
        self.best = pick_scores(simd, better, score, self.best);
        self.target = pick(better, all(simd, code), self.target);
        self.place = (pick(better, q, self.place.0), pick(better, h, self.place.1));
    }
}

/// Expected hits of a flight in explosions of this strength, its target's and its own, in eighths of those without. Beyond
/// 6 sixes are pooled: of a full flight's, about a seventh of the hits are left at 7, next to nothing above.
static HITS_LEFT: [u8; 16] = [8, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/// What is left of the gain from attacking something in explosions of this strength.
#[inline(always)]
fn weakened<S: Simd>(simd: S, gain: Scores<S>, strength: Bytes<S>) -> Scores<S> {
    let eighths = lookup16(simd, &HITS_LEFT, min(strength, all(simd, 15)));
    eighth_of_scores(mul_scores(gain, widen(eighths)))
}

/// Chooses a target and a hex to attack it from, or a hex nearer to the enemy. The hex is one that the flight can reach.
#[inline(always)]
fn fly<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, me: usize, live: LaneMask) -> (Row, [Row; 2]) {
    let side = tables.side_of_flight(me);
    let weights = tables.policies[side].flights;
    let blasted = live & batch.blasted != 0;
    let hindered = tables.options.explosions_hinder_dogfights;
    // Where nothing is in the way, ten hexes are ten hexes.
    let around = if tables.field.is_some() { live } else { live & batch.blasted };
    for lane in lanes_of(around) {
        flood(tables, batch, me, lane);
    }
    let rows = &batch.flights[me];
    let (q0, h0) = (load(simd, &rows.q), load(simd, &rows.h));
    let none = all(simd, NONE);
    let mut hunt = Hunt {
        from: (q0, h0),
        live,
        near: weights.near.into(),
        goal: (q0, h0),
        goal_away: all(simd, 200),
        target: none,
        place: (q0, h0),
        best: all_scores(simd, i16::MIN),
    };
    if weights.ships > 0 {
        for (slot, enemy) in tables.side(side.opponent()).enumerate() {
            let (ft, fr) = (&tables.ships[enemy], &batch.ships[enemy]);
            let prey = widen(lookup16(simd, &ft.prey, load(simd, &fr.shields)));
            let left = widen(minus(all(simd, ft.design.hull), load(simd, &fr.hull)));
            let place = (load(simd, &fr.q), load(simd, &fr.h));
            let mut gain = mul_scores(prey, all_scores(simd, weights.ships.into()));
            if blasted {
                gain = weakened(simd, gain, blast(simd, tables, batch, place));
            }
            let score = sub_scores(gain, mul_scores(left, all_scores(simd, weights.finish.into())));
            hunt.consider(simd, slot as u8, place, fr.alive, score);
        }
    }
    if weights.flights > 0 {
        for (slot, enemy) in tables.flights(side.opponent()).enumerate() {
            let fr = &batch.flights[enemy];
            let place = (load(simd, &fr.q), load(simd, &fr.h));
            let leads = leaders(simd, tables, batch, side.opponent(), enemy);
            let fighters = widen(load(simd, &fr.fighters));
            let mut score = mul_scores(fighters, all_scores(simd, 12 * i16::from(weights.flights)));
            if blasted && hindered {
                score = weakened(simd, score, blast(simd, tables, batch, place));
            }
            hunt.consider(simd, FLIGHTS + slot as u8, place, leads, score);
        }
    }
    let Hunt { mut target, place: (target_q, target_h), goal: (goal_q, goal_h), goal_away, .. } = hunt;
    // The hex beside the target from which it is attacked; the target's own hex for flights.
    let (mut q, mut h) = (q0, h0);
    let mut found = flags(simd, 0);
    let mut best = all_scores(simd, i16::MIN);
    let attacking = !eq(target, none);
    let seat_1 = flags(simd, batch.swapped ^ if side == Side::B { !0 } else { 0 });
    if mask(attacking) != 0 {
        for way in 0..7u8 {
            // LANES: the same way seen from either seat, so that both battles of a pair are mirror images.
            let turned = if way == 6 { way } else { (way + 3) % 6 };
            let facing = pick(seat_1, all(simd, turned), all(simd, way));
            let (nq, nh) = (target_q + lookup16(simd, &STEP_Q, facing), target_h + lookup16(simd, &STEP_H, facing));
            let away = distance(nq - q0, nh - h0);
            let mut legal = attacking & on_board(simd, tables.options.board, nq, nh) & le(away, all(simd, FLY));
            if way == 6 {
                legal &= ge(target, all(simd, FLIGHTS));
            }
            let mut legal = mask(legal);
            if legal & around != 0 {
                legal &= clear(simd, tables, batch, (nq, nh), (q0, h0), legal, around);
            }
            if legal == 0 {
                continue;
            }
            let mut score = sub_scores(all_scores(simd, 0), widen(away));
            if weights.cover != 0 {
                let fire = widen(flak(simd, tables, batch, side, (nq, nh)));
                score = sub_scores(score, mul_scores(fire, all_scores(simd, weights.cover.into())));
            }
            if blasted {
                // A flight in whose hex a ship exploded hits less from there: worth some hexes of its way.
                let strength = blast(simd, tables, batch, (nq, nh));
                let matters = if hindered { attacking } else { lt(target, all(simd, FLIGHTS)) };
                score = sub_scores(score, mul_scores(widen(only(simd, matters, strength)), all_scores(simd, 16)));
            }
            let better = flags(simd, legal) & (scores_gt(simd, score, best) | !found);
            best = pick_scores(simd, better, score, best);
            q = pick(better, nq, q);
            h = pick(better, nh, h);
            found |= flags(simd, legal);
        }
    }
    target = pick(found, target, none);
    // Those that attack nothing fly toward the nearest enemy that they would attack.
    let idle = live & mask(!found & lt(goal_away, all(simd, 200)));
    if idle != 0 {
        let (tq, th) = toward(simd, (q0, h0), (goal_q, goal_h), goal_away, seat_1);
        q = pick(flags(simd, idle), tq, q);
        h = pick(flags(simd, idle), th, h);
    }
    let mut to = [Row::ZERO; 2];
    store(q, &mut to[0]);
    store(h, &mut to[1]);
    let mut goal = [Row::ZERO; 2];
    store(goal_q, &mut goal[0]);
    store(goal_h, &mut goal[1]);
    for lane in lanes_of(idle & around) {
        let hex = |rows: &[Row; 2]| Hex { q: rows[0].0[lane] as i8, h: rows[1].0[lane] as i8 };
        // The straight way may end in a pocket between objects.
        if tables.field.is_some() || !reached(batch, lane, hex(&to)) {
            let seat = side.seat(batch.battle[lane]);
            let instead = nearest_reached(tables, batch, lane, hex(&goal), seat);
            (to[0].0[lane], to[1].0[lane]) = (instead.q as u8, instead.h as u8);
        }
    }
    let mut targets = Row::ZERO;
    store(target, &mut targets);
    (targets, to)
}

/// Lanes of `asked` in which the flight can reach the hex: it holds neither explosion nor object, and there is a way around
/// them. `around` are the lanes in which its reach is known.
#[inline(always)]
fn clear<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    (q, h): (Bytes<S>, Bytes<S>),
    (q0, h0): (Bytes<S>, Bytes<S>),
    asked: LaneMask,
    around: LaneMask,
) -> LaneMask {
    let stays = mask(eq(q, q0) & eq(h, h0));
    let mut open = asked & (!holds_blast(simd, tables, batch, (q, h)) | stays);
    let mut rows = [Row::ZERO; 2];
    store(q, &mut rows[0]);
    store(h, &mut rows[1]);
    for lane in lanes_of(open & around) {
        if !reached(batch, lane, Hex { q: rows[0].0[lane] as i8, h: rows[1].0[lane] as i8 }) {
            open &= !(1 << lane);
        }
    }
    open
}

/// Ten hexes toward the goal, or to the hex before it.
#[inline(always)]
fn toward<S: Simd>(
    simd: S,
    (q, h): (Bytes<S>, Bytes<S>),
    (goal_q, goal_h): (Bytes<S>, Bytes<S>),
    away: Bytes<S>,
    seat_1: Flags<S>,
) -> (Bytes<S>, Bytes<S>) {
    let zero = all(simd, 0);
    let (dq, dh) = (goal_q - q, goal_h - h);
    let (a, b) = (signed_abs(dq), signed_abs(dh));
    let steps = min(minus(away, all(simd, 1)), all(simd, FLY));
    // Across the columns first, each step half a hex up or down; then straight.
    let across = min(steps, a);
    // As far up or down as the steps across lead: an even or odd number as they are.
    let slope = min(b, across);
    let odd = (slope ^ across) & all(simd, 1);
    let slope = pick(is_zero(simd, slope), odd, slope - odd);
    let straight = min(steps - across, half(minus(b, slope)));
    let up = slope + straight + straight;
    // LANES: level with the goal it is all the same, so each seat has its own way and pairs of battles are mirror images.
    let (west, south) = (signed_lt(dq, zero), signed_lt(dh, zero) | (is_zero(simd, dh) & seat_1));
    (q + pick(west, zero - across, across), h + pick(south, zero - up, up))
}

/// Lanes in which a flight is the first living one of its side in its hex.
#[inline(always)]
fn leaders<S: Simd>(simd: S, tables: &Tables, batch: &Batch, side: Side, flight: usize) -> LaneMask {
    let rows = &batch.flights[flight];
    let mut leads = !is_zero(simd, load(simd, &rows.fighters));
    for other in tables.flights(side).start..flight {
        let with = &batch.flights[other];
        let same = eq(load(simd, &with.q), load(simd, &rows.q)) & eq(load(simd, &with.h), load(simd, &rows.h));
        leads &= !(same & !is_zero(simd, load(simd, &with.fighters)));
    }
    mask(leads)
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
            fives = lanchester_lanes::ops::count_if(simd, counted & ge(die, all(simd, 5)), fives);
            sixes = lanchester_lanes::ops::count_if(simd, counted & eq(die, all(simd, 6)), sixes);
            ones = lanchester_lanes::ops::count_if(simd, counted & eq(die, all(simd, 1)), ones);
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
    let side = tables.side_of_flight(me);
    let chosen = load(simd, target);
    let fighters = only(simd, flags(simd, striking), load(simd, &batch.flights[me].fighters));
    let [fives, sixes, ones] = roll(simd, batch, fighters);
    let here = (load(simd, &batch.flights[me].q), load(simd, &batch.flights[me].h));
    let own_blast = blast(simd, tables, batch, here);
    for (slot, enemy) in tables.side(side.opponent()).enumerate() {
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
                let (ship, need, hits, through) = (ship_of(tables, enemy), need.0[lane], hits.0[lane], through.0[lane]);
                batch.note(lane, Event::StrikeShip { ship, need, hits, through });
            }
        }
        look_at_armour(simd, tables, batch, enemy, struck);
        damage(simd, tables, batch, enemy, &through, Abilities::default());
        lose_if_beaten(simd, tables, batch, enemy, struck);
    }
    for (slot, enemy) in tables.flights(side.opponent()).enumerate() {
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

/// Takes `hits[lane]` fighters, as far as there are so many, off the stack around flight `leader`, in the order of its
/// owner's policy.
#[inline(always)]
pub fn shoot_down<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, leader: usize, hits: &Row) {
    let side = tables.side_of_flight(leader);
    let (q, h) = (load(simd, &batch.flights[leader].q), load(simd, &batch.flights[leader].h));
    let mut left = load(simd, hits);
    let stack = tables.flights(side);
    let last_first = tables.policies[side].lose_fighters == LoseFighters::Last;
    for nth in 0..stack.len() {
        let flight = if last_first { stack.end - 1 - nth } else { stack.start + nth };
        let rows = &batch.flights[flight];
        let here = eq(load(simd, &rows.q), q) & eq(load(simd, &rows.h), h);
        let lost = only(simd, here, min(left, load(simd, &rows.fighters)));
        left -= lost;
        lose_fighters(simd, tables, batch, flight, lost);
    }
}

#[inline(always)]
fn lose_fighters<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, flight: usize, lost: Bytes<S>) {
    let losing = mask(!is_zero(simd, lost));
    if losing == 0 {
        return;
    }
    let rows = &mut batch.flights[flight];
    let left = minus(load(simd, &rows.fighters), lost);
    store(left, &mut rows.fighters);
    rows.ready &= mask(!is_zero(simd, left));
    if batch.records() {
        let mut fighters = Row::ZERO;
        store(lost, &mut fighters);
        for lane in lanes_of(losing) {
            let event = Event::FightersLost { flight: flight_of(tables, flight), fighters: fighters.0[lane] };
            batch.note(lane, event);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::HITS_LEFT;
    use crate::reference::combat::hits;

    /// All 46,656 falls of six dice, counted by the reference: the mean hits at each number, to the nearest eighth of two.
    #[test]
    fn hits_left_are_the_expected_hits_of_a_full_flight() {
        for (strength, eighths) in (0..6u8).zip(HITS_LEFT) {
            let falls = (0..6u32.pow(6)).map(|n| [0, 1, 2, 3, 4, 5].map(|die| (n / 6u32.pow(die) % 6) as u8 + 1));
            let sum: u32 = falls.map(|faces| u32::from(hits(&faces, 5 + strength))).sum();
            let exact = f64::from(8 * sum) / f64::from(2 * 6u32.pow(6));
            assert_eq!(f64::from(eighths), exact.round(), "strength {strength}: {exact}");
        }
    }
}
