//! The ships, fleets, matchups and studies that the program ships: priced by the house rating, made by the generators
//! of NOVA 1.7, within their points limits, and between them using every corner of the rules.

use std::collections::BTreeSet;
use std::sync::Arc;

use lanchester_rules_nova::Nova;
use lanchester_rules_nova::arcs::ARCS;
use lanchester_rules_nova::design::generate::{dice_string, row, shield_icons};
use lanchester_rules_nova::design::{Design, Origin, ROW};
use lanchester_rules_nova::options::BATTLE_SIZES;
use lanchester_rules_nova::rating::house_rating;
use lanchester_scenario::{Kind, Library};

/// Every shipped design.
fn ships(library: &Library<Nova>) -> Vec<Arc<Design>> {
    library.ids(Kind::Ship).map(|id| library.ship(id).unwrap()).collect()
}

fn originals() -> Vec<Arc<Design>> {
    let mut all = ships(&Library::shipped());
    all.retain(|s| s.origin == Origin::Original);
    all
}

#[test]
fn originals_are_printed_at_their_house_rating() {
    assert!(originals().len() >= 12);
    for s in originals() {
        assert_eq!(f64::from(s.rating), house_rating(&s).round(), "{}", s.name);
    }
}

#[test]
fn majestic_is_the_yardstick() {
    assert!((house_rating(&Library::<Nova>::shipped().ship("majestic").unwrap()) - 344.0).abs() < 1e-9);
}

mod nova_1_7 {
    use super::*;

    #[test]
    fn rows_follow_the_generator() {
        for s in originals() {
            assert_eq!(s.thrust, s.thrust.map(|r| row(r[0])), "{}", s.name);
            assert_eq!(s.ecm, s.ecm.map(|r| row(r[0])), "{}", s.name);
            assert_eq!(s.shields, shield_icons(s.shield_faces(0).count_ones() as u8), "{}", s.name);
        }
    }

    #[test]
    fn dice_strings_come_from_some_tenth_of_a_die() {
        for s in originals() {
            for b in &s.batteries {
                assert!((0..400).any(|tenths| dice_string(tenths, 10) == b.dice), "{} {}", s.name, b.name);
            }
        }
    }

    /// The guns of all banks together are the battery: rounded modifiers may miss that by a tenth.
    #[test]
    fn banks_share_out_the_whole_battery() {
        for s in originals() {
            for b in &s.batteries {
                let whole: f64 = b.banks.iter().map(|k| (-f64::from(k.modifier) / 2.0).exp2()).sum();
                assert!((0.9..=1.1).contains(&whole), "{} {}: {whole}", s.name, b.name);
            }
        }
    }
}

/// A rule that no shipped ship uses is a rule that no shipped study tests.
#[test]
fn the_collection_reaches_every_corner_of_the_ship_rules() {
    let all = ships(&Library::shipped());
    let arcs: BTreeSet<&str> = all.iter().flat_map(|s| s.banks().map(|(_, b)| b.arc.name())).collect();
    assert_eq!(arcs.len(), ARCS.len(), "{arcs:?}");
    for faces in 0..=5 {
        assert!(all.iter().any(|s| s.shield_faces(0).count_ones() == faces), "{faces} faces");
    }
    for damage in 1..=3 {
        assert!(all.iter().any(|s| s.batteries.iter().any(|b| b.damage == damage)), "Dx{damage}");
    }
    let any = |what: &str, test: fn(&Design) -> bool| assert!(all.iter().any(|s| test(s)), "{what}");
    any("an empty hull group", |s| s.hull < 3);
    any("armour as thick as the hull", |s| s.armour >= s.hull);
    any("no thrust row", |s| s.thrust.is_none());
    any("engines that can fail altogether", |s| s.thrust.is_some_and(|r| r[0] > 0 && r[ROW - 1] == 0));
    any("no ECM row", |s| s.ecm.is_none());
    any("an ECM row of zeros", |s| s.ecm == Some([0; ROW]));
    any("ECM that shifts four columns", |s| s.ecm_after(0) >= 4);
    any("Fire Control", |s| s.fire_control);
    any("no Fire Control", |s| !s.fire_control);
    any("Hyperdrive", |s| s.hyperdrive);
    any("more than the board's depth of range", |s| s.batteries.iter().any(|b| b.range[2] >= 18));
    let factions: BTreeSet<String> = originals().iter().map(|s| s.faction.clone()).collect();
    assert_eq!(factions.len(), 3);
}

#[test]
fn fleets_fit_their_battle_size() {
    let library = Library::<Nova>::shipped();
    for faction in ["meridian", "karst", "vesper"] {
        for (size, limit, _) in BATTLE_SIZES {
            let fleet = library.fleet(&format!("{faction}-{size}")).unwrap();
            let total = fleet.rating();
            assert!(total <= limit && 20 * total >= 19 * limit, "{}: {total} of {limit}", fleet.id);
            let own = fleet.ships.iter().all(|(_, s)| s.faction.to_lowercase().starts_with(faction));
            assert!(own, "{} borrows a ship", fleet.id);
        }
    }
}

/// A study of numbers against quality is one only at equal points.
#[test]
fn swarms_cost_what_their_capitals_cost() {
    let library = Library::<Nova>::shipped();
    for group in [
        &["vesper-swarm", "karst-swarm", "vesper-capital", "meridian-capital"][..],
        &["meridian-swarm", "karst-capital"],
    ] {
        let totals: Vec<u32> = group.iter().map(|id| library.fleet(id).unwrap().rating()).collect();
        let (least, most) = (totals.iter().min().unwrap(), totals.iter().max().unwrap());
        assert!(20 * least >= 19 * most, "{group:?}: {totals:?}");
    }
}

/// The default study asks about every shipped ship: all pairs and all mirrors, six cells of the navies a battle size,
/// random fleets, and what every one of them should cost.
#[test]
fn the_default_study_covers_the_collection() {
    let library = Library::<Nova>::shipped();
    let ships = library.ids(Kind::Ship).count();
    let study = library.study("default").unwrap();
    assert_eq!(study.cells.iter().filter(|c| c.duel).count(), ships * (ships + 1) / 2);
    let random = |group: &str| group.contains("mixed") || group.contains("swarm");
    assert_eq!(study.cells.iter().filter(|c| !c.duel && !random(&c.group)).count(), 6 * BATTLE_SIZES.len());
    assert!(study.cells.iter().filter(|c| random(&c.group)).count() >= 100, "enough for an exponent");
    assert_eq!(study.prices.expect("prices").designs.len(), ships);
}
