//! What a search needs: whose choice is next, and battles that go on in another workspace.
//!
//! Phase: between two steps of the loop. Reads and writes all of a batch; nothing in the scratch outlives a step.

use lanchester_battle::queue::IDLE;
use lanchester_battle::{Choices, Searchable};
use lanchester_core::Side;
use lanchester_lanes::{LANES, LaneMask, Row};

use crate::Nova;
use crate::lanes::compaction::BATCHES;
use crate::lanes::state::{Workspace, action};
use crate::lanes::tables::Tables;

impl Searchable for Nova {
    const DECISIONS: &'static [&'static str] = &["initiative", "moves", "fire"];
    const BATCHES: usize = BATCHES;

    /// What is chosen when a turn ends belongs to how the next one begins. Both sides decide how a turn begins: who begins it is for whoever wins the throw to say, which is not known before. Each
    /// decides once in each phase.
    ///
    /// PERF: to decide each activation again takes eight times as long in fleets.
    fn choices(tables: &Tables, workspace: &Box<Workspace>) -> Option<Choices> {
        let batch = &workspace.batches[0];
        let (phase, ship) = match batch.next.0[0] {
            IDLE => return None,
            action::TURN => (0, None),
            action::END => (3, None),
            moves @ ..action::FIRE => (1, Some(moves - action::MOVE)),
            fires => (2, Some(fires - action::FIRE)),
        };
        let acts = |side| ship.is_none_or(|ship| tables.ships.side_of(ship.into()) == side);
        let part = 4 * u32::from(batch.turn.0[0]) + phase;
        Some(Choices { sides: Side::BOTH.map(acts), part, decision: phase as usize % 3 })
    }

    fn clear(workspace: &mut Box<Workspace>) {
        workspace.batches.iter_mut().for_each(|batch| batch.next = Row([IDLE; LANES]));
    }

    fn copy(from: &Box<Workspace>, to: &mut Box<Workspace>) {
        from.batches[0].copy_to(&mut to.batches[0]);
    }

    fn copy_lanes<'w>(
        from: &Box<Workspace>,
        to: &'w mut Box<Workspace>,
        batch: usize,
        lanes: LaneMask,
    ) -> [&'w mut [u64; LANES]; 2] {
        let to = &mut to.batches[batch];
        from.batches[0].copy_lanes_to(to, lanes);
        [&mut to.battles, &mut to.keys]
    }

    fn alike(one: &Box<Workspace>, other: &Box<Workspace>) -> bool {
        one.batches[0].is_like(&other.batches[0])
    }
}
