//! Integration tests of the store: one binary, a module per subject.

mod common;
mod cost;
mod damage;
mod flips;
mod power_cut;
mod store;
