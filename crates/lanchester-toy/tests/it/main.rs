//! Integration tests of the toy: what holds of every game is the conformance suite's, which sees this one through `game.rs`.

mod game;
mod judge;
mod matchups;
mod reader;
#[cfg(feature = "lanes")]
mod rules_alone;

/// The toy, to be tested.
struct Tested;

#[cfg(feature = "lanes")]
lanchester_conformance::conformance!(Tested);
#[cfg(not(feature = "lanes"))]
lanchester_conformance::conformance!(Tested, plain);
