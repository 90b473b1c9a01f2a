//! Starmada X as the conformance suite sees it.

use std::sync::Arc;

use lanchester_battle::relation::settled;
use lanchester_conformance::odds::Case;
use lanchester_conformance::{Least, Random, TestGame, Unit};
use lanchester_core::{Matchup, Side};
use lanchester_lanes::dice::Pools;
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_starmada_x::event::{Event, Mark, ShipId, Target};
use lanchester_rules_starmada_x::files::codes;
use lanchester_rules_starmada_x::options::Options;
use lanchester_rules_starmada_x::policy::Policy;

use crate::{Tested, judge, matchups, sights, volleys};

/// The penetrations among these dice, for some shield rating.
fn penetrate(dice: &[u8], through: u8) -> bool {
    (0..=5).any(|shields| dice.iter().filter(|face| **face > shields).count() == usize::from(through))
}

/// The hits of these dice at this need: above 6, natural sixes are pooled (X 4.2.1).
fn hits_of(dice: &[u8], need: u8) -> u8 {
    let sixes = dice.iter().filter(|face| **face == 6).count() as u8;
    let high = dice.iter().filter(|face| **face >= need.max(2)).count() as u8;
    if need > 6 { sixes / (need - 5) } else { high }
}

fn unit(ship: ShipId) -> Unit {
    (ship.side, ship.slot)
}

impl TestGame for Tested {
    type Game = StarmadaX;

    const RULES: &'static str = "X";
    const CRATE: &'static str = env!("CARGO_MANIFEST_DIR");
    const MOST_SHIPS: u64 = 8;
    const MIRRORS: &'static [(&'static str, &'static str, u64)] =
        &[("mouse", "greedy", 20_000), ("corona", "greedy", 10_000), ("pact-carriers", "greedy", 1_000)];

    fn random_matchup(random: &mut Random, shipped: &[Arc<Policy>], most: u64) -> Matchup<StarmadaX> {
        matchups::random_matchup(random, shipped, most)
    }

    fn turn_cap(options: &Options) -> u16 {
        options.turn_cap
    }

    fn actor(event: &Event) -> Option<Unit> {
        match event {
            Event::Move { ship, .. } => Some(unit(*ship)),
            Event::Attack { attack } => Some(unit(attack.ship)),
            _ => None,
        }
    }

    fn harm(event: &Event) -> Option<(Unit, i64)> {
        match event {
            Event::Damage { ship, marks, .. } => {
                let boxes = marks.iter().filter(|mark| !matches!(mark, Mark::Hull { cancelled: true })).count();
                Some((unit(*ship), boxes as i64))
            }
            _ => None,
        }
    }

    fn lost(event: &Event) -> Option<Unit> {
        match event {
            Event::Lost { ship, .. } => Some(unit(*ship)),
            _ => None,
        }
    }

    const SIGHTS: &'static [&'static str] = sights::SIGHTS;

    fn sights(matchup: &Matchup<StarmadaX>, events: &[Event]) -> Vec<&'static str> {
        sights::sights(matchup, events)
    }

    fn scorable(_: &mut Random, _: u64, matchup: &mut Matchup<StarmadaX>) {
        *matchup = settled(matchup);
        for force in &mut matchup.forces {
            // Within what a score holds: the clamps of the lanes are not the policy.
            let mut policy = (*force.commander).clone();
            policy.moves.deal %= 5;
            policy.moves.take %= 5;
            policy.moves.share %= 5;
            policy.moves.next %= 3;
            force.commander = Arc::new(policy).into();
        }
    }

    const JUDGED: &'static [Least] = &[
        ("orders", 2_000),
        ("orders that a second look preferred", 20),
        ("mounts that fire", 1_000),
        ("mounts that do not", 1_000),
        ("choices of a target", 500),
        ("choices of a flight's target", 50),
        ("lost enemies that were spared", 50),
        ("choices of a hex to attack from", 50),
        ("flights that attack nothing", 50),
    ];

    fn judge(matchup: &Matchup<StarmadaX>, seed: u64, battle: u64, events: &[Event]) -> Result<Vec<usize>, String> {
        judge::judge(matchup, seed, battle, events)
    }

    const ROLLS: u64 = 240;
    const ROLLED: &'static [Least] = &[("attacks", 500), ("strikes", 50), ("blasts", 5)];
    const TOLD_ABOVE: usize = 2;

    fn rolled(matchup: &Matchup<StarmadaX>, battle: u64, event: &Event, rolls: &Pools) -> Vec<usize> {
        match event {
            Event::Attack { attack } => {
                let weapon = &matchup.forces[attack.ship.side].ships[usize::from(attack.ship.slot)].batteries
                    [usize::from(attack.battery)];
                let hits = hits_of(&rolls[0], attack.need);
                assert_eq!((rolls[0].len(), hits), (attack.dice.into(), attack.hits), "{attack:?}: {rolls:?}");
                if hits > 0 && matches!(attack.target, Target::Ship(_)) {
                    assert_eq!(rolls[1].len(), usize::from(hits * weapon.pen), "{attack:?}: {rolls:?}");
                    let last = rolls.last().expect("penetration dice");
                    // Those that had to penetrate again were not rolled if there were none.
                    assert!(attack.through == 0 || penetrate(last, attack.through), "{attack:?}: {rolls:?}");
                    return vec![0];
                }
            }
            Event::StrikeShip { need, hits, through, .. } => {
                assert_eq!(hits_of(&rolls[0], *need), *hits);
                let penetration = rolls.get(1).map_or(&[][..], Vec::as_slice);
                assert!(penetration.len() == usize::from(*hits) && penetrate(penetration, *through));
                return vec![1];
            }
            Event::Blast { through, .. } => {
                assert!(penetrate(&rolls[0], *through), "{rolls:?}");
                return vec![2];
            }
            Event::FighterDice { throws, dice, .. } | Event::CombatDice { throws, dice, .. } => {
                let last = rolls.last().expect("a throw");
                let seats = Side::BOTH.map(|side| last[side.seat(battle)]);
                assert_eq!((rolls.len(), seats), (usize::from(*throws), *dice));
            }
            _ => {}
        }
        Vec::new()
    }

    fn volley(seed: u64) -> Option<Case<StarmadaX>> {
        volleys::case(seed)
    }

    fn shown(events: &[Event]) -> Vec<usize> {
        volleys::read(events)
    }

    const DECISIVE: &'static [(usize, usize, usize)] = &[(2, 1, 5), (2, 2, 3)];

    const UNUSED_KEYS: &'static [&'static str] = &["study.seed", "sweep."];
    const BAD_FILES: usize = 25;

    /// The codes of this game: those of every reader are shown by the first game's files.
    fn codes() -> Vec<(&'static str, &'static str)> {
        codes::ALL.to_vec()
    }
}
