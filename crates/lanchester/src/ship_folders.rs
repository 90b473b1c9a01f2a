//! Folders where ships are asked for: they stand for the ships in them.

use std::fs;
use std::path::Path;

use anyhow::bail;
use lanchester_games::Game;
use lanchester_scenario::{Kind, LARGEST, Library};

use crate::commands::check::collect;
use crate::which_game::words_of;

/// The words, with the paths of its ship files in place of each folder. A file that says that it is of another kind or game is
/// left out; what is wrong with any other is for its reader to say.
///
/// # Errors
/// A folder cannot be read, or holds no ship of this game.
pub fn unfolded<G: Game>(library: &Library<G>, named: &[String]) -> anyhow::Result<Vec<String>> {
    let mut ships = Vec::new();
    for word in named {
        let is_folder = Path::new(word).is_dir() && library.kinds(word).is_ok_and(|kinds| kinds.is_empty());
        if !is_folder {
            ships.push(word.clone());
            continue;
        }
        let mut files = Vec::new();
        collect(Path::new(word), &mut files)?;
        let before = ships.len();
        ships
            .extend(files.iter().filter(|file| may_be_ship::<G>(file)).map(|file| file.to_string_lossy().into_owned()));
        if ships.len() == before {
            bail!(
                "the folder `{word}` holds no ship of {}; expected the path of a ship file, or a folder with ship files in it",
                G::NAME
            );
        }
    }
    Ok(ships)
}

/// Whether a file does not say that it is something else.
fn may_be_ship<G: Game>(file: &Path) -> bool {
    if fs::metadata(file).is_ok_and(|about| about.len() > LARGEST) {
        return true;
    }
    let text = fs::read_to_string(file).unwrap_or_default();
    let says = |key: &'static str, word: &str| words_of(&text, key).next().is_none_or(|said| said == word);
    says("kind", Kind::Ship.name()) && says("game", G::NAME)
}
