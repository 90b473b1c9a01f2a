//! Talon as the conformance suite sees it.

use std::sync::Arc;

use lanchester_conformance::odds::Case;
use lanchester_conformance::{Least, Random, TestGame, Unit};
use lanchester_core::Matchup;
use lanchester_lanes::dice::Pools;
use lanchester_rules_talon::Talon;
use lanchester_rules_talon::event::{Event, Loss, ShipId, Spent, Use};
use lanchester_rules_talon::files::codes;
use lanchester_rules_talon::options::Options;
use lanchester_rules_talon::policy::Policy;

use crate::{Tested, judge, matchups, volleys};

fn unit(ship: ShipId) -> Unit {
    (ship.side, ship.slot)
}

impl TestGame for Tested {
    type Game = Talon;

    const RULES: &'static str = "TALON";
    const CRATE: &'static str = env!("CARGO_MANIFEST_DIR");
    const MOST_SHIPS: u64 = 6;
    const MIRRORS: &'static [(&'static str, &'static str, u64)] =
        &[("talon-ff", "greedy", 10_000), ("terran-ca", "default", 5_000), ("mixed-300", "greedy", 1_000)];

    fn random_matchup(random: &mut Random, shipped: &[Arc<Policy>], most: u64) -> Matchup<Talon> {
        matchups::matchup(random, shipped, most)
    }

    /// Seat 0 has the initiative where the points of Talon ships do not decide (TALON P.9).
    const ONE_SEAT_BEGINS: bool = true;

    fn turn_cap(options: &Options) -> u16 {
        options.turn_cap
    }

    fn actor(event: &Event) -> Option<Unit> {
        match event {
            Event::Spend { ship, .. }
            | Event::Rotate { ship, .. }
            | Event::Move { ship, .. }
            | Event::Fire { ship, .. }
            | Event::Launch { ship, .. }
            | Event::Repair { ship, .. }
            | Event::Power { ship, .. } => Some(unit(*ship)),
            _ => None,
        }
    }

    fn harm(event: &Event) -> Option<(Unit, i64)> {
        match event {
            Event::Damage { ship, shield, hull, .. } => Some((unit(*ship), i64::from(*shield) + i64::from(*hull))),
            _ => None,
        }
    }

    fn lost(event: &Event) -> Option<Unit> {
        match event {
            Event::Lost { ship, .. } => Some(unit(*ship)),
            _ => None,
        }
    }

    lanchester_conformance::sights!(Talon, Event, _ => {
        Event::Spend { battery: true, .. } => "a battery spent",
        Event::Spend { on: Use::Charge(_), .. } => "a yellow box",
        Event::Spend { on: Use::Slip, .. } => "a slip marker",
        Event::Spend { on: Use::PowerTurn, .. } => "power through a turn",
        Event::Spend { on: Use::Reinforce(_), .. } => "a reinforcement",
        Event::Spend { on: Use::ChangeInitiative, .. } => "a marker to change the initiative",
        Event::Spend { on: Use::DefendInitiative, .. } => "a marker to defend it",
        Event::Spend { on: Use::ChargeBattery, .. } => "a battery charged",
        Event::Spend { on: Use::Redirect { .. }, .. } => "a missile redirected",
        Event::Rotate { .. } => "a base that rotates",
        Event::Move { afterburner: true, .. } => "an afterburner",
        Event::Move { step, .. } if step.slips() => "a slip",
        Event::Move { step, .. } if step.turns() => "a turn",
        Event::Stacked { .. } => "ships that stack",
        Event::Launch { .. } => "a missile launched",
        Event::MissileHit { .. } => "a missile that hits",
        Event::MissileSpent { spent: Spent::Destroyed, .. } => "a missile destroyed",
        Event::MissileSpent { spent: Spent::Lost, .. } => "a missile lost",
        Event::MissileDamaged { .. } => "a missile damaged",
        Event::Displaced { .. } => "a ship displaced",
        Event::Damage { absorbed: 1.., .. } => "a point absorbed",
        Event::Critical { group: Some(_), .. } => "a critical that destroys a group",
        Event::Critical { .. } => "another critical",
        Event::Lost { loss: Loss::Destroyed, .. } => "a ship destroyed",
        Event::Lost { loss: Loss::CoreBreach, .. } => "a core breach",
        Event::Lost { loss: Loss::BrokeApart, .. } => "a ship that breaks apart",
        Event::Lost { loss: Loss::Retreated, .. } => "a ship that strays",
        Event::Blast { .. } => "an explosion that hits a ship",
        Event::Repair { face: 6, .. } => "a repair",
        Event::Repair { .. } => "a repair that fails",
        Event::Initiative { .. } => "the initiative changes",
        Event::Over { outcome, .. } if outcome.capped => "the turn limit",
    });

    /// One lane scores what 64 score, noise included.
    fn scorable(_: &mut Random, _: u64, _: &mut Matchup<Talon>) {}

    const JUDGED: &'static [Least] = &[
        ("action points", 1_000),
        ("moves", 2_000),
        ("shots", 500),
        ("launches", 50),
        ("flights of missiles", 50),
        ("speeds", 500),
    ];

    fn judge(matchup: &Matchup<Talon>, seed: u64, battle: u64, events: &[Event]) -> Result<Vec<usize>, String> {
        judge::judge(matchup, seed, battle, events)
    }

    const ROLLS: u64 = 60;
    const ROLLED: &'static [Least] = &[("shots", 500), ("criticals", 100), ("repairs", 20)];
    /// The dice of a sweep are told shot by shot; no pool is larger.
    const TOLD_ABOVE: usize = 36;

    fn rolled(_: &Matchup<Talon>, _: u64, event: &Event, rolls: &Pools) -> Vec<usize> {
        match event {
            // A cannon that sweeps rolls for all its targets before the first.
            Event::Fire { face, .. } => rolls.last().map_or_else(Vec::new, |pool| {
                assert_eq!(pool[0], *face, "{event:?}: {rolls:?}");
                vec![0]
            }),
            Event::Critical { dice, .. } => {
                assert_eq!(rolls[0], *dice, "{event:?}: {rolls:?}");
                vec![1]
            }
            Event::Repair { face, .. } => rolls.first().map_or_else(Vec::new, |pool| {
                assert_eq!(pool[0], *face, "{event:?}: {rolls:?}");
                vec![2]
            }),
            _ => Vec::new(),
        }
    }

    fn volley(seed: u64) -> Option<Case<Talon>> {
        volleys::case(seed)
    }

    fn shown(events: &[Event]) -> Vec<usize> {
        volleys::read(events)
    }

    const DECISIVE: &'static [(usize, usize, usize)] = &[(0, 2, 5), (2, 1, 5), (3, 1, 2)];

    const UNUSED_KEYS: &'static [&'static str] = &["ship.reconstructed", "study.", "sweep.", "fleet.", "matchup."];
    const BAD_FILES: usize = 40;

    /// The codes of this game: those of every reader are shown by the first game's files.
    fn codes() -> Vec<(&'static str, &'static str)> {
        codes::ALL.to_vec()
    }
}
