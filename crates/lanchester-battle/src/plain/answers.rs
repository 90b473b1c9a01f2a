//! The answers of a player, kept so that a battle can stop at a choice and go on from there.

use std::any::Any;
use std::fmt::Debug;

use lanchester_core::Side;

use crate::Choices;

/// What stands in place of an answer where a battle is to stop.
const STOP: &str = "the battle stops here";

/// An answer of any type.
pub(super) trait Answer: Debug + Send {
    fn any(&self) -> &dyn Any;
    fn same(&self, other: &dyn Answer) -> bool;
    fn copy(&self) -> Box<dyn Answer>;
}

impl<T: Clone + Debug + PartialEq + Send + 'static> Answer for T {
    fn any(&self) -> &dyn Any {
        self
    }

    fn same(&self, other: &dyn Answer) -> bool {
        other.any().downcast_ref::<T>() == Some(self)
    }

    fn copy(&self) -> Box<dyn Answer> {
        Box::new(self.clone())
    }
}

/// The answers that brought a battle to where it stands.
#[derive(Debug, Default)]
pub(super) struct Known(Vec<Box<dyn Answer>>);

impl Clone for Known {
    fn clone(&self) -> Self {
        Self(self.0.iter().map(|answer| (**answer).copy()).collect())
    }
}

impl PartialEq for Known {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(one, other)| one.same(&**other))
    }
}

/// Whose choice it is, and of what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// Who chooses.
    pub side: Side,
    /// The turn, or another part of the battle: see [`Choices::part`], which is made of it and of the decision.
    pub part: u32,
    /// What is chosen, by its place in [`Plain::DECISIONS`](super::Plain::DECISIONS).
    pub decision: usize,
}

impl Due {
    fn choices(self) -> Choices {
        let Self { side, part, decision } = self;
        Choices { sides: Side::BOTH.map(|one| one == side), part: part << 3 | decision as u32, decision }
    }
}

/// Answers to the questions of one battle: those that are known, then those of a player. A game implements its trait of choices
/// for it, each method by [`Answers::answer`].
#[derive(Debug)]
pub struct Answers<P> {
    known: Known,
    /// Questions that were answered.
    asked: usize,
    /// Answers that the player may give.
    more: usize,
    /// Whether these are kept: a battle that will not stop needs none.
    keeps: bool,
    due: Option<Choices>,
    player: P,
}

impl<P> Answers<P> {
    /// The answers that are known, then at most `more` answers of a player.
    pub(super) const fn going_on(known: Known, player: P, more: usize) -> Self {
        Self { known, asked: 0, more, keeps: more < usize::MAX, due: None, player }
    }

    /// The answer to the next question: the one that is known, else the player's.
    ///
    /// # Errors
    /// There is no such choice, or the battle stops here.
    pub fn answer<T: Clone + Debug + PartialEq + Send + 'static>(
        &mut self,
        due: Due,
        ask: impl FnOnce(&mut P) -> Result<T, String>,
    ) -> Result<T, String> {
        if let Some(known) = self.known.0.get(self.asked) {
            self.asked += 1;
            let known = (**known).any().downcast_ref::<T>().cloned();
            return known.ok_or_else(|| "another question than the one that was answered".to_owned());
        }
        if self.more == 0 {
            self.due = Some(due.choices());
            return Err(STOP.to_owned());
        }
        let answer = ask(&mut self.player)?;
        if self.keeps {
            self.more -= 1;
            self.asked += 1;
            self.known.0.push(Box::new(answer.clone()));
        }
        Ok(answer)
    }

    /// The choice at which the battle stopped, if it did.
    pub(super) const fn due(&self) -> Option<Choices> {
        self.due
    }

    /// All answers.
    pub(super) fn into_known(self) -> Known {
        self.known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers_come_before_those_of_the_player_and_then_the_battle_stops() {
        let mut first = Answers::going_on(Known::default(), 0, 2);
        let next = |player: &mut u8| {
            *player += 1;
            Ok(*player)
        };
        let due = |side, part| Due { side, part, decision: 1 };
        assert_eq!(first.answer(due(Side::A, 1), next), Ok(1));
        assert_eq!(first.answer(due(Side::B, 1), |_| Ok("left".to_owned())), Ok("left".to_owned()));
        assert!(first.due().is_none());
        assert!(first.answer(due(Side::B, 2), next).is_err());
        assert_eq!(first.due(), Some(Choices { sides: [false, true], part: 2 << 3 | 1, decision: 1 }));
        let known = first.into_known();
        assert!(known == known.clone() && known != Known::default());
        let mut second = Answers::going_on(known.clone(), 10, 1);
        assert_eq!(second.answer(due(Side::A, 1), next), Ok(1));
        assert_eq!(second.answer(due(Side::B, 1), |_| Ok("right".to_owned())), Ok("left".to_owned()));
        assert_eq!(second.answer(due(Side::B, 2), next), Ok(11));
        assert!(second.into_known() != known);
        let mut mistaken = Answers::going_on(known, 0, 1);
        assert!(
            mistaken.answer(due(Side::A, 1), |_| Ok(String::new())).is_err_and(|why| why.contains("another question"))
        );
    }
}
