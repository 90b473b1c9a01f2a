//! A player who chooses at random among everything the rules allow. Tests only.

use lanchester_core::Side;
use lanchester_dice::mix64;
use lanchester_hex::{Facing, Hex};

use super::{Battle, Choices};
use crate::event::{Maneuver, ShipId};
use crate::options::Station;

/// Random legal choices from a seed.
#[derive(Clone, Debug)]
pub(crate) struct RandomLegal {
    state: u64,
}

impl RandomLegal {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: mix64(seed ^ 0x5eed) }
    }

    pub(crate) fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix64(self.state)
    }

    pub(crate) fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        assert!(!all.is_empty(), "there is always a legal choice");
        all[(self.word() % all.len() as u64) as usize].clone()
    }
}

impl Choices for RandomLegal {
    fn place(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Station, String> {
        let board = battle.board();
        let all = (0..board.cols).flat_map(|c| (0..board.rows).filter_map(move |r| board.hex(c, r)));
        let open: Vec<Hex> = all.filter(|hex| battle.may_place(ship.side, *hex)).collect();
        Ok(Station { hex: self.one_of(&open), facing: self.one_of(&Facing::ALL), speed: 0 })
    }

    fn active(&mut self, _: &Battle<'_>, winner: Side) -> Result<Side, String> {
        Ok(self.one_of(&[winner, winner.opponent()]))
    }

    fn next_to_move(&mut self, battle: &Battle<'_>, side: Side) -> Result<ShipId, String> {
        Ok(self.one_of(&battle.ready(side).collect::<Vec<_>>()))
    }

    fn maneuver(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Maneuver, String> {
        Ok(self.one_of(&battle.choosable(ship)))
    }

    fn shift(&mut self, battle: &Battle<'_>, ship: ShipId, hex: Hex) -> Result<Facing, String> {
        Ok(self.one_of(&battle.shifts(ship, hex).collect::<Vec<_>>()))
    }

    fn next_to_fire(&mut self, battle: &Battle<'_>, side: Side) -> Result<ShipId, String> {
        Ok(self.one_of(&battle.ready(side).collect::<Vec<_>>()))
    }

    fn targets(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Vec<Option<u8>>, String> {
        let banks = battle.vessel(ship).design.banks().count();
        let mut targets = Vec::new();
        for bank in 0..banks {
            let all = battle.targets(ship, bank);
            // One time in eight a bank holds its fire.
            let holds = all.is_empty() || self.word().is_multiple_of(8);
            targets.push(if holds { None } else { Some(self.one_of(&all)) });
        }
        Ok(targets)
    }
}
