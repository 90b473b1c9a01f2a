//! What a search needs: whose choice is next, and battles that go on in another workspace.
//!
//! Phase: between two turns. Reads and writes all of a batch that outlives a turn.

use lanchester_battle::{Choices, Searchable};
use lanchester_lanes::LANES;

use super::state::Batch;
use super::tables::Tables;
use crate::Toy;

impl Searchable for Toy {
    const DECISIONS: &'static [&'static str] = &["turns"];

    /// Both sides choose in every turn.
    fn choices(_: &Tables, batch: &Box<Batch>) -> Option<Choices> {
        (batch.live & 1 == 1).then(|| Choices { sides: [true; 2], part: batch.turn.0[0].into(), decision: 0 })
    }

    fn copy(from: &Box<Batch>, to: &mut Box<Batch>) {
        from.copy_to(to);
    }

    fn alike(one: &Box<Batch>, other: &Box<Batch>) -> bool {
        one.is_like(other)
    }

    fn keys(batch: &mut Box<Batch>) -> &mut [u64; LANES] {
        &mut batch.keys
    }
}
