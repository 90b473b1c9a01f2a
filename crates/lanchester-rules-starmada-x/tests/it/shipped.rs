//! The ships, fleets, matchups and studies that the program ships: priced by the house rating, charts by the generator,
//! within their points, and between them using every corner of the rules.

use std::collections::BTreeSet;
use std::sync::Arc;

use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_starmada_x::design::improve::made_chart;
use lanchester_rules_starmada_x::design::{Design, Kind as Piece, Origin};
use lanchester_rules_starmada_x::options::even;
use lanchester_rules_starmada_x::rating::house_rating;
use lanchester_scenario::{Kind, Library};

fn ships() -> Vec<Arc<Design>> {
    let library = Library::<StarmadaX>::shipped();
    library.ids(Kind::Ship).map(|id| library.ship(id).expect("a shipped ship")).collect()
}

fn originals() -> Vec<Arc<Design>> {
    let mut all = ships();
    all.retain(|s| s.origin == Origin::Original);
    all
}

#[test]
fn originals_are_printed_at_their_house_rating_with_a_made_chart() {
    assert!(originals().len() >= 10);
    for s in originals() {
        assert_eq!(f64::from(s.rating), house_rating(&s).round(), "{}", s.name);
        assert_eq!(s.chart, made_chart(&s), "{}", s.name);
    }
    let factions: BTreeSet<String> = originals().iter().map(|s| s.faction.clone()).collect();
    assert_eq!(factions.len(), 2);
    for faction in factions {
        assert!(originals().iter().any(|s| s.faction == faction && s.flights() > 1), "{faction} has no carrier");
    }
}

#[test]
fn the_trio_is_as_published() {
    let library = Library::<StarmadaX>::shipped();
    for (id, class, hull, rating, cancels) in
        [("mouse", "BB", 15, 133, None), ("monkey", "CA", 10, 128, Some(5)), ("lab-rat", "DD", 5, 123, Some(3))]
    {
        let ship = library.ship(id).expect("a shipped ship");
        assert_eq!((ship.class.as_str(), ship.hull, ship.rating), (class, hull, rating));
        assert_eq!((ship.engines, ship.shields), (5, 2));
        assert_eq!(ship.piece(Piece::ArmorPlating).map(|piece| piece.cancels_on), cancels);
        let guns: Vec<(u8, u8, u8)> = ship.batteries.iter().map(|b| (b.range, b.to_hit, b.weapons())).collect();
        assert_eq!(guns, [(15, 3, 5), (9, 4, 5)]);
        assert_eq!(ship.origin, Origin::Published);
    }
}

#[test]
fn bunyan_is_as_far_as_it_can_be_read() {
    let bunyan = Library::<StarmadaX>::shipped().ship("bunyan").expect("a shipped ship");
    assert_eq!((bunyan.rating, bunyan.hull, bunyan.engines, bunyan.shields), (510, 11, 4, 4));
    assert_eq!(bunyan.origin, Origin::Reconstructed(vec!["batteries".into(), "equipment".into()]));
    assert_eq!(bunyan.flights(), 1);
    assert!(bunyan.batteries[0].abilities.halves_shields && bunyan.batteries[0].abilities.extra_crew);
    assert!(bunyan.batteries[1].abilities.extra_hull);
}

/// The chart of every printed ship stands in its file, and follows from its boxes. What is reconstructed of Bunyan has to
/// fit: one face a battery of a hull of eleven boxes is at most five weapons.
#[test]
fn printed_charts_are_the_made_ones() {
    let library = Library::<StarmadaX>::shipped();
    for (id, printed) in [
        ("mouse", "Ha Eb H S H Q"),
        ("monkey", "Ha Eb H S H Q"),
        ("lab-rat", "HQ Ea Ha Eb Hb S"),
        ("bunyan", "Ha Eb H S H Q"),
    ] {
        let ship = library.ship(id).expect("a shipped ship");
        let text = |chart: lanchester_rules_starmada_x::design::Chart| chart.map(|entry| entry.to_string()).join(" ");
        assert_eq!(text(ship.chart), printed, "{id}");
        assert_eq!(text(made_chart(&ship)), printed, "{id}");
        let file = library.show(id).expect("a shipped ship");
        assert!(file.lines().any(|line| line.starts_with("chart = ")), "{id}: the printed chart is in the file");
    }
}

/// A rule that no shipped ship uses is a rule that no shipped study tests.
#[test]
fn the_collection_reaches_every_corner_of_the_ship_rules() {
    let all = ships();
    let any = |what: &str, test: &dyn Fn(&Design) -> bool| assert!(all.iter().any(|s| test(s)), "{what}");
    for kind in Piece::ALL {
        any(kind.name(), &|s| s.piece(kind).is_some());
    }
    let ability = |test: fn(&lanchester_rules_starmada_x::design::Abilities) -> bool| {
        move |s: &Design| s.batteries.iter().any(|b| test(&b.abilities))
    };
    any("Halves Shields", &ability(|a| a.halves_shields));
    any("Extra Hull Damage", &ability(|a| a.extra_hull));
    any("Extra Crew Casualties", &ability(|a| a.extra_crew));
    any("Must Re-Roll Penetration Dice", &ability(|a| a.re_roll));
    any("No Hull Damage", &ability(|a| a.no_hull));
    any("three batteries", &|s| s.batteries.len() == 3);
    any("armour that cannot be lost", &|s| s.piece(Piece::ArmorPlating).is_some_and(|p| p.boxes == 0));
    any("equipment with several boxes", &|s| s.equipment.iter().any(|p| p.boxes > 1));
    any("ROF above 1", &|s| s.batteries.iter().any(|b| b.rof > 1));
    any("PEN above 1", &|s| s.batteries.iter().any(|b| b.pen > 1));
    any("DMG above 1", &|s| s.batteries.iter().any(|b| b.dmg > 1));
    any("a range that is no multiple of three is left to tests", &|s| s.batteries.iter().all(|b| b.range % 3 == 0));
}

#[test]
fn fleets_of_a_thousand_points_are_even() {
    let library = Library::<StarmadaX>::shipped();
    let mut carriers = 0;
    for name in ["line", "carriers", "capital", "swarm"] {
        let [league, pact] = ["league", "pact"].map(|navy| library.fleet(&format!("{navy}-{name}")).expect("a fleet"));
        assert!(league.rating() <= 1000 && pact.rating() <= 1000);
        assert!(even([league.rating(), pact.rating()]), "{name}: {} v {}", league.rating(), pact.rating());
        carriers += [league, pact].iter().flat_map(|f| f.ships.iter()).filter(|(_, ship)| ship.flights() > 0).count();
    }
    assert!(carriers >= 2);
}

#[test]
fn studies_ask_what_they_say() {
    let library = Library::<StarmadaX>::shipped();
    let ships = library.ids(Kind::Ship).count();
    let study = library.study("default").expect("a shipped study");
    assert_eq!(study.cells.iter().filter(|c| c.duel).count(), ships * (ships + 1) / 2);
    assert_eq!(study.prices.expect("prices").designs.len(), ships);
    let trio = library.study("trio").expect("a shipped study");
    assert_eq!(trio.designs.len(), 3);
    let fighters = library.study("fighters").expect("a shipped study");
    for cell in &fighters.cells {
        let ratings = [0, 1].map(|side: usize| cell.matchup.forces[side].rating());
        assert!(even(ratings) || cell.entrants[0] == cell.entrants[1], "{:?}: {ratings:?}", cell.entrants);
    }
    assert!(library.study("fleets").expect("a shipped study").cells.len() >= 36);
}
