//! Integration tests of the toy: what holds of every game is the conformance suite's, which sees this one through `game.rs`.

mod game;
mod judge;
mod matchups;
mod single;

/// The toy, to be tested.
struct Tested;

lanchester_conformance::conformance!(Tested);
