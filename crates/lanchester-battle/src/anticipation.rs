//! Where enemies that have yet to move may be: displacements and facings in every lane.

use lanchester_lanes::hex::lanes::{STEP_H, STEP_Q};
use lanchester_lanes::ops::{all, eq, lookup16, lt, only, pick, store};
use lanchester_lanes::{Bytes, Row, Simd};

use crate::appraisal::reverse_arc_shift;

/// Where an enemy may be when fire is exchanged.
#[derive(Clone, Debug, Default)]
pub struct Prospect {
    /// East coordinate.
    pub q: Row,
    /// North coordinate.
    pub h: Row,
    /// 36 − 4·facing: added to a class it gives the arc index of the reverse bearing.
    pub arc_shift: Row,
}

impl Prospect {
    /// Writes a hex and a facing.
    #[inline(always)]
    pub fn set<S: Simd>(&mut self, simd: S, q: Bytes<S>, h: Bytes<S>, facing: Bytes<S>) {
        store(q, &mut self.q);
        store(h, &mut self.h);
        store(reverse_arc_shift(simd, facing), &mut self.arc_shift);
    }
}

/// The signed displacement of `steps` ahead.
#[inline(always)]
pub fn along<S: Simd>(simd: S, facing: Bytes<S>, steps: Bytes<S>) -> (Bytes<S>, Bytes<S>) {
    (times(simd, lookup16(simd, &STEP_Q, facing), steps), times(simd, lookup16(simd, &STEP_H, facing), steps))
}

/// So many steps of a component of −2 to 2.
#[inline(always)]
fn times<S: Simd>(simd: S, component: Bytes<S>, steps: Bytes<S>) -> Bytes<S> {
    let back = all(simd, 0) - steps;
    let once = pick(eq(component, all(simd, 1)), steps, only(simd, eq(component, all(simd, 255)), back));
    let twice =
        pick(eq(component, all(simd, 2)), steps + steps, only(simd, eq(component, all(simd, 254)), back + back));
    once | twice
}

/// A facing turned clockwise by so many hexsides.
#[inline(always)]
pub fn turned<S: Simd>(simd: S, facing: Bytes<S>, by: u8) -> Bytes<S> {
    let turned = facing + all(simd, by);
    pick(lt(turned, all(simd, 6)), turned, turned - all(simd, 6))
}

#[cfg(test)]
mod tests {
    use lanchester_lanes::hex::{Facing, Hex};
    use lanchester_lanes::ops::load;
    use lanchester_lanes::{Kernel, LANES, Level};

    use super::*;

    /// Every facing with up to ten steps, against the scalar geometry.
    struct Everywhere;

    impl Kernel for Everywhere {
        type Output = ();

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) {
            let facings: [u8; LANES] = std::array::from_fn(|lane| (lane % 6) as u8);
            let steps: [u8; LANES] = std::array::from_fn(|lane| (lane / 6) as u8);
            let facing = load(simd, &Row(facings));
            let (dq, dh) = along(simd, facing, load(simd, &Row(steps)));
            let mut rows = [Row::ZERO; 3];
            store(dq, &mut rows[0]);
            store(dh, &mut rows[1]);
            store(turned(simd, facing, 4), &mut rows[2]);
            for lane in 0..LANES {
                let plain = Facing::new(facings[lane].into());
                let to = Hex::default().ahead(plain, steps[lane]);
                assert_eq!([rows[0].0[lane] as i8, rows[1].0[lane] as i8], [to.q, to.h]);
                assert_eq!(rows[2].0[lane], plain.turned(4).index());
            }
        }
    }

    #[test]
    fn steps_ahead_are_those_of_the_plain_geometry() {
        Level::available().into_iter().for_each(|level| level.dispatch(Everywhere));
    }
}
