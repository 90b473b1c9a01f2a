//! Talon as a game of the engine.

use lanchester_core::{Outcome, Points, Rules};

use crate::design::Design;
use crate::event::Event;
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;
use crate::options::{Options, Station};
use crate::policy::Policy;

/// Talon.
#[derive(Clone, Copy, Debug)]
pub struct Talon;

impl Rules for Talon {
    const NAME: &'static str = "talon";
    const TITLE: &'static str = "Talon (2015)";
    const VERSION: u32 = 2;
    const GRADES_VICTORIES: bool = true;
    const POINTS: Points = Points { name: "points", short: "points" };

    type Design = Design;
    type Policy = Policy;
    type Options = Options;
    type Station = Station;
    type Prepared = Tables;
    type Workspace = Box<Batch>;
    type Event = Event;

    fn outcome(event: &Event) -> Option<Outcome> {
        match event {
            Event::Over { outcome, .. } => Some(*outcome),
            _ => None,
        }
    }

    lanchester_battle::rules_by_engine_and_reference!(crate::rulebook::LEDGER, Tables::new, crate::story::story);
}

lanchester_battle::lane_engine!(Talon, recorder, crate::lanes::engine::run);
