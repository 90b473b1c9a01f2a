//! What differs between the lanes of a batch.
//!
//! Phase: none: the fields that the phases read and write.

use lanchester_battle::Recorder;
use lanchester_battle::lineup::side_in;
use lanchester_battle::occupancy::Occupancy;
use lanchester_battle::throws::seat_codes;
use lanchester_core::Side;
use lanchester_lanes::dice::lanes::LaneStreams;
use lanchester_lanes::hex::lanes16::{bearing, distance};
use lanchester_lanes::hex::{Facing, Hex16};
use lanchester_lanes::ops::{
    all, all_scores, flags, load, load_scores, lookup64, min_scores, narrow, store, store_where, sub_scores,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LANES, LaneMask, Row, Scores, Simd};

use super::chooser::ahead::Prospect;
use super::tables::Tables;
use crate::design::{MAX_GROUPS, MAX_MISSILES, MAX_SHIPS};
use crate::event::{Event, Marker, MissileId, ShipId, code};
use crate::impulse::IMPULSES;
use crate::position::Position;

/// Ships of both sides, at most.
pub const MAX_UNITS: usize = 2 * MAX_SHIPS;
/// Missiles of both sides, at most.
pub const MAX_FLYING: usize = 2 * MAX_MISSILES;
/// Things that a ship can fire at, at most: enemy ships by slot, then enemy missiles by number.
pub const MAX_TARGETS: usize = MAX_SHIPS + MAX_MISSILES;
/// No choice, no target.
pub const NONE: u8 = 255;

/// Where something is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Columns to the east.
    pub q: [i16; LANES],
    /// Half-hexes to the north.
    pub h: [i16; LANES],
    /// Facing, 0 to 5.
    pub facing: Row,
}

impl Default for Place {
    fn default() -> Self {
        Self { q: [0; LANES], h: [0; LANES], facing: Row::ZERO }
    }
}

impl Place {
    /// Its hex in one lane.
    #[must_use]
    pub const fn hex(&self, lane: usize) -> Hex16 {
        Hex16 { q: self.q[lane], h: self.h[lane] }
    }

    /// Its position in one lane.
    #[must_use]
    pub fn at(&self, lane: usize) -> Position {
        Position { hex: self.hex(lane), facing: Facing::new(self.facing.0[lane].into()) }
    }

    /// Puts it somewhere in one lane.
    pub const fn put(&mut self, lane: usize, at: Position) {
        (self.q[lane], self.h[lane]) = (at.hex.q, at.hex.h);
        self.facing.0[lane] = at.facing.index();
    }

    /// Its hex in every lane.
    #[inline(always)]
    pub fn hexes<S: Simd>(&self, simd: S) -> (Scores<S>, Scores<S>) {
        (load_scores(simd, &self.q), load_scores(simd, &self.h))
    }
}

/// One ship in every lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShipRows {
    /// Where it is, or was when it went out of the game.
    pub place: Place,
    /// Hull boxes marked.
    pub hull: Row,
    /// Shield boxes left, by arc.
    pub shields: [Row; 4],
    /// Reinforcements by the impulse in which they were placed: 4·points left + arc, or 0.
    ///
    /// LANES: a ship places at most one in an impulse, and the one of the round before has expired by then.
    pub reinforced: [Row; IMPULSES as usize],
    /// Filled red boxes, by group.
    pub red: [Row; MAX_GROUPS],
    /// Filled yellow boxes, by group.
    pub yellow: [Row; MAX_GROUPS],
    /// Lanes in which a group is destroyed.
    pub destroyed: [LaneMask; MAX_GROUPS],
    /// Charged batteries.
    pub charged: Row,
    /// Afterburner boxes left.
    pub burners: Row,
    /// Hexes to the marker of its turn radius.
    pub pending: Row,
    /// The written speed.
    pub speed: Row,
    /// The written power.
    pub power: Row,
    /// The written turn radius.
    pub radius: Row,
    /// What damage to its thrusters adds to its turn radius.
    pub thrusters: Row,
    /// What damage to its relays takes off its power.
    pub relays: Row,
    /// Ends of impulses in a row at which it was far from every other ship.
    pub alone: Row,
    /// Lanes in which it has a repairable critical.
    pub markers: [LaneMask; Marker::ALL.len()],
    /// Lanes in which it received that one in this impulse, or in this Power Phase.
    pub received: [LaneMask; Marker::ALL.len()],
    /// Lanes in which it has a marker for a side slip.
    pub slip: LaneMask,
    /// Lanes in which it is in the game.
    pub alive: LaneMask,
    /// Lanes in which it has retreated.
    pub retreated: LaneMask,
}

impl ShipRows {
    /// Lanes in which it has a repairable critical.
    #[inline(always)]
    #[must_use]
    pub const fn has(&self, marker: Marker) -> LaneMask {
        self.markers[marker as usize]
    }
}

/// One missile in every lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MissileRows {
    /// Where it is.
    pub place: Place,
    /// The slot of the enemy ship that it flies at.
    pub target: Row,
    /// Lanes in which it took damage.
    pub damaged: LaneMask,
    /// Lanes in which it is in flight.
    pub flying: LaneMask,
}

/// What a ship's point is spent on.
#[derive(Clone, Debug, Default)]
pub struct Spending {
    /// A number of [`super::action::uses`]; [`NONE`]: nothing.
    pub on: Row,
    /// The number of the missile that is redirected.
    pub missile: Row,
    /// The slot of its new target.
    pub target: Row,
}

/// What a ship that fires sees.
#[derive(Clone, Debug)]
pub struct Sight {
    /// Distance of each target, at most 15.
    pub range: [Row; MAX_TARGETS],
    /// The arc that it is in.
    pub arc: [Row; MAX_TARGETS],
    /// Lanes in which the group that fires bears on it.
    pub bears: [LaneMask; MAX_TARGETS],
}

/// The memory of a thread: one battle a lane.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The ships, A's then B's.
    pub ships: [ShipRows; MAX_UNITS],
    /// The missiles, A's then B's.
    pub missiles: Vec<MissileRows>,
    /// The battle of each lane.
    pub battles: [u64; LANES],
    /// The key of its pair's dice.
    pub keys: [u64; LANES],
    /// Lanes in which A has seat 1.
    pub swapped: LaneMask,
    /// Lanes that have a battle.
    pub live: LaneMask,
    /// What all lanes do next: impulses 0 to 5, then the Power Phase.
    pub step: u8,
    /// The round, from 1.
    pub round: Row,
    /// The turn of the dice streams of this moment, low bytes before high ones.
    pub turn: [Row; 2],
    /// Lanes in which A has the initiative.
    pub first_a: LaneMask,
    /// Lanes in which A had it at the start.
    pub began_a: LaneMask,
    /// Lanes in which a side has taken its turn in this impulse.
    pub acted: [LaneMask; 2],
    /// Markers of this impulse to change the initiative, and to defend it.
    pub initiative: [Row; 2],
    /// Ships that were destroyed and have yet to explode, a bit each.
    pub exploding: [u32; LANES],
    /// Lanes in which a shot was fired.
    pub contact: LaneMask,
    /// What the ship whose point it is spends it on.
    pub spending: Spending,
    /// What the ship that fires sees.
    pub sight: Sight,
    /// What is expected of each ship.
    pub prospects: [Prospect; MAX_UNITS],
    /// Ships of which something else is expected than is noted, a bit each.
    pub changed: u32,
    /// The side that has the move, and whether its turn is the first (0) or the second (1) of the impulse.
    pub mover: (Side, u8),
    /// Lanes in which a ship of that side has moved, or does not.
    pub moved: [LaneMask; MAX_UNITS],
    /// The random number of the ship that decides.
    pub seeds: [i16; LANES],
    /// The dice.
    pub dice: LaneStreams,
    /// Outcomes and events.
    pub recorder: Recorder<Event>,
    /// How full the batch was.
    pub served: Served,
}

/// How full the batch was when an impulse was played, a player took his turn and a ship moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Served {
    /// An impulse begins.
    pub impulses: Occupancy,
    /// A player takes his turn.
    pub turns: Occupancy,
    /// A ship may move.
    pub moves: Occupancy,
}

impl Default for Batch {
    fn default() -> Self {
        Self {
            ships: Default::default(),
            missiles: vec![MissileRows::default(); MAX_FLYING],
            battles: [0; LANES],
            keys: [0; LANES],
            swapped: 0,
            live: 0,
            step: 0,
            round: Row::ZERO,
            turn: [Row::ZERO; 2],
            first_a: 0,
            began_a: 0,
            acted: [0; 2],
            initiative: [Row::ZERO; 2],
            exploding: [0; LANES],
            contact: 0,
            spending: Spending::default(),
            sight: Sight { range: [Row::ZERO; MAX_TARGETS], arc: [Row::ZERO; MAX_TARGETS], bears: [0; MAX_TARGETS] },
            prospects: Default::default(),
            changed: 0,
            mover: (Side::A, 0),
            moved: [0; MAX_UNITS],
            seeds: [0; LANES],
            dice: LaneStreams::default(),
            recorder: Recorder::default(),
            served: Served::default(),
        }
    }
}

impl Batch {
    /// The seat of a side in one lane.
    #[inline(always)]
    #[must_use]
    pub const fn seat(&self, side: Side, lane: usize) -> usize {
        (side.second(self.swapped) >> lane & 1) as usize
    }

    /// Who has the initiative in one lane.
    #[must_use]
    pub fn first(&self, lane: usize) -> Side {
        side_in(self.first_a, lane)
    }

    /// Lanes in which a side takes the first turn of an impulse (half 0), or the second.
    #[inline(always)]
    #[must_use]
    pub fn acts(&self, side: Side, half: usize) -> LaneMask {
        self.live & if (side == Side::A) == (half == 0) { self.first_a } else { !self.first_a }
    }

    /// Works out the turn of the dice streams of this moment.
    #[inline(always)]
    pub fn begin_moment(&mut self) {
        let [low, high] = &mut self.turn;
        for ((round, low), high) in self.round.0.iter().zip(&mut low.0).zip(&mut high.0) {
            let [first, second, ..] = code::moment((*round).into(), self.step).to_le_bytes();
            (*low, *high) = (first, second);
        }
    }

    /// The turn of the dice streams of this moment in one lane.
    #[must_use]
    pub fn moment(&self, lane: usize) -> u32 {
        u32::from(self.turn[0].0[lane]) | u32::from(self.turn[1].0[lane]) << 8
    }

    /// Opens the stream of an activation of a side in the lanes of `which`: its code by seat.
    #[inline(always)]
    pub fn open<S: Simd>(&mut self, simd: S, which: LaneMask, side: Side, code: impl Fn(usize) -> u32) {
        let mut codes = Row::ZERO;
        store(seat_codes(simd, side.second(self.swapped), [code(0), code(1)]), &mut codes);
        self.dice.open_late(simd, which, &self.keys, &self.turn, &codes);
    }

    /// Whether events are kept.
    #[inline(always)]
    #[must_use]
    pub const fn records(&self) -> bool {
        self.recorder.keeps_events()
    }

    /// Writes an event of one lane, if events are kept.
    pub fn note(&mut self, lane: usize, event: Event) {
        self.recorder.note(self.battles[lane], event);
    }

    /// Writes an event of a ship in these lanes, if events are kept.
    #[inline(always)]
    pub fn note_each(&mut self, lanes: LaneMask, event: impl Fn(&Self, usize) -> Event) {
        if self.records() {
            for lane in lanes_of(lanes) {
                let event = event(self, lane);
                self.note(lane, event);
            }
        }
    }
}

/// The name of a missile in events.
#[must_use]
pub fn missile_id(tables: &Tables, missile: usize) -> MissileId {
    let ShipId { side, slot } = tables.missiles.id(missile);
    MissileId { side, slot }
}

/// Does a step that is compiled on its own, once a level.
///
/// PERF: all of an impulse in one function takes the compiler ten minutes.
#[inline(never)]
pub fn apart<S: Simd, R>(simd: S, step: impl FnOnce() -> R) -> R {
    simd.vectorize(step)
}

/// Distance in hexes, at most 255.
#[inline(always)]
pub fn range<S: Simd>(simd: S, from: (Scores<S>, Scores<S>), to: (Scores<S>, Scores<S>)) -> Bytes<S> {
    let hexes = distance(simd, sub_scores(to.0, from.0), sub_scores(to.1, from.1));
    narrow(min_scores(hexes, all_scores(simd, 255)))
}

/// The arc (0 to 3) of a unit that faces `facing` in which another hex lies; unspecified for its own hex.
#[inline(always)]
pub fn arc<S: Simd>(
    simd: S,
    tables: &Tables,
    from: (Scores<S>, Scores<S>),
    facing: Bytes<S>,
    to: (Scores<S>, Scores<S>),
) -> Bytes<S> {
    let class = bearing(simd, sub_scores(to.0, from.0), sub_scores(to.1, from.1));
    let quarters = facing + facing;
    lookup64(simd, &tables.arc_of, class + all(simd, 24) - quarters - quarters)
}

/// Writes `bytes` in the lanes of `set`.
#[inline(always)]
pub fn put<S: Simd>(simd: S, set: LaneMask, bytes: Bytes<S>, row: &mut Row) {
    store_where(simd, flags(simd, set), bytes, row);
}

/// Adds one in the lanes of `set`.
#[inline(always)]
pub fn add<S: Simd>(simd: S, set: LaneMask, row: &mut Row) {
    let more = load(simd, row) + all(simd, 1);
    put(simd, set, more, row);
}

/// Takes one off in the lanes of `set`.
#[inline(always)]
pub fn take<S: Simd>(simd: S, set: LaneMask, row: &mut Row) {
    let fewer = load(simd, row) - all(simd, 1);
    put(simd, set, fewer, row);
}
