//! A plain player over the lanes' chooser: one battle in lane 0, one question at a time.
//!
//! A policy's definition is its chooser, and that is written once, in the lanes' words. Where the reference plays a policy, a game
//! fills lane 0 of a batch from the reference's table and asks the chooser what it would ask it for that lane.

use lanchester_core::Rules;
use lanchester_lanes::{Kernel, Level, Simd};

/// A game whose chooser answers one question about lane 0 of a batch.
pub trait Chooser: Rules {
    /// What is to be decided.
    type Question;
    /// What is decided.
    type Answer;

    /// Decides, for lane 0. Implementations are `#[inline(always)]`.
    fn answer<S: Simd>(
        simd: S,
        tables: &Self::Prepared,
        workspace: &mut Self::Workspace,
        question: Self::Question,
    ) -> Self::Answer;
}

/// A question to the chooser of a game, about the battle that lane 0 of the workspace holds.
#[derive(Debug)]
pub struct Asked<'a, G: Chooser> {
    /// The tables of the matchup.
    pub tables: &'a G::Prepared,
    /// The batch.
    pub workspace: &'a mut G::Workspace,
    /// What is to be decided.
    pub question: G::Question,
}

impl<G: Chooser> Asked<'_, G> {
    /// Asks at a level of the machine: the whole answer is worked out with its instructions.
    pub fn at(self, level: Level) -> G::Answer {
        level.dispatch(self)
    }
}

impl<G: Chooser> Kernel for Asked<'_, G> {
    type Output = G::Answer;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> G::Answer {
        G::answer(simd, self.tables, self.workspace, self.question)
    }
}
