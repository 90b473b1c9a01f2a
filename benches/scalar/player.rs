//! The plain programs of games whose crates have a player: that player over the game's reference. Starmada X's scores every
//! candidate by itself and gathers what it looks at in lists, as one writes it first; Talon's asks the lanes' chooser about one battle.

use lanchester_battle::reference::{Illegal, play};
use lanchester_battle::setup;
use lanchester_core::{Matchup, Rules};
use lanchester_lanes::Level;
use lanchester_lanes::dice::{BattleKey, KeyedDice};
use lanchester_rules_starmada_x::{self as starmada_x, StarmadaX};
use lanchester_rules_talon::Talon;
use lanchester_rules_talon::lanes::tables::Tables;
use lanchester_rules_talon::player::Player;

use super::{Benched, Program};

/// The events of a battle, or why the player's choices are not legal.
type Played<E> = Result<Vec<E>, Illegal>;

/// The program of a player who plays a battle of this key and number.
///
/// # Panics
/// The program does, if the player breaks a rule, which the tests of this package would have told.
fn program<'m, G: Benched>(played: impl Fn(BattleKey, u64) -> Played<<G as Rules>::Event> + 'm) -> Program<'m, G> {
    Program::new(move |seed, battle| match played(BattleKey::new(seed, 0, battle / 2), battle) {
        Ok(events) => events,
        Err(illegal) => panic!("the plain player of battle {battle} plays against the rules: {illegal}"),
    })
}

/// The policies of a matchup.
fn policies<G: Rules>(matchup: &Matchup<G>) -> [&G::Policy; 2] {
    matchup.forces.each_ref().map(|force| &*force.commander)
}

/// Starmada X's.
#[must_use]
pub fn starmada_x(matchup: &Matchup<StarmadaX>) -> Program<'_, StarmadaX> {
    let (setup, policies) = (setup(matchup), policies(matchup));
    let tables = starmada_x::player::Tables::new(&setup, policies);
    program(move |key, battle| {
        let mut player = starmada_x::player::Player::new(&tables, key);
        play(&setup, battle, &mut KeyedDice::new(key), &mut player)
    })
}

/// Talon's: the chooser, asked about one battle at a time.
#[must_use]
pub fn talon<'m>(matchup: &'m Matchup<Talon>, tables: &'m Tables) -> Program<'m, Talon> {
    let setup = setup(matchup);
    program(move |key, battle| {
        play(&setup, battle, &mut KeyedDice::new(key), &mut Player::new(tables, Level::best(), key))
    })
}
