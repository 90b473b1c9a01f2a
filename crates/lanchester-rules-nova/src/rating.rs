//! The house rating `nova-house-1`: what a design would be worth by a formula that anyone can check.
//!
//! The book's construction chapter is lost, so the combat rating of a ship file is an input (NOVA 1.1). This formula
//! rates the collection's own designs and stands beside every printed rating in the reports, replacing none.
//!
//! rating = √(offence × defence), in points. The defence is that of the book's lost page 47 as the game's designer, Daniel
//! Kast, corrected it in public ("Starmada Nova Errata", mj12games.com/forum, post 26294); the offence is ours, scaled so
//! that the one complete ship display that survives, the MAJESTIC of rulebook page 5, comes out at its printed 344.
//!
//! What it leaves out, and so what a study may find mispriced: Fire Control, thrust as a defence, the rounding of the
//! dice strings, how fast shields and ECM wear off, and overkill.

use lanchester_battle::relation::Compared;

use crate::design::{Battery, Design};

/// Name of this formula in reports.
pub const HOUSE_RATING: &str = "nova-house-1";

/// Defence of one bare hull box. The designer's own erratum to page 47 (post 26294); a pure number.
pub const HULL_WEIGHT: f64 = 1.67;

/// K, in hexes: what long range plus thrust is divided by.
///
/// Only its product with the rest matters, so it also carries the conversion to points. It is solved from MAJESTIC =
/// 344 with [`ARC_EXPONENT`] as it is, with that ship's 17 hull boxes, and with its shields at 5+, of which two blocking
/// faces are sure and the row is a reconstruction: at 4+ K would be a third larger. Change one, and the others must be
/// solved again.
pub const REACH_SCALE: f64 = 0.080_465_387_755_766_42;

/// a, a pure number: how much an arc of width w counts, (w/360)^a.
///
/// One ship cannot fix two constants, so this one is argued. At 0 arcs would be free, as if every ship could always
/// point every gun; at 1 a bank would be worth the share of the sky that it covers, as if targets came from all sides
/// alike and nobody steered. Ships do steer, but not for all of their banks at once: halfway, guns in turrets
/// (360°) are worth √3 of the same guns in a front arc (120°), and √2 of the same guns split over two broadsides (180°).
pub const ARC_EXPONENT: f64 = 0.5;

/// The house rating of a design in points, not rounded. A ship without weapons rates 0.
pub fn house_rating(design: &Design) -> f64 {
    (offence(design) * defence(design)).sqrt()
}

/// Hull × 1.67 × 2^(score/2), with score = ECM + 2·log₂(6/(6−n)) + 2·log₂((hull + armour)/hull), n being the number
/// of faces that the undamaged shields block.
///
/// Two steps of score double it: ECM 2, shields 4+ and armour equal to the hull are worth the same. Five icons never
/// block all six faces, so it is finite.
///
/// Source: hull × 2^(score/2) is the book's; a player asked whether the score is an exponent, and the designer said that it is
/// (post 26294). That the three defences are balanced with each other is in his notes on them ("Designer's Notes: Defenses &
/// Damage", post 25584); how each enters the score is reported by others, and was not found in his own words again. With it, one
/// point of ECM costs the attacker a factor √2 of dice, which is exactly what a column of the attack-dice string is.
pub fn defence(design: &Design) -> f64 {
    let hull = f64::from(design.hull);
    let ecm = f64::from(design.ecm_after(0));
    let blocked = f64::from(design.shield_faces(0).count_ones());
    let score = ecm + 2.0 * (6.0 / (6.0 - blocked)).log2() + 2.0 * ((hull + f64::from(design.armour)) / hull).log2();
    hull * HULL_WEIGHT * (score / 2.0).exp2()
}

/// Σ over batteries of damage × (long range + thrust)/K × Σ over banks of share × (arc width/360)^a.
///
/// Source: ours. Reach and thrust add because both are hexes: what a ship can hit this turn is where it can be plus how
/// far it shoots.
pub fn offence(design: &Design) -> f64 {
    let thrust = f64::from(design.thrust_after(0));
    design.batteries.iter().map(|b| damage(b) * (f64::from(b.range[2]) + thrust) / REACH_SCALE * coverage(b)).sum()
}

/// Expected boxes a turn if every battery fires its first column at an unshielded ship, whatever its range and arcs: the
/// plainest measure of guns, for comparison.
pub fn firepower(design: &Design) -> f64 {
    design.batteries.iter().map(damage).sum()
}

/// Expected boxes a turn if the whole battery fires its first column at an unshielded ship: one die in three hits
/// (NOVA 5.6), each hit checking the battery's damage (NOVA 5.9).
fn damage(battery: &Battery) -> f64 {
    f64::from(battery.dice[0]) / 3.0 * f64::from(battery.damage)
}

/// The banks' shares of the battery, each weighed by the width of its arc. A bank's share is √½ to the power of its
/// modifier (NOVA 1.6).
fn coverage(battery: &Battery) -> f64 {
    let bank = |modifier: u8, degrees: u32| {
        (-f64::from(modifier) / 2.0).exp2() * (f64::from(degrees) / 360.0).powf(ARC_EXPONENT)
    };
    battery.banks.iter().map(|b| bank(b.modifier, b.arc.clock().degrees())).sum()
}

impl Compared for Design {
    fn guns(&self) -> usize {
        self.attack_dice()
    }

    fn reach(&self) -> u8 {
        self.reach()
    }

    fn speed(&self) -> u8 {
        self.thrust_after(0)
    }

    fn offence(&self) -> f64 {
        offence(self)
    }

    fn defence(&self) -> f64 {
        defence(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arcs::Arc;
    use crate::design::{Bank, COLUMNS, Origin};

    fn battery(damage: u8, banks: &[(&str, u8)], range: [u8; 3], dice: [u8; COLUMNS]) -> Battery {
        let banks = banks.iter().map(|&(arc, modifier)| Bank { arc: Arc::by_name(arc).unwrap(), modifier }).collect();
        Battery { name: String::new(), damage, banks, range, dice }
    }

    /// The display of page 5, with the hull that the designer gives and the shields at 5+.
    fn majestic() -> Design {
        Design {
            name: "MAJESTIC".into(),
            class: "BC".into(),
            faction: "Imperial".into(),
            rating: 344,
            printed: true,
            origin: Origin::Reconstructed(vec!["shields".into()]),
            armour: 0,
            hull: 17,
            thrust: Some([4, 3, 2, 1, 1]),
            ecm: Some([1, 1, 1, 0, 0]),
            shields: Some([5, 6, 6, 6, 6]),
            fire_control: true,
            hyperdrive: true,
            batteries: vec![
                battery(3, &[("FF", 0)], [5, 10, 15], [7, 5, 3, 2, 2, 1, 1, 1, 0, 0, 0, 0]),
                battery(2, &[("FX", 2), ("AX", 2)], [5, 10, 15], [6, 5, 3, 2, 2, 1, 1, 1, 0, 0, 0, 0]),
                battery(1, &[("FF", 2), ("PH", 4), ("SH", 4)], [2, 4, 6], [9, 6, 5, 3, 2, 2, 1, 1, 1, 0, 0, 0]),
            ],
        }
    }

    #[test]
    fn majestic_comes_out_at_its_printed_rating() {
        assert!((house_rating(&majestic()) - 344.0).abs() < 1e-9, "{}", house_rating(&majestic()));
    }

    #[test]
    fn the_designers_three_equal_defences() {
        let bare = Design { armour: 0, ecm: None, shields: None, ..majestic() };
        assert!((defence(&bare) - 17.0 * 1.67).abs() < 1e-12);
        for twice in [
            Design { ecm: Some([2, 1, 1, 1, 1]), ..bare.clone() },
            Design { shields: Some([4, 5, 5, 6, 6]), ..bare.clone() },
            Design { armour: 17, ..bare.clone() },
        ] {
            assert!((defence(&twice) / defence(&bare) - 2.0).abs() < 1e-12);
        }
    }

    /// The formula counts every box alike, so every box must be one that an enemy has to check.
    #[test]
    fn a_small_hull_is_rated_by_the_boxes_that_destroy_it() {
        for hull in [1, 2] {
            for armour in 0..=7 {
                let ship = Design { hull, armour, ecm: None, shields: None, ..majestic() };
                let boxes = defence(&ship) / HULL_WEIGHT;
                assert!(
                    (boxes - f64::from(ship.thresholds()[2])).abs() < 1e-9,
                    "hull {hull}, armour {armour}: {boxes}"
                );
            }
        }
    }

    #[test]
    fn offence_by_hand() {
        // Nine dice hit three times a turn; range 6 and thrust 4 make 10 hexes; half the guns forward (120°), a
        // quarter over each side (180°).
        let by_hand = 3.0 * 10.0 / REACH_SCALE * (0.5 * (1.0f64 / 3.0).sqrt() + 2.0 * 0.25 * 0.5f64.sqrt());
        let cannons = Design { batteries: majestic().batteries.split_off(2), ..majestic() };
        assert!((offence(&cannons) / by_hand - 1.0).abs() < 1e-12);
        assert_eq!(house_rating(&Design { batteries: vec![], ..majestic() }), 0.0);
        // Without a thrust row only the range counts.
        let adrift = Design { thrust: None, ..cannons.clone() };
        assert!((offence(&adrift) / offence(&cannons) - 0.6).abs() < 1e-12);
    }

    #[test]
    fn the_strongest_shields_stay_finite() {
        let walled = Design { shields: Some([2, 3, 4, 5, 6]), ecm: None, ..majestic() };
        assert!((defence(&walled) - 6.0 * 17.0 * 1.67).abs() < 1e-9);
    }
}
