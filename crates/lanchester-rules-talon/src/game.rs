//! Talon as a game of the engine.

use std::convert::Infallible;
use std::ops::Range;

use lanchester_battle::{reference, setup};
use lanchester_core::{Job, LedgerEntry, Matchup, Mismatch, Outcome, Points, Rules, Side, Tally};
use lanchester_dice::{BattleKey, Pools};
use lanchester_lanes::Level;

use crate::design::Design;
use crate::event::Event;
use crate::options::{Options, Station};
use crate::policy::Policy;

/// Talon.
#[derive(Clone, Copy, Debug)]
pub struct Talon;

/// The seam asks for both sides of a game. There are no lanes, so no value is the tables of a matchup, and what needs one
/// cannot be called.
impl Rules for Talon {
    const NAME: &'static str = "talon";
    const TITLE: &'static str = "Talon (2015)";
    const VERSION: u32 = 1;
    const GRADES_VICTORIES: bool = true;
    const POINTS: Points = Points { name: "points", short: "points" };

    type Design = Design;
    type Policy = Policy;
    type Options = Options;
    type Station = Station;
    type Prepared = Infallible;
    type Workspace = ();
    type Event = Event;

    fn ledger() -> &'static [LedgerEntry] {
        crate::rulebook::LEDGER
    }

    /// # Panics
    /// Always: see the crate's page.
    fn prepare(_: &Matchup<Self>) -> Infallible {
        panic!("Talon has its plain side only")
    }

    fn workspace() {}

    fn play(tables: &Infallible, (): &mut (), _: Level, _: &Job, _: &mut Tally) {
        match *tables {}
    }

    fn record(tables: &Infallible, _: Level, _: u64, _: u64, _: Range<u64>) -> Vec<Vec<Event>> {
        match *tables {}
    }

    fn search(proposals: &[Infallible], _: Side, _: Level, _: u64, _: u64, _: u64) -> (Vec<Event>, Outcome) {
        match *proposals.first().expect("a proposal") {}
    }

    fn verify(matchup: &Matchup<Self>, seed: u64, cell: u64, battle: u64, events: &[Event]) -> Result<(), Mismatch> {
        reference::replay(&setup(matchup), BattleKey::new(seed, cell, battle / 2), battle, events)
    }

    fn rolls(matchup: &Matchup<Self>, seed: u64, cell: u64, battle: u64, events: &[Event]) -> Vec<Pools> {
        reference::rolls(&setup(matchup), BattleKey::new(seed, cell, battle / 2), battle, events)
    }

    fn narrate(matchup: &Matchup<Self>, events: &[Event], rolls: &[Pools]) -> String {
        let names = matchup.forces.each_ref().map(|force| force.name.as_str());
        crate::story::story(&setup(matchup), names, events, rolls)
    }
}
