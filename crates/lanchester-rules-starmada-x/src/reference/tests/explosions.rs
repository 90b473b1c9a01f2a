//! X 4.3.1: what explosions do to flights, and how long they last.

use lanchester_conformance::held;
use lanchester_core::Side;
use lanchester_lanes::dice::ScriptedDice;
use lanchester_lanes::hex::Facing;

use crate::design::Design;
use crate::event::{Event, Flight, Loss, Target};
use crate::options::Decay;
use crate::reference::Battle;
use crate::reference::staging::{Plan, Stage, a, at, b, carrier, chart, hex, lay_out, plain};

const A1: Flight = Flight { side: Side::A, slot: 0 };

/// Flight A1 attacks from 2011, ship or flight of B at 2012, with explosions of ships of so many hull boxes in either hex.
/// The events of the fighter phase.
fn struck(wrecks: [Option<u8>; 2], hinder: bool, target: Target, dice: &[u8]) -> Vec<Event> {
    let wreck = |hull: Option<u8>| Design { hull: hull.unwrap_or(1), ..plain() };
    let mut stage = Stage::new([vec![carrier(1), wreck(wrecks[0])], vec![carrier(1), wreck(wrecks[1])]]);
    stage.options.explosions_hinder_dogfights = hinder;
    let setup = stage.setup();
    let mut battle = Battle::new(&setup, 0);
    battle.turn = 1;
    for (ship, place) in [(a(0), "2005"), (a(1), "2011"), (b(0), "2012"), (b(1), "2012")] {
        battle.vessel_mut(ship).at = at(place, Facing::NORTH);
    }
    for (side, place) in [(0, "2011"), (1, "2012")] {
        battle.flights[side][0].hex = hex(place);
        if wrecks[side].is_some() {
            battle.lose(if side == 0 { a(1) } else { b(1) }, Loss::Destroyed);
        }
    }
    let flights = [(A1, hex("2011"), Some(target))].into();
    // A throws higher, and B's flight does nothing.
    let script = [&[6, 1], dice].concat();
    battle.fighter_phase(&mut ScriptedDice::new(&script), &mut Plan { flights, ..Plan::default() }).unwrap();
    battle.log.into_events()
}

fn need_and_hits(events: &[Event]) -> (u8, u8) {
    held!(
        events,
        Event::StrikeShip { need, hits, .. } => (*need, *hits),
        Event::StrikeFlights { need, kills, .. } => (*need, *kills),
    )[0]
}

mod x_5_3_1 {
    use super::*;

    /// Six dice 6 6 6 5 5 5: six hits at 5+, three at 6+, one for two sixes at 7+, one for three at 8+, none at 9+.
    #[test]
    fn explosions_weaken_strikes() {
        let faces = [6, 6, 6, 5, 5, 5];
        for (wrecks, need, hits) in [
            ([None, None], 5, 6),
            ([None, Some(3)], 6, 3),
            ([Some(3), None], 6, 3),
            ([Some(3), Some(3)], 7, 1),
            ([None, Some(8)], 7, 1),
            ([Some(1), Some(8)], 8, 1),
            ([Some(8), Some(8)], 9, 0),
        ] {
            // Each hit a penetration die, each of those a damage die, as long as there is hull.
            let dice = [&faces[..], &vec![1; 2 * hits]].concat();
            let events = struck(wrecks, false, Target::Ship(0), &dice);
            assert_eq!(need_and_hits(&events), (need, hits as u8), "{wrecks:?}");
        }
    }
}

mod x_5_3_2 {
    use super::*;

    /// Dogfights are hindered only by option; a 1 loses a fighter either way.
    #[test]
    fn explosions_weaken_dogfights_by_option() {
        let faces = [6, 6, 5, 1, 2, 3];
        for (wrecks, hinder, need, kills) in [
            ([Some(3), Some(8)], false, 5, 3),
            ([None, None], true, 5, 3),
            ([None, Some(3)], true, 6, 2),
            ([Some(3), Some(3)], true, 7, 1),
            ([Some(3), Some(8)], true, 8, 0),
        ] {
            let events = struck(wrecks, hinder, Target::Flights(0), &faces);
            assert_eq!(need_and_hits(&events), (need, kills), "{wrecks:?}, {hinder}");
            assert!(events.contains(&Event::FightersLost { flight: A1, fighters: 1 }));
        }
    }
}

mod x_4_3_1 {
    use super::*;

    fn end(battle: &mut Battle<'_>, dice: &[u8]) -> [u8; 2] {
        battle.end_phase(&mut ScriptedDice::new(dice), &mut Plan::default()).unwrap();
        battle.turn += 1;
        [a(0), b(0)].map(|ship| battle.vessel(ship).explosion)
    }

    /// A wreck of strength 2 destroys a ship of one hull box in the end phase. The wreck of the combat phase is spared in
    /// that end phase, the other in the next.
    #[test]
    fn an_explosion_is_spared_in_its_first_end_phase() {
        for (decay, second) in [(Decay::After, &[1, 1][..]), (Decay::Before, &[1])] {
            let tough = Design { hull: 60, shields: 5, ..plain() };
            let mut stage =
                Stage::new([vec![plain(), tough], vec![Design { hull: 1, shields: 3, ..plain() }, plain()]]);
            stage.options.explosion_decay = decay;
            let setup = stage.setup();
            let mut battle = Battle::new(&setup, 0);
            for (ship, place) in [(a(0), "2010"), (a(1), "2010"), (b(0), "2010"), (b(1), "2020")] {
                battle.vessel_mut(ship).at = at(place, Facing::NORTH);
            }
            battle.turn = 1;
            battle.lose(a(0), Loss::Destroyed);
            // Two dice at each of both ships; one penetrates the small one, and one damage die takes its hull box.
            assert_eq!(end(&mut battle, &[1, 1, 1, 6, 1]), [2, 1], "{decay:?}");
            // The new one is spared now, whether dice come before or after the decay of the old one.
            let dice = [second, &[1]].concat();
            assert_eq!(end(&mut battle, &dice), [1, 1], "{decay:?}");
            let dice: &[u8] = if decay == Decay::After { &[1, 1] } else { &[] };
            assert_eq!(end(&mut battle, dice), [0, 0], "{decay:?}");
        }
    }

    /// The book's ship inside a strength 2 explosion: with two fewer on its dice against fighters too.
    #[test]
    fn ships_at_flights_are_weakened() {
        use crate::reference::Declared;
        use crate::reference::staging::{battery, gunboat};
        lay_out!(mut battle, Stage::new([vec![gunboat(battery(9, 3, 1, "AB")), plain()], vec![carrier(1)]]));
        battle.vessel_mut(a(0)).at = at("2005", Facing::NORTH);
        battle.vessel_mut(a(1)).at = at("2005", Facing::NORTH);
        battle.flights[1][0].hex = hex("2010");
        let mut weapons = [0; crate::design::MAX_MOUNTS];
        weapons[0] = 1;
        let need = |battle: &Battle<'_>| {
            battle.aim(a(0), Declared { battery: 0, target: Target::Flights(0), weapons }).unwrap().need
        };
        assert_eq!(need(&battle), 4);
        battle.lose(a(1), Loss::Destroyed);
        assert_eq!(need(&battle), 6);
    }

    /// A ship of E's on its chart stands in the blast: what a chart says of it is marked.
    #[test]
    fn a_blast_reads_the_chart() {
        let target = Design { chart: chart("E E E E E E"), ..plain() };
        lay_out!(mut battle, Stage::new([vec![Design { hull: 3, ..plain() }, plain()], vec![target]]));
        (battle.vessel_mut(a(0)).at, battle.vessel_mut(b(0)).at) =
            (at("2010", Facing::NORTH), at("2010", Facing::NORTH));
        battle.turn = 1;
        battle.lose(a(0), Loss::Destroyed);
        assert_eq!(end(&mut battle, &[4, 1]), [1, 0]);
        assert_eq!(battle.vessel(b(0)).engines, 1);
    }
}
