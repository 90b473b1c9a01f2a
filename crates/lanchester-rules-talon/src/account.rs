//! Who hurt whom: a battle's events as deeds.

use lanchester_battle::account::Deed;
use lanchester_core::Matchup;

use crate::Talon;
use crate::event::{Event, Loss, ShipId, Target};
use crate::weapons::Weapon;

/// The deeds of a battle. Shots at missiles have no part in it.
pub fn account<'m>(matchup: &'m Matchup<Talon>, events: &[Event]) -> Vec<Deed<'m>> {
    let (mut round, mut exploded) = (0, None);
    let mut deeds = Vec::new();
    for event in events {
        match *event {
            Event::Impulse { round: of, .. } if of != round => {
                round = of;
                deeds.push(Deed::Turn);
            }
            Event::Fire { ship, group, target: Target::Ship(slot), range, damage, .. } => {
                let design = &matchup.forces[ship.side].ships[usize::from(ship.slot)];
                let Some(group) = design.groups.get(usize::from(group)) else { continue };
                deeds.push(Deed::Shot {
                    by: Some(ship),
                    weapon: group.weapon.word(),
                    target: ShipId { side: ship.side.opponent(), slot },
                    range: Some(range.into()),
                    through: damage.into(),
                });
            }
            Event::Launch { ship, .. } => deeds.push(Deed::Launch { ship }),
            Event::MissileHit { ship, .. } => {
                let weapon = Weapon::Missile.word();
                deeds.push(Deed::Shot { by: None, weapon, target: ship, range: None, through: 1 });
            }
            Event::Damage { ship, shield, hull, .. } => {
                deeds.push(Deed::Harm { ship, points: u32::from(shield) + u32::from(hull) });
            }
            Event::Stacked { ship, other, .. } => {
                let other = ShipId { side: ship.side, slot: other };
                deeds.extend([ship, other].map(|ship| Deed::Accident { ship }));
            }
            Event::Explosion { ship } => exploded = Some(ship),
            Event::Blast { ship, .. } => deeds.extend(exploded.map(|from| Deed::Blast { ship, from })),
            Event::Lost { ship, loss } => deeds.push(Deed::Gone { ship, left: loss == Loss::Retreated }),
            _ => {}
        }
    }
    deeds
}
