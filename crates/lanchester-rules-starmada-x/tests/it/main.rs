//! Integration tests of Starmada X: one binary, a module per subject.

mod agreement;
mod allocation;
mod bad_files;
mod common;
mod conformance;
mod files;
mod fuzz;
mod ladder;
mod ledger;
mod odds;
mod policies;
mod replay;
mod shipped;
