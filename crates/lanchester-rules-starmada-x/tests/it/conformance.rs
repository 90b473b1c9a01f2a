//! What must hold of every game holds of this one.

use lanchester_conformance::{Account, Outcome, Side};
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_starmada_x::event::{Event, Mark, ShipId};

fn key(ship: ShipId) -> (Side, u8) {
    (ship.side, ship.slot)
}

fn actor(event: &Event) -> Option<(Side, u8)> {
    match event {
        Event::Move { ship, .. } => Some(key(*ship)),
        Event::Attack { attack } => Some(key(attack.ship)),
        _ => None,
    }
}

fn harm(event: &Event) -> Option<((Side, u8), i64)> {
    match event {
        Event::Damage { ship, marks, .. } => {
            let boxes = marks.iter().filter(|mark| !matches!(mark, Mark::Hull { cancelled: true })).count();
            Some((key(*ship), boxes as i64))
        }
        _ => None,
    }
}

fn lost(event: &Event) -> Option<(Side, u8)> {
    match event {
        Event::Lost { ship, .. } => Some(key(*ship)),
        _ => None,
    }
}

fn outcome(event: &Event) -> Option<Outcome> {
    match event {
        Event::Over { outcome, .. } => Some(*outcome),
        _ => None,
    }
}

lanchester_conformance::conformance! {
    game: StarmadaX,
    rules: "X",
    turn_cap: |options| options.turn_cap,
    account: Account { actor, harm, lost, outcome },
}
