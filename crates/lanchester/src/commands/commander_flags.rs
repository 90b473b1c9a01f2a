//! Prices under other commanders, as `validate --strength` and `price --strength` ask for them.

use clap::Args;
use lanchester_core::ROLLOUTS;
use lanchester_games::Game;
use lanchester_scenario::Library;
use lanchester_study::commanders::CommanderSettings;
use lanchester_study::price::Named;

use crate::contest::{MOST_ROLLOUTS, portfolio};
use crate::option_values::{whole, whole_of};

/// Whether prices are asked for under other commanders, and under which.
#[derive(Debug, Args)]
pub struct CommanderFlags {
    /// The parity prices under other commanders as well: every policy of --portfolio, and a search that plays them out, each on both sides
    /// of the same matchups of at most four ships. It takes a minute or more for a ship; --store keeps what was played
    #[arg(long)]
    pub strength: bool,
    /// With --strength: the policies that command both sides, and that the search plays out, by id or path [default: all that are shipped]
    #[arg(long, value_name = "POLICY,...", requires = "strength", value_delimiter = ',')]
    portfolio: Vec<String>,
    /// With --strength: how often the search plays each policy out at each decision
    #[arg(long, value_name = "N", requires = "strength", default_value_t = ROLLOUTS, allow_negative_numbers = true, value_parser = whole_of::<u32>(1, MOST_ROLLOUTS))]
    rollouts: u32,
    /// With --strength: matchups of a ship
    #[arg(long, value_name = "N", requires = "strength", default_value_t = 200, allow_negative_numbers = true, value_parser = whole(100, 1_000_000))]
    strength_matchups: u64,
    /// With --strength: which decisions move a price as well, by a search that makes one kind of decision for the ship's side alone
    #[arg(long, requires = "strength")]
    decisions: bool,
}

impl CommanderFlags {
    /// The places of the decisions that are asked for alone.
    pub fn decisions<G: Game>(&self) -> Vec<usize> {
        (0..G::decisions().len()).filter(|_| self.decisions).collect()
    }

    /// The words that ask for it again, all of them.
    pub fn all_words(&self) -> Vec<String> {
        self.words().into_iter().chain(self.decisions.then(|| "--decisions".to_owned())).collect()
    }

    /// The words by which a store is known: what is played of decisions comes last, and serves no less without.
    pub fn words(&self) -> Vec<String> {
        if !self.strength {
            return Vec::new();
        }
        let mut words = vec!["--strength".to_owned()];
        if !self.portfolio.is_empty() {
            words.extend(["--portfolio".to_owned(), self.portfolio.join(",")]);
        }
        if self.rollouts != ROLLOUTS {
            words.extend(["--rollouts".to_owned(), self.rollouts.to_string()]);
        }
        words.extend(["--strength-matchups".to_owned(), self.strength_matchups.to_string()]);
        words
    }

    /// What is asked for, if anything is.
    ///
    /// # Errors
    /// Every problem of the policies.
    pub fn settings<G: Game>(
        &self,
        library: &Library<G>,
        own: &Named<G>,
    ) -> anyhow::Result<Option<CommanderSettings<G>>> {
        if !self.strength {
            return Ok(None);
        }
        let mut portfolio = portfolio(library, &self.portfolio)?;
        if portfolio.iter().all(|(id, _)| *id != own.0) {
            portfolio.push(own.clone());
        }
        Ok(Some(CommanderSettings { portfolio, rollouts: self.rollouts, matchups: self.strength_matchups }))
    }
}
