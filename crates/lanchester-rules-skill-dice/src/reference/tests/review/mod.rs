//! A second reader's tests: what the page says, worked out by hand, against the reference.

mod damage;
mod fire;
mod movement;
mod upkeep;

use std::collections::VecDeque;

use lanchester_battle::Setup;
use lanchester_core::Side;
use lanchester_lanes::dice::ScriptedDice;
use lanchester_lanes::hex::{Facing, Hex16};
use lanchester_scenario::Provenance;

use crate::arcs::Arcs;
use crate::card::standard;
use crate::design::{Against, Crew, Design, Role, Weapon};
use crate::event::{Event, System};
use crate::formulas::damage::DamageCode;
use crate::formulas::dice::Pool;
use crate::options::Options;
use crate::reference::Battle;
use crate::reference::choices::{Choices, Due, Leg, Shot};

/// A pilot or gunner with a D4 for everything.
fn crew(role: Role, weapons: u8) -> Crew {
    Crew { role, command: 3, helm: 3, weaponry: 3, electronics: 3, engineering: 3, weapons }
}

/// A fighter: thrust 6, maneuver number 1, Defensive Screen 12, ASV 2, ESV 3, no structure, one cannon of 2D8 Med H.
fn fighter() -> Design {
    let cannon = Weapon {
        name: "Cannon".to_owned(),
        dice: Pool::of(2, 8),
        damage: DamageCode::parse("MH").expect("a code"),
        ranges: [4, 8, 12],
        arcs: Arcs::ALL,
        against: Against::Asv,
    };
    Design {
        name: "Fighter".to_owned(),
        class: String::new(),
        faction: String::new(),
        points: 10,
        origin: Provenance::Original,
        thrust: 6,
        maneuver: 1,
        screen: 12,
        asv: 2,
        esv: 3,
        structure: 0,
        card: standard(),
        crews: vec![crew(Role::Pilot, 1)],
        weapons: vec![cannon],
        tubes: 0,
        torpedoes: 0,
        warhead: Pool::of(2, 8),
        nixies: 0,
        countermeasures: 0,
        special: 0,
    }
}

/// A fighter with a structure of 2.
fn boat() -> Design {
    Design { structure: 2, ..fighter() }
}

/// Plays a test on a battle of these ships; those of A come first. It is turn 1, and A faces north.
fn battle(ships: [&[Design]; 2], options: Options, test: impl FnOnce(&mut Battle<'_>)) {
    let ships = ships.map(|fleet| fleet.iter().collect());
    let setup = Setup { ships, stations: [None, None], options: &options };
    let mut battle = Battle::new(&setup, 0);
    battle.turn = 1;
    test(&mut battle);
}

/// One against one, four hexes apart.
fn duel(ships: [Design; 2], test: impl FnOnce(&mut Battle<'_>)) {
    let [a, b] = ships;
    battle([&[a], &[b]], Options::default(), |battle| {
        put(battle, 0, [0, 0], 0);
        put(battle, 1, [0, 8], 3);
        test(battle);
    });
}

/// Puts a ship in a hex with a facing; a hex to the north is two more in the second number.
fn put(battle: &mut Battle<'_>, ship: usize, [q, h]: [i16; 2], facing: i32) {
    battle.ships[ship].at.hex = Hex16::new(q, h);
    battle.ships[ship].at.facing = Facing::new(facing);
}

fn dice(faces: &[u8]) -> ScriptedDice {
    ScriptedDice::new(faces)
}

/// Choices written down; what is not goes by the least: no move, no shot, the first system.
#[derive(Debug, Default)]
struct Script {
    next: VecDeque<Option<u8>>,
    legs: VecDeque<Vec<Leg>>,
    facings: VecDeque<Facing>,
    fires: bool,
    systems: VecDeque<System>,
    /// Who was asked for what.
    asked: Vec<(Side, Due)>,
    nixie: bool,
    launches: VecDeque<u8>,
}

impl Choices for Script {
    fn mover(&mut self, battle: &Battle<'_>, side: Side) -> Result<Option<u8>, String> {
        let unmoved = battle.ships.iter().find(|ship| ship.id.side == side && ship.in_play() && !ship.moved);
        Ok(self.next.pop_front().unwrap_or_else(|| unmoved.map(|ship| ship.id.slot)))
    }

    fn legs(&mut self, _: &Battle<'_>, _: usize) -> Result<Vec<Leg>, String> {
        Ok(self.legs.pop_front().unwrap_or_else(|| vec![Leg { ahead: 0, turn: 0 }]))
    }

    fn botched(&mut self, _: &Battle<'_>, _: usize) -> Result<Facing, String> {
        self.facings.pop_front().ok_or_else(|| "no facing".to_owned())
    }

    fn shot(&mut self, battle: &Battle<'_>, ship: usize, crew: usize) -> Result<Option<Shot>, String> {
        Ok(battle.shots(ship, crew).next().filter(|_| self.fires))
    }

    fn system(&mut self, _: &Battle<'_>, by: Side, _: usize, due: Due, among: &[System]) -> Result<System, String> {
        self.asked.push((by, due));
        Ok(self.systems.pop_front().unwrap_or(among[0]))
    }

    fn nixie(&mut self, _: &Battle<'_>, _: usize) -> Result<bool, String> {
        Ok(self.nixie)
    }

    fn launch(&mut self, _: &Battle<'_>, _: usize) -> Result<Option<u8>, String> {
        Ok(self.launches.pop_front())
    }
}

/// How many recorded events are so.
fn count(battle: &Battle<'_>, is_so: impl Fn(&Event) -> bool) -> usize {
    battle.log.events().iter().filter(|event| is_so(event)).count()
}
