//! The five ways to read one throw as damage.

use super::dice::SIDES;

/// The greatest face.
const MOST: usize = SIDES[SIDES.len() - 1] as usize;

/// How a throw is read as damage, in the order of classes from the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reading {
    /// The lowest die.
    Low,
    /// The middle die, or the lowest where there is none.
    MedLow,
    /// The middle die, or the highest where there is none.
    MedHigh,
    /// The highest die.
    High,
    /// All dice together.
    All,
}

impl Reading {
    /// All of them, from the least class.
    pub const ALL: [Self; 5] = [Self::Low, Self::MedLow, Self::MedHigh, Self::High, Self::All];

    /// As files write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "L",
            Self::MedLow => "ML",
            Self::MedHigh => "MH",
            Self::High => "H",
            Self::All => "All",
        }
    }

    /// ### SKILLDICE 3.6 Damage classes (lines 189-193, corrections 9)
    /// The class below: All, High, Med H, Med L, Low. Low stays as it is.
    pub const fn dropped(self) -> Self {
        match self {
            Self::All => Self::High,
            Self::High => Self::MedHigh,
            Self::MedHigh => Self::MedLow,
            Self::MedLow | Self::Low => Self::Low,
        }
    }
}

/// ### SKILLDICE 3.4 Damage readings (lines 95-102)
/// The damage that faces show, before modifiers. Tied dice add together. The middle die is the middle group of equal faces; where
/// the number of groups is even there is none, and Med L reads the lowest, Med H the highest. No dice read 0.
///
/// RULING: with four dice or more the same: the middle of the groups, not of the dice.
pub fn read(dice: &[u8], reading: Reading) -> i32 {
    let mut groups = [0i32; MOST + 1];
    for face in dice {
        groups[usize::from(*face)] += i32::from(*face);
    }
    let count = groups.iter().filter(|sum| **sum > 0).count();
    let wanted = match reading {
        Reading::All => return groups.iter().sum(),
        Reading::Low => 0,
        Reading::High => count.saturating_sub(1),
        Reading::MedLow | Reading::MedHigh if count % 2 == 1 => count / 2,
        Reading::MedLow => 0,
        Reading::MedHigh => count.saturating_sub(1),
    };
    groups.into_iter().filter(|sum| *sum > 0).nth(wanted).unwrap_or(0)
}
