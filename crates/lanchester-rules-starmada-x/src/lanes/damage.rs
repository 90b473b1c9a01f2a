//! Damage dice in every lane at once: what one die marks on a ship's record.
//!
//! Phase: combat, fighters and end. Reads the armour of `before`, and `useful`; writes `dice`, `marks` and, of the
//! ship, `hull`, `marked`, `engines`, `shields`, `weapons` and `boxes`.

use lanchester_lanes::ops::{
    all, count_if, eq, flags, gt, has_bits, is_zero, load, lookup16, lt, mask, max, minus, only, pick, plus, store,
    store_where,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, Flags, LaneMask, Row, Simd};

use crate::design::Abilities;
use crate::event::{Event, Mark, Marks};
use crate::lanes::equipment::{Armour, cancels};
use crate::lanes::state::Batch;
use crate::lanes::tables::{ENGINES, EQUIPMENT, HULL, LETTERS, SHIELDS, Tables, WEAPONS};

/// `a` times a small number.
#[inline(always)]
pub fn times<S: Simd>(simd: S, a: Bytes<S>, n: u8) -> Bytes<S> {
    let mut product = all(simd, 0);
    for _ in 0..n {
        product = plus(product, a);
    }
    product
}

/// Rolls and applies `count[lane]` damage dice, two at a time, against the armour that was looked at last. Opens no stream.
#[inline(always)]
pub fn damage<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, ship: usize, count: &Row, abilities: Abilities) {
    let boxes = all(simd, tables.ships[ship].design.hull);
    let count = load(simd, count);
    let mut done = 0;
    loop {
        let afloat = lt(load(simd, &batch.ships[ship].hull), boxes);
        let rolling = mask(gt(count, all(simd, done)) & afloat);
        if rolling == 0 {
            return;
        }
        let mut faces = [Row::ZERO; 2];
        batch.dice.two_faces(simd, rolling, &mut faces);
        simd.vectorize(
            #[inline(always)]
            || die(simd, tables, batch, ship, &faces[0], rolling, abilities),
        );
        let afloat = lt(load(simd, &batch.ships[ship].hull), boxes);
        let second = rolling & mask(gt(count, all(simd, done + 1)) & afloat);
        if second != 0 {
            simd.vectorize(
                #[inline(always)]
                || die(simd, tables, batch, ship, &faces[1], second, abilities),
            );
        }
        done += 2;
    }
}

/// Lanes in which a hit of a letter of the chart finds a box.
#[inline(always)]
fn applicable<S: Simd>(simd: S, tables: &Tables, batch: &Batch, ship: usize, letter: usize) -> Flags<S> {
    let (st, rows) = (&tables.ships[ship], &batch.ships[ship]);
    match letter {
        HULL => lt(load(simd, &rows.hull), all(simd, st.design.hull)),
        ENGINES => lt(load(simd, &rows.engines), all(simd, st.design.engines)),
        SHIELDS => lt(load(simd, &rows.shields), all(simd, st.design.shields)),
        EQUIPMENT => {
            let left = st.give_up.iter().fold(all(simd, 0), |sum, piece| sum | load(simd, &rows.boxes[*piece]));
            !is_zero(simd, left)
        }
        _ => {
            let mounts = st.batteries.get(letter - WEAPONS).map_or(&[][..], |battery| &battery.mounts[..]);
            let left = mounts.iter().fold(all(simd, 0), |sum, mount| sum | load(simd, &rows.weapons[*mount]));
            !is_zero(simd, left)
        }
    }
}

/// One damage die of each lane of `rolled`.
#[inline(always)]
fn die<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    ship: usize,
    face: &Row,
    rolled: LaneMask,
    abilities: Abilities,
) {
    let st = &tables.ships[ship];
    let index = minus(load(simd, face), all(simd, 1));
    let live = flags(simd, rolled);
    if batch.records() {
        lanes_of(rolled).for_each(|lane| batch.marks[lane] = Marks::default());
    }
    let mut any = flags(simd, 0);
    for letter in 0..LETTERS {
        if st.letters[letter] {
            let hits = lookup16(simd, &st.chart[letter], index);
            any |= !is_zero(simd, hits) & applicable(simd, tables, batch, ship, letter);
        }
    }
    let instead = mask(live & !any);
    for letter in 0..LETTERS {
        if !st.letters[letter] {
            continue;
        }
        let most = st.chart[letter].iter().copied().max().unwrap_or(0);
        let hits = only(simd, live & any, lookup16(simd, &st.chart[letter], index));
        for nth in 0..most {
            let due = gt(hits, all(simd, nth));
            if mask(due) == 0 {
                break;
            }
            let struck = mask(due & applicable(simd, tables, batch, ship, letter));
            if struck == 0 {
                continue;
            }
            hit(simd, tables, batch, ship, letter, struck, abilities);
        }
    }
    if instead != 0 {
        hull_hit(simd, tables, batch, ship, instead, tables.options.armor_saves_substituted, abilities);
    }
    if abilities.extra_hull {
        let struck = rolled & mask(applicable(simd, tables, batch, ship, HULL));
        hull_hit(simd, tables, batch, ship, struck, true, abilities);
    }
    if abilities.extra_crew {
        let struck = rolled & mask(lt(load(simd, &batch.ships[ship].marked), all(simd, st.design.hull)));
        add(simd, &mut batch.ships[ship].marked, struck);
        batch.mark(struck, Mark::Crew);
    }
    if batch.records() {
        for lane in lanes_of(rolled) {
            let (ship, face, marks) = (tables.ships.id(ship), face.0[lane], batch.marks[lane]);
            batch.note(lane, Event::Damage { ship, face, marks });
        }
    }
}

/// One hit of a letter of the chart in the lanes of `struck`, in which it finds a box.
#[inline(always)]
fn hit<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    ship: usize,
    letter: usize,
    struck: LaneMask,
    abilities: Abilities,
) {
    match letter {
        HULL => hull_hit(simd, tables, batch, ship, struck, true, abilities),
        ENGINES => {
            add(simd, &mut batch.ships[ship].engines, struck);
            batch.mark(struck, Mark::Engine);
        }
        SHIELDS => {
            let cancelled = cancels(simd, tables, batch, ship, Armour::Shields, struck);
            add(simd, &mut batch.ships[ship].shields, struck & !cancelled);
            batch.mark(cancelled, Mark::Shield { cancelled: true });
            batch.mark(struck & !cancelled, Mark::Shield { cancelled: false });
        }
        EQUIPMENT => lose_equipment(simd, tables, batch, ship, struck),
        _ => {
            let battery = letter - WEAPONS;
            let cancelled = cancels(simd, tables, batch, ship, Armour::Weapons, struck);
            batch.mark(cancelled, Mark::Weapon { battery: battery as u8, mount: 255 });
            lose_weapon(simd, tables, batch, ship, battery, struck & !cancelled);
        }
    }
}

/// One more in these lanes.
#[inline(always)]
fn add<S: Simd>(simd: S, row: &mut Row, lanes: LaneMask) {
    let more = count_if(simd, flags(simd, lanes), load(simd, row));
    store(more, row);
}

#[inline(always)]
fn hull_hit<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    ship: usize,
    struck: LaneMask,
    saved: bool,
    abilities: Abilities,
) {
    if abilities.no_hull || struck == 0 {
        return;
    }
    let cancelled = if saved { cancels(simd, tables, batch, ship, Armour::Hull, struck) } else { 0 };
    let rows = &mut batch.ships[ship];
    add(simd, &mut rows.hull, struck & !cancelled);
    // Hull hits overlap crew casualties.
    let marked = max(load(simd, &rows.marked), load(simd, &rows.hull));
    store(marked, &mut rows.marked);
    batch.mark(cancelled, Mark::Hull { cancelled: true });
    batch.mark(struck & !cancelled, Mark::Hull { cancelled: false });
}

/// The first piece that the policy gives up loses a box.
#[inline(always)]
fn lose_equipment<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, ship: usize, struck: LaneMask) {
    let mut left = struck;
    for &piece in &tables.ships[ship].give_up {
        let row = &mut batch.ships[ship].boxes[piece];
        let has = left & !mask(is_zero(simd, load(simd, row)));
        if has != 0 {
            let fewer = minus(load(simd, row), all(simd, 1));
            store_where(simd, flags(simd, has), fewer, row);
            batch.mark(has, Mark::Equipment(piece as u8));
            left &= !has;
        }
    }
}

/// The first mount that the policy gives up loses a weapon; those that do not bear on the nearest enemy go first, if it
/// gives up the least useful.
#[inline(always)]
fn lose_weapon<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, ship: usize, battery: usize, struck: LaneMask) {
    let side = tables.ships.side_of(ship);
    let listed = tables.policies[side].lose_weapon == crate::policy::LoseSystem::Listed;
    let mut left = struck;
    for idle_only in [true, false] {
        if idle_only && listed {
            continue;
        }
        for &mount in &tables.ships[ship].give_up_mounts[battery] {
            let rows = &mut batch.ships[ship];
            let row = &mut rows.weapons[mount];
            let mut has = left & !mask(is_zero(simd, load(simd, row)));
            if idle_only {
                has &= !mask(has_bits(simd, load(simd, &rows.useful), 1 << mount));
            }
            if has != 0 {
                let fewer = minus(load(simd, row), all(simd, 1));
                store_where(simd, flags(simd, has), fewer, row);
                batch.mark(has, Mark::Weapon { battery: battery as u8, mount: mount as u8 });
                left &= !has;
            }
        }
    }
}

/// The faces of a penetration die that go through shields with so many boxes lost (bit 0: face 1), by boxes lost.
pub fn open_faces(shields: u8, abilities: Abilities) -> [u8; 16] {
    std::array::from_fn(|lost| {
        let rating = crate::formulas::effective_shields(shields.saturating_sub(lost as u8), abilities);
        0b11_1111 & !((1 << rating) - 1)
    })
}

/// Rolls `count[lane]` penetration dice against `faces[lane]`; with `again` those that go through once more.
#[inline(always)]
pub fn penetrate<S: Simd>(simd: S, batch: &mut Batch, count: &Row, faces: &Row, again: bool) -> Row {
    let through = batch.dice.count_faces(simd, count, faces);
    if again { batch.dice.count_faces(simd, &through, faces) } else { through }
}

/// `a` in the lanes where the target is `code`, else 0.
#[inline(always)]
pub fn aimed_at<S: Simd>(simd: S, target: &Row, code: u8, a: Bytes<S>) -> Bytes<S> {
    pick(eq(load(simd, target), all(simd, code)), a, all(simd, 0))
}
