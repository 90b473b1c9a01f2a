//! What a search needs: whose choice is next, and battles that go on in another workspace.
//!
//! Phase: between two impulses. Reads and writes all of a batch that outlives one.

use lanchester_battle::{Choices, Searchable};

use super::state::Batch;
use super::tables::Tables;
use crate::Talon;
use crate::event::code::{POWER_PHASE, moment};

impl Searchable for Talon {
    const DECISIONS: &'static [&'static str] = &["impulses", "power"];

    /// Both sides choose in every impulse and in the Power Phase, and an impulse is a step of the loop.
    fn choices(_: &Tables, batch: &Box<Batch>) -> Option<Choices> {
        let part = moment(batch.round.0[0].into(), batch.step);
        let decision = usize::from(batch.step == POWER_PHASE);
        (batch.live & 1 == 1).then_some(Choices { sides: [true; 2], part, decision })
    }

    fn shared(batch: &Box<Batch>) -> u32 {
        batch.step.into()
    }

    fn clear(batch: &mut Box<Batch>) {
        batch.live = 0;
    }

    lanchester_battle::searchable_by_batch!();
}
