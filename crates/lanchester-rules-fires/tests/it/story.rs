//! A battle in words.

use lanchester_conformance::staging::{Stage, a, b};
use lanchester_core::{Outcome, Side, Verdict};
use lanchester_lanes::hex::{Facing, Hex16};
use lanchester_rules_fires::Fires;
use lanchester_rules_fires::event::{Aim, Event, Mark, Place, SalvoId, UnitId};
use lanchester_rules_fires::formulas::beams::{BeamKind, Fire};
use lanchester_rules_fires::formulas::damage::Condition;
use lanchester_rules_fires::formulas::detailed::{Hits, Mended, System};
use lanchester_rules_fires::story::story;

const OUTCOME: Outcome = Outcome {
    verdict: Verdict::Win(Side::A),
    major: false,
    capped: false,
    contact: true,
    turns: 1,
    left: [1000, 900],
    initiative: None,
};

/// A shot of A with its numbers.
const fn fire(fire: Fire, mark: Mark, [hits, effective]: [u8; 2]) -> Event {
    Event::Fire {
        ship: a(0),
        kind: BeamKind::Particle,
        beams: 8,
        fire,
        mark,
        range: 4,
        hit: 7,
        hits,
        pierce: 5,
        effective,
    }
}

#[test]
fn a_battle_reads_like_a_report() {
    let (a, b) = (a(0), b(0));
    let at = |q, h| Place(Hex16::new(q, h));
    let [unit, other] = [Side::A, Side::B].map(|side| UnitId { side, number: 0 });
    let [salvo, part] = [0, 1].map(|number| SalvoId { side: Side::B, number });
    let course = |part, aim| Event::Course { salvo, part, missiles: 2, aim, thrust: at(0, 2), future: at(1, 3) };
    let (degraded, disabled) = (Condition::Degraded, Condition::Disabled);
    let damage = |number, result, condition| Event::Damage { ship: b, hits: 2, number, result, condition };
    let systems = Hits([2, 0, 0, 0, 1, 0, 0]);
    let events = [
        Event::Place { unit, present: at(0, 40), future: at(0, 38) },
        Event::Thrust { unit, to: Some(Facing::NORTH), future: at(0, 40) },
        Event::Thrust { unit: other, to: None, future: at(0, 0) },
        Event::Turn { turn: 1 },
        Event::Initiative { results: [9, 8], first: Side::B },
        Event::Move { unit, present: at(0, 40) },
        Event::Launch { ship: b, missiles: 1, committed: 3, salvo },
        course(salvo, Aim::Unit(0)),
        course(part, Aim::Salvo(4)),
        fire(Fire::Dispersed, Mark::Ship(0), [1, 1]),
        fire(Fire::Single, Mark::Salvo(0), [2, 1]),
        damage(3, degraded, disabled),
        damage(1, Condition::Sound, degraded),
        damage(9, disabled, Condition::Destroyed),
        Event::Lost { ship: b },
        Event::Struck { ship: b, effective: 2, failed: 1, hits: systems },
        Event::Defend { ship: a, salvo, batteries: 1, hit: 7, destroyed: 0 },
        Event::Intercept { salvo, target: SalvoId { side: Side::A, number: 2 }, missiles: 3, hit: 13, destroyed: 2 },
        Event::Strike { salvo, target: a, missiles: 3, hit: 16, hits: 2, pierce: 7, effective: 1 },
        Event::Control { ship: b, removed: [1, 0], condition: degraded },
        Event::Mend { ship: b, system: System::Power, result: Mended::Open },
        Event::Shutdown { ship: b },
        Event::Leak { ship: b, unattended: 2, hits: systems, explodes: false },
        Event::Overhaul { ship: b, left: Hits::default(), explodes: false },
        Event::Score { hundredths: [5550, 1000] },
        Event::Over { outcome: OUTCOME },
    ];
    let mut rolls = vec![vec![]; events.len()];
    rolls[9] = vec![vec![6], vec![4]];
    let text = story(&Stage::<Fires>::shipped([&["zephyr"], &["ibex"]]).setup(), ["Red", "Blue"], &events, &rolls);
    // The fleets stand in the files.
    let told = text.split_once(" Initial phase\n").map(|(_, told)| told);
    let expected = "  unit A-u1 begins at (0, 40), next at (0, 38)
  unit A-u1 thrusts N: next at (0, 40)
  unit B-u1 does not thrust

Turn 1
 Movement
  initiative: A 9, B 8; B acts first
  unit A-u1 moves to (0, 40)
 Missiles
  B1 IBEX launches 1 missile as salvo B-s1, committed to 3
  salvo B-s1: 2 missiles for unit A-u1, thrust (0, 2), next at (1, 3)
  salvo B-s2 of salvo B-s1: 2 missiles for salvo A-s5, thrust (0, 2), next at (1, 3)
 Combat
  A1 ZEPHYR fires 8 particle beams, dispersed at B1 IBEX, distance 4, needs 7 and 5 (6; 4): 1 hit, 1 penetrating
  A1 ZEPHYR fires 8 particle beams at salvo B-s1, distance 4, needs 7: 1 destroyed
    B1 IBEX: 2 effective hits, damage number 3: degraded
    B1 IBEX: 2 effective hits, damage number 1: nothing
    B1 IBEX: 2 effective hits, damage number 9: disabled again
    B1 IBEX is destroyed
    B1 IBEX: 2 penetrated, 1 did not: 2 B, 1 P
  1 battery of A1 ZEPHYR at salvo B-s1, needs 7: 0 destroyed
 Missiles
  3 missiles of salvo B-s1 attack salvo A-s3, need 13: 2 destroyed
  3 missiles of salvo B-s1 attack A1 ZEPHYR, need 16 and 7: 2 hits, 1 penetrating
 Damage control
  B1 IBEX: 1 degraded and 0 damaged results removed; it is degraded
  B1 IBEX works on P: not repaired
  B1 IBEX shuts its power plant down
  2 hits unattended to on the plant of B1 IBEX: 2 B, 1 P
  B1 IBEX: permanent hits: no hit on a system

Victory points: A 55.5, B 10

Fleet A wins after 1 turn. Points left: A 100.0 %, B 90.0 %.
";
    assert_eq!(told, Some(expected));
}
