//! What a search needs: whose choice is next, and battles that go on in another workspace.
//!
//! Phase: between two steps of the loop. Reads and writes all of a batch that outlives a step.

use lanchester_battle::queue::IDLE;
use lanchester_battle::{Choices, Searchable};
use lanchester_core::Side;
use lanchester_lanes::{LANES, Row};

use crate::StarmadaX;
use crate::lanes::state::{Batch, action};
use crate::lanes::tables::Tables;

impl Searchable for StarmadaX {
    const DECISIONS: &'static [&'static str] = &["orders", "fire", "flights"];
    const SECRET: &'static [&'static str] = &["orders", "fire"];

    /// Both sides write orders, and both declare fire; a flight is its own side's. Each of these is a part.
    fn choices(tables: &Tables, batch: &Box<Batch>) -> Option<Choices> {
        let next = batch.next.0[0];
        let (decision, flight) = match next {
            IDLE => return None,
            action::TURN => (0, None),
            action::COMBAT => (1, None),
            flies => (2, Some(flies - action::FLIGHT)),
        };
        let acts = |side| flight.is_none_or(|flight| tables.flights.side_of(flight.into()) == side);
        let part = u32::from(batch.turn.0[0]) << 8 | u32::from(next);
        Some(Choices { sides: Side::BOTH.map(acts), part, decision })
    }

    fn clear(batch: &mut Box<Batch>) {
        batch.next = Row([IDLE; LANES]);
        batch.blasted = 0;
    }

    lanchester_battle::searchable_by_batch!();
}
