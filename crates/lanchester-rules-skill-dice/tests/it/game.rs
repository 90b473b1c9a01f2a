//! Skill Dice as the conformance suite sees it.

use std::sync::Arc;

use lanchester_battle::ShipId;
use lanchester_conformance::odds::Case;
use lanchester_conformance::{Least, Random, TestGame, Unit};
use lanchester_core::{Matchup, Verdict};
use lanchester_lanes::dice::Pools;
use lanchester_rules_skill_dice::SkillDice;
use lanchester_rules_skill_dice::card::{Code, Critical};
use lanchester_rules_skill_dice::event::{Event, Helm, Loss, Spent, System, Turned};
use lanchester_rules_skill_dice::files::codes;
use lanchester_rules_skill_dice::options::Options;
use lanchester_rules_skill_dice::policy::Policy;

use crate::{Tested, judge, matchups};

fn unit(ship: ShipId) -> Unit {
    (ship.side, ship.slot)
}

impl TestGame for Tested {
    type Game = SkillDice;

    const RULES: &'static str = "SKILLDICE";
    const CRATE: &'static str = env!("CARGO_MANIFEST_DIR");
    const MOST_SHIPS: u64 = 5;
    const MIRRORS: &'static [(&'static str, &'static str, u64)] =
        &[("merlin", "greedy", 3_000), ("heron-patrol", "charge", 800)];

    fn random_matchup(random: &mut Random, shipped: &[Arc<Policy>], most: u64) -> Matchup<SkillDice> {
        matchups::matchup(random, shipped, most)
    }

    fn turn_cap(options: &Options) -> u16 {
        options.turn_cap
    }

    fn actor(event: &Event) -> Option<Unit> {
        match event {
            Event::Move { ship, .. }
            | Event::Drift { ship, .. }
            | Event::Fire { ship, .. }
            | Event::Nixie { ship, .. }
            | Event::Engineer { ship, .. }
            | Event::Launch { ship, .. } => Some(unit(*ship)),
            _ => None,
        }
    }

    fn harm(event: &Event) -> Option<(Unit, i64)> {
        match event {
            Event::Effect { ship, .. } | Event::Critical { ship, .. } => Some((unit(*ship), 1)),
            _ => None,
        }
    }

    fn lost(event: &Event) -> Option<Unit> {
        match event {
            Event::Lost { ship, .. } => Some(unit(*ship)),
            _ => None,
        }
    }

    lanchester_conformance::sights!(SkillDice, Event, _ => {
        Event::Pass { .. } => "a pass",
        Event::Drift { hexes: 1.., .. } => "a drift",
        Event::Move { helm: Some(Helm { result: Turned::Well, .. }), .. } => "a turn well done",
        Event::Move { helm: Some(Helm { result: Turned::Late, .. }), .. } => "a late turn",
        Event::Move { helm: Some(Helm { result: Turned::NotAtAll, .. }), .. } => "a turn that cannot be paid",
        Event::Move { helm: Some(Helm { result: Turned::Botched, .. }), .. } => "a botched turn",
        Event::Fly { arrived: true, .. } => "a torpedo that arrives",
        Event::Spent { why: Spent::Burnt, .. } => "a torpedo without fuel",
        Event::Spent { why: Spent::Fooled, .. } => "a torpedo that is fooled",
        Event::Spent { why: Spent::Countered, .. } => "a torpedo that is countered",
        Event::Spent { why: Spent::NoTarget, .. } => "a torpedo without a target",
        Event::Retarget { .. } => "a torpedo with a new target",
        Event::Salvo { torpedoes: 3.., .. } => "a salvo of three",
        Event::Fire { total, screen, .. } if i16::from(*total) < i16::from(*screen) => "a miss",
        Event::Fire { net: ..=0, .. } => "screens that hold",
        Event::Effect { code: Code::Weapon, on: System::Weapon(_), .. } => "a weapon destroyed",
        Event::Effect { code: Code::Weapon, on: System::Tube, .. } => "a tube destroyed",
        Event::Effect { code: Code::Crew, .. } => "a crew killed",
        Event::Effect { code: Code::Short, .. } => "a short",
        Event::Effect { code: Code::Cascade, .. } => "a cascade",
        Event::Malfunction { .. } => "a malfunction",
        Event::Critical { critical: Critical::TurretLocked, on: System::Turret(..), .. } => "a turret locked",
        Event::Critical { critical: Critical::WeaponDamaged, on: System::Weapon(_), .. } => "a weapon damaged",
        Event::Critical { critical: Critical::FuelLeak, .. } => "a fuel leak",
        Event::Suffocated { .. } => "life support",
        Event::Engineer { cleared: Some(_), .. } => "a repair",
        Event::Lost { loss: Loss::Exploded, .. } => "an explosion",
        Event::Lost { loss: Loss::CrewDead, .. } => "a ship without crew",
        Event::Lost { loss: Loss::Left, .. } => "a ship that leaves",
        Event::Over { outcome } if outcome.verdict == Verdict::Draw => "a draw",
        Event::Over { outcome } if outcome.capped => "the turn limit",
    });

    fn scorable(_: &mut Random, _: u64, _: &mut Matchup<SkillDice>) {}

    const JUDGED: &'static [Least] = &[("ships to move", 100), ("moves", 1_000), ("shots", 1_000), ("systems", 100)];

    fn judge(matchup: &Matchup<SkillDice>, seed: u64, battle: u64, events: &[Event]) -> Result<Vec<usize>, String> {
        judge::judge(matchup, seed, battle, events)
    }

    const ROLLS: u64 = 60;
    const ROLLED: &'static [Least] = &[("shots", 1_000), ("Helm rolls", 50), ("salvos", 20)];
    const TOLD_ABOVE: usize = 1;

    fn rolled(matchup: &Matchup<SkillDice>, _: u64, event: &Event, rolls: &Pools) -> Vec<usize> {
        let faces: Vec<u8> = rolls.iter().flatten().copied().collect();
        let sum: i32 = faces.iter().map(|face| i32::from(*face)).sum();
        match event {
            Event::Fire { ship, weapon, total, screen, damage, .. } => {
                let design = &matchup.forces[ship.side].ships[usize::from(ship.slot)];
                let cannon = &design.weapons[usize::from(*weapon)];
                assert_eq!(faces.len(), cannon.dice.sides.len() + 1, "{event:?}: {rolls:?}");
                let modifier = i32::from(*total) - sum;
                assert!((-5..=1).contains(&modifier), "{event:?}: {rolls:?}");
                let mut codes: Vec<i32> = Vec::new();
                let mut code = cannon.damage;
                for _ in 0..5 {
                    codes.push(code.damage(&faces));
                    code = code.dropped();
                }
                let hit = i32::from(*total) >= i32::from(*screen);
                assert!(!hit || codes.contains(&i32::from(*damage)), "{event:?}: {rolls:?}");
                vec![0]
            }
            Event::Move { helm: Some(helm), .. } => {
                assert_eq!(faces, [helm.face], "{event:?}");
                vec![1]
            }
            Event::Salvo { damage, .. } => {
                assert_eq!(sum, i32::from(*damage), "{event:?}: {rolls:?}");
                vec![2]
            }
            _ => Vec::new(),
        }
    }

    fn volley(seed: u64) -> Option<Case<SkillDice>> {
        matchups::case(seed)
    }

    fn shown(events: &[Event]) -> Vec<usize> {
        let shot = events.iter().find_map(|event| match event {
            Event::Fire { total, screen, net, .. } => {
                Some(vec![usize::from(i16::from(*total) >= i16::from(*screen)), (*net).max(0) as usize])
            }
            _ => None,
        });
        shot.expect("a shot")
    }

    const DECISIVE: &'static [(usize, usize, usize)] = &[(0, 0, 10), (0, 1, 10), (1, 0, 10), (1, 9, 10)];

    const UNUSED_KEYS: &'static [&'static str] =
        &["reconstructed", "card", "fleet.points", "study.", "sweep.", "matchup."];
    const BAD_FILES: usize = 10;

    fn codes() -> Vec<(&'static str, &'static str)> {
        codes::ALL.to_vec()
    }
}
