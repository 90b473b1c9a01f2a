//! Integration tests of Starmada Nova: one binary, a module per subject. What holds of every game is the conformance suite's,
//! which sees this one through `game.rs`.

mod ahead;
mod faults;
mod files;
mod game;
mod judge;
mod ledger;
mod matchups;
mod policies;
mod rules_alone;
mod shipped;
mod values;

/// Nova, to be tested.
struct Tested;

lanchester_conformance::conformance!(Tested);
lanchester_conformance::conformance!(Tested, when);
#[test]
fn a_search_finds_the_better_policy() {
    lanchester_conformance::search::finds_the_better_policy::<Tested>("majestic");
}
