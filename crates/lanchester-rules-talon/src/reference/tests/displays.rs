//! A ship's display, followed through the record of a battle: what each event may do to it.
//!
//! Nothing here asks the reference. Boxes are counted one by one, turn radii hex by hex.

use crate::arcs::Arc;
use crate::design::{Design, MAX_GROUPS};
use crate::event::{Loss, Marker, Use};
use crate::impulse::shows;
use crate::options::{Options, PowerLoss};
use crate::position::{Position, Step};

/// Round and impulse.
pub type Now = (u16, u8);

/// What is known of one ship.
pub struct Display<'a> {
    pub design: &'a Design,
    options: &'a Options,
    at: Option<Position>,
    shields: [u8; 4],
    /// Arc, impulse in which it was placed, points left.
    reinforcements: Vec<(Arc, u8, u8)>,
    hull: usize,
    /// Criticals that were rolled, and whether one breached the core.
    criticals: (usize, bool),
    bars: [[u8; 2]; MAX_GROUPS],
    destroyed: [bool; MAX_GROUPS],
    speed: u8,
    power: u8,
    radius: u8,
    thrusters: u8,
    relays: u8,
    pending: u8,
    slip: bool,
    charged: u8,
    burners: u8,
    /// When each repairable critical came.
    markers: [Option<Now>; 3],
    /// Repairs that were tried in this impulse.
    tried: [bool; 3],
    /// It had its Power Phase in this round.
    powered: bool,
    /// Points spent and moves made in this impulse.
    spent: u8,
    moved: u8,
    pub lost: Option<Loss>,
}

impl<'a> Display<'a> {
    pub fn new(design: &'a Design, options: &'a Options) -> Self {
        let line = design.curve.iter().find(|line| line.speed == design.start).expect("the starting line");
        let mut bars = [[0; 2]; MAX_GROUPS];
        design.groups.iter().zip(&mut bars).for_each(|(group, bar)| *bar = [group.red, group.yellow]);
        Self {
            design,
            options,
            at: None,
            shields: design.shields,
            reinforcements: Vec::new(),
            hull: 0,
            criticals: (0, false),
            bars,
            destroyed: [false; MAX_GROUPS],
            speed: line.speed,
            power: line.power,
            radius: line.radius,
            thrusters: 0,
            relays: 0,
            pending: if options.start_turned { line.radius } else { 0 },
            slip: false,
            charged: 0,
            burners: design.afterburners,
            markers: [None; 3],
            tried: [false; 3],
            powered: false,
            spent: 0,
            moved: 0,
            lost: None,
        }
    }

    fn has(&self, marker: Marker) -> bool {
        self.markers[marker as usize].is_some()
    }

    pub fn at(&self) -> Position {
        self.at.expect("placed")
    }

    pub fn put(&mut self, at: Position) {
        self.at = Some(at);
    }

    pub fn spend(&mut self, battery: bool, on: Use, impulse: u8) {
        self.spent += 1;
        let no_points = self.options.power_loss == PowerLoss::All && self.has(Marker::PowerLoss);
        assert!(!no_points, "a point in spite of a power loss");
        assert_eq!(battery, !shows(impulse, self.power));
        self.charged -= u8::from(battery);
        match on {
            Use::ChargeBattery => self.charged += 1,
            Use::PowerTurn => self.pending -= 1,
            Use::Slip => assert!(!std::mem::replace(&mut self.slip, true)),
            Use::Charge(group) => {
                let group = usize::from(group);
                self.bars[group][1] += 1;
                assert!(!self.destroyed[group] && self.bars[group][1] <= self.design.groups[group].yellow);
            }
            Use::Reinforce(arc) => {
                assert!(!self.has(Marker::ShieldsDown));
                self.reinforcements.push((arc, impulse, self.options.reinforcement));
                assert!(self.reinforcements.len() <= self.options.reinforcements_ship.into());
            }
            _ => {}
        }
        assert!(self.charged <= self.design.batteries);
    }

    /// Its owner's turn begins: what was placed in this impulse of the round before expires.
    pub fn expire(&mut self, impulse: u8) {
        self.reinforcements.retain(|(_, placed, _)| *placed != impulse);
    }

    pub fn step(&mut self, step: Step, afterburner: bool, to: Position, impulse: u8) {
        let at = self.at();
        assert_eq!(at.hex.distance(to.hex), 1);
        assert_eq!(afterburner, !shows(impulse, self.speed));
        assert!(step == Step::Straight || !self.has(Marker::HelmDown), "a turn or slip with the helm down");
        self.moved += 1;
        self.burners -= u8::from(afterburner);
        assert_eq!(step.turns(), at.facing != to.facing);
        if step.turns() {
            assert_eq!(self.pending, 0, "a turn before the turn radius was behind it");
            self.pending = self.radius + self.thrusters;
        } else {
            let counts = !step.slips() || self.options.slip_counts;
            self.pending -= u8::from(counts && self.pending > 0);
        }
        if step.slips() {
            assert!(std::mem::take(&mut self.slip), "a slip without its marker");
        }
    }

    /// A full bar is emptied by the first weapon of its group, whatever follows.
    pub fn fire(&mut self, group: usize, first: bool) {
        assert!(!self.destroyed[group], "a destroyed group fires");
        if first {
            let printed = self.design.groups[group];
            assert_eq!(self.bars[group], [printed.red, printed.yellow], "the bar of a group that fires");
            self.bars[group] = [0; 2];
        }
    }

    pub fn damage(&mut self, arc: Arc, absorbed: u8, shield: u8, hull: u8) {
        assert!(absorbed + shield + hull > 0);
        let down = self.has(Marker::ShieldsDown);
        assert!(!down || absorbed + shield == 0, "absorbed by shields that are down");
        let mut left = absorbed;
        for (_, _, points) in self.reinforcements.iter_mut().filter(|(on, ..)| *on == arc) {
            let taken = left.min(*points);
            *points -= taken;
            left -= taken;
        }
        self.reinforcements.retain(|(.., points)| *points > 0);
        assert_eq!(left, 0, "absorbed by nothing");
        assert!(shield + hull == 0 || self.reinforcements.iter().all(|(on, ..)| *on != arc), "before a reinforcement");
        self.shields[arc.index()] -= shield;
        assert!(hull == 0 || down || self.shields[arc.index()] == 0, "hull behind a shield that stands");
        self.hull += usize::from(hull);
    }

    pub fn critical(&mut self, result: u8, group: Option<u8>, now: Now) {
        assert!(group.is_none() || matches!(result, 5 | 9), "a group of another result");
        let most = self.options.critical_stack;
        self.criticals.0 += 1;
        match result {
            2 => self.hull += 3,
            3 => {
                self.markers[0].get_or_insert(now);
                self.reinforcements.clear();
            }
            4 if !self.design.base => drop(self.markers[1].get_or_insert(now)),
            5 | 9 => group.into_iter().for_each(|group| self.destroyed[usize::from(group)] = true),
            6 if !self.design.base => self.thrusters = most.min(self.thrusters + 1),
            8 => self.relays = most.min(self.relays + 1),
            10 => self.hull += 1,
            11 => drop(self.markers[2].get_or_insert(now)),
            12 => self.criticals.1 = true,
            _ => {}
        }
    }

    pub fn repair(&mut self, marker: Marker, face: u8, now: Now) {
        self.tried[marker as usize] = true;
        let received = &mut self.markers[marker as usize];
        assert!(received.is_some_and(|then| then < now), "a repair in the impulse of the damage");
        received.take_if(|_| face == 6);
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

    pub fn power(&mut self, [speed, power, radius]: [u8; 3], bars: [[u8; 2]; MAX_GROUPS]) {
        assert!(!self.powered && !self.has(Marker::PowerLoss), "a Power Phase in spite of a power loss");
        assert!(speed.abs_diff(self.speed) <= 1);
        assert_eq!(self.power_of(speed), Some(power.into()), "the power less its modifiers");
        assert_eq!(self.design.line(speed).map(|line| line.radius), Some(radius));
        assert_eq!(bars, self.charged(), "the charge of a Power Phase");
        (self.speed, self.power, self.radius, self.bars, self.powered) = (speed, power, radius, bars, true);
    }

    pub fn lose(&mut self, loss: Loss) {
        if loss == Loss::BrokeApart {
            let mut near = self.speed.saturating_sub(1)..=self.speed + 1;
            let unpowered = near.all(|speed| self.power_of(speed).is_none_or(|power| power < 0));
            assert!(unpowered, "a speed with power is left");
        }
        self.lost = Some(loss);
    }

    /// The impulse `now` is over: who had to move did, nobody moved or spent twice, and all effects of a hit are known.
    pub fn end_impulse(&mut self, now: Now) {
        assert!(self.spent <= 1, "two action points in an impulse");
        assert!(self.moved <= 1, "two moves in an impulse");
        let boxes = self.design.hull.len();
        match self.lost {
            Some(Loss::Destroyed) => assert!(self.hull >= boxes, "destroyed with a box left"),
            Some(Loss::CoreBreach) => assert!(self.criticals.1, "a breach of the core without its critical"),
            Some(_) => {}
            None => {
                let must = !self.design.base && shows(now.1, self.speed) && now.0 > 0;
                assert!(!must || self.moved == 1, "it must move");
                let due = self.markers.map(|then| then.is_some_and(|then| then < now));
                assert!((0..3).all(|nth| !due[nth] || self.tried[nth]), "a repair that was not tried");
                assert!(self.hull < boxes, "alive without a box");
                let critical = self.design.hull[..self.hull].iter().filter(|hull_box| hull_box.critical).count();
                assert_eq!(
                    self.criticals,
                    (critical, false),
                    "a roll for each critical box, and no breach of the core"
                );
            }
        }
        (self.spent, self.moved, self.tried) = (0, 0, [false; 3]);
    }

    /// A round other than the first begins: every ship had its Power Phase.
    pub fn end_round(&mut self) {
        let had = std::mem::take(&mut self.powered);
        assert!(had || self.has(Marker::PowerLoss) || self.lost.is_some(), "a ship without a Power Phase");
    }
}
