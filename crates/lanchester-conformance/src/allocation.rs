//! No allocation inside a chunk: a counting allocator stands in for the system's in the tests of a game.

use lanchester_core::{Job, Rules, Tally};
use lanchester_lanes::Level;

use crate::{Random, TestGame, shipped_policies};

/// A chunk of battles of random fleets of up to twelve ships is played without allocating.
///
/// # Panics
/// If anything is allocated.
pub fn a_chunk_is_played_without_allocating<T: TestGame>() {
    let shipped = shipped_policies::<T::Game>();
    for seed in 0..12 {
        let matchup = T::random_matchup(&mut Random::new(seed), &shipped, 12);
        let tables = T::Game::prepare(&matchup);
        let mut workspace = T::Game::workspace();
        let mut tally = Tally::new();
        // Detecting the machine's levels allocates once a process.
        let level = Level::best();
        T::Game::play(&tables, &mut workspace, level, &Job { seed, cell: 0, pairs: 0..1 }, &mut tally);
        let job = Job { seed, cell: 0, pairs: 1..65 };
        // Only this thread is counted.
        let counted = allocation_counter::measure(|| T::Game::play(&tables, &mut workspace, level, &job, &mut tally));
        assert_eq!(
            counted.count_total, 0,
            "seed {seed}: {} bytes in {} allocations",
            counted.bytes_total, counted.count_total
        );
        assert_eq!(tally.pairs, 65);
    }
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1u8; 100])));
    assert_eq!(counted.count_total, 1, "the counter counts");
}
