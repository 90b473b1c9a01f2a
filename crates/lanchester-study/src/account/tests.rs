//! What the account of a change must not move with, and what must move it.

use std::sync::Arc;

use lanchester_core::{Combatant, Force};
use lanchester_games::{GameName, Nova, Visitor};
use lanchester_scenario::Library;

use super::*;

/// A duel of a ship with the next one of the default study.
fn against<G: Game>(ship: &Arc<G::Design>, other: &Arc<G::Design>, library: &Library<G>) -> Matchup<G> {
    let forces = [ship, other].map(|ship| Force {
        name: ship.name().to_owned(),
        ships: vec![Arc::clone(ship)],
        stations: None,
        commander: library.policy("default").expect("a shipped policy").into(),
    });
    Matchup { name: String::new(), forces, options: G::Options::default() }
}

/// A ship beside a copy of itself.
struct Changed;

impl Visitor for Changed {
    type Output = ();

    fn visit<G: Game>(self) {
        let library = Library::<G>::shipped();
        let study = library.study("default").expect("a shipped study");
        let [ship, other] = [0, 1].map(|i| &study.designs[i].design);
        let level = Level::best();
        let base = against(ship, other, &library);
        let found = |of: &Matchup<G>| change([&[(0, &base)], &[(0, of)]], level, 1, 32);

        let copy = Arc::new(ship.at_rating(ship.rating()));
        let same = found(&against(&copy, other, &library));
        assert_eq!(same.battles, 64);
        for of in &same.figures {
            assert_eq!((of.difference.estimate, of.differs, of.q), (0.0, false, 1.0), "{}: {of:?}", G::NAME);
        }
        // The account of a duel counts the same battles.
        let told = account(&base, level, 1, 0, 32);
        let figure = |what, weapon: Option<&str>| {
            same.figures.iter().find(|of| of.what == what && of.weapon.as_deref() == weapon).map(|of| of.base)
        };
        let near = |one: Option<f64>, other: f64| assert!((one.expect("a figure") - other).abs() < 1e-9, "{}", G::NAME);
        near(figure(What::Survives, None), told.sides[0].survives.estimate);
        near(figure(What::HarmDone, None), told.sides[0].harm_per_battle);
        for weapon in &told.sides[0].weapons {
            near(figure(What::Shots, Some(&weapon.weapon)), weapon.shots);
            near(figure(What::HarmPerShot, Some(&weapon.weapon)), weapon.harm_per_shot);
        }
    }
}

#[test]
fn a_copy_changes_nothing_and_a_duel_counts_the_same() {
    GameName::ALL.iter().for_each(|game| game.visit(Changed));
}

/// Nova's Majestic with fifty hull boxes for seventeen outlives more and suffers more; its weapons are what they were.
#[test]
fn a_ship_that_is_harder_to_kill_survives_more() {
    let library = Library::<Nova>::shipped();
    let ship = library.ship("majestic").expect("a shipped ship");
    let steps = |ship: &Arc<_>| {
        Nova::improvements(ship).into_iter().find(|(what, _)| what.contains("hull")).map(|(_, better)| Arc::new(better))
    };
    let mut harder = Arc::clone(&ship);
    (0..33).for_each(|_| harder = steps(&harder).unwrap_or_else(|| Arc::clone(&harder)));
    let other = library.ship("noctule").expect("a shipped ship");
    let [base, variant] = [&ship, &harder].map(|ship| against(ship, &other, &library));
    let found = change([&[(3, &base)], &[(3, &variant)]], Level::best(), 1, 200);
    let survives = found.figures.iter().find(|of| of.what == What::Survives).expect("it is counted");
    assert!(survives.differs && survives.difference.low > 0.0, "{survives:?}");
    let weapons = |of: &Figure| of.weapon.is_some();
    assert!(found.figures.iter().any(weapons), "{found:?}");
}
