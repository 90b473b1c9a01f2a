//! A game for tests: each ship throws a keyed coin, the fleet with more heads wins.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use lanchester_core::{
    Combatant, Force, Job, LedgerEntry, Matchup, Mismatch, Outcome, Rules, Search, Side, Tally, Verdict,
};
use lanchester_lanes::Level;

/// The toy game. `LIAR` computes something else on every level but the fallback.
#[derive(Debug)]
pub struct Toy<const LIAR: bool>;

/// A ship that rolls below its strength (of 256) to hit.
#[derive(Debug, PartialEq)]
pub struct Coin {
    pub strength: u32,
}

impl Combatant for Coin {
    fn name(&self) -> &str {
        "COIN"
    }

    fn rating(&self) -> u32 {
        self.strength
    }

    fn at_rating(&self, rating: u32) -> Self {
        Self { strength: rating }
    }
}

/// Tables of a matchup, counted while they live.
pub struct Tables {
    strengths: [u64; 2],
}

/// [`Tables`] alive now, and the most ever.
pub static ALIVE: AtomicUsize = AtomicUsize::new(0);
pub static MOST_ALIVE: AtomicUsize = AtomicUsize::new(0);

impl Drop for Tables {
    fn drop(&mut self) {
        ALIVE.fetch_sub(1, Ordering::SeqCst);
    }
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// How a battle ends.
fn outcome(prepared: &Tables, seed: u64, cell: u64, battle: u64) -> Outcome {
    let key = mix(mix(seed) ^ mix(cell + 1).rotate_left(17) ^ mix(battle / 2 + 3).rotate_left(29));
    let hits = Side::BOTH.map(|side| {
        let byte = (key >> (16 * side.seat(battle))) & 255;
        byte < prepared.strengths[side]
    });
    let verdict = match hits {
        [true, false] => Verdict::Win(Side::A),
        [false, true] => Verdict::Win(Side::B),
        _ => Verdict::Draw,
    };
    let turns = 1 + (key >> 60) as u16;
    let left = hits.map(|hit| if hit { 1000 } else { 250 });
    let initiative = Some(Side::new(battle as usize % 2));
    Outcome { verdict, major: false, capped: turns == 16, contact: true, turns, left, initiative }
}

impl<const LIAR: bool> Rules for Toy<LIAR> {
    const NAME: &'static str = "toy";
    const TITLE: &'static str = "Toy";
    const VERSION: u32 = 1;
    type Design = Coin;
    type Policy = ();
    type Options = ();
    type Station = ();
    type Prepared = Tables;
    type Workspace = Vec<u8>;
    type Event = ();

    fn outcome((): &()) -> Option<Outcome> {
        None
    }

    fn ledger() -> &'static [LedgerEntry] {
        &[]
    }

    fn prepare(matchup: &Matchup<Self>) -> Tables {
        let now = ALIVE.fetch_add(1, Ordering::SeqCst) + 1;
        MOST_ALIVE.fetch_max(now, Ordering::SeqCst);
        Tables { strengths: [0, 1].map(|i| u64::from(matchup.forces[i].rating())) }
    }

    fn workspace() -> Vec<u8> {
        Vec::new()
    }

    fn play(prepared: &Tables, _: &mut Vec<u8>, level: Level, job: &Job, tally: &mut Tally) {
        let lie = u64::from(LIAR && level != Level::FALLBACK);
        for pair in job.pairs.clone() {
            tally.record_pair([0, 1].map(|seat| outcome(prepared, job.seed ^ lie, job.cell, 2 * pair + seat)));
        }
    }

    fn secret() -> Vec<&'static str> {
        Vec::new()
    }

    fn decisions() -> Vec<&'static str> {
        Vec::new()
    }

    /// The first proposal commands, as if it were the best.
    fn search(search: &Search<Tables>, _: Level, seed: u64, cell: u64, battles: Range<u64>) -> Vec<(Vec<()>, Outcome)> {
        battles.map(|battle| (Vec::new(), outcome(&search.played[0][0], seed, cell, battle))).collect()
    }

    fn record(_: &Tables, _: Level, _: u64, _: u64, battles: Range<u64>) -> Vec<Vec<()>> {
        battles.map(|_| Vec::new()).collect()
    }

    fn verify(_: &Matchup<Self>, _: u64, _: u64, _: u64, _: &[()]) -> Result<(), Mismatch> {
        Ok(())
    }

    fn rolls(_: &Matchup<Self>, _: u64, _: u64, _: u64, _: &[()]) -> Vec<Vec<Vec<u8>>> {
        Vec::new()
    }

    fn narrate(_: &Matchup<Self>, _: u64, _: &[()], _: &[Vec<Vec<u8>>]) -> String {
        String::new()
    }
}

/// A duel of two coins.
pub fn duel<const LIAR: bool>(a: u32, b: u32) -> Matchup<Toy<LIAR>> {
    let forces = [a, b].map(|strength| Force {
        name: format!("coin {strength}"),
        ships: vec![Arc::new(Coin { strength })],
        stations: None,
        commander: Arc::new(()).into(),
    });
    Matchup { name: format!("{a} against {b}"), forces, options: () }
}
