//! Nova as a game of the engine.

use std::ops::Range;

use lanchester_core::{Job, LedgerEntry, Matchup, Mismatch, Rules, Side, Tally};
use lanchester_dice::{BattleKey, Pools};
use lanchester_lanes::Level;

use crate::design::Design;
use crate::event::Event;
use crate::lanes::compaction::BATCHES;
use crate::lanes::engine::Play;
use crate::lanes::state::{Record, Workspace};
use crate::lanes::tables::Tables;
use crate::options::{Options, Station};
use crate::policy::Policy;
use crate::reference::{Setup, replay, rolls};

/// Starmada Nova.
#[derive(Clone, Copy, Debug)]
pub struct Nova;

/// The plain view of a matchup that the reference takes.
#[must_use]
pub fn setup(matchup: &Matchup<Nova>) -> Setup<'_> {
    Setup {
        ships: Side::BOTH.map(|side| matchup.forces[side].ships.iter().map(|ship| &**ship).collect()),
        stations: Side::BOTH.map(|side| matchup.forces[side].stations.clone()),
        options: &matchup.options,
    }
}

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
        let battles = 2 * job.pairs.start..2 * job.pairs.end;
        let count = (battles.end - battles.start) as usize;
        assert!(
            count <= workspace.scratch.outcomes.len(),
            "a job is at most a chunk of {} pairs",
            lanchester_core::CHUNK_PAIRS
        );
        let play = Play {
            tables,
            workspace,
            seed: job.seed,
            cell: job.cell,
            battles,
            batches: BATCHES,
            lanes: !0,
            refill: true,
        };
        level.dispatch(play);
        for pair in workspace.scratch.outcomes[..count].chunks_exact(2) {
            tally.record_pair([pair[0], pair[1]]);
        }
    }

    fn record(tables: &Tables, level: Level, seed: u64, cell: u64, battles: Range<u64>) -> Vec<Vec<Event>> {
        let mut workspace = Self::workspace();
        let mut events = Vec::new();
        let room = workspace.scratch.outcomes.len() as u64;
        let mut first = battles.start;
        while first < battles.end {
            let part = first..battles.end.min(first + room);
            first = part.end;
            workspace.scratch.record =
                Some(Record { first: part.start, events: vec![Vec::new(); (part.end - part.start) as usize] });
            level.dispatch(Play {
                tables,
                workspace: &mut workspace,
                seed,
                cell,
                battles: part,
                batches: BATCHES,
                lanes: !0,
                refill: true,
            });
            events.extend(workspace.scratch.record.take().map(|r| r.events).unwrap_or_default());
        }
        events
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
