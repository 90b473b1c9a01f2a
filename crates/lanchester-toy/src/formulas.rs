//! What the book works out of numbers alone: for the reference, the lanes, odds and words.

use lanchester_core::{Outcome, Side, Verdict};

/// The face that hits at so many hexes: 3 or more, and one more for every sixteen hexes.
#[must_use]
pub const fn need(range: u16) -> u8 {
    (3 + range / 16) as u8
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
