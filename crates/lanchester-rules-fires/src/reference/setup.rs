//! The set-up of an engagement.

use lanchester_lanes::dice::DiceSource;
use lanchester_lanes::hex::{Facing, Hex16};

use super::state::{Track, plus};
use super::{Battle, Unit};
use crate::event::code::{self, Of, of};
use crate::event::{Event, Place};
use crate::formulas::dice::SIDES;
use crate::options::{Placing, Station};

/// Hexes from the centre to the front row of an entry area.
const FRONT: u16 = 20;
/// Hexes of a row of an entry area.
const ROW: u8 = 5;

/// A way around a ring of hexes: from its corner in a direction so many hexes clockwise, or counter-clockwise below zero.
fn around(centre: Hex16, radius: u16, corner: Facing, hexes: i8) -> Hex16 {
    let way = i32::from(hexes.signum());
    let (mut hex, mut side) = (centre.ahead(corner, radius), corner.turned(2 * way));
    let mut left = if radius == 0 { 0 } else { u16::from(hexes.unsigned_abs()) };
    while left > 0 {
        let steps = left.min(radius);
        hex = hex.ahead(side, steps);
        (side, left) = (side.turned(way), left - steps);
    }
    hex
}

impl Station {
    /// ### FIRES 14.D.V Set-up by dice (lines 148-156)
    /// The markers of a unit: the hex of its entry area, from there toward the centre, along the axis of the area or parallel to it,
    /// and then around the present marker.
    ///
    /// RULING: the hexes of an area are numbered row by row from the innermost, left to right as one faces the centre. The front row
    /// is the corner of the ring of 20 hexes and two hexes to either side; the rows behind it are that row, shifted outward.
    pub fn track(self) -> Track {
        let outward = Facing::new(i32::from(self.area) - 1);
        let (row, column) = ((self.hex - 1) / ROW, (self.hex - 1) % ROW);
        // As one faces the centre, left is clockwise.
        let front = around(Hex16::default(), FRONT, outward, 2 - column as i8);
        let present = front.ahead(outward, row.into());
        Track { present, future: around(present, self.ahead.into(), outward.turned(3), self.aside) }
    }

    /// The same station, for the other seat: turned by half a circle.
    pub const fn turned(self) -> Self {
        Self { area: (self.area + 2) % 6 + 1, ..self }
    }
}

/// Hexes to the side, clockwise, that a D6 says.
const fn aside(face: u8) -> i8 {
    match face {
        3 => 1,
        4 => 2,
        5 => -1,
        6 => -2,
        _ => 0,
    }
}

impl Battle<'_> {
    /// Places all units: those with fixed stations, then the others by dice, one of each seat in turn.
    ///
    /// RULING: units are placed alternately, so that no side can fill all six areas. In odd battles fixed stations are turned by half
    /// a circle.
    pub(super) fn place_units(&mut self, dice: &mut dyn DiceSource) {
        for unit in 0..self.units.len() {
            if let Some(station) = self.stations[unit] {
                let station = if self.number.is_multiple_of(2) { station } else { station.turned() };
                self.put(unit, station.track(), station.area);
            }
        }
        let by_dice = self.units.iter().any(|unit| unit.area == 0);
        let speed = (by_dice && self.options.setup == Placing::Intersecting).then(|| {
            dice.open(0, code::SPEED);
            dice.one(6)
        });
        let seats = [0, 1].map(|seat| self.units_of(seat));
        for nth in 0..seats[0].len().max(seats[1].len()) {
            for units in &seats {
                let unit = units.start + nth;
                if units.contains(&unit) && self.units[unit].area == 0 {
                    self.place_by_dice(unit, units.start, speed, dice);
                }
            }
        }
    }

    /// Places a unit by dice, or on the markers of the first unit of its side.
    ///
    /// RULING: option `setup = "intersecting"`, which is ours: one D6 says how far all future markers are, and none is moved to a side.
    /// All courses then pass the centre at about the same time.
    ///
    /// ### FIRES 14.D.VI Guide formations (line 158)
    /// Units of a side with one course and speed may be placed by the first of them.
    ///
    /// RULING: with the option `guide` all units of a side begin on the markers of its first one. The book lets the owner place them
    /// within two hexes of it; that is for the operational game, in which they come with a course.
    fn place_by_dice(&mut self, unit: usize, guide: usize, speed: Option<u8>, dice: &mut dyn DiceSource) {
        if self.options.guide && unit != guide {
            let Unit { track, area, .. } = self.units[guide];
            self.put(unit, track, area);
            return;
        }
        let (seat, number) = (self.units[unit].seat, self.units[unit].id.number);
        dice.open(0, of(seat, number.into(), Of::Place));
        let area = loop {
            let area = dice.one(6);
            if self.units.iter().all(|other| other.seat == seat || other.area != area) {
                break area;
            }
        };
        let hex = dice.one(SIDES);
        let (ahead, aside) = match speed {
            Some(ahead) => (ahead, 0),
            None => (dice.one(6), aside(dice.one(6))),
        };
        self.put(unit, Station { area, hex, ahead, aside }.track(), area);
    }

    fn put(&mut self, unit: usize, track: Track, area: u8) {
        let unit = &mut self.units[unit];
        (unit.track, unit.area) = (track, area);
        let (unit, [present, future]) = (unit.id, [track.present, track.future].map(Place));
        self.log.record(Event::Place { unit, present, future });
    }

    /// Moves the future marker of a unit.
    pub(super) fn move_future(&mut self, unit: usize, to: Option<Facing>) {
        if let Some(to) = to {
            let step = Hex16::from(to.step());
            let track = &mut self.units[unit].track;
            track.future = plus(track.future, step);
        }
    }
}
