//! How the commander `search` searches, as words of a command line.

use std::sync::Arc;

use anyhow::{bail, ensure};
use clap::Args;
use lanchester_core::{Commander, ROLLOUTS, SEARCH};
use lanchester_games::Game;
use lanchester_report::columns::clean;
use lanchester_scenario::{DEFAULT_POLICY, Library, SearchSettings, Study};
use lanchester_study::price::Named;
use serde::Serialize;

use crate::contest::portfolio;
use crate::option_values::whole_of;

/// The most roll-outs of a policy at a decision that a command line can ask for.
pub const MOST_ROLLOUTS: u64 = lanchester_scenario::MOST_ROLLOUTS as u64;

/// How `search` searches.
#[derive(Clone, Debug, Default, Args)]
pub struct SearchFlags {
    /// The policies that `search` plays out, by id or path; `all` for all that are shipped [default: a few of those, which the answer names]
    #[arg(long, value_name = "POLICY,...", value_delimiter = ',')]
    pub portfolio: Vec<String>,
    /// The policy that `search` believes its opponent to have, by id or path [default: it knows a policy, and takes another search for the study's first policy; in a duel of two that search it has to be said]
    #[arg(long, value_name = "POLICY")]
    pub believe: Option<String>,
    /// How often `search` plays each policy out at each decision [default: 32]
    #[arg(long, value_name = "N", value_parser = whole_of::<u32>(1, MOST_ROLLOUTS))]
    pub rollouts: Option<u32>,
    /// Let `search` take choices that both sides make in secret at once as secret, and mix its own where that pays (Starmada X)
    #[arg(long)]
    pub secret: bool,
}

impl SearchFlags {
    /// What is given of it, in words.
    pub fn given(&self) -> Option<&'static str> {
        match self {
            Self { believe: Some(_), .. } => Some("a belief (--believe)"),
            Self { rollouts: Some(_), .. } => Some("a number of roll-outs (--rollouts)"),
            Self { secret: true, .. } => Some("a search that takes choices as secret (--secret)"),
            Self { portfolio, .. } if portfolio.is_empty() => None,
            _ => Some("a portfolio (--portfolio)"),
        }
    }

    /// Refuses words about a search where nobody searches.
    ///
    /// # Errors
    /// There are such words; `expected` says what would go with them.
    pub fn are_needed(&self, searches: bool, expected: &str) -> anyhow::Result<()> {
        match self.given() {
            Some(given) if !searches => bail!("{given}, and nobody who searches; expected {expected} with it"),
            _ => Ok(()),
        }
    }

    /// The words that ask for it again.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut say = |name: &str, value: String| words.extend([name.to_owned(), value]);
        if !self.portfolio.is_empty() {
            say("--portfolio", self.portfolio.join(","));
        }
        self.believe.iter().for_each(|policy| say("--believe", policy.clone()));
        self.rollouts.iter().for_each(|rollouts| say("--rollouts", rollouts.to_string()));
        words.extend(self.secret.then(|| "--secret".to_owned()));
        words
    }

    /// What is asked for: what is not given is as the study has it, or as usual.
    ///
    /// # Errors
    /// Every problem of the policies.
    pub fn settings<G: Game>(
        &self,
        library: &Library<G>,
        of_study: Option<&SearchSettings<G>>,
        taken_for: Option<String>,
    ) -> anyhow::Result<SearchSettings<G>> {
        can_be_secret::<G>(self.secret)?;
        let policies = match of_study {
            Some(search) if self.portfolio.is_empty() => search.portfolio.clone(),
            _ => by_policy(portfolio(library, &self.portfolio)?),
        };
        let belief = self.believe.as_ref().map(|what| library.policy_and_id(what)).transpose()?;
        let belief = belief.map(|(id, commander)| (id, commander.policy));
        Ok(SearchSettings {
            portfolio: policies,
            belief: belief.or_else(|| of_study.and_then(|search| search.belief.clone())),
            rollouts: self.rollouts.unwrap_or_else(|| of_study.map_or(ROLLOUTS, |search| search.rollouts)),
            secret: self.secret || of_study.is_some_and(|search| search.secret),
            taken_for,
        })
    }

    /// How the search searches; nothing where none of these commanders searches.
    ///
    /// # Errors
    /// Every problem of the policies.
    pub fn among<G: Game>(
        &self,
        library: &Library<G>,
        study: &Study<G>,
        own: &[Named<G>],
    ) -> anyhow::Result<Option<SearchSettings<G>>> {
        let searching = own.iter().filter(|(_, commander)| commander.searches()).count();
        // Two that search meet where all do.
        let meet = searching == own.len();
        let taken_for = || first_policy(study).map_or_else(|| DEFAULT_POLICY.to_owned(), |(id, _)| id.clone());
        (searching > 0).then(|| self.settings(library, study.search.as_ref(), meet.then(taken_for))).transpose()
    }

    /// Who commands a study's ships: the policy of this id or path, `search`, or the study's first.
    ///
    /// # Errors
    /// Every problem of the files.
    pub fn commander<G: Game>(
        &self,
        library: &Library<G>,
        study: &Study<G>,
        what: Option<&str>,
    ) -> anyhow::Result<Named<G>> {
        match what {
            Some(SEARCH) => {
                let own = match first_policy(study) {
                    Some((_, commander)) => Arc::clone(&commander.policy),
                    None => library.policy(DEFAULT_POLICY)?,
                };
                let commander: Commander<G> = self.settings(library, study.search.as_ref(), None)?.commander(own);
                Ok((SEARCH.to_owned(), commander))
            }
            Some(what) => Ok(library.policy_and_id(what)?),
            None => Ok(study.policies[0].clone()),
        }
    }
}

/// Refuses --secret in a game in which no choice is.
pub fn can_be_secret<G: Game>(secret: bool) -> anyhow::Result<()> {
    ensure!(
        !secret || !G::secret().is_empty(),
        "--secret: in {} no two choices are made in secret at once; expected no --secret",
        G::TITLE
    );
    Ok(())
}

/// The first commander of a study who does not search.
fn first_policy<G: Game>(study: &Study<G>) -> Option<&Named<G>> {
    study.policies.iter().find(|(_, commander)| !commander.searches())
}

/// The policies of commanders, none of whom searches.
pub fn by_policy<G: Game>(named: Vec<Named<G>>) -> Vec<(String, Arc<G::Policy>)> {
    named.into_iter().map(|(id, commander)| (id, commander.policy)).collect()
}

/// What a search plays out, in a sentence.
pub fn sentence<G: Game>(search: &SearchSettings<G>) -> String {
    clean(&format!("The search plays out: {}.", search.text()))
}

/// How a search searches, in JSON.
#[derive(Serialize)]
pub struct SearchJson<'a> {
    /// The policies that it plays out.
    portfolio: Vec<&'a str>,
    /// The policy that it believes its opponent to have, if it does not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    believes: Option<&'a str>,
    /// The policy that another search takes it for, if it has no belief and may meet one.
    #[serde(skip_serializing_if = "Option::is_none")]
    taken_for: Option<&'a str>,
    /// How often it plays each of them out at each decision.
    rollouts: u32,
    /// Whether it takes secret choices as secret.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    secret: bool,
}

/// How a search searches, in JSON.
pub fn json<G: Game>(search: &SearchSettings<G>) -> SearchJson<'_> {
    SearchJson {
        portfolio: search.portfolio.iter().map(|(id, _)| id.as_str()).collect(),
        believes: search.belief.as_ref().map(|(id, _)| id.as_str()),
        taken_for: search.taken_for.as_deref().filter(|_| search.belief.is_none()),
        rollouts: search.rollouts,
        secret: search.secret,
    }
}
