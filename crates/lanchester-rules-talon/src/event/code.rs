//! Activation codes: which stream of a moment a die comes from. All are below 256.

/// Turn 0: the policies' own randomness at set-up, not a die of the game.
pub const DEPLOYMENT: u32 = 0;
/// The step of [`moment`] that the Power Phase is.
pub const POWER_PHASE: u8 = 6;

/// The turn of the streams of an impulse (0 to 5) or of the Power Phase of a round: eight a round.
pub const fn moment(round: u16, step: u8) -> u32 {
    8 * round as u32 + step as u32
}

const fn of(kind: u32, seat: usize, slot: usize) -> u32 {
    16 + 32 * kind + 16 * seat as u32 + slot as u32
}

/// What the move of the ship in `slot` of the fleet in seat `seat` (both from 0) brings about: missiles that it meets,
/// then ships that it stacks with, and all that follows.
pub const fn movement(seat: usize, slot: usize) -> u32 {
    of(0, seat, slot)
}

/// The fire of that ship, with all that follows.
pub const fn fire(seat: usize, slot: usize) -> u32 {
    of(1, seat, slot)
}

/// Its repairs.
pub const fn repair(seat: usize, slot: usize) -> u32 {
    of(2, seat, slot)
}

/// What follows when it breaks apart.
pub const fn breakup(seat: usize, slot: usize) -> u32 {
    of(3, seat, slot)
}

/// The policy's own randomness when it decides for that ship.
pub const fn steer(seat: usize, slot: usize) -> u32 {
    of(4, seat, slot)
}

/// What follows when the missile of this number of the fleet in seat `seat` flies into its target.
pub const fn missile(seat: usize, slot: usize) -> u32 {
    176 + 32 * seat as u32 + slot as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_activation_has_a_stream_of_its_own() {
        use crate::design::{MAX_MISSILES, MAX_SHIPS};
        let mut codes = vec![DEPLOYMENT];
        for seat in 0..2 {
            for slot in 0..MAX_SHIPS {
                codes.extend([movement(seat, slot), fire(seat, slot), repair(seat, slot)]);
                codes.extend([breakup(seat, slot), steer(seat, slot)]);
            }
            codes.extend((0..MAX_MISSILES).map(|slot| missile(seat, slot)));
        }
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count);
        // The lanes choose between two codes in a byte.
        assert!(codes.iter().all(|code| *code < 256));
        assert_eq!([moment(1, 0), moment(1, POWER_PHASE), moment(2, 0)], [8, 14, 16]);
    }
}
