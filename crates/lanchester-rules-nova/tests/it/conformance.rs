//! What must hold of every game holds of this one.

use lanchester_conformance::{Account, Outcome, Side};
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::event::{Arrival, Condition, Event, ShipId};

fn key(ship: ShipId) -> (Side, u8) {
    (ship.side, ship.slot)
}

fn actor(event: &Event) -> Option<(Side, u8)> {
    match event {
        Event::Move { ship, .. } | Event::Fire { ship } => Some(key(*ship)),
        _ => None,
    }
}

fn harm(event: &Event) -> Option<((Side, u8), i64)> {
    match event {
        Event::Damage { ship, boxes, .. } => Some((key(*ship), i64::from(*boxes))),
        _ => None,
    }
}

fn lost(event: &Event) -> Option<(Side, u8)> {
    match event {
        Event::Damage { ship, condition: Condition::Destroyed, .. }
        | Event::Move { ship, arrival: Arrival::LeftBoard | Arrival::NoRoom, .. } => Some(key(*ship)),
        _ => None,
    }
}

fn outcome(event: &Event) -> Option<Outcome> {
    match event {
        Event::Over { outcome } => Some(*outcome),
        _ => None,
    }
}

lanchester_conformance::conformance! {
    game: Nova,
    rules: "NOVA",
    turn_cap: |options| options.turn_cap,
    account: Account { actor, harm, lost, outcome },
}
