//! Dice written down in a test.

use std::collections::VecDeque;

use crate::dice::DiceSource;

/// Dice that fall as the script says, whatever stream is opened.
///
/// Rolling past the end of the script panics, as does a face that the die rolled does not have, and dropping the dice with faces left over: a worked example of
/// a rulebook is only reproduced when exactly its dice were rolled.
#[derive(Debug)]
pub struct ScriptedDice {
    faces: VecDeque<u8>,
}

impl ScriptedDice {
    /// A script of faces.
    #[must_use]
    pub fn new(faces: &[u8]) -> Self {
        Self { faces: faces.iter().copied().collect() }
    }
}

impl DiceSource for ScriptedDice {
    fn open(&mut self, _turn: u32, _code: u32) {}

    fn pool_of(&mut self, sides: u8, count: usize) -> Vec<u8> {
        assert!(count <= self.faces.len(), "the script has {} dice left, {count} were rolled", self.faces.len());
        let faces: Vec<u8> = self.faces.drain(..count).collect();
        assert!(
            faces.iter().all(|f| (1..=sides).contains(f)),
            "a scripted face of a D{sides} is 1 to {sides}: {faces:?}"
        );
        faces
    }
}

impl Drop for ScriptedDice {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert!(self.faces.is_empty(), "{} scripted dice were never rolled", self.faces.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "1 scripted dice were never rolled")]
    fn left_over_dice_fail() {
        let mut dice = ScriptedDice::new(&[1, 2]);
        dice.pool(1);
    }

    #[test]
    #[should_panic(expected = "a scripted face of a D4 is 1 to 4: [4, 5]")]
    fn faces_that_a_die_lacks_fail() {
        let mut dice = ScriptedDice::new(&[20, 4, 5]);
        assert_eq!(dice.pool_of(20, 1), [20]);
        dice.pool_of(4, 2);
    }

    #[test]
    #[should_panic(expected = "the script has 1 dice left, 2 were rolled")]
    fn missing_dice_fail() {
        let mut dice = ScriptedDice::new(&[1]);
        dice.pool(2);
    }
}
