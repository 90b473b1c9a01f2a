//! A design with one thing more: what a designer might add to a ship, one step at a time.

use super::generate::{dice_string, row, shield_icons};
use super::{Battery, Design, MAX_BOXES, MAX_DICE, MAX_ECM, MAX_RANGE, MAX_THRUST, ROW};

/// Every step that the design's displays have room for, with what it is: a box, a point of thrust or ECM, a shield face,
/// Fire Control, and for each battery a die and a hex of range band. Rows and strings are made again as for ships of our
/// own (NOVA 1.7); the rating stays what it was.
pub fn improvements(design: &Design) -> Vec<(String, Design)> {
    let mut steps: Vec<(String, Design)> = Vec::new();
    let mut add = |what: &str, change: &dyn Fn(&mut Design)| {
        let mut improved = design.clone();
        change(&mut improved);
        improved.name = format!("{} with {what}", design.name);
        steps.push((what.to_owned(), improved));
    };
    if design.hull < MAX_BOXES {
        add("1 hull box more", &|d| d.hull += 1);
    }
    if design.armour < MAX_BOXES {
        add("1 armour box more", &|d| d.armour += 1);
    }
    let [thrust, ecm] = [design.thrust_after(0), design.ecm_after(0)];
    if thrust < MAX_THRUST {
        add("1 thrust more", &|d| d.thrust = Some(row(thrust + 1)));
    }
    if ecm < MAX_ECM {
        add("1 ECM more", &|d| d.ecm = Some(row(ecm + 1)));
    }
    // Five icons never block all six faces.
    let faces = design.shield_faces(0).count_ones() as u8;
    if usize::from(faces) < ROW {
        add("1 shield face more", &|d| d.shields = shield_icons(faces + 1));
    }
    if !design.fire_control {
        add("Fire Control", &|d| d.fire_control = true);
    }
    for (i, battery) in design.batteries.iter().enumerate() {
        if let Some(dice) = one_die_more(battery) {
            add(&format!("1 die more for {}", battery.name), &|d| d.batteries[i].dice = dice);
        }
        let [short, medium, long] = battery.range;
        if long + 3 <= MAX_RANGE {
            let what = format!("a hex more a range band for {}", battery.name);
            add(&what, &|d| d.batteries[i].range = [short + 1, medium + 2, long + 3]);
        }
    }
    steps
}

/// The dice string that begins one die higher. Printed strings come from starts in fractions of a die; the least one in
/// twelfths that fits is taken, and one die added to it.
fn one_die_more(battery: &Battery) -> Option<[u8; super::COLUMNS]> {
    let first = u16::from(battery.dice[0]);
    if first == 0 || first >= u16::from(MAX_DICE) {
        return None;
    }
    let fits = (1..=12 * (first + 1)).find(|twelfths| dice_string(*twelfths, 12) == battery.dice);
    Some(match fits {
        Some(twelfths) => dice_string(twelfths + 12, 12),
        // A string of no such start, in a file of the user's: never fewer dice than before.
        None => {
            let longer = dice_string(first + 1, 1);
            std::array::from_fn(|i| longer[i].max(battery.dice[i]))
        }
    })
}

#[cfg(test)]
mod tests {
    use lanchester_lanes::dice::mix64;

    use super::*;
    use crate::design::generate::random_design;

    #[test]
    fn every_step_changes_one_thing_for_the_better_and_stays_legal() {
        let mut state = 0;
        let mut rng = || {
            state += 1;
            mix64(state)
        };
        for _ in 0..500 {
            let design = random_design(&mut rng);
            for (what, better) in improvements(&design) {
                assert_ne!(better, Design { name: better.name.clone(), ..design.clone() }, "{what}");
                assert!(better.hull >= design.hull && better.armour >= design.armour, "{what}");
                assert!(better.hull <= MAX_BOXES && better.armour <= MAX_BOXES, "{what}");
                assert!(better.thrust_after(0) >= design.thrust_after(0), "{what}");
                assert!(better.ecm_after(0) >= design.ecm_after(0), "{what}");
                assert!(better.shield_faces(0).count_ones() >= design.shield_faces(0).count_ones(), "{what}");
                for (old, new) in design.batteries.iter().zip(&better.batteries) {
                    assert!(old.dice.iter().zip(&new.dice).all(|(o, n)| o <= n && *n <= MAX_DICE), "{what}");
                    assert!(old.range.iter().zip(&new.range).all(|(o, n)| o <= n && *n <= MAX_RANGE), "{what}");
                }
                assert_eq!(better.rating, design.rating, "the points are what the step is to be measured against");
            }
        }
    }

    #[test]
    fn a_printed_string_grows_by_one_die_at_its_start() {
        let battery = Battery {
            name: String::new(),
            damage: 1,
            banks: vec![],
            range: [2, 4, 6],
            dice: [9, 6, 5, 3, 2, 2, 1, 1, 1, 0, 0, 0],
        };
        let more = one_die_more(&battery).expect("room for a die");
        assert_eq!((more[0], more[2]), (10, 5));
    }
}
