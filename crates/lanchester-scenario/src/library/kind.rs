//! The kinds of file.

use serde::Serialize;

use crate::game::GameFiles;

/// What a file describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A ship class.
    Ship,
    /// Ships that fight together.
    Fleet,
    /// Side A against side B.
    Matchup,
    /// A question of many matchups.
    Study,
    /// How a side is commanded.
    Policy,
    /// Many variants of a ship or fleet.
    Sweep,
    /// What several ships share and name, in games that have it.
    Card,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Ship, Self::Fleet, Self::Matchup, Self::Study, Self::Policy, Self::Sweep, Self::Card];

    /// Those that a game has files of: cards only where [`GameFiles::card_schema`] says so.
    pub fn of<G: GameFiles>() -> impl Iterator<Item = Self> {
        let cards = G::card_schema().is_some();
        Self::ALL.into_iter().filter(move |kind| cards || *kind != Self::Card)
    }

    /// As `kind = "…"` spells it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ship => "ship",
            Self::Fleet => "fleet",
            Self::Matchup => "matchup",
            Self::Study => "study",
            Self::Policy => "policy",
            Self::Sweep => "sweep",
            Self::Card => "card",
        }
    }

    /// The command that a file of it is for.
    #[must_use]
    pub const fn command(self) -> Option<&'static str> {
        match self {
            Self::Ship => Some("price"),
            Self::Fleet | Self::Matchup => Some("duel"),
            Self::Study => Some("validate"),
            Self::Sweep => Some("sweep"),
            Self::Policy | Self::Card => None,
        }
    }

    /// Which command takes a file of this kind, named so, where another was wanted: `; …`, or nothing.
    #[must_use]
    pub fn taken_by(self, wanted: Self, name: &str) -> String {
        let Some(command) = self.command() else { return String::new() };
        let beside = match (wanted, self) {
            (Self::Ship, Self::Study) => {
                format!(", and `lanchester price SHIP --against {name}` prices a ship by its ships")
            }
            _ => String::new(),
        };
        format!("; `lanchester {command} {name}` takes a {self}{beside}")
    }

    /// The folder such files live in.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Ship => "ships",
            Self::Fleet => "fleets",
            Self::Matchup => "matchups",
            Self::Study => "studies",
            Self::Policy => "policies",
            Self::Sweep => "sweeps",
            Self::Card => "cards",
        }
    }

    /// The kind that `kind = "…"` or a folder spells this way.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|k| k.name() == name || k.folder() == name)
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
