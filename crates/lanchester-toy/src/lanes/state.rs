//! What differs between the lanes of a batch.
//!
//! Phase: none: the fields that the phases read and write.

use lanchester_battle::{Recorder, ShipId};
use lanchester_core::Side;
use lanchester_lanes::dice::lanes::LaneStreams;
use lanchester_lanes::hex::lanes16::distance;
use lanchester_lanes::ops::{all, all_scores, gt, load, load_scores, mask, sub_scores};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LANES, LaneMask, Row, Scores, Simd};

use super::tables::Tables;
use crate::design::MAX_SHIPS;
use crate::event::Event;

/// Ships of both sides, at most.
pub const MAX_UNITS: usize = 2 * MAX_SHIPS;

lanchester_battle::rows! {
    /// The memory of a thread: one battle a lane.
    pub struct Batch {
        compared {
            /// Lanes that have a battle.
            live: LaneMask,
            /// The turn, from 1.
            turn: Row,
            /// Hull boxes left of each ship.
            hull: [Row; MAX_UNITS],
            /// Half-hexes north of the southern edge.
            north: [[i16; LANES]; MAX_UNITS] = [[0; LANES]; MAX_UNITS],
        }
        copied {
            /// Lanes in which A has seat 1.
            swapped: LaneMask,
            /// Lanes in which a die was rolled.
            contact: LaneMask,
        }
        dealt {
            /// The battle of each lane.
            battles: [u64; LANES] = [0; LANES],
            /// The key of its pair's dice.
            keys: [u64; LANES] = [0; LANES],
        }
        scratch {
            /// Boxes that each ship loses when all have fired.
            boxes: [Row; MAX_UNITS],
            /// The dice.
            dice: LaneStreams,
            /// Outcomes and events.
            recorder: Recorder<Event>,
        }
    }
}

impl Batch {
    /// Lanes in which a ship is not destroyed.
    #[inline(always)]
    pub fn afloat<S: Simd>(&self, simd: S, ship: usize) -> LaneMask {
        self.live & mask(gt(load(simd, &self.hull[ship]), all(simd, 0)))
    }

    /// Lanes in which the fleet of a side has seat 1.
    #[inline(always)]
    #[must_use]
    pub const fn in_seat_1(&self, side: Side) -> LaneMask {
        match side {
            Side::A => self.swapped,
            Side::B => !self.swapped,
        }
    }

    /// Hexes between two ships.
    #[inline(always)]
    pub fn distance<S: Simd>(&self, simd: S, tables: &Tables, from: usize, to: usize) -> Scores<S> {
        // Columns are the same in both seats.
        let columns = tables.ships[to].start[0].0 - tables.ships[from].start[0].0;
        let north = sub_scores(load_scores(simd, &self.north[to]), load_scores(simd, &self.north[from]));
        distance(simd, all_scores(simd, columns), north)
    }

    /// Writes an event of a ship in these lanes, if events are kept.
    pub fn note(&mut self, tables: &Tables, lanes: LaneMask, ship: usize, event: impl Fn(usize, ShipId) -> Event) {
        if self.recorder.keeps_events() {
            let id = tables.ships.id(ship);
            for lane in lanes_of(lanes) {
                self.recorder.note(self.battles[lane], event(lane, id));
            }
        }
    }
}
