//! Damage and criticals (TALON 8.4, 8.5).

use lanchester_dice::DiceSource;

use super::Battle;
use crate::arcs::Arc;
use crate::event::{Event, Loss, Marker, ShipId};

impl Battle<'_> {
    /// ### TALON 8.4.1 Damage (p. 8)
    /// A point destroys a shield box of the arc; when there is none, a hull box.
    ///
    /// ### TALON P.8 Shield reinforcement
    /// A reinforcement absorbs the first point on its arc and is gone; it serves where no shield box is left too. With shields
    /// down nothing stands before the hull.
    pub(super) fn damage(&mut self, ship: ShipId, arc: Arc, points: u8, dice: &mut dyn DiceSource) {
        let vessel = self.vessel_mut(ship);
        if !vessel.alive() {
            return;
        }
        let mut left = points;
        let (mut absorbed, mut shield) = (0, 0);
        if !vessel.has(Marker::ShieldsDown) {
            for reinforcement in vessel.reinforcements.iter_mut().filter(|r| r.arc == arc) {
                let takes = left.min(reinforcement.left);
                reinforcement.left -= takes;
                absorbed += takes;
                left -= takes;
            }
            vessel.reinforcements.retain(|reinforcement| reinforcement.left > 0);
            shield = left.min(vessel.shields[arc.index()]);
            vessel.shields[arc.index()] -= shield;
            left -= shield;
        }
        self.log.record(Event::Damage { ship, arc, absorbed, shield, hull: left });
        self.mark(ship, left, dice);
    }

    /// Marks hull boxes from left to right.
    ///
    /// ### TALON 8.4.3 Critical hull box (p. 9)
    /// The moment that one is marked two dice are rolled. Damage of their result is marked further on and may reach another.
    ///
    /// ### TALON 8.6.1 Destruction (p. 9)
    /// With the last box the ship is destroyed. Nothing is rolled for that box.
    fn mark(&mut self, ship: ShipId, points: u8, dice: &mut dyn DiceSource) {
        let mut pending = points;
        while pending > 0 {
            pending -= 1;
            let vessel = self.vessel_mut(ship);
            let marked = vessel.design.hull[usize::from(vessel.hull)];
            vessel.hull += 1;
            if usize::from(vessel.hull) == vessel.design.hull.len() {
                return self.lose(ship, Loss::Destroyed);
            }
            if marked.critical {
                pending += self.critical(ship, dice);
                if !self.vessel(ship).alive() {
                    return;
                }
            }
        }
    }

    /// ### TALON 8.5 Critical Damage Table (p. 9)
    /// Rolls for a critical box and applies the result; returns the hull damage that it adds. What a ship has already it does not
    /// get again, and there is no re-roll.
    ///
    /// RULING: damage to thrusters and to relays counts twice at most (option `critical_stack`). A weapon group is chosen by a die
    /// for each that is not destroyed, the highest, ties rolled again; of one alone no die is rolled.
    fn critical(&mut self, ship: ShipId, dice: &mut dyn DiceSource) -> u8 {
        let pool = dice.pool(2);
        let result = pool[0] + pool[1];
        let group = if matches!(result, 5 | 9) { self.random_group(ship, dice) } else { None };
        self.log.record(Event::Critical { ship, dice: [pool[0], pool[1]], group });
        let (moment, most) = (self.moment(), self.setup.options.critical_stack);
        let vessel = self.vessel_mut(ship);
        let mut receive = |marker: Marker| {
            vessel.markers[marker as usize].get_or_insert(moment);
        };
        match result {
            2 => return 3,
            3 => {
                receive(Marker::ShieldsDown);
                vessel.reinforcements.clear();
            }
            4 if !vessel.design.base => receive(Marker::HelmDown),
            5 | 9 => {
                if let Some(group) = group {
                    vessel.destroyed[usize::from(group)] = true;
                }
            }
            6 if !vessel.design.base => vessel.thrusters = most.min(vessel.thrusters + 1),
            8 => vessel.relays = most.min(vessel.relays + 1),
            10 => {
                vessel.ftl_offline = true;
                return 1;
            }
            11 => receive(Marker::PowerLoss),
            12 => self.lose(ship, Loss::CoreBreach),
            _ => {}
        }
        0
    }

    /// The weapon group that dice choose, if there is one to choose.
    fn random_group(&self, ship: ShipId, dice: &mut dyn DiceSource) -> Option<u8> {
        let vessel = self.vessel(ship);
        let all = 0..vessel.design.groups.len() as u8;
        let counts = self.setup.options.destroyed_groups_count;
        let groups: Vec<u8> = all.filter(|group| counts || !vessel.destroyed[usize::from(*group)]).collect();
        highest(&groups, dice)
    }

    /// A ship goes out of the game; one that was destroyed has yet to explode.
    pub(super) fn lose(&mut self, ship: ShipId, loss: Loss) {
        self.vessel_mut(ship).lost = Some(loss);
        self.log.record(Event::Lost { ship, loss });
        if loss != Loss::Retreated {
            self.exploding.push(ship);
        }
    }
}

/// One of several, by a die for each: the highest, ties rolled again among themselves. Of one alone no die is rolled.
pub(super) fn highest<T: Copy>(of: &[T], dice: &mut dyn DiceSource) -> Option<T> {
    let mut left = of.to_vec();
    while left.len() > 1 {
        let faces = dice.pool(left.len());
        let most = faces.iter().max().copied();
        left = left.into_iter().zip(&faces).filter(|(_, face)| Some(**face) == most).map(|(one, _)| one).collect();
    }
    left.first().copied()
}
