//! Lane masks.

use super::Random;
use crate::LANES;
use crate::row::lanes_of;

#[test]
fn the_lanes_of_a_mask_are_its_bits() {
    let mut random = Random(5);
    for mask in [0, 1, 1 << 63, u64::MAX].into_iter().chain((0..200).map(|_| random.word())) {
        let expected: Vec<usize> = (0..LANES).filter(|lane| mask >> lane & 1 == 1).collect();
        assert_eq!(lanes_of(mask).collect::<Vec<_>>(), expected);
    }
}
