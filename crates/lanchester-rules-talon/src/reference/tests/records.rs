//! What every record of a battle must add up to: whose turn it is, what ranges and arcs say, missiles, explosions, the end.
//!
//! Nothing here asks the reference. Arcs are angles in floating point.

use std::collections::BTreeMap;

use lanchester_conformance::staging::Stage;
use lanchester_core::{Side, Verdict};
use lanchester_lanes::hex::Hex16;

use super::displays::{Display, Now};
use crate::Talon;
use crate::arcs::{Arc, Boundary};
use crate::event::{Event, Loss, MissileId, ShipId, Spent, Target, Use};
use crate::impulse::IMPULSES;
use crate::options::{Options, WaveArc};
use crate::position::Position;

/// The arc of a ship in which a hex lies, by its angle.
fn arc_by_angle(at: Position, hex: Hex16, boundary: Boundary) -> Arc {
    let [x, y] = [f64::from(hex.q - at.hex.q) * 3f64.sqrt() / 2.0, f64::from(hex.h - at.hex.h) / 2.0];
    let angle = (x.atan2(y).to_degrees() - 60.0 * f64::from(at.facing.index())).rem_euclid(360.0);
    let edge = if boundary == Boundary::FrontRear { 1e-6 } else { -1e-6 };
    if angle <= 30.0 + edge || angle >= 330.0 - edge {
        Arc::Forward
    } else if (angle - 180.0).abs() <= 30.0 + edge {
        Arc::Rear
    } else if angle < 180.0 {
        Arc::Right
    } else {
        Arc::Left
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
struct Record<'a> {
    options: &'a Options,
    battle: u64,
    ships: [Vec<Display<'a>>; 2],
    missiles: BTreeMap<MissileId, Flight>,
    now: Now,
    /// Who has the initiative, and whether it is the other player's turn.
    first: Side,
    second: bool,
    /// The group that fires.
    firing: Option<(ShipId, u8)>,
    /// The arc on which a missile would hit after the last move.
    meets: Option<Arc>,
    /// Damage that has yet to come.
    hits: Vec<(ShipId, Arc, u8)>,
    /// Blasts of the last explosion that have yet to come: the arc, where it is not by chance, and the damage.
    blasts: Vec<(ShipId, Option<Arc>, u8)>,
    /// Where it was, its rating, and the hexes in which it has damaged a missile.
    explosion: Option<(Position, u8, Vec<Hex16>)>,
}

/// Whose turn it is when an event happens that only the player does whose turn it is.
fn actor(event: &Event) -> Option<Side> {
    match event {
        Event::Spend { ship, .. }
        | Event::Move { ship, .. }
        | Event::Rotate { ship, .. }
        | Event::Fire { ship, .. }
        | Event::Launch { ship, .. }
        | Event::Repair { ship, .. } => Some(ship.side),
        Event::Fly { missile, .. } => Some(missile.side),
        _ => None,
    }
}

impl<'a> Record<'a> {
    /// The display of a ship that is in the game.
    fn of(&mut self, ship: ShipId) -> &mut Display<'a> {
        let display = &mut self.ships[ship.side][usize::from(ship.slot)];
        assert_eq!(display.lost, None, "something happens to a ship that is gone");
        display
    }

    fn flight(&mut self, missile: MissileId) -> &mut Flight {
        self.missiles.get_mut(&missile).expect("in flight")
    }

    fn place(&self, side: Side, slot: u8) -> Option<Position> {
        let ship = &self.ships[side][usize::from(slot)];
        ship.lost.is_none().then(|| ship.at())
    }

    fn arc(&self, at: Position, hex: Hex16) -> Arc {
        arc_by_angle(at, hex, self.options.arc_boundary)
    }

    /// A player's turn begins.
    fn begin_turn(&mut self, side: Side) {
        let impulse = self.now.1;
        self.ships[side].iter_mut().for_each(|display| display.expire(impulse));
    }

    fn begin(&mut self, round: u16, impulse: u8, first: Side) {
        let stands = |side: &Vec<Display<'_>>| side.iter().any(|ship| ship.lost.is_none());
        assert!(self.ships.iter().all(stands), "an impulse begins with a side that has no ship left");
        let (before, begun) = (self.now, self.now.0 > 0);
        let next = if !begun || before.1 + 1 == IMPULSES { (before.0 + 1, 0) } else { (before.0, before.1 + 1) };
        assert_eq!((round, impulse), next);
        assert!(round <= self.options.turn_cap);
        self.end_impulse(before);
        // A player who did nothing had a turn all the same.
        if begun && !self.second {
            self.begin_turn(self.first.opponent());
        }
        if begun && impulse == 0 {
            self.ships.iter_mut().flatten().for_each(Display::end_round);
        }
        for (missile, flight) in &self.missiles {
            assert!(!flight.destroyed, "a missile survives its destruction");
            let target = self.place(missile.side.opponent(), flight.target);
            assert!(target.is_none_or(|at| at.hex != flight.at.hex), "a missile passes through its target");
        }
        (self.now, self.first, self.second, self.firing) = ((round, impulse), first, false, None);
        self.begin_turn(first);
    }

    fn end_impulse(&mut self, now: Now) {
        self.ships.iter_mut().flatten().for_each(|display| display.end_impulse(now));
        assert_eq!(self.hits, [], "a hit without damage");
    }

    fn fire(&mut self, ship: ShipId, group: u8, target: Target, range: u8) {
        let first = self.firing.replace((ship, group)) != Some((ship, group));
        self.of(ship).fire(group.into(), first);
        let (at, printed) = (self.of(ship).at(), self.of(ship).design.groups[usize::from(group)]);
        let hex = self.target(ship.side, target).hex;
        assert!((1..=4).contains(&range));
        assert_eq!(at.hex.distance(hex), u16::from(range));
        assert!(printed.arcs.contains(self.arc(at, hex)), "out of arc");
    }

    /// Where a target of a side's fire is.
    fn target(&mut self, side: Side, target: Target) -> Position {
        match target {
            Target::Ship(slot) => self.of(ShipId { side: side.opponent(), slot }).at(),
            Target::Missile(slot) => self.flight(MissileId { side: side.opponent(), slot }).at,
        }
    }

    /// A shot on which a die was rolled.
    fn shot(&mut self, ship: ShipId, target: Target, arc: Option<Arc>, damage: u8) {
        let (from, at, side) = (self.of(ship).at(), self.target(ship.side, target), ship.side.opponent());
        match target {
            Target::Ship(slot) => {
                let before = self.options.wave_arc == WaveArc::Before;
                assert!(!before || arc == Some(self.arc(at, from.hex)), "another shield arc");
                self.hits.extend(arc.filter(|_| damage > 0).map(|arc| (ShipId { side, slot }, arc, damage)));
            }
            Target::Missile(slot) if damage > 0 => {
                self.flight(MissileId { side, slot }).damage(damage);
                self.explosion = None;
            }
            Target::Missile(_) => {}
        }
    }

    fn fly(&mut self, missile: MissileId, turn: i8, to: Position) {
        let before = self.flight(missile).at;
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
                self.meets = Some(self.arc(at, before.hex));
            }
        }
        self.flight(missile).at = to;
    }

    /// A ship comes to another hex: a missile there meets it on the side to which it went.
    fn come(&mut self, ship: ShipId, to: Position) {
        let before = self.of(ship).at();
        assert_eq!(before.hex.distance(to.hex), 1);
        self.of(ship).put(to);
        self.meets = Some(self.arc(Position { facing: to.facing, ..before }, to.hex));
    }

    fn explode(&mut self, exploding: ShipId) {
        let display = &self.ships[exploding.side][usize::from(exploding.slot)];
        let (rating, at) = (display.design.explosion, display.at());
        assert!(display.lost.is_some());
        for side in Side::BOTH {
            for slot in 0..self.ships[side].len() as u8 {
                let Some(place) = self.place(side, slot) else { continue };
                let arc = self.arc(place, at.hex);
                match place.hex.distance(at.hex) {
                    0 => self.blasts.push((ShipId { side, slot }, None, rating + 1)),
                    1 => self.blasts.push((ShipId { side, slot }, Some(arc), rating)),
                    _ => {}
                }
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

    fn event(&mut self, event: &Event) {
        let now = self.now;
        if let Some(side) = actor(event).filter(|side| *side != self.first && !self.second) {
            self.second = true;
            self.begin_turn(side);
        }
        if !matches!(event, Event::Blast { .. } | Event::Damage { .. } | Event::Critical { .. } | Event::Lost { .. }) {
            assert!(self.blasts.is_empty(), "a ship beside an explosion that is spared");
        }
        match *event {
            Event::Place { ship, at } => {
                let at = self.options.position(ship.side.seat(self.battle), at);
                self.of(ship).put(at);
            }
            Event::Impulse { round, impulse, first } => self.begin(round, impulse, first),
            Event::Spend { ship, battery, on } => {
                self.of(ship).spend(battery, on, now.1);
                if let Use::Redirect { missile, target } = on {
                    self.flight(MissileId { side: ship.side, slot: missile }).target = target;
                }
            }
            Event::Rotate { ship, facing } => {
                let at = self.of(ship).at();
                self.of(ship).put(Position { facing, ..at });
            }
            Event::Move { ship, step, afterburner, to } => {
                self.of(ship).step(step, afterburner, to, now.1);
                self.come(ship, to);
            }
            Event::Displaced { ship, to } => self.come(ship, to),
            Event::Fly { missile, turn, to } => self.fly(missile, turn, to),
            Event::Stacked { ship, other, arcs } => {
                let points = self.options.stack_damage;
                self.hits.extend([(ship, arcs[0], points), (ShipId { slot: other, ..ship }, arcs[1], points)]);
            }
            Event::Fire { ship, group, target, range, arc, damage, .. } => {
                self.fire(ship, group, target, range);
                self.shot(ship, target, arc, damage);
            }
            Event::Launch { ship, group, missile, target, range, at } => {
                self.fire(ship, group, Target::Ship(target), range);
                let (from, enemy) = (self.of(ship).at(), self.target(ship.side, Target::Ship(target)));
                assert_eq!(from.ahead().hex, at.hex, "placed ahead");
                self.meets = Some(self.arc(enemy, from.hex));
                let flight = Flight { at, target, damaged: false, destroyed: false };
                assert!(self.missiles.insert(missile, flight).is_none());
            }
            Event::MissileHit { missile, ship, arc } => {
                let flight = self.missiles.remove(&missile).expect("in flight");
                assert_eq!((flight.target, Some(arc)), (ship.slot, self.meets));
                assert_eq!(flight.at.hex, self.of(ship).at().hex);
                self.hits.push((ship, arc, 2));
            }
            Event::MissileDamaged { missile } if self.explosion.is_some() => self.blasted(missile),
            Event::MissileSpent { missile, spent } => {
                if spent == Spent::Destroyed && self.explosion.is_some() {
                    self.blasted(missile);
                }
                let flight = self.missiles.remove(&missile).expect("in flight");
                assert_eq!(flight.destroyed, spent == Spent::Destroyed);
            }
            Event::Damage { ship, arc, absorbed, shield, hull } => {
                let due = self.hits.iter().position(|hit| *hit == (ship, arc, absorbed + shield + hull));
                self.hits.remove(due.expect("damage that is due"));
                self.of(ship).damage(arc, absorbed, shield, hull);
            }
            Event::Critical { ship, dice, group } => self.of(ship).critical(dice[0] + dice[1], group, now),
            Event::Lost { ship, loss } => self.of(ship).lose(loss),
            Event::Explosion { ship } => self.explode(ship),
            Event::Blast { ship, arc, damage } => {
                let due = |(hit, on, points): &(ShipId, Option<Arc>, u8)| {
                    (*hit, *points) == (ship, damage) && on.is_none_or(|on| on == arc)
                };
                let place = self.blasts.iter().position(due).expect("a blast that is due");
                self.blasts.remove(place);
                self.hits.push((ship, arc, damage));
            }
            Event::Repair { ship, marker, face } => self.of(ship).repair(marker, face, now),
            Event::Power { ship, speed, power, radius, bars } => self.of(ship).power([speed, power, radius], bars),
            Event::MissileDamaged { .. } | Event::Initiative { .. } | Event::Over { .. } => {}
        }
    }

    /// The battle is over.
    fn end(&self, events: &[Event]) {
        let all = || self.ships.iter().flatten();
        let explosive = all()
            .filter(|ship| ship.design.explosion > 0 && ship.lost.is_some_and(|loss| loss != Loss::Retreated))
            .count();
        let exploded = events.iter().filter(|event| matches!(event, Event::Explosion { .. })).count();
        assert_eq!(explosive, exploded, "who is destroyed explodes, and nobody else");
        let Some(Event::Over { outcome, grade }) = events.last() else { panic!("no end") };
        for side in Side::BOTH {
            let points = |counts: fn(&&Display<'_>) -> bool| -> u32 {
                self.ships[side].iter().filter(counts).map(|ship| ship.design.points).sum()
            };
            let (left, whole) = (points(|ship| ship.lost.is_none()), points(|_| true));
            assert_eq!(u32::from(outcome.left[side]), (1000 * left).div_ceil(whole));
        }
        assert_eq!(outcome.capped, outcome.left.iter().all(|left| *left > 0));
        assert_eq!(grade.is_some(), outcome.verdict != Verdict::Draw);
    }
}

/// Goes through the record of a battle.
///
/// # Panics
/// If it does not add up.
pub fn check(stage: &Stage<Talon>, battle: u64, events: &[Event]) {
    let mut record = Record {
        options: &stage.options,
        battle,
        ships: stage.fleets.each_ref().map(|fleet| fleet.iter().map(|d| Display::new(d, &stage.options)).collect()),
        missiles: BTreeMap::new(),
        now: (0, 0),
        first: Side::A,
        second: false,
        firing: None,
        meets: None,
        hits: Vec::new(),
        blasts: Vec::new(),
        explosion: None,
    };
    for event in events {
        record.event(event);
    }
    record.end_impulse((0, 0));
    record.end(events);
}
