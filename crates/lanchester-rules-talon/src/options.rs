//! Options of a battle, and where a ship starts.

use lanchester_hex::{Facing, Hex16};
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

/// Who has the initiative at the start (TALON P.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstInitiative {
    /// The fleet with more points of Talon ships; with as many, seat 0.
    Talon,
    /// Seat 0: fleet A in even battles, B in odd ones.
    Seat,
}

/// When the initiative changes (TALON P.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitiativeChange {
    /// When there are more markers to change than to defend it.
    Outbid,
    /// When there is a marker to change it and none to defend it.
    Unopposed,
    /// Never.
    Never,
}

/// What a fusion cannon hits (TALON P.13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fusion {
    /// Every enemy ship and missile in arc and range.
    All,
    /// Every enemy ship in arc and range.
    Ships,
    /// One target.
    One,
}

/// What a power loss forbids (TALON 8.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PowerLoss {
    /// Action points from any source, charging, and a change of the curve.
    All,
    /// Charging in the Power Phase, and a change of the curve.
    PowerPhase,
}

/// When the arc that a wave motion gun hits is taken (TALON P.14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaveArc {
    /// Before it displaces its target.
    Before,
    /// After.
    After,
}

/// Options of a battle. The default is the standard game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Rounds after which the battle is stopped (TALON P.17).
    pub turn_cap: u16,
    /// Empty rows between the set-up zones (TALON P.16).
    pub gap: u8,
    /// Who has the initiative at the start.
    pub first_initiative: FirstInitiative,
    /// When it changes.
    pub initiative_change: InitiativeChange,
    /// Whose the hexes between two arcs are.
    pub arc_boundary: Boundary,
    /// Ships start as after a turn, their turn radius ahead of them (TALON P.16).
    pub start_turned: bool,
    /// A side slip counts toward the turn radius (TALON P.5).
    pub slip_counts: bool,
    /// Damage to each of two ships of a side that end a move in one hex (TALON P.7).
    pub stack_damage: u8,
    /// Damage that a shield reinforcement absorbs (TALON P.8).
    pub reinforcement: u8,
    /// Most reinforcements of a ship.
    pub reinforcements_ship: u8,
    /// Most reinforcements of an arc.
    pub reinforcements_arc: u8,
    /// What a fusion cannon hits.
    pub fusion: Fusion,
    /// A wave motion gun displaces its target.
    pub wave_displaces: bool,
    /// When the arc that it hits is taken.
    pub wave_arc: WaveArc,
    /// Hexes from every enemy ship at which a missile is lost (TALON P.10).
    pub missile_lost_at: u8,
    /// What a power loss forbids.
    pub power_loss: PowerLoss,
    /// How often damage to thrusters and relays counts (TALON 8.5).
    pub critical_stack: u8,
    /// A destroyed weapon group may be rolled again, to no effect (TALON 8.5).
    pub destroyed_groups_count: bool,
    /// Ships may retreat (TALON P.18).
    pub retreat: bool,
    /// A ship this far from every other for six impulses has retreated (TALON 7.5.2); `None`: it may go on.
    pub stray_at: Option<u8>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            turn_cap: 12,
            gap: 7,
            first_initiative: FirstInitiative::Talon,
            initiative_change: InitiativeChange::Outbid,
            arc_boundary: Boundary::FrontRear,
            start_turned: false,
            slip_counts: true,
            stack_damage: 3,
            reinforcement: 1,
            reinforcements_ship: 2,
            reinforcements_arc: 1,
            fusion: Fusion::All,
            wave_displaces: true,
            wave_arc: WaveArc::Before,
            missile_lost_at: 6,
            power_loss: PowerLoss::All,
            critical_stack: 2,
            destroyed_groups_count: false,
            retreat: false,
            stray_at: None,
        }
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
    #[must_use]
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
    #[must_use]
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
