//! What must hold of every game. A game's tests implement [`TestGame`] for a type of their own, which says how random
//! matchups are made, how events are read and what choices are worth, and call [`conformance!`] once; the suite then plays
//! random matchups and the game's shipped matchups, duels and policies.
//!
//! - [`agreement`]: the reference reproduces every battle of the lanes, event for event.
//! - [`ladder`]: from dice to threads, the lowest rung that broke is named. [`primitive`] are its lowest rungs.
//! - [`suite`]: what holds of battles, records and tallies.
//! - [`choices`]: every choice of a policy is the best, scored again; [`weights`] are what games score with.
//! - [`search`]: a side that searches plays legal battles, from where they stand, and well.
//! - [`allocation`]: a chunk is played without allocating.
//! - [`replay`]: the dice of a replay are those that were counted.
//! - [`odds`]: exact odds are what one-volley battles show.
//! - [`files`], [`schemas`]: shipped files are right, shown ones read back, schemas are current and say what readers do.
//! - [`bad_files`], [`reader`], [`fuzz`]: bad, unreadable, hostile and mutated files are refused with a problem that says what
//!   to fix.
//! - [`studies`]: what study files ask for is what is played.
//! - [`staging`]: matchups for the tests of a reference.
//! - [`ledger`]: the ledger, the headings in the code and the test modules say the same.
//! - [`thorough`]: how much slow tests play.
//!
//! Only tests depend on this crate, those of games first of all; it knows no game.

pub mod agreement;
pub mod allocation;
pub mod bad_files;
pub mod choices;
pub mod files;
pub mod fuzz;
mod game;
pub mod ladder;
pub mod ledger;
pub mod odds;
pub mod primitive;
mod random;
pub mod reader;
pub mod replay;
pub mod schemas;
pub mod search;
pub mod staging;
pub mod studies;
pub mod suite;
pub mod thorough;
pub mod weights;

pub use game::{Least, Policies, TestGame, TestLanes, TestReader, Unit, mirror, shipped_policies};
pub use random::Random;

/// The suite as tests of a [`TestLanes`], or of a [`TestGame`] that is plain: without what lanes alone promise.
///
/// ```ignore
/// lanchester_conformance::conformance!(Tested);
/// lanchester_conformance::conformance!(Tested, plain);
/// ```
///
/// What the one reader of all games does is tested once, with the files of one game: `conformance!(Tested, reader)`; that entries of
/// `[[when]]` command, in each game whose policies have them: `conformance!(Tested, when)`.
#[macro_export]
macro_rules! conformance {
    ($game:ty) => {
        $crate::conformance! { $game:
            ladder::the_parity_ladder_holds,
            allocation::a_chunk_is_played_without_allocating,
        }
        $crate::conformance!($game, plain);
    };
    ($game:ty, plain) => {
        $crate::conformance! { $game:
            agreement::lanes_agree_with_the_reference_on_20_480_battles,
            agreement::twelve_a_side_agree,
            agreement::every_level_plays_the_same_battles,
            ladder::a_mirror_match_is_symmetric_to_the_last_battle,
            ladder::a_mirror_match_has_no_seat_bias,
            suite::every_shipped_file_loads,
            suite::battles_end_within_their_cap,
            suite::damage_is_never_negative_and_the_dead_do_nothing,
            suite::mirror_matches_are_symmetric,
            suite::the_same_seed_is_the_same_battle,
            suite::records_replay_through_the_reference,
            suite::lanes_do_not_touch_each_other,
            suite::tallies_count_what_is_recorded,
            choices::every_choice_is_the_best,
            search::searched_battles_verify,
            search::a_search_among_one_policy_is_that_policy,
            search::a_belief_is_about_the_opponent_alone,
            search::a_search_may_be_kept_to_one_decision,
            search::a_budget_is_about_roll_outs_alone,
            search::both_sides_may_search,
            search::searched_cells_count_their_battles,
            search::secret_choices_are_taken_as_secret,
            search::a_copy_of_a_battle_goes_on_as_the_battle_does,
            search::every_level_searches_alike,
            replay::dice_are_those_that_were_counted,
            odds::odds_are_what_battles_show,
            files::the_embedded_files_are_those_on_disk,
            files::show_prints_a_file_that_reads_back,
            files::schemas_are_current,
            files::shipped_studies_know_their_inputs,
            schemas::files_and_schemas_agree,
            bad_files::every_bad_file_says_what_to_fix,
            bad_files::every_bad_file_has_a_place_to_look_at,
            bad_files::every_code_has_a_bad_file,
            fuzz::no_mutated_file_makes_its_reader_panic_or_hang,
            fuzz::damaged_files_load_or_say_why,
            ledger::ledger_headings_and_tests_agree,
        }
    };
    ($game:ty, when) => {
        $crate::conformance! { $game: choices::entries_of_when_command, }
    };
    ($game:ty, reader) => {
        $crate::conformance! { $game:
            files::an_exported_folder_uses_its_own_files,
            studies::cells_come_in_a_fixed_order,
            studies::all_policy_pairs_come_in_a_fixed_order,
            studies::a_search_stands_among_the_policies,
            studies::random_fleets_keep_their_word,
            studies::random_fleets_are_drawn_by_the_seed_of_the_file,
            studies::pure_fleets_use_every_pair,
            studies::random_fleets_are_played_by_every_policy_and_shown,
            studies::prices_have_defaults_and_are_read,
            studies::samples_that_come_out_alike_are_one_variant,
            reader::what_cannot_be_read_is_reported,
            reader::a_file_that_may_not_be_read_is_reported,
            reader::a_name_of_nothing_says_what_may_be_meant,
            reader::a_study_has_an_end,
            reader::hostile_files_are_refused,
        }
    };
    ($game:ty: $($module:ident::$test:ident,)+) => {
        $(
            #[test]
            fn $test() {
                $crate::$module::$test::<$game>();
            }
        )+
    };
}
