//! Beams: particle accelerators and meson guns.

use serde::Serialize;

use super::dice::chance;

/// The two kinds of main beams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BeamKind {
    /// Particle accelerators, which armour stops.
    Particle,
    /// Meson guns, which screens stop.
    Meson,
}

impl BeamKind {
    /// Both, in the order in which they are fired.
    pub const ALL: [Self; 2] = [Self::Particle, Self::Meson];

    /// As files write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Particle => "particle",
            Self::Meson => "meson",
        }
    }

    /// Which of a target's armour and screen stands against it.
    pub const fn defence(self, [armour, screen]: [u8; 2]) -> u8 {
        match self {
            Self::Particle => armour,
            Self::Meson => screen,
        }
    }
}

/// How the beams of one kind of a ship are fired at one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fire {
    /// Each rolls by itself.
    Single,
    /// All together roll once, more easily.
    Dispersed,
    /// All together roll once, and penetrate more easily.
    Concentrated,
}

impl Fire {
    /// All ways, in the order of files.
    pub const ALL: [Self; 3] = [Self::Single, Self::Dispersed, Self::Concentrated];

    /// As files and stories write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Dispersed => "dispersed",
            Self::Concentrated => "concentrated",
        }
    }
}

/// The numbers of one volley: `rolls` to hit against `hit`, then one for each hit against `pierce`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Volley {
    /// Rolls to hit.
    pub rolls: u8,
    /// What a roll to hit must not exceed; 0 or less cannot hit.
    pub hit: i32,
    /// What a roll to penetrate must not exceed, 1 at least.
    pub pierce: i32,
}

impl Volley {
    /// Effective hits that it makes on average.
    pub fn effective(&self) -> f64 {
        f64::from(self.rolls) * chance(self.hit) * chance(self.pierce)
    }
}

/// Final target value of a missile, whatever its maneuver and the electronics of both (FIRES 16.A.VII).
pub const MISSILE_TARGET: i32 = 1;

/// ### FIRES 16.A.II.1 Beams to hit (line 172)
/// The adjusted target value: what a roll to hit must not exceed. `target_value` is the sheet's at this range.
///
/// RULING: 0 or less cannot hit; only a roll to penetrate has an automatic 1.
pub const fn to_hit(target_value: i32, target: [u8; 2], firer_electronics: u8) -> i32 {
    let [electronics, maneuver] = target;
    target_value - electronics as i32 - maneuver as i32 + firer_electronics as i32
}

/// ### FIRES 16.A.II.2 Beams to penetrate (lines 173-175)
/// The adjusted penetration: what a roll to penetrate must not exceed. A 1 always penetrates.
pub const fn to_pierce(penetration: i32, defence: u8) -> i32 {
    let left = penetration - defence as i32;
    if left < 1 { 1 } else { left }
}

/// ### FIRES 16.A.VIII Dispersed and concentrated fire (lines 198-206)
/// What `weapons` beams roll together. Dispersed: one roll at the target value times their number, halved, before electronics and
/// maneuver. Concentrated: one roll, and a fourth of their penetrations added, before armour or screen. Fractions are dropped.
///
/// RULING: fractions are dropped in both, as the book says of damage numbers.
pub const fn volley(
    fire: Fire,
    weapons: u8,
    [value, penetration]: [u8; 2],
    target: Target,
    firer_electronics: u8,
) -> Volley {
    let count = weapons as i32;
    let (value, penetration) = (value as i32, penetration as i32);
    let (rolls, value, penetration) = match fire {
        Fire::Single => (weapons, value, penetration),
        Fire::Dispersed => (1, count * value / 2, penetration),
        Fire::Concentrated => (1, value, count * penetration / 4),
    };
    let rolls = if weapons == 0 { 0 } else { rolls };
    let hit = to_hit(value, [target.electronics, target.maneuver], firer_electronics);
    Volley { rolls, hit, pierce: to_pierce(penetration, target.defence) }
}

/// What of a target stands against a beam.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// Its electronics as they are now.
    pub electronics: u8,
    /// Its maneuver rating as it is now.
    pub maneuver: u8,
    /// Its armour against particle accelerators, its screen against meson guns.
    pub defence: u8,
}
