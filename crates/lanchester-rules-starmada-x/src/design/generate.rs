//! Random designs for tests: every corner of the ship rules, within the limits.

use super::{
    Abilities, Battery, Design, Entry, Equipment, Kind, MAX_DICE, MAX_MOUNTS, Mount, Origin, chart::MAX_ENTRY,
    chart_for, kinds_with_boxes,
};
use crate::arcs::Arcs;

/// A design from random words. Not a good one: every mount, ability, chart and piece of equipment occurs.
pub fn random_design(word: &mut impl FnMut() -> u64) -> Design {
    let mut below = |n: u64| (word() % n) as u8;
    let great = below(4) == 0;
    let hull = 1 + below(if great { 30 } else { 12 });
    let engines = below(9);
    let shields = below(6);
    let mut room = MAX_MOUNTS;
    let mut batteries = Vec::new();
    for letter in 0..below(4) {
        let mut mounts: Vec<Mount> = Vec::new();
        for _ in 0..1 + below(3) {
            let arcs = if below(3) == 0 { Arcs::from_bits(0b11) } else { Arcs::from_bits(1 + below(63)) };
            if room > 0 && mounts.iter().all(|m| m.arcs != arcs) {
                mounts.push(Mount { arcs, weapons: 1 + below(5) });
                room -= 1;
            }
        }
        if mounts.is_empty() {
            break;
        }
        let factor = |n: u8| if n < 5 { 1 } else { n - 3 };
        let mut battery = Battery {
            name: format!("Weapon {}", ["a", "b", "c"][usize::from(letter)]),
            range: 1 + below(30),
            to_hit: 2 + below(5),
            rof: factor(below(7)),
            pen: factor(below(7)),
            dmg: factor(below(7)),
            abilities: Abilities {
                halves_shields: below(5) == 0,
                extra_hull: below(6) == 0,
                extra_crew: below(5) == 0,
                re_roll: below(6) == 0,
                no_hull: below(8) == 0,
            },
            mounts,
        };
        let weapons = u16::from(battery.weapons());
        while weapons * u16::from(battery.rof) * u16::from(battery.pen) * u16::from(battery.dmg) > MAX_DICE {
            battery.dmg = 1;
            battery.pen = 1;
            battery.rof = 2;
        }
        batteries.push(battery);
    }
    let equipment = random_equipment(&mut below);
    let mut weapons = [0; 3];
    batteries.iter().zip(&mut weapons).for_each(|(battery, weapons)| *weapons = battery.weapons());
    let mut chart = chart_for(hull, engines, shields, weapons, kinds_with_boxes(&equipment));
    if below(2) == 0 {
        for entry in &mut chart {
            *entry = Entry::default();
            for _ in 0..1 + below(4) {
                let letter = usize::from(below(7));
                if entry.0[letter] < 3 && entry.hits() < MAX_ENTRY {
                    entry.0[letter] += 1;
                }
            }
        }
    }
    Design {
        name: format!("Any {hull}"),
        class: String::new(),
        faction: String::new(),
        rating: 20 + u32::from(below(250)) * u32::from(1 + below(3)),
        printed: true,
        origin: Origin::Original,
        hull,
        engines,
        shields,
        chart,
        batteries,
        equipment,
    }
}

fn random_equipment(below: &mut impl FnMut(u64) -> u8) -> Vec<Equipment> {
    let mut equipment: Vec<Equipment> = Vec::new();
    for kind in Kind::ALL {
        if below(3) == 0 {
            let count = if kind == Kind::FighterBay { 1 + below(2) } else { 1 };
            let cancels_on = if kind.cancels() { 2 + below(5) } else { 5 };
            equipment.push(Equipment { kind, boxes: below(3), count, cancels_on });
        }
    }
    equipment
}
