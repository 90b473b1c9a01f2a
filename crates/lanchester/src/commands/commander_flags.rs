//! Prices under other commanders, as `validate --strength` and `price --strength` ask for them.

use anyhow::ensure;
use clap::Args;
use lanchester_core::ROLLOUTS;
use lanchester_games::Game;
use lanchester_scenario::Library;
use lanchester_study::commanders::CommanderSettings;
use lanchester_study::price::Named;

use crate::contest::portfolio;
use crate::option_values::whole;
use crate::search_flags::SearchFlags;

/// Whether prices are asked for under other commanders, and under which.
#[derive(Debug, Args)]
pub struct CommanderFlags {
    /// The parity prices under other commanders as well: every policy of --portfolio, and a search that plays them out, each on both sides
    /// of the same matchups of at most four ships. It takes a minute or more for a ship; --store keeps what was played
    #[arg(long)]
    pub strength: bool,
    #[command(flatten)]
    pub search: SearchFlags,
    /// With --strength: matchups of a ship
    #[arg(long, value_name = "N", requires = "strength", default_value_t = 200, value_parser = whole(100, 1_000_000))]
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
        let mut words = self.search.words();
        if self.strength {
            words.insert(0, "--strength".to_owned());
            words.extend(["--strength-matchups".to_owned(), self.strength_matchups.to_string()]);
        }
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
        ensure!(
            self.search.believe.is_none(),
            "--strength with a belief (--believe): there a search takes its opponent for the study's own policy; expected one of them"
        );
        ensure!(
            !self.search.secret,
            "--strength with --secret: there a search foresees what the policy that it believes in would choose; expected one of them"
        );
        ensure!(
            !own.1.searches(),
            "--strength puts other commanders beside a policy, and here `search` commands; expected a policy of a file"
        );
        let mut portfolio = portfolio(library, &self.search.portfolio)?;
        if portfolio.iter().all(|(id, _)| *id != own.0) {
            portfolio.push(own.clone());
        }
        Ok(Some(CommanderSettings {
            portfolio,
            rollouts: self.search.rollouts.unwrap_or(ROLLOUTS),
            matchups: self.strength_matchups,
        }))
    }
}
