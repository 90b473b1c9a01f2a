//! Rolls of a D20 against a number.

/// Sides of the die of nearly every roll.
pub const SIDES: u8 = 20;

/// Whether a face is the number or less. A natural 1 or 20 means nothing by itself.
pub const fn passes(face: u8, number: i32) -> bool {
    face as i32 <= number
}

/// The chance that a D20 shows a number or less.
pub fn chance(number: i32) -> f64 {
    f64::from(faces(number)) / f64::from(SIDES)
}

/// Faces of the twenty that pass a number: 0 to 20.
pub const fn faces(number: i32) -> u8 {
    if number < 0 {
        0
    } else if number > SIDES as i32 {
        SIDES
    } else {
        number as u8
    }
}
