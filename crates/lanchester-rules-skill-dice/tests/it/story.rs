//! A battle in words.

use lanchester_conformance::staging::{Stage, a, b};
use lanchester_core::{Outcome, Side, Verdict};
use lanchester_lanes::hex::{Facing, Hex16};
use lanchester_rules_skill_dice::SkillDice;
use lanchester_rules_skill_dice::card::{Code, Critical};
use lanchester_rules_skill_dice::event::{Event, Helm, Loss, Position, Spent, System, TorpedoId, Turned};
use lanchester_rules_skill_dice::story::story;

#[test]
fn a_battle_reads_like_a_report() {
    let (a, b) = (a(0), b(0));
    let to = Position { hex: Hex16::new(1, 1), facing: Facing::NORTH };
    let torpedo = TorpedoId { side: Side::A, slot: 1 };
    let outcome = Outcome {
        verdict: Verdict::Win(Side::A),
        major: false,
        capped: false,
        contact: true,
        turns: 1,
        left: [1000, 0],
        initiative: None,
    };
    let helm = Helm { face: 1, need: 4, paid: 5, result: Turned::Botched };
    let fire = |total, damage, net| Event::Fire {
        ship: b,
        crew: 0,
        weapon: 0,
        target: 0,
        range: 7,
        total,
        screen: 12,
        damage,
        net,
    };
    let on = System::Hull;
    let events = [
        Event::Turn { turn: 1 },
        Event::Initiative { results: [3, 5], first: Side::A },
        Event::Move { ship: a, ahead: 3, turn: -1, helm: None, to },
        Event::Move { ship: a, ahead: 0, turn: 3, helm: Some(helm), to },
        Event::Pass { side: Side::B },
        Event::Drift { ship: b, hexes: 1, to },
        Event::Fly { torpedo, to, arrived: true },
        Event::Nixie { ship: b, tracked: 1 },
        Event::Spent { torpedo, why: Spent::Fooled },
        Event::Salvo { ship: b, torpedoes: 2, damage: 15, net: 12 },
        Event::Effect { ship: b, code: Code::Short, on: System::Screen },
        fire(11, 0, 0),
        fire(14, 5, 4),
        Event::Critical { ship: a, critical: Critical::LifeSupport, on: System::Crew(1) },
        Event::Effect { ship: a, code: Code::BoomNextTurn, on },
        Event::Engineer { ship: b, result: 4, cleared: Some(System::Screen) },
        Event::Launch { ship: a, torpedo: 0, target: 0 },
        Event::Lost { ship: b, loss: Loss::Left },
        Event::Over { outcome },
    ];
    let mut rolls = vec![vec![]; events.len()];
    rolls[12] = vec![vec![6, 4], vec![4]];
    let text = story(&Stage::<SkillDice>::shipped([&["shrike"], &["dart"]]).setup(), ["Red", "Blue"], &events, &rolls);
    let expected = "Fleet A: Red, points 16
  A1 SHRIKE: thrust 8/1, DS 12, ASV 3, ESV 3, structure 1; 1 pilot, 1 gunner; pulse gun 2D6 MH 3-6-9, front, less ESV; tail gun 2D6 MH 2-5-8, rear-right, rear, rear-left, less ASV; 2 tubes with 4 torpedoes of 2D8; 1 nixie; 1 countermeasure
Fleet B: Blue, points 7
  B1 DART: thrust 8/1, DS 12, ASV 4, ESV 3, structure 0; 1 pilot, 0 gunners; slug gun 2D8 MH 3-6-10, front, less ASV; laser 2D6 MH 4-7-11, front, front-right, front-left, less ESV

Turn 1
 Movement
  initiative: A 3, B 5; A moves a ship first
  A1 SHRIKE goes 3 hexes ahead, turns 1 hexside to the left: (1, 1) facing N
  A1 SHRIKE turns 3 hexsides to the right (Helm 1 of 4: botched: the enemy turns it, for 5 points): (1, 1) facing N
  B passes
  B1 DART drifts 1 hex to (1, 1) facing N
 Torpedoes
  torpedo A-t2 reaches its target
  B1 DART drops a nixie for 1 tracking torpedo
    torpedo A-t2 is fooled
  B1 DART is hit by 2 of them: damage 15, net damage 12
    B1 DART: ~ short until the end of next turn: DS −2
 Combat
  B1 DART, pilot (crew 1), fires slug gun at A1 SHRIKE, distance 7: total 11 of 12, missed
  B1 DART, pilot (crew 1), fires slug gun at A1 SHRIKE, distance 7 (6 4; 4): total 14 of 12, hit, damage 5, net damage 4
    A1 SHRIKE: X critical hit: life support, its gunner (crew 2)
    A1 SHRIKE: it will explode next turn
 Upkeep
  engineers of B1 DART, 4: cleared DS −2
 Launch
  A1 SHRIKE launches torpedo A-t1 at B1 DART
  B1 DART is too far from every enemy and has left

Fleet A wins after 1 turn. Points left: A 100.0 %, B 0.0 %.
";
    assert_eq!(text, expected);
}
