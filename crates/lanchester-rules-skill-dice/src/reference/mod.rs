//! One battle in plain code, step by step as the page lists them.

pub mod cannon;
pub mod choices;
mod criticals;
mod damage;
mod initiative;
mod launch;
pub mod movement;
pub mod ship;
#[cfg(test)]
mod tests;
mod torpedoes;
mod upkeep;
mod victory;

use std::collections::BTreeMap;

use lanchester_battle::{EventLog, Illegal, Setup, ShipId};
use lanchester_core::Side;
use lanchester_lanes::dice::DiceSource;
use lanchester_lanes::hex::Hex16;

use crate::SkillDice;
use crate::event::code::{Of, of};
use crate::event::{Event, Loss, Position, Spent, TorpedoId};
use crate::flight::Flight;
use crate::options::Options;
use cannon::Group;
use choices::Choices;
pub use ship::Ship;

/// Most torpedoes of a side in flight.
pub const MAX_IN_FLIGHT: usize = 32;

/// A torpedo in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Torpedo {
    /// Where it is.
    pub at: Position,
    /// The place of its target in [`Battle::ships`].
    pub target: usize,
    /// The place of the ship that launched it.
    pub from: usize,
    /// Turns that it flew.
    pub age: u8,
    /// It reached its target this turn.
    pub arrived: bool,
}

/// A battle in progress.
#[derive(Debug)]
pub struct Battle<'a> {
    /// Its number: even ones seat fleet A in seat 0.
    pub number: u64,
    /// Its options.
    pub options: &'a Options,
    /// All ships: those of seat 0, then those of seat 1, each in fleet order.
    pub ships: Vec<Ship<'a>>,
    /// The torpedoes in flight, by seat and place.
    pub torpedoes: BTreeMap<[usize; 2], Torpedo>,
    /// The turn, from 1.
    pub turn: u16,
    /// A shot was fired, or a torpedo launched.
    pub contact: bool,
    /// Turns since then, or since a torpedo flew.
    pub quiet: u16,
    /// The order of fire.
    groups: Vec<Group>,
    /// What happened.
    pub log: EventLog<Event>,
}

impl<'a> Battle<'a> {
    pub(crate) fn new(setup: &Setup<'a, SkillDice>, number: u64) -> Self {
        let mut ships = Vec::new();
        for seat in 0..2 {
            let side = Side::in_seat(seat, number);
            let fleet = &setup.ships[side];
            for (slot, design) in fleet.iter().enumerate() {
                let station = setup.stations[side].as_ref().map(|stations| stations[slot]).unwrap_or_default();
                let (hex, facing) = setup.options.start(seat, [slot, fleet.len()], station);
                let id = ShipId { side, slot: slot as u8 };
                ships.push(Ship::new(id, seat, design, Position { hex, facing }));
            }
        }
        Self {
            number,
            options: setup.options,
            groups: Group::order(&ships),
            ships,
            torpedoes: BTreeMap::new(),
            turn: 0,
            contact: false,
            quiet: 0,
            log: EventLog::default(),
        }
    }

    /// The seat of a side.
    pub const fn seat(&self, side: Side) -> usize {
        side.seat(self.number)
    }

    /// The place of a ship in [`Battle::ships`], if there is such a ship.
    pub fn place(&self, id: ShipId) -> Option<usize> {
        self.ships.iter().position(|ship| ship.id == id)
    }

    /// The places of the ships in play.
    pub fn in_play(&self) -> impl Iterator<Item = usize> + use<> {
        let set =
            self.ships.iter().enumerate().filter(|(_, ship)| ship.in_play()).map(|(place, _)| 1u32 << place).sum();
        ones(set)
    }

    /// The places of a ship's enemies in play.
    pub fn enemies(&self, of: usize) -> impl Iterator<Item = usize> + '_ {
        let seat = self.ships[of].seat;
        (0..self.ships.len()).filter(move |other| self.ships[*other].seat != seat && self.ships[*other].in_play())
    }

    /// Whether a ship in play other than this one is in a hex.
    pub fn occupied(&self, hex: Hex16, but: usize) -> bool {
        self.ships.iter().enumerate().any(|(place, ship)| place != but && ship.in_play() && ship.at.hex == hex)
    }

    /// The torpedoes in flight, with their seats and places.
    pub fn in_flight(&self) -> impl Iterator<Item = ([usize; 2], Torpedo)> + '_ {
        self.torpedoes.iter().map(|(which, torpedo)| (*which, *torpedo))
    }

    /// What torpedoes pay for their path.
    pub const fn flight(&self) -> Flight {
        Flight { speed: self.options.torpedo_speed, turn: self.options.torpedo_turn }
    }

    /// The name of the torpedo of a seat in a place.
    fn torpedo_id(&self, [seat, slot]: [usize; 2]) -> TorpedoId {
        TorpedoId { side: Side::in_seat(seat, self.number), slot: slot as u8 }
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

    /// Takes a torpedo off the plane.
    fn spend(&mut self, which: [usize; 2], why: Spent) {
        self.torpedoes.remove(&which);
        self.log.record(Event::Spent { torpedo: self.torpedo_id(which), why });
    }

    /// Takes a ship out of the battle, and the torpedoes that track it with it.
    fn lose(&mut self, ship: usize, loss: Loss) {
        if self.ships[ship].in_play() {
            self.ships[ship].loss = Some(loss);
            self.log.record(Event::Lost { ship: self.ships[ship].id, loss });
            let tracking: Vec<_> = self.in_flight().filter(|(_, t)| t.target == ship).map(|(which, _)| which).collect();
            for which in tracking {
                self.spend(which, Spent::NoTarget);
            }
        }
    }

    /// ### SKILLDICE 1.4 Sequence of a turn (lines 1-15, corrections 6)
    /// Movement: drift, initiative, ships, torpedoes; torpedo results; cannon fire; upkeep: countermeasures, engineering, structure,
    /// stun; launches. Then the battle may be over.
    ///
    /// RULING: which steps are advanced is lost with the italics of the list; all of them are played. Declared turns are undefined
    /// and left out. No living crew is left: the ship is removed.
    fn play(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        loop {
            self.turn += 1;
            self.quiet += 1;
            self.log.record(Event::Turn { turn: self.turn });
            self.drift();
            let first = self.initiative(dice);
            self.movement(first, dice, choices)?;
            self.fly();
            self.results(dice, choices)?;
            self.cannon_fire(dice, choices)?;
            self.upkeep(dice, choices)?;
            self.launches(choices)?;
            self.end_turn();
            if let Some(outcome) = self.outcome() {
                self.log.record(Event::Over { outcome });
                return Ok(());
            }
        }
    }

    /// What lasts for a turn ends.
    fn end_turn(&mut self) {
        for ship in &mut self.ships {
            let shorts = &mut ship.shorts;
            let all = [&mut shorts.thrust, &mut shorts.screen, &mut shorts.tubes, &mut shorts.countermeasures];
            for counters in all.into_iter().chain([&mut shorts.nixies, &mut shorts.weapons]) {
                *counters = [counters[1], 0];
            }
            ship.drift = ship.went;
            (ship.moved, ship.went, ship.rolls, ship.fired, ship.acted) = (false, 0, 0, 0, 0);
            (ship.launched, ship.hits) = (0, 0);
        }
    }
}

/// The bits of a set, rising.
fn ones(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (next < 32).then_some(next)
    })
}

lanchester_battle::reference_by_table!(SkillDice, Choices, Battle);
