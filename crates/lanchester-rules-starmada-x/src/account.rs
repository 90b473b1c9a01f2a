//! Who hurt whom: a battle's events as deeds.

use lanchester_battle::account::Deed;
use lanchester_core::Matchup;

use crate::StarmadaX;
use crate::event::{Event, Loss, Mark, ShipId, Target};

/// The deeds of a battle. Flights that are shot down are no ships, and have no part in it.
pub fn account<'m>(matchup: &'m Matchup<StarmadaX>, events: &[Event]) -> Vec<Deed<'m>> {
    let mut deeds = Vec::new();
    for event in events {
        match *event {
            Event::Turn { .. } => deeds.push(Deed::Turn),
            Event::Attack { attack } => {
                let Target::Ship(slot) = attack.target else { continue };
                let design = &matchup.forces[attack.ship.side].ships[usize::from(attack.ship.slot)];
                let Some(battery) = design.batteries.get(usize::from(attack.battery)) else { continue };
                deeds.push(Deed::Shot {
                    by: Some(attack.ship),
                    weapon: &battery.name,
                    target: ShipId { side: attack.ship.side.opponent(), slot },
                    range: Some(attack.range.into()),
                    through: attack.through.into(),
                });
            }
            Event::StrikeShip { ship, through, .. } => {
                let through = through.into();
                deeds.push(Deed::Shot { by: None, weapon: "fighters", target: ship, range: None, through });
            }
            Event::Damage { ship, marks, .. } => {
                let hull = marks.iter().filter(|mark| matches!(mark, Mark::Hull { cancelled: false })).count();
                deeds.push(Deed::Harm { ship, points: u32::try_from(hull).unwrap_or(u32::MAX) });
            }
            Event::Blast { ship, from, .. } => deeds.push(Deed::Blast { ship, from }),
            Event::Lost { ship, loss, .. } => deeds.push(Deed::Gone { ship, left: loss == Loss::LeftBoard }),
            _ => {}
        }
    }
    deeds
}
