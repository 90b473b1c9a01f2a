//! Integration tests of Talon: one binary, a module per subject. What holds of every game is the conformance suite's, which sees this
//! one through `game.rs`.

mod agree;
mod files;
mod game;
mod judge;
mod ledger;
mod matchups;
mod rules_alone;
mod seats;
mod story;
mod volleys;

/// Talon, to be tested.
struct Tested;

lanchester_conformance::conformance!(Tested);
lanchester_conformance::conformance!(Tested, when);
