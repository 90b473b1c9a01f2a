//! The way of missiles.
//!
//! Ships do not thrust after the initial phase, so where a target will be is known. A missile whose k thrusts are c hexes at most
//! arrives at whatever is within c·k·(k + 1)/2 hexes of where it would drift.

use lanchester_lanes::hex::Hex16;

use crate::formulas::missiles::reach;
use crate::reference::{Battle, Track};

/// Hexes beyond which an engagement of so many turns or more may end.
const APART: (u16, u16) = (24, 10);

/// All displacements of up to so many hexes.
pub(super) fn around(radius: u8) -> impl Iterator<Item = Hex16> {
    let most = i16::from(radius);
    (-most..=most).flat_map(move |q| {
        // Columns of the hexagon are 2 · radius − |q| half-hexes high, up and down.
        let high = 2 * most - q.abs();
        (-high..=high).step_by(2).map(move |h| Hex16::new(q, h))
    })
}

/// Turns until the first meeting with a target, within so many turns, if there is one.
pub(super) fn meeting(missiles: Track, target: Track, committed: u8, most: u16) -> Option<u16> {
    // As the missiles see it the target goes straight on.
    let seen = Track { present: missiles.present.to(target.present), future: missiles.future.to(target.future) };
    let near = |turns: &u16| {
        let apart = seen.after(*turns).distance(Hex16::default());
        i32::from(apart) <= reach(committed, (*turns).into())
    };
    (0..=most).find(near)
}

/// The thrust toward a target that is met after so many turns: as even as it can be, and what is left can be made up for.
pub(super) fn toward(missiles: Track, target: Track, committed: u8, turns: u16) -> Hex16 {
    let way = missiles.after(turns).to(target.after(turns));
    let left = |by: &Hex16| Hex16 { q: turns as i16 * by.q, h: turns as i16 * by.h }.distance(way);
    let all = if turns == 0 { 0 } else { committed };
    around(all).min_by_key(left).unwrap_or_default()
}

/// Turns that are still to come after this one, if no ship is destroyed.
pub(super) fn to_come(battle: &Battle<'_>) -> u16 {
    let (apart, from) = APART;
    let near = |turns: u16| {
        battle.units_of(0).any(|one| {
            let at = battle.units[one].track.after(turns);
            battle.units_of(1).any(|other| at.distance(battle.units[other].track.after(turns)) <= apart)
        })
    };
    let over = |turns: &u16| {
        let turn = battle.turn + turns;
        turn >= battle.options.turn_cap || battle.options.ends_apart && turn >= from && !near(*turns)
    };
    (0..battle.options.turn_cap).find(over).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn displacements_fill_a_hexagon() {
        for radius in 0..7u8 {
            let all: Vec<Hex16> = around(radius).collect();
            assert_eq!(all.len(), 1 + 3 * usize::from(radius) * usize::from(radius + 1));
            assert!(all.iter().all(|by| by.distance(Hex16::default()) <= radius.into()));
        }
    }

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
                    let Some(turns) = meeting(missiles, target, committed, 9) else { continue };
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
