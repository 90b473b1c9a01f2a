//! A batch of battles: what differs from lane to lane.
//!
//! Phase: none: the fields that the phases read and write.

use lanchester_battle::anticipation::Prospect;
use lanchester_battle::appraisal::Middle;
use lanchester_battle::occupancy::Occupancy;
use lanchester_battle::rows::each;
use lanchester_battle::throws::seat_codes;
use lanchester_battle::{Recorder, rows};
use lanchester_lanes::dice::lanes::LaneStreams;
use lanchester_lanes::hex::{Facing, Hex};
use lanchester_lanes::ops::store;
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LANES, LaneMask, Row, Simd};

use crate::design::{Design, FIGHTERS, MAX_EQUIPMENT, MAX_FLIGHTS, MAX_MOUNTS, MAX_SHIPS};
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

rows! {
    /// One ship in every lane.
    pub struct ShipRows begins(design: &Design) {
        /// East coordinate.
        q: Row,
        /// North coordinate.
        h: Row,
        /// Facing, 0 to 5.
        facing: Row,
        /// Hexes between the beginning and the end of its last movement.
        // Before its first movement a ship is expected to come on.
        run: Row = design.engines,
        /// Hull boxes hit.
        hull: Row = 0,
        /// Hull boxes marked, by hits or casualties.
        marked: Row = 0,
        /// Engine boxes lost.
        engines: Row = 0,
        /// Shield boxes lost.
        shields: Row = 0,
        /// Weapons left, by mount.
        weapons: [Row; MAX_MOUNTS] = each(design.mounts().map(|(_, mount)| mount.weapons)),
        /// Boxes left, by piece of equipment.
        boxes: [Row; MAX_EQUIPMENT] = each(design.equipment.iter().map(|piece| piece.boxes)),
        /// Mounts that bear on the nearest enemy, a bit each, after this turn's movement.
        useful: Row,
        /// Strength of the explosion where it was destroyed.
        strength: Row = 0,
        /// Lanes in which the last thing it did was to move ahead.
        forward: LaneMask = true,
        /// Lanes in which it is in the game.
        alive: LaneMask = true,
        /// Lanes in which its explosion has strength left.
        exploded: LaneMask = false,
        /// Lanes in which its explosion has yet to see its first end phase.
        fresh: LaneMask = false,
    }
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

rows! {
    /// One flight in every lane.
    pub struct FlightRows begins() {
        /// East coordinate.
        q: Row,
        /// North coordinate.
        h: Row,
        /// Fighters left.
        fighters: Row = FIGHTERS,
        /// Lanes in which it has yet to act in this phase.
        ready: LaneMask = false,
        /// Lanes in which it is the first of its stack in the combat phase.
        leads: LaneMask,
    }
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

rows! {
    /// Working memory of one thread: a batch and what its kernels need in between.
    pub struct Batch {
        compared {
            /// The ships, A's then B's.
            ships: [ShipRows; MAX_BOTH],
            /// The flights, A's then B's.
            flights: Vec<FlightRows> = vec![FlightRows::default(); MAX_ALL_FLIGHTS],
            /// What each lane does next.
            next: Row,
            /// Turn, from 1.
            turn: Row,
            /// Lanes in which A won the throw of the first combat phase.
            first_a: LaneMask,
            /// Lanes in which B chooses the next flight.
            chooser_b: LaneMask,
            /// Lanes in which a die was rolled to hit.
            contact: LaneMask,
            /// Lanes with explosions on the board.
            blasted: LaneMask,
        }
        copied {
            /// Lanes whose battle seats A second.
            swapped: LaneMask,
        }
        dealt {
            /// Battle indices.
            battles: [u64; LANES] = [0; LANES],
            /// Battle keys.
            keys: [u64; LANES] = [0; LANES],
        }
        scratch {
            /// The ships as they were when the phase began.
            before: [Before; MAX_BOTH],
            /// The dice of the activation in progress.
            dice: LaneStreams,
            /// Where enemies may be, by enemy slot.
            prospects: Vec<[Prospect; MIXTURE]> = vec![Default::default(); MAX_SHIPS],
            /// The enemies of the ship that is given orders, by slot.
            opponents: Vec<Opponent> = vec![Opponent::default(); MAX_SHIPS],
            /// Hexes that it looks at, and those to which its ways on lead from there.
            hexes: Vec<Hexes> = vec![Hexes::default(); 2],
            /// The middle of the other ships of the side that orders one.
            fleet: Middle,
            /// The orders chosen for each ship, by their place in its list.
            chosen: Vec<[i16; LANES]> = vec![[0; LANES]; MAX_BOTH],
            /// Attacks declared by the ship that fires, by mount.
            declared: [Declared; MAX_MOUNTS],
            /// Hexes that a flight can reach, by lane and column, a bit a row: where explosions or objects are in the way.
            reach: Vec<[u64; MAX_COLUMNS]> = vec![[0; MAX_COLUMNS]; LANES],
            /// Lanes in which each end of the ship that is ordered is not chosen, because of an object.
            barred: Vec<LaneMask> = vec![0; MAX_ENDS],
            /// Marks of the damage die in progress, in recorded battles.
            marks: Vec<Marks> = vec![Marks::default(); LANES],
            /// Results of the chunk, and its events if they are recorded.
            recorder: Recorder<Event>,
            /// How full the batch was.
            served: Served,
        }
    }
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

impl Batch {
    /// Where a ship is in one lane.
    pub fn station(&self, ship: usize, lane: usize) -> Station {
        let rows = &self.ships[ship];
        Station { hex: self.hex(ship, lane), facing: Facing::new(rows.facing.0[lane].into()) }
    }

    /// The hex of a ship in one lane.
    pub fn hex(&self, ship: usize, lane: usize) -> Hex {
        let rows = &self.ships[ship];
        Hex { q: rows.q.0[lane] as i8, h: rows.h.0[lane] as i8 }
    }

    /// The hex of a flight in one lane.
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
    pub fn is_alive(&self, ship: usize, lane: usize) -> bool {
        self.ships[ship].alive >> lane & 1 == 1
    }

    /// Whether battles are recorded.
    #[inline(always)]
    pub fn records(&self) -> bool {
        self.recorder.keeps_events()
    }

    /// Adds an event to the record of the lane's battle, if one is made.
    pub fn note(&mut self, lane: usize, event: Event) {
        self.recorder.note(self.battles[lane], event);
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
pub fn flight_of(tables: &Tables, flight: usize) -> Flight {
    Flight { side: tables.flights.side_of(flight), slot: tables.flights.slot_of(flight) }
}
