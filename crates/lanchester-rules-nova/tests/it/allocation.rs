//! No allocation inside a chunk: a counting allocator stands in for the system's while one is played.

use crate::common::{Random, random_matchup, shipped_policies};
use lanchester_core::{Job, Rules, Tally};
use lanchester_lanes::Level;
use lanchester_rules_nova::Nova;

#[test]
fn a_chunk_is_played_without_allocating() {
    let shipped = shipped_policies();
    for seed in 0..12 {
        let matchup = random_matchup(&mut Random::new(seed), &shipped, 12);
        let tables = Nova::prepare(&matchup);
        let mut workspace = Nova::workspace();
        let mut tally = Tally::new();
        // Detecting the machine's levels allocates once a process.
        let level = Level::best();
        Nova::play(&tables, &mut workspace, level, &Job { seed, cell: 0, pairs: 0..1 }, &mut tally);
        let job = Job { seed, cell: 0, pairs: 1..65 };
        let counted = allocation_counter::measure(|| Nova::play(&tables, &mut workspace, level, &job, &mut tally));
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
