//! What was asked for: opponents, policies to begin with, matchups; and the words that say so.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use lanchester_games::Game;
use lanchester_scenario::{Kind, Library, id_of};
use lanchester_study::tune::{Budget, Ground, Opponents, Roles, Tuned};
use lanchester_study::{PolicyPoint, PolicySpace};

use super::ground::GroundFlags;
use super::{How, TuneOf};
use crate::contest::policies_once;
use crate::option_values::number;
use crate::settings::Settings;
use crate::wording::{command, count, grouped, share};

/// Fewer battles than this are less than the test alone takes.
const LEAST_BATTLES: u64 = 20_000;

/// The same for small steps, which play more battles in each matchup.
const LEAST_TO_LEARN: u64 = 100_000;

/// Most times that an opponent counts.
const MOST_TIMES: u64 = 1_000;

/// A number of battles, or a time.
pub fn budget(text: &str) -> Result<Budget, String> {
    budget_of(text, LEAST_BATTLES)
}

/// The same for small steps.
pub fn budget_to_learn(text: &str) -> Result<Budget, String> {
    budget_of(text, LEAST_TO_LEARN)
}

fn budget_of(text: &str, least: u64) -> Result<Budget, String> {
    let expected = format!("expected at least {} battles, or a time such as 30m", grouped(least));
    if let Some(battles) = number(text) {
        return (battles >= least).then_some(Budget::Battles(battles)).ok_or(expected);
    }
    let time = humantime::parse_duration(text)
        .map_err(|_| format!("`{text}` is neither a number of battles nor a time; {expected}"))?;
    if time < Duration::from_secs(1) { Err("expected at least a second".into()) } else { Ok(Budget::Time(time)) }
}

/// What [`budget`] reads.
pub fn budget_text(budget: Budget) -> String {
    match budget {
        Budget::Battles(battles) => battles.to_string(),
        Budget::Time(time) => humantime::format_duration(time).to_string().replace(' ', ""),
    }
}

/// The seed: the one that was given, the study's, or 1.
pub fn seed<G: Game>(study: Option<&str>, library: &Library<G>, settings: &Settings) -> anyhow::Result<u64> {
    Ok(match (settings.seed, study) {
        (Some(seed), _) => seed,
        (None, Some(study)) => library.ships_of_study(study)?.seed,
        (None, None) => 1,
    })
}

/// The policies of a search.
pub struct Policies<G: Game> {
    /// Whom to beat.
    pub opponents: Opponents<G>,
    /// What to begin with, as it was named.
    pub from: Vec<String>,
    /// All files of the search: those, then the shipped policies that are not among them.
    pub names: Vec<String>,
    /// What each of them is for. Every shipped policy competes as it is, but for the only opponent.
    pub roles: Roles,
}

/// Whom to beat, and what to begin with, each once.
///
/// # Errors
/// Every problem of the files, or that one is named twice.
pub fn policies<G: Game>(of: &TuneOf, library: &Library<G>) -> anyhow::Result<Policies<G>> {
    let shipped = || library.ids(Kind::Policy).map(str::to_owned).collect::<Vec<_>>();
    let against = if of.against.is_empty() { shipped() } else { of.against.clone() };
    let (names, times): (Vec<&str>, Vec<u64>) =
        against.iter().map(|what| times(what)).collect::<anyhow::Result<Vec<_>>>()?.into_iter().unzip();
    let named = policies_once(library, &names, |id| format!(", such as --against {id}=2"))?;
    let sum = times.iter().sum::<u64>() as f64;
    let opponents: Opponents<G> =
        named.into_iter().zip(times).map(|(policy, times)| (policy, times as f64 / sum)).collect();
    let from = if of.from.is_empty() { shipped() } else { of.from.clone() };
    if let Some(twice) = (1..from.len()).find(|i| from[..*i].contains(&from[*i])) {
        bail!("the policy `{}` is named twice after --from; expected each once", from[twice]);
    }
    let mut names = from.clone();
    let alone = |id: &String| matches!(against.as_slice(), [one] if one == id);
    let competes = |name: &String| library.ids(Kind::Policy).any(|id| id == name) && !alone(name);
    let rivals = match of.method {
        How::Wide => {
            names.extend(shipped().into_iter().filter(|id| !from.contains(id)));
            (0..names.len()).filter(|place| competes(&names[*place])).collect()
        }
        // In small steps from one policy nothing else is looked for.
        How::Near(_) => Vec::new(),
    };
    let roles = Roles { begin: from.len(), rivals };
    Ok(Policies { opponents, from, names, roles })
}

/// A policy and how often it is met.
fn times(what: &str) -> anyhow::Result<(&str, u64)> {
    let Some((policy, times)) = what.rsplit_once('=') else { return Ok((what, 1)) };
    match times.parse() {
        Ok(times) if (1..=MOST_TIMES).contains(&times) => Ok((policy, times)),
        _ => bail!("`{what}` has no sound number of times; expected POLICY=N with N from 1 to {MOST_TIMES}"),
    }
}

/// What was asked, in words.
pub struct Asked {
    /// The opponents: ids and shares.
    pub against: Vec<(String, f64)>,
    pub from: Vec<String>,
    /// Ids of all files of the search: those that it begins with, then others that compete as they are.
    pub names: Vec<String>,
    /// The line-ups, or none where ships of a study fight.
    pub lineups: Vec<String>,
    pub study: Option<String>,
    /// Who fights, in words.
    pub fights: String,
    /// Ships that fight where the policy is chosen only.
    pub for_choice: Vec<String>,
    /// Ships that fight in the test only.
    pub kept_back: Vec<String>,
    pub seed: u64,
    pub out: PathBuf,
    pub repeat: String,
}

impl Asked {
    /// What is asked with the policies that it begins with and all of its files.
    pub fn new<G: Game>(
        of: &TuneOf,
        opponents: &Opponents<G>,
        [from, names]: [&[String]; 2],
        ground: &Ground<G>,
        seed: u64,
    ) -> Self {
        let asked = Self::of_round(&of.ground, opponents, from, ground, (seed, of.out.clone(), repeat(of, seed)));
        Self { names: names.iter().map(|what| id_of(what)).collect(), ..asked }
    }

    /// What one search is asked: where, whom to beat, what it begins with, and the seed, file and command that are told.
    pub fn of_round<G: Game>(
        flags: &GroundFlags,
        opponents: &Opponents<G>,
        from: &[String],
        ground: &Ground<G>,
        (seed, out, repeat): (u64, PathBuf, String),
    ) -> Self {
        let lineups: Vec<String> = match ground {
            Ground::Lineups(lineups) => lineups.iter().map(|lineup| lineup.name.clone()).collect(),
            Ground::Ships(_) => Vec::new(),
        };
        let [for_choice, kept_back] = match ground {
            Ground::Lineups(_) => [Vec::new(), Vec::new()],
            Ground::Ships(ships) => [ships.for_choice(), ships.kept_back()],
        };
        let owned = |ids: Vec<&str>| ids.into_iter().map(str::to_owned).collect();
        let from: Vec<String> = from.iter().map(|what| id_of(what)).collect();
        Self {
            against: opponents.iter().map(|((id, _), share)| (id.clone(), *share)).collect(),
            names: from.clone(),
            from,
            study: lineups.is_empty().then(|| flags.study.clone().unwrap_or_else(|| "default".into())),
            fights: flags.text(lineups.len()),
            lineups,
            for_choice: owned(for_choice),
            kept_back: owned(kept_back),
            seed,
            out,
            repeat,
        }
    }

    /// Whom to beat: `greedy`, or `2/3 greedy, 1/3 charge`.
    pub fn opponents(&self) -> String {
        match self.against.as_slice() {
            [(one, _)] => one.clone(),
            many => {
                let part = |(id, share): &(String, f64)| format!("{id} {:.0} %", 100.0 * share);
                format!("the mixture of {}", many.iter().map(part).collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// What is about to happen.
    pub fn remark(&self) -> String {
        let from = count(self.from.len() as u64, "policy");
        format!("Against {}, in {}, beginning with {from}, seed {}", self.opponents(), self.fights, self.seed)
    }
}

fn repeat(of: &TuneOf, seed: u64) -> String {
    let mut words: Vec<String> = match of.method {
        How::Wide => vec!["tune".into()],
        How::Near(_) => std::iter::once("learn".into()).chain(of.from.clone()).collect(),
    };
    let mut option = |name: &str, values: &[String]| {
        words.extend(values.iter().flat_map(|value| [name.to_owned(), value.clone()]));
    };
    option("--against", &of.against);
    match &of.method {
        How::Wide => option("--from", &of.from),
        How::Near(held) => option("--hold", held),
    }
    option("--budget", &[budget_text(of.budget)]);
    option("--seed", &[seed.to_string()]);
    option("--out", &[of.out.to_string_lossy().into_owned()]);
    words.extend(of.ground.words());
    command(words.iter().map(String::as_str))
}

/// The policy that was found: its file, and where it differs from the one that it began as.
pub struct Pieces {
    pub file: Option<String>,
    /// Key, value there, value now: none where it is that file as it is.
    pub changes: Vec<[String; 3]>,
}

/// Both.
pub fn pieces<G: Game>(space: &PolicySpace<G>, starts: &[PolicyPoint], tuned: &Tuned, asked: &Asked) -> Pieces {
    let start = &starts[tuned.best.start];
    let name = asked.out.file_stem().map_or_else(|| "tuned".into(), |stem| stem.to_string_lossy().into_owned());
    let keys = space.keys().iter().zip(start.values.iter().zip(&tuned.best.values));
    let changes: Vec<[String; 3]> = keys
        .filter(|(_, (before, after))| before != after)
        .map(|(key, (before, after))| [key.path.clone(), key.text(*before), key.text(*after)])
        .collect();
    let notes = notes(tuned, asked, changes.is_empty());
    Pieces { file: space.file(start, &tuned.best.values, &name, &notes), changes }
}

/// Where the policy comes from, and whether it is what it began as.
fn notes(tuned: &Tuned, asked: &Asked, same: bool) -> String {
    let test = match &tuned.held_out {
        Some(test) => {
            let [score, interval] = share(&test.score);
            format!("scores {score} % ({interval}) over {}", count(test.matchups, "held-out matchup"))
        }
        None => "not tested".to_owned(),
    };
    let state = if tuned.interrupted { "The best so far of a search that was interrupted; " } else { "" };
    let began = &asked.names[tuned.best.start];
    let began = if same { format!("It is {began} as it was.") } else { format!("Begun as {began}.") };
    format!("{state}Found by `{}`. Against {}: {test}. {began}", asked.repeat, asked.opponents())
}
