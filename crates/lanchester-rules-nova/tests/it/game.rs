//! Nova as the conformance suite sees it.

use std::sync::Arc;

use lanchester_battle::relation::When;
use lanchester_battle::relation::settled;
use lanchester_conformance::odds::Case;
use lanchester_conformance::{Least, Random, TestGame, Unit};
use lanchester_core::{Force, Matchup, Side, Verdict};
use lanchester_lanes::dice::Pools;
use lanchester_lanes::hex::{Bearing, Facing};
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::design::generate::random_design;
use lanchester_rules_nova::event::{Arrival, Condition, Event, ShipId};
use lanchester_rules_nova::odds::{Attack, together};
use lanchester_rules_nova::options::{Options, Station};
use lanchester_rules_nova::policy::{Anticipate, Policy};
use lanchester_scenario::Library;

use crate::{Tested, judge, matchups};

fn unit(ship: ShipId) -> Unit {
    (ship.side, ship.slot)
}

impl TestGame for Tested {
    type Game = Nova;

    const RULES: &'static str = "NOVA";
    const CRATE: &'static str = env!("CARGO_MANIFEST_DIR");
    const MOST_SHIPS: u64 = 6;
    const MIRRORS: &'static [(&'static str, &'static str, u64)] = &[
        ("majestic", "greedy", 20_000),
        ("caracal", "greedy", 20_000),
        ("vesper-very-small", "greedy", 1_000),
        ("vesper-small", "foresight", 200),
        ("karst-small", "charge", 200),
    ];

    fn random_matchup(random: &mut Random, shipped: &[Arc<Policy>], most: u64) -> Matchup<Nova> {
        matchups::random_matchup(random, shipped, most)
    }

    fn turn_cap(options: &Options) -> u16 {
        options.turn_cap
    }

    fn actor(event: &Event) -> Option<Unit> {
        match event {
            Event::Move { ship, .. } | Event::Fire { ship } => Some(unit(*ship)),
            _ => None,
        }
    }

    fn harm(event: &Event) -> Option<(Unit, i64)> {
        match event {
            Event::Damage { ship, boxes, .. } => Some((unit(*ship), i64::from(*boxes))),
            _ => None,
        }
    }

    fn lost(event: &Event) -> Option<Unit> {
        match event {
            Event::Damage { ship, condition: Condition::Destroyed, .. }
            | Event::Move { ship, arrival: Arrival::LeftBoard | Arrival::NoRoom, .. } => Some(unit(*ship)),
            _ => None,
        }
    }

    const SIGHTS: &'static [&'static str] = &[
        "placement die",
        "tied initiative",
        "come about",
        "reverse course",
        "left the board",
        "shifted",
        "attack",
        "shields held",
        "check damaged",
        "check crippled",
        "destroyed",
        "capped",
        "draw",
        "wasted",
        "armour outlasted a hull of one",
        "armour outlasted a hull of two",
    ];

    fn sights(matchup: &Matchup<Nova>, events: &[Event]) -> Vec<&'static str> {
        events.iter().flat_map(|event| [Some(sight(event)), rare_sight(matchup, event)]).flatten().collect()
    }

    fn scorable(random: &mut Random, seed: u64, matchup: &mut Matchup<Nova>) {
        *matchup = settled(matchup);
        for force in &mut matchup.forces {
            if force.commander.moves.noise != 0 {
                let mut policy = Policy { when: When::default(), ..matchups::random_policy(random) };
                policy.moves.noise = 0;
                if seed % 4 < 2 {
                    // A second look seldom prefers another move: half of these policies take one.
                    policy.anticipate = Anticipate::Reply;
                    policy.shortlist = Some(2 + random.below(15) as u8);
                }
                // Within what a score holds: the clamps of the lanes are not the policy.
                policy.moves.deal %= 8;
                policy.moves.take %= 8;
                policy.moves.share %= 8;
                if seed.is_multiple_of(2) {
                    // With these weights the lanes leave moves out that cannot be the best.
                    policy.moves.moved = 0;
                    for weight in [
                        &mut policy.moves.edge,
                        &mut policy.moves.crowd,
                        &mut policy.moves.fleet,
                        &mut policy.moves.turned,
                    ] {
                        *weight = weight.saturating_abs();
                    }
                }
                force.commander = Arc::new(policy).into();
            }
        }
    }

    const JUDGED: &'static [Least] = &[
        ("throws for initiative", 500),
        ("moves", 2_000),
        ("moves that a second look preferred", 20),
        ("banks that fire", 1_000),
        ("banks that do not", 1_000),
        ("ships that declare together", 100),
        ("choices of a target", 500),
    ];

    fn judge(matchup: &Matchup<Nova>, seed: u64, battle: u64, events: &[Event]) -> Result<Vec<usize>, String> {
        judge::judge(matchup, seed, battle, events)
    }

    const ROLLS: u64 = 30;
    const ROLLED: &'static [Least] = &[("attacks", 500), ("attacks on shields", 100), ("damage checks", 50)];
    const TOLD_ABOVE: usize = 4;

    fn rolled(_: &Matchup<Nova>, battle: u64, event: &Event, rolls: &Pools) -> Vec<usize> {
        match event {
            Event::Attack { shot } => {
                let hits = rolls[0].iter().filter(|face| **face >= 5).count();
                assert_eq!((rolls[0].len(), hits), (shot.dice.into(), shot.hits.into()), "{shot:?}: {rolls:?}");
                // A face that blocks blocks wherever it falls.
                let Some(shields) = rolls.get(1) else {
                    assert_eq!(shot.hits, shot.through, "nothing blocks");
                    return vec![0];
                };
                assert_eq!(shields.len(), hits);
                let through = |set: &u8| shields.iter().filter(|face| set >> (**face - 1) & 1 == 0).count();
                assert!((0..64u8).any(|set| through(&set) == usize::from(shot.through)));
                return vec![0, 1];
            }
            Event::Check { faces, .. } => {
                let rolled: Vec<u8> = faces.iter().copied().filter(|face| *face > 0).collect();
                assert_eq!(rolls.concat(), rolled);
                return vec![2];
            }
            Event::Initiative { throws, dice, .. } => {
                let last = rolls.last().expect("a throw");
                let seats = Side::BOTH.map(|side| last[side.seat(battle)]);
                assert_eq!((rolls.len(), seats), (usize::from(*throws), *dice));
            }
            Event::PlacementDie { face } => assert_eq!(rolls[..], [[*face]]),
            _ => assert!(rolls.is_empty(), "{event:?}: {rolls:?}"),
        }
        Vec::new()
    }

    fn volley(seed: u64) -> Option<Case<Nova>> {
        let mut random = Random::new(seed);
        let mut ships = [0, 1].map(|_| {
            let mut word = || random.word();
            random_design(&mut word)
        });
        // The target may fire first, and hits on the firer would change its odds.
        ships[1].batteries.clear();
        let options = Options { turn_cap: 1, fire_control_ecm: random.below(4) as u8, ..Options::default() };
        let board = options.board();
        let stations = [0, 1].map(|_| {
            let hex = board.hex(4 + random.below(14) as u8, 4 + random.below(10) as u8).expect("on the board");
            Station { hex, facing: Facing::new(random.below(6) as i32), speed: 0 }
        });
        let [firer, target] = &ships;
        let range = stations[0].hex.distance(stations[1].hex);
        let bearing = Bearing::of(stations[0].hex.to(stations[1].hex))?.seen_from(stations[0].facing);
        let bearing_banks = firer.banks().enumerate().filter(|(_, (_, bank))| bank.arc.clock().contains(bearing));
        let attacks: Vec<Attack<'_>> = bearing_banks
            .map(|(bank, _)| Attack {
                firer,
                target,
                bank,
                range,
                ecm_lost: 0,
                shields_lost: 0,
                weapon_hits: 0,
                track: 0,
                options: &options,
            })
            .collect();
        let boxes = together(&attacks).filter(|boxes| boxes.most() > 0)?;
        let all = usize::from(target.thresholds()[2]);
        let exact = vec![
            ("boxes checked", boxes.to_f64()),
            ("destroyed", boxes.map(|checked| usize::from(checked == all)).to_f64()),
        ];
        let name = format!("seed {seed}, {firer:?} at {range} hexes from {target:?}, {options:?}");
        let hold = Library::<Nova>::shipped().policy("hold").expect("a shipped policy");
        let mut stations = stations.into_iter();
        let forces = ships.map(|ship| Force {
            name: ship.name.clone(),
            ships: vec![Arc::new(ship)],
            stations: Some(stations.next().into_iter().collect()),
            commander: Arc::clone(&hold).into(),
        });
        Some(Case { name, matchup: Matchup { name: "volley".into(), forces, options }, exact })
    }

    /// Boxes checked on B's ship, and whether that destroyed it.
    fn shown(events: &[Event]) -> Vec<usize> {
        let (mut checked, mut destroyed) = (0, 0);
        for event in events {
            if let Event::Damage { ship, boxes, condition } = event
                && ship.side == Side::B
            {
                checked += usize::from(*boxes);
                destroyed += usize::from(*condition == Condition::Destroyed);
            }
        }
        vec![checked, destroyed]
    }

    const DECISIVE: &'static [(usize, usize, usize)] = &[(1, 1, 3)];

    const BAD_FILES: usize = 60;

    fn codes() -> Vec<(&'static str, &'static str)> {
        // What no file of the folder can show is in the suite.
        let elsewhere = [
            "scenario::not-a-file",
            "scenario::too-large",
            "scenario::not-utf8",
            "scenario::unreadable",
            "scenario::ambiguous-id",
            "scenario::too-many-cells",
            "scenario::too-many-problems",
        ];
        Library::<Nova>::codes().into_iter().filter(|(code, _)| !elsewhere.contains(code)).collect()
    }
}

fn sight(event: &Event) -> &'static str {
    match event {
        Event::PlacementDie { .. } => "placement die",
        Event::Initiative { throws: 2.., .. } => "tied initiative",
        Event::Move { arrival: Arrival::LeftBoard, .. } => "left the board",
        Event::Move { arrival: Arrival::Shifted(_), .. } => "shifted",
        Event::Move { maneuver, .. } if maneuver.turns.abs() == 1 => "come about",
        Event::Move { maneuver, .. } if maneuver.turns.abs() > 1 => "reverse course",
        Event::Attack { shot } if shot.through < shot.hits => "shields held",
        Event::Attack { .. } => "attack",
        Event::Wasted { .. } => "wasted",
        Event::Check { condition: Condition::Damaged, .. } => "check damaged",
        Event::Check { .. } => "check crippled",
        Event::Damage { condition: Condition::Destroyed, .. } => "destroyed",
        Event::Over { outcome } if outcome.capped => "capped",
        Event::Over { outcome } if outcome.verdict == Verdict::Draw => "draw",
        _ => "else",
    }
}

/// A ship of one or two hull boxes that lives on when they are gone: its last armour boxes come after them.
fn rare_sight(matchup: &Matchup<Nova>, event: &Event) -> Option<&'static str> {
    let Event::Damage { ship, condition: Condition::Crippled, .. } = event else { return None };
    let design = &matchup.forces[ship.side].ships[usize::from(ship.slot)];
    match design.hull {
        1 => Some("armour outlasted a hull of one"),
        2 => Some("armour outlasted a hull of two"),
        _ => None,
    }
}
