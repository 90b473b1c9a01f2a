//! Fires of Space as the conformance suite sees it.

use std::sync::Arc;

use lanchester_battle::ShipId;
use lanchester_conformance::odds::Case;
use lanchester_conformance::{Least, Random, TestGame, Unit};
use lanchester_core::{Matchup, Verdict};
use lanchester_lanes::dice::Pools;
use lanchester_rules_fires::Fires;
use lanchester_rules_fires::event::{Aim, Event, Mark};
use lanchester_rules_fires::files::codes;
use lanchester_rules_fires::formulas::beams::Fire;
use lanchester_rules_fires::formulas::damage::Condition;
use lanchester_rules_fires::formulas::detailed::Mended;
use lanchester_rules_fires::options::Options;
use lanchester_rules_fires::policy::Policy;

use crate::{Tested, judge, matchups, odds};

fn unit(ship: ShipId) -> Unit {
    (ship.side, ship.slot)
}

impl TestGame for Tested {
    type Game = Fires;

    const RULES: &'static str = "FIRES";
    const CRATE: &'static str = env!("CARGO_MANIFEST_DIR");
    const MOST_SHIPS: u64 = 5;
    const MIRRORS: &'static [(&'static str, &'static str, u64)] =
        &[("mistral", "greedy", 3_000), ("aster-screen", "charge", 800)];

    fn random_matchup(random: &mut Random, shipped: &[Arc<Policy>], most: u64) -> Matchup<Fires> {
        matchups::matchup(random, shipped, most)
    }

    fn turn_cap(options: &Options) -> u16 {
        options.turn_cap
    }

    fn actor(event: &Event) -> Option<Unit> {
        match event {
            Event::Launch { ship, .. }
            | Event::Fire { ship, .. }
            | Event::Defend { ship, .. }
            | Event::Mend { ship, .. }
            | Event::Shutdown { ship }
            | Event::Control { ship, .. } => Some(unit(*ship)),
            _ => None,
        }
    }

    fn harm(event: &Event) -> Option<(Unit, i64)> {
        match event {
            Event::Damage { ship, hits, .. } => Some((unit(*ship), (*hits).into())),
            Event::Struck { ship, hits, .. } => Some((unit(*ship), hits.all().into())),
            _ => None,
        }
    }

    fn lost(event: &Event) -> Option<Unit> {
        if let Event::Lost { ship } = event { Some(unit(*ship)) } else { None }
    }

    lanchester_conformance::sights!(Fires, Event, matchup => {
        Event::Thrust { to: Some(_), .. } => "a thrust",
        Event::Thrust { to: None, .. } => "a hex not used",
        Event::Launch { .. } => "a launch",
        Event::Course { aim: Aim::Salvo(_), .. } => "missiles for missiles",
        Event::Fire { mark: Mark::Salvo(_), .. } => "beams at missiles",
        Event::Fire { fire: Fire::Dispersed, .. } => "dispersed fire",
        Event::Fire { fire: Fire::Concentrated, .. } => "concentrated fire",
        Event::Defend { destroyed: 1.., .. } => "point defence",
        Event::Intercept { destroyed: 1.., .. } => "missiles destroyed by missiles",
        Event::Strike { effective: 1.., .. } => "a missile that penetrates",
        Event::Damage { result: Condition::Degraded, .. } => "a degraded ship",
        Event::Damage { result: Condition::Damaged, .. } => "a damaged ship",
        Event::Damage { condition: Condition::Disabled, .. } => "a disabled ship",
        Event::Lost { .. } => "a destroyed ship",
        Event::Control { removed: [(1..), _] | [_, (1..)], .. } => "a repair",
        Event::Control { removed: [0, 0], .. } => "a result that is permanent",
        Event::Struck { .. } => "a hit on a system",
        Event::Mend { result: Mended::Repaired, .. } => "a hit repaired",
        Event::Mend { result: Mended::Permanent, .. } => "a permanent hit",
        Event::Shutdown { .. } => "a plant shut down",
        Event::Leak { explodes: true, .. } | Event::Overhaul { explodes: true, .. } => "an explosion",
        Event::Leak { .. } => "a leak",
        Event::Over { outcome } if !outcome.contact => "no contact",
        Event::Over { outcome } if outcome.verdict == Verdict::Draw => "a tie",
        Event::Over { outcome } if outcome.capped => "the turn limit",
        Event::Over { outcome }
            if outcome.turns < matchup.options.turn_cap && !outcome.left.contains(&0) => "an end by distance",
    });

    fn scorable(_: &mut Random, _: u64, _: &mut Matchup<Fires>) {}

    const JUDGED: &'static [Least] =
        &[("thrusts", 1_000), ("launches", 500), ("courses", 500), ("attacks", 1_000), ("repairs", 100)];

    fn judge(matchup: &Matchup<Fires>, seed: u64, battle: u64, events: &[Event]) -> Result<Vec<usize>, String> {
        judge::judge(matchup, seed, battle, events)
    }

    const ROLLS: u64 = 60;
    const ROLLED: &'static [Least] = &[("volleys", 1_000), ("damage rolls", 100), ("strikes", 100)];
    const TOLD_ABOVE: usize = 0;

    /// Dice that pass a number: all faces that are not above it.
    fn rolled(matchup: &Matchup<Fires>, _: u64, event: &Event, rolls: &Pools) -> Vec<usize> {
        let passing = |pool: usize, number: i16| {
            rolls.get(pool).map_or(0, |faces| faces.iter().filter(|face| i16::from(**face) <= number).count())
        };
        match event {
            // Where one of both is certain, it is not rolled.
            Event::Fire {
                mark: Mark::Ship(_), hit: hit @ 1..=19, hits, pierce: pierce @ 1..=19, effective, ..
            } => {
                assert_eq!(passing(0, *hit), usize::from(*hits), "{event:?}: {rolls:?}");
                assert_eq!(passing(1, *pierce), usize::from(*effective), "{event:?}: {rolls:?}");
                vec![0]
            }
            Event::Damage { ship, hits, number, .. } => {
                let design = &matchup.forces[ship.side].ships[usize::from(ship.slot)];
                let base = i16::from(design.damage) * (*hits as i16);
                if (1..=19).contains(&design.increase) {
                    let more = passing(0, design.increase.into()) as i16;
                    assert_eq!((rolls[0].len(), base + more), (usize::from(*hits), *number), "{event:?}: {rolls:?}");
                }
                assert_eq!(rolls.last().map(Vec::len), Some(1), "{event:?}: {rolls:?}");
                vec![1]
            }
            Event::Strike { missiles, hit: hit @ 1..=19, hits, .. } => {
                assert_eq!(rolls[0].len(), usize::from(*missiles), "{event:?}: {rolls:?}");
                assert_eq!(passing(0, *hit), usize::from(*hits), "{event:?}: {rolls:?}");
                vec![2]
            }
            _ => Vec::new(),
        }
    }

    fn volley(seed: u64) -> Option<Case<Fires>> {
        odds::case(seed)
    }

    fn shown(events: &[Event]) -> Vec<usize> {
        odds::shown(events)
    }

    const DECISIVE: &'static [(usize, usize, usize)] = &[(0, 1, 10), (1, 1, 10), (2, 1, 10), (2, 3, 5)];

    const UNUSED_KEYS: &'static [&'static str] =
        &["reconstructed", "ship.table", "ship.rolls", "ship.extra", "fleet.points", "study.", "sweep.", "matchup."];
    const BAD_FILES: usize = 10;

    fn codes() -> Vec<(&'static str, &'static str)> {
        codes::ALL.to_vec()
    }
}
