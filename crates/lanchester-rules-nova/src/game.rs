//! Nova as a game of the engine.

use std::ops::Range;

use lanchester_battle::{LaneEngine, Play, Recorder, engine};
use lanchester_core::{Job, LedgerEntry, Matchup, Mismatch, Rules, Tally};
use lanchester_dice::{BattleKey, Pools};
use lanchester_lanes::{Level, Simd};

pub use lanchester_battle::setup;

use crate::design::Design;
use crate::event::Event;
use crate::lanes::state::Workspace;
use crate::lanes::tables::Tables;
use crate::options::{Options, Station};
use crate::policy::Policy;
use crate::reference::{replay, rolls};

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

    fn play(tables: &Tables, workspace: &mut Box<Workspace>, level: Level, job: &Job, tally: &mut Tally) {
        engine::play::<Self>(tables, workspace, level, job, tally);
    }

    fn record(tables: &Tables, level: Level, seed: u64, cell: u64, battles: Range<u64>) -> Vec<Vec<Event>> {
        engine::record::<Self>(tables, level, seed, cell, battles)
    }

    fn verify(matchup: &Matchup<Self>, seed: u64, cell: u64, battle: u64, events: &[Event]) -> Result<(), Mismatch> {
        replay(&setup(matchup), BattleKey::new(seed, cell, battle / 2), battle, events)
    }

    fn rolls(matchup: &Matchup<Self>, seed: u64, cell: u64, battle: u64, events: &[Event]) -> Vec<Pools> {
        rolls(&setup(matchup), BattleKey::new(seed, cell, battle / 2), battle, events)
    }

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
