//! Rolls of a D20 against a number.

/// Sides of the die of nearly every roll.
pub const SIDES: u8 = 20;

/// Whether a face is the number or less. A natural 1 or 20 means nothing by itself.
#[must_use]
pub const fn passes(face: u8, number: i32) -> bool {
    face as i32 <= number
}

/// Faces of the twenty that pass a number: 0 to 20.
#[must_use]
pub const fn faces(number: i32) -> u8 {
    if number < 0 {
        0
    } else if number > SIDES as i32 {
        SIDES
    } else {
        number as u8
    }
}
