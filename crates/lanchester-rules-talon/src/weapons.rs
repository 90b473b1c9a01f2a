//! The five weapons and the charts that a die is read on.

use serde::Serialize;

/// A kind of weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weapon {
    /// Two points on a hit, ranges 1 to 4.
    Disruptor,
    /// Four points on a hit, ranges 2 to 4.
    Torpedo,
    /// Ten points on a hit, ranges 2 to 4; displaces its target.
    WaveMotionGun,
    /// Up to two points by the die, ranges 1 to 3.
    Phaser,
    /// Up to eleven points by the die, ranges 1 to 3; hits all that is there.
    FusionCannon,
    /// Launches a missile at a ship up to four hexes away.
    Missile,
}

/// Longest range of any weapon.
pub const MAX_RANGE: u16 = 4;
/// Points of a missile's hit.
pub const MISSILE_DAMAGE: u8 = 2;
/// Points in one hit that destroy a missile that is not damaged yet.
pub const MISSILE_HULL: u8 = 3;

/// Damage by the faces 1 to 6.
type Row = [u8; 6];

const NONE: Row = [0; 6];

/// Damage by range, 1 to 4, and face.
const fn chart(weapon: Weapon) -> [Row; MAX_RANGE as usize] {
    match weapon {
        Weapon::Disruptor => [from(5, 2), from(2, 2), from(3, 2), from(5, 2)],
        Weapon::Torpedo => [NONE, from(2, 4), from(3, 4), from(5, 4)],
        Weapon::WaveMotionGun => [NONE, from(2, 10), from(3, 10), from(3, 10)],
        Weapon::Phaser => [[1, 2, 2, 2, 2, 2], [1, 1, 1, 2, 2, 2], [0, 0, 0, 0, 1, 1], NONE],
        Weapon::FusionCannon => [[7, 7, 9, 9, 11, 11], [4, 4, 6, 6, 8, 8], [0, 0, 2, 2, 4, 4], NONE],
        Weapon::Missile => [NONE; MAX_RANGE as usize],
    }
}

/// So much damage on every face from `least` on.
const fn from(least: usize, damage: u8) -> Row {
    let mut row = NONE;
    let mut face = least;
    while face <= 6 {
        row[face - 1] = damage;
        face += 1;
    }
    row
}

impl Weapon {
    /// All of them, by their words in files.
    pub const WORDS: &'static [(&'static str, Self)] = &[
        ("disruptor", Self::Disruptor),
        ("anti-matter torpedo", Self::Torpedo),
        ("wave motion gun", Self::WaveMotionGun),
        ("phaser", Self::Phaser),
        ("fusion cannon", Self::FusionCannon),
        ("missile", Self::Missile),
    ];

    /// Its word.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, weapon)| *weapon == self).map_or("", |(word, _)| word)
    }

    /// ### TALON P.12 Weapon charts
    /// The damage that a face (1 to 6) does at a range; nothing beyond the chart. A missile does its damage when it arrives.
    pub fn damage(self, range: u16, face: u8) -> u8 {
        self.row(range)[usize::from(face) - 1]
    }

    /// The damage of each face at a range.
    pub fn row(self, range: u16) -> Row {
        if (1..=MAX_RANGE).contains(&range) { chart(self)[usize::from(range) - 1] } else { NONE }
    }

    /// Whether it may fire, or launch, at a target at this range: some face does damage there, or a missile can be sent.
    pub fn reaches(self, range: u16) -> bool {
        match self {
            Self::Missile => (1..=MAX_RANGE).contains(&range),
            _ => self.row(range) != NONE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    mod talon_p_12 {
        use super::*;

        /// Expected damages by hand: .667, 1.667, 1.333, .667 of a disruptor and so on, exact.
        #[test]
        fn expected_damage_by_range() {
            let expected: [(Weapon, [[u64; 2]; 4]); 6] = [
                (Weapon::Disruptor, [[2, 3], [5, 3], [4, 3], [2, 3]]),
                (Weapon::Torpedo, [[0, 1], [10, 3], [8, 3], [4, 3]]),
                (Weapon::WaveMotionGun, [[0, 1], [25, 3], [20, 3], [20, 3]]),
                (Weapon::Phaser, [[11, 6], [3, 2], [1, 3], [0, 1]]),
                (Weapon::FusionCannon, [[9, 1], [6, 1], [2, 1], [0, 1]]),
                (Weapon::Missile, [[0, 1]; 4]),
            ];
            for (weapon, by_range) in expected {
                for (range, [points, of]) in (1..).zip(by_range) {
                    let all: u64 = (1..=6).map(|face| u64::from(weapon.damage(range, face))).sum();
                    assert_eq!(all * of, 6 * points, "{} at {range}", weapon.word());
                }
            }
        }

        #[test]
        fn ranges_without_a_number_on_the_chart_cannot_be_fired_at() {
            let ranges = |weapon: Weapon| (0..7).filter(|range| weapon.reaches(*range)).collect::<Vec<u16>>();
            assert_eq!(ranges(Weapon::Disruptor), [1, 2, 3, 4]);
            assert_eq!(ranges(Weapon::Torpedo), [2, 3, 4]);
            assert_eq!(ranges(Weapon::WaveMotionGun), [2, 3, 4]);
            assert_eq!(ranges(Weapon::Phaser), [1, 2, 3]);
            assert_eq!(ranges(Weapon::FusionCannon), [1, 2, 3]);
            assert_eq!(ranges(Weapon::Missile), [1, 2, 3, 4]);
        }
    }
}
