//! The policies' own randomness.
//!
//! Phase: all. Reads `keys` and `turn`.

use lanchester_dice::{BattleKey, SplitMix};

use crate::event::code;
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;

/// What is decided, so that each decision of a ship has numbers of its own.
#[derive(Clone, Copy, Debug)]
pub enum Decision {
    Place,
    Spend,
    Step,
    Fly(u8),
    Fire(u8),
    Aim(u8, u8),
    Launch(u8),
    Push,
    Speed,
    Retreat,
}

impl Decision {
    fn number(self) -> u64 {
        let pair = |kind: u64, one: u8, two: u8| kind << 16 | u64::from(one) << 8 | u64::from(two);
        match self {
            Self::Place => 0,
            Self::Spend => pair(1, 0, 0),
            Self::Step => pair(2, 0, 0),
            Self::Fly(missile) => pair(3, missile, 0),
            Self::Fire(group) => pair(4, group, 0),
            Self::Aim(group, weapon) => pair(5, group, weapon),
            Self::Launch(group) => pair(6, group, 0),
            Self::Push => pair(7, 0, 0),
            Self::Speed => pair(8, 0, 0),
            Self::Retreat => pair(9, 0, 0),
        }
    }
}

/// The random numbers of one decision of a ship in one lane.
pub struct Noise(SplitMix);

impl Noise {
    pub fn new(tables: &Tables, batch: &Batch, ship: usize, lane: usize, decision: Decision) -> Self {
        let seat = batch.seat(tables.ships.side_of(ship), lane);
        let word =
            BattleKey(batch.keys[lane]).word(batch.moment(lane), code::steer(seat, tables.ships.slot_of(ship).into()));
        Self(SplitMix(word ^ decision.number()))
    }

    /// The first of the best of several options.
    pub fn best<T>(&mut self, options: impl Iterator<Item = T>) -> Option<T> {
        let mut best: Option<(u8, T)> = None;
        for option in options {
            let score = self.0.word() as u8;
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, option));
            }
        }
        best.map(|(_, option)| option)
    }
}
