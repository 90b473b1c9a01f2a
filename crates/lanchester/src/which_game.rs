//! Which game a command is about, when `--game` does not say: the one that a file on the command line names.

use std::fs;
use std::path::Path;

use clap::{Arg, ArgMatches, Command};
use lanchester_games::GameName;
use lanchester_scenario::{Documents, Kind, LARGEST, Reference, is_shipped, shared_text};

/// Words in the value names of arguments that take scenario files or ids of them.
const SCENARIOS: [&str; 6] = ["SHIP", "FLEET", "MATCHUP", "STUDY", "POLICY", "SWEEP"];

/// Value names of arguments that take paths and never ids.
const PATHS: [&str; 2] = ["PATH", "DIR"];

/// How to ask about a game other than the one of this name.
pub fn other_games(than: &str) -> String {
    let names: Vec<&str> = GameName::ALL.iter().map(|game| game.name()).filter(|name| *name != than).collect();
    format!("Other games: --game {}.", names.join(", "))
}

/// The words of a command line that stand where it names scenario files or folders of them, in their order. `cli` is what can
/// be typed, `typed` what was. A bare word that is the id of a shipped file means that file, whatever folder has its name.
pub fn scenarios_in(cli: &Command, typed: &ArgMatches) -> Vec<String> {
    let Some((name, typed)) = typed.subcommand() else { return Vec::new() };
    let Some(command) = cli.find_subcommand(name) else { return Vec::new() };
    let mut words: Vec<(usize, String)> = Vec::new();
    for arg in command.get_arguments().filter(|arg| names_scenarios(arg)) {
        let id = arg.get_id().as_str();
        let (Some(places), Ok(Some(values))) = (typed.indices_of(id), typed.try_get_raw(id)) else { continue };
        let is_path = is_named(arg, &PATHS);
        let values = values.filter_map(|value| value.to_str());
        let values = places.zip(values).filter(|(_, word)| is_path || !is_id(word));
        // A policy may be followed by how often it is met.
        words.extend(values.map(|(place, word)| {
            (place, word.rsplit_once(".toml=").map_or(word.to_owned(), |(file, _)| format!("{file}.toml")))
        }));
    }
    words.sort();
    words.into_iter().map(|(_, word)| word).collect()
}

/// Whether an argument takes scenario files: one of those words is the name of its value, or it is what a command is about and
/// not one of a few words.
fn names_scenarios(arg: &Arg) -> bool {
    is_named(arg, &SCENARIOS) || (arg.is_positional() && arg.get_possible_values().is_empty())
}

fn is_named(arg: &Arg, names: &[&str]) -> bool {
    names_in(arg).any(|name| names.contains(&name))
}

/// The words in the names of an argument's value, such as SHIP and FLEET in `SHIP|FLEET`.
pub fn names_in(arg: &Arg) -> impl Iterator<Item = &str> {
    let values = arg.get_value_names().unwrap_or_default();
    values.iter().flat_map(|value| value.split(|c: char| !c.is_ascii_uppercase()))
}

/// Whether a word is no path, because a game ships something under it.
fn is_id(word: &str) -> bool {
    !word.contains(['/', '\\']) && GameName::ALL.iter().any(|game| is_shipped(game.name(), word))
}

/// The game that the first scenario file among these arguments names by its `game` key, if any does. Whatever is wrong
/// with the file is reported later, by its reader.
pub fn named_by_a_file<'a>(arguments: impl IntoIterator<Item = &'a str>, documents: &Documents) -> Option<GameName> {
    let of_document = |path: &Path| match shared_text(path) {
        Some(shared) => shared.ok().and_then(|text| named(&text)),
        None => documents.text(path).map_or_else(|| of_file(path), named),
    };
    arguments
        .into_iter()
        .find_map(|argument| Reference::of(argument).path().map_or_else(|| of_folder(Path::new(argument)), of_document))
}

/// The game of the first file in a folder laid out like `scenarios/` or `scenarios/<game>/`.
fn of_folder(folder: &Path) -> Option<GameName> {
    if !folder.is_dir() {
        return None;
    }
    let own = GameName::ALL.iter().map(|game| folder.join(game.name())).chain([folder.to_owned()]);
    let folders = own.flat_map(|folder| Kind::ALL.map(|kind| folder.join(kind.folder())).into_iter().chain([folder]));
    folders.into_iter().find_map(|folder| {
        let entries = fs::read_dir(folder).ok()?;
        let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
        files.sort();
        files.iter().find_map(|path| of_file(path))
    })
}

fn of_file(path: &Path) -> Option<GameName> {
    let about = fs::metadata(path).ok()?;
    if !about.is_file() || about.len() > LARGEST {
        return None;
    }
    named(&fs::read_to_string(path).ok()?)
}

/// The game that a line `game = "…"` names.
fn named(text: &str) -> Option<GameName> {
    words_of(text, "game").find_map(GameName::by_name)
}

/// The words that lines `key = "…"` at the top of a file name. Read without a parser, so that a file with other faults still says
/// whose it is.
pub fn words_of<'t>(text: &'t str, key: &'t str) -> impl Iterator<Item = &'t str> {
    let top = text.lines().map(str::trim).take_while(|line| !line.starts_with('['));
    let values = top.filter_map(move |line| line.strip_prefix(key)?.trim_start().strip_prefix('='));
    values.filter_map(|value| value.trim().trim_matches('"').split('"').next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_key_is_found() {
        for text in ["game = \"starmada-x\"\n", "# x\nkind = \"ship\"\n  game=\"starmada-x\" # mine\n"] {
            assert_eq!(named(text), Some(GameName::StarmadaX), "{text}");
        }
        for text in ["", "game = 3\n", "game = \"chess\"\n", "[a]\ngame = \"nova\"\n", "gamer = \"nova\"\n"] {
            assert_eq!(named(text), None, "{text}");
        }
    }

    #[test]
    fn only_files_that_can_be_read_count() {
        let none = Documents::default();
        assert_eq!(named_by_a_file(["--seed", "none.toml", "majestic"], &none), None);
        let here = tempfile::tempdir().expect("a folder");
        let path = here.path().join("x.toml");
        fs::write(&path, "game = \"starmada-x\"\n").expect("a file");
        let path = path.to_str().expect("a path");
        assert_eq!(named_by_a_file(["none.toml", path], &none), Some(GameName::StarmadaX));
        fs::create_dir_all(here.path().join("mine/ships")).expect("a folder");
        fs::rename(path, here.path().join("mine/ships/x.toml")).expect("a file");
        assert_eq!(
            named_by_a_file([here.path().join("mine").to_str().expect("a path")], &none),
            Some(GameName::StarmadaX)
        );
        assert_eq!(named_by_a_file([here.path().to_str().expect("a path")], &none), None);
    }
}
