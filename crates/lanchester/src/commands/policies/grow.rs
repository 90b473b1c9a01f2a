//! `lanchester policies --grow`: a population that best responses join, one after another, until none is found (double oracle:
//! H. B. McMahan, G. J. Gordon and A. Blum, "Planning in the presence of cost functions controlled by an adversary", ICML 2003).

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail};
use clap::Args;
use lanchester_games::Game;
use lanchester_lanes::dice::mix64;
use lanchester_report::folder::replace_file;
use lanchester_scenario::Library;
use lanchester_stats::equilibrium::Equilibrium;
use lanchester_study::host::Clock;
use lanchester_study::journal::{Journal, Start};
use lanchester_study::price::Named;
use lanchester_study::runner::Runner;
use lanchester_study::tune::{Budget, Meetings, Method, Opponents, Played, Question, Roles, Tuned, identity, tune};
use lanchester_study::{PolicyPoint, PolicySpace};

use super::grow_text::{self, Answer};
use super::{Policies, named};
use crate::commands::tune::ask::{self, Asked, budget_text, pieces};
use crate::commands::tune::ground::GroundFlags;
use crate::commands::tune::{remove, store_beside};
use crate::exit::Exit;
use crate::option_values::whole_of;
use crate::output;
use crate::play::took;
use crate::settings::Settings;
use crate::wording::command;

/// Whether and how the population grows.
#[derive(Debug, Args)]
pub struct GrowFlags {
    /// Look so many times for a policy that beats the mixture that none of the others beats, and let it join them
    #[arg(long, value_name = "N", requires = "out", conflicts_with = "pairs", value_parser = whole_of::<u32>(1, 100))]
    pub grow: Option<u32>,
    /// With --grow: the folder for the policies that are found
    #[arg(long, value_name = "DIR", requires = "grow")]
    pub out: Option<PathBuf>,
    /// With --grow: how long each search may take with its test, such as 30m, or how many battles, such as 2000000
    #[arg(long, value_name = "TIME|BATTLES", requires = "grow", default_value = "5m", value_parser = ask::budget)]
    budget: Budget,
    /// With --grow: go on where it was cut
    #[arg(long, requires = "grow")]
    resume: bool,
    #[command(flatten, next_help_heading = "With --grow, where policies are tried")]
    pub ground: GroundFlags,
}

/// Matchups in which every two policies meet.
const MATCHUPS: u64 = 200;

/// Where the whole interval of a test lies below this, the population is as good as unbeaten, and no further search is made.
const SETTLED: f64 = 0.51;

/// Mixed into the seed with the number of a round: each has matchups, dice and ships in its test of its own.
const ROUND: u64 = 0x6772_6f77;

/// A search for a best response.
pub struct Round {
    /// Whom it was to beat: ids and shares.
    pub against: String,
    /// What was found.
    pub tuned: Tuned,
    /// The policy that joined: its id, and what it was begun as.
    pub joined: Option<[String; 2]>,
    /// The policy of the population that was chosen as it is, where none of the others did better.
    pub member: Option<String>,
}

/// Policies, and what is known of them.
pub struct Population<G: Game> {
    pub policies: Vec<Named<G>>,
    pub meetings: Meetings,
    /// The mixture that none of them beats.
    pub mixture: Equilibrium,
    pub rounds: Vec<Round>,
    pub interrupted: bool,
}

/// What stays the same from round to round.
struct Growth<'g, G: Game> {
    of: &'g GrowFlags,
    folder: &'g Path,
    library: &'g Library<G>,
    space: PolicySpace<G>,
    seed: u64,
    repeat: String,
    settings: &'g Settings<'g>,
    stop: &'g AtomicBool,
}

/// Grows it, writes the policies that join, and says how all of them do.
pub fn run<G: Game>(of: &Policies, rounds: u32, settings: &Settings) -> anyhow::Result<Exit> {
    let library = settings.library::<G>();
    let policies = named(&library, &of.policies)?;
    let grow = &of.grow;
    let seed = ask::seed(grow.ground.study.as_deref(), &library, settings)?;
    let folder = grow.out.as_deref().context("no folder for the policies; expected --out")?;
    refuse(folder, grow.resume)?;
    if let Some((taken, _)) = policies.iter().find(|(id, _)| (1..=rounds).any(|number| *id == called(number))) {
        bail!("`{taken}` is what one of the new policies will be called; expected policies of other names");
    }
    let space = PolicySpace::of(&library);
    let asked = if of.policies.is_empty() { super::shipped(&library) } else { of.policies.clone() };
    let points = asked.iter().map(|what| space.point_of(&library, what)).collect::<Result<Vec<_>, _>>()?;
    let (_, sample) = grow.ground.ground(&library, seed)?;
    GroundFlags::remark(&sample).iter().for_each(|said| settings.remark(said));
    output::make_folder_of(&folder.join("policy"))?;
    let (stop, repeat) = (settings.stop(), repeat(of, rounds, seed));
    let growth = Growth { of: grow, folder, library: &library, space, seed, repeat, settings, stop };
    let runner = crate::play::runner(settings, seed, &sample);
    let (threads, level, began) = (runner.threads, runner.level, settings.now());
    let Some(grown) = growth.population(&runner, policies, points, rounds)? else {
        settings.say(&format!("Interrupted before all policies had met. Run it again:\n  {}", growth.repeat));
        return Ok(Exit::Interrupted);
    };
    let battles = grown.meetings.battles + grown.rounds.iter().map(|round| round.tuned.battles).sum::<u64>();
    settings.remark(&took(battles, settings.now().saturating_sub(began), threads, level));
    if !grown.interrupted {
        growth.tidy(rounds);
    }
    let answer = Answer { grown: &grown, seed, battles, repeat: &growth.repeat, folder };
    if settings.json {
        settings.json(&grow_text::json(&answer))?;
    } else {
        output::prose(&grow_text::text(&answer))?;
    }
    Ok(if grown.interrupted { Exit::Interrupted } else { Exit::Done })
}

impl<G: Game> Growth<'_, G> {
    /// All rounds; nothing if Ctrl-C came before the first policies had met.
    fn population(
        &self,
        runner: &Runner,
        mut policies: Vec<Named<G>>,
        mut points: Vec<PolicyPoint>,
        rounds: u32,
    ) -> anyhow::Result<Option<Population<G>>> {
        let (ground, _) = self.of.ground.ground(self.library, self.seed)?;
        let mut meetings = Meetings::new(MATCHUPS);
        if !meetings.meet(runner, &ground, &policies, self.stop) {
            return Ok(None);
        }
        let mut mixture = meetings.mixture()?;
        let mut done: Vec<Round> = Vec::new();
        let mut interrupted = false;
        while !interrupted && (done.len() as u32) < rounds && !settled(&done) {
            let number = done.len() as u32 + 1;
            let (mut round, policy) = self.round(number, runner, &policies, &points, &mixture)?;
            if let Some((policy, point)) = policy {
                policies.push(policy);
                points.push(point);
                if !meetings.meet(runner, &ground, &policies, self.stop) {
                    policies.pop();
                    round.tuned.interrupted = true;
                }
                mixture = meetings.mixture()?;
            }
            interrupted = round.tuned.interrupted;
            done.push(round);
        }
        Ok(Some(Population { policies, meetings, mixture, rounds: done, interrupted }))
    }

    /// One search against the mixture, and the policy that passed its test.
    #[expect(clippy::type_complexity, reason = "a policy in the two ways in which it goes on")]
    fn round(
        &self,
        number: u32,
        runner: &Runner,
        policies: &[Named<G>],
        points: &[PolicyPoint],
        mixture: &Equilibrium,
    ) -> anyhow::Result<(Round, Option<(Named<G>, PolicyPoint)>)> {
        let seed = mix64(self.seed ^ mix64(ROUND + u64::from(number)));
        let (ground, _) = self.of.ground.ground(self.library, seed)?;
        let opponents: Opponents<G> =
            policies.iter().cloned().zip(mixture.weights.iter().copied()).filter(|(_, share)| *share > 0.0).collect();
        let roles = Roles::begin_with_all(points.len());
        let question = Question {
            ground: &ground,
            opponents: &opponents,
            space: &self.space,
            starts: points,
            roles: &roles,
            budget: self.of.budget,
            method: &Method::Wide,
        };
        let (id, out) = self.place(number);
        let store = store_beside(&out);
        let start = if self.of.resume { Start::Resume } else { Start::New };
        let journal = Journal::open(self.settings, &store, &identity(&question, seed), start)?;
        let from: Vec<String> = policies.iter().map(|(id, _)| id.clone()).collect();
        let asked =
            Asked::of_round(&self.of.ground, &opponents, &from, &ground, (self.seed, out.clone(), self.repeat.clone()));
        self.settings.remark(&format!("Search {number}. {}", asked.remark()));
        let own = runner.with_seed(seed);
        let mut played = Played::new(own, question, Some((journal, store)), self.stop)?;
        let values: Vec<Vec<i64>> = points.iter().map(|point| point.values.clone()).collect();
        let tuned = tune(&mut played, self.space.keys(), &values, &roles, &Method::Wide, seed)?;
        drop(played);
        let pieces = pieces(&self.space, points, &tuned, &asked);
        let member = pieces.changes.is_empty().then(|| from[tuned.best.start].clone());
        let mut round = Round { against: asked.opponents(), tuned, joined: None, member };
        // A copy of a policy of the population would say nothing new.
        if round.tuned.interrupted || !round.tuned.better() || round.member.is_some() {
            return Ok((round, None));
        }
        let best = &round.tuned.best;
        let file = pieces.file.context("the policy that was found cannot be written as a file")?;
        replace_file(&out, file.as_bytes()).with_context(|| format!("{} cannot be written", out.display()))?;
        round.joined = Some([id.clone(), from[best.start].clone()]);
        let policy = self.space.policy(&points[best.start], &best.values).context("the game refuses what was found")?;
        let point = self.space.point(&points[best.start], &best.values);
        Ok((round, Some(((id, policy.into()), point))))
    }

    /// The id and file of a round's policy.
    fn place(&self, number: u32) -> (String, PathBuf) {
        let id = called(number);
        let out = self.folder.join(format!("{id}.toml"));
        (id, out)
    }

    /// Removes what is left of all searches.
    fn tidy(&self, rounds: u32) {
        (1..=rounds).for_each(|number| remove(&store_beside(&self.place(number).1)));
    }
}

/// The last search has shown that hardly anything is left to gain.
fn settled(rounds: &[Round]) -> bool {
    let test = rounds.last().and_then(|round| round.tuned.held_out.as_ref());
    test.is_some_and(|test| test.score.high < SETTLED)
}

/// The id of what a round finds.
fn called(number: u32) -> String {
    format!("tuned-{number}")
}

/// Refuses a folder with policies that would be overwritten, and names that the new ones will have.
fn refuse(folder: &Path, resume: bool) -> anyhow::Result<()> {
    let mut entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => bail!("{} cannot be used: {error}; expected a folder", folder.display()),
    };
    if !resume && entries.next().is_some() {
        bail!("{} is not empty, and no file is overwritten; expected another --out, or --resume", folder.display());
    }
    Ok(())
}

fn repeat(of: &Policies, rounds: u32, seed: u64) -> String {
    let mut words = vec!["policies".to_owned()];
    words.extend(of.policies.iter().cloned());
    let out = of.grow.out.as_deref().unwrap_or(Path::new("")).to_string_lossy().into_owned();
    for (name, value) in [
        ("--grow", rounds.to_string()),
        ("--budget", budget_text(of.grow.budget)),
        ("--seed", seed.to_string()),
        ("--out", out),
    ] {
        words.extend([name.to_owned(), value]);
    }
    words.extend(of.grow.ground.words());
    command(words.iter().map(String::as_str))
}
