//! Who hurt whom: a battle's events as deeds.

use lanchester_battle::ShipId;
use lanchester_battle::account::Deed;
use lanchester_core::Matchup;

use crate::Toy;
use crate::event::Event;

/// The deeds of a battle.
pub fn account<'m>(_: &'m Matchup<Toy>, events: &[Event]) -> Vec<Deed<'m>> {
    let mut deeds = Vec::new();
    for event in events {
        match *event {
            Event::Turn { .. } => deeds.push(Deed::Turn),
            Event::Fire { ship: by, target, range, hits, .. } => {
                let ship = ShipId { side: by.side.opponent(), slot: target };
                let (range, points) = (Some(range.into()), u32::from(hits));
                deeds.push(Deed::Shot { by: Some(by), weapon: "guns", target: ship, range, through: points });
                deeds.extend((hits > 0).then_some(Deed::Harm { ship, points }));
            }
            Event::Lost { ship } => deeds.push(Deed::Gone { ship, left: false }),
            _ => {}
        }
    }
    deeds
}
