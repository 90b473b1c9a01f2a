//! The toy as a game of the engine.

use lanchester_battle::setup;
use lanchester_core::{LedgerEntry, Matchup, Points, Rules};
use lanchester_dice::Pools;

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

    fn ledger() -> &'static [LedgerEntry] {
        crate::rulebook::LEDGER
    }

    fn prepare(matchup: &Matchup<Self>) -> Tables {
        Tables::new(matchup)
    }

    fn workspace() -> Box<Batch> {
        Box::default()
    }

    lanchester_battle::rules_by_engine_and_reference!();

    fn narrate(matchup: &Matchup<Self>, events: &[Event], rolls: &[Pools]) -> String {
        let names = matchup.forces.each_ref().map(|force| force.name.as_str());
        crate::story::story(&setup(matchup), names, events, rolls)
    }
}
