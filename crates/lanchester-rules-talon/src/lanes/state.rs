//! What differs between the lanes of a batch.
//!
//! Phase: none: the fields that the phases read and write.

use lanchester_battle::lineup::side_in;
use lanchester_battle::occupancy::Occupancy;
use lanchester_battle::rows::{Begin, each};
use lanchester_battle::throws::seat_codes;
use lanchester_battle::{Recorder, copy_lanes, rows};
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
use super::tables::{ShipTable, Tables};
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

rows! {
    /// Where something is.
    #[derive(PartialEq, Eq)]
    pub struct Place {
        /// Columns to the east.
        q: [i16; LANES] = [0; LANES],
        /// Half-hexes to the north.
        h: [i16; LANES] = [0; LANES],
        /// Facing, 0 to 5.
        facing: Row,
    }
}

copy_lanes!(Place: q, h, facing);

impl Place {
    /// Its hex in one lane.
    pub const fn hex(&self, lane: usize) -> Hex16 {
        Hex16 { q: self.q[lane], h: self.h[lane] }
    }

    /// Its position in one lane.
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

rows! {
    /// One ship in every lane.
    pub struct ShipRows begins(table: &ShipTable, turned: bool) {
        /// Where it is, or was when it went out of the game.
        place: Place,
        /// Hull boxes marked.
        hull: Row = 0,
        /// Shield boxes left, by arc.
        shields: [Row; 4] = table.design.shields,
        /// Reinforcements by the impulse in which they were placed: 4·points left + arc, or 0.
        ///
        /// LANES: a ship places at most one in an impulse, and the one of the round before has expired by then.
        reinforced: [Row; IMPULSES as usize] = Default::default(),
        /// Filled red boxes, by group.
        red: [Row; MAX_GROUPS] = each(table.groups.iter().map(|group| group.printed.red)),
        /// Filled yellow boxes, by group.
        yellow: [Row; MAX_GROUPS] = each(table.groups.iter().map(|group| group.printed.yellow)),
        /// Lanes in which a group is destroyed.
        destroyed: [LaneMask; MAX_GROUPS] = Default::default(),
        /// Charged batteries.
        charged: Row = 0,
        /// Afterburner boxes left.
        burners: Row = table.design.afterburners,
        /// Hexes to the marker of its turn radius.
        pending: Row = if turned { table.start.radius } else { 0 },
        /// The written speed.
        speed: Row = table.start.speed,
        /// The written power.
        power: Row = table.start.power,
        /// The written turn radius.
        radius: Row = table.start.radius,
        /// What damage to its thrusters adds to its turn radius.
        thrusters: Row = 0,
        /// What damage to its relays takes off its power.
        relays: Row = 0,
        /// Ends of impulses in a row at which it was far from every other ship.
        alone: Row = 0,
        /// Lanes in which it has a repairable critical.
        markers: [LaneMask; Marker::ALL.len()] = Default::default(),
        /// Lanes in which it received that one in this impulse, or in this Power Phase.
        received: [LaneMask; Marker::ALL.len()] = Default::default(),
        /// Lanes in which it has a marker for a side slip.
        slip: LaneMask = false,
        /// Lanes in which it is in the game.
        alive: LaneMask = true,
        /// Lanes in which it has retreated.
        retreated: LaneMask = false,
    }
}

impl ShipRows {
    /// Lanes in which it has a repairable critical.
    #[inline(always)]
    pub const fn has(&self, marker: Marker) -> LaneMask {
        self.markers[marker as usize]
    }
}

rows! {
    /// One missile in every lane.
    pub struct MissileRows begins() {
        /// Where it is.
        place: Place = Position::default(),
        /// The slot of the enemy ship that it flies at.
        target: Row = 0,
        /// Lanes in which it took damage.
        damaged: LaneMask = false,
        /// Lanes in which it is in flight.
        flying: LaneMask = false,
    }
}

impl Begin<Position> for Place {
    fn begin(&mut self, lane: usize, at: Position) {
        self.put(lane, at);
    }
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

rows! {
    /// What a ship that fires sees.
    pub struct Sight {
        /// Distance of each target, at most 15.
        range: [Row; MAX_TARGETS] = [Row::ZERO; MAX_TARGETS],
        /// The arc that it is in.
        arc: [Row; MAX_TARGETS] = [Row::ZERO; MAX_TARGETS],
        /// Lanes in which the group that fires bears on it.
        bears: [LaneMask; MAX_TARGETS] = [0; MAX_TARGETS],
    }
}

rows! {
    /// The memory of a thread: one battle a lane.
    pub struct Batch {
        compared {
            /// The ships, A's then B's.
            ships: [ShipRows; MAX_UNITS],
            /// The missiles, A's then B's.
            missiles: Vec<MissileRows> = vec![MissileRows::default(); MAX_FLYING],
            /// Lanes that have a battle.
            live: LaneMask,
            /// The round, from 1.
            round: Row,
            /// Lanes in which A has the initiative.
            first_a: LaneMask,
            /// The round of the last shot; 0 before the first.
            fired: Row,
        }
        copied {
            /// Lanes in which A has seat 1.
            swapped: LaneMask,
            /// Lanes in which A had the initiative at the start.
            began_a: LaneMask,
        }
        shared {
            /// What all lanes do next: impulses 0 to 5, then the Power Phase.
            step: u8,
        }
        dealt {
            /// The battle of each lane.
            battles: [u64; LANES] = [0; LANES],
            /// The key of its pair's dice.
            keys: [u64; LANES] = [0; LANES],
        }
        scratch {
            /// The turn of the dice streams of this moment, low bytes before high ones.
            turn: [Row; 2],
            /// Lanes in which a side has taken its turn in this impulse.
            acted: [LaneMask; 2],
            /// Markers of this impulse to change the initiative, and to defend it.
            initiative: [Row; 2],
            /// Ships that were destroyed and have yet to explode, a bit each.
            exploding: [u32; LANES] = [0; LANES],
            /// What the ship whose point it is spends it on.
            spending: Spending,
            /// What the ship that fires sees.
            sight: Sight,
            /// What is expected of each ship.
            prospects: [Prospect; MAX_UNITS],
            /// Ships of which something else is expected than is noted, a bit each.
            changed: u32,
            /// The side that has the move, and whether its turn is the first (0) or the second (1) of the impulse.
            mover: (Side, u8) = (Side::A, 0),
            /// Lanes in which a ship of that side has moved, or does not.
            moved: [LaneMask; MAX_UNITS],
            /// The random number of the ship that decides.
            seeds: [i16; LANES] = [0; LANES],
            /// The dice.
            dice: LaneStreams,
            /// Outcomes and events.
            recorder: Recorder<Event>,
            /// How full the batch was.
            served: Served,
        }
    }
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

impl Batch {
    /// The seat of a side in one lane.
    #[inline(always)]
    pub const fn seat(&self, side: Side, lane: usize) -> usize {
        (side.second(self.swapped) >> lane & 1) as usize
    }

    /// Who has the initiative in one lane.
    pub fn first(&self, lane: usize) -> Side {
        side_in(self.first_a, lane)
    }

    /// Lanes in which a side takes the first turn of an impulse (half 0), or the second.
    #[inline(always)]
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
