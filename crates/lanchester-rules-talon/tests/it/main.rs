//! Integration tests of Talon's plain side: one binary, a module per subject.

mod files;
mod ledger;
mod story;
