//! Starmada X as a game of the engine.

use std::ops::Range;

use lanchester_core::{Job, LedgerEntry, Matchup, Mismatch, Rules, Side, Tally};
use lanchester_dice::{BattleKey, Pools};
use lanchester_lanes::Level;

use crate::design::Design;
use crate::event::Event;
use crate::lanes::engine::Play;
use crate::lanes::state::{Batch, Record};
use crate::lanes::tables::Tables;
use crate::options::{Options, Station};
use crate::policy::Policy;
use crate::reference::{Setup, replay, rolls};

/// Starmada X.
#[derive(Clone, Copy, Debug)]
pub struct StarmadaX;

/// The plain view of a matchup that the reference takes.
#[must_use]
pub fn setup(matchup: &Matchup<StarmadaX>) -> Setup<'_> {
    Setup {
        ships: Side::BOTH.map(|side| matchup.forces[side].ships.iter().map(|ship| &**ship).collect()),
        stations: Side::BOTH.map(|side| matchup.forces[side].stations.clone()),
        options: &matchup.options,
    }
}

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

    fn play(tables: &Tables, batch: &mut Box<Batch>, level: Level, job: &Job, tally: &mut Tally) {
        let battles = 2 * job.pairs.start..2 * job.pairs.end;
        let count = (battles.end - battles.start) as usize;
        assert!(count <= batch.outcomes.len(), "a job is at most a chunk of {} pairs", lanchester_core::CHUNK_PAIRS);
        let play = Play { tables, batch, seed: job.seed, cell: job.cell, battles, lanes: !0, refill: true };
        level.dispatch(play);
        for pair in batch.outcomes[..count].chunks_exact(2) {
            tally.record_pair([pair[0], pair[1]]);
        }
    }

    fn record(tables: &Tables, level: Level, seed: u64, cell: u64, battles: Range<u64>) -> Vec<Vec<Event>> {
        let mut batch = Self::workspace();
        let mut events = Vec::new();
        let room = batch.outcomes.len() as u64;
        let mut first = battles.start;
        while first < battles.end {
            let part = first..battles.end.min(first + room);
            first = part.end;
            batch.record =
                Some(Record { first: part.start, events: vec![Vec::new(); (part.end - part.start) as usize] });
            level.dispatch(Play { tables, batch: &mut batch, seed, cell, battles: part, lanes: !0, refill: true });
            events.extend(batch.record.take().map(|r| r.events).unwrap_or_default());
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
