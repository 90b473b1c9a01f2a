//! A batch of battles: what differs from lane to lane.
//!
//! Phase: none: the fields that the phases read and write.

use lanchester_battle::anticipation::Prospect;
use lanchester_battle::appraisal::Middle;
use lanchester_battle::occupancy::Occupancy;
use lanchester_battle::{Recorder, copy_lanes, rows};
use lanchester_lanes::dice::lanes::LaneStreams;
use lanchester_lanes::{LANES, LaneMask, Row};

use crate::design::{MAX_BANKS, MAX_SHIPS};
use crate::event::Event;
use crate::lanes::chooser::candidates::{MAX_GROUPS, MAX_HEXES};
use crate::lanes::compaction::{BATCHES, Compaction};
use crate::options::Station;
use lanchester_lanes::hex::{Facing, Hex};

/// Ships of both sides together.
pub const MAX_BOTH: usize = 2 * MAX_SHIPS;

/// What a lane does next, but for [`lanchester_battle::queue::IDLE`]. One byte, so that the fullest queue is found by counting.
pub mod action {
    /// A turn begins: initiative.
    pub const TURN: u8 = 1;
    /// A turn ends.
    pub const END: u8 = 2;
    /// Ship 0 moves; ship n is `MOVE + n`.
    pub const MOVE: u8 = 3;
    /// Ship 0 fires; ship n is `FIRE + n`.
    pub const FIRE: u8 = MOVE + super::MAX_BOTH as u8;
    /// Number of actions.
    pub const COUNT: usize = FIRE as usize + super::MAX_BOTH;
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
    /// Hexes moved last turn.
    pub speed: Row,
    /// Boxes checked.
    pub track: Row,
    /// Boxes lost of thrust, weapon hits, ECM, shields.
    pub lost: [Row; 4],
    /// Lanes in which it is on the board.
    pub alive: LaneMask,
    /// Lanes in which it has yet to act in this phase.
    pub ready: LaneMask,
}

copy_lanes!(ShipRows: q, h, facing, speed, track, lost, alive, ready);
copy_lanes!(Seen: track, ecm, icons, alive);

impl ShipRows {
    /// Number of rows.
    pub const COUNT: usize = 9;
    /// The first of the rows that damage changes, which are the last.
    pub const DAMAGE: usize = 4;

    /// Every row, its hex first.
    #[inline(always)]
    pub fn rows(&self) -> [&Row; Self::COUNT] {
        let [a, b, c, d] = &self.lost;
        [&self.q, &self.h, &self.facing, &self.speed, a, b, c, d, &self.track]
    }

    /// Every row, to be written.
    #[inline(always)]
    pub fn rows_mut(&mut self) -> [&mut Row; Self::COUNT] {
        let [a, b, c, d] = &mut self.lost;
        [&mut self.q, &mut self.h, &mut self.facing, &mut self.speed, a, b, c, d, &mut self.track]
    }
}

/// Where an enemy may answer from.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// Where it may be.
    pub at: Prospect,
    /// Lanes in which it could be there.
    pub possible: LaneMask,
}

/// Typical replies that `foresight` looks at.
pub const REPLIES: usize = 12;

/// One bank's declared attack in every lane.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// Target slot, 255 for none.
    pub target: Row,
    /// Attack dice.
    pub dice: Row,
    /// Column index (2 − modifier) and distance, for the record.
    pub column: Row,
    /// Distance.
    pub distance: Row,
    /// The target's blocking faces.
    pub shield: Row,
}

/// An enemy as it was when the ships that now fire together declared their targets (NOVA 3.3).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Boxes checked.
    pub track: Row,
    /// Boxes lost of its ECM.
    pub ecm: Row,
    /// Shield icons lost.
    pub icons: Row,
    /// Lanes in which it was on the board.
    pub alive: LaneMask,
}

rows! {
    /// A batch of battles, one a lane.
    pub struct Batch {
        compared {
            /// The ships, A's then B's.
            ships: [ShipRows; MAX_BOTH],
            /// What each lane does next.
            next: Row,
            /// Lanes that finished moving and enter the combat phase.
            entering: LaneMask,
            /// Lanes in which B is active this turn.
            active_b: LaneMask,
            /// Lanes in which B is the side to act.
            acting_b: LaneMask,
            /// Activations the acting side has left before the other's turn.
            burst: Row,
            /// Ships that each side activates at a time in this phase.
            stride: [Row; 2],
            /// Turn, from 1.
            turn: Row,
            /// Lanes whose battle seats A second.
            swapped: LaneMask,
            /// Lanes in which A won the first throw.
            first_a: LaneMask,
            /// Lanes in which a die was rolled to hit.
            contact: LaneMask,
            /// Victory points of A and B for eliminated ships, in quarter points.
            vp: [[u32; LANES]; 2] = [[0; LANES]; 2],
            /// The enemies of the side that fires, by slot, as its ships saw them when they declared together. Only where the
            /// options say that they do.
            seen: [Seen; MAX_SHIPS],
        }
        dealt {
            /// Battle indices.
            battles: [u64; LANES] = [0; LANES],
            /// Battle keys.
            keys: [u64; LANES] = [0; LANES],
        }
    }
}

rows! {
    /// What the kernels need in between: nothing here outlives an activation but results and records.
    pub struct Scratch {
        /// The dice of the activation in progress.
        dice: LaneStreams,
        /// The slot in its fleet of the ship that acts.
        fleet_slots: Row,
        /// Where enemies may be, by enemy slot.
        prospects: Vec<[Reply; REPLIES]> = vec![Default::default(); MAX_SHIPS],
        /// Where the other ships stand, in the order of the tables: east, north.
        standing: [[Row; 2]; MAX_BOTH],
        /// The middle of the other ships of the side that moves one.
        fleet: Middle,
        /// Lanes in which the ends of a group are legal, but for the edge and other ships.
        legal: [LaneMask; MAX_GROUPS] = [0; MAX_GROUPS],
        /// Those of them in which they leave the ship faster than it can afford so near the edge, should it be damaged.
        may_leave_board: [LaneMask; MAX_GROUPS] = [0; MAX_GROUPS],
        /// Hexes that such a ship would be forced on, by group.
        forced_run: [Row; MAX_GROUPS] = [Row::ZERO; MAX_GROUPS],
        /// Lanes in which a hex of the ship's candidates is on the board.
        open: [LaneMask; MAX_HEXES] = [0; MAX_HEXES],
        /// Attacks declared by the ship that fires.
        declared: Vec<Declared> = vec![Declared::default(); MAX_BANKS],
        /// Boxes the activation checks on each enemy slot.
        damage: [Row; MAX_SHIPS],
        /// Results of the chunk, and its events if they are recorded.
        recorder: Recorder<Event>,
    }
}

/// Working memory of one thread.
#[derive(Debug, Default)]
pub struct Workspace {
    /// The battles.
    pub batches: [Batch; BATCHES],
    /// Lanes of several batches, put together for one action.
    pub full: Batch,
    /// Whose lanes they are.
    pub compaction: Compaction,
    /// What the kernels need in between.
    pub scratch: Scratch,
    /// How full the batches were.
    pub served: Served,
}

/// How full the batches were when turns changed, ships moved and ships fired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Served {
    /// A turn ends or begins.
    pub turns: Occupancy,
    /// A ship moves.
    pub moves: Occupancy,
    /// A ship fires.
    pub fire: Occupancy,
}

impl Batch {
    /// Where a ship is in one lane.
    pub fn station(&self, ship: usize, lane: usize) -> Station {
        let rows = &self.ships[ship];
        Station {
            hex: Hex { q: rows.q.0[lane] as i8, h: rows.h.0[lane] as i8 },
            facing: Facing::new(rows.facing.0[lane].into()),
            speed: rows.speed.0[lane],
        }
    }

    /// Puts a ship somewhere in one lane.
    pub fn put(&mut self, ship: usize, lane: usize, station: Station) {
        let rows = &mut self.ships[ship];
        rows.q.0[lane] = station.hex.q as u8;
        rows.h.0[lane] = station.hex.h as u8;
        rows.facing.0[lane] = station.facing.index();
        rows.speed.0[lane] = station.speed;
    }

    /// Whether a ship is on the board in one lane.
    pub fn is_alive(&self, ship: usize, lane: usize) -> bool {
        self.ships[ship].alive >> lane & 1 == 1
    }
}
