//! Starmada X as a game of the engine.

use lanchester_core::{Outcome, Rules};

pub use lanchester_battle::setup;

use crate::design::Design;
use crate::event::Event;
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;
use crate::options::{Options, Station};
use crate::policy::Policy;

/// Starmada X.
#[derive(Clone, Copy, Debug)]
pub struct StarmadaX;

impl Rules for StarmadaX {
    const NAME: &'static str = "starmada-x";
    const TITLE: &'static str = "Starmada X (2004)";
    const VERSION: u32 = 2;
    const GRADES_VICTORIES: bool = true;

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

    lanchester_battle::rules_by_engine_and_reference!(
        crate::rulebook::LEDGER,
        Tables::new,
        |setup, names, _, events, rolls| crate::story::story(setup, names, events, rolls)
    );
}

lanchester_battle::lane_engine!(StarmadaX, recorder, crate::lanes::engine::run);
