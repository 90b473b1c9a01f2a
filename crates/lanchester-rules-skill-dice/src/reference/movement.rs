//! The movement of ships.

use lanchester_battle::{Illegal, ShipId};
use lanchester_core::Side;
use lanchester_lanes::dice::DiceSource;

use super::Battle;
use super::choices::{Choices, Leg};
use crate::event::code::Of;
use crate::event::{Event, Helm, Turned};
use crate::formulas::skill::skill_die;

impl Battle<'_> {
    /// ### SKILLDICE 2.1 Drift (line 4, corrections 6 and 9)
    /// A ship without a pilot goes as many hexes straight ahead as last turn, at most its thrust, and has no other move.
    ///
    /// RULING: the page names drift and does not say what it is. With thrusters locked at full speed (criticals 10 and 20) it goes as far
    /// as its thrust.
    pub(super) fn drift(&mut self) {
        for place in self.in_play() {
            let ship = self.ships[place];
            if ship.pilot().is_none() {
                let thrust = ship.thrust_in(self.turn);
                let full = ship.straight_on == self.turn;
                self.straight(place, if full { thrust } else { ship.drift.min(thrust) });
            }
        }
    }

    /// Goes straight ahead, through occupied hexes, and stops in the last that is free.
    fn straight(&mut self, place: usize, most: u8) {
        let ship = self.ships[place];
        let free = |hexes: &u8| !self.occupied(ship.at.ahead(*hexes).hex, place);
        let hexes = (1..=most).rev().find(free).unwrap_or(0);
        let to = ship.at.ahead(hexes);
        let ship = &mut self.ships[place];
        (ship.at, ship.went, ship.moved) = (to, hexes, true);
        self.log.record(Event::Drift { ship: ship.id, hexes, to });
    }

    /// Ships in play of a seat that have yet to move.
    pub fn to_move(&self, seat: usize) -> usize {
        self.ships.iter().filter(|ship| ship.seat == seat && ship.in_play() && !ship.moved).count()
    }

    /// Whether a seat may pass instead of moving a ship.
    pub fn may_pass(&self, seat: usize) -> bool {
        self.options.may_pass && self.to_move(seat) < self.to_move(1 - seat)
    }

    /// ### SKILLDICE 2.3 Alternating movement (lines 23-27, third reading)
    /// From the side with the lower initiative on, both move a ship in turn.
    ///
    /// RULING: a side with fewer ships to move may pass (option `may_pass`). Ships that must move first do so before all others,
    /// in fleet order, those of the side with the lower initiative before the other's.
    pub(super) fn movement(
        &mut self,
        first: usize,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        for seat in [first, 1 - first] {
            for place in self.in_play() {
                let ship = &self.ships[place];
                if ship.seat == seat && ship.first_on == self.turn && !ship.moved {
                    self.move_ship(place, dice, choices)?;
                }
            }
        }
        let mut seat = first;
        while self.to_move(0) + self.to_move(1) > 0 {
            if self.to_move(seat) > 0
                && let Some(place) = self.next(seat, choices)?
            {
                self.move_ship(place, dice, choices)?;
            }
            seat = 1 - seat;
        }
        Ok(())
    }

    /// The ship that a seat moves next; `None` where it passes.
    fn next(&mut self, seat: usize, choices: &mut dyn Choices) -> Result<Option<usize>, Illegal> {
        let side = Side::in_seat(seat, self.number);
        let may_pass = self.may_pass(seat);
        if self.to_move(seat) == 1 && !may_pass {
            return Ok(self.ships.iter().position(|ship| ship.seat == seat && ship.in_play() && !ship.moved));
        }
        let Some(slot) = choices.mover(self, side).map_err(self.illegal("SKILLDICE 2.3"))? else {
            if !may_pass {
                return Err(self.illegal("SKILLDICE 2.3")(format!("{side} passes and may not")));
            }
            self.log.record(Event::Pass { side });
            return Ok(None);
        };
        let place = self.place(ShipId { side, slot });
        let place = place.filter(|place| self.ships[*place].in_play() && !self.ships[*place].moved);
        place
            .map(Some)
            .ok_or_else(|| self.illegal("SKILLDICE 2.3")(format!("no ship of {side} to move in slot {slot}")))
    }

    /// One move, leg by leg.
    fn move_ship(&mut self, place: usize, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        let thrust = self.ships[place].thrust_in(self.turn);
        if self.ships[place].straight_on == self.turn {
            self.straight(place, thrust);
            return Ok(());
        }
        let ship = &mut self.ships[place];
        (ship.points, ship.turned_here, ship.no_turns) = (thrust, false, false);
        if thrust == 0 {
            self.leg(place, Leg { ahead: 0, turn: 0 }, dice, choices)?;
        }
        let mut over = thrust == 0;
        while !over && self.ships[place].points > 0 {
            let legs = choices.legs(self, place).map_err(self.illegal("SKILLDICE 2.4"))?;
            if legs.is_empty() {
                return Err(self.illegal("SKILLDICE 2.4")("a move without a leg".to_owned()));
            }
            for leg in legs {
                if over {
                    return Err(self.illegal("SKILLDICE 2.4")("a leg behind the end of a move".to_owned()));
                }
                self.leg(place, leg, dice, choices)?;
                over = leg.turn == 0;
            }
        }
        self.ships[place].moved = true;
        Ok(())
    }

    /// Whether a ship can turn so far at the end of a leg that leaves it so many points. `here`: in the hex in which the leg
    /// began.
    pub fn may_turn(&self, place: usize, turn: i8, points: u8, here: bool) -> bool {
        let ship = &self.ships[place];
        let locked = ship.locked[usize::from(turn > 0)];
        let turned = here && ship.turned_here;
        !locked && (1..=3).contains(&turn.unsigned_abs()) && !ship.no_turns && !turned && points >= ship.turn_cost()
    }

    /// ### SKILLDICE 2.4 Ship movement (lines 31-37, corrections 2, third reading 4)
    /// Thrust is the number of points. A hex ahead costs 1, a turn of one hexside 1 and the maneuver number. Occupied hexes may be
    /// passed, but no ship turns or stops in one. One turn a hex.
    ///
    /// RULING: an occupied hex may be entered only where a free one straight ahead of it can be paid. One turn may be made in each
    /// hex, that in which the ship starts included; two single turns in one hex are a turn of two, which needs a Helm roll.
    fn leg(
        &mut self,
        place: usize,
        leg: Leg,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        let Leg { ahead, turn } = leg;
        let refuse = |battle: &Self, why: String| Err(battle.illegal("SKILLDICE 2.4")(why));
        let ship = self.ships[place];
        if ahead > ship.points {
            return refuse(self, format!("{ahead} hexes ahead; at most {}", ship.points));
        }
        let to = ship.at.ahead(ahead);
        if ahead > 0 && self.occupied(to.hex, place) {
            return refuse(self, "a leg ends in an occupied hex".to_owned());
        }
        let points = ship.points - ahead;
        if turn != 0 && !self.may_turn(place, turn, points, ahead == 0) {
            return refuse(self, format!("it cannot turn {turn} hexsides with {points} points"));
        }
        let ship = &mut self.ships[place];
        ship.at = to;
        ship.went += ahead;
        ship.points = points;
        ship.turned_here = turn != 0;
        let helm = match turn.unsigned_abs() {
            0 => None,
            1 => {
                ship.points -= ship.turn_cost();
                ship.at = to.turned(turn);
                None
            }
            _ => Some(self.helm_roll(place, turn, dice, choices)?),
        };
        let Self { ships, log, .. } = self;
        log.record(Event::Move { ship: ships[place].id, ahead, turn, helm, to: ships[place].at });
        Ok(())
    }

    /// ### SKILLDICE 2.5 Helm rolls (lines 39-52, corrections 2)
    /// More than one hexside at once needs a Helm die of the sides turned and the maneuver number. Success costs what one hexside
    /// does; failing by k costs k more, and what cannot be paid is no turn. A natural 1 fails, and the opponent chooses any
    /// hexside; the ship pays what it has.
    ///
    /// RULING: a turn that cannot be paid leaves the points and forbids another turn in this move.
    fn helm_roll(
        &mut self,
        place: usize,
        turn: i8,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<Helm, Illegal> {
        let ship = self.ships[place];
        self.open(dice, place, Of::Helm(ship.rolls));
        let face = dice.pool_of(skill_die(ship.pilot().map_or(1, |pilot| pilot.helm)), 1)[0];
        let need = turn.unsigned_abs() + ship.maneuver + ship.hindered() as u8;
        let missed = if face == 1 { need.saturating_sub(face).max(1) } else { need.saturating_sub(face) };
        let cost = ship.turn_cost() + missed;
        let result = match missed {
            0 => Turned::Well,
            _ if face == 1 => Turned::Botched,
            _ if cost <= ship.points => Turned::Late,
            _ => Turned::NotAtAll,
        };
        let facing = match result {
            Turned::Well | Turned::Late => ship.at.turned(turn).facing,
            Turned::Botched => choices.botched(self, place).map_err(self.illegal("SKILLDICE 2.5"))?,
            Turned::NotAtAll => ship.at.facing,
        };
        let paid = if result == Turned::NotAtAll { 0 } else { cost.min(ship.points) };
        let ship = &mut self.ships[place];
        ship.at.facing = facing;
        ship.points -= paid;
        ship.rolls += 1;
        ship.no_turns |= result == Turned::NotAtAll;
        Ok(Helm { face, need, paid, result })
    }
}
