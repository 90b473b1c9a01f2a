//! Missiles: how far they fly, whom they hit, and what hits them.

/// The numbers of a kind of missile, as its ship's sheet prints them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Missile {
    /// Hexes that its future marker moves at most in a turn.
    pub maneuver: u8,
    /// Its guidance.
    pub guidance: u8,
    /// Its penetration at full maneuver.
    pub penetration: u8,
    /// Penetration that each hex of maneuver adds that it commits not to use.
    pub bonus: u8,
    /// Its size: what it is hit by, by another missile.
    pub size: u8,
    /// Its defence, by which the strength of point defence is divided; 1 at least.
    pub defence: u8,
}

impl Missile {
    /// ### FIRES 10.B.II.2 Committed maneuver (lines 65, 160)
    /// The penetration of a missile that committed to move `committed` hexes a turn at most.
    pub const fn penetration_at(&self, committed: u8) -> i32 {
        self.penetration as i32 + self.bonus as i32 * (self.maneuver as i32 - committed as i32)
    }

    /// Maneuver and guidance as they count in attacks by and on it.
    ///
    /// RULING: the committed maneuver counts, not the sheet's.
    pub const fn agility(&self, committed: u8) -> i32 {
        committed as i32 + self.guidance as i32
    }
}

/// ### FIRES 11.F.V Missile thrust (lines 110-113)
/// Hexes off the drift of its launcher that a missile can be, one movement after the last of so many thrusts of `committed` hexes.
pub const fn reach(committed: u8, thrusts: u32) -> i32 {
    (committed as u32 * thrusts * (thrusts + 1) / 2) as i32
}

/// ### FIRES 16.A.X Missiles against missiles (lines 209-211)
/// What the roll of an attacking missile must not exceed. Each comes with its committed maneuver.
pub const fn to_intercept(attacker: (&Missile, u8), target: (&Missile, u8)) -> i32 {
    target.0.size as i32 - target.0.agility(target.1) + attacker.0.agility(attacker.1)
}

/// ### FIRES 16.A.XI.2 Missiles to hit ships (lines 214-216)
/// What the roll of an attacking missile must not exceed: `target_value` at range 0, less the ship's electronics and maneuver.
///
/// RULING: the target value of range 0, since they share a hex.
pub const fn to_hit(target_value: u8, [electronics, maneuver]: [u8; 2], missile: &Missile, committed: u8) -> i32 {
    target_value as i32 - electronics as i32 - maneuver as i32 + missile.agility(committed)
}

/// ### FIRES 16.A.XI.3 Missiles to penetrate (line 217)
/// What the roll for a missile that hit must not exceed. It must be *less* than penetration less armour, while beams need as much or
/// less; the option `missile_pen_inclusive` makes both alike. A 1 always penetrates.
pub const fn to_pierce(missile: &Missile, committed: u8, armour: u8, inclusive: bool) -> i32 {
    let left = missile.penetration_at(committed) - armour as i32 - if inclusive { 0 } else { 1 };
    if left < 1 { 1 } else { left }
}

/// ### FIRES 16.A.IX Point defence (line 208)
/// What the roll of a battery must not exceed: its strength over the missile's defence, rounded down.
///
/// RULING: fractions are dropped.
pub const fn point_defence(strength: u8, defence: u8) -> i32 {
    strength as i32 / if defence == 0 { 1 } else { defence as i32 }
}
