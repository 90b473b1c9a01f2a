//! X 5: fighters.

use lanchester_conformance::held;
use lanchester_core::Side;
use lanchester_lanes::dice::ScriptedDice;
use lanchester_lanes::hex::{Facing, Hex};

use crate::design::Design;
use crate::event::{Event, Flight, Loss, Target};
use crate::reference::staging::{
    Plan, Stage, Staged, a, at, b, battery, carrier, chart, duel, gunboat, hex, lay_out, plain,
};
use crate::reference::{Battle, Illegal, play};

const A1: Flight = Flight { side: Side::A, slot: 0 };
const A2: Flight = Flight { side: Side::A, slot: 1 };
const B1: Flight = Flight { side: Side::B, slot: 0 };

/// One turn with A at 2005 and B at 2012, flown by a plan.
fn flown(fleets: [Design; 2], flights: &[(Flight, Hex, Option<Target>)], dice: &[u8]) -> Result<Vec<Event>, Illegal> {
    let stage = duel(fleets, [at("2005", Facing::NORTH), at("2012", Facing::SOUTH)]).turns(1);
    let mut plan = Plan { flights: flights.iter().copied().collect(), ..Plan::default() };
    play(&stage.setup(), 0, &mut ScriptedDice::new(dice), &mut plan)
}

mod x_5_1 {
    use super::*;

    #[test]
    fn one_flight_of_six_a_bay() {
        lay_out!(battle, Stage::new([vec![carrier(2), carrier(1)], vec![plain()]]));
        let counters: Vec<(u8, u8)> = battle.flights[0].iter().map(|f| (f.carrier, f.fighters)).collect();
        assert_eq!(counters, [(0, 6), (0, 6), (1, 6)]);
        assert!(battle.flights[1].is_empty());
    }
}

mod x_5_1_1 {
    use super::*;

    #[test]
    fn flights_are_on_the_board_from_the_start() {
        let events = flown([carrier(2), plain()], &[], &[6, 1]).unwrap();
        let placed: Vec<_> = events.iter().filter(|e| matches!(e, Event::PlaceFlight { .. })).collect();
        assert_eq!(placed.len(), 2);
        assert_eq!(placed[0], &Event::PlaceFlight { flight: A1, hex: hex("2005") });
    }
}

mod x_5_1_2 {
    use super::*;

    fn order(events: &[Event]) -> Vec<(Side, Flight)> {
        held!(events, Event::Fly { chooser, flight, .. } => (*chooser, *flight))
    }

    #[test]
    fn sides_choose_by_turns_and_leftovers_by_their_owner() {
        // A throws 2, B 5: B chooses first, and chooses A's second flight.
        let (b_hex, a_hex) = (hex("2012"), hex("2005"));
        let plan = [(A2, a_hex, None), (A1, a_hex, None), (B1, b_hex, None)];
        let events = flown([carrier(2), carrier(1)], &plan, &[2, 5, 6, 1]).unwrap();
        assert_eq!(order(&events), [(Side::B, A2), (Side::A, A1), (Side::B, B1)]);
    }

    #[test]
    fn without_enemy_flights_nothing_is_thrown() {
        let events = flown([carrier(2), plain()], &[], &[6, 1]).unwrap();
        assert_eq!(order(&events), [(Side::A, A1), (Side::A, A2)]);
        assert!(!events.iter().any(|e| matches!(e, Event::FighterDice { .. })));
    }

    #[test]
    fn a_flight_acts_once() {
        let plan = [(A1, hex("2005"), None), (A1, hex("2005"), None)];
        assert_eq!(flown([carrier(2), plain()], &plan, &[]).unwrap_err().rule, "X 5.1.2");
    }
}

mod x_2_2_3 {
    use super::*;

    /// A ship that fighters destroy does not fire any more.
    #[test]
    fn fighters_come_before_combat() {
        let target = Design { hull: 1, ..gunboat(battery(9, 2, 1, "ABCDEF")) };
        let stage = duel([carrier(1), target], [at("2005", Facing::NORTH), at("2012", Facing::SOUTH)]);
        let fire = vec![(1, b(0), 0, Target::Ship(0))];
        let flights = [(A1, hex("2011"), Some(Target::Ship(0)))].into();
        let dice = [1, 2, 3, 4, 4, 5, 1, 1, 6, 1];
        let events = stage.planned(&dice, Plan { flights, fire, ..Plan::default() });
        assert!(events.contains(&Event::Lost { ship: b(0), loss: Loss::Destroyed, explosion: 1 }));
        assert!(!events.iter().any(|e| matches!(e, Event::Attack { .. })));
    }
}

mod x_5_2 {
    use super::*;

    #[test]
    fn ten_hexes_on_any_way() {
        lay_out!(battle, Stage::new([vec![carrier(1)], vec![plain()]]));
        let reach = battle.reach(hex("2015"));
        assert_eq!(reach.len(), 1 + 6 * (1..=10).sum::<usize>());
        assert!(reach.iter().all(|to| hex("2015").distance(*to) <= 10));
        assert_eq!(flown([carrier(1), plain()], &[(A1, hex("2016"), None)], &[]).unwrap_err().rule, "X 5.2");
    }

    /// Walled in but for one hex, a flight goes through that; it ends in no asteroid, and what lies behind them is farther.
    #[test]
    fn flights_fly_around_objects() {
        let wall = ["2016", "2116", "2115", "2014", "1915"];
        let stage = Stage::new([vec![carrier(1)], vec![plain()]]).asteroids(&wall);
        let setup = stage.setup();
        let reach = Battle::new(&setup, 0).reach(hex("2015"));
        // The one way out leads to 1916, from where nine hexes are left.
        assert!(reach.contains(&hex("1916")) && wall.iter().all(|label| !reach.contains(&hex(label))));
        assert!(reach.iter().all(|to| *to == hex("2015") || hex("1916").distance(*to) <= 9));
        assert!(reach.contains(&hex("1925")) && !reach.contains(&hex("2025")));
        let stage = duel([carrier(1), plain()], [at("2005", Facing::NORTH), at("2012", Facing::SOUTH)])
            .asteroids(&["2008"])
            .turns(1);
        assert_eq!(stage.refused(&[], Plan { flights: [(A1, hex("2008"), None)].into(), ..Plan::default() }), "X 5.2");
    }
}

mod x_5_2_1 {
    use super::*;

    /// Two flights in one hex are one target; the losses of seven fighters are spread as the plan likes.
    #[test]
    fn a_stack_is_one_target() {
        let stage = duel(
            [gunboat(battery(30, 2, 15, "AB")), carrier(2)],
            [at("2005", Facing::NORTH), at("2012", Facing::SOUTH)],
        )
        .turns(1);
        let fire = vec![(1, a(0), 0, Target::Flights(0))];
        let mut plan = Plan { fire, ..Plan::default() };
        // Needs 2 at short range, 3 at fighters, and 2 with the band: seven dice of fifteen hit.
        let dice = [6, 1, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1];
        let events = play(&stage.setup(), 0, &mut ScriptedDice::new(&dice), &mut plan).unwrap();
        let lost = held!(events, Event::FightersLost { flight, fighters } => (flight.slot, *fighters));
        assert_eq!(lost, [(0, 6), (1, 1)]);
        // The second flight is no target by itself.
        assert_eq!(
            stage.refused(&[6, 1], Plan { fire: vec![(1, a(0), 0, Target::Flights(1))], ..Plan::default() }),
            "X 4.1.1"
        );
    }
}

mod x_5_3 {
    use super::*;

    #[test]
    fn only_neighbours_are_attacked_and_flights_in_the_same_hex() {
        let attack = |to: &str, target| flown([carrier(1), carrier(1)], &[(A1, hex(to), Some(target))], &[6, 1]);
        assert_eq!(attack("2010", Target::Ship(0)).unwrap_err().rule, "X 5.3");
        assert_eq!(attack("2012", Target::Ship(0)).unwrap_err().rule, "X 5.3");
        assert_eq!(attack("2010", Target::Flights(0)).unwrap_err().rule, "X 5.3");
        let dice = [6, 1, 2, 3, 4, 2, 3, 4, 6, 1];
        assert!(flown([carrier(1), carrier(1)], &[(A1, hex("2012"), Some(Target::Flights(0)))], &dice).is_ok());
    }
}

mod x_5_3_1 {
    use super::*;

    /// Shields 3 count 2: of two hits, one penetration die of 3 penetrates and one of 2 does not.
    #[test]
    fn half_shields_rounded_up() {
        let target = Design { shields: 3, chart: chart("H H H H H H"), ..plain() };
        let dice = [5, 6, 1, 2, 3, 4, 3, 2, 4, 6, 1];
        let events = flown([carrier(1), target], &[(A1, hex("2011"), Some(Target::Ship(0)))], &dice).unwrap();
        assert!(events.contains(&Event::StrikeShip { ship: b(0), need: 5, hits: 2, through: 1 }));
        assert_eq!(events.iter().filter(|e| matches!(e, Event::Damage { .. })).count(), 1);
    }

    /// 6 × 1/3 × 4/6 damage dice at shields 3.
    #[test]
    fn four_thirds_of_a_damage_die() {
        use lanchester_lanes::dice::exact::{Dist, ratio};
        let dice = Dist::binomial(6, &ratio(2, 6)).thinned(&ratio(4, 6));
        assert_eq!(dice.mean(), ratio(4, 3));
    }
}

mod x_5_3_2 {
    use super::*;

    #[test]
    fn fives_and_sixes_kill_and_ones_lose() {
        let dice = [6, 1, 5, 6, 1, 1, 1, 2, 6, 1];
        let events = flown([carrier(1), carrier(1)], &[(A1, hex("2012"), Some(Target::Flights(0)))], &dice).unwrap();
        assert!(events.contains(&Event::StrikeFlights { need: 5, kills: 2, losses: 3 }));
        assert!(events.contains(&Event::FightersLost { flight: B1, fighters: 2 }));
        assert!(events.contains(&Event::FightersLost { flight: A1, fighters: 3 }));
    }
}

mod x_5_3_3 {
    use super::*;
    use crate::design::Abilities;
    use crate::design::MAX_MOUNTS;
    use crate::reference::Declared;

    #[test]
    fn ships_have_minus_one_and_some_weapons_no_effect() {
        let mut gun = battery(9, 4, 2, "AB");
        let mut weapons = [0; MAX_MOUNTS];
        weapons[0] = 2;
        for (abilities, expected) in [
            (Abilities::default(), Ok(4)),
            (Abilities { no_hull: true, ..Abilities::default() }, Err("X 5.3.3")),
            (Abilities { re_roll: true, ..Abilities::default() }, Err("X 5.3.3")),
        ] {
            gun.abilities = abilities;
            lay_out!(mut battle, Stage::new([vec![gunboat(gun.clone())], vec![carrier(1)]]));
            battle.vessel_mut(a(0)).at = at("2005", Facing::NORTH);
            battle.vessel_mut(b(0)).at = at("2020", Facing::NORTH);
            battle.flights[1][0].hex = hex("2008");
            let aim = battle.aim(a(0), Declared { battery: 0, target: Target::Flights(0), weapons });
            assert_eq!(aim.map(|aim| aim.need).map_err(|(rule, _)| rule), expected);
        }
    }
}

mod x_5_3_4 {
    use super::*;

    #[test]
    fn explosions_are_flown_around_and_kill_who_enters() {
        lay_out!(mut battle, Stage::new([vec![carrier(1), plain()], vec![plain()]]));
        battle.vessel_mut(a(1)).at = at("2010", Facing::NORTH);
        battle.lose(a(1), Loss::Destroyed);
        let reach = battle.reach(hex("2005"));
        assert!(reach.contains(&hex("2010")), "it may be entered");
        assert!(reach.contains(&hex("2011")) && !reach.contains(&hex("2015")), "and flown around");
        // One that was there when it came may leave.
        assert!(battle.reach(hex("2010")).contains(&hex("2015")));
    }

    #[test]
    fn a_flight_that_enters_is_destroyed() {
        let dead = Design { hull: 1, ..plain() };
        let stage = Stage::new([vec![carrier(2)], vec![dead, plain()]])
            .fixed([vec![at("2005", Facing::NORTH)], vec![at("2012", Facing::SOUTH), at("3020", Facing::SOUTH)]])
            .turns(1);
        let flights = [(A1, hex("2011"), Some(Target::Ship(0))), (A2, hex("2012"), None)];
        let dice = [6, 1, 1, 1, 1, 1, 6, 1, 6, 1];
        let events = stage.planned(&dice, Plan { flights: flights.into(), ..Plan::default() });
        assert!(events.contains(&Event::FightersLost { flight: A2, fighters: 6 }));
    }
}
