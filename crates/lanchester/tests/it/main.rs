//! The program as a user runs it: one binary of tests, a module per subject.

mod answers;
mod common;
mod disk;
mod emit;
mod findings;
mod fit;
mod folders;
mod full;
mod grow;
mod learn;
mod names;
mod notation;
mod options;
mod parts;
mod prices;
mod reference;
mod refusals;
mod report;
mod reprice;
mod second_game;
mod stores;
mod sweep;
mod terminal;
mod tune;
mod validate;
mod width;
