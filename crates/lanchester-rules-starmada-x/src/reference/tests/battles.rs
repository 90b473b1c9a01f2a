//! Whole battles by random legal choices: what must hold of every one of them.

use crate::design::FIGHTERS;
use crate::event::{Event, Loss};
use crate::reference::staging;
use crate::reference::staging::recorded;

/// What must have happened at least once for these battles to mean something.
const SIGHTS: [&str; 13] = [
    "left the board",
    "destroyed",
    "crew",
    "blast",
    "cancelled",
    "substituted",
    "strike ship",
    "strike flights",
    "fighters shot down",
    "flight entered an explosion",
    "needs seven",
    "mutual",
    "flight chosen by the opponent",
];

fn sights(events: &[Event], seen: &mut std::collections::BTreeSet<&'static str>) {
    for two in events.windows(2) {
        let sight = match (&two[0], &two[1]) {
            (Event::Lost { loss: Loss::LeftBoard, .. }, _) => "left the board",
            (Event::Lost { loss: Loss::Destroyed, .. }, _) => "destroyed",
            (Event::Lost { loss: Loss::Crew, .. }, _) => "crew",
            (Event::Blast { through: 1.., .. }, _) => "blast",
            (Event::StrikeShip { .. }, _) => "strike ship",
            (Event::StrikeFlights { .. }, _) => "strike flights",
            (Event::Attack { .. }, Event::FightersLost { .. }) => "fighters shot down",
            (Event::Fly { target: None, .. }, Event::FightersLost { fighters: FIGHTERS, .. }) => {
                "flight entered an explosion"
            }
            (Event::Attack { attack }, _) if attack.need > 6 => "needs seven",
            (Event::Fly { chooser, flight, .. }, _) if *chooser != flight.side => "flight chosen by the opponent",
            (_, Event::Over { mutual: true, .. }) => "mutual",
            (Event::Damage { marks, .. }, _)
                if marks.iter().any(|m| matches!(m, crate::event::Mark::Hull { cancelled: true })) =>
            {
                "cancelled"
            }
            (Event::Damage { marks, .. }, _) if marks.iter().count() == 1 => "substituted",
            _ => continue,
        };
        seen.insert(sight);
    }
}

#[test]
fn battles_end_and_use_every_corner() {
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..1500 {
        let stage = staging::random(seed);
        let events = recorded(&stage, seed);
        assert!(matches!(events.last(), Some(Event::Over { outcome, .. }) if outcome.turns <= stage.options.turn_cap));
        sights(&events, &mut seen);
    }
    let missing: Vec<_> = SIGHTS.iter().filter(|sight| !seen.contains(*sight)).collect();
    assert!(missing.is_empty(), "never happened: {missing:?}");
}
