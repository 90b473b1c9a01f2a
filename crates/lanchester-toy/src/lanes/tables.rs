//! What is the same in every lane of a matchup.
//!
//! Phase: none: worked out before the first battle, read in every phase.

use lanchester_battle::lineup::Lineup;
use lanchester_core::{Combatant, Matchup, Side};
use lanchester_lanes::Row;
use lanchester_lanes::hex::Board16;

use crate::Toy;
use crate::design::Design;
use crate::options::{Options, Station};
use crate::policy::Policy;

/// A ship of the matchup.
#[derive(Clone, Debug)]
pub struct ShipTable {
    /// Its numbers.
    pub design: Design,
    /// Sides of its dice, in every lane.
    pub die: Row,
    /// Where it starts, by the seat of its fleet: column and half-hexes to the north.
    pub start: [(i16, i16); 2],
}

/// The tables of a matchup.
#[derive(Clone, Debug)]
pub struct Tables {
    /// A's ships, then B's.
    pub ships: Lineup<ShipTable>,
    /// The points of A and of B.
    pub points: [u32; 2],
    /// Who commands A and B.
    pub policies: [Policy; 2],
    /// The options.
    pub options: Options,
    /// The map.
    pub board: Board16,
}

impl Tables {
    /// Works them out.
    #[must_use]
    pub fn new(matchup: &Matchup<Toy>) -> Self {
        let options = &matchup.options;
        let fleet = |side: Side| {
            let force = &matchup.forces[side];
            let table = |(slot, ship): (usize, &std::sync::Arc<Design>)| {
                let station: Station = force.stations.as_ref().map(|stations| stations[slot]).unwrap_or_default();
                let start = [0, 1].map(|seat| options.start(seat, slot, station)).map(|at| (at.q, at.h));
                ShipTable { design: Design::clone(ship), die: Row([ship.die; lanchester_lanes::LANES]), start }
            };
            force.ships.iter().enumerate().map(table).collect::<Vec<_>>()
        };
        Self {
            ships: Lineup::new(Side::BOTH.map(fleet)),
            points: matchup.forces.each_ref().map(|force| force.ships.iter().map(|ship| ship.rating()).sum()),
            policies: matchup.forces.each_ref().map(|force| Policy::clone(&force.commander)),
            options: options.clone(),
            board: options.board(),
        }
    }

    /// Whether two ships of a side go in one formation.
    #[must_use]
    pub fn together(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|ship| self.ships[ship].design.formation);
        one.is_some() && one == other
    }
}
