//! What a player asks the chooser about lane 0, and what it answers.

use lanchester_battle::plain::Chooser;
use lanchester_core::Side;
use lanchester_lanes::{LaneMask, Row, Simd};

use crate::Talon;
use crate::event::{MissileId, ShipId, Target, Use};
use crate::impulse::IMPULSES;
use crate::lanes::action::{named as named_use, open, points};
use crate::lanes::chooser::action::spend;
use crate::lanes::chooser::ahead::survey;
use crate::lanes::chooser::combat::aim;
use crate::lanes::chooser::missiles::launch_facing;
use crate::lanes::chooser::power::speed;
use crate::lanes::combat::{Firer, bear, begins, idle, look, named, push_in_lane};
use crate::lanes::missiles::course;
use crate::lanes::movement::{choose, moves};
use crate::lanes::power::speeds;
use crate::lanes::state::{Batch, NONE};
use crate::lanes::tables::Tables;
use crate::position::Step;
use crate::reference::Shot;

/// The lane that is asked about.
const LANE: LaneMask = 1;

/// A choice that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What a ship spends its action point on.
    Spend(ShipId),
    /// How a missile turns.
    Fly(MissileId),
    /// How a ship moves; it may have waited for a friend to go out of its way.
    Move {
        /// Which.
        ship: ShipId,
        /// It has waited.
        waited: bool,
    },
    /// Whether a group that may fire does.
    Fire {
        /// Its ship.
        ship: ShipId,
        /// Which.
        group: u8,
    },
    /// What a weapon of a group that fires does.
    Shot {
        /// Its ship.
        ship: ShipId,
        /// Its group.
        group: u8,
        /// Which of the group.
        weapon: u8,
    },
    /// A ship's speed for the next round.
    Speed(ShipId),
}

/// A choice that is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The point is spent on this, or on nothing.
    Spends(Option<Use>),
    /// The missile turns by -1, 0 or 1 hex sides to the right.
    Turn(i8),
    /// The ship moves so.
    Step(Step),
    /// The ship stays where it is.
    Stays,
    /// The ship waits for a friend to go out of its way.
    Waits,
    /// Whether the group fires.
    Fires(bool),
    /// The weapon does this.
    Shot(Shot),
    /// The weapon has no target.
    NoShot,
    /// The speed.
    Speed(u8),
    /// No speed can be powered.
    NoSpeed,
}

impl Chooser for Talon {
    type Question = Question;
    type Answer = Answer;

    #[inline(always)]
    fn answer<S: Simd>(simd: S, tables: &Tables, batch: &mut Box<Batch>, question: Question) -> Answer {
        let unit = |ship: ShipId| tables.ships.side(ship.side).start + usize::from(ship.slot);
        let side = match question {
            Question::Fly(missile) => missile.side,
            Question::Spend(ship) | Question::Speed(ship) => ship.side,
            Question::Move { ship, .. } | Question::Fire { ship, .. } | Question::Shot { ship, .. } => ship.side,
        };
        let half = u8::from((side == Side::A) != (batch.first_a & LANE == LANE));
        if batch.step < IMPULSES {
            survey(simd, tables, batch, side, half);
        }
        match question {
            Question::Spend(ship) => Answer::Spends(spends(simd, tables, batch, unit(ship))),
            Question::Fly(missile) => {
                let missile = tables.missiles.side(side).start + usize::from(missile.slot);
                let mut turns = Row::ZERO;
                course(simd, tables, batch, side, missile, LANE, &mut turns);
                Answer::Turn(turns.0[0] as i8 - 1)
            }
            Question::Move { ship, waited } => step(simd, tables, batch, unit(ship), waited),
            Question::Fire { ship, group } => {
                let firer = Firer { side, ship: unit(ship), group: group.into() };
                look(simd, tables, batch, side, firer.ship, LANE);
                Answer::Fires(begins(simd, tables, batch, firer, LANE) & LANE == LANE)
            }
            Question::Shot { ship, group, weapon } => {
                shot(simd, tables, batch, Firer { side, ship: unit(ship), group: group.into() }, weapon)
            }
            Question::Speed(ship) => next_speed(simd, tables, batch, unit(ship)),
        }
    }
}

#[inline(always)]
fn spends<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, ship: usize) -> Option<Use> {
    let (points, battery) = points(simd, tables, batch, ship, LANE);
    let open = open(simd, tables, batch, ship, points, battery);
    spend(simd, tables, batch, ship, &open);
    let first = tables.missiles.side(tables.ships.side_of(ship)).start;
    (points & LANE == LANE && batch.spending.on.0[0] != NONE).then(|| named_use(tables, batch, first, 0))
}

#[inline(always)]
fn step<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, ship: usize, waited: bool) -> Answer {
    let moves = moves(simd, tables, batch, ship, LANE);
    if moves.legal[0] == 0 {
        return Answer::Stays;
    }
    let mut steps = Row::ZERO;
    match choose(simd, tables, batch, ship, &moves, waited, &mut steps) {
        (_, LANE) => Answer::Waits,
        (LANE, _) => Answer::Step(Step::ALL[usize::from(steps.0[0])]),
        _ => Answer::Stays,
    }
}

#[inline(always)]
fn shot<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, firer: Firer, weapon: u8) -> Answer {
    let Firer { side, ship, group } = firer;
    look(simd, tables, batch, side, ship, LANE);
    let lanes = LANE & idle(tables, batch, firer, weapon);
    if bear(simd, tables, batch, firer, lanes) & LANE == 0 {
        return Answer::NoShot;
    }
    let mut targets = Row::ZERO;
    aim(simd, tables, batch, firer, &mut targets);
    let target = named(targets.0[0]);
    Answer::Shot(match target {
        Target::Ship(slot) if tables.ships[ship].groups[group].launches => {
            let enemy = tables.ships.side(side.opponent()).start + usize::from(slot);
            let begins = batch.ships[ship].place.at(0).ahead();
            Shot::Launch(slot, launch_facing(begins.hex, batch.ships[enemy].place.hex(0)))
        }
        Target::Ship(slot) => Shot::At(target, push_in_lane(tables, batch, firer, slot, 0)),
        Target::Missile(_) => Shot::At(target, None),
    })
}

#[inline(always)]
fn next_speed<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, ship: usize) -> Answer {
    let (legal, off) = speeds(simd, tables, batch, ship, LANE);
    let powered = legal.iter().fold(0, |any, lanes| any | lanes);
    if powered & LANE == 0 {
        return Answer::NoSpeed;
    }
    let mut lines = Row::ZERO;
    speed(simd, tables, batch, ship, powered, &legal, off, &mut lines);
    Answer::Speed(tables.ships[ship].design.curve[usize::from(lines.0[0])].speed)
}
