//! A design with one thing more: what a designer might add to a ship, one step at a time.

use super::{
    Design, Equipment, Kind, MAX_DICE, MAX_ENGINES, MAX_HULL, MAX_RANGE, MAX_SHIELDS, MAX_WEAPONS, chart_for,
    kinds_with_boxes,
};

/// Every step that the design's record has room for, with what it is: a box, a shield, a weapon, three hexes of range, a
/// piece of equipment. A chart that was made from the boxes is made again; the rating stays what it was.
pub fn improvements(design: &Design) -> Vec<(String, Design)> {
    let generated = design.chart == made_chart(design);
    let mut steps: Vec<(String, Design)> = Vec::new();
    let mut add = |what: &str, change: &dyn Fn(&mut Design)| {
        let mut improved = design.clone();
        change(&mut improved);
        if generated {
            improved.chart = made_chart(&improved);
        }
        improved.name = format!("{} with {what}", design.name);
        steps.push((what.to_owned(), improved));
    };
    if design.hull < MAX_HULL {
        add("1 hull box more", &|d| d.hull += 1);
    }
    if design.engines < MAX_ENGINES {
        add("1 engine box more", &|d| d.engines += 1);
    }
    if design.shields < MAX_SHIELDS {
        add("1 shield more", &|d| d.shields += 1);
    }
    for (i, battery) in design.batteries.iter().enumerate() {
        let dice =
            u16::from(battery.weapons() + 1) * u16::from(battery.rof) * u16::from(battery.pen) * u16::from(battery.dmg);
        if battery.weapons() < MAX_WEAPONS && dice <= MAX_DICE {
            add(&format!("1 weapon more for {}", battery.name), &|d| d.batteries[i].mounts[0].weapons += 1);
        }
        if battery.range + 3 <= MAX_RANGE {
            add(&format!("a hex more a range band for {}", battery.name), &|d| d.batteries[i].range += 3);
        }
        if battery.to_hit > 2 {
            add(&format!("1 better to hit with {}", battery.name), &|d| d.batteries[i].to_hit -= 1);
        }
    }
    for kind in [Kind::Ecm, Kind::ArmorPlating, Kind::ArmoredGuns, Kind::RedundantShielding] {
        if design.piece(kind).is_none() {
            let piece = Equipment { kind, boxes: 1, count: 1, cancels_on: 5 };
            add(kind.name(), &|d| d.equipment.push(piece));
        }
    }
    match design.equipment.iter().position(|piece| piece.kind == Kind::FighterBay) {
        Some(place) if design.equipment[place].count < 6 => {
            add("1 fighter bay more", &|d| d.equipment[place].count += 1);
        }
        Some(_) => {}
        None => {
            let bay = Equipment { kind: Kind::FighterBay, boxes: 1, count: 1, cancels_on: 5 };
            add("1 fighter bay more", &|d| d.equipment.push(bay));
        }
    }
    steps
}

/// The chart that X A.3.2 makes from a design's boxes.
pub fn made_chart(design: &Design) -> super::Chart {
    let mut weapons = [0; 3];
    design.batteries.iter().zip(&mut weapons).for_each(|(battery, weapons)| *weapons = battery.weapons());
    chart_for(design.hull, design.engines, design.shields, weapons, kinds_with_boxes(&design.equipment))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::staging::{carrier, mouse};

    #[test]
    fn each_step_changes_one_thing_and_keeps_the_rating() {
        for design in [mouse(), carrier(2)] {
            let steps = improvements(&design);
            assert!(steps.len() >= 8);
            for (what, improved) in &steps {
                assert_ne!(improved, &design, "{what}");
                assert_eq!(improved.rating, design.rating);
                assert!(improved.name.ends_with(what.as_str()));
            }
        }
        let (_, more) = improvements(&carrier(2)).into_iter().find(|(what, _)| what.contains("bay")).unwrap();
        assert_eq!(more.flights(), 3);
    }
}
