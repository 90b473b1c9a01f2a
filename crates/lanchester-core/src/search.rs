//! What a side that searches may do.

use crate::Side;

/// Roll-outs of each proposal at each decision, where no other number is asked for.
pub const ROLLOUTS: u32 = 64;

/// A policy that a search may let command: the tables of the matchup with that policy on the side that searches.
#[derive(Clone, Debug)]
pub struct Proposal<P> {
    /// With the other side's own policy: what is played.
    pub played: P,
    /// With the policy that the other side is believed to have; `None` where it is known.
    pub believed: Option<P>,
}

impl<P> Proposal<P> {
    /// What is played out.
    pub fn believed(&self) -> &P {
        self.believed.as_ref().unwrap_or(&self.played)
    }
}

/// A side that searches.
#[derive(Clone, Debug)]
pub struct Search<P> {
    /// Which.
    pub side: Side,
    /// What it may let command.
    pub proposals: Vec<Proposal<P>>,
    /// How often each proposal is played out at each decision, at least once.
    pub rollouts: u32,
    /// The decisions that it makes; `None`: all of them.
    pub only: Option<Only>,
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
    /// The proposal that makes a decision without a search; `None` where the search makes it.
    #[must_use]
    pub fn otherwise(&self, decision: usize) -> Option<usize> {
        self.only.filter(|only| only.decision != decision).map(|only| only.otherwise)
    }
}
