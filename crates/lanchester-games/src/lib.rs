//! The one list that names all games: [`GameName::visit`] runs code that is generic over [`Game`] on the game of that name.
//!
//! A new game is a line in the list; all that it says of itself stands in its own crate.

pub use lanchester_battle::ShipId;
pub use lanchester_battle::account::Deed;
pub use lanchester_battle::game::{Description, Game, PointsDecide};
pub use lanchester_battle::odds;

/// Code that is generic over the game.
pub trait Visitor {
    /// What it returns.
    type Output;

    /// Runs it on one game.
    fn visit<G: Game>(self) -> Self::Output;
}

macro_rules! games {
    ($($(#[doc = $doc:literal])* $(#[cfg($only:meta)])? $name:ident = $game:ty;)+) => {
        /// Every game, by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum GameName {
            $($(#[doc = $doc])* $(#[cfg($only)])? $name,)+
        }

        $($(#[doc = $doc])* $(#[cfg($only)])? pub type $name = $game;)+

        impl GameName {
            /// All of them.
            pub const ALL: &[Self] = &[$($(#[cfg($only)])? Self::$name),+];

            /// The name in files and on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($(#[cfg($only)])? Self::$name => <$game as lanchester_core::Rules>::NAME,)+
                }
            }

            /// The full title.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self {
                    $($(#[cfg($only)])? Self::$name => <$game as lanchester_core::Rules>::TITLE,)+
                }
            }

            /// Runs code on the game of this name.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    $($(#[cfg($only)])? Self::$name => visitor.visit::<$game>(),)+
                }
            }
        }
    };
}

games! {
    /// Starmada Nova.
    Nova = lanchester_rules_nova::Nova;
    /// Starmada X.
    StarmadaX = lanchester_rules_starmada_x::StarmadaX;
    /// Talon.
    Talon = lanchester_rules_talon::Talon;
    /// Skill Dice.
    SkillDice = lanchester_rules_skill_dice::SkillDice;
    /// Fires of Space.
    Fires = lanchester_rules_fires::Fires;
    /// The toy, for tests.
    #[cfg(feature = "toy")]
    Toy = lanchester_toy::Toy;
}

impl GameName {
    /// The game of this name.
    ///
    /// ```
    /// use lanchester_games::GameName;
    /// assert_eq!(GameName::by_name("nova"), Some(GameName::Nova));
    /// assert_eq!(GameName::by_name("chess"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|game| game.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use lanchester_scenario::{Kind, Library};

    use super::*;

    struct ProvingGroundIsShipped;

    impl Visitor for ProvingGroundIsShipped {
        type Output = ();

        fn visit<G: Game>(self) {
            let library = Library::<G>::shipped();
            let ids: Vec<String> =
                [Kind::Ship, Kind::Fleet].into_iter().flat_map(|kind| library.ids(kind)).map(str::to_owned).collect();
            assert!(!G::PROVING_GROUND.is_empty());
            for id in G::PROVING_GROUND.iter().flatten() {
                assert!(ids.iter().any(|known| known == id), "{id} is no shipped ship or fleet of {}", G::NAME);
            }
        }
    }

    #[test]
    fn every_game_has_a_name_of_its_own_and_a_proving_ground() {
        for (i, game) in GameName::ALL.iter().enumerate() {
            assert_eq!(GameName::by_name(game.name()), Some(*game));
            assert!(GameName::ALL[..i].iter().all(|other| other.name() != game.name()));
            game.visit(ProvingGroundIsShipped);
        }
    }
}
