//! The house rating `x-house-1`: what a design would be worth by a formula that anyone can check.
//!
//! The book's construction chapter is lost, so the combat rating of a ship file is an input (X 1.2). This formula rates the
//! collection's own designs and stands beside every printed rating in the reports, replacing none.
//!
//! rating = √(offence × defence), in points. That is the game's own shape: a player's post on the publisher's forum ("Variable
//! Hull Strengths", mj12games.com/forum, thread 973) has a cruiser with an offence of 561.0, a defence of 62.4 and a rating
//! of 187. The beginning of the defence comes from the same post; shields and equipment are a fair guess, and the offence is
//! ours, scaled so that Mouse, another player's test ship, comes out at its printed 133.
//!
//! What it leaves out, and so what a study may find mispriced: how fast systems wear off, overkill, explosions, and what
//! fighters do to ships whose guns cannot hit them.

use lanchester_battle::relation::Compared;

use crate::design::{Battery, Design, FIGHTERS, Kind};

/// Name of this formula in reports.
pub const HOUSE_RATING: &str = "x-house-1";

/// What offences are multiplied by so that Mouse is worth 133 points; it carries the conversion to points.
pub const SCALE: f64 = 6.696_884_532_259_207;

/// How much an arc of n sixths of the circle counts: (n/6)^a. Halfway between free (0) and the share of the sky (1).
pub const ARC_EXPONENT: f64 = 0.5;

/// Electronic Countermeasures: a fair guess, as the rules page says; −1 on 4+ is a third fewer hits.
const ECM: f64 = 1.5;

/// Reach of a flight, in hexes: it flies ten and attacks the next.
const FLIGHT_REACH: f64 = 11.0;

/// The house rating of a design in points, not rounded. A ship without weapons or fighters rates 0.
pub fn house_rating(design: &Design) -> f64 {
    (offence(design) * defence(design)).sqrt()
}

/// 2 × hull × 6/(6 − shields) × 6/(2k) × equipment, for k faces of the chart with a hull hit.
///
/// Source: a player, not the game's designer (forum thread 973, see above). By that post the lost section A.2.2 counts the hull
/// twice for three such faces; 6/k for other numbers of them is the player's own proposal. The rest is ours: shields of S stop
/// S faces of six, and armour that cancels n faces of six is worth 6/(6 − n) against the share of hits it answers: all of it
/// for plating, a quarter for guns and shields.
pub fn defence(design: &Design) -> f64 {
    let faces = design.chart.iter().filter(|entry| entry.0[0] > 0).count().max(1) as f64;
    let armour = |kind: Kind, share: f64| {
        design.piece(kind).map_or(1.0, |piece| {
            let cancelled = f64::from(7 - piece.cancels_on);
            1.0 + share * (6.0 / (6.0 - cancelled).max(1.0) - 1.0)
        })
    };
    let ecm = if design.piece(Kind::Ecm).is_some() { ECM } else { 1.0 };
    2.0 * f64::from(design.hull) * 6.0 / (6.0 - f64::from(design.shields)) * 3.0 / faces
        * armour(Kind::ArmorPlating, 1.0)
        * armour(Kind::ArmoredGuns, 0.25)
        * armour(Kind::RedundantShielding, 0.25)
        * ecm
}

/// Σ over batteries of damage × (range + engines) × Σ over weapons of √(arcs/6), and so much for each flight as six such
/// weapons that hit on 5 and 6 all around.
///
/// Source: ours. Reach and engines add because both are hexes.
pub fn offence(design: &Design) -> f64 {
    let engines = f64::from(design.engines);
    let guns: f64 = design.batteries.iter().map(|b| damage(b) * (f64::from(b.range) + engines) * coverage(b)).sum();
    let flights = design.flights() as f64 * f64::from(FIGHTERS) / 3.0 * FLIGHT_REACH;
    SCALE * (guns + flights)
}

/// Expected unshielded damage dice a turn if every weapon fires once at medium range: the plainest measure of guns.
pub fn firepower(design: &Design) -> f64 {
    let guns: f64 = design.batteries.iter().map(|b| damage(b) * f64::from(b.weapons())).sum();
    guns + design.flights() as f64 * f64::from(FIGHTERS) / 3.0
}

/// Expected unshielded damage dice of one weapon at medium range, with a rough allowance for its abilities.
fn damage(battery: &Battery) -> f64 {
    let hit = f64::from(7 - battery.to_hit) / 6.0;
    let dice = hit * f64::from(battery.rof) * f64::from(battery.pen) * f64::from(battery.dmg);
    let has = |ability: bool, factor: f64| if ability { factor } else { 1.0 };
    let abilities = battery.abilities;
    dice * has(abilities.halves_shields, 1.3)
        * has(abilities.extra_hull, 2.0)
        * has(abilities.extra_crew, 1.5)
        * has(abilities.re_roll, 0.6)
        * has(abilities.no_hull, 0.5)
}

fn coverage(battery: &Battery) -> f64 {
    let share = |arcs: u32| (f64::from(arcs) / 6.0).powf(ARC_EXPONENT);
    battery.mounts.iter().map(|mount| f64::from(mount.weapons) * share(mount.arcs.count())).sum()
}

impl Compared for Design {
    fn guns(&self) -> usize {
        self.attack_dice()
    }

    fn reach(&self) -> u8 {
        self.reach()
    }

    fn speed(&self) -> u8 {
        self.engines
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
    use crate::reference::staging::{carrier, mouse, piece, plain};

    #[test]
    fn mouse_comes_out_at_its_printed_rating() {
        assert!((house_rating(&mouse()) - 133.0).abs() < 0.5, "{}", house_rating(&mouse()));
    }

    #[test]
    fn defence_by_hand() {
        assert!((defence(&mouse()) - 2.0 * 15.0 * 1.5).abs() < 1e-12);
        let plated = Design { equipment: vec![piece(Kind::ArmorPlating)], ..mouse() };
        assert!((defence(&plated) / defence(&mouse()) - 1.5).abs() < 1e-12);
        let hidden = Design { equipment: vec![piece(Kind::Ecm)], ..mouse() };
        assert!((defence(&hidden) / defence(&mouse()) - 1.5).abs() < 1e-12);
    }

    #[test]
    fn offence_by_hand() {
        let third = (1.0f64 / 3.0).sqrt();
        let guns = 5.0 * third * (4.0 / 6.0 * 20.0 + 3.0 / 6.0 * 14.0);
        assert!((offence(&mouse()) / (SCALE * guns) - 1.0).abs() < 1e-12);
        assert_eq!(house_rating(&plain()), 0.0);
        assert!((offence(&carrier(3)) / (SCALE * 66.0) - 1.0).abs() < 1e-12);
    }
}
