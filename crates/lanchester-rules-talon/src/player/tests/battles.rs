//! Whole battles, of random fleets, options and policies.

use lanchester_battle::relation::When;
use lanchester_conformance::staging::Stage;
use lanchester_lanes::Level;
use lanchester_lanes::dice::{BattleKey, KeyedDice, SplitMix};
use lanchester_scenario::draw;

use crate::Talon;
use crate::arcs::Arc;
use crate::design::{Design, Group, HullBox, Line, MAX_HULL, MAX_SHIELD, MAX_SHIPS};
use crate::event::Event;
use crate::lanes::tables::Tables;
use crate::options::{Options, Station};
use crate::player::Player;
use crate::policy::{MoveWeights, PointWeights, Policy, SpeedWeights, TargetWeights};
use crate::reference::tests::battles::{random_stage, ships};
use crate::reference::tests::staging::ship;
use crate::reference::{play, replay};
use crate::weapons::Weapon;

/// Any policy.
fn random_policy(random: &mut SplitMix) -> Policy {
    draw::policy::<Talon>(&mut || random.word())
}

/// A battle that policies play.
pub fn played(stage: &Stage<Talon>, policies: [&Policy; 2], seed: u64) -> Vec<Event> {
    let setup = stage.setup();
    let (tables, key) = (Tables::of(&setup, policies), BattleKey::new(seed, 0, 0));
    let events = play(&setup, seed % 2, &mut KeyedDice::new(key), &mut Player::new(&tables, Level::best(), key));
    events.unwrap_or_else(|illegal| panic!("battle {seed}: {illegal}"))
}

/// The reference refuses what is not legal. The events replay.
#[test]
fn random_policies_play_legal_battles() {
    let ships = ships();
    for seed in 0..500 {
        let mut random = SplitMix(seed);
        let stage = random_stage(&mut random, &ships);
        let policies = [random_policy(&mut random), random_policy(&mut random)];
        let events = played(&stage, [&policies[0], &policies[1]], seed);
        let key = BattleKey::new(seed, 0, 0);
        assert_eq!(replay(&stage.setup(), key, seed % 2, &events), Ok(()), "battle {seed}");
    }
}

/// A ship at every limit of the ship files with these weapons in four groups of four, all around.
fn greatest(weapon: Weapon, count: u8) -> Design {
    let group = Group { weapon, count, arcs: Arc::ALL.into_iter().collect(), red: 1, yellow: 1 };
    Design {
        hull: vec![HullBox { modifier: 0, critical: true }; MAX_HULL],
        shields: [MAX_SHIELD; 4],
        curve: (1..=6).rev().map(|speed| Line { power: 6, speed, radius: 0 }).collect(),
        explosion: 9,
        batteries: 3,
        afterburners: 4,
        points: 1000,
        groups: vec![group; 4],
        ..ship("talon-bb")
    }
}

/// Twelve a side of the greatest ships that files allow, close together, with all weights at the ends of their range: choices are
/// legal. That scores fit 16 bits is worked out where they are made.
#[test]
fn choices_are_legal_at_the_limits() {
    for (seed, weapon) in [Weapon::FusionCannon, Weapon::WaveMotionGun, Weapon::Missile].into_iter().enumerate() {
        let count = if weapon == Weapon::Missile { 2 } else { 4 };
        let mut fleet = vec![greatest(weapon, count); if weapon == Weapon::Missile { 3 } else { MAX_SHIPS }];
        fleet.resize(MAX_SHIPS, greatest(Weapon::Phaser, 4));
        let stations = |_| (0..MAX_SHIPS as u8).map(|slot| Station { column: 7 + slot, row: 2, facing: 0 }).collect();
        let stage = Stage {
            stations: [0, 1].map(stations).map(Some),
            options: Options { gap: 1, turn_cap: 2, reinforcement: 3, reinforcements_arc: 2, ..Options::default() },
            ..Stage::new([fleet.clone(), fleet])
        };
        for sign in [-1, 1] {
            let mut random = SplitMix(seed as u64);
            let [most, least] = [20 * sign, -20 * sign];
            let policy = Policy {
                hull: 4,
                patience: 8,
                own_turns: 8,
                enemy_turns: 8,
                enemy_points: 8,
                moves: MoveWeights {
                    deal: most,
                    take: most,
                    range: least,
                    bow: least,
                    tail: most,
                    face: most,
                    spread: least,
                    fleet: least,
                    burn: most,
                    noise: most,
                },
                points: PointWeights {
                    charge: 20,
                    maneuver: 20,
                    reinforce: 20,
                    battery: most,
                    initiative: 20,
                    redirect: 20,
                    slip: 20,
                    turn: 20,
                },
                speed: SpeedWeights { power: most, close: most, meet: least, trail: most, agile: least },
                targets: TargetWeights { damage: 20, finish: 20, points: 20, intercept: 20 },
                when: When::default(),
                ..random_policy(&mut random)
            };
            let other = Policy { moves: MoveWeights { take: -policy.moves.take, ..policy.moves }, ..policy.clone() };
            let events = played(&stage, [&policy, &other], seed as u64);
            assert!(events.iter().any(|event| matches!(event, Event::Fire { .. } | Event::Launch { .. })));
        }
    }
}
