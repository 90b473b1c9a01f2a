//! What lies on the table: the ship records, the flights, the explosions, and the record so far.

use lanchester_battle::EventLog;
use lanchester_core::Side;
use lanchester_lanes::hex::Hex;

use super::Setup;
use crate::design::{Design, FIGHTERS, Kind, MAX_EQUIPMENT, MAX_MOUNTS};
use crate::event::{Event, Flight, Loss, ShipId, Target};
use crate::options::Station;

/// One ship's record and counter.
#[derive(Clone, Debug)]
pub struct Vessel<'a> {
    /// Its class.
    pub design: &'a Design,
    /// Where it is, or was when it went out of the game.
    pub at: Station,
    /// The last thing it did in the movement phase before was to move ahead; true before its first.
    pub forward: bool,
    /// Hull boxes hit.
    pub hull: u8,
    /// Hull boxes marked, by hits or by crew casualties; never fewer than `hull`.
    pub marked: u8,
    /// Engine boxes lost.
    pub engines: u8,
    /// Shield boxes lost.
    pub shields: u8,
    /// Weapons left, by mount.
    pub weapons: [u8; MAX_MOUNTS],
    /// Boxes left, by piece of special equipment.
    pub boxes: [u8; MAX_EQUIPMENT],
    /// How it went out of the game.
    pub lost: Option<Loss>,
    /// Strength of the explosion where it was destroyed.
    pub explosion: u8,
    /// Its explosion has yet to see its first end phase, which takes no strength off it.
    pub spared: bool,
}

impl Vessel<'_> {
    /// Movement points.
    ///
    /// ### X 3.1 Movement points (p. 14)
    /// As many as engine boxes are left.
    pub fn movement_points(&self) -> u8 {
        self.design.engines.saturating_sub(self.engines)
    }

    /// Current shield rating.
    pub fn shield_rating(&self) -> u8 {
        self.design.shields.saturating_sub(self.shields)
    }

    /// Whether it is in the game.
    pub fn alive(&self) -> bool {
        self.lost.is_none()
    }

    /// The place in its list of a piece of equipment of this kind that still works.
    pub fn working(&self, kind: Kind) -> Option<usize> {
        let place = self.design.equipment.iter().position(|piece| piece.kind == kind)?;
        (self.design.equipment[place].boxes == 0 || self.boxes[place] > 0).then_some(place)
    }

    /// The least face that cancels a hit of the kind that this armour is for, if it has it.
    pub fn cancels(&self, armour: Kind) -> Option<u8> {
        self.working(armour).map(|place| self.design.equipment[place].cancels_on)
    }
}

/// One flight's counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squadron {
    /// Where it is.
    pub hex: Hex,
    /// Fighters left; a flight without any is gone.
    pub fighters: u8,
    /// The slot of the ship whose bay it comes from.
    pub carrier: u8,
    /// It waits for its turn in the current fighter phase.
    pub ready: bool,
}

/// The records and flights of both sides at some moment.
#[derive(Clone, Debug)]
pub(super) struct Beginning<'a> {
    vessels: [Vec<Vessel<'a>>; 2],
    flights: [Vec<Squadron>; 2],
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
    /// The flights of A and of B.
    pub flights: [Vec<Squadron>; 2],
    /// Who resolves first in the first combat phase.
    pub(super) first_throw: Option<Side>,
    /// A die was rolled to hit.
    pub contact: bool,
    /// The table as it was when the combat phase began, while one is played: what attacks look at (X 4.3).
    pub(super) began: Option<Beginning<'a>>,
    /// What happened so far.
    pub(super) log: EventLog<Event>,
}

impl<'a> Battle<'a> {
    /// An empty table.
    pub(crate) fn new(setup: &'a Setup<'a>, number: u64) -> Self {
        let nowhere = Station { hex: Hex::default(), facing: lanchester_lanes::hex::Facing::NORTH };
        let vessel = |&design: &&'a Design| {
            let mut weapons = [0; MAX_MOUNTS];
            design.mounts().zip(&mut weapons).for_each(|((_, mount), left)| *left = mount.weapons);
            let mut boxes = [0; MAX_EQUIPMENT];
            design.equipment.iter().zip(&mut boxes).for_each(|(piece, left)| *left = piece.boxes);
            Vessel {
                design,
                at: nowhere,
                forward: true,
                hull: 0,
                marked: 0,
                engines: 0,
                shields: 0,
                weapons,
                boxes,
                lost: None,
                explosion: 0,
                spared: false,
            }
        };
        let flights = |side: usize| {
            let bays = setup.ships[side].iter().enumerate().flat_map(|(slot, d)| vec![slot as u8; d.flights()]);
            bays.map(|carrier| Squadron { hex: Hex::default(), fighters: FIGHTERS, carrier, ready: false }).collect()
        };
        Self {
            setup,
            number,
            turn: 0,
            vessels: [0, 1].map(|i| setup.ships[i].iter().map(vessel).collect()),
            flights: [0, 1].map(flights),
            first_throw: None,
            contact: false,
            began: None,
            log: EventLog::default(),
        }
    }

    /// What happened so far.
    pub fn events(&self) -> &[Event] {
        self.log.events()
    }

    /// A ship's record. Ships of the battle only.
    pub fn vessel(&self, ship: ShipId) -> &Vessel<'a> {
        &self.vessels[ship.side][usize::from(ship.slot)]
    }

    /// A ship's record as attacks see it: in the combat phase as it was when the phase began, else as it is.
    pub fn seen(&self, ship: ShipId) -> &Vessel<'a> {
        let vessels = self.began.as_ref().map_or(&self.vessels, |began| &began.vessels);
        &vessels[ship.side][usize::from(ship.slot)]
    }

    /// Remembers the table as what attacks see from now on.
    pub(super) fn begin_combat(&mut self) {
        self.began = Some(Beginning { vessels: self.vessels.clone(), flights: self.flights.clone() });
    }

    pub(crate) fn vessel_mut(&mut self, ship: ShipId) -> &mut Vessel<'a> {
        &mut self.vessels[ship.side][usize::from(ship.slot)]
    }

    /// All ships of a side, in slot order.
    pub fn ships(&self, side: Side) -> impl Iterator<Item = ShipId> + use<> {
        (0..self.vessels[side].len() as u8).map(move |slot| ShipId { side, slot })
    }

    /// The ships of both sides that are in the game, A's first.
    pub fn afloat(&self) -> Vec<ShipId> {
        let all = Side::BOTH.into_iter().flat_map(|side| self.ships(side));
        all.filter(|ship| self.vessel(*ship).alive()).collect()
    }

    /// A flight, if there is one of that number.
    pub fn flight(&self, flight: Flight) -> Option<&Squadron> {
        self.flights[flight.side].get(usize::from(flight.slot))
    }

    /// The flights of a side that have fighters left, in order.
    pub fn flying(&self, side: Side) -> impl Iterator<Item = Flight> + '_ {
        let left = self.flights[side].iter().enumerate().filter(|(_, flight)| flight.fighters > 0);
        left.map(move |(slot, _)| Flight { side, slot: slot as u8 })
    }

    /// The flights of a side in a hex.
    ///
    /// ### X 5.2.1 Fighter stacking (p. 18)
    /// All flights of a side in one hex are one target, named after the first of them; its owner spreads the losses.
    pub fn stack(&self, side: Side, hex: Hex) -> impl Iterator<Item = Flight> + '_ {
        self.flying(side).filter(move |flight| self.flight(*flight).is_some_and(|f| f.hex == hex))
    }

    /// Where a target of `side`'s enemies is, if it is there. In the combat phase stacks are those of its beginning.
    pub fn place(&self, side: Side, target: Target) -> Option<Hex> {
        let opponent = side.opponent();
        match target {
            Target::Ship(slot) => self.vessels[opponent]
                .get(usize::from(slot))
                .filter(|vessel| vessel.alive())
                .map(|vessel| vessel.at.hex),
            Target::Flights(slot) => {
                let flights = self.began.as_ref().map_or(&self.flights, |began| &began.flights);
                let hex = flights[opponent].get(usize::from(slot)).filter(|f| f.fighters > 0)?.hex;
                let leader = flights[opponent].iter().position(|f| f.fighters > 0 && f.hex == hex);
                (leader == Some(usize::from(slot))).then_some(hex)
            }
        }
    }

    /// Whether a hex is on the board and no object occupies it.
    pub fn is_open(&self, hex: Hex) -> bool {
        let options = self.setup.options;
        options.board.contains(hex) && (hex.q ^ hex.h) & 1 == 0 && !options.is_solid(hex)
    }

    /// The explosions on the board: where, how strong, and whose.
    pub fn explosions(&self) -> impl Iterator<Item = (Hex, u8, ShipId)> + '_ {
        let all = Side::BOTH.into_iter().flat_map(|side| self.ships(side));
        all.map(|ship| (self.vessel(ship), ship))
            .filter(|(vessel, _)| vessel.explosion > 0)
            .map(|(vessel, ship)| (vessel.at.hex, vessel.explosion, ship))
    }

    /// Strength of all explosions in a hex together.
    pub fn blast(&self, hex: Hex) -> u8 {
        self.explosions().filter(|(at, ..)| *at == hex).map(|(_, strength, _)| strength).sum()
    }
}
