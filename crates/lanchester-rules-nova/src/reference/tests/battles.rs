//! Properties of whole battles, played by random legal choices.

use lanchester_core::{Outcome, Side, Verdict};
use lanchester_lanes::dice::KeyedDice;
use lanchester_lanes::hex::{Facing, Hex};

use crate::event::{Arrival, Condition, Event, ShipId, Shot};
use crate::options::{AtATime, Station};
use crate::reference::random::RandomLegal;
use crate::reference::staging;
use crate::reference::staging::{Stage, key, recorded};
use crate::reference::tampering::spoiled;
use crate::reference::{play, replay};

#[test]
fn battles_end_scores_rise_and_the_dead_do_nothing() {
    for battle in 0..400 {
        let stage = staging::random(battle);
        let events = recorded(&stage, battle);
        let mut dead: Vec<ShipId> = Vec::new();
        let mut score = [0; 2];
        let mut turns = 0;
        for event in &events {
            match event {
                Event::Initiative { dice, winner, .. } => assert!(dice[*winner] > dice[winner.opponent()]),
                Event::Move { ship, arrival, .. } => {
                    assert!(!dead.contains(ship));
                    if matches!(arrival, Arrival::LeftBoard | Arrival::NoRoom) {
                        dead.push(*ship);
                    }
                }
                Event::Fire { ship } | Event::Check { ship, .. } => assert!(!dead.contains(ship)),
                Event::Damage { ship, condition, boxes } => {
                    assert!(*boxes > 0 && !dead.contains(ship));
                    if *condition == Condition::Destroyed {
                        dead.push(*ship);
                    }
                }
                Event::TurnEnd { turn, vp } => {
                    turns += 1;
                    assert_eq!(*turn, turns);
                    assert!(vp[0] >= score[0] && vp[1] >= score[1]);
                    score = *vp;
                }
                _ => {}
            }
        }
        let Some(Event::Over { outcome }) = events.last() else { panic!("a battle ends with its outcome") };
        assert_eq!(outcome.turns, turns);
        assert!(turns <= stage.options.turn_cap);
        assert_eq!(outcome.contact, events.iter().any(|e| matches!(e, Event::Attack { .. })));
        for side in Side::BOTH {
            let all_dead = stage.fleets[side].len() == dead.iter().filter(|s| s.side == side).count();
            assert!(!all_dead || outcome.left[side] == 0);
        }
    }
}

#[test]
fn records_replay() {
    staging::records_replay(400, (staging::random, recorded));
}

/// The same event with the fleets' names exchanged.
fn exchanged(event: Event) -> Event {
    let other = |ship: ShipId| ShipId { side: ship.side.opponent(), ..ship };
    match event {
        Event::Place { ship, at } => Event::Place { ship: other(ship), at },
        Event::Initiative { turn, throws, dice: [a, b], winner, active } => {
            Event::Initiative { turn, throws, dice: [b, a], winner: winner.opponent(), active: active.opponent() }
        }
        Event::Move { ship, maneuver, arrival, to } => Event::Move { ship: other(ship), maneuver, arrival, to },
        Event::Fire { ship } => Event::Fire { ship: other(ship) },
        Event::Damage { ship, boxes, condition } => Event::Damage { ship: other(ship), boxes, condition },
        Event::Check { ship, condition, faces, lost } => Event::Check { ship: other(ship), condition, faces, lost },
        Event::TurnEnd { turn, vp: [a, b] } => Event::TurnEnd { turn, vp: [b, a] },
        Event::Over { outcome } => {
            let verdict = match outcome.verdict {
                Verdict::Win(side) => Verdict::Win(side.opponent()),
                Verdict::Draw => Verdict::Draw,
            };
            let [a, b] = outcome.left;
            let initiative = outcome.initiative.map(Side::opponent);
            Event::Over { outcome: Outcome { verdict, left: [b, a], initiative, ..outcome } }
        }
        Event::PlacementDie { .. } | Event::Attack { .. } | Event::Wasted { .. } => event,
    }
}

/// Seats decide, not names: the odd battle of a pair, with the fleets exchanged, is the even one to the last event.
#[test]
fn the_battles_of_a_pair_mirror_each_other() {
    for seed in 0..100 {
        let mut stage = staging::random(seed);
        stage.stations = [None, None];
        let setup = stage.setup();
        let mut swapped = stage.setup();
        swapped.ships.swap(0, 1);
        let battle = |setup, number| {
            play(setup, number, &mut KeyedDice::new(key(seed)), &mut RandomLegal::new(seed)).expect("legal")
        };
        let odd: Vec<_> = battle(&swapped, 1).into_iter().map(exchanged).collect();
        assert_eq!(battle(&setup, 0), odd, "matchup {seed}");
    }
}

/// Whether two events differ only in a choice that may have no consequence: who is active when it hardly matters,
/// another path to the same place, which of two ships fires that are both destroyed next, or which bank misses whom.
fn only_a_choice(one: Event, other: Event) -> bool {
    match (one, other) {
        (Event::Initiative { turn, throws, dice, winner, .. }, Event::Initiative { active, .. }) => {
            other == Event::Initiative { turn, throws, dice, winner, active }
        }
        (Event::Move { ship, arrival, to, .. }, Event::Move { maneuver, .. }) => {
            other == Event::Move { ship, arrival, to, maneuver }
        }
        (Event::Fire { ship }, Event::Fire { ship: instead }) => ship.side == instead.side,
        (Event::Attack { shot }, Event::Attack { shot: Shot { bank, target, .. } }) => {
            other == Event::Attack { shot: Shot { bank, target, ..shot } }
        }
        (Event::Wasted { .. }, Event::Wasted { .. }) => true,
        _ => false,
    }
}

/// Whether the choice in an event was checked before the events in front of it: targets are declared before the first
/// attack, and with them, where a group declares together, the ships of the group.
fn declared_earlier(stage: &Stage, event: Event) -> bool {
    match event {
        Event::Attack { .. } => true,
        Event::Fire { .. } | Event::Wasted { .. } => stage.options.at_a_time == AtATime::Declared,
        _ => false,
    }
}

/// Every event of a few battles is spoiled in every way. A spoiled choice may be legal and even have the same effect
/// on the event itself (another ship, another side first), but then something after it no longer fits.
#[test]
fn a_tampered_record_is_refused_where_it_was_tampered_with_or_later() {
    let mut tampered = 0;
    for battle in 0..25 {
        let stage = staging::random(battle);
        let setup = stage.setup();
        let events = recorded(&stage, battle);
        for at in 0..events.len() {
            for spoilt in spoiled(events[at]) {
                let mut record = events.clone();
                record[at] = spoilt;
                match replay(&setup, key(battle), battle, &record) {
                    Err(mismatch) => {
                        assert!(mismatch.at >= at || declared_earlier(&stage, events[at]), "{mismatch}")
                    }
                    // Another legal choice without consequences.
                    Ok(()) => assert!(only_a_choice(events[at], spoilt), "{spoilt:?}"),
                }
                tampered += 1;
            }
        }
    }
    assert!(tampered > 10_000, "{tampered}");
}

/// A bank may hold its fire, and its missing, wasted or overkilling attack is not missed.
#[test]
fn garbled_records_are_refused() {
    let attack = |event: &Event| matches!(event, Event::Attack { .. } | Event::Wasted { .. });
    staging::garbled_records_are_refused((staging::random, recorded), attack);
}

#[test]
fn impossible_fixed_stations_are_refused() {
    let mut stage = staging::random(1);
    stage.fleets = [0, 1].map(|i| stage.fleets[i][..1].to_vec());
    let at = |q, h| Some(vec![Station { hex: Hex { q, h }, facing: Facing::NORTH, speed: 0 }]);
    for stations in [[at(5, 5), at(5, 5)], [at(-1, 5), None], [at(5, 6), None], [Some(vec![]), None]] {
        stage.stations = stations;
        let refused = play(&stage.setup(), 0, &mut KeyedDice::new(key(0)), &mut RandomLegal::new(0)).unwrap_err();
        assert_eq!(refused.rule, "NOVA 2.4", "{refused}");
    }
}
