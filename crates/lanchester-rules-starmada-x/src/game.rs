//! Starmada X as a game of the engine.

use lanchester_battle::{LaneEngine, Play, Recorder};
use lanchester_core::{LedgerEntry, Matchup, Rules};
use lanchester_dice::Pools;
use lanchester_lanes::{Level, Simd};

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
        crate::narrate::narrate(&setup(matchup), names, events, rolls)
    }
}

impl LaneEngine for StarmadaX {
    fn recorder(workspace: &mut Box<Batch>) -> &mut Recorder<Event> {
        &mut workspace.recorder
    }

    fn dispatch(level: Level, play: Play<'_, Self>) {
        level.dispatch(play);
    }

    #[inline(always)]
    fn run<S: Simd>(simd: S, play: Play<'_, Self>) {
        crate::lanes::engine::run(simd, play);
    }
}
