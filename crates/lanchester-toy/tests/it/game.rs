//! The toy as the conformance suite sees it.

use std::sync::Arc;

use lanchester_battle::ShipId;
use lanchester_conformance::odds::Case;
use lanchester_conformance::{Least, Random, TestGame, Unit};
use lanchester_core::{Matchup, Verdict};
use lanchester_lanes::dice::Pools;
use lanchester_toy::Toy;
use lanchester_toy::event::Event;
use lanchester_toy::files::NO_SUCH_DIE;
use lanchester_toy::formulas::damage;
use lanchester_toy::options::Options;
use lanchester_toy::policy::Policy;

use crate::{Tested, judge, matchups};

fn unit(ship: ShipId) -> Unit {
    (ship.side, ship.slot)
}

impl TestGame for Tested {
    type Game = Toy;

    const RULES: &'static str = "TOY";
    const CRATE: &'static str = env!("CARGO_MANIFEST_DIR");
    const MOST_SHIPS: u64 = 8;
    const MIRRORS: &'static [(&'static str, &'static str, u64)] =
        &[("fox", "greedy", 20_000), ("pair", "charge", 5_000)];

    fn random_matchup(random: &mut Random, shipped: &[Arc<Policy>], most: u64) -> Matchup<Toy> {
        matchups::matchup(random, shipped, most)
    }

    fn turn_cap(options: &Options) -> u16 {
        options.turn_cap
    }

    fn actor(event: &Event) -> Option<Unit> {
        match event {
            Event::Move { ship, .. } | Event::Fire { ship, .. } => Some(unit(*ship)),
            _ => None,
        }
    }

    fn harm(event: &Event) -> Option<(Unit, i64)> {
        match event {
            Event::Fire { ship, target, hits, criticals, .. } if *hits > 0 => {
                Some(((ship.side.opponent(), *target), damage(*hits, *criticals).into()))
            }
            _ => None,
        }
    }

    fn lost(event: &Event) -> Option<Unit> {
        match event {
            Event::Lost { ship } => Some(unit(*ship)),
            _ => None,
        }
    }

    const SIGHTS: &'static [&'static str] = &[
        "a critical hit",
        "a shot that cannot hit",
        "a close shot",
        "far away",
        "a draw",
        "the turn limit",
        "a formation",
    ];

    fn sights(matchup: &Matchup<Toy>, events: &[Event]) -> Vec<&'static str> {
        let mut sights = Vec::new();
        for event in events {
            match event {
                Event::Fire { criticals: 1.., .. } => sights.push("a critical hit"),
                Event::Fire { ship, need, .. } => {
                    let die = matchup.forces[ship.side].ships[usize::from(ship.slot)].die;
                    sights.extend((*need > die).then_some("a shot that cannot hit"));
                    sights.extend((*need == 2).then_some("a close shot"));
                }
                // Farther than a byte counts.
                Event::Move { north: 300.., .. } => sights.push("far away"),
                Event::Over { outcome } => {
                    sights.extend((outcome.verdict == Verdict::Draw).then_some("a draw"));
                    sights.extend(outcome.capped.then_some("the turn limit"));
                }
                _ => {}
            }
        }
        let formed = |force: &lanchester_core::Force<Toy>| force.ships.iter().filter_map(|ship| ship.formation).count();
        sights.extend((matchup.forces.iter().map(formed).max() > Some(1)).then_some("a formation"));
        sights
    }

    fn scorable(_: &mut Random, _: u64, _: &mut Matchup<Toy>) {}

    const JUDGED: &'static [Least] = &[("moves", 1_000), ("targets", 1_000)];

    fn judge(matchup: &Matchup<Toy>, seed: u64, battle: u64, events: &[Event]) -> Result<Vec<usize>, String> {
        judge::judge(matchup, seed, battle, events)
    }

    const ROLLS: u64 = 60;
    const ROLLED: &'static [Least] = &[("volleys", 500)];
    const TOLD_ABOVE: usize = 0;

    fn rolled(matchup: &Matchup<Toy>, _: u64, event: &Event, rolls: &Pools) -> Vec<usize> {
        let Event::Fire { ship, need, hits, criticals, .. } = event else { return Vec::new() };
        let design = &matchup.forces[ship.side].ships[usize::from(ship.slot)];
        let Some(faces) = rolls.first() else { return Vec::new() };
        let count = |of: &dyn Fn(u8) -> bool| faces.iter().filter(|face| of(**face)).count();
        assert_eq!((faces.len(), count(&|face| face > design.die)), (design.guns.into(), 0), "{event:?}: {rolls:?}");
        assert_eq!(count(&|face| face >= *need), usize::from(*hits), "{event:?}: {rolls:?}");
        assert_eq!(count(&|face| face == design.die), usize::from(*criticals), "{event:?}: {rolls:?}");
        vec![0]
    }

    fn volley(seed: u64) -> Option<Case<Toy>> {
        matchups::case(seed)
    }

    fn shown(events: &[Event]) -> Vec<usize> {
        let volley = events.iter().find_map(|event| match event {
            Event::Fire { hits, criticals, .. } => Some([*hits, *criticals, damage(*hits, *criticals)]),
            _ => None,
        });
        volley.expect("a volley").map(usize::from).to_vec()
    }

    const DECISIVE: &'static [(usize, usize, usize)] = &[(0, 1, 10), (1, 1, 10), (2, 2, 10)];

    const UNUSED_KEYS: &'static [&'static str] =
        &["reconstructed", "matchup.", "notes", "fleet.points", "study.policy_pairs", "sweep."];
    const BAD_FILES: usize = 9;

    fn codes() -> Vec<(&'static str, &'static str)> {
        vec![(NO_SUCH_DIE, "A die that the game does not have.")]
    }
}
