//! Games without lanes: the reference plays every battle, one after the other, and a player answers whatever it asks.
//!
//! A game is complete with this. Every command plays it, some thousands of duels a second and core, and its records are played
//! again by the same reference. Lanes are a second step, which changes how fast a game is and nothing else.
//!
//! - [`Plain`]: what a game says of itself; [`plain_engine!`](crate::plain_engine) makes it a [`crate::LaneEngine`] that can be
//!   [`crate::Searchable`].
//! - [`Answers`]: what stands between the reference and the player, so that a battle can stop at a choice and go on from there.
//! - [`Chooser`]: a policy that is written in the lanes' words, asked about one battle.

mod answers;
mod battles;
mod chooser;

use lanchester_core::{Matchup, Rules};
use lanchester_lanes::Level;
use lanchester_lanes::dice::BattleKey;
use lanchester_lanes::row::lanes_of;

pub use answers::{Answers, Due};
pub use battles::Battles;
pub use chooser::{Asked, Chooser};

use crate::{Part, Play, Reference, Setup, setup};

/// A game that its reference and a player play.
pub trait Plain: Rules<Workspace = Battles<<Self as Rules>::Event>> {
    /// What a side decides after placement, in words: eight at most.
    const DECISIONS: &'static [&'static str];

    /// Chooses for both sides of a battle. What it answers follows from the battle as it stands and the question: it remembers
    /// nothing of earlier ones.
    type Player<'t>;

    /// The matchup that the tables were worked out from.
    fn matchup(tables: &Self::Prepared) -> &Matchup<Self>;

    /// A player for one battle, whose pair has this key.
    fn player(tables: &Self::Prepared, level: Level, key: BattleKey) -> Self::Player<'_>;
}

/// Plays battles: what a [`crate::LaneEngine`] does, without lanes. Of the layout only the lanes count, and they only where battles
/// go on to their ends: a battle each.
///
/// # Panics
/// If a choice of the player is not legal, or a battle ends without an outcome: faults of the game.
pub fn run<G>(level: Level, play: Play<'_, G>)
where
    G: Plain + for<'t> Reference<Answers<<G as Plain>::Player<'t>>>,
{
    const { assert!(G::DECISIONS.len() <= 8, "eight decisions at most") };
    let Play { tables, workspace: battles, seed, cell, battles: numbers, layout, part } = play;
    let setup = setup(G::matchup(tables));
    let go_on = |battles: &mut Battles<G::Event>, more, lane| go_on::<G>(&setup, tables, level, battles, more, lane);
    match part {
        Part::Whole => {
            for battle in numbers {
                battles.open(battle, BattleKey::new(seed, cell, battle / 2));
                go_on(battles, usize::MAX, 0);
            }
        }
        Part::Opening => {
            battles.open(numbers.start, BattleKey::new(seed, cell, numbers.start / 2));
            go_on(battles, 0, 0);
        }
        Part::Step if battles.due().is_some() => go_on(battles, 1, 0),
        Part::Rest if battles.due().is_some() => {
            for lane in lanes_of(layout.lanes) {
                go_on(battles, usize::MAX, lane);
            }
            battles.close();
        }
        Part::Step | Part::Rest => {}
    }
}

/// Plays the battle that stands in `battles` from its beginning: with the answers and dice that are known, then with as many more
/// answers of the player as are asked for, and with the dice of this lane.
fn go_on<G>(
    setup: &Setup<'_, G>,
    tables: &G::Prepared,
    level: Level,
    battles: &mut Battles<G::Event>,
    more: usize,
    lane: usize,
) where
    G: Plain + for<'t> Reference<Answers<<G as Plain>::Player<'t>>>,
{
    let key = battles.key(lane);
    let mut answers = battles.answers(G::player(tables, level, key), more);
    let mut dice = battles.dice(key, more);
    let number = battles.number();
    let (log, result) = G::run(setup, number, battles.log(), &mut dice, &mut answers);
    match (result, answers.due()) {
        (Ok(()), _) => {
            let outcome = log.events().last().and_then(G::outcome).expect("a battle ends with how it ended");
            battles.end(lane, outcome, log.into_events());
            if more < usize::MAX {
                battles.close();
            }
        }
        (Err(_), Some(due)) => battles.pause(answers.into_known(), dice, due),
        (Err(illegal), None) => panic!("the player of battle {number} plays against the rules: {illegal}"),
    }
}

/// Makes a [`Plain`] game a [`LaneEngine`](crate::LaneEngine) that can be [`Searchable`](crate::Searchable).
#[macro_export]
macro_rules! plain_engine {
    ($game:ty) => {
        impl $crate::LaneEngine for $game {
            fn recorder(
                battles: &mut <Self as $crate::signatures::Rules>::Workspace,
            ) -> &mut $crate::Recorder<<Self as $crate::signatures::Rules>::Event> {
                &mut battles.recorder
            }

            fn dispatch(level: $crate::signatures::Level, play: $crate::Play<'_, Self>) {
                $crate::plain::run(level, play.begun());
            }
        }

        impl $crate::Searchable for $game {
            const DECISIONS: &'static [&'static str] = <Self as $crate::plain::Plain>::DECISIONS;

            fn choices(_: &Self::Prepared, battles: &Self::Workspace) -> Option<$crate::Choices> {
                battles.due()
            }

            // A battle stands still in all lanes at once.
            const BATTLES: usize = 1;

            fn clear(battles: &mut Self::Workspace) {
                battles.close();
            }

            $crate::searchable_by_batch!();
        }
    };
}
