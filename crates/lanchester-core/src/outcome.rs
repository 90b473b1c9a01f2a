//! How one battle ended.

use serde::Serialize;

use crate::Side;

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Verdict {
    /// One side won.
    Win(Side),
    /// Nobody won.
    Draw,
}

impl Verdict {
    /// Half points for fleet A: 2 for a win, 1 for a draw, 0 for a defeat.
    #[must_use]
    pub const fn half_points_a(self) -> u8 {
        match self {
            Self::Win(Side::A) => 2,
            Self::Draw => 1,
            Self::Win(Side::B) => 0,
        }
    }
}

/// The result of one battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Outcome {
    /// Who won.
    pub verdict: Verdict,
    /// A major victory by the game's own measure; never in a draw, nor in a game that grades no victories
    /// ([`crate::Rules::GRADES_VICTORIES`]).
    pub major: bool,
    /// The turn limit ended it.
    pub capped: bool,
    /// At least one shot was fired: a die was rolled to hit, or, where the game says so, something was launched.
    pub contact: bool,
    /// Turns played.
    pub turns: u16,
    /// Points on the board at the end, per mille of the fleet's points (A, B).
    pub left: [u16; 2],
    /// Who won the first initiative throw; `None` in a game that has none.
    pub initiative: Option<Side>,
}
