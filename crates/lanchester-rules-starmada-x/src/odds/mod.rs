//! Exact odds of attacks, as fractions: what `lanchester odds` prints, and what dice are tested by.

mod record;
#[cfg(test)]
mod tests;

use lanchester_lanes::dice::chain::{Chain, TooLong, Weight};
use lanchester_lanes::dice::exact::{Dist, ratio};
use num_bigint::BigUint;

use self::record::{Boxes, Target};
use crate::design::{Abilities, Design, Kind};
use crate::formulas::{effective_shields, range_modifier};
use crate::options::Options;

/// Hits of a pool of to-hit dice when `need` is needed (X 4.2.1): (7 − N)/6 a die, 5/6 below 2, and above 6 one for N − 5
/// natural sixes.
pub fn hits(dice: u32, need: u8) -> Dist {
    let pool = |faces: u32| Dist::binomial(dice as usize, &ratio(faces, 6));
    match need {
        0 | 1 => pool(5),
        2..=6 => pool(u32::from(7 - need)),
        _ => pool(1).map(|sixes| sixes / usize::from(need - 5)),
    }
}

/// An attack by one ship on another, all that its odds depend on.
#[derive(Clone, Copy, Debug)]
pub struct Volley<'a> {
    /// The firer's class.
    pub firer: &'a Design,
    /// The target's class.
    pub target: &'a Design,
    /// The battle's options.
    pub options: &'a Options,
    /// Distance in hexes.
    pub range: u8,
    /// Boxes of its Electronic Countermeasures that the target has lost.
    pub ecm_lost: u8,
    /// Shield boxes that the target has lost.
    pub shields_lost: u8,
    /// Hull boxes of the target that were hit before.
    pub hull_lost: u8,
    /// Weapons that each battery has lost.
    pub weapons_lost: u8,
}

/// The dice of one battery's attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatteryOdds {
    /// To-hit modifier: range and Electronic Countermeasures.
    pub modifier: i32,
    /// The number that a die needs.
    pub need: u8,
    /// To-hit dice.
    pub dice: u32,
    /// The shield rating that it meets.
    pub shields: u8,
    /// Hits.
    pub hits: Dist,
    /// Penetrations.
    pub through: Dist,
    /// Damage dice.
    pub damage: Dist,
}

/// What an attack does to the target's record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Hull boxes hit.
    pub hull: Dist,
    /// Hull boxes marked, by hits or by crew casualties.
    pub marked: Dist,
    /// 0: the target stays in the game; 1: its last hull box is hit; 2: boxes of its hull are left, but its crew is gone.
    pub fate: Dist,
    /// Nothing was rounded. Otherwise each probability is right to at least ten digits.
    pub exact: bool,
}

/// Successors of states that are looked at in whole numbers before the odds are rounded, and in `f64` before they are given
/// up. PERF: shipped designs take at most 0.4 s of one core and 27 MB; the largest legal files (240 damage dice a battery) are
/// given up after 1.5 to 2.4 s, below 100 MB.
const STEPS: [u64; 2] = [1_000_000, 10_000_000];

impl Volley<'_> {
    /// The dice of a battery (0 for a); `None` if there is no such battery or the target is out of its range.
    pub fn battery(&self, battery: usize) -> Option<BatteryOdds> {
        let battery = self.firer.batteries.get(battery)?;
        let range = range_modifier(battery, self.range)?;
        let ecm = self.target.piece(Kind::Ecm).is_some_and(|piece| piece.boxes == 0 || self.ecm_lost < piece.boxes);
        let need = (battery.to_hit + u8::from(ecm)).saturating_add_signed(-range);
        let weapons = battery.weapons().saturating_sub(self.weapons_lost);
        let dice = u32::from(weapons) * u32::from(battery.rof);
        let abilities = battery.abilities;
        let rating = self.target.shields.saturating_sub(self.shields_lost);
        let shields = effective_shields(rating, abilities);
        let open = ratio(6 - u32::from(shields), 6);
        let open = if abilities.re_roll { &open * &open } else { open };
        let hits = hits(dice, need);
        let through = hits.map(|n| n * usize::from(battery.pen)).thinned(&open);
        let damage = through.map(|n| n * usize::from(battery.dmg));
        let modifier = i32::from(range) - i32::from(ecm);
        Some(BatteryOdds { modifier, need, dice, shields, hits, through, damage })
    }

    /// What these batteries (0 for a) do together, in order, on one record; those out of range do nothing.
    ///
    /// # Errors
    /// The target's chart leads to more states than can be looked at.
    pub fn damage(&self, batteries: &[usize]) -> Result<Damage, TooLong> {
        let attacks: Vec<(Abilities, Dist)> = batteries
            .iter()
            .filter_map(|b| Some((self.firer.batteries.get(*b)?.abilities, self.battery(*b)?.damage)))
            .collect();
        self.enumerate::<BigUint>(&attacks, STEPS[0])
            .map(|damage| Damage { exact: true, ..damage })
            .or_else(|TooLong| self.enumerate::<f64>(&attacks, STEPS[1]))
    }

    fn enumerate<W: Weight>(&self, attacks: &[(Abilities, Dist)], steps: u64) -> Result<Damage, TooLong> {
        let (target, boxes) = Target::new(self, attacks.iter().map(|(_, dice)| dice.most()).sum());
        let mut chain = Chain::<Boxes, W>::new(boxes, steps);
        for (abilities, dice) in attacks {
            chain = chain.after(dice, &target.die(*abilities))?;
        }
        let (all, lost) = (self.target.hull, usize::from(self.hull_lost));
        Ok(Damage {
            hull: chain.number(|boxes| usize::from(boxes.hull) - lost),
            marked: chain.number(|boxes| usize::from(boxes.marked) - lost),
            fate: chain.number(|boxes| if boxes.hull == all { 1 } else { 2 * usize::from(boxes.marked == all) }),
            exact: false,
        })
    }
}
