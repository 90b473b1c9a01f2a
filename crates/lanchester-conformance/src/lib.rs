//! What must hold of every game. Each game crate calls [`conformance!`] once, in `tests/conformance.rs`, and says how its
//! events are read; the suite then plays the game's shipped matchups, duels and policies.
//!
//! - [`suite`]: the tests, generic over the game.
//! - [`fuzz`]: mutated files are read or told, never a panic.
//! - [`odds`]: exact odds are what one-volley battles show.
//! - [`staging`]: matchups for the tests of a reference.
//! - [`ledger`]: the ledger, the headings in the code and the test modules say the same.
//!
//! Only game crates' tests depend on this crate; it knows no game.

pub mod fuzz;
pub mod ledger;
pub mod odds;
mod random;
pub mod staging;
pub mod suite;

pub use lanchester_core::{Outcome, Side};
pub use random::Random;

/// A ship: its side and its slot.
pub type Unit = (Side, u8);

/// How a game's events are read by the suite.
pub struct Account<E> {
    /// The ship (side and slot) that does something of its own will here: moves, fires.
    pub actor: fn(&E) -> Option<Unit>,
    /// The ship that is damaged here, and by how much; below zero would be a repair.
    pub harm: fn(&E) -> Option<(Unit, i64)>,
    /// The ship that is out of the game from here on.
    pub lost: fn(&E) -> Option<Unit>,
    /// The result, at the end.
    pub outcome: fn(&E) -> Option<Outcome>,
}

/// The suite as tests: the game, the prefix of its rule ids, the turn limit of its options, and its [`Account`].
///
/// ```ignore
/// lanchester_conformance::conformance! {
///     game: StarmadaX,
///     rules: "X",
///     turn_cap: |options| options.turn_cap,
///     account: Account { actor, harm, lost, outcome },
/// }
/// ```
#[macro_export]
macro_rules! conformance {
    (game: $game:ty, rules: $prefix:literal, turn_cap: $cap:expr, account: $account:expr $(,)?) => {
        #[test]
        fn every_shipped_file_loads() {
            $crate::suite::every_shipped_file_loads::<$game>();
        }

        #[test]
        fn battles_end_within_their_cap() {
            $crate::suite::battles_end_within_their_cap::<$game>(&$account, $cap);
        }

        #[test]
        fn damage_is_never_negative_and_the_dead_do_nothing() {
            $crate::suite::damage_is_never_negative_and_the_dead_do_nothing::<$game>(&$account);
        }

        #[test]
        fn mirror_matches_are_symmetric() {
            $crate::suite::mirror_matches_are_symmetric::<$game>(&$account);
        }

        #[test]
        fn the_same_seed_is_the_same_battle() {
            $crate::suite::the_same_seed_is_the_same_battle::<$game>();
        }

        #[test]
        fn records_replay_through_the_reference() {
            $crate::suite::records_replay_through_the_reference::<$game>();
        }

        #[test]
        fn lanes_do_not_touch_each_other() {
            $crate::suite::lanes_do_not_touch_each_other::<$game>();
        }

        #[test]
        fn tallies_count_what_is_recorded() {
            $crate::suite::tallies_count_what_is_recorded::<$game>(&$account);
        }

        #[test]
        fn ledger_headings_and_tests_agree() {
            let ledger = <$game as $crate::suite::Rules>::ledger();
            $crate::ledger::agrees(env!("CARGO_MANIFEST_DIR"), $prefix, ledger);
        }
    };
}
