//! Who hurt whom: a battle's events as deeds.

use lanchester_battle::account::Deed;
use lanchester_core::Matchup;

use crate::Nova;
use crate::event::{Arrival, Condition, Event, ShipId};

/// The deeds of a battle. Hits that shields let through count by the damage of their battery.
pub fn account<'m>(matchup: &'m Matchup<Nova>, events: &[Event]) -> Vec<Deed<'m>> {
    let mut firer = None;
    let mut deeds = Vec::new();
    for event in events {
        match *event {
            Event::Initiative { .. } => deeds.push(Deed::Turn),
            Event::Fire { ship } => firer = Some(ship),
            Event::Attack { shot } => {
                let Some(by) = firer else { continue };
                let design = &matchup.forces[by.side].ships[usize::from(by.slot)];
                let Some((battery, _)) = design.banks().nth(usize::from(shot.bank)) else { continue };
                let battery = &design.batteries[battery];
                deeds.push(Deed::Shot {
                    by: Some(by),
                    weapon: &battery.name,
                    target: ShipId { side: by.side.opponent(), slot: shot.target },
                    range: Some(shot.range.into()),
                    through: u32::from(shot.through) * u32::from(battery.damage),
                });
            }
            Event::Damage { ship, boxes, condition } => {
                deeds.push(Deed::Harm { ship, points: boxes.into() });
                deeds.extend((condition == Condition::Destroyed).then_some(Deed::Gone { ship, left: false }));
            }
            Event::Move { ship, arrival: Arrival::LeftBoard | Arrival::NoRoom, .. } => {
                deeds.push(Deed::Gone { ship, left: true });
            }
            _ => {}
        }
    }
    deeds
}
