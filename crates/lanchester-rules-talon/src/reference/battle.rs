//! What lies on the table: counters, displays, markers, and the record so far.

use lanchester_battle::EventLog;
use lanchester_core::Side;
use lanchester_lanes::hex::{Facing, Hex16};

use super::Setup;
use crate::arcs::Arc;
use crate::design::{Design, MAX_GROUPS};
use crate::effects::Missile;
use crate::event::{Event, Loss, Marker, MissileId, ShipId, code};
use crate::position::Position;
use crate::weapons::Weapon;

/// A shield reinforcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reinforcement {
    /// Its arc.
    pub arc: Arc,
    /// The impulse (0 to 5) in which it was placed, and in which it expires a round later.
    pub impulse: u8,
    /// Points that it still absorbs.
    pub left: u8,
}

/// One ship's counter and display.
#[derive(Clone, Debug)]
pub struct Vessel<'a> {
    /// Its class.
    pub design: &'a Design,
    /// Where it is, or was when it went out of the game.
    pub at: Position,
    /// Hull boxes marked.
    pub hull: u8,
    /// Shield boxes left, by arc.
    pub shields: [u8; 4],
    /// Reinforcements, oldest first.
    pub reinforcements: Vec<Reinforcement>,
    /// Filled red and yellow boxes of each group.
    pub bars: [[u8; 2]; MAX_GROUPS],
    /// Groups that were destroyed.
    pub destroyed: [bool; MAX_GROUPS],
    /// Batteries that are charged.
    pub charged: u8,
    /// Afterburner boxes left.
    pub burners: u8,
    /// It has a marker for a side slip.
    pub slip: bool,
    /// Hexes to the marker of its turn radius; 0 without one.
    pub pending: u8,
    /// The speed that is written.
    pub speed: u8,
    /// The power that is written.
    pub power: u8,
    /// The turn radius that is written.
    pub radius: u8,
    /// When it received each repairable critical that it has, as the turn of a stream.
    pub markers: [Option<u32>; Marker::ALL.len()],
    /// What damage to its thrusters adds to its turn radius.
    pub thrusters: u8,
    /// What damage to its relays takes off its power.
    pub relays: u8,
    /// Its FTL is offline.
    pub ftl_offline: bool,
    /// Ends of impulses in a row at which it was far from every other ship.
    pub alone: u8,
    /// How it went out of the game.
    pub lost: Option<Loss>,
}

impl Vessel<'_> {
    /// Whether it is in the game.
    pub const fn alive(&self) -> bool {
        self.lost.is_none()
    }

    /// Whether it has a repairable critical.
    pub const fn has(&self, marker: Marker) -> bool {
        self.markers[marker as usize].is_some()
    }

    /// The turn radius that a turn leaves behind it.
    pub const fn turn_radius(&self) -> u8 {
        self.radius + self.thrusters
    }

    /// Whether a group is intact and its charge bar full.
    ///
    /// ### TALON 8.1.1 Charge bar (p. 8)
    /// Only a fully charged group fires.
    pub fn is_charged(&self, group: usize) -> bool {
        let printed = self.design.groups.get(group);
        printed.is_some_and(|g| !self.destroyed[group] && self.bars[group] == [g.red, g.yellow])
    }
}

/// A battle in progress. [`super::Choices`] look at it to decide.
#[derive(Clone, Debug)]
pub struct Battle<'a> {
    /// What it started from.
    pub setup: &'a Setup<'a>,
    /// Its number in the study; its parity says who sits where.
    pub number: u64,
    /// The round, from 1; 0 while setting up.
    pub round: u16,
    /// The impulse, 0 for A to 5 for F; 6 in the Power Phase.
    pub impulse: u8,
    /// Who has the initiative.
    pub first: Side,
    /// Who had it at the start.
    pub(super) began: Side,
    /// Whose turn it is; in the Power Phase, when ships break apart, who has the initiative.
    pub current: Side,
    /// Markers of this impulse to change the initiative, and to defend it.
    pub initiative_markers: [u8; 2],
    /// The ships of A and of B.
    pub vessels: [Vec<Vessel<'a>>; 2],
    /// The missiles of A and of B, by the weapons that launched them.
    pub missiles: [Vec<Option<Missile>>; 2],
    /// The slots of ships of A and of B that were destroyed and have yet to explode, a bit each.
    pub(super) exploding: [u32; 2],
    /// The round of the last shot; 0 before the first.
    pub fired: u16,
    /// What happened so far.
    pub(super) log: EventLog<Event>,
}

impl<'a> Battle<'a> {
    /// The counters as they start, all in one hex.
    pub(super) fn new(setup: &'a Setup<'a>, number: u64) -> Self {
        let nowhere = Position { hex: Hex16::default(), facing: Facing::NORTH };
        let vessel = |&design: &&'a Design| {
            let mut bars = [[0; 2]; MAX_GROUPS];
            // Weapons are charged at the start (TALON 8.1.3).
            design.groups.iter().zip(&mut bars).for_each(|(group, bar)| *bar = [group.red, group.yellow]);
            let line = design.line(design.start).unwrap_or(design.curve[0]);
            Vessel {
                design,
                at: nowhere,
                hull: 0,
                shields: design.shields,
                reinforcements: Vec::new(),
                bars,
                destroyed: [false; MAX_GROUPS],
                charged: 0,
                burners: design.afterburners,
                slip: false,
                pending: if setup.options.start_turned { line.radius } else { 0 },
                speed: line.speed,
                power: line.power,
                radius: line.radius,
                markers: [None; Marker::ALL.len()],
                thrusters: 0,
                relays: 0,
                ftl_offline: false,
                alone: 0,
                lost: None,
            }
        };
        let launchers = |side: usize| setup.ships[side].iter().map(|design| design.launchers()).sum();
        let first = super::setup::first_initiative(setup, number);
        Self {
            setup,
            number,
            round: 0,
            impulse: 0,
            first,
            began: first,
            current: first,
            initiative_markers: [0; 2],
            vessels: [0, 1].map(|i| setup.ships[i].iter().map(vessel).collect()),
            missiles: [0, 1].map(|side| vec![None; launchers(side)]),
            exploding: [0; 2],
            fired: 0,
            log: EventLog::default(),
        }
    }

    /// What happened so far.
    pub fn events(&self) -> &[Event] {
        self.log.events()
    }

    /// A ship's display. Ships of the battle only.
    pub fn vessel(&self, ship: ShipId) -> &Vessel<'a> {
        &self.vessels[ship.side][usize::from(ship.slot)]
    }

    pub(super) fn vessel_mut(&mut self, ship: ShipId) -> &mut Vessel<'a> {
        &mut self.vessels[ship.side][usize::from(ship.slot)]
    }

    /// The ships of a side that are in the game, in slot order.
    pub fn afloat(&self, side: Side) -> Vec<ShipId> {
        let all = (0..self.vessels[side].len() as u8).map(|slot| ShipId { side, slot });
        all.filter(|ship| self.vessel(*ship).alive()).collect()
    }

    /// A ship, if the battle has it and it is in the game.
    pub fn there(&self, side: Side, slot: u8) -> Option<ShipId> {
        let vessel = self.vessels[side].get(usize::from(slot))?;
        vessel.alive().then_some(ShipId { side, slot })
    }

    /// A missile, if it is in flight.
    pub fn missile(&self, missile: MissileId) -> Option<Missile> {
        *self.missiles[missile.side].get(usize::from(missile.slot))?
    }

    /// The missiles of a side in flight, by number.
    pub fn flying(&self, side: Side) -> Vec<MissileId> {
        let all = (0..self.missiles[side].len() as u8).map(|slot| MissileId { side, slot });
        all.filter(|missile| self.missile(*missile).is_some()).collect()
    }

    /// The number of the missile that a weapon of a group launches.
    pub fn missile_of(&self, ship: ShipId, group: usize, weapon: u8) -> MissileId {
        let ships = &self.vessels[ship.side];
        let before: usize = ships[..usize::from(ship.slot)].iter().map(|vessel| vessel.design.launchers()).sum();
        let groups = self.vessel(ship).design.groups[..group].iter().filter(|g| g.weapon == Weapon::Missile);
        let own: usize = groups.map(|g| usize::from(g.count)).sum();
        MissileId { side: ship.side, slot: (before + own) as u8 + weapon }
    }

    /// The arc of a ship in which a hex lies; `None` for its own.
    pub fn arc(&self, ship: ShipId, hex: Hex16) -> Option<Arc> {
        let at = self.vessel(ship).at;
        Arc::of(at.hex, at.facing, hex, self.setup.options.arc_boundary)
    }

    /// The turn of the dice streams of this moment.
    pub(super) fn moment(&self) -> u32 {
        code::moment(self.round, self.impulse)
    }

    /// The seat of a side.
    pub fn seat(&self, side: Side) -> usize {
        side.seat(self.number)
    }
}
