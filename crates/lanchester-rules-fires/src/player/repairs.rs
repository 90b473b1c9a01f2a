//! Detailed damage: what a ship repairs, and when it shuts its power plant down. All policies do this alike.

use super::Player;
use crate::formulas::detailed::System;
use crate::reference::Battle;

/// What is repaired first: the plant, which silences everything and may blow the ship up; then what fires; then the rest.
const ORDER: [System; 7] = [
    System::Power,
    System::Beams,
    System::Defence,
    System::Missiles,
    System::Electronics,
    System::Thrust,
    System::Structure,
];

impl Player<'_> {
    /// The first of [`ORDER`] with a hit that may be repaired.
    pub(super) fn best_repair(battle: &Battle<'_>, ship: usize) -> Result<System, String> {
        let open = &battle.ships[ship].open;
        ORDER.into_iter().find(|system| open.on(*system) > 0).ok_or_else(|| "no hit may be repaired".to_owned())
    }

    /// Two hits silence the ship anyway, and a plant that is shut down does not explode: it is shut down when two of them stay
    /// unattended to. While the crew works on one of two, there is hope.
    pub(super) fn shuts_down(battle: &Battle<'_>, ship: usize) -> bool {
        let ship = &battle.ships[ship];
        let attended = u8::from(ship.design.military && ship.open.on(System::Power) > 0);
        ship.hits_on(System::Power) >= 2 + attended
    }
}
