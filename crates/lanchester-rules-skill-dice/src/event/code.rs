//! Activation codes: which stream of a turn a die comes from. Streams belong to seats, so that the battles of a pair are mirror
//! images of each other.

/// Activations of one ship in a turn, at most.
const PER_SHIP: u32 = 256;

/// The initiative of both sides.
pub const INITIATIVE: u32 = 1;

/// What a ship of a seat does or suffers.
#[derive(Clone, Copy, Debug)]
pub enum Of {
    /// Its Helm roll of this number in the turn.
    Helm(u8),
    /// The shot of this crew.
    Fire(u8),
    /// The critical hits of the damage of this number in the turn.
    Damage(u8),
    /// The nixie that it drops.
    Nixie,
    /// Its countermeasures.
    Counter,
    /// Torpedoes that hit it.
    Salvo,
    /// Its engineers.
    Engineer,
    /// Its creaking hull.
    Creak,
    /// The upkeep of its cascade.
    Cascade,
    /// A random number of its policy for a choice of this number; no die.
    Policy(u8),
}

/// The stream of an activation of the ship in `slot` of the fleet in seat `seat`.
pub const fn of(seat: usize, slot: usize, what: Of) -> u32 {
    let number = match what {
        Of::Helm(nth) => nth as u32 % 32,
        Of::Fire(crew) => 32 + crew as u32,
        Of::Nixie => 40,
        Of::Counter => 41,
        Of::Salvo => 42,
        Of::Engineer => 43,
        Of::Creak => 44,
        Of::Cascade => 45,
        Of::Policy(nth) => 48 + nth as u32 % 16,
        Of::Damage(nth) => 64 + nth as u32 % 192,
    };
    PER_SHIP * (1 + 16 * seat as u32 + slot as u32) + number
}
