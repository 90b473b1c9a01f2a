//! Positions made by hand: what a commander would say of them.

use std::sync::Arc;

use lanchester_battle::setup;
use lanchester_core::{Force, Matchup, Side};
use lanchester_lanes::Level;
use lanchester_lanes::dice::BattleKey;
use lanchester_lanes::hex::Hex16;
use lanchester_scenario::Library;

use super::Player;
use super::tables::Tables;
use crate::Fires;
use crate::event::Mark;
use crate::formulas::beams::Fire;
use crate::options::Options;
use crate::policy::Policy;
use crate::reference::{Battle, Track};

/// Asks a player about a battle of two shipped ships in turn 2: A's is at the centre and rests, B's is `away` hexes to the north and
/// comes nearer by two hexes a turn.
fn ask<T>(
    ships: [&str; 2],
    away: i16,
    change: impl FnOnce(&mut Policy),
    of: impl FnOnce(&Player<'_>, &mut Battle<'_>) -> T,
) -> T {
    let [a, b] = ships;
    fleets([&[a], &[b]], change, |player, battle| {
        battle.units[1].track = Track { present: Hex16::new(0, 2 * away), future: Hex16::new(0, 2 * away - 4) };
        of(player, battle)
    })
}

/// Asks a player about a battle of shipped ships in turn 2, each a unit at the centre and at rest.
fn fleets<T>(
    ships: [&[&str]; 2],
    change: impl FnOnce(&mut Policy),
    of: impl FnOnce(&Player<'_>, &mut Battle<'_>) -> T,
) -> T {
    let library = Library::<Fires>::shipped();
    let mut policy = Policy::clone(&library.policy("default").expect("a shipped policy"));
    change(&mut policy);
    let policy = Arc::new(policy);
    let forces = ships.map(|ids| Force {
        name: "fleet".to_owned(),
        ships: ids.iter().map(|id| library.ship(id).expect("a shipped ship")).collect(),
        stations: None,
        commander: policy.clone().into(),
    });
    let matchup = Matchup { name: String::new(), forces, options: Options::default() };
    let tables = Tables::new(&matchup);
    let setup = setup(&tables.matchup);
    let mut battle = Battle::new(&setup, 0);
    battle.turn = 2;
    of(&Player { tables: &tables, level: Level::best(), key: BattleKey::new(1, 1, 1) }, &mut battle)
}

/// Four beams that cannot hit singly at 13-16 hexes can together; near by they fire singly.
#[test]
fn beams_disperse_where_they_cannot_hit_alone() {
    let fire = |away| ask(["ibex", "zephyr"], away, |_| {}, |player, battle| player.best_shots(battle, 0)[0].fire);
    assert_eq!([fire(15), fire(3)], [Fire::Dispersed, Fire::Single]);
}

/// All missiles go at once, slowly, where there is time; none while the side leads by enough, or where they cannot pay.
#[test]
fn missiles_are_launched_together_unless_the_side_leads() {
    ask(
        ["sirocco", "oryx"],
        30,
        |_| {},
        |player, battle| {
            let launches = player.best_launches(battle, 0);
            assert_eq!(launches.len(), 1);
            assert!(launches[0].missiles >= 15 && launches[0].committed <= 3, "{launches:?}");
            battle.spent[Side::B] = 50;
            assert!(player.best_launches(battle, 0).is_empty());
        },
    );
    let dear = |policy: &mut Policy| (policy.chances, policy.worth) = (false, 80);
    ask(["sirocco", "oryx"], 30, dear, |player, battle| assert!(player.best_launches(battle, 0).is_empty()));
}

/// Where all missiles would rather lose by their cost than bring a result, as many go as cannot lose: less than 50 points' worth; where
/// the enemy's missiles have given a lead, none that would give it away. Who counts victory points launches them all.
#[test]
fn missiles_are_launched_for_the_chance_to_win() {
    let launched = |chances, spent: [u32; 2]| {
        let change = |policy: &mut Policy| (policy.chances, policy.protect) = (chances, false);
        ask(["tempest", "aurochs"], 40, change, |player, battle| {
            battle.spent = spent;
            let cost = u32::from(battle.ships[0].design.missiles.as_ref().expect("it has some").cost);
            cost * player.best_launches(battle, 0).iter().map(|of| u32::from(of.missiles)).sum::<u32>()
        })
    };
    assert_eq!([launched(true, [0, 0]), launched(false, [0, 0])], [45, 100]);
    assert!(launched(true, [0, 60]) <= 10);
    assert_eq!(launched(false, [0, 60]), 100);
}

/// A ship that thrusts toward its enemy comes nearer; one that is to stay away does not.
#[test]
fn courses_go_where_the_policy_wants() {
    let to = |keep| {
        let change = |policy: &mut Policy| {
            policy.keep = keep;
            (policy.course.deal, policy.course.take, policy.course.contact, policy.course.approach) = (0, 0, 0, 5);
        };
        ask(["zephyr", "oryx"], 30, change, |player, battle| {
            battle.sub_phase = 1;
            battle.units[0].hexes = 6;
            // The enemy passes 20 hexes to the east.
            battle.units[1].track = Track { present: Hex16::new(20, 30), future: Hex16::new(20, 24) };
            let by = player.best_thrust(battle, 0).map_or(Hex16::default(), |facing| Hex16::from(facing.step()));
            by.q
        })
    };
    assert!(to(0) > 0 && to(30) < 0, "{} {}", to(0), to(30));
}

/// Beams without a ship in reach fire at missiles; point defence fires with all batteries.
#[test]
fn what_has_no_ship_to_fire_at_fires_at_missiles() {
    ask(
        ["oryx", "sirocco"],
        30,
        |_| {},
        |player, battle| {
            let design = battle.ships[1].design.missiles.as_ref().expect("missiles");
            let id = crate::event::SalvoId { side: Side::B, number: 0 };
            let track = Track::default();
            battle.salvos[1].push(crate::reference::Salvo {
                id,
                unit: 1,
                design,
                launched: 1,
                committed: 1,
                missiles: 9,
                track,
                aim: None,
            });
            assert!(player.best_shots(battle, 0).iter().all(|shot| shot.mark == Mark::Salvo(0)));
            assert_eq!(player.best_defence(battle, 0), [(id, 4)]);
        },
    );
}

/// Where no course brings fire, none is thrust for; where one does, it is, unless the policy is thriftier than that.
#[test]
fn thrust_is_for_a_gain() {
    let thrusts = |thrift| {
        let change = |policy: &mut Policy| policy.course.thrift = thrift;
        ask(["zephyr", "ibex"], 30, change, |player, battle| {
            battle.sub_phase = 1;
            battle.units[0].hexes = 3;
            // It passes by a hundred hexes off: no course brings fire.
            battle.units[1].track = Track { present: Hex16::new(100, 30), future: Hex16::new(100, 24) };
            let far = player.best_thrust(battle, 0).is_some();
            battle.units[1].track = Track { present: Hex16::new(20, 30), future: Hex16::new(20, 24) };
            [far, player.best_thrust(battle, 0).is_some()]
        })
    };
    assert_eq!(thrusts(4), [false, true]);
    assert_eq!(thrusts(20), [false, false]);
}

/// Of two like targets the one that a friend has hit in this phase is fired at: two hits may disable it.
#[test]
fn fire_joins_hits_of_the_phase() {
    let target = |join| {
        let change = |policy: &mut Policy| policy.targets.join = join;
        fleets([&["oryx", "oryx"], &["zephyr", "zephyr"]], change, |player, battle| {
            for unit in [2, 3] {
                battle.units[unit].track = Track { present: Hex16::new(0, 6), future: Hex16::new(0, 2) };
            }
            battle.hits[3] = [1, 0];
            player.best_shots(battle, 1)[0].mark
        })
    };
    assert_eq!([target(0), target(8)], [Mark::Ship(0), Mark::Ship(1)]);
}

/// What missiles cost has to come back before a lead of 50 counts.
#[test]
fn what_missiles_cost_is_wanted_back() {
    let wanted = |recoup| {
        let change = |policy: &mut Policy| (policy.enough, policy.recoup) = (1, recoup);
        ask(["sirocco", "aurochs"], 30, change, |player, battle| {
            battle.spent[Side::A] = 100;
            player.enough(battle, Side::A, 20)
        })
    };
    // 150 points at least, and a hundred and twenty for the missiles; half of these with a weight of four.
    assert_eq!([0, 8, 4].map(wanted), [150.0, 270.0, 210.0]);
}

/// Missiles are kept for missiles only while the enemy has any.
#[test]
fn missiles_are_kept_only_against_missiles() {
    ask(
        ["sirocco", "oryx"],
        30,
        |policy| policy.reserve = 8,
        |player, battle| {
            let launched =
                |battle: &Battle<'_>| player.best_launches(battle, 0).iter().map(|of| of.missiles).sum::<u8>();
            let half = launched(battle);
            assert!(half <= battle.ships[0].missiles / 2, "{half}");
            battle.ships[1].missiles = 0;
            assert!(launched(battle) > half);
        },
    );
}
