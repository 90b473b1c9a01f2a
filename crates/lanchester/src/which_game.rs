//! Which game a command is about, when `--game` does not say: the one that a file on the command line names.

use std::fs;
use std::path::Path;

use lanchester_games::GameName;
use lanchester_scenario::{Documents, Kind, LARGEST, Reference};

/// The game that the first scenario file among these arguments names by its `game` key, if any does. Whatever is wrong
/// with the file is reported later, by its reader.
pub fn named_by_a_file<'a>(arguments: impl IntoIterator<Item = &'a str>, documents: &Documents) -> Option<GameName> {
    let of_document = |path: &Path| documents.text(path).map_or_else(|| of_file(path), named);
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

/// The game that a line `game = "…"` names. Read without a parser, so that a file with other faults still says whose it is.
fn named(text: &str) -> Option<GameName> {
    let top = text.lines().map(str::trim).take_while(|line| !line.starts_with('['));
    let values = top.filter_map(|line| line.strip_prefix("game")?.trim_start().strip_prefix('='));
    values.filter_map(|value| value.trim().trim_matches('"').split('"').next().and_then(GameName::by_name)).next()
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
