//! Integration tests of Starmada Nova: one binary, a module per subject.

mod agreement;
mod allocation;
mod bad_files;
mod common;
mod conformance;
mod files;
mod fuzz;
mod ladder;
mod ledger;
mod mutations;
mod odds;
mod policies;
mod replay;
mod rungs;
mod shipped;
mod studies;
