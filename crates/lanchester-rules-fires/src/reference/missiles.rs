//! Launches of missiles, and their thrust.

use lanchester_battle::{Illegal, ShipId};
use lanchester_core::Side;
use lanchester_lanes::hex::Hex16;

use super::choices::{Against, Choices, Course, Launch};
use super::{Battle, Salvo};
use crate::event::{Aim, Event, Place, SalvoId};

impl Battle<'_> {
    /// ### FIRES 14.F Launches (lines 65, 110, 160)
    /// Ships with missiles may launch any number of them. A salvo begins on the markers of its unit and notes the maneuver that it
    /// uses at most.
    ///
    /// RULING: disabled ships do not launch, damaged and degraded ones do. Missiles of one unit that are alike and commit alike in one
    /// turn are one salvo, as they may join.
    pub(super) fn launches(&mut self, choices: &mut dyn Choices) -> Result<(), Illegal> {
        for seat in self.order() {
            for unit in self.units_of(seat) {
                if self.ships_of(unit).any(|ship| self.ships[ship].may_launch()) {
                    for launch in choices.launches(self, unit).map_err(self.illegal("FIRES 14.F"))? {
                        self.launch(unit, launch)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Launches missiles of a ship of a unit.
    pub(super) fn launch(&mut self, unit: usize, launch: Launch) -> Result<(), Illegal> {
        let Launch { ship: place, missiles, committed } = launch;
        let ship = self.ships.get(place).filter(|ship| ship.unit == unit && ship.may_launch());
        let Some((ship, design)) = ship.and_then(|ship| Some((ship, ship.design.missiles.as_ref()?))) else {
            return Err(self.illegal("FIRES 14.F")(format!("no ship in place {place} that can launch")));
        };
        let most = [ship.missiles, design.kind.maneuver];
        if missiles == 0 || missiles > most[0] || committed > most[1] {
            let [left, maneuver] = most;
            let why = format!("{missiles} missiles of {left}, committed to {committed} of {maneuver}");
            return Err(self.illegal("FIRES 14.F")(why));
        }
        let (id, seat, turn) = (ship.id, ship.seat, self.turn);
        let alike = |salvo: &&mut Salvo<'_>| {
            (salvo.unit, salvo.launched, salvo.committed) == (unit, turn, committed) && salvo.design == design
        };
        let salvo = match self.salvos[seat].iter_mut().find(alike) {
            Some(salvo) => {
                salvo.missiles += u16::from(missiles);
                salvo.id
            }
            None => {
                let missiles = u16::from(missiles);
                let track = self.units[unit].track;
                let (launched, aim) = (turn, None);
                self.add(
                    seat,
                    Salvo { id: self.next_salvo(seat), unit, design, launched, committed, missiles, track, aim },
                )
            }
        };
        self.ships[place].missiles -= missiles;
        self.spent[id.side] += u32::from(missiles) * u32::from(design.cost);
        self.log.record(Event::Launch { ship: id, missiles, committed, salvo });
        Ok(())
    }

    /// The next number of a salvo of a seat.
    fn next_salvo(&self, seat: usize) -> SalvoId {
        let side = Side::in_seat(seat, self.number);
        SalvoId { side, number: self.salvos[seat].len() as u16 }
    }
}

impl<'a> Battle<'a> {
    fn add(&mut self, seat: usize, salvo: Salvo<'a>) -> SalvoId {
        self.salvos[seat].push(salvo);
        salvo.id
    }

    /// ### FIRES 10.B.II.3 Thrust of missiles (lines 66-67, 111-113)
    /// Missiles that go for ships declare a unit and move their future marker by up to the committed maneuver; then those that go for
    /// missiles do, with a salvo. In both the side without initiative is first.
    ///
    /// RULING: missiles without a target drift. Missiles thrust in the turn of their launch.
    pub(super) fn missile_thrust(&mut self, choices: &mut dyn Choices) -> Result<(), Illegal> {
        for against in [Against::Ships, Against::Missiles] {
            for seat in self.order() {
                let targets = against == Against::Ships || self.in_flight(1 - seat).next().is_some();
                // Those that split off have their course.
                for number in 0..self.salvos[seat].len() {
                    let Salvo { id, missiles, aim, .. } = self.salvos[seat][number];
                    if targets && missiles > 0 && aim.is_none() {
                        let courses = choices.courses(self, id, against).map_err(self.illegal("FIRES 10.B.II.3"))?;
                        self.follow(seat, number, against, &courses)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Gives a salvo its courses. What is not part of one keeps the salvo's number, else the first part does.
    fn follow(&mut self, seat: usize, number: usize, against: Against, courses: &[Course]) -> Result<(), Illegal> {
        let salvo = self.salvos[seat][number];
        let most = u32::from(salvo.missiles);
        let sum: u32 = courses.iter().map(|course| u32::from(course.missiles)).sum();
        if sum > most || courses.iter().any(|course| course.missiles == 0) {
            let why = format!("{sum} missiles in parts, each of one or more, of {most}");
            return Err(self.illegal("FIRES 10.B.II.3")(why));
        }
        courses.iter().try_for_each(|course| self.check_course(seat, &salvo, against, course))?;
        self.salvos[seat][number].missiles -= sum as u16;
        for (nth, course) in courses.iter().enumerate() {
            let Course { missiles, aim, thrust } = *course;
            let id = if nth == 0 && sum == most { salvo.id } else { self.next_salvo(seat) };
            let part = Salvo { id, missiles, aim: Some(aim), track: salvo.track.thrust(thrust), ..salvo };
            match self.salvos[seat].get_mut(usize::from(id.number)) {
                Some(whole) => *whole = part,
                None => _ = self.add(seat, part),
            }
            let (thrust, future) = (Place(thrust), Place(part.track.future));
            self.log.record(Event::Course { salvo: salvo.id, part: id, missiles, aim, thrust, future });
        }
        Ok(())
    }

    fn check_course(&self, seat: usize, salvo: &Salvo<'_>, against: Against, course: &Course) -> Result<(), Illegal> {
        let fault = self.illegal("FIRES 10.B.II.3");
        let Hex16 { q, h } = course.thrust;
        let hexes = Hex16::default().distance(course.thrust);
        if hexes > salvo.committed.into() || (i32::from(q) + i32::from(h)) % 2 != 0 {
            return Err(fault(format!("{hexes} hexes of thrust; committed to {}", salvo.committed)));
        }
        if Against::from(course.aim) != against || !self.is_target(1 - seat, course.aim) {
            return Err(fault(format!("{:?} is no target now", course.aim)));
        }
        Ok(())
    }

    /// Whether missiles may go for this unit or salvo of a seat.
    pub fn is_target(&self, seat: usize, aim: Aim) -> bool {
        match aim {
            Aim::Unit(number) => self.unit(seat, number).is_some_and(|unit| self.ships_of(unit).next().is_some()),
            Aim::Salvo(number) => self.salvos[seat].get(usize::from(number)).is_some_and(|salvo| salvo.missiles > 0),
        }
    }

    /// The place of an opposing ship in play in a slot.
    pub(super) fn enemy(&self, seat: usize, slot: u8) -> Option<usize> {
        let side = Side::in_seat(1 - seat, self.number);
        self.place(ShipId { side, slot }).filter(|ship| self.ships[*ship].in_play())
    }
}
