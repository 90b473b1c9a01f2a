//! The toy as a game of the engine.

use lanchester_core::{Outcome, Points, Rules};

use crate::design::Design;
use crate::event::Event;
#[cfg(feature = "lanes")]
use crate::lanes::{Tables, Workspace, tables};
use crate::options::{Options, Station};
#[cfg(not(feature = "lanes"))]
use crate::plain::{Tables, Workspace, tables};
use crate::policy::Policy;

/// The toy.
#[derive(Clone, Copy, Debug)]
pub struct Toy;

impl Rules for Toy {
    const NAME: &'static str = "toy";
    const TITLE: &'static str = "Toy";
    const VERSION: u32 = 1;
    const POINTS: Points = Points { name: "build points", short: "points" };
    const CHUNK_PAIRS: u64 = 512;

    type Design = Design;
    type Policy = Policy;
    type Options = Options;
    type Station = Station;
    type Prepared = Tables;
    type Workspace = Workspace;
    type Event = Event;

    fn outcome(event: &Event) -> Option<Outcome> {
        match event {
            Event::Over { outcome } => Some(*outcome),
            _ => None,
        }
    }

    lanchester_battle::rules_by_engine_and_reference!(
        crate::rulebook::LEDGER,
        tables,
        |setup, names, _, events, rolls| crate::story::story(setup, names, events, rolls)
    );
}
