//! Tests of the rules, one module a rule; every expectation is worked out by hand. The ships are samples of ours.

mod attacks;
mod detailed;
mod ends;
mod opening;
mod review;
mod units;

use lanchester_battle::{Illegal, Setup};
use lanchester_lanes::dice::ScriptedDice;
use lanchester_lanes::hex::{Facing, Hex16};

use super::choices::{Against, Choices, Course, Launch, Shot};
use super::{Battle, Track};
use crate::Fires;
use crate::design::{Beams, Design, Missiles};
use crate::event::{Aim, Event, Mark, SalvoId};
use crate::formulas::beams::{BeamKind, Fire};
use crate::formulas::detailed::{DamageTable, System};
use crate::formulas::missiles::Missile;
use crate::options::{Options, Station};

/// An escort of 100 millions, with six missiles of 2.
fn escort() -> Design {
    Design {
        name: "ESCORT".to_owned(),
        class: String::new(),
        faction: String::new(),
        cost: 100,
        origin: lanchester_scenario::Provenance::Original,
        military: true,
        electronics: 3,
        armour: 4,
        screen: 2,
        maneuver: 4,
        target: [13, 10, 7, 4],
        beams: vec![Beams { kind: BeamKind::Particle, count: 4, penetration: [14, 11, 8, 5] }],
        batteries: 2,
        strength: 12,
        damage: 1,
        increase: 12,
        table: DamageTable {
            rolls: 1,
            extra: 12,
            entries: DamageTable::entries(DamageTable::COMMON).expect("a table"),
        },
        missiles: Some(Missiles {
            kind: Missile { maneuver: 6, guidance: 4, penetration: 12, bonus: 1, size: 8, defence: 2 },
            count: 6,
            cost: 2,
        }),
        formation: None,
    }
}

/// A cruiser of 300 millions, with sixteen of the escort's missiles.
fn cruiser() -> Design {
    Design {
        name: "CRUISER".to_owned(),
        cost: 300,
        electronics: 4,
        armour: 8,
        screen: 5,
        maneuver: 3,
        target: [15, 12, 9, 6],
        beams: vec![Beams { kind: BeamKind::Particle, count: 8, penetration: [18, 15, 12, 8] }],
        batteries: 4,
        strength: 14,
        increase: 6,
        missiles: escort().missiles.map(|missiles| Missiles { count: 16, ..missiles }),
        ..escort()
    }
}

/// A station in the middle of the front row of an area, so many hexes a turn toward the centre.
const fn station(area: u8, ahead: u8) -> Station {
    Station { area, hex: 3, ahead, aside: 0 }
}

/// Does something with a battle of these fleets that has not begun.
fn with<R>(fleets: [&[Design]; 2], options: &Options, act: impl FnOnce(&mut Battle<'_>) -> R) -> R {
    let setup = Setup::<Fires> { ships: fleets.map(|fleet| fleet.iter().collect()), stations: [None, None], options };
    act(&mut Battle::new(&setup, 0))
}

/// A track from here, by so much a turn.
const fn track([q, h]: [i16; 2], [by_q, by_h]: [i16; 2]) -> Track {
    Track { present: Hex16 { q, h }, future: Hex16 { q: q + by_q, h: h + by_h } }
}

/// Two units at rest with so many hexes between them.
fn apart(battle: &mut Battle<'_>, hexes: i16) {
    battle.units[0].track = track([0, 0], [0, 0]);
    battle.units[1].track = track([0, 2 * hexes], [0, 0]);
}

/// Choices by functions; whatever is not set does nothing.
#[derive(Default)]
struct Orders {
    /// One answer for each question.
    thrust: Vec<Option<Facing>>,
    launches: Vec<Launch>,
    courses: Vec<Course>,
    shots: Vec<Shot>,
    defence: Vec<(SalvoId, u8)>,
    strikes: Vec<(usize, u16)>,
    repair: Option<System>,
    shutdown: bool,
}

impl Choices for Orders {
    fn thrust(&mut self, _: &Battle<'_>, _: usize) -> Result<Option<Facing>, String> {
        Ok(if self.thrust.is_empty() { None } else { self.thrust.remove(0) })
    }

    fn launches(&mut self, _: &Battle<'_>, unit: usize) -> Result<Vec<Launch>, String> {
        Ok(if unit == 0 { std::mem::take(&mut self.launches) } else { Vec::new() })
    }

    fn courses(&mut self, _: &Battle<'_>, _: SalvoId, against: Against) -> Result<Vec<Course>, String> {
        Ok(self.courses.iter().copied().filter(|course| Against::from(course.aim) == against).collect())
    }

    fn shots(&mut self, _: &Battle<'_>, _: usize) -> Result<Vec<Shot>, String> {
        Ok(self.shots.clone())
    }

    fn defence(&mut self, _: &Battle<'_>, _: usize) -> Result<Vec<(SalvoId, u8)>, String> {
        Ok(self.defence.clone())
    }

    fn strikes(&mut self, _: &Battle<'_>, _: SalvoId) -> Result<Vec<(usize, u16)>, String> {
        Ok(self.strikes.clone())
    }

    fn repair(&mut self, _: &Battle<'_>, _: usize) -> Result<System, String> {
        self.repair.ok_or_else(String::new)
    }

    fn shutdown(&mut self, _: &Battle<'_>, _: usize) -> Result<bool, String> {
        Ok(self.shutdown)
    }
}

/// Particle beams at the first enemy.
const fn beams(beams: u8, fire: Fire) -> Shot {
    Shot { kind: BeamKind::Particle, beams, fire, mark: Mark::Ship(0) }
}

/// Unit 0 launches missiles of its first ship.
fn launch(battle: &mut Battle<'_>, missiles: u8, committed: u8) -> Result<(), Illegal> {
    let launches = vec![Launch { ship: 0, missiles, committed }];
    battle.launches(&mut Orders { launches, ..Orders::default() })
}

/// The last event.
fn last(battle: &Battle<'_>) -> Event {
    *battle.log.events().last().expect("an event")
}

/// A course without thrust at the first enemy unit.
const fn at_unit(missiles: u16) -> Course {
    Course { missiles, aim: Aim::Unit(0), thrust: Hex16 { q: 0, h: 0 } }
}

/// Dice that fall so.
fn dice(faces: &[u8]) -> ScriptedDice {
    ScriptedDice::new(faces)
}
