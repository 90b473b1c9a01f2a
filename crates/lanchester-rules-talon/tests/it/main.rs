//! Integration tests of Talon's plain side: one binary, a module per subject.

mod agree;
mod files;
mod ledger;
mod matchups;
mod story;
