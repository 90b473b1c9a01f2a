//! `lanchester completions`: for the shell.

use clap::Args;
use clap_complete::Shell;

use crate::exit::Exit;
use crate::output;

/// Prints a script that completes commands and options in your shell
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester completions bash > ~/.local/share/bash-completion/completions/lanchester
  lanchester completions fish > ~/.config/fish/completions/lanchester.fish
  lanchester completions zsh  > a file _lanchester in a folder of your $fpath")]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script.
pub fn run(of: &Completions, mut cli: clap::Command) -> anyhow::Result<Exit> {
    // The generator panics on a closed pipe, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(of.shell, &mut cli, "lanchester", &mut script);
    output::own(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}
