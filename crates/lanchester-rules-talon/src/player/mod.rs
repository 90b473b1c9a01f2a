//! A player who plays a policy for each side, over the reference: [`crate::reference::Choices`] of one battle.
//!
//! Whatever is weighed is weighed by [`crate::lanes::chooser`], the one definition of what a policy does. The player keeps how far the
//! units of a side have got, fills lane 0 of a batch from the table whenever a choice is due (`fill`), and asks
//! (`question`).

mod fill;
mod question;
#[cfg(test)]
mod tests;

use lanchester_battle::plain::Asked;
use lanchester_core::Side;
use lanchester_lanes::Level;
use lanchester_lanes::dice::BattleKey;

use crate::Talon;
use crate::design::{MAX_GROUPS, MAX_SHIPS};
use crate::event::{MissileId, ShipId, Use};
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;
use crate::options::Station;
use crate::policy::placement::station;
use crate::reference::{Battle, Choices, Mover, Shot};

pub use question::{Answer, Question};

/// How far the units of a side have got in its present turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    /// Round, impulse and side.
    of: (u16, u8, Side),
    /// The next missile to fly, by number.
    missile: u8,
    /// The next ship to move, by slot; from [`MAX_SHIPS`] on those that waited.
    ship: u8,
    /// Ships that wait for a friend to go out of their way.
    waits: [bool; MAX_SHIPS],
    /// Ships that have moved, or do not.
    moved: [bool; MAX_SHIPS],
    /// The next ship and group to fire.
    fire: (u8, u8),
}

/// Plays a policy for each side.
#[derive(Clone, Debug)]
pub struct Player<'t> {
    tables: &'t Tables,
    level: Level,
    key: BattleKey,
    batch: Box<Batch>,
    turn: Turn,
}

impl<'t> Player<'t> {
    /// A player for one battle: its tables, with the policies of both sides, the level to choose at, and the key of the battle's
    /// pair.
    pub fn new(tables: &'t Tables, level: Level, key: BattleKey) -> Self {
        Self { tables, level, key, batch: Box::default(), turn: Turn::new((0, 0, Side::A)) }
    }

    /// Notes which turn it is.
    fn note(&mut self, battle: &Battle<'_>) {
        let of = (battle.round, battle.impulse, battle.current);
        if self.turn.of != of {
            self.turn = Turn::new(of);
        }
    }

    /// Asks the chooser about the table as it lies.
    fn ask(&mut self, battle: &Battle<'_>, question: Question) -> Answer {
        self.batch.fill(self.tables, battle, self.key, &self.turn.moved);
        Asked::<Talon> { tables: self.tables, workspace: &mut self.batch, question }.at(self.level)
    }

    /// The next missile of a side, by number.
    fn next_missile(&mut self, battle: &Battle<'_>, side: Side) -> Option<Mover> {
        while usize::from(self.turn.missile) < battle.missiles[side].len() {
            let missile = MissileId { side, slot: self.turn.missile };
            self.turn.missile += 1;
            if battle.missile(missile).is_some()
                && let Answer::Turn(turn) = self.ask(battle, Question::Fly(missile))
            {
                return Some(Mover::Missile(missile.slot, turn));
            }
        }
        None
    }

    /// The next ship of a side that moves. Ships go in slot order; one whose way leads into the hex of a friend that has yet to
    /// move waits until all others have moved.
    fn next_ship(&mut self, battle: &Battle<'_>, side: Side) -> Option<Mover> {
        while self.turn.ship < 2 * MAX_SHIPS as u8 {
            let waited = self.turn.ship >= MAX_SHIPS as u8;
            let slot = self.turn.ship % MAX_SHIPS as u8;
            self.turn.ship += 1;
            let ship = battle.there(side, slot).filter(|ship| !battle.vessel(*ship).design.base);
            let Some(ship) = ship.filter(|_| !waited || self.turn.waits[usize::from(slot)]) else { continue };
            let answer = self.ask(battle, Question::Move { ship, waited });
            self.turn.waits[usize::from(slot)] = answer == Answer::Waits;
            self.turn.moved[usize::from(slot)] = answer != Answer::Waits;
            if let Answer::Step(step) = answer {
                return Some(Mover::Ship(slot, step));
            }
        }
        None
    }

    /// The next group that fires: ships in slot order, groups as they are printed, each asked once.
    fn next_group(&mut self, battle: &Battle<'_>, side: Side) -> Option<(u8, u8)> {
        while usize::from(self.turn.fire.0) < MAX_SHIPS {
            let (slot, group) = self.turn.fire;
            self.turn.fire = if usize::from(group) + 1 < MAX_GROUPS { (slot, group + 1) } else { (slot + 1, 0) };
            let ship = ShipId { side, slot };
            if battle.may_fire(ship, group).is_ok()
                && self.ask(battle, Question::Fire { ship, group }) == Answer::Fires(true)
            {
                return Some((slot, group));
            }
        }
        None
    }
}

impl Turn {
    fn new(of: (u16, u8, Side)) -> Self {
        Self { of, missile: 0, ship: 0, waits: [false; MAX_SHIPS], moved: [false; MAX_SHIPS], fire: (0, 0) }
    }
}

impl Choices for Player<'_> {
    fn place(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Station, String> {
        Ok(station(self.tables, ship.side, ship.slot, self.key, battle.seat(ship.side)))
    }

    fn spend(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Option<Use>, String> {
        self.note(battle);
        let Answer::Spends(on) = self.ask(battle, Question::Spend(ship)) else { return Ok(None) };
        Ok(on)
    }

    fn mover(&mut self, battle: &Battle<'_>, side: Side) -> Result<Option<Mover>, String> {
        self.note(battle);
        Ok(self.next_missile(battle, side).or_else(|| self.next_ship(battle, side)))
    }

    fn shooter(&mut self, battle: &Battle<'_>, side: Side) -> Result<Option<(u8, u8)>, String> {
        self.note(battle);
        Ok(self.next_group(battle, side))
    }

    fn shot(&mut self, battle: &Battle<'_>, ship: ShipId, group: u8, weapon: u8) -> Result<Shot, String> {
        match self.ask(battle, Question::Shot { ship, group, weapon }) {
            Answer::Shot(shot) => Ok(shot),
            _ => Err("no shot at a target".to_owned()),
        }
    }

    fn speed(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<u8, String> {
        match self.ask(battle, Question::Speed(ship)) {
            Answer::Speed(speed) => Ok(speed),
            _ => Err("no speed to choose".to_owned()),
        }
    }

    /// Nobody retreats: who leaves the board scores nothing for either side.
    fn retreat(&mut self, _: &Battle<'_>, _: ShipId) -> Result<bool, String> {
        Ok(false)
    }
}
