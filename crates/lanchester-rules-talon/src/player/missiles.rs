//! How missiles fly, and how they are launched.

use lanchester_core::Side;
use lanchester_hex::Facing;

use super::{Player, first_best};
use crate::event::{MissileId, ShipId};
use crate::reference::{Battle, Mover};
use crate::weapons::MISSILE_DAMAGE;

/// The turns of a missile, in order: straight on, to the left, to the right.
const TURNS: [i8; 3] = [0, -1, 1];

impl Player<'_> {
    /// The next missile of a side, by number: it comes as near to its target as it may.
    pub(super) fn next_missile(&mut self, battle: &Battle<'_>, side: Side) -> Option<Mover> {
        while usize::from(self.turn.missile) < battle.missiles[side].len() {
            let missile = MissileId { side, slot: self.turn.missile };
            self.turn.missile += 1;
            let Some(flying) = battle.missile(missile) else { continue };
            let hex = battle.vessels[side.opponent()][usize::from(flying.target)].at.hex;
            let legal = TURNS.into_iter().filter(|turn| battle.may_fly(missile, *turn).is_ok());
            let turns = legal.map(|turn| (turn, -(flying.after(turn).hex.distance(hex) as i16)));
            if let Some((turn, _)) = first_best(turns) {
                return Some(Mover::Missile(missile.slot, turn));
            }
        }
        None
    }
}

/// Points of damage that missiles in flight at a ship will do to it.
pub fn incoming(battle: &Battle<'_>, target: ShipId) -> i16 {
    let flying = battle.flying(target.side.opponent()).into_iter();
    let at = flying.filter(|missile| battle.missile(*missile).is_some_and(|flying| flying.target == target.slot));
    i16::from(MISSILE_DAMAGE) * at.count() as i16
}

/// The facing, clockwise from north, in which a missile that a ship launches comes nearest to its target with its first move.
pub fn launch_facing(battle: &Battle<'_>, ship: ShipId, target: ShipId) -> Facing {
    let from = battle.vessel(ship).at.ahead().hex;
    let hex = battle.vessel(target).at.hex;
    let facings = Facing::ALL.map(|facing| (facing, -(from.ahead(facing, 1).distance(hex) as i16)));
    first_best(facings).map_or(Facing::NORTH, |(facing, _)| facing)
}
