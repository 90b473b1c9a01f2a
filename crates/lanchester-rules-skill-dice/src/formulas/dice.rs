//! Handfuls of dice of several kinds, as files write them, and the throw of a critical hit.

use std::fmt;

/// Most dice of one throw, the skill die aside.
pub const MAX_DICE: usize = 4;
/// The dice of the game, by their sides.
pub const SIDES: [u8; 5] = [4, 6, 8, 10, 12];

/// Dice that are thrown together, written `2D8` or `2D8+1D6`: their sides, in the order in which they fall.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pool {
    /// Sides of each die, equal ones together.
    pub sides: Vec<u8>,
}

impl Pool {
    /// So many dice of so many sides.
    pub fn of(count: usize, sides: u8) -> Self {
        Self { sides: vec![sides; count] }
    }

    /// The dice that a text writes: one to [`MAX_DICE`], each kind once.
    pub fn parse(text: &str) -> Option<Self> {
        let mut sides: Vec<u8> = Vec::new();
        for part in text.split('+') {
            let (count, die) = part.split_once('D')?;
            let plain = |text: &str| text.bytes().all(|c| c.is_ascii_digit()) && !text.starts_with('0');
            let (count, die) = (plain(count).then_some(count)?, plain(die).then_some(die)?);
            let (count, die): (usize, u8) = (count.parse().ok()?, die.parse().ok()?);
            if !SIDES.contains(&die) || sides.contains(&die) || count > MAX_DICE {
                return None;
            }
            sides.extend(std::iter::repeat_n(die, count));
        }
        (1..=MAX_DICE).contains(&sides.len()).then_some(Self { sides })
    }

    /// Equal dice together: how many of how many sides, in the order in which they fall.
    pub fn kinds(&self) -> impl Iterator<Item = (usize, u8)> {
        self.sides.chunk_by(|a, b| a == b).map(|dice| (dice.len(), dice[0]))
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (count, sides)) in self.kinds().enumerate() {
            let plus = if at > 0 { "+" } else { "" };
            write!(f, "{plus}{count}D{sides}")?;
        }
        Ok(())
    }
}

/// Of the 144 throws of 2D12, those that show this sum.
pub const fn weight_2d12(sum: u8) -> u32 {
    match sum {
        2..=13 => sum as u32 - 1,
        14..=24 => 25 - sum as u32,
        _ => 0,
    }
}
