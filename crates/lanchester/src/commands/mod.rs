//! The commands, one file each: what it takes and what it does.

pub mod check;
pub mod completions;
pub mod duel;
pub mod init;
pub mod list;
pub mod odds;
pub mod policies;
pub mod replay;
pub mod rules;
pub mod selftest;
pub mod show;
pub mod validate;
