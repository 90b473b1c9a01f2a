//! The initial thrust.

/// ### FIRES 11.F.III Hexes of the initial thrust (lines 102-106)
/// Hexes that a unit's future marker may move: the lowest maneuver rating of its ships, and one for each level that its best
/// electronics is above `lowest`, the lowest best electronics of any unit of the engagement.
///
/// RULING: a unit of maneuver 0 has none of either.
pub const fn hexes(maneuver: u8, electronics: u8, lowest: u8) -> u8 {
    if maneuver == 0 { 0 } else { maneuver + electronics.saturating_sub(lowest) }
}
