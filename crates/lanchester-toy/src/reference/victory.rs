//! Who wins.

use lanchester_core::{Outcome, Side, Verdict};

use super::Battle;

impl Battle<'_> {
    /// ### TOY 5 Victory (p. 1)
    /// A fleet wins that is alone afloat. At the turn limit the one wins that has the larger share of its points left.
    ///
    /// RULING: equal shares are a draw.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        let left = Side::BOTH.map(|side| {
            let fleet = || self.ships.iter().filter(move |ship| ship.id.side == side);
            let all: u32 = fleet().map(|ship| ship.design.points).sum();
            let afloat: u32 = fleet().filter(|ship| ship.hull > 0).map(|ship| ship.design.points).sum();
            per_mille(afloat, all)
        });
        outcome(self.turn, self.options.turn_cap, left, self.contact)
    }
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
