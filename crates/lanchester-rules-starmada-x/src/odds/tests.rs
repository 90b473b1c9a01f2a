//! The odds worked out by hand, and their bounds.

use super::*;
use crate::design::{Battery, Entry, Equipment};
use crate::reference::staging::{battery, chart, gunboat, mouse, piece, plain};

fn attack<'a>(firer: &'a Design, target: &'a Design, options: &'a Options, range: u8) -> Volley<'a> {
    Volley { firer, target, options, range, ecm_lost: 0, shields_lost: 0, hull_lost: 0, weapons_lost: 0 }
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

/// Mouse at Mouse, three hexes: five torpedoes hit on 2+, lasers on 3+; shields 2 let 4 of 6 through. The one box of
/// equipment and the two of the shields run out: 2.804 hull boxes on average, as counted by another program.
#[test]
fn mouse_at_mouse() {
    let (mouse, options) = (mouse(), Options::default());
    let volley = attack(&mouse, &mouse, &options, 3);
    let odds = volley.battery(0).unwrap();
    assert_eq!((odds.need, odds.dice, odds.shields), (2, 5, 2));
    assert_eq!(odds.through.mean(), ratio(25 * 4, 36));
    let both = volley.damage(&[0, 1]).unwrap();
    assert!(both.exact);
    assert_eq!((both.hull.mean().to_string().parse::<f64>().is_err(), both.hull == both.marked), (true, true));
    let mean: f64 = both.hull.to_f64().iter().enumerate().map(|(n, p)| n as f64 * p).sum();
    assert!((mean - 2.804).abs() < 5e-4, "{mean}");
    assert_eq!(attack(&mouse, &mouse, &options, 16).battery(0), None);
}

/// One weapon that hits on a chosen chance of 5 in 6, three damage dice, no shields: worked out by hand.
#[test]
fn the_second_hit_on_one_box_is_a_hull_hit() {
    let gun = gunboat(Battery { dmg: 3, ..battery(9, 2, 1, "AB") });
    let target = Design { engines: 1, chart: chart("E E E E E E"), ..plain() };
    let options = Options::default();
    let hull = attack(&gun, &target, &options, 5).damage(&[0]).unwrap().hull;
    assert_eq!((hull.p(0), hull.p(2)), (ratio(1, 6), ratio(5, 6)));
    // No Hull Damage: the dice that find no box do nothing.
    let mut harmless = gun.clone();
    harmless.batteries[0].abilities.no_hull = true;
    assert_eq!(attack(&harmless, &target, &options, 5).damage(&[0]).unwrap().hull, Dist::always(0));
}

/// Three dice, each a casualty and an engine or hull hit: the crew of three is gone whatever they show.
#[test]
fn casualties_put_a_ship_out_of_the_game() {
    let mut gun = gunboat(Battery { dmg: 3, ..battery(9, 2, 1, "AB") });
    gun.batteries[0].abilities.extra_crew = true;
    let target = Design { hull: 3, engines: 1, chart: chart("E E E E E E"), ..plain() };
    let options = Options::default();
    let damage = attack(&gun, &target, &options, 5).damage(&[0]).unwrap();
    assert_eq!((damage.fate.p(0), damage.fate.p(1), damage.fate.p(2)), (ratio(1, 6), ratio(0, 1), ratio(5, 6)));
    assert_eq!(damage.marked.p(3), ratio(5, 6));
    assert_eq!(damage.hull.p(2), ratio(5, 6));
}

#[test]
fn armour_ecm_and_losses() {
    let gun = gunboat(battery(9, 4, 2, "AB"));
    let target = Design { equipment: vec![piece(Kind::ArmorPlating), piece(Kind::Ecm)], ..plain() };
    let options = Options::default();
    let volley = attack(&gun, &target, &options, 5);
    let odds = volley.battery(0).unwrap();
    assert_eq!((odds.need, odds.modifier), (5, -1));
    assert_eq!(volley.damage(&[0]).unwrap().hull.mean(), ratio(2, 1) * ratio(1, 3) * ratio(4, 6));
    let later = Volley { ecm_lost: 1, weapons_lost: 1, ..volley }.battery(0).unwrap();
    assert_eq!((later.need, later.dice), (4, 1));
    // A ship with one box left has it hit unless both dice miss or are cancelled.
    let last = Volley { hull_lost: 5, ..volley }.damage(&[0]).unwrap();
    assert_eq!(last.fate.p(0), (ratio(1, 1) - ratio(2, 9)) * (ratio(1, 1) - ratio(2, 9)));
    assert_eq!(last.hull.most(), 1);
}

/// The largest file that is legal: 240 damage dice a battery, and a chart that empties every letter on a face of its own.
/// It is answered, rounded or not at all, but never without end.
#[test]
fn the_largest_file_is_bounded() {
    let guns = (0..3).map(|_| Battery { rof: 4, pen: 2, dmg: 2, ..battery(30, 4, 15, "AB") }).collect();
    let firer = Design { batteries: guns, ..plain() };
    let boxes = |kind| Equipment { boxes: 9, ..piece(kind) };
    let equipment = Kind::ALL.into_iter().take(7).map(boxes).collect();
    let mut target = Design { hull: 60, engines: 10, shields: 5, equipment, ..firer.clone() };
    let options = Options::default();
    let common = attack(&firer, &target, &options, 15).damage(&[0, 1, 2]);
    assert!(common.is_ok_and(|damage| damage.hull.most() == 60), "six hull hits in six");
    target.chart = chart("E S Q a b c");
    assert!(target.chart.iter().all(|entry: &Entry| entry.0[0] == 0));
    assert_eq!(attack(&firer, &target, &options, 15).damage(&[0, 1, 2]), Err(TooLong));
}
