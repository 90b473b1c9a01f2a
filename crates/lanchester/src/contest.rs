//! From words on the command line to a matchup: a matchup file, or two ships or fleets.

use std::path::Path;
use std::sync::Arc;

use anyhow::{bail, ensure};
use clap::Args;
pub use lanchester_core::SEARCH;
use lanchester_core::{Combatant, Force, Matchup, Only, Side};
use lanchester_games::Game;
use lanchester_scenario::{ALL, DEFAULT_POLICY, Kind, Library, Problem, Problems, SearchSettings, code};
use lanchester_study::price::Named;

use crate::battle_options;
use crate::search_flags::{SearchFlags, sentence};

/// The most battles a command line can ask for.
pub const MOST_BATTLES: u64 = 1 << 40;

/// Who fights whom, and how.
#[derive(Clone, Debug, Default, Args)]
pub struct Contest {
    /// A matchup, or the ship or fleet of side A: an id that `lanchester list` shows, or the path of a .toml file
    #[arg(value_name = "MATCHUP|SHIP|FLEET")]
    pub first: Option<String>,
    /// The ship or fleet of side B, when the first is a ship or a fleet
    #[arg(value_name = "SHIP|FLEET")]
    pub second: Option<String>,
    /// Who commands side A: an id, a path, or `search` [default: the matchup's policy with its changes, or default]
    #[arg(long, value_name = "POLICY")]
    pub policy_a: Option<String>,
    /// Who commands side B: an id, a path, or `search` [default: the matchup's policy with its changes, or default]
    #[arg(long, value_name = "POLICY")]
    pub policy_b: Option<String>,
    #[command(flatten)]
    pub search: SearchFlags,
    /// Battle size of two ships or fleets, such as medium: the same as `--options size=medium`
    #[arg(long, value_name = "SIZE")]
    pub size: Option<String>,
    /// An option of the battle between two ships or fleets, such as turn_cap=50; can be given again
    #[arg(long, value_name = "KEY=VALUE", visible_alias = "option")]
    pub options: Vec<String>,
}

/// A side that searches, or both.
pub struct Searcher<G: Game> {
    /// Which.
    pub sides: [bool; 2],
    /// How.
    pub search: SearchSettings<G>,
    /// The decisions that it makes; `None`: all of them.
    pub only: Option<Only>,
}

impl<G: Game> Searcher<G> {
    /// The ids of its policies.
    pub fn names(&self) -> Vec<&str> {
        self.search.portfolio.iter().map(|(id, _)| id.as_str()).collect()
    }

    /// The id of what it believes.
    pub fn believes(&self) -> Option<&str> {
        self.search.belief.as_ref().map(|(id, _)| id.as_str())
    }

    /// What it plays out, in a sentence.
    pub fn sentence(&self) -> String {
        sentence(&self.search)
    }

    /// The same, on this side alone.
    pub fn on(&self, side: Side) -> Self {
        Self { sides: Side::BOTH.map(|of| of == side), search: self.search.clone(), only: self.only }
    }

    /// The matchup, with whoever searches in command.
    pub fn commanding(&self, mut matchup: Matchup<G>) -> Matchup<G> {
        for side in Side::BOTH.into_iter().filter(|side| self.sides[*side]) {
            let commander = &mut matchup.forces[side].commander;
            *commander = self.search.deciding(Arc::clone(&commander.policy), self.only);
        }
        matchup
    }
}

/// What the commanders of a matchup are called.
pub fn commander_names<G: Game>(matchup: &Matchup<G>) -> [&str; 2] {
    matchup.forces.each_ref().map(|force| G::commander_name(&force.commander))
}

/// The policies that a search plays out: those that are named, all that are shipped, or the usual ones.
///
/// # Errors
/// Those of [`policies_once`].
pub fn portfolio<G: Game>(library: &Library<G>, named: &[String]) -> anyhow::Result<Vec<Named<G>>> {
    if named.len() > 1 && named.iter().any(|what| what == ALL) {
        bail!(
            "`{}`: `{ALL}` stands for all policies that are shipped; expected it alone, or ids and paths",
            named.join(",")
        );
    }
    let asked: Vec<&str> = match named {
        [] => library.usual_portfolio().collect(),
        [all] if all == ALL => library.ids(Kind::Policy).collect(),
        named => named.iter().map(String::as_str).collect(),
    };
    policies_once(library, &asked, |_| String::new())
}

/// The policies of these ids or paths.
///
/// # Errors
/// Every problem of their files; or that one is named twice, with what was expected beyond "each once".
pub fn policies_once<G: Game>(
    library: &Library<G>,
    asked: &[impl AsRef<str>],
    expected: impl Fn(&str) -> String,
) -> anyhow::Result<Vec<Named<G>>> {
    let mut policies: Vec<Named<G>> = Vec::new();
    let mut wrong: Option<Problems> = None;
    for what in asked.iter().map(AsRef::as_ref) {
        if what.is_empty() {
            let all: Vec<&str> = asked.iter().map(AsRef::as_ref).collect();
            bail!("`{}` has a policy without a name; expected ids or paths, with one comma between two", all.join(","));
        }
        match library.policy_and_id(what) {
            Ok((id, _)) if policies.iter().any(|(known, _)| *known == id) => {
                bail!("the policy `{what}` is named twice; expected each once{}", expected(&id))
            }
            Ok(policy) => policies.push(policy),
            Err(problems) => problems.add_to(&mut wrong),
        }
    }
    wrong.map_or(Ok(policies), |wrong| Err(wrong.into()))
}

impl Contest {
    /// The matchup that the words describe, and who searches in it, if somebody does.
    ///
    /// # Errors
    /// Every problem of the files named, or that the words do not go together.
    pub fn matchup<G: Game>(&self, library: &Library<G>) -> anyhow::Result<(Matchup<G>, Option<Searcher<G>>)> {
        let Some(first) = &self.first else {
            bail!("nobody to fight; expected a matchup, or two ships or fleets (`lanchester list` shows them)")
        };
        let (mut matchup, of_file) = match &self.second {
            Some(second) => (self.put_together(library, first, second)?, None),
            None => self.read(library, first)?,
        };
        let policies = [&self.policy_a, &self.policy_b]
            .map(|p| p.as_ref().filter(|what| *what != SEARCH).map(|what| library.policy(what)));
        for (force, policy) in matchup.forces.iter_mut().zip(both(policies.map(Option::transpose))?) {
            if let Some(policy) = policy {
                force.commander = policy.into();
            }
        }
        let searcher = self.searcher(library, &matchup, of_file.as_ref())?;
        Ok(match searcher {
            Some(searcher) => (searcher.commanding(matchup), Some(searcher)),
            None => (matchup, None),
        })
    }

    /// Who searches: by these words, or by the matchup's file where they do not name another.
    ///
    /// # Errors
    /// Every problem of its policies, or that the words do not go together.
    fn searcher<G: Game>(
        &self,
        library: &Library<G>,
        matchup: &Matchup<G>,
        of_file: Option<&SearchSettings<G>>,
    ) -> anyhow::Result<Option<Searcher<G>>> {
        let asked = [&self.policy_a, &self.policy_b].map(|policy| policy.as_deref() == Some(SEARCH));
        let sides = Side::BOTH.map(|side| asked[side] || matchup.forces[side].commander.searches());
        if sides == [false; 2] {
            self.search.are_needed(false, "--policy-a search or --policy-b search")?;
            return Ok(None);
        }
        let search = self.search.settings(library, of_file, None)?;
        ensure!(
            sides != [true; 2] || search.belief.is_some(),
            "both sides search, and a search plays out the policy of its opponent; expected --believe with the policy that each takes \
             the other for"
        );
        Ok(Some(Searcher { sides, search, only: None }))
    }

    fn read<G: Game>(
        &self,
        library: &Library<G>,
        what: &str,
    ) -> anyhow::Result<(Matchup<G>, Option<SearchSettings<G>>)> {
        let kinds = library.kinds(what)?;
        if let (false, Some(kind)) = (kinds.contains(&Kind::Matchup), kinds.iter().find(|k| SIDES.contains(k))) {
            bail!("`{what}` is a {kind} and has no opponent; expected a second ship or fleet after it");
        }
        if self.size.is_some() || !self.options.is_empty() {
            bail!(
                "the options of the matchup `{what}` are those of its file; expected --size and --options only with two sides"
            );
        }
        Ok(library.matchup_and_search(what)?)
    }

    fn put_together<G: Game>(&self, library: &Library<G>, first: &str, second: &str) -> anyhow::Result<Matchup<G>> {
        let [a, b] = both([side(library, first), side(library, second)])?;
        let options = self.battle_options(library)?;
        let name = format!("{} against {}", a.name, b.name);
        let matchup = Matchup { name, forces: [a, b], options };
        library.judge(&matchup)?;
        Ok(matchup)
    }

    /// The options of `--size` and `--options`.
    ///
    /// # Errors
    /// Every problem of them.
    pub fn battle_options<G: Game>(&self, library: &Library<G>) -> anyhow::Result<G::Options> {
        let mut toml = String::new();
        if let Some(size) = &self.size {
            toml.push_str(&battle_options::line("size", size));
        }
        toml.push_str(&battle_options::toml(&self.options)?);
        Ok(library.options(&toml)?)
    }

    /// The words that describe this contest again.
    pub fn words(&self) -> Vec<String> {
        let mut words: Vec<&str> = [&self.first, &self.second].into_iter().flatten().map(String::as_str).collect();
        let named = [("--policy-a", &self.policy_a), ("--policy-b", &self.policy_b), ("--size", &self.size)];
        for (name, value) in named {
            words.extend(value.iter().flat_map(|value| [name, value]));
        }
        let search = self.search.words();
        words.extend(search.iter().map(String::as_str));
        words.extend(self.options.iter().flat_map(|option| ["--options", option]));
        words.into_iter().map(str::to_owned).collect()
    }
}

/// Both results, or the problems of both.
fn both<T>(results: [Result<T, Problems>; 2]) -> Result<[T; 2], Problems> {
    match results {
        [Ok(a), Ok(b)] => Ok([a, b]),
        [Err(a), Err(b)] => Err(a.and(b)),
        [Err(one), Ok(_)] | [Ok(_), Err(one)] => Err(one),
    }
}

/// A ship or a fleet as a side under the default policy.
///
/// # Errors
/// Every problem of its file, or that there is none.
pub fn side<G: Game>(library: &Library<G>, what: &str) -> Result<Force<G>, Problems> {
    let problem = |code, message, expected: &str| Problems::from(Problem::whole(None, what, code, message, expected));
    let kinds = library.kinds(what)?;
    let fits: Vec<&Kind> = kinds.iter().filter(|kind| SIDES.contains(kind)).collect();
    let (name, ships) = match (fits.as_slice(), kinds.first()) {
        ([Kind::Ship], _) => {
            let ship = library.ship(what)?;
            (ship.name().to_owned(), vec![ship])
        }
        ([Kind::Fleet], _) => {
            let fleet = library.fleet(what)?;
            (fleet.name.clone(), fleet.ships.iter().map(|(_, ship)| Arc::clone(ship)).collect())
        }
        ([_, ..], _) => {
            let message = format!("`{what}` is a ship and a fleet");
            return Err(problem(code::AMBIGUOUS_ID, message, &format!("`ships/{what}` or `fleets/{what}`")));
        }
        ([], Some(kind)) => {
            return Err(problem(code::WRONG_KIND, format!("`{what}` is a {kind}"), "a ship or a fleet"));
        }
        ([], None) if Path::new(what).is_dir() => {
            return Err(problem(
                code::WRONG_KIND,
                format!("`{what}` is a folder"),
                "a ship or a fleet: an id, or a path that ends in .toml",
            ));
        }
        ([], None) => {
            let expected = library.expected_id(what, &SIDES);
            return Err(problem(code::UNKNOWN_ID, format!("no ship or fleet has the id `{what}`"), &expected));
        }
    };
    Ok(Force { name, ships, stations: None, commander: library.policy(DEFAULT_POLICY)?.into() })
}

/// What can be a side.
const SIDES: [Kind; 2] = [Kind::Ship, Kind::Fleet];
