//! Ranges and their brackets.

/// Brackets of range of a specification sheet: 0-4, 5-8, 9-12 and 13-16 hexes.
pub const BRACKETS: usize = 4;
/// The last range of each, in hexes.
///
/// RULING: the sheets are lost; the columns that the book names are 0-4 (FIRES 16.A.VII) and the reach of 16 (FIRES 14.A).
pub const ENDS: [i32; BRACKETS] = [4, 8, 12, MAX_RANGE];
/// Hexes that a beam reaches at most.
pub const MAX_RANGE: i32 = 16;
/// Hexes at most to a missile that a beam may be fired at.
pub const MISSILE_RANGE: i32 = 4;

/// One number for each bracket of range, from the nearest.
pub type ByRange = [u8; BRACKETS];

/// The bracket of a range in hexes; `None` beyond [`MAX_RANGE`].
pub const fn bracket(range: i32) -> Option<usize> {
    let [one, two, three, four] = ENDS;
    match range {
        ..0 => None,
        _ if range <= one => Some(0),
        _ if range <= two => Some(1),
        _ if range <= three => Some(2),
        _ if range <= four => Some(3),
        _ => None,
    }
}
