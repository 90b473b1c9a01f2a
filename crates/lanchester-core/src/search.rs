//! What a side that searches may do.

use crate::Side;

/// Roll-outs of each proposal at each decision, where no other number is asked for.
pub const ROLLOUTS: u32 = 32;

/// A battle in which a side searches, or both do. A proposal is a policy that a search may let command.
#[derive(Clone, Debug)]
pub struct Search<P> {
    /// Who searches.
    pub sides: [bool; 2],
    /// What is played: tables of the matchup by the place of A's proposal, then of B's. A side that does not search has one.
    pub played: Vec<Vec<P>>,
    /// What each side plays out: tables by the place of its own proposal, then of its opponent's, which are first the policy that it is
    /// believed to have, and then, where the side takes secret choices as secret, the other proposals. Nothing for a side that does not
    /// search.
    pub believed: [Vec<Vec<P>>; 2],
    /// How often each side plays each proposal out at each decision, at least once.
    pub rollouts: [u32; 2],
    /// The decisions that each side searches; `None`: all of them.
    pub only: [Option<Only>; 2],
}

/// Some decisions of a side that searches; another proposal makes the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Only {
    /// The decision, by its place in [`crate::Rules::decisions`].
    pub decision: usize,
    /// The place of the proposal that commands wherever something else is decided.
    pub otherwise: usize,
}

impl<P> Search<P> {
    /// The proposal that makes a decision of a side without a search; `None` where the search makes it.
    #[must_use]
    pub fn otherwise(&self, side: Side, decision: usize) -> Option<usize> {
        self.only[side].filter(|only| only.decision != decision).map(|only| only.otherwise)
    }

    /// The tables of a battle that these proposals command, A's and B's.
    #[must_use]
    pub fn commanded(&self, [a, b]: [usize; 2]) -> &P {
        &self.played[a][b]
    }

    /// What a side plays out, by the place of its proposal, then of its opponent's.
    #[must_use]
    pub fn believed(&self, side: Side) -> &[Vec<P>] {
        &self.believed[side]
    }
}
