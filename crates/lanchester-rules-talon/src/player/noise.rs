//! Random numbers of a policy.

use lanchester_battle::weights;

use super::Player;
use crate::event::{ShipId, code};
use crate::reference::Battle;

/// Candidate number 0 of each decision. They differ, so that the decisions of a moment are independent.
pub const STEPS: i16 = 0;
/// Of the uses of an action point.
pub const USES: i16 = 16;
/// Of speeds.
pub const SPEEDS: i16 = 32;

impl Player<'_> {
    /// Weighted noise on a candidate: 0 to 255, times the weight.
    pub(super) fn noise(&self, battle: &Battle<'_>, ship: ShipId, candidate: i16) -> i16 {
        let weight = self.policy(ship.side).moves.noise;
        if weight == 0 {
            return 0;
        }
        let moment = code::moment(battle.round, battle.impulse);
        let seed = self.key.stream_seed(moment, code::steer(battle.seat(ship.side), ship.slot.into())) as i16 | 1;
        weights::noise(weight, seed, candidate as u16)
    }
}
