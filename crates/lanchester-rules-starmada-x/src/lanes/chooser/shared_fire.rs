//! The other ships of the side: with whom a ship shares the enemies' fire, and where they are.
//!
//! Phase: movement, before a ship is given its orders. Reads where ships are; writes `fleet`.

use lanchester_lanes::ops::{
    add_scores, all, all_scores, count_if, flags, high_byte, lookup16, mul_scores, narrow, widen,
};
use lanchester_lanes::{LaneMask, Scores, Simd};

use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;

/// 256ths of the enemies' fire that fall on each of so many ships, less one, to the nearest.
const SHARES: [u8; 16] = {
    let mut shares = [255; 16];
    let mut ships = 1;
    while ships < shares.len() {
        shares[ships] = ((512 + ships) / (2 * ships) - 1) as u8;
        ships += 1;
    }
    shares
};

/// 256ths of the enemies' fire that fall on one ship, if they fire on every living ship of `me`'s side alike.
///
/// All ships move at once: which of them will be in reach of an enemy nobody knows.
#[inline(always)]
pub fn share<S: Simd>(simd: S, tables: &Tables, batch: &Batch, me: usize) -> Scores<S> {
    let mut living = all(simd, 0);
    for friend in tables.ships.side(tables.ships.side_of(me)) {
        living = count_if(simd, flags(simd, batch.ships[friend].alive), living);
    }
    add_scores(widen(lookup16(simd, &SHARES, living)), all_scores(simd, 1))
}

/// So many 256ths, 1 to 256, of scores that are not negative, rounded down.
#[inline(always)]
pub fn part<S: Simd>(whole: Scores<S>, share: Scores<S>) -> Scores<S> {
    // The low byte times 256 fits 16 bits without a sign.
    let low = high_byte(mul_scores(widen(narrow(whole)), share));
    add_scores(mul_scores(high_byte(whole), share), low)
}

/// Notes the middle of the other ships of `me`'s side.
pub fn find_middle(tables: &Tables, batch: &mut Batch, me: usize, live: LaneMask) {
    let side = tables.ships.side_of(me);
    let second = side.second(batch.swapped);
    let (fleet, ships) = (&mut batch.fleet, &batch.ships);
    let others = tables.ships.side(side).filter(|ship| *ship != me).map(|ship| &ships[ship]);
    fleet.note(live, second, others.map(|rows| (&rows.q, &rows.h, rows.alive)));
}

#[cfg(test)]
mod tests {
    use lanchester_lanes::ops::{load_scores, store_scores};
    use lanchester_lanes::{Kernel, LANES, Level};

    use super::*;

    /// Parts of wholes, a lane each.
    struct Parts([i16; LANES], [i16; LANES]);

    impl Kernel for Parts {
        type Output = [i16; LANES];

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> [i16; LANES] {
            store_scores(part(load_scores(simd, &self.0), load_scores(simd, &self.1)))
        }
    }

    #[test]
    fn shares_are_parts_of_the_whole() {
        for ships in 1..=12i16 {
            let share = i16::from(SHARES[ships as usize]) + 1;
            assert_eq!(i32::from(share), (256.0 / f64::from(ships)).round() as i32, "{ships} ships");
            let wholes = std::array::from_fn(|lane| if lane == 0 { i16::MAX } else { (lane * lane * 8) as i16 });
            let expected = wholes.map(|whole| (i32::from(whole) * i32::from(share) / 256) as i16);
            for level in Level::available() {
                assert_eq!(level.dispatch(Parts(wholes, [share; LANES])), expected, "{ships} ships");
            }
        }
    }
}
