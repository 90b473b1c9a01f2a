//! The command line of Lanchester: `lanchester --help` says what it does.
//!
//! - [`cli`]: what can be typed. [`commands`]: one file for each command, options and all.
//! - [`contest`]: from words on the command line to a matchup. [`play`]: from matchups to tallies, with a meter.
//! - [`host`]: what the program offers to a run: time, messages, meters. [`memory`], [`footprint`]: what a run will take.
//! - [`which_game`]: whose rules, when nobody says. [`remarks`]: what to know of the ships.
//! - [`output`], [`exit`]: where text goes and how the program ends. [`interrupt`]: Ctrl-C. [`memory`]: whether there is enough.
//!
//! This crate parses, prints and waits; it alone knows the clock, the terminal and the environment. What is played for a
//! question is decided in `lanchester-study`.

mod cli;
mod commands;
mod contest;
mod exit;
mod footprint;
mod host;
mod interrupt;
mod memory;
mod meter;
mod output;
mod play;
mod remarks;
mod which_game;
mod wording;

fn main() -> std::process::ExitCode {
    exit::code_of(cli::run)
}
