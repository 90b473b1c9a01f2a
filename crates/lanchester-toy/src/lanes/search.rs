//! What a search needs: whose choice is next, and battles that go on in another workspace.
//!
//! Phase: between two turns. Reads and writes all of a batch that outlives a turn.

use lanchester_battle::{Choices, Searchable};

use super::state::Batch;
use super::tables::Tables;
use crate::Toy;

impl Searchable for Toy {
    const DECISIONS: &'static [&'static str] = &["turns"];

    /// Both sides choose in every turn.
    fn choices(_: &Tables, batch: &Box<Batch>) -> Option<Choices> {
        (batch.live & 1 == 1).then(|| Choices { sides: [true; 2], part: batch.turn.0[0].into(), decision: 0 })
    }

    fn clear(batch: &mut Box<Batch>) {
        batch.live = 0;
    }

    lanchester_battle::searchable_by_batch!();
}
