//! What chooses for a side: a policy, or a search among several.

use std::fmt::{self, Debug};
use std::ops::Deref;
use std::sync::Arc;

use crate::{Only, ROLLOUTS, Rules};

/// What a commander is called who searches.
pub const SEARCH: &str = "search";

/// What commands the ships of a side. It is read as its policy, which is all that it is unless it searches.
pub struct Commander<R: Rules> {
    /// The policy. Of one that searches, it is what an opponent takes it for who searches too and has no belief of its own.
    pub policy: Arc<R::Policy>,
    /// How it searches; `None` where the policy commands.
    pub search: Option<Arc<Searcher<R>>>,
}

/// How a commander searches.
pub struct Searcher<R: Rules> {
    /// The policies that it searches among, at least one.
    pub portfolio: Vec<Arc<R::Policy>>,
    /// The policy that it believes its opponent to have; `None`: that of the opponent.
    pub belief: Option<Arc<R::Policy>>,
    /// How often it plays each of them out at each decision, at least once.
    pub rollouts: u32,
    /// The decisions that it makes; `None`: all of them.
    pub only: Option<Only>,
    /// Whether it takes choices that both sides make in secret ([`Rules::secret`]) as such: it weighs the best few of its own against the
    /// best few of its opponent's, and mixes where that pays. Else it foresees the choice of the policy that it believes in.
    pub secret: bool,
}

impl<R: Rules> Searcher<R> {
    /// One that searches among these policies as it usually does.
    #[must_use]
    pub const fn among(portfolio: Vec<Arc<R::Policy>>) -> Self {
        Self { portfolio, belief: None, rollouts: ROLLOUTS, only: None, secret: false }
    }
}

impl<R: Rules> Commander<R> {
    /// Whether it searches.
    #[must_use]
    pub const fn searches(&self) -> bool {
        self.search.is_some()
    }

    /// The same, but that it searches so.
    #[must_use]
    pub fn searching(self, search: &Arc<Searcher<R>>) -> Self {
        Self { search: Some(Arc::clone(search)), ..self }
    }
}

impl<R: Rules> Clone for Commander<R> {
    fn clone(&self) -> Self {
        Self { policy: Arc::clone(&self.policy), search: self.search.clone() }
    }
}

impl<R: Rules> Clone for Searcher<R> {
    fn clone(&self) -> Self {
        Self { portfolio: self.portfolio.clone(), belief: self.belief.clone(), ..*self }
    }
}

// What a run's store belongs to is known by these texts: they say all that decides a battle.
impl<R: Rules> Debug for Commander<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.search {
            Some(search) => f.debug_struct("Search").field("policy", &self.policy).field("search", search).finish(),
            None => self.policy.fmt(f),
        }
    }
}

impl<R: Rules> Debug for Searcher<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { portfolio, belief, rollouts, only, secret } = self;
        f.debug_struct("Searcher")
            .field("portfolio", portfolio)
            .field("belief", belief)
            .field("rollouts", rollouts)
            .field("only", only)
            .field("secret", secret)
            .finish()
    }
}

impl<R: Rules> Deref for Commander<R> {
    type Target = R::Policy;

    fn deref(&self) -> &R::Policy {
        &self.policy
    }
}

impl<R: Rules> From<Arc<R::Policy>> for Commander<R> {
    fn from(policy: Arc<R::Policy>) -> Self {
        Self { policy, search: None }
    }
}
