//! What fire is worth.

use super::tables::{MOST, SIXTHS, Tables};
use crate::arcs::{Arc, Boundary};
use crate::design::MAX_GROUPS;
use crate::event::{Marker, ShipId};
use crate::position::Position;
use crate::reference::Vessel;
use crate::weapons::MAX_RANGE;

/// Most that fire is worth, in sixths.
pub const MOST_VALUE: i16 = 511;

/// A ship somewhere.
#[derive(Clone, Copy, Debug)]
pub struct Stand<'b, 'a> {
    /// Which.
    pub ship: ShipId,
    /// Its display.
    pub vessel: &'b Vessel<'a>,
    /// Where.
    pub at: Position,
}

/// Boxes before the hull of an arc: shield and reinforcements, none with shields down.
pub fn shield(vessel: &Vessel<'_>, arc: Arc) -> i16 {
    if vessel.has(Marker::ShieldsDown) {
        return 0;
    }
    let reinforced: u8 = vessel.reinforcements.iter().filter(|r| r.arc == arc).map(|r| r.left).sum();
    i16::from(vessel.shields[arc.index()] + reinforced)
}

/// Hull boxes left.
pub fn hull(vessel: &Vessel<'_>) -> i16 {
    vessel.design.hull.len() as i16 - i16::from(vessel.hull)
}

/// The value of so many sixths of expected damage behind so many shield boxes: no more than there are boxes, and what goes through
/// the shield counts `extra` times more.
pub fn value(damage: i16, shield: i16, hull: i16, extra: u8) -> i16 {
    let damage = damage.min(SIXTHS * (shield + hull));
    let through = (damage - SIXTHS * shield).max(0);
    (damage + i16::from(extra) * through).min(MOST_VALUE)
}

/// Expected damage of these groups, in sixths, and the arc of the target that is hit.
pub fn damage(
    tables: &Tables,
    boundary: Boundary,
    firer: &Stand<'_, '_>,
    groups: [bool; MAX_GROUPS],
    target: &Stand<'_, '_>,
) -> Option<(i16, Arc)> {
    let range = firer.at.hex.distance(target.at.hex);
    if range > MAX_RANGE {
        return None;
    }
    let arc = Arc::of(firer.at.hex, firer.at.facing, target.at.hex, boundary)?;
    let tables = &tables.ships[firer.ship.side][usize::from(firer.ship.slot)].groups;
    let mut sum = 0;
    for (table, _) in tables.iter().zip(groups).filter(|(_, fires)| *fires) {
        sum += i16::from(table.reach[usize::from(range) - 1][arc.index()]);
    }
    let hit = Arc::of(target.at.hex, target.at.facing, firer.at.hex, boundary)?;
    Some((sum.min(MOST), hit))
}

/// The value of the fire of these groups: see [`value`].
pub fn worth(
    tables: &Tables,
    boundary: Boundary,
    firer: &Stand<'_, '_>,
    groups: [bool; MAX_GROUPS],
    target: &Stand<'_, '_>,
    extra: u8,
) -> i16 {
    match damage(tables, boundary, firer, groups, target) {
        Some((sixths, arc)) if sixths > 0 => value(sixths, shield(target.vessel, arc), hull(target.vessel), extra),
        _ => 0,
    }
}

/// Eighths of a value, rounded down.
pub const fn eighths(value: i16, of: u8) -> i16 {
    (value * of as i16) >> 3
}
