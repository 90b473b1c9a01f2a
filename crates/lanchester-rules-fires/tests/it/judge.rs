//! The choices of a recorded battle, asked again one by one: what a player answers follows from the battle as it stands, whoever
//! played it so far, and every answer is one that the rules allow.

use lanchester_battle::{Recorded, reference, setup};
use lanchester_core::{Matchup, Rules};
use lanchester_lanes::Level;
use lanchester_lanes::dice::{BattleKey, KeyedDice};
use lanchester_lanes::hex::Facing;
use lanchester_rules_fires::Fires;
use lanchester_rules_fires::event::{Event, SalvoId};
use lanchester_rules_fires::formulas::detailed::System;
use lanchester_rules_fires::player::Player;
use lanchester_rules_fires::player::tables::Tables;
use lanchester_rules_fires::reference::Battle;
use lanchester_rules_fires::reference::choices::{Against, Choices, Course, Launch, Shot};

/// Recorded choices, and a new player's for each.
struct Judge<'a> {
    recorded: Recorded<'a, Event>,
    tables: &'a Tables,
    key: BattleKey,
    counts: Vec<usize>,
}

impl Judge<'_> {
    /// Compares a choice; `what` is its place in the counts.
    fn same<T: PartialEq + std::fmt::Debug>(&mut self, what: usize, recorded: T, again: T) -> Result<T, String> {
        self.counts[what] += 1;
        if recorded == again {
            Ok(recorded)
        } else {
            Err(format!("{recorded:?} was played, and {again:?} is chosen again"))
        }
    }

    const fn player(&self) -> Player<'_> {
        Player { tables: self.tables, level: Level::FALLBACK, key: self.key }
    }
}

/// Plays the record again and counts the choices that were judged: thrusts, launches, courses, attacks, repairs.
pub fn judge(matchup: &Matchup<Fires>, seed: u64, battle: u64, events: &[Event]) -> Result<Vec<usize>, String> {
    let key = BattleKey::new(seed, 0, battle / 2);
    let tables = Fires::prepare(matchup);
    let mut judge = Judge { recorded: Recorded::new(events), tables: &tables, key, counts: vec![0; 5] };
    reference::play(&setup(matchup), battle, &mut KeyedDice::new(key), &mut judge)
        .map_err(|illegal| illegal.to_string())?;
    Ok(judge.counts)
}

impl Choices for Judge<'_> {
    fn thrust(&mut self, battle: &Battle<'_>, unit: usize) -> Result<Option<Facing>, String> {
        let (played, again) = (self.recorded.thrust(battle, unit)?, self.player().thrust(battle, unit)?);
        self.same(0, played, again)
    }

    fn launches(&mut self, battle: &Battle<'_>, unit: usize) -> Result<Vec<Launch>, String> {
        let (played, again) = (self.recorded.launches(battle, unit)?, self.player().launches(battle, unit)?);
        self.same(1, played, again)
    }

    fn courses(&mut self, battle: &Battle<'_>, salvo: SalvoId, against: Against) -> Result<Vec<Course>, String> {
        let played = self.recorded.courses(battle, salvo, against)?;
        let again = self.player().courses(battle, salvo, against)?;
        self.same(2, played, again)
    }

    fn shots(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Vec<Shot>, String> {
        let (played, again) = (self.recorded.shots(battle, ship)?, self.player().shots(battle, ship)?);
        self.same(3, played, again)
    }

    fn defence(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Vec<(SalvoId, u8)>, String> {
        let (played, again) = (self.recorded.defence(battle, ship)?, self.player().defence(battle, ship)?);
        self.same(3, played, again)
    }

    fn strikes(&mut self, battle: &Battle<'_>, salvo: SalvoId) -> Result<Vec<(usize, u16)>, String> {
        let (played, again) = (self.recorded.strikes(battle, salvo)?, self.player().strikes(battle, salvo)?);
        self.same(3, played, again)
    }

    fn repair(&mut self, battle: &Battle<'_>, ship: usize) -> Result<System, String> {
        let (played, again) = (self.recorded.repair(battle, ship)?, self.player().repair(battle, ship)?);
        self.same(4, played, again)
    }

    fn shutdown(&mut self, battle: &Battle<'_>, ship: usize) -> Result<bool, String> {
        let (played, again) = (self.recorded.shutdown(battle, ship)?, self.player().shutdown(battle, ship)?);
        self.same(4, played, again)
    }
}
