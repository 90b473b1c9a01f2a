//! What the book works out of numbers alone: for the reference, odds and words; the lanes do it again in vectors.

use lanchester_core::{Outcome, Side, Verdict};

/// Hexes at which ships are close, at most.
pub const CLOSE: u16 = 1;

/// The face that hits at so many hexes: 3 or more, and one more for every sixteen hexes.
///
/// ### FIRES 4.1 Closing in (option) (p. 1)
/// At a distance of one hex or none, one is added to each die: a face hits that is one less.
///
/// RULING: what is added makes no critical hit. That is the highest face of a die, as it lies.
///
/// LANES: `volley` of `lanes/combat.rs` works it out again, in vectors.
#[must_use]
pub const fn need(range: u16, close_in: bool) -> u8 {
    (3 + range / 16) as u8 - (close_in && range <= CLOSE) as u8
}

/// Hull boxes that a volley takes: one for each hit, one more for each critical hit.
#[must_use]
pub const fn damage(hits: u8, criticals: u8) -> u8 {
    hits + criticals
}

/// A share in per mille, rounded up, so that whatever is left is more than nothing.
#[must_use]
pub const fn per_mille(part: u32, of: u32) -> u16 {
    (1000 * part).div_ceil(of) as u16
}

/// The result of a battle of so many turns with so much left of A and of B; `None` if it goes on.
#[must_use]
pub fn outcome(turns: u16, turn_cap: u16, left: [u16; 2], contact: bool) -> Option<Outcome> {
    let capped = turns >= turn_cap && left[0] > 0 && left[1] > 0;
    if !capped && left[0] > 0 && left[1] > 0 {
        return None;
    }
    let verdict = match left[0].cmp(&left[1]) {
        std::cmp::Ordering::Greater => Verdict::Win(Side::A),
        std::cmp::Ordering::Less => Verdict::Win(Side::B),
        std::cmp::Ordering::Equal => Verdict::Draw,
    };
    Some(Outcome { verdict, major: false, capped, contact, turns, left, initiative: None })
}
