//! A player for tests who chooses evenly among all that is legal.

use lanchester_core::Side;
use lanchester_lanes::dice::SplitMix;
use lanchester_lanes::hex::Facing;

use super::{Battle, Choices, Mover, Shot};
use crate::arcs::Arc;
use crate::event::{Event, ShipId, Use};
use crate::options::{COLUMNS, ROWS, Station};
use crate::position::Step;

/// Chooses evenly.
pub struct RandomLegal {
    random: SplitMix,
    /// Units that have moved in the current step, and after how many impulses of the record it was.
    moved: (usize, Side, Vec<Mover>),
    /// Ships that have finished their fire, likewise.
    fired: (usize, Side, Vec<u8>),
}

/// Which step of which player it is: the impulses that the record has.
fn step(battle: &Battle<'_>) -> usize {
    battle.events().iter().filter(|event| matches!(event, Event::Impulse { .. })).count()
}

impl RandomLegal {
    pub fn new(seed: u64) -> Self {
        let none = (0, Side::A);
        Self { random: SplitMix(seed), moved: (none.0, none.1, Vec::new()), fired: (none.0, none.1, Vec::new()) }
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        *self.random.pick(of)
    }
}

/// Everything that a ship could spend a point on.
pub fn uses(battle: &Battle<'_>, ship: ShipId) -> Vec<Use> {
    let mut all: Vec<Use> = (0..4).map(Use::Charge).collect();
    all.extend([Use::Slip, Use::PowerTurn, Use::ChangeInitiative, Use::DefendInitiative, Use::ChargeBattery]);
    all.extend(Arc::ALL.map(Use::Reinforce));
    for missile in battle.flying(ship.side) {
        let targets = battle.afloat(ship.side.opponent()).into_iter();
        all.extend(targets.map(|target| Use::Redirect { missile: missile.slot, target: target.slot }));
    }
    all.retain(|on| battle.may_spend(ship, *on).is_ok());
    all
}

/// The shots that a weapon could take.
pub fn shots(battle: &Battle<'_>, ship: ShipId, group: u8, weapon: u8) -> Vec<Shot> {
    let mut all = Vec::new();
    for target in battle.targets(ship, group) {
        all.push(Shot::At(target, None));
        all.extend(Facing::ALL.map(|facing| Shot::At(target, Some(facing))));
        if let crate::event::Target::Ship(slot) = target {
            all.extend(Facing::ALL.map(|facing| Shot::Launch(slot, facing)));
        }
    }
    all.retain(|shot| battle.may_shoot(ship, group, weapon, *shot).is_ok());
    all
}

impl Choices for RandomLegal {
    fn place(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Station, String> {
        // Near the middle and mostly at the enemy, so that fleets meet.
        loop {
            let (wide, aside) = (self.random.one_in(4), self.random.one_in(4));
            let column = if wide { self.random.below(COLUMNS.into()) } else { 8 + self.random.below(8) } as u8 + 1;
            let facing = if aside { self.random.below(6) as u8 } else { 0 };
            let at = Station { column, row: self.random.below(ROWS.into()) as u8 + 1, facing };
            if battle.may_place(ship, at).is_ok() {
                return Ok(at);
            }
        }
    }

    fn spend(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Option<Use>, String> {
        let uses = uses(battle, ship);
        Ok(if uses.is_empty() || self.random.one_in(8) { None } else { Some(self.pick(&uses)) })
    }

    fn mover(&mut self, battle: &Battle<'_>, side: Side) -> Result<Option<Mover>, String> {
        let now = step(battle);
        if (self.moved.0, self.moved.1) != (now, side) {
            self.moved = (now, side, Vec::new());
        }
        let done = |mover: Mover| {
            self.moved.2.iter().any(|other| match (mover, *other) {
                (Mover::Ship(one, _), Mover::Ship(two, _)) | (Mover::Missile(one, _), Mover::Missile(two, _)) => {
                    one == two
                }
                _ => false,
            })
        };
        let (mut must, mut may) = (Vec::new(), Vec::new());
        for ship in battle.afloat(side) {
            let steps = Step::ALL.into_iter().filter(|step| battle.may_move(ship, *step).is_ok());
            let movers = steps.map(|step| Mover::Ship(ship.slot, step)).filter(|mover| !done(*mover));
            if battle.must_move(ship) { must.extend(movers) } else { may.extend(movers) }
        }
        for missile in battle.flying(side) {
            let turns = [-1, 0, 1].into_iter().filter(|turn| battle.may_fly(missile, *turn).is_ok());
            must.extend(turns.map(|turn| Mover::Missile(missile.slot, turn)).filter(|mover| !done(*mover)));
        }
        let chosen = if !may.is_empty() && self.random.one_in(6) {
            Some(self.pick(&may))
        } else if must.is_empty() {
            None
        } else {
            Some(self.pick(&must))
        };
        self.moved.2.extend(chosen);
        Ok(chosen)
    }

    fn shooter(&mut self, battle: &Battle<'_>, side: Side) -> Result<Option<(u8, u8)>, String> {
        let now = step(battle);
        if (self.fired.0, self.fired.1) != (now, side) {
            self.fired = (now, side, Vec::new());
        }
        let ready = |slot: u8| {
            let ship = ShipId { side, slot };
            (0..4).filter(move |group| battle.may_fire(ship, *group).is_ok()).map(move |group| (slot, group))
        };
        let mut open: Vec<(u8, u8)> = battle.afloat(side).into_iter().flat_map(|ship| ready(ship.slot)).collect();
        let fired = &self.fired.2;
        open.retain(|(slot, _)| fired.last() == Some(slot) || !fired.contains(slot));
        if open.is_empty() || self.random.one_in(4) {
            return Ok(None);
        }
        let chosen = self.pick(&open);
        self.fired.2.push(chosen.0);
        Ok(Some(chosen))
    }

    fn shot(&mut self, battle: &Battle<'_>, ship: ShipId, group: u8, weapon: u8) -> Result<Shot, String> {
        let shots = shots(battle, ship, group, weapon);
        Ok(self.pick(&shots))
    }

    fn speed(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<u8, String> {
        let speeds = battle.speeds(ship);
        Ok(self.pick(&speeds).0)
    }

    fn retreat(&mut self, _: &Battle<'_>, _: ShipId) -> Result<bool, String> {
        Ok(self.random.one_in(8))
    }
}
