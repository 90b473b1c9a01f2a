//! Tracks, units, ships and salvos of a battle in progress.

use lanchester_battle::ShipId;
use lanchester_lanes::hex::Hex16;

use crate::design::{Beams, Design, Missiles};
use crate::event::{Aim, SalvoId, UnitId};
use crate::formulas::damage::Condition;
use crate::formulas::detailed::{Hits, System, electronics, weapons};

/// ### FIRES 11.C Markers (lines 77-79)
/// The present and the future marker of a unit. Each movement takes the present one to the future one, and the future one as far
/// again. The past marker is where the present one was; nothing depends on it.
///
/// ### FIRES 15.C The map floats (line 167)
/// Hexes are counted from the centre of the map, which has no edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Track {
    /// Where the unit is.
    pub present: Hex16,
    /// Where it will be next turn.
    pub future: Hex16,
}

impl Track {
    /// The displacement of a turn.
    pub const fn velocity(self) -> Hex16 {
        self.present.to(self.future)
    }

    /// The track after a movement.
    pub const fn moved(self) -> Self {
        Self { present: self.future, future: plus(self.future, self.velocity()) }
    }

    /// Where it is after so many movements without thrust.
    pub const fn after(self, turns: u16) -> Hex16 {
        let Hex16 { q, h } = self.velocity();
        plus(self.present, Hex16 { q: q * turns as i16, h: h * turns as i16 })
    }

    /// The track when its future marker moved so far.
    pub const fn thrust(self, by: Hex16) -> Self {
        Self { present: self.present, future: plus(self.future, by) }
    }

    /// ### FIRES 7.D Relative speed (line 21)
    /// Hexes between the future markers of two units whose present markers are laid on each other.
    pub fn relative_speed(self, other: Self) -> u16 {
        self.velocity().distance(other.velocity())
    }
}

/// A hex displaced.
pub const fn plus(hex: Hex16, by: Hex16) -> Hex16 {
    Hex16 { q: hex.q + by.q, h: hex.h + by.h }
}

/// A unit of ships: what has one set of markers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Whose it is, and its number.
    pub id: UnitId,
    /// The seat of its fleet.
    pub seat: usize,
    /// Its formation in the fleet's file.
    pub formation: Option<u8>,
    /// The places of its ships, destroyed ones too.
    pub ships: Vec<usize>,
    /// Its markers.
    pub track: Track,
    /// The entry area in which it was placed, 1 to 6.
    pub area: u8,
    /// Hexes of initial thrust that it has, if all are used.
    pub hexes: u8,
}

impl Unit {
    pub(super) const fn new(id: UnitId, seat: usize, formation: Option<u8>) -> Self {
        let track = Track { present: Hex16 { q: 0, h: 0 }, future: Hex16 { q: 0, h: 0 } };
        Self { id, seat, formation, ships: Vec::new(), track, area: 0, hexes: 0 }
    }
}

/// A ship.
#[derive(Clone, Debug)]
pub struct Ship<'a> {
    /// Whose it is, and its place in the fleet.
    pub id: ShipId,
    /// The seat of its fleet.
    pub seat: usize,
    /// What it is.
    pub design: &'a Design,
    /// The place of its unit.
    pub unit: usize,
    /// Missiles left.
    pub missiles: u8,
    /// Degraded and damaged results for which nobody rolled damage control yet.
    pub results: [u8; 2],
    /// Degraded and damaged results that are permanent.
    pub permanent: [u8; 2],
    /// Hits of detailed damage that may yet be repaired.
    pub open: Hits,
    /// Permanent hits of detailed damage.
    pub lasting: Hits,
    /// Its power plant is shut down, for good.
    pub shut: bool,
    /// It is disabled.
    pub disabled: bool,
    /// It is destroyed.
    pub destroyed: bool,
}

impl<'a> Ship<'a> {
    pub(super) fn new(id: ShipId, seat: usize, design: &'a Design, unit: usize) -> Self {
        Self {
            id,
            seat,
            design,
            unit,
            missiles: design.missiles.map_or(0, |missiles| missiles.count),
            results: [0; 2],
            permanent: [0; 2],
            open: Hits::default(),
            lasting: Hits::default(),
            shut: false,
            disabled: false,
            destroyed: false,
        }
    }

    /// It is not destroyed.
    pub const fn in_play(&self) -> bool {
        !self.destroyed
    }

    /// The worst of its results.
    pub const fn condition(&self) -> Condition {
        let [degraded, damaged] = self.results;
        let [for_good, damaged_for_good] = self.permanent;
        match () {
            () if self.destroyed => Condition::Destroyed,
            () if self.disabled => Condition::Disabled,
            () if damaged + damaged_for_good > 0 => Condition::Damaged,
            () if degraded + for_good > 0 => Condition::Degraded,
            () => Condition::Sound,
        }
    }

    /// Its hits of detailed damage on a system.
    pub const fn hits_on(&self, system: System) -> u8 {
        self.open.on(system).saturating_add(self.lasting.on(system))
    }

    /// Whether its power plant gives power.
    pub fn has_power(&self) -> bool {
        !self.shut && self.hits_on(System::Power) < 2
    }

    /// Its electronics as they are now.
    pub fn electronics(&self) -> u8 {
        let hits = [System::Electronics, System::Structure].map(|system| self.hits_on(system));
        electronics(hits, self.condition().electronics(self.design.electronics))
    }

    /// Its maneuver rating as it is now.
    pub fn maneuver(&self) -> u8 {
        let rating = if self.has_power() { self.condition().maneuver(self.design.maneuver) } else { 0 };
        rating.saturating_sub(self.hits_on(System::Thrust))
    }

    /// Beams of this entry of its sheet that work.
    pub fn working(&self, beams: &Beams) -> u8 {
        self.weapons(System::Beams, beams.count)
    }

    /// Batteries of point defence that work.
    pub fn batteries(&self) -> u8 {
        self.weapons(System::Defence, self.design.batteries)
    }

    fn weapons(&self, system: System, count: u8) -> u8 {
        if self.has_power() { weapons(self.hits_on(system), self.condition().weapons(count)) } else { 0 }
    }

    /// Per mille of its cost that its opponent has for it: by its condition, or by its permanent hits.
    pub fn per_mille(&self) -> u32 {
        (10 * self.condition().percent()).max(self.lasting.per_mille())
    }

    /// Whether it can launch missiles: it has some, and is not disabled.
    pub fn may_launch(&self) -> bool {
        self.missiles > 0 && !self.disabled && !self.destroyed && self.hits_on(System::Missiles) == 0
    }
}

/// Missiles that share markers, target and committed maneuver.
#[derive(Clone, Copy, Debug)]
pub struct Salvo<'a> {
    /// Whose it is, and its number.
    pub id: SalvoId,
    /// The place of the unit that launched it.
    pub unit: usize,
    /// What its missiles are.
    pub design: &'a Missiles,
    /// The turn in which it was launched.
    pub launched: u16,
    /// The maneuver that it uses at most.
    pub committed: u8,
    /// Missiles left; none when it is spent.
    pub missiles: u16,
    /// Its markers.
    pub track: Track,
    /// Its target of this turn.
    pub aim: Option<Aim>,
}
