//! The command line of Lanchester: `lanchester --help` says what it does.
//!
//! - `cli`: what can be typed, which hands `settings` to a command. `commands`: one file for each command, options and all;
//!   none of them knows `cli`. `option_values`: values that several of their options take.
//! - [`answer()`]: a command asked for by another program, such as the Python package. [`front`]: who asks, and hears the
//!   answer; the terminal is one.
//! - `battle_options`: `--options`. `contest`: from words on the command line to a matchup. `play`: from matchups to tallies, with a meter.
//! - `host`: what the program offers to a run: time, messages, meters. `memory`, `footprint`: what a run will take.
//! - `which_game`: whose rules, when nobody says. `ship_folders`: the ships of a folder. `spreadsheet`: ships as lines of a table. `remarks`: what to know of the ships.
//! - `help`: the help of all commands. `output`, `exit`: where text goes and how the program ends. `interrupt`: Ctrl-C. `memory`: whether there is enough.
//!
//! This crate parses, prints and waits; it alone knows the clock, the terminal and the environment. What is played for a
//! question is decided in `lanchester-study`. The program is [`main`] and nothing else.

mod answer;
mod battle_options;
mod cli;
mod commands;
mod completion;
mod contest;
mod exit;
mod footprint;
pub mod front;
mod help;
mod host;
mod interrupt;
mod json_head;
mod memory;
mod meter;
mod misplaced;
mod open;
mod option_values;
mod output;
mod parts;
mod play;
mod remarks;
mod search_flags;
mod settings;
mod ship_folders;
mod spreadsheet;
mod store_flags;
mod which_game;
mod wording;

pub use answer::{Failure, answer};
pub use exit::Exit;

/// The program: does what the command line says and returns the exit code.
pub fn main() -> std::process::ExitCode {
    exit::code_of(cli::run)
}
