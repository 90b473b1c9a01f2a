//! Integration tests of Skill Dice: what holds of every game is the conformance suite's, which sees this one through `game.rs`.

mod game;
mod judge;
mod matchups;
mod odds;
mod story;

/// Skill Dice, to be tested.
struct Tested;

lanchester_conformance::conformance!(Tested, plain);
lanchester_conformance::conformance!(Tested, when);
