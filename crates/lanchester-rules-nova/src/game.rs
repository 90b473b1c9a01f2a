//! Nova as a game of the engine.

use lanchester_battle::{LaneEngine, Play, Recorder};
use lanchester_core::{LedgerEntry, Matchup, Rules};
use lanchester_dice::Pools;
use lanchester_lanes::{Level, Simd};

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

    fn ledger() -> &'static [LedgerEntry] {
        crate::rulebook::LEDGER
    }

    fn prepare(matchup: &Matchup<Self>) -> Tables {
        Tables::new(matchup)
    }

    fn workspace() -> Box<Workspace> {
        Box::default()
    }

    lanchester_battle::rules_by_engine_and_reference!();

    fn narrate(matchup: &Matchup<Self>, events: &[Event], rolls: &[Pools]) -> String {
        let names = matchup.forces.each_ref().map(|force| force.name.as_str());
        crate::narrate::narrate(&setup(matchup), names, events, rolls)
    }
}

impl LaneEngine for Nova {
    fn recorder(workspace: &mut Box<Workspace>) -> &mut Recorder<Event> {
        &mut workspace.scratch.recorder
    }

    fn dispatch(level: Level, play: Play<'_, Self>) {
        level.dispatch(play);
    }

    #[inline(always)]
    fn run<S: Simd>(simd: S, play: Play<'_, Self>) {
        crate::lanes::engine::run(simd, play);
    }
}
