//! What every game's engine and reference need and no rulebook knows.
//!
//! A game writes its rules once as a reference, which is enough to play them, and again in lanes, which are fast. It joins both to
//! what is here:
//!
//! - **Lanes.** The workspace holds a [`Recorder`]; the loop that plays batches is a [`LaneEngine`]. [`engine::play`] and
//!   [`engine::record`] follow, and [`search`] for a game that is [`Searchable`]. Of the loop, [`queue`] (who waits for what, and
//!   the battles that have yet to begin) and [`compaction`] (lanes of several batches put together for one action) are here; of
//!   the batch, [`rows!`](macro@rows) (its declaration, and what follows from that); of the tables, [`lineup`] (side and slot of every ship); of
//!   policies, [`appraisal`] and [`anticipation`] (what they weigh), [`deployment`] (a fleet in line) and [`relation`] (other weights
//!   against other enemies); of the dice, [`throws`]; for benches, [`occupancy`] (how many lanes have something to do).
//! - **Plain.** A game without lanes, which its reference and a player play: [`mod@plain`]. Where there are lanes, a player who
//!   asks their chooser about one battle; what weights mean in plain numbers: [`weights`].
//! - **Reference.** The table of a battle holds an [`EventLog`]; [`Reference::run`] plays one battle from a [`Setup`] with
//!   choices of any kind, and the game implements its trait of choices for [`Recorded`]. [`reference::play`],
//!   [`reference::replay`] and [`reference::rolls`] follow.
//! - **For the program.** What a game says of itself beyond its rules and its files: [`game::Game`]; exact odds: [`mod@odds`].
//! - **Story.** The text of a replay is a [`Story`], line by line under headings.
//!
//! [`rules_by_engine_and_reference!`], [`lane_engine!`], [`plain_engine!`] and [`reference_by_table!`] write the forwarding that
//! Rust asks of every game, and no more than that.
//!
//! What happens in a battle, in which phases, and who chooses what is the game's: there is no common loop, event, choice or
//! table here.

pub mod account;
pub mod engine;
pub mod game;
pub mod odds;
pub mod recorder;
pub mod reference;
pub mod search;
mod ship_id;
pub mod story;

pub mod anticipation;
pub mod appraisal;
pub mod compaction;
pub mod deployment;
pub mod lineup;
pub mod matrix;
pub mod occupancy;
pub mod plain;
pub mod queue;
pub mod relation;
pub mod rows;
pub mod shortlist;
pub mod throws;
pub mod weights;

pub use engine::{LaneEngine, Layout, Part, Play};
pub use recorder::Recorder;
pub use reference::{EventLog, Illegal, Recorded, Reference, Setup, setup};
pub use search::{Choices, Searchable};
pub use ship_id::ShipId;
pub use story::Story;

/// What the macros name; for them alone.
#[doc(hidden)]
pub mod signatures {
    pub use std::ops::Range;

    pub use lanchester_core::{Job, LedgerEntry, Matchup, Mismatch, Outcome, Rules, Search, Side, Tally};
    pub use lanchester_lanes::dice::{BattleKey, DiceSource, Pools};
    pub use lanchester_lanes::{Kernel, LANES, LaneMask, Level, Simd};
}

/// The methods of `Rules` that are the same in every game with a ledger, tables, a [`Searchable`] engine, a [`Reference`] and a
/// story; ledger, tables and story are named in this order: to be written inside its `impl Rules`.
#[macro_export]
macro_rules! rules_by_engine_and_reference {
    ($ledger:expr, $tables:expr, $story:expr) => {
        fn ledger() -> &'static [$crate::signatures::LedgerEntry] {
            $ledger
        }

        fn prepare(matchup: &$crate::signatures::Matchup<Self>) -> Self::Prepared {
            $tables(matchup)
        }

        fn workspace() -> Self::Workspace {
            Default::default()
        }

        fn play(
            tables: &Self::Prepared,
            workspace: &mut Self::Workspace,
            level: $crate::signatures::Level,
            job: &$crate::signatures::Job,
            tally: &mut $crate::signatures::Tally,
        ) {
            $crate::engine::play::<Self>(tables, workspace, level, job, tally);
        }

        fn record(
            tables: &Self::Prepared,
            level: $crate::signatures::Level,
            seed: u64,
            cell: u64,
            battles: $crate::signatures::Range<u64>,
        ) -> Vec<Vec<Self::Event>> {
            $crate::engine::record::<Self>(tables, level, seed, cell, battles)
        }

        fn decisions() -> Vec<&'static str> {
            $crate::search::decisions::<Self>()
        }

        fn secret() -> Vec<&'static str> {
            <Self as $crate::Searchable>::SECRET.to_vec()
        }

        fn search(
            search: &$crate::signatures::Search<Self::Prepared>,
            level: $crate::signatures::Level,
            seed: u64,
            cell: u64,
            battles: $crate::signatures::Range<u64>,
        ) -> Vec<(Vec<Self::Event>, $crate::signatures::Outcome)> {
            $crate::search::search::<Self>(search, level, seed, cell, battles)
        }

        fn verify(
            matchup: &$crate::signatures::Matchup<Self>,
            seed: u64,
            cell: u64,
            battle: u64,
            events: &[Self::Event],
        ) -> Result<(), $crate::signatures::Mismatch> {
            let key = $crate::signatures::BattleKey::new(seed, cell, battle / 2);
            $crate::reference::replay(&$crate::setup(matchup), key, battle, events)
        }

        fn rolls(
            matchup: &$crate::signatures::Matchup<Self>,
            seed: u64,
            cell: u64,
            battle: u64,
            events: &[Self::Event],
        ) -> Vec<$crate::signatures::Pools> {
            let key = $crate::signatures::BattleKey::new(seed, cell, battle / 2);
            $crate::reference::rolls(&$crate::setup(matchup), key, battle, events)
        }

        fn narrate(
            matchup: &$crate::signatures::Matchup<Self>,
            battle: u64,
            events: &[Self::Event],
            rolls: &[$crate::signatures::Pools],
        ) -> String {
            let names = matchup.forces.each_ref().map(|force| force.name.as_str());
            $story(&$crate::setup(matchup), names, battle, events, rolls)
        }
    };
}

/// Makes a function that plays a range of battles the [`LaneEngine`] of a game: its type, the field of its workspace that is the
/// recorder, and the function. The engine is then compiled once for each level, in the game's crate.
#[macro_export]
macro_rules! lane_engine {
    ($game:ty, $($recorder:ident).+, $run:path) => {
        impl $crate::LaneEngine for $game {
            fn recorder(
                workspace: &mut <Self as $crate::signatures::Rules>::Workspace,
            ) -> &mut $crate::Recorder<<Self as $crate::signatures::Rules>::Event> {
                &mut workspace.$($recorder).+
            }

            fn dispatch(level: $crate::signatures::Level, play: $crate::Play<'_, Self>) {
                struct Engine<'p>($crate::Play<'p, $game>);

                impl $crate::signatures::Kernel for Engine<'_> {
                    type Output = ();

                    #[inline(always)]
                    fn run<S: $crate::signatures::Simd>(self, simd: S) {
                        $run(simd, self.0);
                    }
                }

                level.dispatch(Engine(play.begun()));
            }
        }
    };
}

/// Makes a table that plays a battle the [`Reference`] of a game: its type, the trait of its choices, and the table, which has a
/// field `log`, a constructor `new(setup, battle)` and a method `play(dice, choices)`.
#[macro_export]
macro_rules! reference_by_table {
    ($game:ty, $choices:path, $table:ident) => {
        impl<C: $choices> $crate::Reference<C> for $game {
            fn run<D: $crate::signatures::DiceSource>(
                setup: &$crate::Setup<'_, Self>,
                battle: u64,
                log: $crate::EventLog<Self::Event>,
                dice: &mut D,
                choices: &mut C,
            ) -> ($crate::EventLog<Self::Event>, Result<(), $crate::Illegal>) {
                let mut table = $table { log, ..$table::new(setup, battle) };
                let result = table.play(dice, choices);
                (table.log, result)
            }
        }
    };
}
