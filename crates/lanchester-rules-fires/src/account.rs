//! Who hurt whom: an engagement's events as deeds.

use lanchester_battle::account::Deed;
use lanchester_core::Matchup;

use crate::Fires;
use crate::event::{Event, Mark, ShipId};
use crate::formulas::beams::BeamKind;

/// The deeds of an engagement. Fire at missiles and missiles against missiles have no part in it.
pub fn account<'m>(_: &'m Matchup<Fires>, events: &[Event]) -> Vec<Deed<'m>> {
    let mut deeds = Vec::new();
    for event in events {
        match *event {
            Event::Turn { .. } => deeds.push(Deed::Turn),
            Event::Fire { ship, kind, mark: Mark::Ship(slot), range, effective, .. } => deeds.push(Deed::Shot {
                by: Some(ship),
                weapon: match kind {
                    BeamKind::Particle => "particle beams",
                    BeamKind::Meson => "meson beams",
                },
                target: ShipId { side: ship.side.opponent(), slot },
                range: Some(range.into()),
                through: effective.into(),
            }),
            Event::Launch { ship, .. } => deeds.push(Deed::Launch { ship }),
            Event::Strike { target, effective, .. } => {
                deeds.push(Deed::Shot { by: None, weapon: "missiles", target, range: None, through: effective.into() });
            }
            Event::Damage { ship, hits, .. } => deeds.push(Deed::Harm { ship, points: hits.into() }),
            Event::Struck { ship, effective, .. } => deeds.push(Deed::Harm { ship, points: effective.into() }),
            Event::Leak { ship, explodes: true, .. } | Event::Overhaul { ship, explodes: true, .. } => {
                deeds.push(Deed::Accident { ship });
            }
            Event::Lost { ship } => deeds.push(Deed::Gone { ship, left: false }),
            _ => {}
        }
    }
    deeds
}
