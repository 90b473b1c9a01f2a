//! What tests set up: fleets of shipped ships, positions, and a player who does as a script says.

use std::collections::VecDeque;

pub use lanchester_conformance::held;
pub use lanchester_conformance::staging::{Stage, a, b};
use lanchester_core::Side;
use lanchester_lanes::dice::ScriptedDice;
use lanchester_lanes::hex::{Facing, Hex16};
use lanchester_scenario::Library;

use crate::Talon;
use crate::arcs::Arc;
use crate::design::Design;
use crate::effects;
use crate::event::{ShipId, Target, Use};
use crate::options::Station;
use crate::position::Position;
use crate::reference::{Battle, Choices, Illegal, Mover, Setup, Shot};

/// A shipped ship.
pub fn ship(id: &str) -> Design {
    Design::clone(&Library::<Talon>::shipped().ship(id).expect("a shipped ship"))
}

/// Fleets of shipped ships, by id.
pub fn stage(a: &[&str], b: &[&str]) -> Stage<Talon> {
    Stage::shipped([a, b])
}

/// A battle in impulse A of round 1 before anybody has done anything. The ships of a side stand ten hexes apart, the fleets fifty.
pub fn table<'a>(setup: &'a Setup<'a>) -> Battle<'a> {
    let mut battle = Battle::new(setup, 0);
    battle.round = 1;
    for side in Side::BOTH {
        for (slot, vessel) in battle.vessels[side].iter_mut().enumerate() {
            let facing = if side == Side::A { Facing::NORTH } else { Facing::SOUTH };
            let hex = Hex16::new(10 * slot as i16, if side == Side::A { 0 } else { 100 });
            vessel.at = Position { hex, facing };
        }
    }
    battle
}

/// Lays a stage out as a battle: `lay_out!(mut battle, stage(&["talon-ca"], &["terran-ca"]));`
macro_rules! lay_out {
    ($($battle:ident)+, $stage:expr) => {
        let stage = $stage;
        let setup = stage.setup();
        let $($battle)+ = crate::reference::tests::staging::table(&setup);
    };
}
pub(crate) use lay_out;

/// Puts a ship there.
pub fn put(battle: &mut Battle<'_>, ship: ShipId, (q, h): (i16, i16), facing: &str) {
    let facing = Facing::by_name(facing).expect("a facing");
    battle.vessel_mut(ship).at = Position { hex: Hex16::new(q, h), facing };
}

/// Where a ship is.
pub fn at(battle: &Battle<'_>, ship: ShipId) -> (i16, i16, String) {
    let at = battle.vessel(ship).at;
    (at.hex.q, at.hex.h, at.facing.to_string())
}

/// Scripted dice.
pub fn dice(faces: &[u8]) -> ScriptedDice {
    ScriptedDice::new(faces)
}

/// Damage to a ship, with these dice.
pub fn damage(battle: &mut Battle<'_>, ship: ShipId, arc: Arc, points: u8, faces: &[u8]) {
    effects::damage(&mut battle.with(&mut dice(faces)), ship, arc, points);
}

/// What was destroyed explodes, with these dice.
pub fn explode(battle: &mut Battle<'_>, faces: &[u8]) {
    let current = battle.current;
    effects::explode(&mut battle.with(&mut dice(faces)), current);
}

/// A player who does as the script says, in order, and otherwise nothing; speeds stay as they are.
#[derive(Default)]
pub struct Script {
    pub spend: VecDeque<(ShipId, Use)>,
    pub movers: VecDeque<Mover>,
    pub shooters: VecDeque<(u8, u8)>,
    pub shots: VecDeque<Shot>,
    pub speeds: VecDeque<(ShipId, u8)>,
    pub retreats: Vec<ShipId>,
}

impl Script {
    pub fn spends(uses: &[(ShipId, Use)]) -> Self {
        Self { spend: uses.iter().copied().collect(), ..Self::default() }
    }

    pub fn moves(movers: &[Mover]) -> Self {
        Self { movers: movers.iter().copied().collect(), ..Self::default() }
    }

    pub fn fires(shooters: &[(u8, u8)], shots: &[Shot]) -> Self {
        Self { shooters: shooters.iter().copied().collect(), shots: shots.iter().copied().collect(), ..Self::default() }
    }
}

impl Choices for Script {
    fn place(&mut self, _: &Battle<'_>, ship: ShipId) -> Result<Station, String> {
        Ok(Station { column: ship.slot + 1, row: 2, facing: 0 })
    }

    fn spend(&mut self, _: &Battle<'_>, ship: ShipId) -> Result<Option<Use>, String> {
        match self.spend.front() {
            Some((of, on)) if *of == ship => {
                let on = *on;
                self.spend.pop_front();
                Ok(Some(on))
            }
            _ => Ok(None),
        }
    }

    fn mover(&mut self, _: &Battle<'_>, _: Side) -> Result<Option<Mover>, String> {
        Ok(self.movers.pop_front())
    }

    fn shooter(&mut self, _: &Battle<'_>, _: Side) -> Result<Option<(u8, u8)>, String> {
        Ok(self.shooters.pop_front())
    }

    fn shot(&mut self, _: &Battle<'_>, _: ShipId, _: u8, _: u8) -> Result<Shot, String> {
        self.shots.pop_front().ok_or_else(|| "the script has no shot left".to_owned())
    }

    fn speed(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<u8, String> {
        let scripted = self.speeds.iter().find(|(of, _)| *of == ship);
        Ok(scripted.map_or_else(|| battle.vessel(ship).speed, |(_, speed)| *speed))
    }

    fn retreat(&mut self, _: &Battle<'_>, ship: ShipId) -> Result<bool, String> {
        Ok(self.retreats.contains(&ship))
    }
}

/// What a refused choice is refused for.
pub fn why<T>(result: Result<T, Illegal>) -> String {
    result.err().map_or_else(String::new, |illegal| illegal.why)
}

/// A shot at the first enemy ship.
pub const AT_FIRST: Shot = Shot::At(Target::Ship(0), None);

/// A's fire step.
pub fn fires(battle: &mut Battle<'_>, shooters: &[(u8, u8)], shots: &[Shot], faces: &[u8]) -> String {
    why(battle.fire_step(Side::A, &mut dice(faces), &mut Script::fires(shooters, shots)))
}
