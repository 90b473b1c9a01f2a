//! What a policy gives up: weapons, equipment and fighters.

use lanchester_lanes::hex::Bearing;

use super::Player;
use crate::design::{Kind, Mount};
use crate::event::{Flight, ShipId};
use crate::options::Station;
use crate::policy::{LoseFighters, LoseSystem};
use crate::reference::Battle;

impl Player<'_> {
    /// The mount of a battery that loses a weapon: the first that is listed, or of those that do not bear on the nearest enemy
    /// before those that do the one with the fewest arcs.
    pub(super) fn lost_weapon(&self, battle: &Battle<'_>, ship: ShipId, battery: u8) -> Option<u8> {
        let vessel = battle.vessel(ship);
        let mounts = vessel.design.mounts().enumerate();
        let mut left = mounts.filter(|(mount, (of, _))| *of == usize::from(battery) && vessel.weapons[*mount] > 0);
        let chosen = match self.policy(ship.side).lose_weapon {
            LoseSystem::Listed => left.next(),
            LoseSystem::LeastUseful => {
                let nearest = self.nearest(battle, ship);
                left.min_by_key(|(_, (_, mount))| (bears(vessel.at, nearest, mount), mount.arcs.count()))
            }
        };
        chosen.map(|(mount, _)| mount as u8)
    }

    /// Where the nearest enemy is of those that moved this turn: who has been lost since stays where it was.
    fn nearest(&self, battle: &Battle<'_>, ship: ShipId) -> Option<Station> {
        let from = battle.vessel(ship).at.hex;
        let enemies = battle.ships(ship.side.opponent()).filter(|enemy| self.known(*enemy).alive);
        enemies.map(|enemy| battle.vessel(enemy).at).min_by_key(|at| from.distance(at.hex))
    }

    /// The piece of special equipment that loses a box: the first that is listed, or what does least in battle.
    pub(super) fn lost_equipment(&self, battle: &Battle<'_>, ship: ShipId) -> Option<u8> {
        let vessel = battle.vessel(ship);
        let mut left = (0..vessel.design.equipment.len()).filter(|piece| vessel.boxes[*piece] > 0);
        let use_of = |piece: &usize| Kind::ALL.iter().position(|kind| *kind == vessel.design.equipment[*piece].kind);
        let piece = match self.policy(ship.side).lose_equipment {
            LoseSystem::Listed => left.next(),
            LoseSystem::LeastUseful => left.min_by_key(use_of),
        };
        piece.map(|piece| piece as u8)
    }

    /// The flights of the stack around a leader that lose so many fighters, the first or the last of the fleet's list first.
    pub(super) fn lost_fighters(&self, battle: &Battle<'_>, leader: Flight, mut fighters: u8) -> Vec<(Flight, u8)> {
        let Some(hex) = battle.flight(leader).map(|flight| flight.hex) else { return Vec::new() };
        let mut stack: Vec<Flight> = battle.stack(leader.side, hex).collect();
        if self.policy(leader.side).lose_fighters == LoseFighters::Last {
            stack.reverse();
        }
        let mut losses = Vec::new();
        for flight in stack {
            let lost = battle.flight(flight).map_or(0, |flight| flight.fighters).min(fighters);
            if lost > 0 {
                fighters -= lost;
                losses.push((flight, lost));
            }
        }
        losses
    }
}

/// Whether a mount of a ship bears on an enemy, if there is one.
fn bears(at: Station, enemy: Option<Station>, mount: &Mount) -> bool {
    let bearing = enemy.and_then(|enemy| Bearing::of(at.hex.to(enemy.hex)));
    bearing.is_some_and(|bearing| mount.arcs.covers(bearing.seen_from(at.facing)))
}
