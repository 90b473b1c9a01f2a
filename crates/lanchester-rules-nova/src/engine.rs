//! The loop that plays a batch.
//!
//! Every lane remembers what it does next. The loop takes the action that most lanes wait for and does it in all of
//! them at once. Lanes need not be in the same turn or phase, nor have the same side to act: whoever waits is served
//! when his queue is the fullest, so that few lanes idle. A lane whose battle is over is given the next battle of the
//! range at once. None of this touches results: a battle depends on its own key only.

use std::ops::Range;

use lanchester_core::Side;
use lanchester_dice::BattleKey;
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Kernel, LANES, LaneMask, Row, Simd};

use crate::combat::fire_ship;
use crate::movement::move_ship;
use crate::setup::deploy;
use crate::state::{Batch, Desk, action};
use crate::tables::Tables;
use crate::turn;

/// Plays battles `battles` of a cell; outcomes go to `desk.outcomes`, counted from the first battle.
pub struct Play<'a> {
    /// The matchup.
    pub tables: &'a Tables,
    /// Working memory.
    pub batch: &'a mut Batch,
    /// Working memory of the kernels.
    pub desk: &'a mut Desk,
    /// Study seed.
    pub seed: u64,
    /// Cell number.
    pub cell: u64,
    /// Battles to play, no more than `desk.outcomes` holds.
    pub battles: Range<u64>,
    /// Lanes to use: all of them but in tests.
    pub lanes: LaneMask,
    /// Give a finished lane its next battle at once (else the whole batch waits for the last one; for tests).
    pub refill: bool,
}

impl Kernel for Play<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Play { tables, batch, desk, seed, cell, battles, lanes, refill } = self;
        let first = battles.start;
        let mut fresh = battles;
        batch.next.0 = [action::IDLE; LANES];
        loop {
            let Some(action) = turn::fullest(&batch.next) else {
                if fresh.is_empty() {
                    return;
                }
                for lane in lanes_of(lanes) {
                    start(tables, batch, desk, seed, cell, lane, &mut fresh);
                }
                continue;
            };
            let live = turn::waiting_for(simd, &batch.next, action);
            // Each step is compiled on its own, with the level's instructions.
            match action {
                action::TURN => simd.vectorize(
                    #[inline(always)]
                    || turn::begin(simd, tables, batch, desk, live),
                ),
                action::END => {
                    for lane in lanes_of(live) {
                        match turn::end(tables, batch, desk, lane) {
                            None => turn::next_turn(batch, lane),
                            Some(outcome) => {
                                desk.outcomes[(batch.battle[lane] - first) as usize] = outcome;
                                batch.next.0[lane] = action::IDLE;
                                if refill {
                                    start(tables, batch, desk, seed, cell, lane, &mut fresh);
                                }
                            }
                        }
                    }
                }
                action::FIRE.. => {
                    let ship = (action - action::FIRE) as usize;
                    desk.slots = Row([tables.slot_of(ship); LANES]);
                    simd.vectorize(
                        #[inline(always)]
                        || fire_ship(simd, tables, batch, desk, ship, live),
                    );
                    turn::end_activation(simd, tables, batch, ship, live, true);
                }
                _ => {
                    let ship = (action - action::MOVE) as usize;
                    desk.slots = Row([tables.slot_of(ship); LANES]);
                    simd.vectorize(
                        #[inline(always)]
                        || move_ship(simd, tables, batch, desk, ship, live),
                    );
                    turn::end_activation(simd, tables, batch, ship, live, false);
                    turn::enter_combat(simd, tables, batch);
                }
            }
        }
    }
}

/// Gives a lane the next battle, if one is left.
fn start(
    tables: &Tables,
    batch: &mut Batch,
    desk: &mut Desk,
    seed: u64,
    cell: u64,
    lane: usize,
    fresh: &mut Range<u64>,
) {
    let Some(battle) = fresh.next() else { return };
    let bit = 1 << lane;
    batch.battle[lane] = battle;
    batch.keys[lane] = BattleKey::new(seed, cell, battle / 2).0;
    batch.swapped = batch.swapped & !bit | if battle % 2 == 1 { bit } else { 0 };
    batch.contact &= !bit;
    batch.turn.0[lane] = 1;
    batch.next.0[lane] = action::TURN;
    for side in Side::BOTH {
        batch.vp[side][lane] = 0;
    }
    for ship in &mut batch.ships[..tables.ships.len()] {
        ship.alive |= bit;
        ship.ready &= !bit;
        ship.track.0[lane] = 0;
        ship.lost.iter_mut().for_each(|row| row.0[lane] = 0);
    }
    deploy(tables, batch, desk, lane, battle);
}
