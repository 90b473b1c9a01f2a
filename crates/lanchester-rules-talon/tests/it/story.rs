//! A battle in words.

use lanchester_conformance::staging::{Stage, a, b};
use lanchester_core::{Outcome, Side, Verdict};
use lanchester_lanes::dice::Pools;
use lanchester_lanes::hex::{Facing, Hex16};
use lanchester_rules_talon::Talon;
use lanchester_rules_talon::arcs::Arc;
use lanchester_rules_talon::event::{Event, Grade, Loss, Marker, MissileId, Target, Use};
use lanchester_rules_talon::options::Station;
use lanchester_rules_talon::position::{Position, Step};
use lanchester_rules_talon::story::story;

/// The story of a battle between shipped ships.
fn told(ships: [&[&str]; 2], battle: u64, events: &[Event], rolls: &[Pools]) -> String {
    story(&Stage::<Talon>::shipped(ships).setup(), ["Red", "Blue"], battle, events, rolls)
}

#[test]
fn a_battle_reads_like_a_report() {
    let (a, b) = (a(0), b(0));
    let to = Position { hex: Hex16::new(1, 1), facing: Facing::NORTH };
    let outcome = Outcome {
        verdict: Verdict::Win(Side::A),
        major: true,
        capped: false,
        contact: true,
        turns: 1,
        left: [1000, 0],
        initiative: Some(Side::A),
    };
    let fire = Event::Fire {
        ship: a,
        group: 0,
        target: Target::Ship(0),
        range: 2,
        arc: Some(Arc::Rear),
        push: None,
        face: 4,
        damage: 2,
    };
    let events = [
        Event::Impulse { round: 1, impulse: 1, first: Side::A },
        Event::Spend { ship: a, battery: false, on: Use::Reinforce(Arc::Left) },
        Event::Move { ship: a, step: Step::SlipRight, afterburner: true, to },
        fire,
        Event::Damage { ship: b, arc: Arc::Rear, absorbed: 0, shield: 1, hull: 1 },
        Event::Critical { ship: b, dice: [6, 5], group: None },
        Event::Lost { ship: b, loss: Loss::Destroyed },
        Event::Repair { ship: a, marker: Marker::ShieldsDown, face: 1 },
        Event::Repair { ship: a, marker: Marker::HelmDown, face: 6 },
        Event::Power { ship: a, speed: 3, power: 3, radius: 1, bars: [[1, 3], [0, 4], [0, 0], [0, 0]] },
        Event::Over { outcome, grade: Some(Grade::Devastating) },
    ];
    let text = told([&["talon-ca"], &["terran-sc"]], 0, &events, &[]);
    let expected = "Fleet A: Red, points 115
  A1 Talon CA: hull 7, shields 7/4/3/4, 2 disruptors, 2 disruptors
Fleet B: Blue, points 37
  B1 Terran SC: hull 2, shields 2/1/1/1, 1 phaser

Round 1, impulse B: A has the initiative
 Action points
  A1 Talon CA spends a point: reinforces the left shield
 Movement
  A1 Talon CA slips right with an afterburner to (1, 1) facing N
 Combat
  A1 Talon CA fires a disruptor of group 1 at B1 Terran SC, range 2, die 4: 2 points
    B1 Terran SC takes on the rear arc: 1 shield, 1 hull
    B1 Terran SC: critical 6 5: power loss
  B1 Terran SC is destroyed
  A1 Talon CA works at its shields, die 1: not repaired
  A1 Talon CA works at its helm, die 6: repaired
 Power Phase
  A1 Talon CA: power 3, speed 3, turn radius 1, bars 1+3 of 1+4, 0+4 of 1+4

Fleet A wins a devastating victory after 1 turn. Points left: A 100.0 %, B 0.0 %.
";
    assert_eq!(text, expected);
}

/// What the book's player rolls is told: the dice of arcs and of weapon groups with all that tied.
#[test]
fn dice_that_choose_are_told() {
    let (a, b) = (a(0), b(0));
    let events = [
        Event::Place { ship: b, at: Station { column: 3, row: 1, facing: 5 } },
        Event::Stacked { ship: a, other: 1, arcs: [Arc::Left, Arc::Forward] },
        Event::Critical { ship: b, dice: [1, 4], group: Some(2) },
        Event::Critical { ship: b, dice: [4, 5], group: None },
        Event::Blast { ship: a, arc: Arc::Rear, damage: 4 },
        Event::Initiative { first: Side::B },
    ];
    let rolls = vec![
        vec![],
        vec![vec![5, 6, 6, 6], vec![1, 2, 3], vec![6, 1, 1, 1]],
        vec![vec![1, 4], vec![2, 5, 5], vec![1, 3]],
        vec![vec![4, 5]],
        vec![vec![1, 2, 4, 3]],
        vec![],
    ];
    let text = told([&["terran-bc"; 2], &["terran-ca"]], 0, &events, &rolls);
    let expected = "Fleet A: Red, points 268
  A1 Terran BC: hull 6, shields 7/5/5/5, 1 phaser, 2 anti-matter torpedoes, 1 phaser
  A2 Terran BC: hull 6, shields 7/5/5/5, 1 phaser, 2 anti-matter torpedoes, 1 phaser
Fleet B: Blue, points 115
  B1 Terran CA: hull 6, shields 6/5/4/5, 1 phaser, 1 anti-matter torpedo, 1 phaser
 Setting up
  B1 Terran CA starts at (21, 19) facing SE
 Combat
  A1 Terran BC shares the hex of A2 Terran BC (5 6 6 6; 1 2 3; 6 1 1 1)
    B1 Terran CA: critical 1 4: a weapon group is destroyed, group 3 (2 5 5; 1 3)
    B1 Terran CA: critical 4 5: no weapon group is left
    the blast hits A1 Terran BC on the rear arc: 4 points (1 2 4 3)
 End of the impulse
  B takes the initiative
";
    assert_eq!(text, expected);
}

/// Ships are set up in the frame in which they move, whichever seat their side has: a step ahead from the same place of the zone
/// is two half-hexes toward the enemy.
#[test]
fn the_set_up_and_the_moves_share_their_coordinates() {
    let events = [a(0), b(0)].map(|ship| Event::Place { ship, at: Station { column: 9, row: 2, facing: 0 } });
    let lines = |battle| -> Vec<String> {
        let text = told([&["talon-ca"]; 2], battle, &events, &[]);
        text.lines().filter(|line| line.contains("starts at")).map(str::to_owned).collect()
    };
    // The ninth column from each owner's left; seven empty rows, so eight hexes from front row to front row.
    let south = ["starts at (8, 0) facing N", "starts at (15, 17) facing S"];
    assert_eq!(lines(0), [format!("  A1 Talon CA {}", south[0]), format!("  B1 Talon CA {}", south[1])]);
    assert_eq!(lines(1), [format!("  A1 Talon CA {}", south[1]), format!("  B1 Talon CA {}", south[0])]);
}

/// A missile is called after the ship that launches it, and after which of its missile weapons does: no ship has such a name.
#[test]
fn missiles_have_names_of_their_own() {
    let fly = |slot| Event::Fly {
        missile: MissileId { side: Side::A, slot },
        turn: 0,
        to: Position { hex: Hex16::new(1, 1), facing: Facing::NORTH },
    };
    let shot = Event::Fire {
        ship: b(0),
        group: 0,
        target: Target::Missile(2),
        range: 1,
        arc: None,
        push: None,
        face: 6,
        damage: 2,
    };
    let ships: [&[&str]; 2] = [&["talon-ca", "talon-dd", "talon-dd"], &["talon-ca"]];
    let text = told(ships, 0, &[fly(0), fly(1), fly(2), fly(3), shot], &[]);
    // The cruiser has none, each destroyer two weapons of one missile.
    for line in [
        "  missile A2-m1 flies to (1, 1) facing N",
        "  missile A2-m2 flies to (1, 1) facing N",
        "  missile A3-m1 flies to (1, 1) facing N",
        "  missile A3-m2 flies to (1, 1) facing N",
        "  B1 Talon CA fires a disruptor of group 1 at missile A3-m1, range 1, die 6: 2 points",
    ] {
        assert_eq!(text.lines().filter(|found| *found == line).count(), 1, "{line}\nin\n{text}");
    }
}
