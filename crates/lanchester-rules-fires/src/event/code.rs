//! Activation codes: which stream of a turn a die comes from. Streams belong to seats, so that the battles of a pair are mirror
//! images of each other. The initial phase is turn 0.

/// The distance of the future markers of all units, where one die gives it.
pub const SPEED: u32 = 1;
/// The initiative of both sides.
pub const INITIATIVE: u32 = 2;

/// What a unit or ship of a seat does or suffers.
#[derive(Clone, Copy, Debug)]
pub enum Of {
    /// The set-up of the unit of this number.
    Place,
    /// The beams of the ship in this slot.
    Beams,
    /// The damage that beams do to it.
    BeamDamage,
    /// Its point defence.
    Defence,
    /// The damage that missiles do to it.
    MissileDamage,
    /// Its damage control.
    Control,
    /// Its power plant.
    Power,
    /// Its damage control when the engagement is over.
    Overhaul,
    /// A random number of a policy for a choice of this number; no die.
    Policy(u8),
}

/// The stream of what a unit or a ship does or suffers: its seat, and its number or slot.
pub const fn of(seat: usize, slot: usize, what: Of) -> u32 {
    let number = match what {
        Of::Place => 0,
        Of::Beams => 1,
        Of::BeamDamage => 2,
        Of::Defence => 3,
        Of::MissileDamage => 4,
        Of::Control => 5,
        Of::Power => 6,
        Of::Overhaul => 7,
        Of::Policy(nth) => 16 + nth as u32 % 16,
    };
    32 * (1 + 16 * seat as u32 + slot as u32) + number
}

/// The stream of the attack of the salvo of this number of a seat.
pub const fn salvo(seat: usize, number: u16) -> u32 {
    0x1_0000 * (1 + seat as u32) + number as u32
}
