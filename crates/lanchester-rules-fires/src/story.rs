//! A recorded battle in words.

use lanchester_battle::story::{COMBAT, MOVEMENT, counted, in_brackets, result};
use lanchester_battle::{Setup, ShipId, Story};
use lanchester_lanes::dice::Pools;

use crate::Fires;
use crate::event::Event;

/// The battle line by line, with its dice where they are known.
#[must_use]
pub fn story(setup: &Setup<'_, Fires>, names: [&str; 2], events: &[Event], rolls: &[Pools]) -> String {
    let mut story = Story::default();
    story.fleets(setup, names, |design| format!(": hull {}, guns {}D{}", design.hull, design.guns, design.die));
    for (at, event) in events.iter().enumerate() {
        let dice = rolls.get(at).map_or_else(String::new, |rolls| in_brackets(rolls));
        match *event {
            Event::Turn { turn } => story.line("", &format!("\nTurn {turn}")),
            Event::Move { ship, ahead, .. } => {
                let hexes = if ahead == 1 { "1 hex".to_owned() } else { format!("{ahead} hexes") };
                story.line(MOVEMENT, &format!("  {} goes {hexes} ahead", setup.label(ship)));
            }
            Event::Fire { ship, target, range, need, hits, criticals } => {
                let target = setup.label(ShipId { side: ship.side.opponent(), slot: target });
                let volley = format!("{} fires at {target}, distance {range}, needs {need}", setup.label(ship));
                let hits = counted(hits.into(), "hit");
                story.line(COMBAT, &format!("  {volley}{dice}: {hits}, {criticals} critical"));
            }
            Event::Lost { ship } => story.line(COMBAT, &format!("  {} is destroyed", setup.label(ship))),
            Event::Over { outcome } => story.line("", &result(outcome, "", "")),
        }
    }
    story.into_text()
}
