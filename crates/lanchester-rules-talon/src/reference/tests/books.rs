//! The books of a battle, kept from its record alone: what every record must add up to.
//!
//! Nothing here asks the reference. Arcs are angles in floating point, turn radii are counted hex by hex, boxes one by one.

use lanchester_conformance::staging::Stage;
use lanchester_core::{Side, Verdict};

use crate::Talon;
use crate::arcs::{Arc, Boundary};
use crate::design::{Design, MAX_GROUPS};
use crate::event::{Event, Loss, Marker, ShipId, Target, Use};
use crate::impulse::{IMPULSES, shows};
use crate::options::Options;
use crate::position::{Position, Step};

/// What is known of one ship.
struct Account<'a> {
    design: &'a Design,
    at: Option<Position>,
    shields: [u8; 4],
    shields_down: bool,
    /// Arc, impulse in which it was placed, points left.
    reinforcements: Vec<(Arc, u8, u8)>,
    hull: usize,
    criticals: usize,
    bars: [[u8; 2]; MAX_GROUPS],
    speed: u8,
    power: u8,
    radius: u8,
    thrusters: u8,
    pending: u8,
    slip: bool,
    charged: u8,
    burners: u8,
    spent: u8,
    moved: u8,
    lost: Option<Loss>,
}

impl<'a> Account<'a> {
    fn new(design: &'a Design, options: &Options) -> Self {
        let line = design.curve.iter().find(|line| line.speed == design.start).expect("the starting line");
        let mut bars = [[0; 2]; MAX_GROUPS];
        design.groups.iter().zip(&mut bars).for_each(|(group, bar)| *bar = [group.red, group.yellow]);
        Self {
            design,
            at: None,
            shields: design.shields,
            shields_down: false,
            reinforcements: Vec::new(),
            hull: 0,
            criticals: 0,
            bars,
            speed: line.speed,
            power: line.power,
            radius: line.radius,
            thrusters: 0,
            pending: if options.start_turned { line.radius } else { 0 },
            slip: false,
            charged: 0,
            burners: design.afterburners,
            spent: 0,
            moved: 0,
            lost: None,
        }
    }

    fn spend(&mut self, battery: bool, on: Use, options: &Options, impulse: u8) {
        self.spent += 1;
        assert_eq!(battery, !shows(impulse, self.power));
        self.charged -= u8::from(battery);
        match on {
            Use::ChargeBattery => self.charged += 1,
            Use::PowerTurn => self.pending -= 1,
            Use::Slip => {
                assert!(!self.slip);
                self.slip = true;
            }
            Use::Charge(group) => self.bars[usize::from(group)][1] += 1,
            Use::Reinforce(arc) => {
                assert!(!self.shields_down);
                self.reinforcements.push((arc, impulse, options.reinforcement));
                assert!(self.reinforcements.len() <= options.reinforcements_ship.into());
            }
            _ => {}
        }
        assert!(self.charged <= self.design.batteries);
    }

    fn step(&mut self, step: Step, afterburner: bool, to: Position, options: &Options, impulse: u8) {
        let at = self.at.expect("placed");
        assert_eq!(at.hex.distance(to.hex), 1);
        assert_eq!(afterburner, !shows(impulse, self.speed));
        self.moved += 1;
        self.burners -= u8::from(afterburner);
        if step.turns() {
            assert_eq!(self.pending, 0, "a turn before the turn radius was behind it");
            assert_ne!(at.facing, to.facing);
            self.pending = self.radius + self.thrusters;
        } else {
            assert_eq!(at.facing, to.facing);
            let counts = !step.slips() || options.slip_counts;
            self.pending -= u8::from(counts && self.pending > 0);
        }
        if step.slips() {
            assert!(self.slip, "a slip without its marker");
            self.slip = false;
        }
        self.at = Some(to);
    }

    fn damage(&mut self, arc: Arc, absorbed: u8, shield: u8, hull: u8) {
        let mut left = absorbed;
        for (_, _, points) in self.reinforcements.iter_mut().filter(|(on, ..)| *on == arc) {
            let taken = left.min(*points);
            *points -= taken;
            left -= taken;
        }
        self.reinforcements.retain(|(.., points)| *points > 0);
        assert_eq!(left, 0, "absorbed by nothing");
        assert!(shield + hull == 0 || self.reinforcements.iter().all(|(on, ..)| *on != arc), "before a reinforcement");
        if self.shields_down {
            assert_eq!(absorbed + shield, 0, "absorbed by shields that are down");
            self.hull += usize::from(hull);
            return;
        }
        self.shields[arc.index()] -= shield;
        assert!(hull == 0 || self.shields[arc.index()] == 0, "hull behind a shield that stands");
        self.hull += usize::from(hull);
    }

    fn critical(&mut self, dice: [u8; 2], stack: u8) {
        self.criticals += 1;
        match dice[0] + dice[1] {
            2 => self.hull += 3,
            3 => {
                self.shields_down = true;
                self.reinforcements.clear();
            }
            6 if !self.design.base => self.thrusters = stack.min(self.thrusters + 1),
            10 => self.hull += 1,
            _ => {}
        }
    }

    /// Boxes and criticals add up when all effects of a hit are known.
    fn settle(&self) {
        let boxes = self.design.hull.len();
        match self.lost {
            Some(Loss::Destroyed) => assert!(self.hull >= boxes, "destroyed with a box left"),
            Some(Loss::CoreBreach) => {}
            _ => {
                assert!(self.hull < boxes, "alive without a box");
                let critical = self.design.hull[..self.hull].iter().filter(|hull_box| hull_box.critical).count();
                assert_eq!(self.criticals, critical, "a roll for each critical box");
            }
        }
    }
}

/// The arc of a ship in which a hex lies, by its angle.
pub fn arc_by_angle(at: Position, hex: lanchester_hex::Hex16, boundary: Boundary) -> Arc {
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

/// All ships, and the impulse.
struct Books<'a> {
    options: &'a Options,
    seat: fn(Side, u64) -> usize,
    battle: u64,
    accounts: [Vec<Account<'a>>; 2],
    impulse: u8,
    /// Who has the initiative, and whether it is the other player's turn.
    first: Side,
    second: bool,
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

impl<'a> Books<'a> {
    /// A player's turn begins: what he placed in this impulse of the round before expires.
    fn begin_turn(&mut self, side: Side) {
        let impulse = self.impulse;
        for account in &mut self.accounts[side] {
            account.reinforcements.retain(|(_, placed, _)| *placed != impulse);
        }
    }

    fn of(&mut self, ship: ShipId) -> &mut Account<'a> {
        let account = &mut self.accounts[ship.side][usize::from(ship.slot)];
        assert_eq!(account.lost, None, "something happens to a ship that is gone");
        account
    }

    /// Who had to move did, nobody moved twice, nobody spent two points.
    fn end_impulse(&mut self, whole: bool) {
        for account in self.accounts.iter_mut().flatten() {
            assert!(account.spent <= 1, "two action points in an impulse");
            assert!(account.moved <= 1, "two moves in an impulse");
            if whole && account.lost.is_none() && !account.design.base && shows(self.impulse, account.speed) {
                assert_eq!(account.moved, 1, "it must move");
            }
            (account.spent, account.moved) = (0, 0);
            account.settle();
        }
    }

    fn fire(&mut self, ship: ShipId, group: u8, target: Target, range: u8, arc: Option<Arc>) {
        let boundary = self.options.arc_boundary;
        let firer = self.of(ship);
        let (from, printed) = (firer.at.expect("placed"), firer.design.groups[usize::from(group)]);
        assert!((1..=4).contains(&range));
        let Target::Ship(slot) = target else { return };
        let enemy = self.accounts[ship.side.opponent()][usize::from(slot)].at.expect("placed");
        assert_eq!(from.hex.distance(enemy.hex), u16::from(range));
        assert!(printed.arcs.contains(arc_by_angle(from, enemy.hex, boundary)), "out of arc");
        let before = self.options.wave_arc == crate::options::WaveArc::Before;
        assert!(!before || arc == Some(arc_by_angle(enemy, from.hex, boundary)), "another shield arc");
    }

    fn event(&mut self, event: &Event) {
        let (impulse, options) = (self.impulse, self.options);
        if let Some(side) = actor(event).filter(|side| *side != self.first && !self.second) {
            self.second = true;
            self.begin_turn(side);
        }
        match *event {
            Event::Place { ship, at } => {
                let seat = (self.seat)(ship.side, self.battle);
                self.of(ship).at = Some(options.position(seat, at));
            }
            Event::Spend { ship, battery, on } => self.of(ship).spend(battery, on, options, impulse),
            Event::Rotate { ship, facing } => {
                let account = self.of(ship);
                account.at = account.at.map(|at| Position { facing, ..at });
            }
            Event::Move { ship, step, afterburner, to } => {
                self.of(ship).step(step, afterburner, to, options, impulse);
            }
            Event::Displaced { ship, to } => self.of(ship).at = Some(to),
            Event::Fire { ship, group, target, range, arc, .. } => self.fire(ship, group, target, range, arc),
            Event::Launch { ship, group, target, range, .. } => {
                let enemy = ShipId { side: ship.side.opponent(), slot: target };
                let at = self.of(enemy).at.expect("placed");
                let from = self.of(ship).at.expect("placed");
                let arc = arc_by_angle(at, from.hex, options.arc_boundary);
                let arc = if options.wave_arc == crate::options::WaveArc::Before { Some(arc) } else { None };
                self.fire(ship, group, Target::Ship(target), range, arc);
            }
            Event::Damage { ship, arc, absorbed, shield, hull } => {
                assert!(absorbed + shield + hull > 0);
                self.of(ship).damage(arc, absorbed, shield, hull);
            }
            Event::Critical { ship, dice, .. } => self.of(ship).critical(dice, options.critical_stack),
            Event::Repair { ship, marker, face } => {
                let account = self.of(ship);
                account.shields_down &= marker != Marker::ShieldsDown || face < 6;
            }
            Event::Power { ship, speed, power, radius, bars } => {
                let account = self.of(ship);
                assert!(speed.abs_diff(account.speed) <= 1);
                let line = account.design.line(speed).expect("a line");
                assert!(power <= line.power && radius == line.radius);
                (account.speed, account.power, account.radius, account.bars) = (speed, power, radius, bars);
            }
            Event::Lost { ship, loss } => self.of(ship).lost = Some(loss),
            _ => {}
        }
    }
}

/// Goes through the record of a battle.
///
/// # Panics
/// If it does not add up.
pub fn check(stage: &Stage<Talon>, battle: u64, events: &[Event]) {
    let accounts = stage.fleets.each_ref().map(|fleet| fleet.iter().map(|d| Account::new(d, &stage.options)).collect());
    let mut books = Books {
        options: &stage.options,
        seat: Side::seat,
        battle,
        accounts,
        impulse: 0,
        first: Side::A,
        second: false,
    };
    let mut begun = false;
    for event in events {
        if let Event::Impulse { impulse, round, first } = *event {
            assert!(round <= stage.options.turn_cap);
            books.end_impulse(begun);
            assert_eq!(impulse, if begun { (books.impulse + 1) % IMPULSES } else { 0 });
            // A player who did nothing had a turn all the same.
            if begun && !books.second {
                books.begin_turn(books.first.opponent());
            }
            (books.impulse, begun) = (impulse, true);
            (books.first, books.second) = (first, false);
            books.begin_turn(first);
        }
        books.event(event);
    }
    books.end_impulse(false);
    let all = || books.accounts.iter().flatten();
    let explosive = all()
        .filter(|account| account.design.explosion > 0 && account.lost.is_some_and(|loss| loss != Loss::Retreated));
    let exploded = events.iter().filter(|event| matches!(event, Event::Explosion { .. })).count();
    assert_eq!(explosive.count(), exploded, "who is destroyed explodes, and nobody else");
    let Some(Event::Over { outcome, grade }) = events.last() else { panic!("no end") };
    for side in Side::BOTH {
        let points = |account: &&Account<'_>| account.design.points;
        let left: u32 = books.accounts[side].iter().filter(|account| account.lost.is_none()).map(|a| points(&a)).sum();
        let whole: u32 = books.accounts[side].iter().map(|a| points(&a)).sum();
        assert_eq!(u32::from(outcome.left[side]), (1000 * left).div_ceil(whole));
    }
    assert_eq!(outcome.capped, outcome.left.iter().all(|left| *left > 0));
    assert_eq!(grade.is_some(), outcome.verdict != Verdict::Draw);
}
