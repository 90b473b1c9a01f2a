//! Exact odds of attacks and damage checks, as fractions: what `lanchester odds` prints, and what dice are tested by.

use lanchester_lanes::dice::exact::{Dist, ratio};
use num_rational::BigRational;

use crate::design::{COLUMNS, Design};
use crate::formulas::{attack_dice, attack_modifier, effective_ecm, range_modifier};
use crate::options::Options;

/// Hits of a pool of attack dice: each hits on 5 or 6 (NOVA 5.6).
pub fn hits(attack_dice: u32) -> Dist {
    Dist::binomial(attack_dice as usize, &ratio(1, 3))
}

/// Hits of a pool of attack dice that shields with `blocking_faces` different faces (0 to 6) let through (NOVA 5.7).
pub fn through(attack_dice: u32, blocking_faces: u32) -> Dist {
    Dist::binomial(attack_dice as usize, &(ratio(1, 3) * ratio(6 - blocking_faces.min(6), 6)))
}

/// Boxes that hits which come through check on a ship with `boxes_left`, each hit `damage` (NOVA 5.9).
pub fn boxes(through: &Dist, damage: u8, boxes_left: u8) -> Dist {
    through.map(|hits| (hits * usize::from(damage)).min(usize::from(boxes_left)))
}

/// Boxes that one die of a damage check checks: none, one or two with 1/6, 1/2, 1/3 (NOVA 5.10).
pub fn damage_check() -> Dist {
    Dist::from_weights(&[1, 3, 2])
}

/// One bank's attack, all that its odds depend on.
#[derive(Clone, Copy, Debug)]
pub struct Attack<'a> {
    /// The firer's class.
    pub firer: &'a Design,
    /// The target's class.
    pub target: &'a Design,
    /// The bank, counted over all of the firer's batteries in firing order.
    pub bank: usize,
    /// Distance in hexes.
    pub range: u8,
    /// ECM boxes that the target has lost, 0 to 4.
    pub ecm_lost: u8,
    /// Shield icons that the target has lost, 0 to 4.
    pub shields_lost: u8,
    /// Weapon hits on the firer, 0 to 4.
    pub weapon_hits: u8,
    /// Damage boxes already checked on the target.
    pub track: u8,
    /// The battle's options.
    pub options: &'a Options,
}

/// The odds of one bank's attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackOdds {
    /// Attack modifier.
    pub modifier: i32,
    /// Attack dice; with 0 there is no attack.
    pub dice: u32,
    /// Faces that the target's shields block.
    pub blocking_faces: u32,
    /// Hits.
    pub hits: Dist,
    /// Hits that come through the shields.
    pub through: Dist,
    /// Boxes checked, never more than the target has.
    pub boxes: Dist,
    /// Mean of the boxes checked.
    pub mean: BigRational,
}

impl Attack<'_> {
    /// Its odds; `None` if there is no such bank or the target is out of its range. Losses above 4 count as 4.
    pub fn odds(&self) -> Option<AttackOdds> {
        let (battery, bank) = self.firer.banks().nth(self.bank)?;
        let battery = &self.firer.batteries[battery];
        let range = range_modifier(battery, self.range)?;
        let ecm = effective_ecm(self.firer, self.target.ecm_after(self.ecm_lost.min(4)), self.options);
        let modifier = attack_modifier(bank.modifier, range, ecm, self.weapon_hits.min(4));
        let dice = attack_dice(&battery.dice, modifier);
        let blocking_faces = self.target.shield_faces(self.shields_lost.min(4)).count_ones();
        let left = self.target.thresholds()[2].saturating_sub(self.track);
        let through = through(dice, blocking_faces);
        let boxes = boxes(&through, battery.damage, left);
        let mean = boxes.mean();
        Some(AttackOdds { modifier, dice, blocking_faces, hits: hits(dice), through, boxes, mean })
    }
}

/// Boxes that several attacks by one ship check on one target, never more than it has; `None` if none of them is in range.
/// Dice fall independently and boxes are checked when all have fallen (NOVA 5.8), so the distributions add.
pub fn together(attacks: &[Attack<'_>]) -> Option<Dist> {
    let mut sum: Option<Dist> = None;
    for attack in attacks {
        let Some(AttackOdds { boxes, .. }) = attack.odds() else { continue };
        let most = usize::from(attack.target.thresholds()[2].saturating_sub(attack.track));
        // Capped at once, which changes nothing, since nothing is negative, and keeps many great banks from taking minutes.
        sum = Some(match &sum {
            None => boxes,
            Some(sum) => boxes.plus(sum).capped(most),
        });
    }
    sum
}

/// Mean boxes per attack die that shields with so many blocking faces let through, and each box `damage` (NOVA 5.6,
/// 5.7, 5.9): what a column of [`COLUMNS`] is worth, overkill aside.
pub fn mean_per_die(blocking_faces: u32, damage: u8) -> BigRational {
    ratio(1, 3) * ratio(6 - blocking_faces.min(6), 6) * ratio(u32::from(damage), 1)
}

/// Mean boxes by column of an attack-dice string (see [`mean_per_die`]).
pub fn mean_by_column(dice: &[u8; COLUMNS], blocking_faces: u32, damage: u8) -> [BigRational; COLUMNS] {
    dice.map(|n| mean_per_die(blocking_faces, damage) * ratio(u32::from(n), 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::combat::roll;
    use lanchester_lanes::dice::{BattleKey, DiceSource, KeyedDice, ScriptedDice};

    /// Every roll of `n` dice, as lists of faces.
    fn rolls(n: u32) -> impl Iterator<Item = Vec<u8>> {
        (0..6u32.pow(n)).map(move |roll| (0..n).map(|i| (roll / 6u32.pow(i) % 6) as u8 + 1).collect())
    }

    /// All faces of attack dice and all faces of the shield dice they call for, played by the reference.
    #[test]
    fn odds_are_those_of_every_face_the_reference_could_see() {
        for (n, faces) in [(1, 0b10_0000), (2, 0b11_0101), (3, 0b11_0000), (3, 0b11_1111), (4, 0b00_0001)] {
            let mut weights = vec![0u32; n as usize + 1];
            for attack in rolls(n) {
                let hits = attack.iter().filter(|f| **f >= 5).count() as u32;
                for shield in rolls(hits) {
                    let (_, through) = roll(n as u8, faces, &mut ScriptedDice::new(&[&attack[..], &shield].concat()));
                    weights[usize::from(through)] += 6u32.pow(n - hits);
                }
            }
            assert_eq!(through(n, u32::from(faces).count_ones()), Dist::from_weights(&weights), "{n} dice, {faces:b}");
        }
    }

    #[test]
    fn thinned_hits_are_hits_that_come_through() {
        for blocking in 0..=6 {
            assert_eq!(hits(9).thinned(&ratio(6 - blocking, 6)), through(9, blocking));
        }
    }

    /// Simulated frequencies against exact ones. Bernstein's inequality: the mean of N trials of probability p strays
    /// by t or more with a probability of at most 2·exp(−N·t² / (2·p·(1 − p) + 2·t/3)). With the false-alarm rate
    /// shared by all cells, t solves the quadratic.
    #[test]
    fn keyed_dice_agree_with_the_odds() {
        const FALSE_ALARM: f64 = 1e-9;
        const TRIALS: u32 = 200_000;
        let cases = [(5u8, 0b11_0000u8), (7, 0b11_1100), (3, 0), (12, 0b10_0000)];
        let cells: usize = cases.iter().map(|(n, _)| 2 * (usize::from(*n) + 1)).sum();
        let log = (2.0 * cells as f64 / FALSE_ALARM).ln() / f64::from(TRIALS);
        for (n, faces) in cases {
            let mut counts = vec![[0u32; 2]; usize::from(n) + 1];
            let mut dice = KeyedDice::new(BattleKey::new(11, u64::from(n), u64::from(faces)));
            for trial in 0..TRIALS {
                dice.open(trial, 0);
                let (hits, through) = roll(n, faces, &mut dice);
                counts[usize::from(hits)][0] += 1;
                counts[usize::from(through)][1] += 1;
            }
            for (which, dist) in [hits(n.into()), through(n.into(), faces.count_ones())].iter().enumerate() {
                let exact = dist.to_f64();
                for (value, count) in counts.iter().enumerate() {
                    let p = exact.get(value).copied().unwrap_or(0.0);
                    let tolerance = log / 3.0 + (log * log / 9.0 + 2.0 * p * (1.0 - p) * log).sqrt();
                    let seen = f64::from(count[which]) / f64::from(TRIALS);
                    assert!((seen - p).abs() <= tolerance, "{n} dice, value {value}: {seen} for {p} ± {tolerance}");
                }
            }
        }
    }

    /// The exact checks of the rules' section 9.
    #[test]
    fn means_of_hits_and_unblocked_hits() {
        for n in 0..20 {
            assert_eq!(hits(n).mean(), ratio(n, 3));
            for blocking in 0..=6 {
                assert_eq!(through(n, blocking).mean(), ratio(n, 3) * ratio(6 - blocking, 6));
                assert_eq!(mean_per_die(blocking, 3) * ratio(n, 1), ratio(3 * n * (6 - blocking), 18));
            }
        }
    }

    #[test]
    fn damage_checks() {
        let check = damage_check();
        assert_eq!([check.p(0), check.p(1), check.p(2)], [ratio(1, 6), ratio(1, 2), ratio(1, 3)]);
        assert_eq!(check.mean(), ratio(7, 6));
        assert_eq!(check.plus(&check).p(4), ratio(1, 9), "all four boxes of a row after two checks");
        let faces: Vec<usize> = (1..=6).map(|face| crate::formulas::boxes_lost(face).into()).collect();
        let weights: Vec<u32> = (0..3).map(|lost| faces.iter().filter(|f| **f == lost).count() as u32).collect();
        assert_eq!(check, Dist::from_weights(&weights));
    }

    #[test]
    fn an_attack_never_checks_more_boxes_than_are_left() {
        let firer = crate::reference::staging::majestic();
        let attack = Attack {
            firer: &firer,
            target: &firer,
            bank: 0,
            range: 7,
            ecm_lost: 0,
            shields_lost: 0,
            weapon_hits: 1,
            track: 13,
            options: &Options::default(),
        };
        // Fusion Beams [FF], Dx3, medium, ECM 1 less Fire Control, one weapon hit: column 1 of 7 5 3.
        let odds = attack.odds().unwrap();
        assert_eq!((odds.modifier, odds.dice, odds.blocking_faces), (-1, 5, 2));
        assert_eq!(odds.boxes.most(), 4);
        assert_eq!(odds.boxes.p(3), odds.through.p(1));
        assert_eq!(odds.boxes.p(4), odds.through.at_least(2));
        assert_eq!(odds.mean, odds.through.p(1) * ratio(3, 1) + odds.through.at_least(2) * ratio(4, 1));
        // All boxes of a small hull count, and the armour that is printed after its last hull box.
        for hull in [1, 2] {
            for armour in 0..=7 {
                let target = Design { hull, armour, ecm: None, shields: None, ..firer.clone() };
                let odds = Attack { target: &target, track: 0, ..attack }.odds().unwrap();
                assert_eq!(odds.boxes.most(), usize::from(hull + armour), "hull {hull}, armour {armour}");
            }
        }
        assert_eq!(Attack { range: 16, ..attack }.odds(), None, "out of range");
        assert_eq!(Attack { bank: 6, ..attack }.odds(), None, "no such bank");
    }
}
