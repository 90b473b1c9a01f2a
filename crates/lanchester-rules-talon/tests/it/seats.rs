//! What the suite's mirror matches cannot say, in which seat 0 begins: whether a seat is favoured where the same side begins from both.

use std::sync::Arc;

use lanchester_conformance::ladder::tallied;
use lanchester_conformance::{TestGame, mirror};
use lanchester_rules_talon::Talon;
use lanchester_rules_talon::design::Design;

use crate::Tested;

/// Ships of A are of the race that begins (TALON P.9), those of B are not. Then neither seat wins more often than chance allows: the
/// difference is within 6 standard errors, a false alarm of 2·10⁻⁹ a matchup.
#[test]
fn neither_seat_is_favoured_where_the_same_side_begins_from_both() {
    for (fleet, policy, pairs) in Tested::MIRRORS {
        let mut matchup = mirror::<Talon>(fleet, policy);
        for (force, race) in matchup.forces.iter_mut().zip(["Talon", "Terran"]) {
            let of_race = |ship: &Arc<Design>| Arc::new(Design { faction: race.to_owned(), ..Design::clone(ship) });
            force.ships = force.ships.iter().map(of_race).collect();
        }
        let tally = tallied(&matchup, *pairs);
        let [first, second] = tally.seat_wins.map(|wins| wins as f64);
        assert!(first + second > *pairs as f64 / 4.0, "{fleet}: too few battles are won to tell");
        assert!((first - second).abs() <= 6.0 * (first + second).sqrt(), "{fleet}: seats won {:?}", tally.seat_wins);
    }
}
