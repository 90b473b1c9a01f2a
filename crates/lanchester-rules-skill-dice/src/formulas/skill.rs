//! Skills and their dice.

/// Greatest skill.
pub const MAX_SKILL: u8 = 10;

/// ### SKILLDICE 1.1 Skill dice (corrections 3)
/// Sides of the die of a skill of 1 to [`MAX_SKILL`]: D4 up to 4, D6 up to 6, D8 up to 8, D10 above.
///
/// RULING: the table of skill dice is lost; these are the parent game's.
pub const fn skill_die(skill: u8) -> u8 {
    match skill {
        0..=4 => 4,
        5..=6 => 6,
        7..=8 => 8,
        _ => 10,
    }
}
