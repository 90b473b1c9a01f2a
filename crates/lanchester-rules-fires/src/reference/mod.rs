//! One battle in plain code, phase by phase as the book lists them.

mod beams;
pub mod choices;
mod damage;
mod defence;
mod detailed;
mod initiative;
mod missiles;
mod movement;
pub mod setup;
pub mod state;
mod strikes;
#[cfg(test)]
mod tests;
pub mod victory;

use std::ops::Range;

use lanchester_battle::{EventLog, Illegal, Setup, ShipId};
use lanchester_core::Side;
use lanchester_lanes::dice::DiceSource;

use crate::Fires;
use crate::event::code::{Of, of};
use crate::event::{Event, SalvoId, UnitId};
use crate::options::{Options, Station};
use choices::Choices;
pub use state::{Salvo, Ship, Track, Unit};

/// A battle in progress.
#[derive(Debug)]
pub struct Battle<'a> {
    /// Its number: even ones seat fleet A in seat 0.
    pub number: u64,
    /// Its options.
    pub options: &'a Options,
    /// All ships: those of seat 0, then those of seat 1, each in fleet order.
    pub ships: Vec<Ship<'a>>,
    /// All units: those of seat 0, then those of seat 1, each in the order of their first ships.
    pub units: Vec<Unit>,
    /// Units and ships of seat 0.
    first_seat: [usize; 2],
    /// The salvos of both seats in the order of launches; those without missiles are spent.
    pub salvos: [Vec<Salvo<'a>>; 2],
    /// The turn, from 1; 0 in the initial phase.
    pub turn: u16,
    /// The sub-phase of the initial thrust, from 1; 0 before and after it.
    pub sub_phase: u8,
    /// The seat without initiative, which acts first.
    pub first: usize,
    /// Who acted first in the initial phase.
    opening: Option<Side>,
    /// A die was rolled to hit.
    pub contact: bool,
    /// Hits on each ship in this phase so far, by place: those that penetrated, and those that did not.
    pub hits: Vec<[u16; 2]>,
    /// What missiles cost that A and B launched.
    pub spent: [u32; 2],
    /// Where the units start, if that is fixed.
    stations: Vec<Option<Station>>,
    /// What happened.
    pub log: EventLog<Event>,
}

impl<'a> Battle<'a> {
    /// A battle whose units are not placed yet.
    pub(crate) fn new(setup: &Setup<'a, Fires>, number: u64) -> Self {
        let mut battle = Self {
            number,
            options: setup.options,
            ships: Vec::new(),
            units: Vec::new(),
            first_seat: [0; 2],
            salvos: [Vec::new(), Vec::new()],
            turn: 0,
            sub_phase: 0,
            first: 0,
            opening: None,
            contact: false,
            hits: Vec::new(),
            spent: [0; 2],
            stations: Vec::new(),
            log: EventLog::default(),
        };
        for seat in 0..2 {
            let side = Side::in_seat(seat, number);
            let fixed = setup.stations[side].as_ref();
            let others = battle.units.len();
            for (slot, design) in setup.ships[side].iter().copied().enumerate() {
                let unit = battle.unit_of(seat, design.formation).unwrap_or_else(|| {
                    let number = (battle.units.len() - others) as u8;
                    battle.units.push(Unit::new(UnitId { side, number }, seat, design.formation));
                    battle.stations.push(fixed.and_then(|stations| stations.get(slot)).copied());
                    battle.units.len() - 1
                });
                battle.units[unit].ships.push(battle.ships.len());
                battle.ships.push(Ship::new(ShipId { side, slot: slot as u8 }, seat, design, unit));
            }
            if seat == 0 {
                battle.first_seat = [battle.units.len(), battle.ships.len()];
            }
        }
        battle.hits = vec![[0; 2]; battle.ships.len()];
        battle
    }

    /// ### FIRES 6 Units (line 16)
    /// The unit of a seat that goes in this formation, if there is one yet.
    ///
    /// RULING: the ships of a formation of a fleet's file are a unit for the whole engagement, and every other ship is one by itself:
    /// as ships do not thrust again, joining and leaving would change nothing but names. Salvos split as their owner likes.
    fn unit_of(&self, seat: usize, formation: Option<u8>) -> Option<usize> {
        self.units.iter().position(|unit| unit.seat == seat && formation.is_some() && unit.formation == formation)
    }

    /// The places of the units of a seat.
    pub const fn units_of(&self, seat: usize) -> Range<usize> {
        let first = self.first_seat[0];
        if seat == 0 { 0..first } else { first..self.units.len() }
    }

    /// The places of the ships of a seat, destroyed ones too.
    pub const fn fleet(&self, seat: usize) -> Range<usize> {
        let first = self.first_seat[1];
        if seat == 0 { 0..first } else { first..self.ships.len() }
    }

    /// The place of a ship in [`Battle::ships`], if there is such a ship.
    pub fn place(&self, id: ShipId) -> Option<usize> {
        let fleet = self.fleet(self.seat(id.side));
        Some(fleet.start + usize::from(id.slot)).filter(|place| fleet.contains(place))
    }

    /// The place of a unit of this number of a seat in [`Battle::units`], if there is such a unit.
    pub fn unit(&self, seat: usize, number: u8) -> Option<usize> {
        let units = self.units_of(seat);
        Some(units.start + usize::from(number)).filter(|unit| units.contains(unit))
    }

    /// The seat of a side.
    pub const fn seat(&self, side: Side) -> usize {
        side.seat(self.number)
    }

    /// A salvo, if there is such a one; it may be spent.
    pub fn salvo(&self, id: SalvoId) -> Option<&Salvo<'a>> {
        self.salvos[self.seat(id.side)].get(usize::from(id.number))
    }

    /// The ships of a seat in play, by place, in fleet order.
    pub fn in_play(&self, seat: usize) -> impl Iterator<Item = usize> + '_ {
        self.fleet(seat).filter(move |ship| self.ships[*ship].in_play())
    }

    /// The ships of a unit in play, by place.
    pub fn ships_of(&self, unit: usize) -> impl Iterator<Item = usize> + '_ {
        self.units[unit].ships.iter().copied().filter(|ship| self.ships[*ship].in_play())
    }

    /// The salvos of a seat that are not spent.
    pub fn in_flight(&self, seat: usize) -> impl Iterator<Item = &Salvo<'a>> {
        self.salvos[seat].iter().filter(|salvo| salvo.missiles > 0)
    }

    /// Hexes between two ships.
    pub fn range(&self, one: usize, other: usize) -> u16 {
        self.track(one).present.distance(self.track(other).present)
    }

    /// The markers of a ship.
    pub fn track(&self, ship: usize) -> Track {
        self.units[self.ships[ship].unit].track
    }

    /// Both seats, the one without initiative first.
    pub const fn order(&self) -> [usize; 2] {
        [self.first, 1 - self.first]
    }

    /// Opens the stream of what a ship does or suffers.
    fn open(&self, dice: &mut dyn DiceSource, ship: usize, what: Of) {
        let Ship { seat, id, .. } = self.ships[ship];
        dice.open(self.turn.into(), of(seat, id.slot.into(), what));
    }

    /// An error about the choice that the next event holds.
    fn illegal(&self, rule: &'static str) -> impl Fn(String) -> Illegal + '_ {
        move |why| self.log.illegal(rule, why)
    }

    /// ### FIRES 10.B Tactical turns (lines 61-72)
    /// The initial phase, then turns: initiative; movement and launches; thrust of missiles at ships, then of missiles at missiles;
    /// beams; point defence; attacks on missiles; attacks on ships; damage control where it comes in every turn. Then the
    /// engagement may be over.
    ///
    /// RULING: missiles that are launched before the first turn are launched in its movement phase, which is the same; the side
    /// without initiative launches first. Ends are tested after the attacks of the turn.
    fn play(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        self.place_units(dice);
        self.opening = Some(self.initiative(dice));
        self.initial_thrust(choices)?;
        loop {
            self.turn += 1;
            self.log.record(Event::Turn { turn: self.turn });
            self.initiative(dice);
            self.movement();
            self.launches(choices)?;
            self.missile_thrust(choices)?;
            self.beam_fire(dice, choices)?;
            self.point_defence(dice, choices)?;
            self.intercepts(dice);
            self.strikes(dice, choices)?;
            self.damage_control(dice, choices)?;
            if let Some(end) = self.end() {
                self.last_control(dice, choices)?;
                let outcome = self.outcome(end);
                self.log.record(Event::Over { outcome });
                return Ok(());
            }
        }
    }
}

lanchester_battle::reference_by_table!(Fires, Choices, Battle);
