//! What a ship can expect to deal and to take from a position: the features that policies weigh.

use lanchester_hex::lanes::{STEP_H, STEP_Q, bearing, distance, on_board, room};
use lanchester_hex::{Board, Hex};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, eighth_of_scores, eq, flags, half, has_bits, is_zero, le, load, lookup16, lookup64,
    lt, mask, max_scores, min, minus, mul_scores, only, pick, plus, signed_add, store, sub_scores, widen, widen_signed,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, Flags, LaneMask, Row, Scores, Simd};

use crate::design::MAX_BATTERIES;
use crate::lanes::field::{Field, LONGEST_WAY};
use crate::lanes::state::{Batch, MIXTURE, Prospect, ShipRows};
use crate::lanes::tables::{READINGS, ShipTables, Tables};
use crate::policy::Anticipate;

/// Most turns of a spot.
pub const TURNS: usize = 6;

/// Lanes in which a piece of equipment of a ship works.
#[inline(always)]
pub fn works<S: Simd>(simd: S, ship: &ShipTables, rows: &ShipRows, piece: Option<usize>) -> Flags<S> {
    match piece {
        None => flags(simd, 0),
        Some(place) if ship.design.equipment[place].boxes == 0 => flags(simd, !0),
        Some(place) => !is_zero(simd, load(simd, &rows.boxes[place])),
    }
}

/// The fire of a ship at a distance, before arcs: band and weapons of each battery.
#[derive(Clone, Copy)]
struct Reach<S: Simd> {
    /// Band index, by battery.
    band: [Bytes<S>; MAX_BATTERIES],
    /// Worth of batteries that have one mount, with all their weapons.
    whole: [Bytes<S>; MAX_BATTERIES],
}

/// What is known of one ship's guns against another before positions are compared.
#[derive(Clone, Copy)]
pub struct Guns<S: Simd> {
    /// The target's Electronic Countermeasures work.
    ecm: Flags<S>,
}

/// Worth of so many weapons of a battery in a band, both in `index`.
#[inline(always)]
fn worth<S: Simd>(
    simd: S,
    firer: &ShipTables,
    target: &ShipTables,
    battery: usize,
    guns: &Guns<S>,
    index: Bytes<S>,
) -> Bytes<S> {
    let tables = &firer.batteries[battery].worth;
    let plain = lookup64(simd, &tables[0], index);
    if target.ecm.is_none() { plain } else { pick(guns.ecm, lookup64(simd, &tables[1], index), plain) }
}

#[inline(always)]
fn reach<S: Simd>(
    simd: S,
    firer: (&ShipTables, &ShipRows),
    target: &ShipTables,
    guns: &Guns<S>,
    away: Bytes<S>,
) -> Reach<S> {
    let mut band = [away; MAX_BATTERIES];
    let mut whole = band;
    for (battery, tables) in firer.0.batteries.iter().enumerate() {
        band[battery] = lookup64(simd, &tables.band, away);
        if let [mount] = tables.mounts[..] {
            let index = band[battery] | load(simd, &firer.1.weapons[mount]);
            whole[battery] = worth(simd, firer.0, target, battery, guns, index);
        }
    }
    Reach { band, whole }
}

/// Expected damage of all that bears, by reading of its penetration dice; at most 255 in all.
#[inline(always)]
fn volley<S: Simd>(
    simd: S,
    firer: (&ShipTables, &ShipRows),
    target: &ShipTables,
    guns: &Guns<S>,
    reach: &Reach<S>,
    arc_index: Bytes<S>,
) -> [Bytes<S>; READINGS] {
    let none = all(simd, 0);
    let mut sums = [none; READINGS];
    let bearing = lookup64(simd, &firer.0.arcs, arc_index);
    for (battery, tables) in firer.0.batteries.iter().enumerate() {
        let sum = &mut sums[tables.reading];
        if let [mount] = tables.mounts[..] {
            *sum = plus(*sum, only(simd, has_bits(simd, bearing, 1 << mount), reach.whole[battery]));
            continue;
        }
        let mut weapons = none;
        for &mount in &tables.mounts {
            let left = load(simd, &firer.1.weapons[mount]);
            weapons += only(simd, has_bits(simd, bearing, 1 << mount), left);
        }
        *sum = plus(*sum, worth(simd, firer.0, target, battery, guns, reach.band[battery] | weapons));
    }
    sums
}

/// Sums by reading, each times its worth by shield boxes lost.
#[inline(always)]
fn weighed<S: Simd>(
    simd: S,
    firer: &ShipTables,
    sums: &[Scores<S>; READINGS],
    worth: &[[u8; 16]; READINGS],
    lost: Bytes<S>,
) -> Scores<S> {
    let mut total = all_scores(simd, 0);
    for reading in 0..READINGS {
        if firer.batteries.iter().any(|battery| battery.reading == reading) {
            let each = widen_signed(lookup16(simd, &worth[reading], lost));
            total = add_scores(total, mul_scores(sums[reading], each));
        }
    }
    total
}

/// What a hex is worth, before weights on the hex itself.
pub struct Exchange<S: Simd> {
    /// By turn of the spot: weighted damage to the best target less weighted damage from everybody, and the pull of range
    /// and facing relative to the nearest enemy.
    pub scores: [Scores<S>; TURNS],
}

/// What ship `me` can expect at `(q, h)` with each of the facings for which `class + arc_shift` is an arc index
/// (24 − 4·facing). `places` of each enemy are taken from `batch.prospects`, as likely as each other. `live` are the lanes
/// anybody asks about, all of them on the board. Where objects block the line nothing is dealt or taken, and the distance that
/// a policy wants is that of the shortest way around them; out of sight it wants the shortest.
#[inline(always)]
pub fn exchange<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    me: usize,
    places: usize,
    (q, h): (Bytes<S>, Bytes<S>),
    arc_shifts: &[Bytes<S>],
    live: LaneMask,
) -> Exchange<S> {
    let side = tables.side_of(me);
    let (mt, mr) = (&tables.ships[me], &batch.ships[me]);
    let weights = &tables.policies[side].moves;
    let fights = weights.deal != 0 || weights.take != 0;
    let turns_matter = weights.bow != 0 || weights.beam != 0;
    let none = all_scores(simd, 0);
    let mut best = [none; TURNS];
    let mut taken = none;
    let mut nearest = all(simd, 255);
    let mut nearest_class = all(simd, 0);
    let mut pull = all(simd, 0);
    let my_shields = load(simd, &mr.shields);
    let at_me = Guns { ecm: works(simd, mt, mr, mt.ecm) };
    for (slot, enemy) in tables.side(side.opponent()).enumerate() {
        let (ft, fr) = (&tables.ships[enemy], &batch.ships[enemy]);
        let alive = flags(simd, fr.alive);
        let at_it = Guns { ecm: works(simd, ft, fr, ft.ecm) };
        let mut dealt = [[none; READINGS]; TURNS];
        let mut suffered = [none; READINGS];
        let mut engaged = false;
        for (n, place) in batch.prospects[slot][..places].iter().enumerate() {
            let (at_q, at_h) = (load(simd, &place.q), load(simd, &place.h));
            let (dq, dh) = (at_q - q, at_h - h);
            let mut away = distance(dq, dh);
            if tables.far {
                away = min(away, all(simd, LONGEST_WAY));
            }
            let mut way = away;
            if let Some(field) = &tables.field {
                // Of the other places only the fire counts.
                let reach = if n == 0 { u8::MAX } else { mt.reach.max(ft.reach) };
                let asked = live & fr.alive & mask(le(away, all(simd, reach)));
                [away, way] = field.seen(simd, [at_q, at_h], [q, h], away, asked);
            }
            let class = bearing(simd, dq, dh);
            if n == 0 {
                let alive_way = pick(alive, way, all(simd, 255));
                let closer = lt(alive_way, nearest);
                nearest = min(alive_way, nearest);
                nearest_class = pick(closer, class, nearest_class);
                let mut index = way;
                if tables.field.is_some() {
                    // Out of sight no distance is the right one: the nearer by the way around, the better.
                    let hidden = is_zero(simd, away) & !is_zero(simd, way);
                    let beyond = min(way + all(simd, mt.range_goal[slot]), all(simd, LONGEST_WAY));
                    index = pick(hidden, beyond, way);
                }
                pull = pick(closer, lookup64(simd, &mt.range_pull[slot], index), pull);
            }
            // PERF: most positions of the approach are out of everybody's range.
            let near = alive & le(away, all(simd, mt.reach.max(ft.reach)));
            if !fights || mask(near) & live == 0 {
                continue;
            }
            engaged = true;
            let mine = reach(simd, (mt, mr), ft, &at_it, away);
            for (turn, shift) in arc_shifts.iter().enumerate() {
                let sums = volley(simd, (mt, mr), ft, &at_it, &mine, class + *shift);
                for reading in 0..READINGS {
                    if mt.batteries.iter().any(|battery| battery.reading == reading) {
                        dealt[turn][reading] = add_scores(dealt[turn][reading], widen(sums[reading]));
                    }
                }
            }
            let its = reach(simd, (ft, fr), mt, &at_me, away);
            let sums = volley(simd, (ft, fr), mt, &at_me, &its, class + load(simd, &place.arc_shift));
            for reading in 0..READINGS {
                if ft.batteries.iter().any(|battery| battery.reading == reading) {
                    suffered[reading] = add_scores(suffered[reading], widen(sums[reading]));
                }
            }
        }
        if !engaged {
            continue;
        }
        if places > 1 {
            suffered = suffered.map(
                #[inline(always)]
                |sum| eighth_of_scores(sum),
            );
        }
        let alive_scores = widen(only(simd, alive, all(simd, 1)));
        let from_it = weighed(simd, ft, &suffered, &mt.worth_taken, my_shields);
        taken = add_scores(taken, mul_scores(from_it, alive_scores));
        let its_shields = load(simd, &fr.shields);
        for turn in 0..arc_shifts.len() {
            let mut sums = dealt[turn];
            if places > 1 {
                sums = sums.map(
                    #[inline(always)]
                    |sum| eighth_of_scores(sum),
                );
            }
            let worth = weighed(simd, mt, &sums, &ft.worth_dealt, its_shields);
            best[turn] = max_scores(best[turn], mul_scores(worth, alive_scores));
        }
    }
    let mut scores = best;
    for (turn, shift) in arc_shifts.iter().enumerate() {
        let pulls = if turns_matter {
            let facing = lookup64(simd, &mt.facing_pull, nearest_class + *shift);
            only(simd, lt(nearest, all(simd, 255)), signed_add(facing, pull))
        } else {
            pull
        };
        scores[turn] = add_scores(sub_scores(best[turn], taken), widen_signed(pulls));
    }
    Exchange { scores }
}

/// Fills `batch.prospects` for the enemies of `side`, as its policy anticipates them. Returns how many places to look at.
///
/// Nobody is expected in an object, or beyond one that lies ahead. `live` are the lanes anybody asks about.
#[inline(always)]
pub fn anticipate<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    side: lanchester_core::Side,
    live: LaneMask,
) -> usize {
    let how = tables.policies[side].anticipate;
    let board = tables.options.board;
    for (slot, enemy) in tables.side(side.opponent()).enumerate() {
        let rows = &batch.ships[enemy];
        let (q, h, facing) = (load(simd, &rows.q), load(simd, &rows.h), load(simd, &rows.facing));
        let places = &mut batch.prospects[slot];
        if how == Anticipate::Still {
            write(simd, &mut places[0], q, h, facing);
            continue;
        }
        let points = minus(all(simd, tables.ships[enemy].design.engines), load(simd, &rows.engines));
        let ahead = match &tables.field {
            None => room(simd, board, q, h, facing),
            Some(field) => load(simd, &field.room([&rows.q, &rows.h, &rows.facing], live)),
        };
        let run = min(min(load(simd, &rows.run), points), ahead);
        let (dq, dh) = along(simd, facing, run);
        write(simd, &mut places[0], q + dq, h + dh, facing);
        if how == Anticipate::Mixture {
            mixture(simd, board, places, (q, h), facing, points, ahead);
            if let Some(field) = &tables.field {
                stay_out(field, places, [&rows.q, &rows.h], live);
            }
        }
    }
    if how == Anticipate::Mixture { MIXTURE } else { 1 }
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
fn write<S: Simd>(simd: S, place: &mut Prospect, q: Bytes<S>, h: Bytes<S>, facing: Bytes<S>) {
    store(q, &mut place.q);
    store(h, &mut place.h);
    store(all(simd, 36) - (facing + facing + facing + facing), &mut place.arc_shift);
}

/// Typical orders of an enemy with so many movement points, besides going on as it did: all ahead, nothing, a turn to
/// either side at once and the rest ahead, half ahead and then a turn, one hex back. Where a way leaves the board it stays.
#[inline(always)]
fn mixture<S: Simd>(
    simd: S,
    board: Board,
    places: &mut [Prospect; MIXTURE],
    (q, h): (Bytes<S>, Bytes<S>),
    facing: Bytes<S>,
    points: Bytes<S>,
    ahead: Bytes<S>,
) {
    let (dq, dh) = along(simd, facing, min(points, ahead));
    write(simd, &mut places[1], q + dq, h + dh, facing);
    write(simd, &mut places[2], q, h, facing);
    let turned = |by: u8| {
        let f = facing + all(simd, by);
        pick(lt(f, all(simd, 6)), f, f - all(simd, 6))
    };
    let one = all(simd, 1);
    let able = !is_zero(simd, points);
    let rest = minus(points, one);
    for (place, by) in [(3, 5), (4, 1)] {
        let new = pick(able, turned(by), facing);
        let (dq, dh) = along(simd, new, rest);
        let stays = on_board(simd, board, q + dq, h + dh);
        write(simd, &mut places[place], q + only(simd, stays, dq), h + only(simd, stays, dh), new);
    }
    let (dq, dh) = along(simd, facing, min(half(rest), ahead));
    for (place, by) in [(5, 5), (6, 1)] {
        write(simd, &mut places[place], q + dq, h + dh, pick(able, turned(by), facing));
    }
    let behind = turned(3);
    let (dq, dh) = along(simd, behind, only(simd, !is_zero(simd, half(points)), one));
    let stays = on_board(simd, board, q + dq, h + dh);
    write(simd, &mut places[7], q + only(simd, stays, dq), h + only(simd, stays, dh), facing);
}

/// Places in objects become the hex where the ship is.
fn stay_out(field: &Field, places: &mut [Prospect; MIXTURE], [q, h]: [&Row; 2], live: LaneMask) {
    for place in places {
        for lane in lanes_of(live) {
            if field.is_solid(Hex { q: place.q.0[lane] as i8, h: place.h.0[lane] as i8 }) {
                (place.q.0[lane], place.h.0[lane]) = (q.0[lane], h.0[lane]);
            }
        }
    }
}

/// Mounts of `me` that bear on the nearest living enemy, a bit each; none without one.
#[inline(always)]
pub fn useful<S: Simd>(simd: S, tables: &Tables, batch: &Batch, me: usize) -> Bytes<S> {
    let rows = &batch.ships[me];
    let mut nearest = all(simd, 255);
    let mut bearing_on = all(simd, 0);
    let facing = load(simd, &rows.facing);
    let shift = all(simd, 24) - (facing + facing + facing + facing);
    for enemy in tables.side(tables.side_of(me).opponent()) {
        let other = &batch.ships[enemy];
        let (dq, dh) = (load(simd, &other.q) - load(simd, &rows.q), load(simd, &other.h) - load(simd, &rows.h));
        let away = pick(flags(simd, other.alive), distance(dq, dh), all(simd, 255));
        let arcs = lookup64(simd, &tables.ships[me].arcs, bearing(simd, dq, dh) + shift);
        // In its own hex a ship bears on nothing.
        let arcs = only(simd, !is_zero(simd, away), arcs);
        bearing_on = pick(lt(away, nearest), arcs, bearing_on);
        nearest = min(nearest, away);
    }
    bearing_on
}

/// Fighters, in eighths, that the enemies of `side` can expect to shoot down in a hex.
#[inline(always)]
pub fn flak<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    side: lanchester_core::Side,
    (q, h): (Bytes<S>, Bytes<S>),
) -> Bytes<S> {
    let mut sum = all(simd, 0);
    for enemy in tables.side(side.opponent()) {
        let (ft, fr) = (&tables.ships[enemy], &batch.ships[enemy]);
        let (dq, dh) = (q - load(simd, &fr.q), h - load(simd, &fr.h));
        let mut away = distance(dq, dh);
        if tables.far {
            away = min(away, all(simd, LONGEST_WAY));
        }
        let facing = load(simd, &fr.facing);
        let index = bearing(simd, dq, dh) + all(simd, 24) - (facing + facing + facing + facing);
        let arcs = lookup64(simd, &ft.arcs, index);
        let alive = flags(simd, fr.alive);
        for tables in &ft.batteries {
            let mut weapons = all(simd, 0);
            for &mount in &tables.mounts {
                let bears = has_bits(simd, arcs, 1 << mount) & alive;
                weapons += only(simd, bears, load(simd, &fr.weapons[mount]));
            }
            sum = plus(sum, lookup64(simd, &tables.kills, lookup64(simd, &tables.band, away) | weapons));
        }
    }
    sum
}
