//! The command line of Lanchester: `lanchester --help` says what it does.
//!
//! - [`cli`]: what can be typed. [`commands`]: one file for each command, options and all.
//! - [`contest`]: from words on the command line to a matchup. [`play`]: from matchups to tallies, with a meter.
//! - [`parity`]: prices. [`versus`]: variants with the same dice. [`precision`], [`journal`]: runs that survive the night.
//! - [`forecast`], [`memory`]: what a run will cost.
//! - [`which_game`]: whose rules, when nobody says. [`remarks`]: what to know of the ships.
//! - [`output`], [`exit`]: where text goes and how the program ends. [`interrupt`]: Ctrl-C. [`memory`]: whether there is enough.
//!
//! This crate alone knows the clock, the terminal and the environment. What battles, prices or files mean is decided
//! below it.

mod cli;
mod clock;
mod commands;
mod contest;
mod exit;
mod footprint;
mod forecast;
mod interrupt;
mod journal;
mod memory;
mod meter;
mod output;
mod parity;
mod play;
mod precision;
mod progress;
mod remarks;
mod versus;
mod which_game;
mod wording;

fn main() -> std::process::ExitCode {
    exit::code_of(cli::run)
}
