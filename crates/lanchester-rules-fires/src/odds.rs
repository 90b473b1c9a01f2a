//! The exact odds of one volley.

use lanchester_lanes::dice::exact::Dist;
use lanchester_lanes::dice::joint::Joint;

use crate::formulas::damage;

/// Hits and critical hits of a volley, together: each die is read in both ways.
#[must_use]
pub fn volley(guns: u8, die: u8, need: u8) -> Joint<2> {
    if need > die {
        return Joint::always([0, 0]);
    }
    let (need, die) = (usize::from(need), usize::from(die));
    let read = |face| [usize::from(face >= need), usize::from(face == die)];
    Joint::read(&Dist::die(die), read).times(guns.into())
}

/// Hull boxes that a volley takes.
#[must_use]
pub fn boxes(volley: &Joint<2>) -> Dist {
    volley.number(|[hits, criticals]| damage(hits as u8, criticals as u8).into())
}

#[cfg(test)]
mod tests {
    use lanchester_lanes::dice::exact::ratio;

    use super::*;

    /// Two D4 that need 4: no hit 9/16, one (and critical) 6/16, two 1/16.
    #[test]
    fn two_small_dice() {
        let volley = volley(2, 4, 4);
        assert_eq!([0, 1, 2].map(|n| volley.p(&[n, n])), [ratio(9, 16), ratio(6, 16), ratio(1, 16)]);
        assert_eq!(boxes(&volley).p(4), ratio(1, 16));
        assert_eq!(super::volley(2, 4, 5), Joint::always([0, 0]));
    }
}
