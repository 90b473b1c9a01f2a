//! The memory of a thread: what battles leave behind, and one battle that may stand still.
//!
//! A battle that stands still is what brought it there: the answers to all questions, and the keys of the streams of dice that
//! were opened. Where it goes on it is played from its beginning. That costs time where a side searches, and nothing else.

use lanchester_core::Outcome;
use lanchester_lanes::dice::{BattleKey, DiceSource, KeyedDice};
use lanchester_lanes::{LANES, LaneMask};

use super::answers::{Answers, Known};
use crate::{Choices, EventLog, Recorder};

/// Outcomes, events, and a battle.
#[derive(Debug)]
pub struct Battles<E> {
    /// Outcomes and events.
    pub recorder: Recorder<E>,
    /// The numbers of the battles that go on from there, by lane, at first by twos: a roll-out each.
    pub battles: [u64; LANES],
    /// The keys of their dice to come.
    pub keys: [u64; LANES],
    /// The battle's number.
    number: u64,
    known: Known,
    /// The keys of the streams that were opened.
    opened: Vec<BattleKey>,
    /// PERF: memory of events that nobody needs any more.
    spare: Vec<E>,
    /// The choice at which it stands; `None` where no battle stands still.
    due: Option<Choices>,
}

impl<E> Default for Battles<E> {
    fn default() -> Self {
        Self {
            recorder: Recorder::default(),
            battles: [0; LANES],
            keys: [0; LANES],
            number: 0,
            known: Known::default(),
            opened: Vec::new(),
            spare: Vec::new(),
            due: None,
        }
    }
}

impl<E> Battles<E> {
    /// Begins a battle.
    pub(super) fn open(&mut self, number: u64, key: BattleKey) {
        (self.number, self.due) = (number, None);
        self.battles = std::array::from_fn(|lane| number + 2 * lane as u64);
        self.keys = [key.0; LANES];
        self.known = Known::default();
        self.opened.clear();
    }

    /// Its number.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// The key of a lane's dice to come.
    pub(super) const fn key(&self, lane: usize) -> BattleKey {
        BattleKey(self.keys[lane])
    }

    /// The answers so far, then so many more of a player.
    pub(super) fn answers<P>(&self, player: P, more: usize) -> Answers<P> {
        Answers::going_on(self.known.clone(), player, more)
    }

    /// The dice so far, then those of this key. A battle that goes on to its end, however many answers that takes, keeps no keys.
    pub(super) fn dice(&self, key: BattleKey, more: usize) -> Dice {
        let keeps = more < usize::MAX;
        Dice { opened: self.opened.clone(), streams: 0, keeps, key, keyed: KeyedDice::new(key) }
    }

    /// A log for a battle.
    pub(super) fn log(&mut self) -> EventLog<E> {
        EventLog::within(std::mem::take(&mut self.spare))
    }

    /// Stops at a choice.
    pub(super) fn pause(&mut self, known: Known, dice: Dice, due: Choices) {
        (self.known, self.opened, self.due) = (known, dice.opened, Some(due));
    }

    /// Counts the battle of a lane as ended so.
    pub(super) fn end(&mut self, lane: usize, outcome: Outcome, mut events: Vec<E>) {
        let battle = self.battles[lane];
        if self.recorder.keeps_events() {
            events.drain(..).for_each(|event| self.recorder.note(battle, event));
        }
        self.spare = events;
        self.recorder.end(battle, outcome);
    }

    /// Nothing goes on from here.
    pub const fn close(&mut self) {
        self.due = None;
    }

    /// Who chooses next; `None` if the battle is over.
    #[must_use]
    pub const fn due(&self) -> Option<Choices> {
        self.due
    }

    /// Copies the battle as it stands.
    pub fn copy_to(&self, to: &mut Self) {
        (to.number, to.battles, to.keys, to.due) = (self.number, self.battles, self.keys, self.due);
        to.known = self.known.clone();
        to.opened.clone_from(&self.opened);
    }

    /// The same: a battle stands still in all lanes at once.
    pub fn copy_lanes_to(&self, to: &mut Self, _: LaneMask) {
        self.copy_to(to);
    }

    /// Whether two battles stand alike, so that whatever comes next is the same in both.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        (self.number, self.due) == (other.number, other.due) && self.known == other.known
    }
}

/// Dice whose first streams have the keys by which they were opened before.
#[derive(Debug)]
pub(super) struct Dice {
    opened: Vec<BattleKey>,
    streams: usize,
    /// Whether the keys of more streams are kept.
    keeps: bool,
    key: BattleKey,
    keyed: KeyedDice,
}

impl DiceSource for Dice {
    fn open(&mut self, turn: u32, code: u32) {
        let key = *self.opened.get(self.streams).unwrap_or(&self.key);
        if self.keeps && self.streams == self.opened.len() {
            self.opened.push(key);
        }
        self.streams += 1;
        self.keyed = KeyedDice::opened(key, turn, code);
    }

    fn pool_of(&mut self, sides: u8, count: usize) -> Vec<u8> {
        self.keyed.pool_of(sides, count)
    }

    fn one(&mut self, sides: u8) -> u8 {
        self.keyed.one(sides)
    }

    fn two(&mut self) -> [u8; 2] {
        self.keyed.two()
    }

    fn passing(&mut self, sides: u8, count: usize, most: u8) -> usize {
        self.keyed.passing(sides, count, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_that_were_opened_keep_their_dice() {
        let [before, after] = [3, 4].map(BattleKey);
        let mut battles = Battles::<()>::default();
        battles.open(6, before);
        let mut dice = battles.dice(battles.key(0), 1);
        dice.open(1, 7);
        let first = dice.pool(5);
        battles.pause(Known::default(), dice, Choices { sides: [true, false], part: 1, decision: 0 });
        battles.keys[9] = after.0;
        let mut dice = battles.dice(battles.key(9), 1);
        dice.open(1, 7);
        assert_eq!(dice.pool(5), first);
        let mut truth = KeyedDice::new(after);
        dice.open(1, 8);
        truth.open(1, 8);
        assert_eq!(dice.pool(5), truth.pool(5));
    }
}
