//! Who fires at what.
//!
//! Phase: fire. Reads `sight`.

use lanchester_hex::Facing;
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LaneMask, Row};

use super::noise::{Decision, Noise};
use crate::lanes::combat::Firer;
use crate::lanes::state::{Batch, MAX_TARGETS};
use crate::lanes::tables::Tables;

/// Lanes of `can` in which a group fires.
pub fn fires(tables: &Tables, batch: &Batch, firer: Firer, can: LaneMask) -> LaneMask {
    let mut firing = 0;
    for lane in lanes_of(can) {
        let mut noise = Noise::new(tables, batch, firer.ship, lane, Decision::Fire(firer.group as u8));
        if noise.best([false, true].into_iter()) == Some(true) {
            firing |= 1 << lane;
        }
    }
    firing
}

/// The target of a weapon in each lane, by its place in the ship's sight.
pub fn aim(tables: &Tables, batch: &Batch, firer: Firer, weapon: u8, shots: LaneMask, targets: &mut Row) {
    for lane in lanes_of(shots) {
        let mut noise = Noise::new(tables, batch, firer.ship, lane, Decision::Aim(firer.group as u8, weapon));
        let seen = (0..MAX_TARGETS).filter(|target| batch.sight.bears[*target] >> lane & 1 == 1);
        targets.0[lane] = noise.best(seen).unwrap_or(0) as u8;
    }
}

/// What a missile faces that is launched at the enemy in this slot, in one lane.
pub fn launch(tables: &Tables, batch: &Batch, firer: Firer, _target: u8, lane: usize) -> Facing {
    let mut noise = Noise::new(tables, batch, firer.ship, lane, Decision::Launch(firer.group as u8));
    noise.best(Facing::ALL.into_iter()).unwrap_or(Facing::NORTH)
}

/// The direction of two in which a ship is displaced, in one lane.
pub fn push(tables: &Tables, batch: &Batch, firer: Firer, _enemy: usize, of: [Facing; 2], lane: usize) -> Facing {
    Noise::new(tables, batch, firer.ship, lane, Decision::Push).best(of.into_iter()).unwrap_or(of[0])
}
