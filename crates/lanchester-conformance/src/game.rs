//! What a game says of itself to be tested.

use std::sync::Arc;

use lanchester_battle::Searchable;
use lanchester_core::{Force, Matchup, Rules, Side};
use lanchester_lanes::Level;
use lanchester_lanes::dice::Pools;
use lanchester_lanes::hex::Board;
use lanchester_scenario::{DEFAULT_POLICY, GameFiles, Kind, Library};

use crate::Random;
use crate::odds::Case;

/// A ship: its side and its slot.
pub type Unit = (Side, u8);

/// What is counted so that a test means something: its name, and how many there must be at least.
pub type Least = (&'static str, usize);

/// Designs of a game, as a matchup holds them.
pub type Policies<G> = [Arc<<G as Rules>::Policy>];

/// A game as the tests see it. A game's tests implement it for a type of their own and call [`crate::conformance!`].
pub trait TestGame {
    /// The game.
    type Game: GameFiles + Searchable;

    /// The prefix of its rule ids, such as `NOVA`.
    const RULES: &'static str;
    /// The folder of its crate: `env!("CARGO_MANIFEST_DIR")`.
    const CRATE: &'static str;

    // Matchups.

    /// Ships of a side at most in the random matchups of the agreement test.
    const MOST_SHIPS: u64;
    /// Random matchups of any designs, policies (the shipped ones half of the time) and options, up to `most` ships a side.
    fn random_matchup(random: &mut Random, shipped: &Policies<Self::Game>, most: u64) -> Matchup<Self::Game>;
    /// Ships or fleets that meet themselves, a policy, and how many pairs are played to see that no seat is favoured.
    const MIRRORS: &'static [(&'static str, &'static str, u64)];
    /// In a mirror match the rules let one seat begin, which may count.
    const ONE_SEAT_BEGINS: bool = false;
    /// The turn limit.
    fn turn_cap(options: &<Self::Game as Rules>::Options) -> u16;

    // Events.

    /// The ship that does something of its own will here: moves, fires.
    fn actor(event: &<Self::Game as Rules>::Event) -> Option<Unit>;
    /// The ship that is damaged here, and by how much; below zero would be a repair.
    fn harm(event: &<Self::Game as Rules>::Event) -> Option<(Unit, i64)>;
    /// The ship that is out of the game from here on.
    fn lost(event: &<Self::Game as Rules>::Event) -> Option<Unit>;
    /// What must have happened at least once in 20,480 random battles for their agreement to mean something.
    const SIGHTS: &'static [&'static str];
    /// What happened in a battle.
    fn sights(matchup: &Matchup<Self::Game>, events: &[<Self::Game as Rules>::Event]) -> Vec<&'static str>;

    // Choices.

    /// Changes a random matchup so that every choice can be scored again: no noise, no weights that saturate.
    fn scorable(random: &mut Random, seed: u64, matchup: &mut Matchup<Self::Game>);
    /// What [`TestGame::judge`] counts.
    const JUDGED: &'static [Least];
    /// Scores the choices of a recorded battle again, by the meaning of the policy's weights in plain code. Gives what was
    /// judged, in the order of [`TestGame::JUDGED`], or the choice that is not the best.
    fn judge(
        matchup: &Matchup<Self::Game>,
        seed: u64,
        battle: u64,
        events: &[<Self::Game as Rules>::Event],
    ) -> Result<Vec<usize>, String>;

    // Dice.

    /// Seeds of random matchups whose dice are looked at.
    const ROLLS: u64;
    /// What [`TestGame::rolled`] counts.
    const ROLLED: &'static [Least];
    /// Pools of more dice than this are in the words of a battle.
    const TOLD_ABOVE: usize;
    /// Compares the dice of an event of a battle with what the event says of them. Gives the place in [`TestGame::ROLLED`] of
    /// what was compared.
    fn rolled(
        matchup: &Matchup<Self::Game>,
        battle: u64,
        event: &<Self::Game as Rules>::Event,
        rolls: &Pools,
    ) -> Vec<usize>;
    /// The one-volley battle that a seed makes, if it attacks at all.
    fn volley(seed: u64) -> Option<Case<Self::Game>>;
    /// What a one-volley battle shows, in the order of [`Case::exact`].
    fn shown(events: &[<Self::Game as Rules>::Event]) -> Vec<usize>;
    /// Outcomes of a volley (number of [`Case::exact`], value) of more than 1 %, and in how many cases there must be one.
    const DECISIVE: &'static [(usize, usize, usize)];

    // Files.

    /// Parts of keys that no shipped file uses.
    const UNUSED_KEYS: &'static [&'static str] = &[];
    /// Bad files at least, in `tests/bad/` of the game's crate.
    const BAD_FILES: usize;
    /// The codes of problems that a bad file must show.
    fn codes() -> Vec<(&'static str, &'static str)>;
}

/// A game whose files the reader is tested with, which is the same for all games: one of five ships and two fleets at least.
pub trait TestReader: TestGame {
    /// Points of the fleets that studies of the tests draw from the shipped ships.
    const FLEET_POINTS: u32;
    /// A whole number of a ship that sweeps vary from 12 to 16.
    const SWEPT: &'static str;
}

/// A game with lanes, which play what its reference plays.
pub trait TestLanes: TestGame {
    /// Boards on which geometry is compared.
    const BOARDS: &'static [Board];
    /// Battles of nothing but movement, and of nothing but fire and damage: see [`crate::ladder::replayed`].
    const RULES_ALONE: [fn(Level) -> Result<(), String>; 2];
}

/// Every policy that the game ships, by id.
///
/// # Panics
/// If there are fewer than eight, the usual ones and the one that commands where none is named.
#[must_use]
pub fn shipped_policies<G: GameFiles>() -> Vec<Arc<G::Policy>> {
    let library = Library::<G>::shipped();
    let ids: Vec<&str> = library.ids(Kind::Policy).collect();
    assert!(ids.len() >= 8 && ids.contains(&DEFAULT_POLICY), "{ids:?}");
    ids.into_iter().map(|id| library.policy(id).expect("a shipped policy")).collect()
}

/// A shipped ship or fleet against itself, both sides by one shipped policy.
///
/// # Panics
/// If the game ships no such ship, fleet or policy.
#[must_use]
pub fn mirror<G: GameFiles>(name: &str, policy: &str) -> Matchup<G> {
    let library = Library::<G>::shipped();
    let ships = match library.fleet(name) {
        Ok(fleet) => fleet.ships.iter().map(|(_, ship)| Arc::clone(ship)).collect(),
        Err(_) => vec![library.ship(name).expect("a shipped ship")],
    };
    let policy = library.policy(policy).expect("a shipped policy");
    let force = Force { name: name.to_owned(), ships, stations: None, commander: policy.into() };
    Matchup { name: format!("{name} mirror"), forces: [force.clone(), force], options: G::Options::default() }
}

/// Gives [`TestGame::SIGHTS`] and [`TestGame::sights`] where single events show them: the first line that fits an event says what.
/// Lines are those of a `match`; their conditions may ask the matchup.
#[macro_export]
macro_rules! sights {
    ($game:ty, $event:ty, $matchup:pat_param => { $($shown:pat $(if $when:expr)? => $sight:literal,)* }) => {
        const SIGHTS: &'static [&'static str] = &[$($sight),*];

        fn sights($matchup: &lanchester_core::Matchup<$game>, events: &[$event]) -> Vec<&'static str> {
            let sight = |event: &$event| match event {
                $($shown $(if $when)? => Some($sight),)*
                _ => None,
            };
            events.iter().filter_map(sight).collect()
        }
    };
}
