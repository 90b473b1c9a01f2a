//! The impulse display: who moves when, and who gets an action point.

/// Impulses of a round, A to F.
pub const IMPULSES: u8 = 6;

/// The numbers that the display shows in each impulse, A to F.
const DISPLAY: [&[u8]; IMPULSES as usize] =
    [&[4, 5, 6], &[3, 5, 6], &[2, 4, 5, 6], &[3, 4, 5, 6], &[6], &[1, 2, 3, 4, 5, 6]];

/// ### TALON P.2 Impulse display
/// Whether a speed moves, or a power gives an action point, in an impulse (0 for A to 5 for F).
pub fn shows(impulse: u8, value: u8) -> bool {
    DISPLAY[usize::from(impulse)].contains(&value)
}

/// The letter of an impulse.
pub const fn letter(impulse: u8) -> char {
    (b'A' + impulse) as char
}

#[cfg(test)]
mod tests {
    use super::*;

    mod talon_p_2 {
        use super::*;

        /// The impulses in which each value acts, read off the printed display by hand.
        #[test]
        fn a_value_acts_as_often_as_it_says() {
            for (value, expected) in (0..).zip(["", "F", "CF", "BDF", "ACDF", "ABCDF", "ABCDEF"]) {
                let acts: String = (0..IMPULSES).filter(|i| shows(*i, value)).map(letter).collect();
                assert_eq!((acts.as_str(), acts.len()), (expected, usize::from(value)));
            }
        }
    }
}
