//! What can be typed: the commands, and the options that all of them take.

use std::ffi::OsString;
use std::io::Write;
use std::time::Instant;

use clap::builder::StyledStr;
use clap::{Arg, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use lanchester_games::{Game, GameName, Visitor};
use lanchester_lanes::{Level, LevelName};
use lanchester_scenario::{Documents, steers};

use crate::commands::{
    check, compare, completions, duel, export, fit, import, init, learn, list, man, merge, odds, plan, policies, price,
    rate, replay, report, reprice, rules, schema, search, selftest, sensitivity, show, status, sweep, tune, validate,
};
use crate::completion;
use crate::exit::Exit;
use crate::front::{Front, Terminal};
use crate::help;
use crate::memory;
use crate::misplaced::with_the_command_that_takes_it;
use crate::option_values::{game_parser, whole, whole_of};
use crate::output::{colour, coloured_note, note, taken};
use crate::settings::Settings;
use crate::which_game::{named_by_a_file, other_games, scenarios_in};
use crate::wording::{asked_for, lacking};

const EXAMPLES: &str = "\
Examples:
  lanchester validate                        are the shipped ships worth their points?
  lanchester price majestic                  what it should cost, as a fleet
  lanchester rate my-ship.toml               what the formula and battles say of a ship without a rating
  lanchester reprice                         what should all of them cost, together
  lanchester fit                             is the rating formula true?
  lanchester sensitivity majestic            what is one more hull box worth
  lanchester duel majestic dioptre           who wins, how often, by how much
  lanchester duel my-ship.toml majestic --policy-a charge
  lanchester replay majestic dioptre --battle 7
  lanchester tune --against greedy --out my-policy.toml   a policy that beats greedy
  lanchester init my-ships                   the shipped files, to change and add to
  lanchester check my-ships                  every mistake in them at once";

const EXIT_CODES: &str = "\
Exit codes: 0 done, 1 the answer is no (a replay differs, the self-test fails, no better policy was
found), 2 bad input or usage, 70 a bug in lanchester, 71 not enough memory, 75 try again (a store is in use, a disk
is full, battles of other parts are missing, a part was cut), 130 interrupted. Results go to stdout, everything else to stderr.";

/// Plays starship wargames a million times over and says whether the ships are worth their points
#[derive(Debug, Parser)]
#[command(name = "lanchester", version, before_long_help = EXAMPLES, after_long_help = EXIT_CODES)]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}

/// Options that commands share; where one would have no effect on the result it is refused.
#[derive(Debug, Args)]
#[command(next_help_heading = "Everywhere")]
pub struct Global {
    /// Whose rules to play [default: those that a scenario file on the command line names, else nova]
    #[arg(long, global = true, value_name = "GAME", value_parser = game_parser())]
    pub game: Option<GameName>,
    /// Seed of every die: the same seed gives the same battles, on every machine
    ///
    /// Default: the study's own seed, and 1 where there is no study.
    #[arg(long, global = true, value_name = "N", value_parser = whole(0, u64::MAX))]
    pub seed: Option<u64>,
    /// Threads to play on [default: all that the machine has]; changes no result
    #[arg(long, global = true, value_name = "N", value_parser = whole_of::<u16>(1, 1024))]
    pub threads: Option<u16>,
    /// Instruction set to play with: avx512, avx2, neon, simd128 or fallback [default: the best there is]; changes no result
    #[arg(long, global = true, value_name = "LEVEL")]
    pub simd: Option<LevelName>,
    /// Results as JSON; the names of its fields are stable and described in book/src/json.md
    #[arg(long, global = true)]
    pub json: bool,
    /// Only results and errors: no progress, no remarks
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    Validate(validate::Validate),
    Price(price::PriceOf),
    Rate(rate::RateOf),
    Reprice(reprice::RepriceOf),
    Fit(fit::FitOf),
    Compare(compare::Compare),
    Sensitivity(sensitivity::Sensitivity),
    Report(report::Report),
    Sweep(sweep::SweepOf),
    Plan(plan::Plan),
    Status(status::Status),
    Merge(merge::Merge),
    Duel(duel::Duel),
    Replay(replay::Replay),
    Policies(policies::Policies),
    Search(search::Search),
    Tune(tune::TuneOf),
    Learn(learn::LearnOf),
    Odds(odds::OddsOf),
    List(list::List),
    Show(show::Show),
    Check(check::Check),
    Init(init::Init),
    Export(export::Export),
    Import(import::Import),
    Rules(rules::RulesOf),
    Schema(schema::Schema),
    Selftest(selftest::Selftest),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Command {
    /// Whether there are dice in it, and whether it can be asked of one game or another in an option.
    fn dice_and_game(&self) -> (bool, bool) {
        match self {
            Self::Validate(_)
            | Self::Price(_)
            | Self::Rate(_)
            | Self::Reprice(_)
            | Self::Fit(_)
            | Self::Compare(_)
            | Self::Sensitivity(_)
            | Self::Sweep(_)
            | Self::Plan(_)
            | Self::Duel(_)
            | Self::Replay(_)
            | Self::Policies(_)
            | Self::Search(_)
            | Self::Tune(_)
            | Self::Learn(_)
            | Self::Selftest(_) => (true, true),
            Self::Odds(_)
            | Self::List(_)
            | Self::Show(_)
            | Self::Check(_)
            | Self::Init(_)
            | Self::Export(_)
            | Self::Import(_) => (false, true),
            Self::Rules(rules::RulesOf { of }) => (false, of.is_none()),
            Self::Report(_)
            | Self::Status(_)
            | Self::Merge(_)
            | Self::Schema(_)
            | Self::Completions(_)
            | Self::Man(_) => (false, false),
        }
    }

    /// Bytes that a command that plays takes at most beside what its threads play in, but for the cells of a study; none if
    /// it plays nothing. Measured as address space on glibc with eight threads, and rounded up.
    fn takes(&self) -> Option<usize> {
        match self {
            // One batch at most, and no page.
            Self::Duel(_) | Self::Replay(_) | Self::Selftest(_) => Some(8 << 20),
            _ => self.dice_and_game().0.then_some(32 << 20),
        }
    }

    /// Refuses options that would have no effect on results that they are there to decide.
    fn refuse_idle(&self, global: &Global) -> anyhow::Result<()> {
        let (rolls_dice, takes_a_game) = self.dice_and_game();
        anyhow::ensure!(
            global.seed.is_none() || rolls_dice,
            "--seed has no effect on this command, which rolls no dice: leave it out"
        );
        anyhow::ensure!(
            global.game.is_none() || takes_a_game,
            "--game has no effect on this command, which asks no game anything, or already has one as its argument: leave it out"
        );
        anyhow::ensure!(
            !global.json || !matches!(self, Self::Schema(_) | Self::Completions(_) | Self::Man(_)),
            "--json has no effect on this command, whose result is a text in a format of its own"
        );
        Ok(())
    }
}

/// Reads the command line and does what it says.
pub fn run() -> anyhow::Result<Exit> {
    let words: Vec<OsString> = std::env::args_os().collect();
    if completion::answered(&words)? {
        return Ok(Exit::Done);
    }
    if words.len() < 2 {
        note(&format!("{}\n{}", help::FIRST, other_games(GameName::Nova.name())));
        return Ok(Exit::BadInput);
    }
    let (cli, scenarios) = match parsed(&words) {
        Ok(parsed) => parsed,
        Err(answer) if answer.use_stderr() => {
            complain(&answer.render());
            return Ok(Exit::BadInput);
        }
        // Help and version are answers.
        Err(answer) => {
            taken(answer.print().and_then(|()| std::io::stdout().flush()))?;
            return Ok(Exit::Done);
        }
    };
    obey(&cli, &scenarios, &Documents::default(), &Terminal)
}

/// What the words of a command line ask for, and those among them that name scenario files.
///
/// # Errors
/// They are no command, or ask for help.
pub fn parsed(words: &[impl Into<OsString> + Clone]) -> Result<(Cli, Vec<String>), clap::Error> {
    let mut command = with_negative_values(help::command());
    let typed = command.try_get_matches_from_mut(with_joined_values(&command, words)).map_err(|error| {
        let after: Vec<String> =
            words.iter().skip(1).map(|word| word.clone().into().to_string_lossy().into_owned()).collect();
        with_the_command_that_takes_it(error, &command, &after)
    })?;
    let cli = Cli::from_arg_matches(&typed).map_err(|error| error.format(&mut command))?;
    Ok((cli, scenarios_in(&command, &typed)))
}

/// The command line with a negative number after an option taken for its value, so that the option says what it expects.
fn with_negative_values(command: clap::Command) -> clap::Command {
    let of_options = |arg: Arg| if takes_a_value(&arg) { arg.allow_negative_numbers(true) } else { arg };
    command.mut_args(of_options).mut_subcommands(|command| command.mut_args(of_options))
}

fn takes_a_value(arg: &Arg) -> bool {
    !arg.is_positional() && arg.get_action().takes_values()
}

/// The words with what begins with a minus and a digit joined to the option of one value before it: `-5:10`, `-3h` and `-1,2` are no
/// numbers but are meant as values below zero, and `--integer` takes its value after a `=` alone.
fn with_joined_values(command: &clap::Command, words: &[impl Into<OsString> + Clone]) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    let mut of = command;
    for word in words {
        let word: OsString = word.clone().into();
        let text = word.to_string_lossy();
        if std::ptr::eq(of, command) {
            of = command.find_subcommand(&*text).unwrap_or(command);
        }
        let below_zero = text.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        match joined.last_mut().filter(|last| below_zero && takes_one_value(of, command, &last.to_string_lossy())) {
            Some(option) => {
                option.push("=");
                option.push(&word);
            }
            None => joined.push(word),
        }
    }
    joined
}

/// Whether a word is the name of an option of one value: of a command, or of all.
fn takes_one_value(of: &clap::Command, all: &clap::Command, word: &str) -> bool {
    let Some(name) = word.strip_prefix("--") else { return false };
    let named = |arg: &&Arg| arg.get_long_and_visible_aliases().is_some_and(|names| names.contains(&name));
    let one = |arg: &Arg| takes_a_value(arg) && arg.get_num_args().is_none_or(|range| range.max_values() == 1);
    of.get_arguments().chain(all.get_arguments()).find(named).is_some_and(one)
}

/// Does what was asked for; `scenarios` are the words that name scenario files.
///
/// # Errors
/// Those of the command, or that options do not go with it or with this machine.
pub fn obey(cli: &Cli, scenarios: &[String], documents: &Documents, front: &dyn Front) -> anyhow::Result<Exit> {
    cli.command.refuse_idle(&cli.global)?;
    let level = match cli.global.simd {
        None => Level::best(),
        Some(name) => Level::of(name).ok_or_else(|| {
            let has: Vec<String> = Level::available().iter().map(Level::to_string).collect();
            anyhow::anyhow!("this {} does not have the level `{name}`; it has: {}", lacking(name), has.join(", "))
        })?,
    };
    let global = &cli.global;
    let settings = Settings {
        game: global.game,
        seed: global.seed,
        threads: match cli.command.takes() {
            Some(bytes) => memory::threads_with_room(threads(global), bytes, front)?,
            None => threads(global),
        },
        level,
        json: global.json,
        quiet: global.quiet,
        started: Instant::now(),
        front,
        documents,
    };
    asked_for(global.game.map(|game| game.name()));
    // The game that a file on the command line names.
    let of_files = || named_by_a_file(scenarios.iter().map(String::as_str), documents);
    let game = match &cli.command {
        Command::Completions(of) => return completions::run(of),
        Command::Man(of) => return man::run(of, Cli::command()),
        Command::Rules(rules::RulesOf { of: Some(game) }) => *game,
        _ => global.game.or_else(of_files).unwrap_or(GameName::Nova),
    };
    game.visit(Run { settings, command: &cli.command })
}

/// Says what is wrong with the command line. It quotes words of it, in which a name of a file may be somebody else's: with
/// such a word there are no colours.
fn complain(answer: &StyledStr) {
    let hostile = std::env::args_os().any(|word| word.to_string_lossy().contains(steers));
    if colour(&std::io::stderr()) && !hostile {
        coloured_note(answer.ansi().to_string().trim_end());
    } else {
        note(answer.to_string().trim_end());
    }
}

/// Threads asked for, or all that the machine has.
fn threads(global: &Global) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    global.threads.map_or_else(all, usize::from)
}

/// A command to be run on a game.
struct Run<'a> {
    settings: Settings<'a>,
    command: &'a Command,
}

impl Visitor for Run<'_> {
    type Output = anyhow::Result<Exit>;

    fn visit<G: Game>(self) -> Self::Output {
        let settings = &self.settings;
        match self.command {
            Command::Validate(of) => validate::run::<G>(of, settings),
            Command::Price(of) => price::run::<G>(of, settings),
            Command::Rate(of) => rate::run::<G>(of, settings),
            Command::Reprice(of) => reprice::run::<G>(of, settings),
            Command::Fit(of) => fit::run::<G>(of, settings),
            Command::Compare(of) => compare::run::<G>(of, settings),
            Command::Sensitivity(of) => sensitivity::run::<G>(of, settings),
            Command::Report(of) => report::run(of, settings),
            Command::Sweep(of) => sweep::run::<G>(of, settings),
            Command::Plan(of) => plan::run::<G>(of, settings),
            Command::Status(of) => status::run(of, settings),
            Command::Merge(of) => merge::run(of, settings),
            Command::Schema(_) => schema::run(),
            Command::Duel(of) => duel::run::<G>(of, settings),
            Command::Replay(of) => replay::run::<G>(of, settings),
            Command::Policies(of) => policies::run::<G>(of, settings),
            Command::Search(of) => search::run::<G>(of, settings),
            Command::Tune(of) => tune::run::<G>(of, settings),
            Command::Learn(of) => learn::run::<G>(of, settings),
            Command::Odds(of) => odds::run::<G>(of, settings),
            Command::List(of) => list::run::<G>(of, settings),
            Command::Show(of) => show::run::<G>(of, settings),
            Command::Check(of) => check::run(of, settings),
            Command::Init(of) => init::run::<G>(of, settings),
            Command::Export(of) => export::run::<G>(of, settings),
            Command::Import(of) => import::run::<G>(of, settings),
            Command::Rules(_) => rules::run::<G>(settings),
            Command::Selftest(of) => selftest::run::<G>(of, settings),
            Command::Completions(of) => completions::run(of),
            Command::Man(of) => man::run(of, Cli::command()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_and_option_says_what_it_does() {
        let mut cli = Cli::command();
        cli.build();
        for command in cli.get_subcommands() {
            assert!(command.get_about().is_some(), "{}", command.get_name());
            let silent = command.get_arguments().find(|arg| arg.get_help().is_none() && !arg.is_hide_set());
            assert!(silent.is_none(), "{}: {silent:?}", command.get_name());
        }
    }
}
