//! Boxes checked and damage checks, in every lane at once.
//!
//! Phase: fire. Reads `scratch.damage`; writes `track` and `lost` of the target, `scratch.dice`, and what `victory`
//! writes of ships that are lost.

use lanchester_lanes::ops::{all, flags, ge, le, load, lt, mask, min, minus, only, plus, store, store_where};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LaneMask, Row, Simd};

use crate::event::{Condition, Event};
use crate::lanes::state::{Batch, Scratch};
use crate::lanes::tables::Tables;
use crate::lanes::victory::eliminate;

/// Checks the boxes that an activation inflicts on ship `target` (slot `slot` of its fleet), and rolls its checks.
#[inline(always)]
pub fn apply<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, scratch: &mut Scratch, target: usize, slot: usize) {
    let inflicted = load(simd, &scratch.damage[slot]);
    let struck = mask(lt(all(simd, 0), inflicted));
    if struck == 0 {
        return;
    }
    let [damaged, crippled, destroyed] = tables.ships[target].thresholds.map(|t| all(simd, t));
    let old = load(simd, &batch.ships[target].track);
    let boxes = min(inflicted, minus(destroyed, old));
    let new = old + boxes;
    store_where(simd, flags(simd, struck), new, &mut batch.ships[target].track);
    let dead = mask(ge(new, destroyed)) & struck;
    let crossed = |threshold| mask(lt(old, threshold) & ge(new, threshold)) & struck & !dead;
    let (now_damaged, now_crippled) = (crossed(damaged), crossed(crippled));
    if scratch.recorder.keeps_events() {
        let mut checked = Row::ZERO;
        store(boxes, &mut checked);
        note_damage(tables, batch, scratch, target, struck, &checked);
    }
    for lane in lanes_of(dead) {
        eliminate(tables, batch, target, lane);
    }
    check(simd, tables, batch, scratch, target, now_damaged, Condition::Damaged);
    check(simd, tables, batch, scratch, target, now_crippled, Condition::Crippled);
}

/// Rolls the damage checks of one threshold in the lanes of `which`: one die for each row the ship has, in the order
/// thrust, weapon hits, ECM, shields.
#[inline(always)]
fn check<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    scratch: &mut Scratch,
    target: usize,
    which: LaneMask,
    condition: Condition,
) {
    if which == 0 {
        return;
    }
    let design = &tables.ships[target].design;
    let has = [design.thrust.is_some(), true, design.ecm.is_some(), design.shields.is_some()];
    let mut faces = [[Row::ZERO; 2]; 2];
    scratch.dice.two_faces(simd, which, &mut faces[0]);
    if has.iter().filter(|h| **h).count() > 2 {
        scratch.dice.two_faces(simd, which, &mut faces[1]);
    }
    let mut rolled = [Row::ZERO; 4];
    let mut dice = faces.iter().flatten();
    for row in 0..4 {
        if !has[row] {
            continue;
        }
        if let Some(face) = dice.next() {
            rolled[row] = *face;
            let die = load(simd, face);
            let one = only(simd, le(die, all(simd, 5)), all(simd, 1));
            let two = only(simd, le(die, all(simd, 2)), all(simd, 1));
            let lost = &mut batch.ships[target].lost[row];
            // LANES: never the last box, so at most four of five.
            let after = min(plus(load(simd, lost), one + two), all(simd, 4));
            store_where(simd, flags(simd, which), after, lost);
        }
    }
    if scratch.recorder.keeps_events() {
        for lane in lanes_of(which) {
            let faces = rolled.map(|r| r.0[lane]);
            let lost = [0, 1, 2, 3].map(|row: usize| batch.ships[target].lost[row].0[lane]);
            scratch
                .recorder
                .note(batch.battles[lane], Event::Check { ship: tables.ships.id(target), condition, faces, lost });
        }
    }
}

fn note_damage(
    tables: &Tables,
    batch: &mut Batch,
    scratch: &mut Scratch,
    target: usize,
    struck: LaneMask,
    boxes: &Row,
) {
    for lane in lanes_of(struck) {
        let condition = condition(tables, batch, target, lane);
        scratch.recorder.note(
            batch.battles[lane],
            Event::Damage { ship: tables.ships.id(target), boxes: boxes.0[lane], condition },
        );
    }
}

/// How whole a ship is in one lane, by its damage alone.
pub fn condition(tables: &Tables, batch: &Batch, ship: usize, lane: usize) -> Condition {
    let track = batch.ships[ship].track.0[lane];
    let [damaged, crippled, destroyed] = tables.ships[ship].thresholds;
    match track {
        t if t >= destroyed => Condition::Destroyed,
        t if t >= crippled => Condition::Crippled,
        t if t >= damaged => Condition::Damaged,
        _ => Condition::Sound,
    }
}
