//! Detailed damage: the systems of a ship, the hits on them, and what they do.

use serde::{Serialize, Serializer};

use super::dice::SIDES;

/// Kinds of systems.
pub const SYSTEMS: usize = 7;

/// What an entry of a damage table stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum System {
    /// B: the main beams.
    Beams,
    /// D: point defence.
    Defence,
    /// E: electronics.
    Electronics,
    /// M: the launchers of missiles.
    Missiles,
    /// P: the power plant.
    Power,
    /// S: structure, by hits that do not penetrate as well.
    Structure,
    /// T: thrust.
    Thrust,
}

impl System {
    /// All of them, in the order of their letters.
    pub const ALL: [Self; SYSTEMS] =
        [Self::Beams, Self::Defence, Self::Electronics, Self::Missiles, Self::Power, Self::Structure, Self::Thrust];

    /// The letters of damage tables, in this order.
    pub const LETTERS: [char; SYSTEMS] = ['B', 'D', 'E', 'M', 'P', 'S', 'T'];

    /// Its letter.
    pub const fn letter(self) -> char {
        Self::LETTERS[self as usize]
    }
}

impl Serialize for System {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.letter().serialize(serializer)
    }
}

/// The damage table of a ship, with the rolls on it that a hit makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DamageTable {
    /// Rolls of each effective hit.
    pub rolls: u8,
    /// The D20 at or below which an effective hit makes one more.
    pub extra: u8,
    /// What a D20 hits, face 1 first.
    pub entries: [System; SIDES as usize],
}

impl DamageTable {
    /// The common table of ships whose file has none.
    pub const COMMON: &'static str = "BBBBDDEEMMPPPSSSSSST";

    /// Reads twenty letters.
    pub fn entries(text: &str) -> Option<[System; SIDES as usize]> {
        let system = |letter| System::ALL.into_iter().find(|system| system.letter() == letter);
        text.chars().map(system).collect::<Option<Vec<_>>>()?.try_into().ok()
    }
}

/// Hits on the systems of a ship, or a part of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Hits(pub [u8; SYSTEMS]);

impl Hits {
    /// Hits on a system.
    pub const fn on(&self, system: System) -> u8 {
        self.0[system as usize]
    }

    /// All hits.
    pub fn all(&self) -> u32 {
        self.0.iter().map(|hits| u32::from(*hits)).sum()
    }

    /// One hit more on a system.
    pub const fn add(&mut self, system: System) {
        self.0[system as usize] = self.0[system as usize].saturating_add(1);
    }

    /// These and others.
    pub fn and(&self, others: &Self) -> Self {
        Self(std::array::from_fn(|system| self.0[system].saturating_add(others.0[system])))
    }

    /// ### FIRES 23.K Victory points of detailed damage (lines 266-268)
    /// Per mille of a ship's cost for its permanent hits: 25 for each S, up to four, and 50 for each other, up to fifteen.
    pub fn per_mille(&self) -> u32 {
        let structure = u32::from(self.on(System::Structure));
        25 * structure.min(4) + 50 * (self.all() - structure).min(15)
    }
}

/// ### FIRES 16.A.VI.6 Effects of detailed damage (line 195)
/// Weapons that work, of `count` of a kind, with so many hits on them: half, rounded up, with one; none with two.
///
/// RULING: the effects table is absent. B: one hit halves the beams and two silence them, and D does the same to point defence. P:
/// two, or a plant that is shut down, leave no beams, point defence or maneuver. E and T: one electronics and one maneuver less
/// for each; every fourth S costs one electronics. M: nothing is launched any more. A ship is destroyed by its power plant alone.
pub const fn weapons(hits: u8, count: u8) -> u8 {
    match hits {
        0 => count,
        1 => count.div_ceil(2),
        _ => 0,
    }
}

/// Electronics that are left with so many E and S hits.
pub const fn electronics([hits, structure]: [u8; 2], rating: u8) -> u8 {
    rating.saturating_sub(hits).saturating_sub(structure / 4)
}

/// ### FIRES 17.C Damage control of detailed damage (lines 222-227)
/// What the roll for a hit does in a turn: 6 or less repairs it, 18 or more makes it permanent.
pub const fn mended(face: u8) -> Mended {
    match face {
        ..=6 => Mended::Repaired,
        18.. => Mended::Permanent,
        _ => Mended::Open,
    }
}

/// What became of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mended {
    /// It is gone.
    Repaired,
    /// It may be repaired another time.
    Open,
    /// It is permanent.
    Permanent,
}

/// A D20 at least so high makes a power plant that nobody attends to do another hit.
pub const LEAK: u8 = 18;

/// What the roll for an explosion must not exceed; without two hits on the plant there is none.
pub const fn explosion(unattended: u8) -> i32 {
    if unattended >= 2 { 2 * unattended as i32 } else { 0 }
}

/// ### FIRES 17.D Damage control after an engagement (lines 221, 228-232)
/// What the roll for a hit must not exceed to repair it; the die of a civilian ship counts double. Every other hit is permanent.
pub const fn overhaul(military: bool) -> i32 {
    if military { 12 } else { 6 }
}

/// Hits on a power plant, after damage control, up to which it does not explode.
pub const SAFE_POWER: u8 = 2;
