//! The toy as a game of the engine.

use lanchester_core::{Points, Rules};

use crate::design::Design;
use crate::event::Event;
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;
use crate::options::{Options, Station};
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
    type Workspace = Box<Batch>;
    type Event = Event;

    lanchester_battle::rules_by_engine_and_reference!(
        crate::rulebook::LEDGER,
        Tables::new,
        |setup, names, _, events, rolls| crate::story::story(setup, names, events, rolls)
    );
}

lanchester_battle::lane_engine!(Toy, recorder, crate::lanes::engine::run);
