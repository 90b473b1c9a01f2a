//! What battles of a case consist of: figures that do not depend on the machine.

use lanchester_benches::scalar::Benched;
use lanchester_core::Matchup;
use lanchester_lanes::Level;

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

/// Records battles, has the reference play them again, and counts.
pub fn sample<G: Benched>(matchup: &Matchup<G>, tables: &G::Prepared) -> Sample {
    let duel = matchup.forces.iter().all(|force| force.ships.len() == 1);
    let battles = if duel { DUELS } else { ACTIONS };
    let (mut turns, mut moves, mut dice) = (0, 0, 0);
    for (battle, events) in (0..).zip(G::record(tables, Level::best(), 1, 0, 0..battles)) {
        if let Err(mismatch) = G::verify(matchup, 1, 0, battle, &events) {
            panic!("{}, battle {battle}: {mismatch}", matchup.name);
        }
        turns += events.last().and_then(G::outcome).map_or(0, |outcome| outcome.turns.into());
        moves += events.iter().filter(|event| G::moves(event)).count() as u64;
        let pools = G::rolls(matchup, 1, 0, battle, &events);
        dice += pools.iter().flatten().map(|pool| pool.len() as u64).sum::<u64>();
    }
    let mean = |sum: u64| sum as f64 / battles as f64;
    Sample { turns: mean(turns), ship_turns: mean(moves), dice: mean(dice) }
}
