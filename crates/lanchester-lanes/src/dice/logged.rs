//! Dice that write down every pool, for a battle that is shown die by die.

use std::cell::RefCell;
use std::rc::Rc;

use crate::dice::DiceSource;

/// Pools of dice in the order in which they were rolled, faces in the order in which they fell.
pub type Pools = Vec<Vec<u8>>;

/// The pools that were rolled since they were last taken. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct DiceLog(Rc<RefCell<Pools>>);

impl DiceLog {
    /// Takes what was rolled since the last time.
    #[must_use]
    pub fn take(&self) -> Pools {
        self.0.take()
    }
}

/// A source of dice whose pools are also written to a log. Empty pools are not.
#[derive(Debug)]
pub struct LoggedDice<D> {
    dice: D,
    log: DiceLog,
}

impl<D> LoggedDice<D> {
    /// Writes what `dice` roll to `log`.
    pub const fn new(dice: D, log: DiceLog) -> Self {
        Self { dice, log }
    }
}

impl<D: DiceSource> DiceSource for LoggedDice<D> {
    fn open(&mut self, turn: u32, code: u32) {
        self.dice.open(turn, code);
    }

    fn pool_of(&mut self, sides: u8, count: usize) -> Vec<u8> {
        let faces = self.dice.pool_of(sides, count);
        if !faces.is_empty() {
            self.log.0.borrow_mut().push(faces.clone());
        }
        faces
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::ScriptedDice;

    #[test]
    fn pools_are_written_down_once() {
        let log = DiceLog::default();
        let mut dice = LoggedDice::new(ScriptedDice::new(&[1, 2, 3, 4]), log.clone());
        assert_eq!((dice.pool(2), dice.pool(0), dice.pool(1)), (vec![1, 2], vec![], vec![3]));
        assert_eq!(log.take(), [vec![1, 2], vec![3]]);
        dice.pool(1);
        assert_eq!(log.take(), [[4]]);
        assert!(log.take().is_empty());
    }
}
