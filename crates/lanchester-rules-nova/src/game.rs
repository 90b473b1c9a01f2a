//! Nova as a game of the engine.

use lanchester_core::{Outcome, Rules};

pub use lanchester_battle::setup;

use crate::design::Design;
use crate::event::Event;
use crate::lanes::state::Workspace;
use crate::lanes::tables::Tables;
use crate::options::{Options, Station};
use crate::policy::Policy;

/// Starmada Nova.
#[derive(Clone, Copy, Debug)]
pub struct Nova;

impl Rules for Nova {
    const NAME: &'static str = "nova";
    const TITLE: &'static str = "Starmada Nova (2012)";
    const VERSION: u32 = 2;

    type Design = Design;
    type Policy = Policy;
    type Options = Options;
    type Station = Station;
    type Prepared = Tables;
    type Workspace = Box<Workspace>;
    type Event = Event;

    fn outcome(event: &Event) -> Option<Outcome> {
        match event {
            Event::Over { outcome } => Some(*outcome),
            _ => None,
        }
    }

    lanchester_battle::rules_by_engine_and_reference!(
        crate::rulebook::LEDGER,
        Tables::new,
        |setup, names, _, events, rolls| crate::story::story(setup, names, events, rolls)
    );
}

lanchester_battle::lane_engine!(Nova, scratch.recorder, crate::lanes::engine::run);
