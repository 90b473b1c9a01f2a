//! Damage, criticals and their repair (TALON 8.4, 8.5, 8.7).

use super::Counters;
use crate::arcs::Arc;
use crate::design::MAX_GROUPS;
use crate::event::{Event, Loss, Marker, ShipId, code};

/// ### TALON 8.4.1 Damage (p. 8)
/// A point destroys a shield box of the arc; when there is none, a hull box.
///
/// ### TALON P.8 Shield reinforcement
/// A reinforcement absorbs the first point on its arc and is gone; it serves where no shield box is left too. With shields
/// down nothing stands before the hull.
pub fn damage(on: &mut impl Counters, ship: ShipId, arc: Arc, points: u8) {
    if !on.is_there(ship) {
        return;
    }
    let mut left = points;
    let (mut absorbed, mut shield) = (0, 0);
    if !on.condition(ship).markers[Marker::ShieldsDown as usize] {
        absorbed = on.absorb(ship, arc, left);
        left -= absorbed;
        let boxes = on.boxes(ship, Some(arc));
        shield = left.min(*boxes);
        *boxes -= shield;
        left -= shield;
    }
    on.note(Event::Damage { ship, arc, absorbed, shield, hull: left });
    mark(on, ship, left);
}

/// Marks hull boxes from left to right.
///
/// ### TALON 8.4.3 Critical hull box (p. 9)
/// The moment that one is marked two dice are rolled. Damage of their result is marked further on and may reach another.
///
/// ### TALON 8.6.1 Destruction (p. 9)
/// With the last box the ship is destroyed. Nothing is rolled for that box.
pub fn mark(on: &mut impl Counters, ship: ShipId, points: u8) {
    let mut pending = points;
    while pending > 0 {
        pending -= 1;
        let marked = on.boxes(ship, None);
        let place = usize::from(*marked);
        *marked += 1;
        let hull = &on.design(ship).hull;
        if place + 1 == hull.len() {
            return on.lose(ship, Loss::Destroyed);
        }
        if hull[place].critical {
            pending += critical(on, ship);
            if !on.is_there(ship) {
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
fn critical(on: &mut impl Counters, ship: ShipId) -> u8 {
    let mut dice = [0; 2];
    on.roll(&mut dice);
    let result = dice[0] + dice[1];
    let group = if matches!(result, 5 | 9) { random_group(on, ship) } else { None };
    on.note(Event::Critical { ship, dice, group });
    let (base, most) = (on.design(ship).base, on.options().critical_stack);
    let mut condition = on.condition(ship);
    let mut receive = |marker: Marker| condition.markers[marker as usize] = true;
    match result {
        2 => return 3,
        3 => {
            receive(Marker::ShieldsDown);
            for arc in Arc::ALL {
                on.absorb(ship, arc, u8::MAX);
            }
        }
        4 if !base => receive(Marker::HelmDown),
        5 | 9 => {
            if let Some(group) = group {
                condition.destroyed[usize::from(group)] = true;
            }
        }
        6 if !base => condition.thrusters = most.min(condition.thrusters + 1),
        8 => condition.relays = most.min(condition.relays + 1),
        10 => condition.ftl_offline = true,
        11 => receive(Marker::PowerLoss),
        12 => {
            on.lose(ship, Loss::CoreBreach);
            return 0;
        }
        _ => return 0,
    }
    on.set_condition(ship, &condition);
    u8::from(result == 10)
}

/// The weapon group that dice choose, if there is one to choose.
fn random_group(on: &mut impl Counters, ship: ShipId) -> Option<u8> {
    let destroyed = on.condition(ship).destroyed;
    let (mut groups, mut count) = ([0; MAX_GROUPS], 0);
    for group in 0..on.design(ship).groups.len() {
        if on.options().destroyed_groups_count || !destroyed[group] {
            groups[count] = group as u8;
            count += 1;
        }
    }
    highest(on, &mut groups[..count])
}

/// One of four at most, by a die for each: the highest, ties rolled again among themselves. Of one alone no die is rolled.
pub(super) fn highest<T: Copy>(on: &mut impl Counters, of: &mut [T]) -> Option<T> {
    let mut left = of.len();
    while left > 1 {
        let mut faces = [0; 4];
        on.roll(&mut faces[..left]);
        let most = faces.into_iter().max();
        let mut kept = 0;
        for place in 0..left {
            if Some(faces[place]) == most {
                of[kept] = of[place];
                kept += 1;
            }
        }
        left = kept;
    }
    of.first().copied()
}

/// ### TALON 8.7 Repair of critical damage (p. 9)
/// At the end of its owner's turn a ship rolls a die for each repairable critical that it received in an earlier impulse, which is
/// one of `due`; a six repairs it.
///
/// RULING: every repair that may be tried is tried.
pub fn repair(on: &mut impl Counters, ship: ShipId, due: [bool; Marker::ALL.len()]) {
    let count = due.into_iter().filter(|due| *due).count();
    if count == 0 {
        return;
    }
    let (mut faces, mut condition) = ([0; Marker::ALL.len()], on.condition(ship));
    on.open(ship.side, code::repair, ship.slot);
    on.roll(&mut faces[..count]);
    for (marker, face) in Marker::ALL.into_iter().filter(|marker| due[*marker as usize]).zip(faces) {
        condition.markers[marker as usize] &= face < 6;
        on.note(Event::Repair { ship, marker, face });
    }
    on.set_condition(ship, &condition);
}
