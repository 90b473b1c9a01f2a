//! What a search needs: whose choice is next, and battles that go on in another workspace.
//!
//! Phase: between two turns. Reads and writes all of a batch that outlives a turn.

use lanchester_battle::{Choices, Searchable};
use lanchester_lanes::{LANES, LaneMask};

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

    fn copy(from: &Box<Batch>, to: &mut Box<Batch>) {
        from.copy_to(to);
    }

    fn copy_lanes<'w>(
        from: &Box<Batch>,
        to: &'w mut Box<Batch>,
        _: usize,
        lanes: LaneMask,
    ) -> [&'w mut [u64; LANES]; 2] {
        from.copy_lanes_to(to, lanes);
        [&mut to.battles, &mut to.keys]
    }

    fn alike(one: &Box<Batch>, other: &Box<Batch>) -> bool {
        one.is_like(other)
    }
}
