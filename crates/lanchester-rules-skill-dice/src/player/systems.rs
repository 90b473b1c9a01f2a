//! What a hit falls on, where a side chooses: the owner loses what it needs least, the attacker takes what it needs most.

use lanchester_core::Side;

use super::Player;
use crate::design::{Crew, Role};
use crate::event::System;
use crate::rating::{TYPICAL_ARMOUR, TYPICAL_SCREEN};
use crate::reference::choices::Due;
use crate::reference::{Battle, Ship};

impl Player<'_> {
    /// The worth of a cannon in the hands of a crew, in per mille of a typical enemy a turn.
    fn cannon(&self, ship: &Ship<'_>, [crew, weapon]: [usize; 2]) -> i32 {
        let id = (ship.id.side, ship.id.slot);
        let worth = self.tables.shot(id, [crew, weapon], [0, TYPICAL_ARMOUR as u8], TYPICAL_SCREEN);
        worth * (4 + ship.arcs[weapon].count() as i32) / 4
    }

    /// The worth of a cannon to its ship: the best of its living crews.
    fn weapon(&self, ship: &Ship<'_>, weapon: usize) -> i32 {
        let crews = ship.living().filter(|(_, crew)| crew.weapons >> weapon & 1 == 1);
        crews.map(|(crew, _)| self.cannon(ship, [crew, weapon])).max().unwrap_or(0)
    }

    /// The worth of a crew: its best cannon, its skills, and the helm.
    fn crew(&self, ship: &Ship<'_>, nth: usize, crew: Crew) -> i32 {
        let guns = (0..ship.design.weapons.len()).filter(|weapon| (crew.weapons & ship.weapons) >> weapon & 1 == 1);
        let best = guns.map(|weapon| self.cannon(ship, [nth, weapon])).max().unwrap_or(0);
        let skills = i32::from(crew.command + crew.engineering + crew.electronics);
        best + skills + if crew.role == Role::Pilot { 150 } else { 0 }
    }

    /// What a ship would lose with a system.
    fn worth(&self, battle: &Battle<'_>, place: usize, due: Due, system: System) -> i32 {
        let ship = &battle.ships[place];
        let tracked = battle.in_flight().any(|(_, torpedo)| torpedo.target == place);
        match system {
            System::Hull => 0,
            System::Weapon(nth) => self.weapon(ship, nth.into()),
            System::Turret(nth, cone) => {
                // The front stays with the pursuer, and a cone aside with nobody.
                let kept = [6, 4, 2, 1, 2, 4][usize::from(cone) % 6];
                self.weapon(ship, nth.into()) * (8 - kept) / 8
            }
            System::Tube => 60 * i32::from(ship.torpedoes.min(2)),
            System::Thrust => 40,
            System::Screen => 90,
            System::Countermeasure => 10 + if tracked { 60 } else { 0 },
            System::Nixie => 15 + if tracked { 70 } else { 0 },
            System::Special => 0,
            System::Crew(nth) => {
                let crew = ship.design.crews.get(usize::from(nth)).copied();
                crew.map_or(0, |crew| self.crew(ship, nth.into(), crew))
            }
            System::Stun if due == Due::Repair => 80,
            System::Stun => 0,
        }
    }

    /// What a side chooses: the first of the best for it.
    pub(super) fn best_system(
        &self,
        battle: &Battle<'_>,
        by: Side,
        place: usize,
        due: Due,
        among: &[System],
    ) -> System {
        let wants_least = by == battle.ships[place].id.side && due != Due::Repair;
        let score = |system: System| {
            let worth = self.worth(battle, place, due, system);
            if wants_least { -worth } else { worth }
        };
        let mut best = (among[0], score(among[0]));
        for system in &among[1..] {
            let score = score(*system);
            if score > best.1 {
                best = (*system, score);
            }
        }
        best.0
    }
}
