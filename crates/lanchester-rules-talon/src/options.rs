//! Options of a battle, and where a ship starts.

use lanchester_lanes::hex::{Facing, Hex16};
use lanchester_scenario::{options, words};
use serde::Serialize;

use crate::arcs::Boundary;
use crate::position::Position;

/// Most rounds of a battle.
pub const MAX_ROUNDS: u16 = 100;
/// Columns of a set-up zone.
pub const COLUMNS: u8 = 24;
/// Rows of a set-up zone.
pub const ROWS: u8 = 2;
/// Most empty rows between the zones.
pub const MAX_GAP: u8 = 30;
/// Hexes from every enemy ship at which a missile is lost at the latest.
pub const MAX_REACH: u8 = 20;

words! {
    /// Who has the initiative at the start (TALON P.9).
    pub enum FirstInitiative("fleet") {
        /// The fleet with more points of Talon ships; with as many, seat 0.
        Talon = "talon",
        /// Seat 0: fleet A in even battles, B in odd ones.
        Seat = "seat",
    }
}

words! {
    /// When the initiative changes (TALON P.9).
    pub enum InitiativeChange("rule") {
        /// When there are more markers to change than to defend it.
        Outbid = "outbid",
        /// When there is a marker to change it and none to defend it.
        Unopposed = "unopposed",
        /// Never.
        Never = "never",
    }
}

words! {
    /// What a fusion cannon hits (TALON P.13).
    pub enum Fusion("targets") {
        /// Every enemy ship and missile in arc and range.
        All = "all",
        /// Every enemy ship in arc and range.
        Ships = "ships",
        /// One target.
        One = "one",
    }
}

words! {
    /// What a power loss forbids (TALON 8.5).
    pub enum PowerLoss("rule") {
        /// Action points from any source, charging, and a change of the curve.
        All = "all",
        /// Charging in the Power Phase, and a change of the curve.
        PowerPhase = "power-phase",
    }
}

words! {
    /// When the arc that a wave motion gun hits is taken (TALON P.14).
    pub enum WaveArc("moment") {
        /// Before it displaces its target.
        Before = "before",
        /// After.
        After = "after",
    }
}

options! {
    /// Options of a battle. The default is the standard game.
    pub struct Options("[options]") {
        /// Rounds after which a battle is stopped (TALON P.17).
        turn_cap: u16 [1..=MAX_ROUNDS] = 24,
        /// Empty rows between the set-up zones (TALON P.16).
        gap: u8 [1..=MAX_GAP] = 7,
        /// Who has the initiative at the start: the fleet with more points of Talon ships, or seat 0 (TALON P.9).
        first_initiative: FirstInitiative = FirstInitiative::Talon,
        /// When the initiative changes: with more markers to change than to defend it, with none to defend it, or never (TALON P.9).
        initiative_change: InitiativeChange = InitiativeChange::Outbid,
        /// Which arcs own the hexes on the rays between two arcs (TALON 5.3.1).
        arc_boundary: Boundary = Boundary::FrontRear,
        /// Ships start as after a turn, their turn radius ahead of them (TALON P.16).
        start_turned: bool = false,
        /// A side slip counts toward the turn radius (TALON P.5).
        slip_counts: bool = true,
        /// Damage to each of two ships of a side that end a move in one hex (TALON P.7).
        stack_damage: u8 [0..=9] = 3,
        /// Damage that a shield reinforcement absorbs (TALON P.8).
        reinforcement: u8 [1..=3] = 1,
        /// Most shield reinforcements of a ship (TALON P.8).
        reinforcements_ship: u8 [1..=4] = 2,
        /// Most shield reinforcements of an arc (TALON P.8).
        reinforcements_arc: u8 [1..=2] = 1,
        /// What a fusion cannon hits: all enemies in arc and range, ships alone, or one target (TALON P.13).
        fusion: Fusion = Fusion::All,
        /// A wave motion gun displaces its target (TALON P.14).
        wave_displaces: bool = true,
        /// Whether the arc that it hits is taken before or after it displaces its target (TALON P.14).
        wave_arc: WaveArc = WaveArc::Before,
        /// Hexes from every enemy ship at which a missile is lost (TALON P.10).
        missile_lost_at: u8 [5..=MAX_REACH] = 6,
        /// What a power loss forbids: action points too, or charging and the curve in the Power Phase alone (TALON 8.5).
        power_loss: PowerLoss = PowerLoss::All,
        /// How often damage to thrusters and relays counts (TALON 8.5).
        critical_stack: u8 [1..=2] = 2,
        /// A destroyed weapon group may be rolled again, to no effect (TALON 8.5).
        destroyed_groups_count: bool = false,
        /// Ships may retreat at the end of a Power Phase (TALON P.18).
        retreat: bool = false,
        /// Hexes from every other ship at which a ship has retreated after six impulses (TALON 7.5.2).
        stray_at: Option<u8> [6..=MAX_REACH, none "it may go on alone"] = None,
    }
}

/// Where a ship starts in the zone of its fleet, as its owner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Station {
    /// Column from 1 to [`COLUMNS`], counted from the left.
    pub column: u8,
    /// Row from 1, the rear one, to [`ROWS`], the one nearest to the enemy.
    pub row: u8,
    /// Where it faces, in sixths of a circle to the right from straight at the enemy, 0 to 5.
    pub facing: u8,
}

impl Station {
    /// Whether there is such a place.
    pub fn fits(self) -> bool {
        (1..=COLUMNS).contains(&self.column) && (1..=ROWS).contains(&self.row) && self.facing < 6
    }
}

impl Options {
    /// ### TALON P.16 Set-up
    /// The position of a station in the zone of a seat. Zones are two rows deep, with seven empty rows between them.
    ///
    /// RULING: zones are 24 columns wide. Seat 0 looks north; half a turn of the plane takes one zone to the other. Ships of a
    /// side never share a hex, and a ship may face anywhere.
    pub fn position(&self, seat: usize, station: Station) -> Position {
        let (column, row) = (i16::from(station.column) - 1, i16::from(station.row) - i16::from(ROWS));
        let hex = Hex16::new(column, 2 * row + column % 2);
        let facing = Facing::new(i32::from(station.facing));
        if seat == 0 {
            return Position { hex, facing };
        }
        let north = 2 * (i16::from(self.gap) + 1) + 1;
        let turned = Hex16::new(i16::from(COLUMNS) - 1 - hex.q, north - hex.h);
        Position { hex: turned, facing: facing.turned(3) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    mod talon_p_16 {
        use super::*;

        #[test]
        fn seven_empty_rows_lie_between_the_zones() {
            let options = Options::default();
            let front = |seat, column| options.position(seat, Station { column, row: 2, facing: 0 });
            for column in 1..=COLUMNS {
                // Columns are counted from the left of each owner, who look at each other.
                let (south, north) = (front(0, column), front(1, COLUMNS + 1 - column));
                assert_eq!(south.hex.q, north.hex.q);
                assert_eq!(south.hex.distance(north.hex), 8, "seven hexes between, column {column}");
                assert_eq!((south.facing, north.facing), (Facing::NORTH, Facing::SOUTH));
            }
            let behind = options.position(0, Station { column: 5, row: 1, facing: 1 });
            assert_eq!(behind.hex.ahead(Facing::NORTH, 1), front(0, 5).hex);
            assert_eq!(behind.facing.to_string(), "NE");
        }
    }
}
