//! Special equipment: what can be built, and what the index of the book names without a text.

/// A kind of special equipment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Carried without effect; its rule is not known.
    AntiFighter,
    /// Each hull hit may be cancelled.
    ArmorPlating,
    /// Each weapon hit may be cancelled.
    ArmoredGuns,
    /// Attackers have −1 on every to-hit die.
    Ecm,
    /// Fighter flights, one a bay.
    FighterBay,
    /// Carried without effect; its rule is not known.
    Hyperdrive,
    /// Each shield hit may be cancelled.
    RedundantShielding,
}

impl Kind {
    /// All of them, in the order in which a policy gives them up that gives up the least useful first.
    pub const ALL: [Self; 7] = [
        Self::Hyperdrive,
        Self::AntiFighter,
        Self::FighterBay,
        Self::ArmoredGuns,
        Self::RedundantShielding,
        Self::ArmorPlating,
        Self::Ecm,
    ];

    /// Its name in the book.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AntiFighter => "Anti-Fighter Batteries",
            Self::ArmorPlating => "Armor Plating",
            Self::ArmoredGuns => "Armored Gun Batteries",
            Self::Ecm => "Electronic Countermeasures",
            Self::FighterBay => "Fighter Bay",
            Self::Hyperdrive => "Hyperdrive",
            Self::RedundantShielding => "Redundant Shielding",
        }
    }

    /// The kind of this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether it cancels hits on a die.
    pub const fn cancels(self) -> bool {
        matches!(self, Self::ArmorPlating | Self::ArmoredGuns | Self::RedundantShielding)
    }

    /// Whether it is carried without any effect, because its rule is not known.
    pub const fn inert(self) -> bool {
        matches!(self, Self::AntiFighter | Self::Hyperdrive)
    }
}

/// ### X 1.9 Special equipment (p. 12)
/// A piece of it.
///
/// RULING: each equipment hit marks one box; a piece works until its last box is marked.
///
/// ### X C Special equipment (p. 26)
/// RULING: the appendix is lost. The three armours cancel a hit on a die, 5 or more unless the file says another number;
/// Electronic Countermeasures and fighter bays are known from the rules before it. Anti-Fighter Batteries and Hyperdrive
/// are carried without effect. Any other is refused by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Equipment {
    /// What it is.
    pub kind: Kind,
    /// Boxes; 0: it cannot be lost.
    pub boxes: u8,
    /// Flights of a fighter bay; 1 for all else.
    pub count: u8,
    /// The least face that cancels a hit, 2 to 6, for the three armours.
    pub cancels_on: u8,
}

/// Equipment that the index of the book names and no text describes, with its page.
pub const LOST: [(&str, &str); 34] = [
    ("Battle Satellites", "p. 26"),
    ("Boarding Pods", "p. 29"),
    ("Cargo Bays", "p. 27"),
    ("Carronade", "p. 27"),
    ("Cloaking Device", "p. 27"),
    ("Construction Bay", "p. 27"),
    ("Decoys", "p. 28"),
    ("Drones", "p. 28"),
    ("Electronic Warfare System", "p. 28"),
    ("Ionic Shielding", "p. 28"),
    ("Launch Bay", "p. 28"),
    ("Long Range Sensors", "p. 28"),
    ("Marines", "p. 28"),
    ("Medical Bay", "p. 29"),
    ("Mines", "p. 29"),
    ("Minesweeper Array", "p. 30"),
    ("Organic Hull", "p. 30"),
    ("Overthrusters", "p. 30"),
    ("Passengers", "p. 30"),
    ("Point-Defense System", "p. 30"),
    ("Repair Bay", "p. 30"),
    ("Science Lab", "p. 31"),
    ("Security Teams", "p. 29"),
    ("Shipboard Combat", "p. 29"),
    ("Shockwave", "p. 31"),
    ("Spinal Mount", "p. 31"),
    ("Spinal Mount, Anime-Style", "p. 31"),
    ("Stealth Generator", "p. 32"),
    ("Stutterdrive", "p. 32"),
    ("Sunbursts", "p. 32"),
    ("Tachyon Detection & Ranging", "p. 32"),
    ("Troops", "p. 33"),
    ("Vehicle Bay", "p. 33"),
    ("Directional Shielding", "p. 41"),
];
