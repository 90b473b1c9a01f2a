//! X 4.1.1: who declares when, and what it sees.

use lanchester_conformance::held;
use lanchester_core::Side;
use lanchester_lanes::dice::ScriptedDice;
use lanchester_lanes::hex::Facing;

use crate::design::Design;
use crate::event::{Event, Loss, ShipId, Target};
use crate::options::Declare;
use crate::reference::play;
use crate::reference::staging::{Plan, Stage, Staged, a, at, b, battery, carrier, chart, gunboat, plain};

/// A ship with one weapon that hits on 2 or more at short and medium range, and one hull box.
fn cutter() -> Design {
    Design { hull: 1, ..gunboat(battery(9, 2, 1, "AB")) }
}

/// Two ships of A face two of B, three or four hexes apart.
fn two_and_two(fleets: [[Design; 2]; 2], declare: Declare) -> Stage {
    let mut stage = Stage::new(fleets.map(Vec::from)).fixed([
        vec![at("2005", Facing::NORTH), at("2105", Facing::NORTH)],
        vec![at("2008", Facing::SOUTH), at("2108", Facing::SOUTH)],
    ]);
    stage.options.declare = declare;
    stage
}

/// Every ship fires at the first enemy in the given turn.
fn all_at_the_first(turn: u16) -> Vec<(u16, ShipId, u8, Target)> {
    [a(0), a(1), b(0), b(1)].map(|ship| (turn, ship, 0, Target::Ship(0))).to_vec()
}

fn attackers(events: &[Event]) -> Vec<ShipId> {
    held!(events, Event::Attack { attack } => attack.ship)
}

mod x_4_1_1 {
    use super::*;

    /// B throws higher: its ships declare and attack first in the first turn, A's in the second. Each sees what its own side
    /// slashed before it; or, where all declare first, nothing.
    #[test]
    fn ships_declare_in_turn_and_see_slashes() {
        for (declare, slashed) in [(Declare::Ship, [0, 1, 0, 1]), (Declare::Phase, [0; 4])] {
            let tough = || Design { hull: 60, ..cutter() };
            let stage = two_and_two([[tough(), tough()], [tough(), tough()]], declare).turns(2);
            let mut plan = Plan { fire: all_at_the_first(1), ..Plan::default() };
            plan.fire.extend(all_at_the_first(2));
            // Each attack: a hit, a penetration, a damage die; the throw before.
            let dice = [&[1, 6][..], &[2, 1, 1].repeat(8)].concat();
            let events = play(&stage.setup(), 0, &mut ScriptedDice::new(&dice), &mut plan).unwrap();
            assert_eq!(attackers(&events), [b(0), b(1), a(0), a(1), a(0), a(1), b(0), b(1)]);
            let looked: Vec<u8> = plan.looked.iter().map(|(_, hull)| *hull).collect();
            let then = slashed.map(|one| one + 2);
            assert_eq!(looked, [slashed, then].concat(), "{declare:?}");
            let asked: Vec<ShipId> = plan.looked.iter().map(|(ship, _)| *ship).collect();
            assert_eq!(asked, attackers(&events));
        }
    }

    /// A's first ship destroys B's first; its second may still fire at it, to no effect, and what is slashed out fires.
    #[test]
    fn what_is_slashed_out_is_a_target_and_attacks() {
        let stage = two_and_two([[cutter(), cutter()], [cutter(), cutter()]], Declare::Ship).turns(1);
        let fire = vec![(1, a(0), 0, Target::Ship(0)), (1, a(1), 0, Target::Ship(0)), (1, b(0), 0, Target::Ship(1))];
        let mut plan = Plan { fire, ..Plan::default() };
        // A's second ship rolls to hit and to penetrate, and no damage die: no hull box is left.
        let dice = [6, 1, 2, 1, 1, 2, 1, 2, 1, 1];
        let events = play(&stage.setup(), 0, &mut ScriptedDice::new(&dice), &mut plan).unwrap();
        assert_eq!(attackers(&events), [a(0), a(1), b(0)]);
        let lost = held!(events, Event::Lost { ship, loss: Loss::Destroyed, .. } => *ship);
        assert_eq!(lost, [a(1), b(0)]);
    }

    /// A weapon that is slashed before its ship declares still fires: weapons are those of the phase's beginning.
    #[test]
    fn a_slashed_weapon_fires() {
        let target = Design { hull: 6, chart: chart("a a a a a a"), ..cutter() };
        let stage = two_and_two([[cutter(), plain()], [target, plain()]], Declare::Ship).turns(1);
        let fire = vec![(1, a(0), 0, Target::Ship(0)), (1, b(0), 0, Target::Ship(0))];
        let dice = [6, 1, 2, 1, 1, 1];
        let events = stage.planned(&dice, Plan { fire, ..Plan::default() });
        assert_eq!(attackers(&events), [a(0), b(0)]);
        let weapons = held!(events, Event::Attack { attack } if attack.ship.side == Side::B => attack.weapons[0]);
        assert_eq!(weapons, [1]);
    }

    /// One ship shoots the first flight down; the next still aims at the stack by its name, and takes the other flight. The
    /// third hits nothing, as no fighter is left, but may fire.
    #[test]
    fn stacks_keep_their_names_through_the_phase() {
        let gun = |weapons| gunboat(battery(30, 2, weapons, "AB"));
        let mut stage = Stage::new([vec![gun(6), gun(6), gun(1)], vec![carrier(2), carrier(1)]])
            .fixed([vec![at("2005", Facing::NORTH); 3], vec![at("2012", Facing::SOUTH), at("2112", Facing::SOUTH)]]);
        stage.options.turn_cap = 1;
        let stack = Target::Flights(0);
        let fire = vec![(1, a(0), 0, stack), (1, a(1), 0, stack), (1, a(2), 0, stack)];
        let dice = [&[6, 1][..], &[6; 13]].concat();
        let events = stage.planned(&dice, Plan { fire, ..Plan::default() });
        let lost = held!(events, Event::FightersLost { flight, fighters } => (flight.slot, *fighters));
        assert_eq!(lost, [(0, 6), (1, 6)]);
        assert_eq!(attackers(&events), [a(0), a(1), a(2)]);
    }
}
