//! A second set of books, kept from the record alone: power, charge bars, repairs, missiles and explosions.
//!
//! Nothing here asks the reference; arcs are angles, as in the first set.

use std::collections::BTreeMap;

use lanchester_conformance::staging::Stage;
use lanchester_core::Side;

use super::books::arc_by_angle;
use crate::Talon;
use crate::arcs::Arc;
use crate::design::{Design, MAX_GROUPS};
use crate::event::{Event, Loss, Marker, MissileId, ShipId, Spent, Target, Use};
use crate::options::{Options, PowerLoss};
use crate::position::{Position, Step};

/// A ship's display.
struct Display<'a> {
    design: &'a Design,
    at: Option<Position>,
    hull: usize,
    relays: u8,
    bars: [[u8; 2]; MAX_GROUPS],
    destroyed: [bool; MAX_GROUPS],
    speed: u8,
    power: u8,
    /// Round and impulse in which each repairable critical came.
    markers: [Option<(u16, u8)>; 3],
    /// Repairs that were tried in this impulse.
    tried: [bool; 3],
    /// It had its Power Phase in this round.
    powered: bool,
    lost: bool,
}

impl<'a> Display<'a> {
    fn new(design: &'a Design) -> Self {
        let line = design.curve.iter().find(|line| line.speed == design.start).expect("the starting line");
        let mut bars = [[0; 2]; MAX_GROUPS];
        design.groups.iter().zip(&mut bars).for_each(|(group, bar)| *bar = [group.red, group.yellow]);
        Self {
            design,
            at: None,
            hull: 0,
            relays: 0,
            bars,
            destroyed: [false; MAX_GROUPS],
            speed: line.speed,
            power: line.power,
            markers: [None; 3],
            tried: [false; 3],
            powered: false,
            lost: false,
        }
    }

    fn mark(&mut self, points: usize) {
        self.hull = self.design.hull.len().min(self.hull + points);
    }

    fn critical(&mut self, result: u8, group: Option<u8>, now: (u16, u8), stack: u8) {
        match result {
            2 => self.mark(3),
            3 => drop(self.markers[0].get_or_insert(now)),
            4 if !self.design.base => drop(self.markers[1].get_or_insert(now)),
            5 | 9 => {
                if let Some(group) = group {
                    self.destroyed[usize::from(group)] = true;
                }
            }
            8 => self.relays = stack.min(self.relays + 1),
            10 => self.mark(1),
            11 => drop(self.markers[2].get_or_insert(now)),
            _ => {}
        }
        assert!(group.is_none() || matches!(result, 5 | 9), "a group of another result");
    }

    /// What a line of the curve gives, less the left-most box and the relays.
    fn power_of(&self, speed: u8) -> Option<i16> {
        let line = self.design.curve.iter().find(|line| line.speed == speed)?;
        Some(i16::from(line.power) - i16::from(self.design.hull[self.hull].modifier) - i16::from(self.relays))
    }

    /// A red box where one is open, otherwise a yellow one for each weapon.
    fn charged(&self) -> [[u8; 2]; MAX_GROUPS] {
        let mut bars = self.bars;
        for (nth, group) in self.design.groups.iter().enumerate().filter(|(nth, _)| !self.destroyed[*nth]) {
            let [red, yellow] = bars[nth];
            bars[nth] = if red < group.red { [red + 1, yellow] } else { [red, group.yellow.min(yellow + group.count)] };
        }
        bars
    }
}

/// A missile's counter.
struct Flight {
    at: Position,
    target: u8,
    damaged: bool,
    destroyed: bool,
}

impl Flight {
    fn damage(&mut self, points: u8) {
        self.destroyed |= points >= 3 || self.damaged;
        self.damaged = true;
    }
}

/// All displays and missiles, and what has to come.
struct Displays<'a> {
    options: &'a Options,
    battle: u64,
    ships: [Vec<Display<'a>>; 2],
    missiles: BTreeMap<MissileId, Flight>,
    now: (u16, u8),
    /// The group that fires.
    firing: Option<(ShipId, u8)>,
    /// The arc on which a missile would hit after the last move.
    meets: Option<Arc>,
    /// Blasts of the last explosion that have yet to come: the arc, where it is not by chance, and the damage.
    blasts: Vec<(ShipId, Option<Arc>, u8)>,
    /// Where it was, its rating, and the hexes in which it has damaged a missile.
    explosion: Option<(Position, u8, Vec<lanchester_hex::Hex16>)>,
}

impl<'a> Displays<'a> {
    fn of(&mut self, ship: ShipId) -> &mut Display<'a> {
        &mut self.ships[ship.side][usize::from(ship.slot)]
    }

    fn place(&self, side: Side, slot: u8) -> Option<Position> {
        let ship = &self.ships[side][usize::from(slot)];
        ship.at.filter(|_| !ship.lost)
    }

    fn begin(&mut self, round: u16, impulse: u8) {
        let stands = |side: &Vec<Display<'_>>| side.iter().any(|ship| !ship.lost);
        assert!(self.ships.iter().all(stands), "an impulse begins with a side that has no ship left");
        let before = self.now;
        for ship in self.ships.iter_mut().flatten() {
            let due = ship.markers.map(|then| then.is_some_and(|then| then < before));
            assert!(ship.lost || (0..3).all(|nth| !due[nth] || ship.tried[nth]), "a repair that was not tried");
            ship.tried = [false; 3];
        }
        (self.now, self.firing) = ((round, impulse), None);
        for ship in self.ships.iter_mut().flatten().filter(|_| impulse == 0) {
            let had = round == 1 || ship.powered || ship.markers[2].is_some() || ship.lost;
            assert!(had, "a ship without a Power Phase");
            ship.powered = false;
        }
        for (missile, flight) in &self.missiles {
            assert!(!flight.destroyed, "a missile survives its destruction");
            let target = self.place(missile.side.opponent(), flight.target);
            assert!(target.is_none_or(|at| at.hex != flight.at.hex), "a missile passes through its target");
        }
    }

    fn spend(&mut self, ship: ShipId, on: Use) {
        let no_points = self.options.power_loss == PowerLoss::All;
        let display = self.of(ship);
        assert!(!no_points || display.markers[2].is_none(), "a point in spite of a power loss");
        match on {
            Use::Charge(group) => {
                let group = usize::from(group);
                display.bars[group][1] += 1;
                assert!(!display.destroyed[group] && display.bars[group][1] <= display.design.groups[group].yellow);
            }
            Use::Redirect { missile, target } => {
                let missile = MissileId { side: ship.side, slot: missile };
                self.missiles.get_mut(&missile).expect("in flight").target = target;
            }
            _ => {}
        }
    }

    /// A full bar is emptied by the first weapon of its group, whatever follows.
    fn fire(&mut self, ship: ShipId, group: u8) {
        if self.firing != Some((ship, group)) {
            let (display, nth) = (self.of(ship), usize::from(group));
            let printed = display.design.groups[nth];
            assert_eq!(display.bars[nth], [printed.red, printed.yellow], "the bar of a group that fires");
            display.bars[nth] = [0; 2];
            self.firing = Some((ship, group));
        }
        assert!(!self.of(ship).destroyed[usize::from(group)], "a destroyed group fires");
    }

    fn fly(&mut self, missile: MissileId, turn: i8, to: Position) {
        let before = self.missiles[&missile].at;
        let target = self.place(missile.side.opponent(), self.missiles[&missile].target);
        assert_eq!(before.facing.turned(turn.into()), to.facing);
        assert_eq!(before.hex.ahead(to.facing, 1), to.hex);
        match target {
            None => assert_eq!(turn, 0, "straight without a target"),
            Some(at) => {
                let far = before.hex.distance(at.hex);
                let ways = [-1, 0, 1].map(|turn| before.hex.ahead(before.facing.turned(turn), 1));
                let any = ways.iter().any(|hex| hex.distance(at.hex) < far);
                assert!(!any || to.hex.distance(at.hex) < far, "a missile that does not come closer");
                self.meets = Some(arc_by_angle(at, before.hex, self.options.arc_boundary));
            }
        }
        self.missiles.get_mut(&missile).expect("in flight").at = to;
    }

    /// A ship comes to another hex: a missile there meets it on the side to which it went.
    fn come(&mut self, ship: ShipId, to: Position) {
        let before = self.of(ship).at.expect("placed");
        self.of(ship).at = Some(to);
        self.meets = Some(arc_by_angle(Position { facing: to.facing, ..before }, to.hex, self.options.arc_boundary));
    }

    fn explode(&mut self, exploding: ShipId) {
        assert!(self.of(exploding).lost);
        let (rating, at) = (self.of(exploding).design.explosion, self.of(exploding).at.expect("placed"));
        let all = Side::BOTH.into_iter().flat_map(|side| (0..12).map(move |slot| ShipId { side, slot }));
        let all = all.filter(|ship| usize::from(ship.slot) < self.ships[ship.side].len()).collect::<Vec<_>>();
        for ship in all {
            let Some(place) = self.place(ship.side, ship.slot) else { continue };
            match place.hex.distance(at.hex) {
                0 => self.blasts.push((ship, None, rating + 1)),
                1 => {
                    let arc = arc_by_angle(place, at.hex, self.options.arc_boundary);
                    self.blasts.push((ship, Some(arc), rating));
                }
                _ => {}
            }
        }
        self.explosion = Some((at, rating, Vec::new()));
    }

    /// A missile that no shot has damaged was in a blast, alone of its hex.
    fn blasted(&mut self, missile: MissileId) {
        let flight = self.missiles.get_mut(&missile).expect("in flight");
        let (at, rating, hexes) = self.explosion.as_mut().expect("an explosion");
        assert!(flight.at.hex.distance(at.hex) <= 1 && !hexes.contains(&flight.at.hex), "one missile of a hex");
        hexes.push(flight.at.hex);
        flight.damage(*rating);
    }

    fn power(&mut self, ship: ShipId, [speed, power, radius]: [u8; 3], bars: [[u8; 2]; MAX_GROUPS]) {
        let display = self.of(ship);
        assert!(!display.powered && display.markers[2].is_none(), "a Power Phase in spite of a power loss");
        assert!(speed.abs_diff(display.speed) <= 1);
        assert_eq!(display.power_of(speed), Some(power.into()), "the power less its modifiers");
        assert_eq!(display.design.line(speed).map(|line| line.radius), Some(radius));
        assert_eq!(bars, display.charged(), "the charge of a Power Phase");
        (display.speed, display.power, display.bars, display.powered) = (speed, power, bars, true);
    }

    fn event(&mut self, event: &Event) {
        let (now, stack) = (self.now, self.options.critical_stack);
        if !matches!(event, Event::Blast { .. } | Event::Damage { .. } | Event::Critical { .. } | Event::Lost { .. }) {
            assert!(self.blasts.is_empty(), "a ship beside an explosion that is spared");
        }
        match *event {
            Event::Place { ship, at } => {
                let seat = ship.side.seat(self.battle);
                self.of(ship).at = Some(self.options.position(seat, at));
            }
            Event::Impulse { round, impulse, .. } => self.begin(round, impulse),
            Event::Spend { ship, on, .. } => self.spend(ship, on),
            Event::Rotate { ship, facing } => {
                let display = self.of(ship);
                display.at = display.at.map(|at| Position { facing, ..at });
            }
            Event::Move { ship, step, to, .. } => {
                let helm = self.of(ship).markers[1].is_none();
                assert!(helm || step == Step::Straight, "a turn or slip with the helm down");
                self.come(ship, to);
            }
            Event::Displaced { ship, to } => self.come(ship, to),
            Event::Fly { missile, turn, to } => self.fly(missile, turn, to),
            Event::Fire { ship, group, target, damage, .. } => {
                self.fire(ship, group);
                if let (Target::Missile(slot), true) = (target, damage > 0) {
                    let missile = MissileId { side: ship.side.opponent(), slot };
                    self.missiles.get_mut(&missile).expect("in flight").damage(damage);
                    self.explosion = None;
                }
            }
            Event::Launch { ship, group, missile, target, at, .. } => {
                self.fire(ship, group);
                let from = self.of(ship).at.expect("placed");
                assert_eq!(from.ahead().hex, at.hex, "placed ahead");
                let enemy = self.place(ship.side.opponent(), target).expect("a target");
                self.meets = Some(arc_by_angle(enemy, from.hex, self.options.arc_boundary));
                let flight = Flight { at, target, damaged: false, destroyed: false };
                assert!(self.missiles.insert(missile, flight).is_none());
            }
            Event::MissileHit { missile, ship, arc } => {
                let flight = self.missiles.remove(&missile).expect("in flight");
                assert_eq!((flight.target, Some(arc)), (ship.slot, self.meets));
                assert_eq!(Some(flight.at.hex), self.place(ship.side, ship.slot).map(|at| at.hex));
            }
            Event::MissileDamaged { missile } if self.explosion.is_some() => self.blasted(missile),
            Event::MissileSpent { missile, spent } => {
                if spent == Spent::Destroyed && self.explosion.is_some() {
                    self.blasted(missile);
                }
                let flight = self.missiles.remove(&missile).expect("in flight");
                assert_eq!(flight.destroyed, spent == Spent::Destroyed);
            }
            Event::Damage { ship, hull, .. } => self.of(ship).mark(hull.into()),
            Event::Critical { ship, dice, group } => self.of(ship).critical(dice[0] + dice[1], group, now, stack),
            Event::Lost { ship, loss } => {
                let display = self.of(ship);
                if loss == Loss::BrokeApart {
                    let near = display.speed.saturating_sub(1)..=display.speed + 1;
                    let powers = near.filter_map(|speed| display.power_of(speed)).collect::<Vec<_>>();
                    assert!(powers.iter().all(|power| *power < 0), "a speed with power is left");
                }
                display.lost = true;
            }
            Event::Explosion { ship } => self.explode(ship),
            Event::Blast { ship, arc, damage } => {
                let place = self
                    .blasts
                    .iter()
                    .position(|(hit, on, points)| *hit == ship && *points == damage && on.is_none_or(|on| on == arc));
                self.blasts.remove(place.expect("a blast that is due"));
            }
            Event::Repair { ship, marker, face } => self.repair(ship, marker, face),
            Event::Power { ship, speed, power, radius, bars } => self.power(ship, [speed, power, radius], bars),
            _ => {}
        }
    }

    fn repair(&mut self, ship: ShipId, marker: Marker, face: u8) {
        let now = self.now;
        let display = self.of(ship);
        display.tried[marker as usize] = true;
        let received = &mut display.markers[marker as usize];
        assert!(received.is_some_and(|then| then < now), "a repair in the impulse of the damage");
        if face == 6 {
            *received = None;
        }
    }
}

/// Goes through the record of a battle.
///
/// # Panics
/// If it does not add up.
pub fn check(stage: &Stage<Talon>, battle: u64, events: &[Event]) {
    let mut displays = Displays {
        options: &stage.options,
        battle,
        ships: stage.fleets.each_ref().map(|fleet| fleet.iter().map(Display::new).collect()),
        missiles: BTreeMap::new(),
        now: (0, 0),
        firing: None,
        meets: None,
        blasts: Vec::new(),
        explosion: None,
    };
    for event in events {
        displays.event(event);
    }
}
