//! Damage numbers, what a roll for damage does, and its effects.

use serde::Serialize;

/// How badly a ship is hurt. As the result of a roll it is [`Condition::Disabled`] at worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Nothing happened to it.
    #[default]
    #[serde(rename = "unhurt")]
    Sound,
    /// Degraded.
    Degraded,
    /// Damaged.
    Damaged,
    /// Disabled: it does nothing.
    Disabled,
    /// Destroyed.
    Destroyed,
}

impl Condition {
    /// All of them, from the best.
    pub const ALL: [Self; 5] = [Self::Sound, Self::Degraded, Self::Damaged, Self::Disabled, Self::Destroyed];

    /// As stories write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sound => "unhurt",
            Self::Degraded => "degraded",
            Self::Damaged => "damaged",
            Self::Disabled => "disabled",
            Self::Destroyed => "destroyed",
        }
    }

    /// ### FIRES 16.A.IV.4 A second disabled result (line 185)
    /// The condition after one more result: the worse of both, and destroyed by the second disabled one.
    pub fn after(self, result: Self) -> Self {
        if self == Self::Disabled && result == Self::Disabled { Self::Destroyed } else { self.max(result) }
    }

    /// ### FIRES 16.A.IV.5 Damage effects (line 186)
    /// Weapons that work, of `count` of one kind: three fourths while degraded, half while damaged, rounded up; then none.
    ///
    /// RULING: the chart is lost; its numbers are ours, by kind of weapon.
    pub const fn weapons(self, count: u8) -> u8 {
        match self {
            Self::Sound => count,
            Self::Degraded => count - count / 4,
            Self::Damaged => count - count / 2,
            Self::Disabled | Self::Destroyed => 0,
        }
    }

    /// Electronics that are left: less one while degraded, two while damaged, then none. Of the chart, as [`Condition::weapons`].
    pub const fn electronics(self, rating: u8) -> u8 {
        match self {
            Self::Sound => rating,
            Self::Degraded => rating.saturating_sub(1),
            Self::Damaged => rating.saturating_sub(2),
            Self::Disabled | Self::Destroyed => 0,
        }
    }

    /// The maneuver rating that is left: none once it is disabled. Of the chart, as [`Condition::weapons`].
    pub const fn maneuver(self, rating: u8) -> u8 {
        match self {
            Self::Sound | Self::Degraded | Self::Damaged => rating,
            Self::Disabled | Self::Destroyed => 0,
        }
    }

    /// ### FIRES 23 Victory points (lines 255-268)
    /// Percent of a ship's cost that its opponent has for its condition.
    pub const fn percent(self) -> u32 {
        match self {
            Self::Sound => 0,
            Self::Degraded => 10,
            Self::Damaged => 25,
            Self::Disabled => 50,
            Self::Destroyed => 100,
        }
    }
}

/// ### FIRES 16.A.III Damage numbers (lines 177-180)
/// The target's basic number for each of its effective hits of a phase, and one more for each of the `increased` rolls, one a hit,
/// that its roll to increase passed.
pub const fn damage_number(basic: u8, hits: u32, increased: u32) -> i32 {
    (basic as u32 * hits + increased) as i32
}

/// ### FIRES 16.A.IV Damage results (lines 181-184)
/// What a D20 does with a damage number: half of it (rounded down) or less disables, all of it damages, twice it degrades.
pub const fn result(face: u8, number: i32) -> Condition {
    match face as i32 {
        face if face <= number / 2 => Condition::Disabled,
        face if face <= number => Condition::Damaged,
        face if face <= 2 * number => Condition::Degraded,
        _ => Condition::Sound,
    }
}
