//! Who hurt whom: a battle's events as deeds.

use lanchester_battle::account::Deed;
use lanchester_core::Matchup;

use crate::SkillDice;
use crate::event::{Event, Loss, ShipId};

/// The deeds of a battle. What a throw does beyond the screen is its harm, codes of the index follow from it.
pub fn account<'m>(matchup: &'m Matchup<SkillDice>, events: &[Event]) -> Vec<Deed<'m>> {
    let points = |net: i16| u32::try_from(net).unwrap_or(0);
    let mut deeds = Vec::new();
    for event in events {
        match *event {
            Event::Turn { .. } => deeds.push(Deed::Turn),
            Event::Fire { ship: by, weapon, target, range, net, .. } => {
                let design = &matchup.forces[by.side].ships[usize::from(by.slot)];
                let Some(weapon) = design.weapons.get(usize::from(weapon)) else { continue };
                let ship = ShipId { side: by.side.opponent(), slot: target };
                let (range, through) = (Some(range.into()), points(net));
                deeds.push(Deed::Shot { by: Some(by), weapon: &weapon.name, target: ship, range, through });
                deeds.extend((net > 0).then_some(Deed::Harm { ship, points: through }));
            }
            Event::Launch { ship, .. } => deeds.push(Deed::Launch { ship }),
            Event::Salvo { ship, net, .. } => {
                let through = points(net);
                deeds.push(Deed::Shot { by: None, weapon: "torpedoes", target: ship, range: None, through });
                deeds.extend((net > 0).then_some(Deed::Harm { ship, points: through }));
            }
            Event::Malfunction { ship, damage } => {
                deeds.extend([Deed::Accident { ship }, Deed::Harm { ship, points: damage.into() }]);
            }
            Event::Creak { ship, net, .. } if net > 0 => {
                deeds.extend([Deed::Accident { ship }, Deed::Harm { ship, points: points(net) }]);
            }
            Event::Lost { ship, loss } => deeds.push(Deed::Gone { ship, left: loss == Loss::Left }),
            _ => {}
        }
    }
    deeds
}
