//! The commands, one file each: what it takes and what it does.

pub mod check;
pub mod compare;
pub mod completions;
pub mod duel;
pub mod fit;
pub mod init;
pub mod list;
pub mod merge;
pub mod odds;
mod odds_flags;
pub mod plan;
pub mod policies;
pub mod price;
pub mod rate;
pub mod replay;
pub mod report;
pub mod reprice;
pub mod rules;
pub mod schema;
pub mod search;
pub mod selftest;
pub mod sensitivity;
pub mod show;
pub mod status;
pub mod sweep;
pub mod tune;
pub mod validate;
