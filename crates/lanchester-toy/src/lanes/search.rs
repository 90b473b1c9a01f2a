//! What a search needs: whose choice is next, and battles that go on in another workspace.
//!
//! Phase: between two turns. Reads and writes all of a batch that outlives a turn.

use lanchester_battle::{Choices, Searchable};
use lanchester_lanes::LANES;

use super::state::Batch;
use super::tables::Tables;
use crate::Toy;

impl Searchable for Toy {
    /// Both sides choose in every turn.
    fn choices(_: &Tables, batch: &Box<Batch>) -> Option<Choices> {
        (batch.live & 1 == 1).then(|| Choices { sides: [true; 2], part: batch.turn.0[0].into() })
    }

    fn copy(from: &Box<Batch>, to: &mut Box<Batch>) {
        (to.battles, to.keys) = (from.battles, from.keys);
        (to.swapped, to.live, to.contact, to.turn) = (from.swapped, from.live, from.contact, from.turn);
        (to.hull, to.north) = (from.hull, from.north);
    }

    fn alike(one: &Box<Batch>, other: &Box<Batch>) -> bool {
        (one.hull, one.north, one.live, one.turn) == (other.hull, other.north, other.live, other.turn)
    }

    fn keys(batch: &mut Box<Batch>) -> &mut [u64; LANES] {
        &mut batch.keys
    }
}
