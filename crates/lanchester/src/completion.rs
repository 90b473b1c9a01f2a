//! What a shell offers for the word that is being typed: commands and options, ids of shipped files, files.

use std::ffi::{OsStr, OsString};

use clap::{Arg, Command, CommandFactory};
use clap_complete::CompleteEnv;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use lanchester_games::{Game, GameName, Visitor};
use lanchester_scenario::table_schema::ValueType;
use lanchester_scenario::{Documents, Kind, Library};

use crate::cli::Cli;
use crate::which_game::{named_by_a_file, names_in};

/// The environment variable by which a shell asks, with its own name in it.
pub const ASKED: &str = "LANCHESTER_COMPLETE";

/// Answers a shell that asks what could come next; whether one asked.
///
/// # Errors
/// The shell is unknown, or does not listen.
pub fn answered(words: &[OsString]) -> Result<bool, clap::Error> {
    let folder = std::env::current_dir().ok();
    let program = || with_ids(Cli::command(), game_of(words));
    CompleteEnv::with_factory(program).var(ASKED).try_complete(words, folder.as_deref())
}

/// The game of a command line that is not yet whole.
fn game_of(words: &[OsString]) -> GameName {
    // An equals sign parts an option from its value; bash makes it a word of its own.
    let parts =
        words.iter().filter_map(|word| word.to_str()).flat_map(|word| word.split('=')).filter(|part| !part.is_empty());
    let mut after_game = parts.clone().skip_while(|part| *part != "--game").skip(1);
    let files = parts.filter(|part| part.ends_with(".toml"));
    let named = after_game.next().and_then(GameName::by_name);
    named.or_else(|| named_by_a_file(files, &Documents::default())).unwrap_or(GameName::Nova)
}

/// A command in which each argument that takes scenario files or options of a battle offers those of a game.
fn with_ids(command: Command, game: GameName) -> Command {
    let shows = command.get_name() == "show";
    let command = command.mut_args(|arg| {
        if arg.get_id() == "only" {
            return arg.add(ArgValueCompleter::new(move |typed: &OsStr| words_of(typed, &game.visit(Decisions))));
        }
        let option = match arg.get_id().as_str() {
            "options" => Some(None),
            "size" => Some(Some("size")),
            _ => None,
        };
        if let Some(key) = option {
            let offer = move |typed: &OsStr| words_of(typed, &game.visit(Options { key }));
            return arg.add(ArgValueCompleter::new(offer));
        }
        let (kinds, folders) = match kinds_of(&arg) {
            kinds if !kinds.is_empty() => (kinds, false),
            // A file of any kind, by its id alone or with its folder.
            _ if shows && arg.is_positional() => (Kind::ALL.to_vec(), true),
            _ => return arg,
        };
        let offer = move |typed: &OsStr| {
            let folders = folders && typed.to_string_lossy().contains('/');
            offered(typed, &game.visit(Ids { kinds: &kinds, folders }))
        };
        arg.add(ArgValueCompleter::new(offer))
    });
    command.mut_subcommands(|command| with_ids(command, game))
}

/// The kinds of file that the names of an argument's value speak of.
fn kinds_of(arg: &Arg) -> Vec<Kind> {
    let of_name = |name: &str| match name {
        "VARIANT" => vec![Kind::Ship, Kind::Fleet],
        "TARGET" => vec![Kind::Ship],
        _ => Kind::ALL.into_iter().filter(|kind| kind.name().eq_ignore_ascii_case(name)).collect(),
    };
    let mut kinds: Vec<Kind> = names_in(arg).flat_map(of_name).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// The ids of a game's shipped files of these kinds, after the folder that each lies in if so wanted.
struct Ids<'a> {
    kinds: &'a [Kind],
    folders: bool,
}

impl Visitor for Ids<'_> {
    type Output = Vec<String>;

    fn visit<G: Game>(self) -> Vec<String> {
        let library = Library::<G>::shipped();
        let kinds = Kind::of::<G>().filter(|kind| self.kinds.contains(kind));
        let named = |kind: Kind, id: &str| if self.folders { format!("{}/{id}", kind.folder()) } else { id.to_owned() };
        kinds.flat_map(|kind| library.ids(kind).map(|id| named(kind, id)).collect::<Vec<_>>()).collect()
    }
}

/// What can be set before a battle: the words of one option, or every option with its words (`size=medium`).
struct Options {
    key: Option<&'static str>,
}

impl Visitor for Options {
    type Output = Vec<String>;

    fn visit<G: Game>(self) -> Vec<String> {
        let keys = G::options_keys().schema().keys;
        match self.key {
            Some(name) => keys.iter().filter(|key| key.name == name).flat_map(|key| words(&key.value_type)).collect(),
            None => keys
                .iter()
                .flat_map(|key| match words(&key.value_type) {
                    none if none.is_empty() => vec![format!("{}=", key.name)],
                    some => some.iter().map(|word| format!("{}={word}", key.name)).collect(),
                })
                .collect(),
        }
    }
}

/// What a side decides in a battle.
struct Decisions;

impl Visitor for Decisions {
    type Output = Vec<String>;

    fn visit<G: Game>(self) -> Vec<String> {
        G::decisions().into_iter().map(str::to_owned).collect()
    }
}

/// The words that a value of a type can be.
fn words(of: &ValueType) -> Vec<String> {
    match of {
        ValueType::Choice { of, .. } => of.iter().map(ToString::to_string).collect(),
        ValueType::Flag => ["false", "true"].map(str::to_owned).into(),
        _ => Vec::new(),
    }
}

/// Those that begin as was typed.
fn words_of(typed: &OsStr, all: &[String]) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    all.iter().filter(|word| word.starts_with(&*typed)).map(CompletionCandidate::new).collect()
}

/// Those that begin as the last of a list was typed, and files whose names do.
fn offered(typed: &OsStr, ids: &[String]) -> Vec<CompletionCandidate> {
    let text = typed.to_string_lossy();
    let (before, last) = text.rfind(',').map_or(("", &*text), |comma| text.split_at(comma + 1));
    let ids = ids.iter().filter(|id| id.starts_with(last));
    let mut offered: Vec<_> = ids.map(|id| CompletionCandidate::new(format!("{before}{id}"))).collect();
    if before.is_empty() {
        let files = PathCompleter::file().filter(|path| path.extension().is_some_and(|end| end == "toml"));
        offered.extend(files.complete(typed));
    }
    offered
}
