//! The way of missiles.
//!
//! Ships do not thrust after the initial phase, so where a target will be is known. A missile whose k thrusts are c hexes at most
//! arrives at whatever is within c·k·(k + 1)/2 hexes of where it would drift.

use std::sync::LazyLock;

use lanchester_lanes::hex::Hex16;

use crate::design::{MAX_ELECTRONICS, MAX_MANEUVER};
use crate::formulas::missiles::reach;
use crate::reference::state::plus;
use crate::reference::victory::{APART, EARLIEST_END};
use crate::reference::{Battle, Track};

/// All displacements of up to so many hexes, which are no more than thrust can be.
pub(super) fn around(radius: u8) -> &'static [Hex16] {
    static AROUND: LazyLock<Vec<Vec<Hex16>>> =
        LazyLock::new(|| (0..=MAX_MANEUVER + MAX_ELECTRONICS).map(Hex16::hexagon).collect());
    &AROUND[usize::from(radius)]
}

/// Turns until the first meeting with a target by the maneuver that missiles commit to: from `least` to `full` of them, and within
/// so many turns, where there is one.
pub(super) fn meetings(
    missiles: Track,
    target: Track,
    [least, full]: [u8; 2],
    most: u16,
) -> [Option<u16>; MAX_MANEUVER as usize + 1] {
    let mut meetings = [None; MAX_MANEUVER as usize + 1];
    // As the missiles see it the target goes straight on. Who commits to more never comes later.
    let mut at = missiles.present.to(target.present);
    let step = missiles.velocity().to(target.velocity());
    let mut slowest = full + 1;
    for turns in 0..=most {
        let apart = i32::from(at.distance(Hex16::default()));
        while slowest > least && apart <= reach(slowest - 1, turns.into()) {
            slowest -= 1;
            meetings[usize::from(slowest)] = Some(turns);
        }
        if slowest == least {
            break;
        }
        at = plus(at, step);
    }
    meetings
}

/// The thrust toward a target that is met after so many turns: as even as it can be, and what is left can be made up for.
pub(super) fn toward(missiles: Track, target: Track, committed: u8, turns: u16) -> Hex16 {
    let way = missiles.after(turns).to(target.after(turns));
    let left = |by: &Hex16| Hex16 { q: turns as i16 * by.q, h: turns as i16 * by.h }.distance(way);
    let all = if turns == 0 { 0 } else { committed };
    around(all).iter().copied().min_by_key(left).unwrap_or_default()
}

/// Turns that are still to come after this one, if no ship is destroyed.
pub(super) fn to_come(battle: &Battle<'_>) -> u16 {
    let near = |turns: u16| {
        battle.units_of(0).any(|one| {
            let at = battle.units[one].track.after(turns);
            battle.units_of(1).any(|other| at.distance(battle.units[other].track.after(turns)) <= APART)
        })
    };
    let over = |turns: &u16| {
        let turn = battle.turn + turns;
        turn >= battle.options.turn_cap || battle.options.ends_apart && turn >= EARLIEST_END && !near(*turns)
    };
    (0..battle.options.turn_cap).find(over).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever is within reach is met, by the thrusts that are chosen turn by turn.
    #[test]
    fn missiles_meet_what_they_can_reach() {
        let missiles = Track { present: Hex16::new(3, 7), future: Hex16::new(4, 4) };
        let mut met = 0;
        for q in (-18..=18).step_by(3) {
            for h in (-30..=30).step_by(2) {
                let present = Hex16::new(q, if q % 2 == 0 { h } else { h + 1 });
                let target = Track { present, future: Hex16 { q: present.q + 1, h: present.h - 1 } };
                for committed in 0..4u8 {
                    let first = |way| meetings(missiles, target, way, 9)[usize::from(committed)];
                    assert_eq!(first([committed; 2]), first([0, 6]));
                    let Some(turns) = first([0, 6]) else { continue };
                    let (mut salvo, mut ship) = (missiles, target);
                    for left in (1..=turns).rev() {
                        let by = toward(salvo, ship, committed, left);
                        assert!(by.distance(Hex16::default()) <= committed.into());
                        (salvo, ship) = (salvo.thrust(by).moved(), ship.moved());
                    }
                    assert_eq!(salvo.present, ship.present, "{target:?} by {committed} in {turns}");
                    met += 1;
                }
            }
        }
        assert!(met > 500, "{met}");
    }
}
