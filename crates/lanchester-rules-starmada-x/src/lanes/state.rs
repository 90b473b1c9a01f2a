//! A batch of battles: what differs from lane to lane.
//!
//! Phase: none: the fields that the phases read and write.

use lanchester_battle::Recorder;
use lanchester_battle::anticipation::Prospect;
use lanchester_battle::appraisal::Middle;
use lanchester_battle::occupancy::Occupancy;
use lanchester_battle::throws::seat_codes;
use lanchester_lanes::dice::lanes::LaneStreams;
use lanchester_lanes::hex::{Facing, Hex};
use lanchester_lanes::ops::store;
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LANES, LaneMask, Row, Simd};

use crate::design::{MAX_EQUIPMENT, MAX_FLIGHTS, MAX_MOUNTS, MAX_SHIPS};
use crate::event::{Event, Flight, Mark, Marks};
use crate::lanes::chooser::candidates::MAX_ENDS;
use crate::lanes::chooser::hexes::Hexes;
use crate::lanes::field::MAX_COLUMNS;
use crate::lanes::fire::Values;
use crate::lanes::tables::Tables;
use crate::options::Station;

/// Ships of both sides together.
pub const MAX_BOTH: usize = 2 * MAX_SHIPS;
/// Flights of both sides together.
pub const MAX_ALL_FLIGHTS: usize = 2 * MAX_FLIGHTS;

/// What a lane does next, but for [`lanchester_battle::queue::IDLE`]. One byte, so that who waits for it is one comparison.
pub mod action {
    /// A turn begins: orders and movement.
    pub const TURN: u8 = 1;
    /// Combat and end phase.
    pub const COMBAT: u8 = 2;
    /// Flight 0 acts; flight n is `FLIGHT + n`.
    pub const FLIGHT: u8 = 3;
}

/// One ship in every lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShipRows {
    /// East coordinate.
    pub q: Row,
    /// North coordinate.
    pub h: Row,
    /// Facing, 0 to 5.
    pub facing: Row,
    /// Hexes between the beginning and the end of its last movement.
    pub run: Row,
    /// Hull boxes hit.
    pub hull: Row,
    /// Hull boxes marked, by hits or casualties.
    pub marked: Row,
    /// Engine boxes lost.
    pub engines: Row,
    /// Shield boxes lost.
    pub shields: Row,
    /// Weapons left, by mount.
    pub weapons: [Row; MAX_MOUNTS],
    /// Boxes left, by piece of equipment.
    pub boxes: [Row; MAX_EQUIPMENT],
    /// Mounts that bear on the nearest enemy, a bit each, after this turn's movement.
    pub useful: Row,
    /// Strength of the explosion where it was destroyed.
    pub strength: Row,
    /// Lanes in which the last thing it did was to move ahead.
    pub forward: LaneMask,
    /// Lanes in which it is in the game.
    pub alive: LaneMask,
    /// Lanes in which its explosion has strength left.
    pub exploded: LaneMask,
    /// Lanes in which its explosion has yet to see its first end phase.
    pub fresh: LaneMask,
}

/// What attacks of a phase look at: a ship as it was when the phase began.
#[derive(Clone, Debug, Default)]
pub struct Before {
    /// Hull boxes hit; only where all ships declare before any die is rolled.
    pub hull: Row,
    /// Shield boxes lost.
    pub shields: Row,
    /// Weapons left, by mount.
    pub weapons: [Row; MAX_MOUNTS],
    /// Lanes in which its Electronic Countermeasures work.
    pub ecm: LaneMask,
    /// Lanes in which its armour for hull, weapons and shields works.
    pub armour: [LaneMask; 3],
}

/// One flight in every lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlightRows {
    /// East coordinate.
    pub q: Row,
    /// North coordinate.
    pub h: Row,
    /// Fighters left.
    pub fighters: Row,
    /// Lanes in which it has yet to act in this phase.
    pub ready: LaneMask,
    /// Lanes in which it is the first of its stack in the combat phase.
    pub leads: LaneMask,
}

/// Typical orders in the mixture that `foresight` looks at.
pub const MIXTURE: usize = 8;

/// The target of a mount or flight that attacks nothing.
pub const NONE: u8 = 255;
/// Targets from here on are flights.
pub const FLIGHTS: u8 = 16;

/// What one mount fires at in every lane.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// Slot of an enemy ship, [`FLIGHTS`] + number of an enemy flight, [`NONE`].
    pub target: Row,
    /// Needed number.
    pub need: Row,
    /// Distance.
    pub range: Row,
}

/// An enemy as the ship that is given orders sees it, wherever it goes.
#[derive(Clone, Debug, Default)]
pub struct Opponent {
    /// Lanes that ask in which it is in the game.
    pub alive: LaneMask,
    /// Lanes in which its Electronic Countermeasures work.
    pub ecm: LaneMask,
    /// What damage dealt to it counts, by salvo of the ship.
    pub dealt: Values,
    /// What damage taken from it counts, by its salvos.
    pub taken: Values,
    /// The same, before it is shared out.
    pub shared: Values,
}

/// Working memory of one thread: a batch and what its kernels need in between.
#[derive(Debug)]
pub struct Batch {
    /// The ships, A's then B's.
    pub ships: [ShipRows; MAX_BOTH],
    /// The ships as they were when the phase began.
    pub before: [Before; MAX_BOTH],
    /// The flights, A's then B's.
    pub flights: Vec<FlightRows>,
    /// What each lane does next.
    pub next: Row,
    /// Turn, from 1.
    pub turn: Row,
    /// Lanes whose battle seats A second.
    pub swapped: LaneMask,
    /// Lanes in which A won the throw of the first combat phase.
    pub first_a: LaneMask,
    /// Lanes in which a die was rolled to hit.
    pub contact: LaneMask,
    /// Lanes with explosions on the board.
    pub blasted: LaneMask,
    /// Lanes in which B chooses the next flight.
    pub chooser_b: LaneMask,
    /// Battle keys.
    pub keys: [u64; LANES],
    /// Battle indices.
    pub battle: [u64; LANES],
    /// The dice of the activation in progress.
    pub dice: LaneStreams,
    /// Where enemies may be, by enemy slot.
    pub prospects: Vec<[Prospect; MIXTURE]>,
    /// The enemies of the ship that is given orders, by slot.
    pub opponents: Vec<Opponent>,
    /// Hexes that it looks at, and those to which its ways on lead from there.
    pub hexes: Vec<Hexes>,
    /// The middle of the other ships of the side that orders one.
    pub fleet: Middle,
    /// The orders chosen for each ship, by their place in its list.
    pub chosen: Vec<[i16; LANES]>,
    /// Attacks declared by the ship that fires, by mount.
    pub declared: [Declared; MAX_MOUNTS],
    /// Hexes that a flight can reach, by lane and column, a bit a row: where explosions or objects are in the way.
    pub reach: Vec<[u64; MAX_COLUMNS]>,
    /// Lanes in which each end of the ship that is ordered is not chosen, because of an object.
    pub barred: Vec<LaneMask>,
    /// Marks of the damage die in progress, in recorded battles.
    pub marks: Vec<Marks>,
    /// Results of the chunk, and its events if they are recorded.
    pub recorder: Recorder<Event>,
    /// How full the batch was.
    pub served: Served,
}

/// How full the batch was when ships were given orders, when they fired and when flights acted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Served {
    /// A ship is given orders.
    pub orders: Occupancy,
    /// A ship fires.
    pub fire: Occupancy,
    /// A flight acts.
    pub flights: Occupancy,
}

impl Default for Batch {
    fn default() -> Self {
        Self {
            ships: Default::default(),
            before: Default::default(),
            flights: vec![FlightRows::default(); MAX_ALL_FLIGHTS],
            next: Row::ZERO,
            turn: Row::ZERO,
            swapped: 0,
            first_a: 0,
            contact: 0,
            blasted: 0,
            chooser_b: 0,
            keys: [0; LANES],
            battle: [0; LANES],
            dice: LaneStreams::default(),
            prospects: vec![Default::default(); MAX_SHIPS],
            opponents: vec![Opponent::default(); MAX_SHIPS],
            hexes: vec![Hexes::default(); 2],
            fleet: Middle::default(),
            chosen: vec![[0; LANES]; MAX_BOTH],
            declared: Default::default(),
            reach: vec![[0; MAX_COLUMNS]; LANES],
            barred: vec![0; MAX_ENDS],
            marks: vec![Marks::default(); LANES],
            recorder: Recorder::default(),
            served: Served::default(),
        }
    }
}

impl Batch {
    /// Where a ship is in one lane.
    #[must_use]
    pub fn station(&self, ship: usize, lane: usize) -> Station {
        let rows = &self.ships[ship];
        Station { hex: self.hex(ship, lane), facing: Facing::new(rows.facing.0[lane].into()) }
    }

    /// The hex of a ship in one lane.
    #[must_use]
    pub fn hex(&self, ship: usize, lane: usize) -> Hex {
        let rows = &self.ships[ship];
        Hex { q: rows.q.0[lane] as i8, h: rows.h.0[lane] as i8 }
    }

    /// The hex of a flight in one lane.
    #[must_use]
    pub fn flight_hex(&self, flight: usize, lane: usize) -> Hex {
        let rows = &self.flights[flight];
        Hex { q: rows.q.0[lane] as i8, h: rows.h.0[lane] as i8 }
    }

    /// Puts a ship somewhere in one lane.
    pub fn put(&mut self, ship: usize, lane: usize, station: Station) {
        let rows = &mut self.ships[ship];
        rows.q.0[lane] = station.hex.q as u8;
        rows.h.0[lane] = station.hex.h as u8;
        rows.facing.0[lane] = station.facing.index();
    }

    /// Whether a ship is in the game in one lane.
    #[must_use]
    pub fn is_alive(&self, ship: usize, lane: usize) -> bool {
        self.ships[ship].alive >> lane & 1 == 1
    }

    /// Whether battles are recorded.
    #[inline(always)]
    #[must_use]
    pub fn records(&self) -> bool {
        self.recorder.keeps_events()
    }

    /// Adds an event to the record of the lane's battle, if one is made.
    pub fn note(&mut self, lane: usize, event: Event) {
        self.recorder.note(self.battle[lane], event);
    }

    /// Opens the stream of an activation in the lanes that roll: the first code (both below 256) where A has seat 0, the
    /// second elsewhere.
    #[inline(always)]
    pub fn open_stream<S: Simd>(&mut self, simd: S, codes: [u32; 2], rolling: LaneMask) {
        let mut row = Row::ZERO;
        store(seat_codes(simd, self.swapped, codes), &mut row);
        self.dice.open(simd, rolling, &self.keys, &self.turn, &row);
    }

    /// Adds a mark to the damage die in progress in these lanes, if they are recorded.
    pub fn mark(&mut self, lanes: LaneMask, mark: Mark) {
        if self.recorder.keeps_events() {
            for lane in lanes_of(lanes) {
                self.marks[lane].push(mark);
            }
        }
    }
}

/// The name of a flight in events.
#[must_use]
pub fn flight_of(tables: &Tables, flight: usize) -> Flight {
    Flight { side: tables.flights.side_of(flight), slot: tables.flights.slot_of(flight) }
}
