//! What battles of a case consist of: figures that do not depend on the machine.

use lanchester_core::{Matchup, Rules};
use lanchester_dice::{BattleKey, DiceSource, KeyedDice};
use lanchester_lanes::Level;
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::event::Event;
use lanchester_rules_nova::game::setup;
use lanchester_rules_nova::lanes::tables::Tables;
use lanchester_rules_nova::reference::{Recorded, play};

/// Duels looked at: few enough to be quick, enough for means to a hundredth.
const DUELS: u64 = 4096;

/// Fleet actions looked at.
const ACTIONS: u64 = 256;

/// Means over battles.
pub struct Sample {
    /// Turns.
    pub turns: f64,
    /// Ships that moved, over all turns.
    pub ship_turns: f64,
    /// Dice thrown.
    pub dice: f64,
}

/// Dice that are counted as they are thrown.
struct Counted {
    of: KeyedDice,
    thrown: usize,
}

impl DiceSource for Counted {
    fn open(&mut self, turn: u32, code: u32) {
        self.of.open(turn, code);
    }

    fn pool_of(&mut self, sides: u8, count: usize) -> Vec<u8> {
        self.thrown += count;
        self.of.pool_of(sides, count)
    }
}

/// Records battles, has the reference play them again, and counts.
pub fn sample(matchup: &Matchup<Nova>, tables: &Tables) -> Sample {
    let battles = if tables.ships.len() == 2 { DUELS } else { ACTIONS };
    let (mut turns, mut moves, mut dice) = (0, 0, 0);
    for (battle, events) in (0..).zip(Nova::record(tables, Level::best(), 1, 0, 0..battles)) {
        turns += events.iter().filter(|event| matches!(event, Event::TurnEnd { .. })).count();
        moves += events.iter().filter(|event| matches!(event, Event::Move { .. })).count();
        let mut counted = Counted { of: KeyedDice::new(BattleKey::new(1, 0, battle / 2)), thrown: 0 };
        if let Err(illegal) = play(&setup(matchup), battle, &mut counted, &mut Recorded::new(&events)) {
            panic!("{}, battle {battle}: {illegal}", matchup.name);
        }
        dice += counted.thrown;
    }
    let mean = |sum: usize| sum as f64 / battles as f64;
    Sample { turns: mean(turns), ship_turns: mean(moves), dice: mean(dice) }
}
