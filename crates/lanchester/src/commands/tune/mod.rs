//! `lanchester tune`: a policy that beats policies, and how much those lose to it.

pub mod ask;
pub mod ground;
pub mod text;

use lanchester_study::PolicySpace;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use lanchester_games::Game;
use lanchester_report::folder::replace_file;
use lanchester_study::host::Clock;
use lanchester_study::journal::{Journal, heartbeat_path};
use lanchester_study::tune::{Budget, Method, Played, Question, Tuned, identity, tune};

use self::ask::{Asked, Policies, pieces, policies, seed};
use self::ground::GroundFlags;
use crate::exit::Exit;
use crate::output;
use crate::play::took;
use crate::settings::Settings;
use crate::store_flags::{StoreFlags, say_put_aside};

/// Finds a policy that beats a policy, or a mixture of policies, and says how much those lose to it
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester tune --against greedy --out my-policy.toml
  lanchester tune --out my-policy.toml                                 against all shipped policies alike
  lanchester tune --against greedy=2 --against charge --out my.toml    two matchups in three against greedy
  lanchester tune --against greedy --lineup majestic dioptre --out duellist.toml
  lanchester tune --against greedy --budget 2h --seed 7 --out my.toml
  lanchester tune --against greedy --budget 2h --seed 7 --out my.toml --resume

It begins with the policies of --from, tries their choices, moves their weights by CMA-ES, and ends with single steps. What is
found on training matchups meets the shipped policies on others, where one policy is chosen, and that one is tested on matchups
that were never used before: choice and test each with ships that never fought before, where a study has nine or more. Only a new
policy that passes is written: where a shipped policy, or one of --from as it is, was chosen, it is named and nothing is written.
A search that finds nothing proves nothing: there may be a better policy all the same.

Ctrl-C writes the best policy so far, which was not tested; --resume goes on from there.")]
pub struct TuneOf {
    /// Whom to beat, by id or path; again for a mixture, in which =N is how often [default: all shipped policies alike]
    #[arg(long, value_name = "POLICY[=N]")]
    pub(super) against: Vec<String>,
    /// Begin with this policy, by id or path; can be given again [default: all shipped policies]
    #[arg(long, value_name = "POLICY")]
    pub(super) from: Vec<String>,
    #[command(flatten)]
    pub(super) ground: GroundFlags,
    /// How long to search, choose and test, such as 30m, or how many battles at most, such as 2000000, of which no more are played
    /// (a time may be overrun by the last step); battles alone end alike every time
    #[arg(long, value_name = "TIME|BATTLES", default_value = "5m", value_parser = ask::budget)]
    pub(super) budget: Budget,
    /// The policy file to write
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// The file that keeps every step until the policy is written [default: the --out file with .store at its end]
    #[arg(long, value_name = "FILE")]
    pub(super) store: Option<PathBuf>,
    #[command(flatten)]
    pub(super) flags: StoreFlags,
    /// How it is looked for: `lanchester learn` has the same questions.
    #[arg(skip)]
    pub(super) method: How,
}

/// How a policy is looked for, as it was asked.
#[derive(Clone, Debug, Default)]
pub(super) enum How {
    /// Far and wide.
    #[default]
    Wide,
    /// In small steps, which leave these keys as they are.
    Near(Vec<String>),
}

impl How {
    /// The same by the keys' places.
    fn method<G: Game>(&self, space: &PolicySpace<G>) -> anyhow::Result<Method> {
        let Self::Near(held) = self else { return Ok(Method::Wide) };
        let paths = || space.keys().iter().map(|key| key.path.as_str());
        let place = |name: &String| {
            let known = paths().position(|path| path == name);
            known.with_context(|| {
                let expected = paths().collect::<Vec<_>>().join(", ");
                format!("no number of a policy is called `{name}`; expected one of {expected}")
            })
        };
        Ok(Method::Near { held: held.iter().map(place).collect::<anyhow::Result<_>>()? })
    }
}

/// Searches, tests, writes the policy and says what was found.
pub fn run<G: Game>(of: &TuneOf, settings: &Settings) -> anyhow::Result<Exit> {
    let library = settings.library::<G>();
    let seed = seed(of.ground.study.as_deref(), &library, settings)?;
    let Policies { opponents, from, names, roles } = policies(of, &library)?;
    let (ground, sample) = of.ground.ground(&library, seed)?;
    GroundFlags::remark(&sample).iter().for_each(|said| settings.remark(said));
    let space = PolicySpace::of(&library);
    let mut starts = Vec::new();
    for what in &names {
        starts.push(space.point_of(&library, what)?);
    }
    let (budget, method) = (of.budget, &of.method.method(&space)?);
    let question = Question {
        ground: &ground,
        opponents: &opponents,
        space: &space,
        starts: &starts,
        roles: &roles,
        budget,
        method,
    };
    let path = store(of);
    refuse(of, &path)?;
    let belongs = identity(&question, seed);
    output::make_folder_of(&path)?;
    output::make_folder_of(&of.out)?;
    of.flags.look_for(&path, true, settings)?;
    let journal = Journal::open(settings, &path, &belongs, of.flags.start())?;
    say_put_aside(journal.put_aside(), settings);
    let stop = settings.stop();
    let runner = crate::play::runner(settings, seed, &sample);
    let (threads, level, began) = (runner.threads, runner.level, settings.now());
    let asked = Asked::new(of, &opponents, [&from, &names], &ground, seed);
    settings.remark(&asked.remark());
    let mut played = Played::new(runner, question, Some((journal, path.clone())), stop)?;
    let values: Vec<Vec<i64>> = starts.iter().map(|start| start.values.clone()).collect();
    let tuned = tune(&mut played, space.keys(), &values, &roles, method, seed)?;
    drop(played);
    settings.remark(&took(tuned.battles, settings.now().saturating_sub(began), threads, level));

    let pieces = pieces(&space, &starts, &tuned, &asked);
    // What is there already is no find; the best so far of an interrupted search is kept whatever it is.
    let written = tuned.interrupted || (tuned.better() && !pieces.changes.is_empty());
    let file = pieces.file.as_deref().context("the policy that was found cannot be written as a file")?;
    if written {
        replace_file(&of.out, file.as_bytes()).with_context(|| format!("{} cannot be written", of.out.display()))?;
    }
    if !tuned.interrupted {
        remove(&path);
    }
    if settings.json {
        settings.json(&text::json::<G>(&asked, &tuned, written.then_some(file), &pieces.changes))?;
    } else {
        output::prose(&text::text::<G>(&asked, &tuned, written, &pieces.changes))?;
    }
    Ok(exit(&tuned, written))
}

fn exit(tuned: &Tuned, written: bool) -> Exit {
    match (tuned.interrupted, written) {
        (true, _) => Exit::Interrupted,
        (false, true) => Exit::Done,
        (false, false) => Exit::No,
    }
}

/// Where the steps are kept.
fn store(of: &TuneOf) -> PathBuf {
    of.store.clone().unwrap_or_else(|| store_beside(&of.out))
}

/// The store of a search beside the policy file that it is to write.
pub fn store_beside(out: &Path) -> PathBuf {
    let mut name = out.to_path_buf().into_os_string();
    name.push(".store");
    name.into()
}

/// Removes the store of a search that has ended: it is of no use any more, and if it cannot be removed, that is no harm.
pub fn remove(store: &Path) {
    for gone in [&heartbeat_path(store), store] {
        drop(std::fs::remove_file(gone));
    }
}

/// Refuses a file that could not be written in the end.
fn refuse(of: &TuneOf, store: &Path) -> anyhow::Result<()> {
    let out = &of.out;
    if out.extension().is_none_or(|extension| extension != "toml") {
        bail!("{} is no name of a policy file; expected one that ends in .toml", out.display());
    }
    let goes_on = of.flags.resume && store.exists();
    if out.symlink_metadata().is_ok() && !goes_on {
        bail!("{} is there already, and no file is overwritten; expected another --out", out.display());
    }
    Ok(())
}
