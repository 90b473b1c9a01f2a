//! Playing, replaying and verifying one battle by a game's reference.

use std::fmt;

use lanchester_core::{Matchup, Mismatch, Rules, Side};
use lanchester_lanes::dice::{BattleKey, DiceLog, DiceSource, KeyedDice, LoggedDice, Pools};

use crate::ShipId;

/// What a battle starts from: a matchup without its policies.
#[derive(Debug)]
pub struct Setup<'a, G: Rules> {
    /// The ships of fleet A and of fleet B, in fleet order; within the game's limits.
    pub ships: [Vec<&'a G::Design>; 2],
    /// Fixed stations, one a ship, as seen from even battles; `None`: the player places the fleet.
    pub stations: [Option<Vec<G::Station>>; 2],
    /// The options of the battle.
    pub options: &'a G::Options,
}

/// The plain view of a matchup that a reference takes.
#[must_use]
pub fn setup<G: Rules>(matchup: &Matchup<G>) -> Setup<'_, G> {
    Setup {
        ships: Side::BOTH.map(|side| matchup.forces[side].ships.iter().map(|ship| &**ship).collect()),
        stations: Side::BOTH.map(|side| matchup.forces[side].stations.clone()),
        options: &matchup.options,
    }
}

impl<'a, G: Rules> Setup<'a, G> {
    /// The design of a ship, if the battle has such a ship.
    #[must_use]
    pub fn design(&self, ship: ShipId) -> Option<&'a G::Design> {
        self.ships[ship.side].get(usize::from(ship.slot)).copied()
    }
}

/// A choice that the rules do not allow, or a record that holds none where one is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// How many events came before the one that the choice belongs to.
    pub at: usize,
    /// The rule it breaks, such as `NOVA 4.1`.
    pub rule: &'static str,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal by {}: {}", self.rule, self.why)
    }
}

impl std::error::Error for Illegal {}

/// The events of a battle in progress, and the dice that were rolled for each.
#[derive(Clone, Debug)]
pub struct EventLog<E> {
    events: Vec<E>,
    /// Where the dice write their pools, if they do.
    dice: Option<DiceLog>,
    /// The pools that were rolled for each event, if they are written.
    rolls: Vec<Pools>,
}

impl<E> Default for EventLog<E> {
    fn default() -> Self {
        Self::within(Vec::new())
    }
}

impl<E> EventLog<E> {
    /// An empty log beside dice that write their pools to `dice`.
    #[must_use]
    pub const fn new(dice: DiceLog) -> Self {
        Self { events: Vec::new(), dice: Some(dice), rolls: Vec::new() }
    }

    /// An empty log in the memory of events that nobody needs any more.
    #[must_use]
    pub fn within(mut events: Vec<E>) -> Self {
        events.clear();
        Self { events, dice: None, rolls: Vec::new() }
    }

    /// What happened so far.
    #[must_use]
    pub fn events(&self) -> &[E] {
        &self.events
    }

    /// What happened, when the battle is over.
    #[must_use]
    pub fn into_events(self) -> Vec<E> {
        self.events
    }

    /// Adds what happened next; the dice since the last event were rolled for it.
    pub fn record(&mut self, event: E) {
        self.events.push(event);
        if let Some(dice) = &self.dice {
            self.rolls.push(dice.take());
        }
    }

    /// An error about the choice that the next event holds.
    #[must_use]
    pub fn illegal(&self, rule: &'static str, why: impl Into<String>) -> Illegal {
        Illegal { at: self.events.len(), rule, why: why.into() }
    }
}

/// The choices of a recorded battle. The next choice is in the events that would be recorded next. A game implements its
/// trait of choices for it.
#[derive(Clone, Copy, Debug)]
pub struct Recorded<'r, E> {
    events: &'r [E],
}

impl<'r, E> Recorded<'r, E> {
    /// Reads the choices out of a battle's events.
    #[must_use]
    pub const fn new(events: &'r [E]) -> Self {
        Self { events }
    }

    /// The record from the event on that `log` would get next.
    #[must_use]
    pub fn rest(&self, log: &EventLog<E>) -> &'r [E] {
        self.events.get(log.events.len()..).unwrap_or(&[])
    }

    /// The record's counterpart of the event that `log` would get next.
    #[must_use]
    pub fn next(&self, log: &EventLog<E>) -> Option<&'r E> {
        self.rest(log).first()
    }

    /// Why the record holds no such choice.
    ///
    /// # Errors
    /// Always.
    pub fn missing<T>(&self, log: &EventLog<E>, due: &str) -> Result<T, String> {
        match self.next(log) {
            Some(_) => Err(format!("{due} is due here")),
            None => Err(format!("the record ends where {due} is due")),
        }
    }
}

/// A game whose reference plays battles with choices of the type `C`.
pub trait Reference<C>: Rules {
    /// Plays battle `battle` of a matchup to its end, or to the first choice that is not legal, and returns the log of
    /// events, which began as `log`. Even battles seat fleet A in seat 0, odd ones fleet B.
    fn run<D: DiceSource>(
        setup: &Setup<'_, Self>,
        battle: u64,
        log: EventLog<Self::Event>,
        dice: &mut D,
        choices: &mut C,
    ) -> (EventLog<Self::Event>, Result<(), Illegal>);
}

/// Plays battle `battle` of a matchup to its end. Even battles seat fleet A in seat 0, odd ones fleet B.
///
/// # Errors
/// The first choice that is not legal.
pub fn play<G: Reference<C>, D: DiceSource, C>(
    setup: &Setup<'_, G>,
    battle: u64,
    dice: &mut D,
    choices: &mut C,
) -> Result<Vec<G::Event>, Illegal> {
    let (log, result) = G::run(setup, battle, EventLog::default(), dice, choices);
    result.map(|()| log.into_events())
}

/// Plays a recorded battle again: its choices are taken from the record, its dice from `key` (the key of its pair), and
/// everything else is worked out and compared.
///
/// # Errors
/// The first event that differs, or the first recorded choice that is not legal. A garbled record is a mismatch, never a
/// panic.
pub fn replay<G>(setup: &Setup<'_, G>, key: BattleKey, battle: u64, events: &[G::Event]) -> Result<(), Mismatch>
where
    G: Rules + for<'r> Reference<Recorded<'r, <G as Rules>::Event>>,
{
    let (log, result) =
        G::run(setup, battle, EventLog::default(), &mut KeyedDice::new(key), &mut Recorded::new(events));
    let mismatch = |at: usize, reference: String| Mismatch {
        at,
        recorded: events.get(at).map(|event| format!("{event:?}")),
        reference,
    };
    for (at, event) in log.events.iter().enumerate() {
        if events.get(at) != Some(event) {
            return Err(mismatch(at, format!("{event:?}")));
        }
    }
    result.map_err(|illegal| mismatch(illegal.at, illegal.to_string()))?;
    match log.events.len() {
        played if played < events.len() => Err(mismatch(played, "nothing: the battle is over".to_owned())),
        _ => Ok(()),
    }
}

/// The dice of a recorded battle: by event the pools that were rolled after the event before it. The list ends where the
/// record stops being what the reference plays; [`replay`] says why.
#[must_use]
pub fn rolls<G>(setup: &Setup<'_, G>, key: BattleKey, battle: u64, events: &[G::Event]) -> Vec<Pools>
where
    G: Rules + for<'r> Reference<Recorded<'r, <G as Rules>::Event>>,
{
    let dice = DiceLog::default();
    let mut logged = LoggedDice::new(KeyedDice::new(key), dice.clone());
    // A choice that is not legal ends the record early.
    let (log, _) = G::run(setup, battle, EventLog::new(dice), &mut logged, &mut Recorded::new(events));
    let same = log.events.iter().zip(events).take_while(|(played, recorded)| played == recorded).count();
    let mut rolls = log.rolls;
    rolls.truncate(same);
    rolls
}
