//! Damage codes of weapons, and the net damage of a hit.

use std::fmt;

use crate::formulas::readings::{Reading, read};

/// Greatest number that a code multiplies by.
pub const MAX_TIMES: u8 = 4;
/// Greatest number that a code adds.
pub const MAX_PLUS: u8 = 9;

/// How a weapon's throw becomes damage, written `MH`, `L+1`, `H/2` or `Allx2`: a reading, then, each at most once and applied in
/// this order, `x` a factor, `+` a number, and `/2`, which rounds down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DamageCode {
    /// How the faces are read.
    pub reading: Reading,
    /// The reading is multiplied by it, 1 to [`MAX_TIMES`].
    pub times: u8,
    /// What is added then, 0 to [`MAX_PLUS`].
    pub plus: u8,
    /// The result is halved, rounded down.
    pub halve: bool,
}

impl DamageCode {
    /// The reading without modifiers.
    pub const fn plain(reading: Reading) -> Self {
        Self { reading, times: 1, plus: 0, halve: false }
    }

    /// The code that a text writes.
    pub fn parse(text: &str) -> Option<Self> {
        let letters = text.find(|c: char| !c.is_ascii_alphabetic() || c == 'x').unwrap_or(text.len());
        let (name, mut rest) = text.split_at(letters);
        let mut code = Self::plain(Reading::ALL.into_iter().find(|reading| reading.name() == name)?);
        if let Some(after) = rest.strip_prefix('x') {
            (code.times, rest) = number(after, 2..=MAX_TIMES)?;
        }
        if let Some(after) = rest.strip_prefix('+') {
            (code.plus, rest) = number(after, 1..=MAX_PLUS)?;
        }
        if let Some(after) = rest.strip_prefix("/2") {
            (code.halve, rest) = (true, after);
        }
        rest.is_empty().then_some(code)
    }

    /// ### SKILLDICE 3.5 Damage modifiers (lines 111-113)
    /// What the faces are read as, modified: before overage and screens.
    pub fn damage(self, dice: &[u8]) -> i32 {
        let damage = read(dice, self.reading) * i32::from(self.times) + i32::from(self.plus);
        if self.halve { damage / 2 } else { damage }
    }

    /// One class lower, with its modifiers.
    pub const fn dropped(self) -> Self {
        Self { reading: self.reading.dropped(), ..self }
    }
}

/// A one-digit number at the beginning of a text, and what follows it.
fn number(text: &str, range: std::ops::RangeInclusive<u8>) -> Option<(u8, &str)> {
    let digit = text.chars().next()?.to_digit(10)? as u8;
    range.contains(&digit).then_some((digit, &text[1..]))
}

impl fmt::Display for DamageCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reading.name())?;
        if self.times > 1 {
            write!(f, "x{}", self.times)?;
        }
        if self.plus > 0 {
            write!(f, "+{}", self.plus)?;
        }
        if self.halve { f.write_str("/2") } else { Ok(()) }
    }
}

/// ### SKILLDICE 3.7 Overage and screens (lines 104-120)
/// Net damage of a hit: `damage` as the faces are read and modified, one more for each point of `total` over the Defensive Screen
/// `ds`, less the `screen` (ASV or ESV). 0 or less does nothing.
///
/// RULING: nothing is rounded or floored between these steps.
pub const fn net_damage(damage: i32, total: i32, ds: i32, screen: i32) -> i32 {
    damage + (total - ds) - screen
}
