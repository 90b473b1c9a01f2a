//! `lanchester show`: a file with every default filled in.

use clap::Args;
use lanchester_games::Game;
use serde::Serialize;

use crate::exit::Exit;
use crate::output;
use crate::settings::Settings;

/// Prints a scenario file with every default filled in
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester show majestic
  lanchester show policies/greedy
  lanchester show my-ships/nova/studies/default.toml
  lanchester show my-ship.toml --code                 one line that stands for the file, to be posted
  lanchester price \"$(cat code.txt)\"                  such a line in place of a file")]
pub struct Show {
    /// A path that ends in .toml, or the id of something shipped; `ships/majestic` where an id means several things
    #[arg(value_name = "FILE")]
    what: String,
    /// Print a ship, fleet or policy as a share code: one line of text that every command takes in place of a file
    #[arg(long)]
    code: bool,
}

#[derive(Serialize)]
struct ShowJson<'a> {
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    toml: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
}

/// Prints the file.
pub fn run<G: Game>(of: &Show, settings: &Settings) -> anyhow::Result<Exit> {
    let library = settings.library::<G>();
    let (text, code) = if of.code { (library.code(&of.what)?, true) } else { (library.show(&of.what)?, false) };
    if settings.json {
        let [toml, code] = if code { [None, Some(text)] } else { [Some(text), None] };
        settings.json(&ShowJson { file: &of.what, toml, code })?
    } else if code {
        output::data(&format!("{text}\n"))?
    } else {
        output::data(&text)?
    }
    Ok(Exit::Done)
}
