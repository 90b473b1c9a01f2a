//! The sequence of play, and the initiative.
//!
//! Phase: an impulse. Writes `acted`, `first_a`, `initiative`, `alone`, `markers`, `served`.

use lanchester_core::Side;
use lanchester_lanes::hex::lanes16::distance;
use lanchester_lanes::ops::{
    all, all_scores, count_if, flags, ge, gt, is_zero, load, mask, only, scores_gt, store_where, sub_scores,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LaneMask, Row, Simd};

use super::action::{expire, spend_points};
use super::chooser::ahead::survey;
use super::combat::fire_step;
use super::lane::Lane;
use super::movement::movement_step;
use super::state::{Batch, MAX_UNITS};
use super::tables::Tables;
use super::victory::end;
use crate::effects::{Counters, repair};
use crate::event::{Event, Loss, Marker};
use crate::impulse::IMPULSES;
use crate::options::InitiativeChange;

/// An impulse of all live lanes: the player with the initiative takes his turn, then the other.
#[inline(always)]
pub fn impulse<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch) {
    let impulse = batch.step;
    let live = batch.live;
    batch.note_each(live, |batch, lane| Event::Impulse {
        round: batch.round.0[lane].into(),
        impulse,
        first: batch.first(lane),
    });
    batch.acted = [0; 2];
    batch.served.impulses.count(live);
    for half in 0..2 {
        for side in Side::BOTH {
            let lanes = batch.acts(side, half);
            if lanes != 0 {
                batch.served.turns.count(lanes);
                expire(simd, tables, batch, side, lanes);
                batch.moved = [0; MAX_UNITS];
                survey(simd, tables, batch, side, half as u8);
                spend_points(simd, tables, batch, side, lanes);
                movement_step(simd, tables, batch, side, lanes);
                fire_step(simd, tables, batch, side, lanes);
                repairs(tables, batch, side, lanes);
                end(tables, batch, lanes, 0);
            }
        }
    }
    change_initiative(simd, tables, batch);
    if let Some(limit) = tables.options.stray_at {
        stray(simd, tables, batch, limit);
    }
    let stopped = if impulse + 1 == IMPULSES {
        mask(ge(load(simd, &batch.round), all(simd, tables.options.turn_cap as u8)))
    } else {
        0
    };
    let live = batch.live;
    end(tables, batch, live, stopped);
    batch.acted = [0; 2];
}

/// Ships of a side repair what they received before this impulse.
fn repairs(tables: &Tables, batch: &mut Batch, side: Side, lanes: LaneMask) {
    for ship in tables.ships.side(side) {
        let rows = &batch.ships[ship];
        let old = Marker::ALL.map(|marker| rows.markers[marker as usize] & !rows.received[marker as usize]);
        for lane in lanes_of(lanes & rows.alive & (old[0] | old[1] | old[2])) {
            let due = old.map(|lanes| lanes >> lane & 1 == 1);
            repair(&mut Lane { tables, batch, lane }, tables.ships.id(ship), due);
        }
    }
}

/// The initiative changes where the markers say so; all of them are removed.
#[inline(always)]
fn change_initiative<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch) {
    let [change, defend] = [load(simd, &batch.initiative[0]), load(simd, &batch.initiative[1])];
    let changes = batch.live
        & match tables.options.initiative_change {
            InitiativeChange::Outbid => mask(gt(change, defend)),
            InitiativeChange::Unopposed => mask(!is_zero(simd, change) & is_zero(simd, defend)),
            InitiativeChange::Never => 0,
        };
    batch.initiative = [Row::ZERO; 2];
    batch.first_a ^= changes;
    batch.note_each(changes, |batch, lane| Event::Initiative { first: batch.first(lane) });
}

/// Ships that were far from every other ship at the ends of six impulses in a row have retreated.
#[inline(always)]
fn stray<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, limit: u8) {
    let mut gone = [0; MAX_UNITS];
    for ship in 0..tables.ships.len() {
        let afloat = batch.live & batch.ships[ship].alive;
        if tables.ships[ship].design.base || afloat == 0 {
            continue;
        }
        let here = batch.ships[ship].place.hexes(simd);
        let mut near: LaneMask = 0;
        for other in (0..tables.ships.len()).filter(|other| *other != ship) {
            let there = batch.ships[other].place.hexes(simd);
            let hexes = distance(simd, sub_scores(there.0, here.0), sub_scores(there.1, here.1));
            near |= batch.ships[other].alive & mask(scores_gt(simd, all_scores(simd, limit.into()), hexes));
        }
        let row = &mut batch.ships[ship].alone;
        let far = flags(simd, !near);
        let alone = only(simd, far, count_if(simd, far, load(simd, row)));
        store_where(simd, flags(simd, afloat), alone, row);
        gone[ship] = afloat & mask(ge(load(simd, row), all(simd, IMPULSES)));
    }
    for (ship, lanes) in gone.into_iter().enumerate() {
        for lane in lanes_of(lanes) {
            Lane { tables, batch, lane }.lose(tables.ships.id(ship), Loss::Retreated);
        }
    }
}
