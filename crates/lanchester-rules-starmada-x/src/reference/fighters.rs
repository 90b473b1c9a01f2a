//! The fighter phase (X 5).

use std::collections::BTreeSet;

use lanchester_core::Side;
use lanchester_lanes::dice::DiceSource;
use lanchester_lanes::hex::Hex;

use super::combat::penetrations;
use super::damage::{Hit, Source};
use super::{Battle, Choices, Illegal};
use crate::event::{Event, Flight, ShipId, Target, code};
use crate::formulas::{FLY, hits};

impl Battle<'_> {
    /// ### X 2.2.3 Fighter phase (p. 14)
    /// ### X 5.1.2 Order of flights (p. 18)
    /// If both sides have flights both roll, and the higher chooses which flight, friend or opponent, acts first; then the other
    /// side chooses, by turns, until a side has none left to act; the rest act as their owner likes.
    ///
    /// RULING: ties are rolled again. Whoever chose it, a flight is flown by its owner.
    pub(super) fn fighter_phase(
        &mut self,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        for flight in self.flights.iter_mut().flatten() {
            flight.ready = flight.fighters > 0;
        }
        let mut chooser = Side::A;
        if Side::BOTH.into_iter().all(|side| self.waiting(side).next().is_some()) {
            let (throws, faces) = self.throw(self.turn, code::FIGHTERS, dice);
            chooser = if faces[Side::A] > faces[Side::B] { Side::A } else { Side::B };
            self.log.record(Event::FighterDice { throws, dice: faces, first: chooser });
        }
        loop {
            let left = Side::BOTH.map(|side| self.waiting(side).next().is_some());
            match left {
                [false, false] => return Ok(()),
                [true, false] => chooser = Side::A,
                [false, true] => chooser = Side::B,
                [true, true] => {}
            }
            self.fly(chooser, dice, choices)?;
            chooser = chooser.opponent();
        }
    }

    /// The flights of a side that wait for their turn.
    pub fn waiting(&self, side: Side) -> impl Iterator<Item = Flight> + '_ {
        self.flying(side).filter(|flight| self.flight(*flight).is_some_and(|f| f.ready))
    }

    /// The hexes where a flight may end.
    ///
    /// ### X 5.2 Fighter movement (p. 18)
    /// Ten hexes on any way, over ships and fighters; no facing. It may end anywhere.
    ///
    /// RULING: not through objects (X 2.1.2), and not in one: it flies around them.
    ///
    /// ### X 5.3.4 Fighters and explosions (p. 18)
    /// A flight that enters the hex of an explosion is destroyed.
    ///
    /// RULING: a flight stays on the board, and flies around explosions unless it ends in one. One in whose hex a ship
    /// explodes did not enter it, and may stay or leave.
    pub fn reach(&self, from: Hex) -> BTreeSet<Hex> {
        let options = self.setup.options;
        let board = options.board;
        let index = |hex: Hex| {
            let (column, row) = board.place(hex);
            usize::from(column) * usize::from(board.rows) + usize::from(row)
        };
        // Hexes that are not entered, or are among those that were.
        let mut done = vec![false; usize::from(board.cols) * usize::from(board.rows)];
        options.solid().chain([from]).for_each(|hex| done[index(hex)] = true);
        let mut reached = vec![(from, 0)];
        let mut next = 0;
        while let Some((hex, flown)) = reached.get(next).copied() {
            next += 1;
            if flown == FLY || (hex != from && self.blast(hex) > 0) {
                continue;
            }
            for neighbour in hex.neighbours() {
                if board.contains(neighbour) && !std::mem::replace(&mut done[index(neighbour)], true) {
                    reached.push((neighbour, flown + 1));
                }
            }
        }
        reached.into_iter().map(|(hex, _)| hex).collect()
    }

    /// What a flight of `side` in a hex may attack.
    ///
    /// ### X 5.3 Fighter combat (p. 18)
    /// After moving, one enemy ship or stack of flights in an adjacent hex, or flights in its own.
    pub fn prey(&self, side: Side, hex: Hex) -> Vec<Target> {
        let opponent = side.opponent();
        let ships = (0..self.vessels[opponent].len() as u8).map(Target::Ship);
        let flights = (0..self.flights[opponent].len() as u8).map(Target::Flights);
        let near = |target: &Target| match (target, self.place(side, *target)) {
            (Target::Ship(_), Some(at)) => hex.distance(at) == 1,
            (Target::Flights(_), Some(at)) => hex.distance(at) <= 1,
            (_, None) => false,
        };
        ships.chain(flights).filter(near).collect()
    }

    /// One flight moves and attacks.
    fn fly(&mut self, chooser: Side, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        let (flight, to, target) = choices.fly(self, chooser).map_err(|why| self.log.illegal("X 5.1.2", why))?;
        let Some(squadron) = self.flight(flight).copied().filter(|f| f.ready && f.fighters > 0) else {
            return Err(self
                .log
                .illegal("X 5.1.2", format!("flight {} of {} does not wait", flight.slot, flight.side)));
        };
        if flight.side != chooser && self.waiting(chooser).next().is_none() {
            return Err(self.log.illegal("X 5.1.2", "the rest is flown as its owner likes"));
        }
        if !self.reach(squadron.hex).contains(&to) {
            return Err(self.log.illegal("X 5.2", "out of reach"));
        }
        let doomed = to != squadron.hex && self.blast(to) > 0;
        if target.is_some_and(|target| doomed || !self.prey(flight.side, to).contains(&target)) {
            return Err(self.log.illegal("X 5.3", "no such enemy is near enough to be attacked"));
        }
        let piece = &mut self.flights[flight.side][usize::from(flight.slot)];
        piece.hex = to;
        piece.ready = false;
        self.log.record(Event::Fly { chooser, flight, to, target });
        if doomed {
            self.lose_fighters(flight, squadron.fighters);
        }
        dice.open(u32::from(self.turn), code::strike(flight.side.seat(self.number), usize::from(flight.slot)));
        match target {
            None => Ok(()),
            Some(Target::Ship(slot)) => {
                let ship = ShipId { side: flight.side.opponent(), slot };
                let need = 5 + self.weakening(to, self.vessel(ship).at.hex);
                self.strike_ship(squadron.fighters, need, ship, dice, choices)
            }
            Some(Target::Flights(slot)) => {
                let leader = Flight { side: flight.side.opponent(), slot };
                self.strike_flights(flight, squadron.fighters, leader, dice, choices)
            }
        }
    }

    /// What attacks between two hexes lose for the explosions in either (X 4.3.1).
    fn weakening(&self, from: Hex, to: Hex) -> u8 {
        self.blast(from) + self.blast(to)
    }

    /// ### X 5.3.1 Fighters at ships (p. 18)
    /// A die a fighter, 5 or more hits; each hit is a penetration die against half the shields, rounded up; each
    /// penetration a damage die; at once.
    ///
    /// RULING: explosions in the hexes of the ship and of the flight weaken the attack as they do a ship's; above 6 natural
    /// sixes are pooled (X 4.2.1) over the fighters of the flight.
    fn strike_ship(
        &mut self,
        fighters: u8,
        need: u8,
        ship: ShipId,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        self.contact = true;
        let hits = hits(&dice.pool(usize::from(fighters)), need);
        let shields = self.vessel(ship).shield_rating().div_ceil(2);
        let through = penetrations(dice, hits, shields, false);
        self.log.record(Event::StrikeShip { ship, need, hits, through });
        let source = Source::of(self.vessel(ship), Hit::default());
        self.damage(ship, through, source, dice, choices)?;
        self.lose_if_beaten(ship);
        Ok(())
    }

    /// ### X 5.3.2 Fighters at fighters (p. 18)
    /// A die a fighter: 5 and 6 shoot one down, 1 loses one.
    ///
    /// RULING: explosions do not weaken it, unless the option `explosions_hinder_dogfights` says so; a 1 loses one always.
    fn strike_flights(
        &mut self,
        flight: Flight,
        fighters: u8,
        leader: Flight,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        self.contact = true;
        let faces = dice.pool(usize::from(fighters));
        let hex = |flight| self.flight(flight).map_or(Hex::default(), |f| f.hex);
        let hindered = self.setup.options.explosions_hinder_dogfights;
        let need = 5 + if hindered { self.weakening(hex(flight), hex(leader)) } else { 0 };
        let kills = hits(&faces, need);
        let losses = faces.iter().filter(|face| **face == 1).count() as u8;
        self.log.record(Event::StrikeFlights { need, kills, losses });
        self.shoot_down(leader, kills, choices)?;
        self.lose_fighters(flight, losses);
        Ok(())
    }

    /// ### X 5.3.3 Ships at fighters (p. 18)
    /// −1 to hit, and each hit shoots one fighter down, without penetration or damage dice; weapons that re-roll penetration
    /// or do no hull damage have no effect.
    ///
    /// Takes `hits` fighters, as far as there are so many, off the stack around `leader`, as their owner spreads them.
    pub(super) fn shoot_down(&mut self, leader: Flight, hits: u8, choices: &mut dyn Choices) -> Result<(), Illegal> {
        let Some(hex) = self.flight(leader).map(|f| f.hex) else { return Ok(()) };
        let stack: Vec<Flight> = self.stack(leader.side, hex).collect();
        let left = |battle: &Self, flight: Flight| battle.flight(flight).map_or(0, |f| f.fighters);
        let there: u16 = stack.iter().map(|flight| u16::from(left(self, *flight))).sum();
        let hits = u16::from(hits).min(there) as u8;
        if hits == 0 {
            return Ok(());
        }
        let losses = choices.losses(self, leader, hits).map_err(|why| self.log.illegal("X 5.2.1", why))?;
        let mut seen = BTreeSet::new();
        let fair = losses
            .iter()
            .all(|(flight, n)| *n > 0 && stack.contains(flight) && *n <= left(self, *flight) && seen.insert(*flight));
        if !fair || losses.iter().map(|(_, n)| u16::from(*n)).sum::<u16>() != u16::from(hits) {
            return Err(self.log.illegal("X 5.2.1", format!("{hits} fighters of the stack are lost")));
        }
        for (flight, fighters) in losses {
            self.lose_fighters(flight, fighters);
        }
        Ok(())
    }

    fn lose_fighters(&mut self, flight: Flight, fighters: u8) {
        if fighters == 0 {
            return;
        }
        let piece = &mut self.flights[flight.side][usize::from(flight.slot)];
        piece.fighters = piece.fighters.saturating_sub(fighters);
        self.log.record(Event::FightersLost { flight, fighters });
    }
}
