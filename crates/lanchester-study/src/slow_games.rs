//! The games that a slow test plays.

use lanchester_conformance::thorough::is_thorough;
use lanchester_games::GameName;

/// All of them; one with lanes and a plain one where the tests are not thorough.
pub fn slow_games() -> impl Iterator<Item = GameName> {
    let some = [GameName::Nova, GameName::Fires];
    GameName::ALL.iter().copied().filter(move |game| is_thorough() || some.contains(game))
}
