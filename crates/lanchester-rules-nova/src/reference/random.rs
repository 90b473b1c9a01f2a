//! A player who chooses at random among everything the rules allow. Tests only.

use lanchester_conformance::Random;
use lanchester_core::Side;
use lanchester_lanes::hex::{Facing, Hex};

use super::{Battle, Choices};
use crate::event::{Maneuver, ShipId};
use crate::options::Station;

/// Random legal choices from a seed.
#[derive(Clone, Debug)]
pub(crate) struct RandomLegal(Random);

impl RandomLegal {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Random::new(seed ^ 0x5eed))
    }
}

impl Choices for RandomLegal {
    fn place(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Station, String> {
        let board = battle.board();
        let all = (0..board.cols).flat_map(|c| (0..board.rows).filter_map(move |r| board.hex(c, r)));
        let open: Vec<Hex> = all.filter(|hex| battle.may_place(ship.side, *hex)).collect();
        Ok(Station { hex: self.0.pick(&open), facing: self.0.pick(&Facing::ALL), speed: 0 })
    }

    fn active(&mut self, _: &Battle<'_>, winner: Side) -> Result<Side, String> {
        Ok(self.0.pick(&[winner, winner.opponent()]))
    }

    fn next_to_move(&mut self, battle: &Battle<'_>, side: Side) -> Result<ShipId, String> {
        Ok(self.0.pick(&battle.ready(side).collect::<Vec<_>>()))
    }

    fn maneuver(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Maneuver, String> {
        Ok(self.0.pick(&battle.choosable(ship)))
    }

    fn shift(&mut self, battle: &Battle<'_>, ship: ShipId, hex: Hex) -> Result<Facing, String> {
        Ok(self.0.pick(&battle.shifts(ship, hex).collect::<Vec<_>>()))
    }

    fn next_to_fire(&mut self, battle: &Battle<'_>, side: Side) -> Result<ShipId, String> {
        Ok(self.0.pick(&battle.ready(side).collect::<Vec<_>>()))
    }

    fn targets(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Vec<Option<u8>>, String> {
        let banks = battle.vessel(ship).design.banks().count();
        let mut targets = Vec::new();
        for bank in 0..banks {
            let all = battle.targets(ship, bank);
            // One time in eight a bank holds its fire.
            let holds = all.is_empty() || self.0.one_in(8);
            targets.push(if holds { None } else { Some(self.0.pick(&all)) });
        }
        Ok(targets)
    }
}
