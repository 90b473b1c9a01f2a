//! Exact odds of attacks, as fractions: what `lanchester odds` prints, and what dice are tested by.

use lanchester_dice::exact::{Dist, ratio};

use crate::design::{Design, Kind};
use crate::reference::combat::{effective_shields, range_modifier};

/// Hits of a pool of to-hit dice when `need` is needed (X 4.2.1): (7 − N)/6 a die, 5/6 below 2, and above 6 one for N − 5
/// natural sixes.
#[must_use]
pub fn hits(dice: u32, need: u8) -> Dist {
    let pool = |faces: u32| Dist::binomial(dice as usize, &ratio(faces, 6));
    match need {
        0 | 1 => pool(5),
        2..=6 => pool(u32::from(7 - need)),
        _ => pool(1).map(|sixes| sixes / usize::from(need - 5)),
    }
}

/// Hull boxes that one damage die hits on a ship on whose record everything can still be marked.
#[must_use]
pub fn hull_of_a_die(target: &Design, extra_hull: bool, no_hull: bool) -> Dist {
    if no_hull {
        return Dist::always(0);
    }
    let saved = target.piece(Kind::ArmorPlating).map_or(0, |piece| 7 - u32::from(piece.cancels_on));
    let most = 4;
    let mut faces = vec![0u32; most + 1];
    for entry in &target.chart {
        faces[usize::from(entry.0[0]) + usize::from(extra_hull)] += 1;
    }
    Dist::from_weights(&faces).thinned(&ratio(6 - saved, 6))
}

/// One battery's attack, all that its odds depend on.
#[derive(Clone, Copy, Debug)]
pub struct Battery<'a> {
    /// The firer's class.
    pub firer: &'a Design,
    /// The target's class.
    pub target: &'a Design,
    /// The battery: 0 for a.
    pub battery: usize,
    /// Distance in hexes.
    pub range: u8,
    /// Boxes of its Electronic Countermeasures that the target has lost.
    pub ecm_lost: u8,
    /// Shield boxes that the target has lost.
    pub shields_lost: u8,
    /// Weapons that the battery has lost.
    pub weapons_lost: u8,
}

/// The odds of one battery's attack.
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
    /// Hull boxes hit, on a ship on whose record everything can still be marked.
    pub hull: Dist,
}

impl Battery<'_> {
    /// Its odds; `None` if there is no such battery or the target is out of its range.
    #[must_use]
    pub fn odds(&self) -> Option<BatteryOdds> {
        let battery = self.firer.batteries.get(self.battery)?;
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
        let one = hull_of_a_die(self.target, abilities.extra_hull, abilities.no_hull);
        let hull = sum_of(&damage, &one, usize::from(self.target.hull));
        let modifier = i32::from(range) - i32::from(ecm);
        Some(BatteryOdds { modifier, need, dice, shields, hits, through, damage, hull })
    }
}

/// The sum of a random number of numbers, never more than `most`.
fn sum_of(number: &Dist, one: &Dist, most: usize) -> Dist {
    // Probabilities as weights would overflow; mixtures are built by adding one more each time.
    let mut sums = vec![ratio(0, 1); most + 1];
    let mut sum = Dist::always(0);
    for n in 0..=number.most() {
        for (value, p) in sum.iter() {
            sums[value] += p * number.p(n);
        }
        sum = sum.plus(one).capped(most);
    }
    Dist::of(sums)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::staging::{battery, gunboat, mouse, piece, plain};

    fn attack<'a>(firer: &'a Design, target: &'a Design, range: u8) -> Battery<'a> {
        Battery { firer, target, battery: 0, range, ecm_lost: 0, shields_lost: 0, weapons_lost: 0 }
    }

    #[test]
    fn need_by_need() {
        for need in 0..=6u8 {
            let chance = if need < 2 { 5 } else { u32::from(7 - need) };
            assert_eq!(hits(1, need).mean(), ratio(chance, 6));
        }
        // Five dice at 7+: two sixes, or three, are one hit; four or five are two.
        let five = Dist::binomial(5, &ratio(1, 6));
        assert_eq!(hits(5, 7).p(1), five.p(2) + five.p(3));
        assert_eq!(hits(5, 7).p(2), five.p(4) + five.p(5));
        assert_eq!(hits(5, 8).p(1), five.at_least(3));
    }

    /// Mouse at Mouse, three hexes: five torpedoes hit on 2+, lasers on 3+; shields 2 let 4 of 6 through; half of the
    /// faces hit the hull.
    #[test]
    fn mouse_at_mouse() {
        let mouse = mouse();
        let odds = attack(&mouse, &mouse, 3).odds().unwrap();
        assert_eq!((odds.need, odds.dice, odds.shields), (2, 5, 2));
        assert_eq!(odds.through.mean(), ratio(25 * 4, 36));
        assert_eq!(odds.hull.mean(), ratio(25 * 4, 72));
        assert_eq!(attack(&mouse, &mouse, 16).odds(), None);
    }

    #[test]
    fn armour_ecm_and_losses() {
        let gun = gunboat(battery(9, 4, 2, "AB"));
        let target = Design { equipment: vec![piece(Kind::ArmorPlating), piece(Kind::Ecm)], ..plain() };
        let odds = attack(&gun, &target, 5).odds().unwrap();
        assert_eq!((odds.need, odds.modifier), (5, -1));
        assert_eq!(odds.hull.mean(), ratio(2, 1) * ratio(1, 3) * ratio(4, 6));
        let later = Battery { ecm_lost: 1, weapons_lost: 1, ..attack(&gun, &target, 5) }.odds().unwrap();
        assert_eq!((later.need, later.dice), (4, 1));
        assert_eq!(hull_of_a_die(&plain(), true, false), Dist::always(2));
        assert_eq!(hull_of_a_die(&plain(), true, true), Dist::always(0));
    }
}
