//! The codes of a damage index.

use serde::Serialize;

/// One effect of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// `T`: thrust −1.
    Thrust,
    /// `E`: ESV −1.
    Esv,
    /// `A`: ASV −1.
    Asv,
    /// `M`: maneuver number +1.
    Maneuver,
    /// `W`: a weapon is eliminated.
    Weapon,
    /// `C`: a crew of the defender's choice is eliminated.
    Crew,
    /// `~`: a system short for one turn.
    Short,
    /// `D`: Defensive Screen −1.
    Screen,
    /// `S`: crew stunned for one turn.
    Stun,
    /// `G`: special equipment, a countermeasure or a nixie is removed.
    Special,
    /// `X`: a critical hit.
    Critical,
    /// `>`: structure −1.
    Structure,
    /// Cascade: each upkeep a critical hit and a structure hit.
    Cascade,
    /// The ship explodes in the next turn's upkeep.
    BoomNextTurn,
    /// The ship explodes.
    Boom,
}

impl Code {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::Thrust,
        Self::Esv,
        Self::Asv,
        Self::Maneuver,
        Self::Weapon,
        Self::Crew,
        Self::Short,
        Self::Screen,
        Self::Stun,
        Self::Special,
        Self::Critical,
        Self::Structure,
        Self::Cascade,
        Self::BoomNextTurn,
        Self::Boom,
    ];

    /// As cards write it: a letter, or the words of a whole row.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Thrust => "T",
            Self::Esv => "E",
            Self::Asv => "A",
            Self::Maneuver => "M",
            Self::Weapon => "W",
            Self::Crew => "C",
            Self::Short => "~",
            Self::Screen => "D",
            Self::Stun => "S",
            Self::Special => "G",
            Self::Critical => "X",
            Self::Structure => ">",
            Self::Cascade => "Cascade",
            Self::BoomNextTurn => "Boom next turn",
            Self::Boom => "Boom",
        }
    }
}
