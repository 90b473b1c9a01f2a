//! `lanchester completions`: for the shell.

use clap::Args;
use clap_complete::Shell;
use clap_complete::env::Shells;

use crate::completion::ASKED;
use crate::exit::Exit;
use crate::output;

/// Prints a script that completes commands, options, ids and files in your shell
#[derive(Debug, Args)]
#[command(
    before_long_help = "The ids are those of the game that the line names, else of nova. The script asks `lanchester`, \
which must be on your path.

Examples:
  lanchester completions bash > ~/.local/share/bash-completion/completions/lanchester
  lanchester completions fish > ~/.config/fish/completions/lanchester.fish
  lanchester completions zsh  > a file _lanchester in a folder of your $fpath"
)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script.
pub fn run(of: &Completions) -> anyhow::Result<Exit> {
    let shells = Shells::builtins();
    let shell = shells.completer(&of.shell.to_string()).expect("both lists have the same five shells");
    let mut script = Vec::new();
    shell.write_registration(ASKED, "lanchester", "lanchester", "lanchester", &mut script)?;
    output::own(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}
