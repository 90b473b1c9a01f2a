//! Ways to spoil a record.

use lanchester_core::{Outcome, Side, Verdict};
use lanchester_lanes::hex::Hex;

use super::staging;
use super::staging::{Stage, recorded};
use crate::event::{Arrival, Condition, Event, Maneuver, ShipId, Shot};
use crate::options::Station;

/// Matchups with records that were spoiled in one event, in ways that never were a battle.
pub(crate) fn tampered_battles() -> impl Iterator<Item = (Stage, Vec<Event>)> {
    (0..8).flat_map(|battle| {
        let stage = staging::random(battle);
        let events = recorded(&stage, battle);
        let places: Vec<_> =
            (0..events.len()).flat_map(|at| spoiled(events[at]).into_iter().map(move |e| (at, e))).collect();
        places.into_iter().map(move |(at, spoilt)| {
            let mut record = events.clone();
            record[at] = spoilt;
            (stage.clone(), record)
        })
    })
}

/// Other ships than this one.
fn bump(ship: ShipId) -> [ShipId; 3] {
    [
        ShipId { slot: ship.slot ^ 1, ..ship },
        ShipId { slot: 200, ..ship },
        ShipId { side: ship.side.opponent(), ..ship },
    ]
}

/// Every way to spoil one event, in which the record still has the same length.
pub(crate) fn spoiled(event: Event) -> Vec<Event> {
    match event {
        Event::PlacementDie { face } => vec![Event::PlacementDie { face: 7 - face }],
        Event::Place { ship, at } => {
            let mut all: Vec<_> = bump(ship).map(|ship| Event::Place { ship, at }).into();
            for (q, h) in [(-128, -128), (127, 127), (3, 3), (4, 3), (0, 17)] {
                let hex = Hex { q, h };
                if hex != at.hex {
                    all.push(Event::Place { ship, at: Station { hex, ..at } });
                }
            }
            all.push(Event::Place { ship, at: Station { speed: at.speed ^ 9, ..at } });
            all
        }
        Event::Initiative { turn, throws, dice, winner, active } => vec![
            Event::Initiative { turn: turn + 1, throws, dice, winner, active },
            Event::Initiative { turn, throws: throws + 1, dice, winner, active },
            Event::Initiative { turn, throws, dice: [dice[1], dice[0]], winner, active },
            Event::Initiative { turn, throws, dice, winner: winner.opponent(), active },
            Event::Initiative { turn, throws, dice, winner, active: active.opponent() },
        ],
        Event::Move { ship, maneuver, arrival, to } => spoiled_moves(ship, maneuver, arrival, to),
        Event::Fire { ship } => bump(ship).map(|ship| Event::Fire { ship }).into(),
        Event::Attack { shot } => spoiled_shots(shot),
        Event::Wasted { bank, target } => vec![
            Event::Wasted { bank: bank ^ 1, target },
            Event::Wasted { bank, target: target ^ 1 },
            Event::Wasted { bank, target: 200 },
            Event::Fire { ship: ShipId { side: Side::A, slot: 0 } },
        ],
        Event::Damage { ship, boxes, condition } => {
            let mut all: Vec<_> = bump(ship).map(|ship| Event::Damage { ship, boxes, condition }).into();
            all.push(Event::Damage { ship, boxes: boxes ^ 1, condition });
            for other in [Condition::Sound, Condition::Damaged, Condition::Crippled, Condition::Destroyed] {
                if other != condition {
                    all.push(Event::Damage { ship, boxes, condition: other });
                }
            }
            all
        }
        Event::Check { ship, condition, faces, lost } => {
            let mut all: Vec<_> = bump(ship).map(|ship| Event::Check { ship, condition, faces, lost }).into();
            for row in 0..4 {
                let (mut f, mut l) = (faces, lost);
                f[row] ^= 1;
                l[row] ^= 128;
                all.push(Event::Check { ship, condition, faces: f, lost });
                all.push(Event::Check { ship, condition, faces, lost: l });
            }
            all
        }
        Event::TurnEnd { turn, vp } => vec![
            Event::TurnEnd { turn: turn ^ 1, vp },
            Event::TurnEnd { turn, vp: [vp[0] + 1, vp[1]] },
            Event::TurnEnd { turn, vp: [vp[0], vp[1] ^ 4] },
        ],
        Event::Over { outcome } => spoiled_outcomes(outcome),
    }
}

fn spoiled_moves(ship: ShipId, maneuver: Maneuver, arrival: Arrival, to: Station) -> Vec<Event> {
    let mut all: Vec<_> = bump(ship).map(|ship| Event::Move { ship, maneuver, arrival, to }).into();
    for turns in [-128, 4, 127] {
        all.push(Event::Move { ship, maneuver: Maneuver { turns, ..maneuver }, arrival, to });
    }
    for legs in [[255; 4], [200, 100, 0, 0], [0, 0, 0, 1]] {
        all.push(Event::Move { ship, maneuver: Maneuver { legs, ..maneuver }, arrival, to });
    }
    for other in [Arrival::Clear, Arrival::LeftBoard, Arrival::NoRoom, Arrival::Shifted(2), Arrival::Shifted(99)] {
        if other != arrival {
            all.push(Event::Move { ship, maneuver, arrival: other, to });
        }
    }
    all.push(Event::Move { ship, maneuver, arrival, to: Station { hex: Hex { q: -128, h: 127 }, ..to } });
    all.push(Event::Move { ship, maneuver, arrival, to: Station { speed: to.speed ^ 1, ..to } });
    all.push(Event::Move { ship, maneuver, arrival, to: Station { facing: to.facing.turned(1), ..to } });
    all
}

fn spoiled_shots(shot: Shot) -> Vec<Event> {
    let mut all = vec![Event::Fire { ship: ShipId { side: Side::A, slot: 0 } }];
    for field in 0..7 {
        for delta in [1u8, 128, 255] {
            let mut shot = shot;
            match field {
                0 => shot.bank = shot.bank.wrapping_add(delta),
                1 => shot.target = shot.target.wrapping_add(delta),
                2 => shot.range = shot.range.wrapping_add(delta),
                3 => shot.modifier = shot.modifier.wrapping_add(delta as i8),
                4 => shot.dice = shot.dice.wrapping_add(delta),
                5 => shot.hits = shot.hits.wrapping_add(delta),
                _ => shot.through = shot.through.wrapping_add(delta),
            }
            all.push(Event::Attack { shot });
        }
    }
    all
}

fn spoiled_outcomes(outcome: Outcome) -> Vec<Event> {
    let verdict = if outcome.verdict == Verdict::Draw { Verdict::Win(Side::A) } else { Verdict::Draw };
    vec![
        Event::Over { outcome: Outcome { verdict, ..outcome } },
        Event::Over { outcome: Outcome { capped: !outcome.capped, ..outcome } },
        Event::Over { outcome: Outcome { contact: !outcome.contact, ..outcome } },
        Event::Over { outcome: Outcome { turns: outcome.turns + 1, ..outcome } },
        Event::Over { outcome: Outcome { left: [outcome.left[0] ^ 1, 0], ..outcome } },
        Event::Over { outcome: Outcome { initiative: outcome.initiative.map(Side::opponent), ..outcome } },
    ]
}
