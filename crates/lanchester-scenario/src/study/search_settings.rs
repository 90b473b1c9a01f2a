//! The `[search]` table of a matchup, study or sweep: how the commander `search` searches.

use std::sync::Arc;

use lanchester_core::{Commander, Only, ROLLOUTS, Rules, SEARCH, Searcher};

use crate::game::GameFiles;
use crate::library::reading::{File, Reading};
use crate::study::study_cells::Commanders;
use crate::text::code;
use crate::text::nearest::is_misspelt;
use crate::values::fields::Fields;
use crate::{DEFAULT_POLICY, Kind};

/// The word for all policies that are shipped, in place of a portfolio.
pub const ALL: &str = "all";

/// How `search` searches.
#[derive(Debug)]
pub struct SearchSettings<G: Rules> {
    /// The policies that it plays out, each with its id.
    pub portfolio: Vec<(String, Arc<G::Policy>)>,
    /// The policy that it believes its opponent to have, with its id; `None` where it knows.
    pub belief: Option<(String, Arc<G::Policy>)>,
    /// How often it plays each of them out at each decision.
    pub rollouts: u32,
    /// Whether it takes choices that both sides make in secret as such.
    pub secret: bool,
    /// The id of the policy that another search takes it for, which has no belief; `None` where no two meet.
    pub taken_for: Option<String>,
}

impl<G: Rules> Clone for SearchSettings<G> {
    fn clone(&self) -> Self {
        Self {
            portfolio: self.portfolio.clone(),
            belief: self.belief.clone(),
            taken_for: self.taken_for.clone(),
            ..*self
        }
    }
}

impl<G: Rules> SearchSettings<G> {
    /// What it plays out, how often, and what it believes.
    #[must_use]
    pub fn text(&self) -> String {
        let believes = match (&self.belief, &self.taken_for) {
            (Some((id, _)), _) => format!(", and believes its opponent to be {id}"),
            (None, Some(id)) => format!(", and of two that search each takes the other for {id}"),
            (None, None) => String::new(),
        };
        let often = match self.rollouts {
            1 => "1 roll-out each".to_owned(),
            many => format!("{many} roll-outs each"),
        };
        let names: Vec<&str> = self.portfolio.iter().map(|(id, _)| id.as_str()).collect();
        let secret = if self.secret { ", and takes secret choices as secret" } else { "" };
        format!("{}, {often}{believes}{secret}", names.join(", "))
    }

    /// A commander who searches so. An opponent who searches too, and has no belief, takes it for `policy`.
    #[must_use]
    pub fn commander(&self, policy: Arc<G::Policy>) -> Commander<G> {
        self.deciding(policy, None)
    }

    /// The same, but that it makes these decisions only.
    #[must_use]
    pub fn deciding(&self, policy: Arc<G::Policy>, only: Option<Only>) -> Commander<G> {
        let search = Searcher {
            only,
            belief: self.belief.as_ref().map(|(_, policy)| Arc::clone(policy)),
            rollouts: self.rollouts,
            secret: self.secret,
            ..Searcher::among(self.portfolio.iter().map(|(_, policy)| Arc::clone(policy)).collect())
        };
        Commander { policy, search: Some(Arc::new(search)) }
    }
}

impl<G: GameFiles> Reading<'_, G> {
    /// Every policy that the game brings along, by id.
    pub fn shipped_policies(&mut self) -> Option<Vec<(String, Arc<G::Policy>)>> {
        let shelf = self.shelf;
        shelf.ids(Kind::Policy).map(|id| self.policy(id, None)).collect()
    }

    /// Those that `search` plays out where nothing else is asked for, by id.
    fn usual_portfolio(&mut self) -> Option<Vec<(String, Arc<G::Policy>)>> {
        let shelf = self.shelf;
        let usual = shelf.ids(Kind::Policy).filter(|id| in_usual_portfolio::<G>(id));
        usual.map(|id| self.policy(id, None)).collect()
    }

    /// How `search` searches in a file, by its `[search]` or as usual; `None` if there is something wrong with it.
    pub fn search_of(&mut self, file: &File) -> Option<SearchSettings<G>> {
        let Some(table) = file.fields.table(SEARCH) else {
            let portfolio = self.usual_portfolio()?;
            return Some(SearchSettings {
                portfolio,
                belief: None,
                rollouts: ROLLOUTS,
                secret: false,
                taken_for: None,
            });
        };
        let portfolio = match table.given("portfolio") {
            true if table.word("portfolio").is_some() => self.shipped_policies()?,
            true => self.listed_policies(file, table, "portfolio"),
            false => self.usual_portfolio()?,
        };
        let belief = match table.word("believe") {
            Some(what) => Some(self.policy(what, Some((file, table.span("believe"))))?),
            None => None,
        };
        let secret = table.flag("secret").unwrap_or(false);
        if secret && G::secret().is_empty() {
            let message =
                format!("`secret` says nothing here: in {} no two choices are made in secret at once", G::TITLE);
            self.problem(Some((file, table.span("secret"))), "", code::ONE_OF, message, "no `secret`".into());
        }
        Some(SearchSettings { portfolio, belief, rollouts: table.whole("rollouts", ROLLOUTS), secret, taken_for: None })
    }

    /// Who commands by the key `policies` of tables of a file, a list for each; and how `search` searches, where one of them
    /// names it. Reports a `[search]` that nobody names.
    pub fn commanders_of<const TABLES: usize>(
        &mut self,
        file: &File,
        tables: [Option<&Fields>; TABLES],
    ) -> ([Commanders<G>; TABLES], Option<SearchSettings<G>>) {
        let names = |table: &&Fields| table.words("policies").any(|(what, _)| what == SEARCH);
        let words: Vec<&str> =
            tables.iter().flatten().flat_map(|table| table.words("policies")).map(|(what, _)| what).collect();
        let mut search =
            self.search_where(&words, file, "which is not among the `policies`", "`policies` with \"search\"");
        if let (Some(search), Some(table)) = (&mut search, tables.iter().flatten().find(|table| names(table))) {
            let first = table.words("policies").map(|(what, _)| what).find(|what| *what != SEARCH);
            search.taken_for = Some(first.map_or_else(|| DEFAULT_POLICY.to_owned(), crate::id_of));
        }
        let lists = tables.map(|table| table.map_or_else(Vec::new, |table| self.listed(file, table, search.as_ref())));
        (lists, search)
    }

    /// How `search` searches in a file where it is among those who command. Reports a `[search]` where it is not, as `message` says; a
    /// name that is misspelt is reported where it stands.
    fn search_where(
        &mut self,
        commanders: &[&str],
        file: &File,
        message: &str,
        expected: &str,
    ) -> Option<SearchSettings<G>> {
        let named = commanders.contains(&SEARCH);
        let meant = commanders.iter().any(|what| is_misspelt(&crate::id_of(what), SEARCH));
        if let (false, Some(table)) = (meant, file.fields.table(SEARCH)) {
            let message = format!("[search] says how `search` searches, {message}");
            let expected = format!("{expected}, or no [search]");
            self.problem(Some((file, table.at())), "", code::ONE_OF, message, expected);
        }
        if named { self.search_of(file) } else { None }
    }

    /// How `search` searches in a matchup, where it commands a side. Reports a `[search]` that no side names, and two that search
    /// and have no belief, as neither could play out the policy of the other.
    pub fn search_of_matchup(&mut self, file: &File) -> Option<SearchSettings<G>> {
        let sides = ["a", "b"].map(|key| file.fields.table(key));
        let words: Vec<&str> = sides.iter().flatten().filter_map(|side| side.word("policy")).collect();
        let search = self.search_where(&words, file, "which commands no side", "a side with `policy = \"search\"`");
        let searching = sides.map(|side| side.filter(|side| side.word("policy") == Some(SEARCH)));
        if let ([Some(_), Some(b)], Some(SearchSettings { belief: None, .. })) = (searching, &search) {
            let message = "both sides search, and a search plays out the policy of its opponent".into();
            let expected = "`believe` under [search], with the policy that each takes the other for".into();
            self.problem(Some((file, b.span("policy"))), "", code::ONE_OF, message, expected);
        }
        search
    }

    /// Who commands by the key `policies` of a table.
    fn listed(&mut self, file: &File, table: &Fields, search: Option<&SearchSettings<G>>) -> Commanders<G> {
        let policies = self.listed_policies(file, table, "policies");
        let mut rest = policies.iter();
        let words: Vec<(String, crate::text::source::Span)> =
            table.words("policies").map(|(what, at)| (what.to_owned(), at)).collect();
        let mut commanders: Commanders<G> = Vec::new();
        for (what, at) in words {
            if what != SEARCH {
                commanders.extend(rest.next().map(|(id, policy)| (id.clone(), Arc::clone(policy).into())));
                continue;
            }
            if commanders.iter().any(|(known, _)| known == SEARCH) {
                self.twice(file, at, Kind::Policy, SEARCH);
            }
            let own = policies.first().map(|(_, policy)| Arc::clone(policy));
            let own = own.or_else(|| Some(self.policy(DEFAULT_POLICY, None)?.1));
            let commander = search.zip(own).map(|(search, policy)| search.commander(policy));
            commanders.extend(commander.map(|commander| (SEARCH.to_owned(), commander)));
        }
        commanders
    }

    /// The policies that a key lists, each once, but for `search`.
    fn listed_policies(&mut self, file: &File, table: &Fields, key: &str) -> Vec<(String, Arc<G::Policy>)> {
        let mut policies: Vec<(String, Arc<G::Policy>)> = Vec::new();
        for (what, span) in table.words(key).filter(|(what, _)| (key, *what) != ("policies", SEARCH)) {
            if (key, what) == ("portfolio", ALL) {
                let message = format!("`{ALL}` stands for all policies that are shipped, and not among others");
                self.problem(
                    Some((file, span)),
                    "",
                    code::ONE_OF,
                    message,
                    format!("`portfolio = \"{ALL}\"`, or ids and paths"),
                );
                continue;
            }
            let Some((id, policy)) = self.policy(what, Some((file, span))) else { continue };
            if policies.iter().any(|(known, _)| *known == id) {
                self.twice(file, span, Kind::Policy, &id);
            }
            policies.push((id, policy));
        }
        policies
    }
}

/// Whether `search` plays the policy of this id out where nothing else is asked for.
pub(crate) fn in_usual_portfolio<G: GameFiles>(id: &str) -> bool {
    G::PORTFOLIO.is_empty() || G::PORTFOLIO.contains(&id)
}
