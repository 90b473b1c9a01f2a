//! What lies on the table: the ship displays, the board, and the record so far.

use lanchester_battle::EventLog;
use lanchester_core::Side;
use lanchester_lanes::hex::{Board, Hex};

use super::Setup;
use super::combat::Declaration;
use crate::design::{Design, ECM, SHIELDS, THRUST};
use crate::event::{Condition, Event, ShipId};
use crate::options::Station;

/// One ship's display and counter.
#[derive(Clone, Debug)]
pub struct Vessel<'a> {
    /// Its class.
    pub design: &'a Design,
    /// Where it is; `None` before it is placed and after it is removed.
    pub at: Option<Station>,
    /// Damage boxes checked, armour and hull together in fill order.
    pub track: u8,
    /// Boxes checked in the rows of thrust, weapon hits, ECM and shields, each 0 to 4.
    pub lost: [u8; 4],
    /// How whole it is.
    pub condition: Condition,
    /// It waits for its activation in the current phase.
    pub ready: bool,
}

impl Vessel<'_> {
    /// Current thrust rating.
    pub fn thrust(&self) -> u8 {
        self.design.thrust_after(self.lost[THRUST])
    }

    /// Current ECM rating.
    pub fn ecm(&self) -> u8 {
        self.design.ecm_after(self.lost[ECM])
    }

    /// Faces that its shields block now, as a set of bits.
    pub fn shield_faces(&self) -> u8 {
        self.design.shield_faces(self.lost[SHIELDS])
    }

    /// Whether it is in the game.
    pub fn alive(&self) -> bool {
        self.condition != Condition::Destroyed
    }
}

/// A battle in progress. [`super::Choices`] look at it to decide.
#[derive(Clone, Debug)]
pub struct Battle<'a> {
    /// What it started from.
    pub setup: &'a Setup<'a>,
    /// Its number in the study; its parity says who sits where.
    pub number: u64,
    /// The turn, from 1; 0 while setting up.
    pub turn: u16,
    /// The ships of A and of B.
    pub vessels: [Vec<Vessel<'a>>; 2],
    /// Rows from its own edge in which each side may place its ships (NOVA 2.3).
    pub(super) depth: [u8; 2],
    /// Who won the first initiative throw.
    pub(super) first_throw: Option<Side>,
    /// A die was rolled to hit.
    pub contact: bool,
    /// What the ships declared that fire next.
    pub(super) declared: Vec<Declaration>,
    /// What happened so far.
    pub(super) log: EventLog<Event>,
}

impl<'a> Battle<'a> {
    /// An empty table.
    pub(super) fn new(setup: &'a Setup<'a>, number: u64) -> Self {
        let vessel = |&design: &&'a Design| Vessel {
            design,
            at: None,
            track: 0,
            lost: [0; 4],
            condition: Condition::Sound,
            ready: false,
        };
        Self {
            setup,
            number,
            turn: 0,
            vessels: [0, 1].map(|i| setup.ships[i].iter().map(vessel).collect()),
            depth: [0; 2],
            first_throw: None,
            contact: false,
            declared: Vec::new(),
            log: EventLog::default(),
        }
    }

    /// How many ships have declared their targets and wait for the others of their group to do so (NOVA 3.3).
    pub fn declared(&self) -> usize {
        self.declared.len()
    }

    /// What happened so far.
    pub fn events(&self) -> &[Event] {
        self.log.events()
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.setup.options.board()
    }

    /// A ship's display. Ships of the battle only.
    pub fn vessel(&self, ship: ShipId) -> &Vessel<'a> {
        &self.vessels[ship.side][usize::from(ship.slot)]
    }

    pub(super) fn vessel_mut(&mut self, ship: ShipId) -> &mut Vessel<'a> {
        &mut self.vessels[ship.side][usize::from(ship.slot)]
    }

    /// All ships of a side, in slot order.
    pub fn ships(&self, side: Side) -> impl Iterator<Item = ShipId> + use<> {
        (0..self.vessels[side].len() as u8).map(move |slot| ShipId { side, slot })
    }

    /// The ships of a side that wait for their activation in this phase.
    pub fn ready(&self, side: Side) -> impl Iterator<Item = ShipId> + '_ {
        self.ships(side).filter(|ship| self.vessel(*ship).ready)
    }

    /// The ships of A and of B that are in the game.
    pub fn afloat(&self) -> [usize; 2] {
        Side::BOTH.map(|side| self.vessels[side].iter().filter(|v| v.alive()).count())
    }

    /// The living ship in a hex.
    pub fn occupant(&self, hex: Hex) -> Option<ShipId> {
        let here = |ship: &ShipId| self.vessel(*ship).at.is_some_and(|at| at.hex == hex);
        Side::BOTH.into_iter().flat_map(|side| self.ships(side)).find(here)
    }

    /// Takes a ship out of the game: its hex is free and its points are the enemy's.
    pub(super) fn remove(&mut self, ship: ShipId) {
        let vessel = self.vessel_mut(ship);
        vessel.at = None;
        vessel.condition = Condition::Destroyed;
        vessel.ready = false;
    }
}
