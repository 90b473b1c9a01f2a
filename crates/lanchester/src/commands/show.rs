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
  lanchester show my-ships/nova/studies/default.toml")]
pub struct Show {
    /// A path that ends in .toml, or the id of something shipped; `ships/majestic` where an id means several things
    #[arg(value_name = "FILE")]
    what: String,
}

#[derive(Serialize)]
struct ShowJson<'a> {
    file: &'a str,
    toml: String,
}

/// Prints the file.
pub fn run<G: Game>(of: &Show, settings: &Settings) -> anyhow::Result<Exit> {
    let toml = settings.library::<G>().show(&of.what)?;
    if settings.json {
        settings.json(&ShowJson { file: &of.what, toml })?
    } else {
        output::data(&toml)?
    }
    Ok(Exit::Done)
}
