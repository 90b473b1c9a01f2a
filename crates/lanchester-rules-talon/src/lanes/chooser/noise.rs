//! The policies' own randomness.
//!
//! Phase: all. Reads `keys` and `turn`; writes `seeds`.

use lanchester_lanes::dice::BattleKey;
use lanchester_lanes::ops::{add_scores, all_scores, high_byte, load_scores, mul_scores, widen};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LaneMask, Scores, Simd};

use crate::event::code;
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;

/// Candidate number 0 of the steps. The decisions of a moment differ in it, so that they are independent.
pub const STEPS: i16 = 0;
/// Of the uses of an action point.
pub const USES: i16 = 16;
/// Of speeds.
pub const SPEEDS: i16 = 32;

/// Works out the random number of a ship of this moment.
pub fn seed(tables: &Tables, batch: &mut Batch, ship: usize, lanes: LaneMask) {
    let (side, slot) = (tables.ships.side_of(ship), tables.ships.slot_of(ship));
    for lane in lanes_of(lanes) {
        let code = code::steer(batch.seat(side, lane), slot.into());
        batch.seeds[lane] = BattleKey(batch.keys[lane]).stream_seed(batch.moment(lane), code) as i16 | 1;
    }
}

/// Weighted noise on a use of an action point, whose number differs by lane.
#[inline(always)]
pub fn noise_at<S: Simd>(simd: S, batch: &Batch, number: Bytes<S>, weight: i8) -> Scores<S> {
    noise_from(simd, batch, USES, number, weight)
}

/// Weighted noise on candidate `first` + a number of each lane: see [`lanchester_battle::appraisal::noise`].
#[inline(always)]
pub fn noise_from<S: Simd>(simd: S, batch: &Batch, first: i16, number: Bytes<S>, weight: i8) -> Scores<S> {
    let candidate = add_scores(widen(number), all_scores(simd, first));
    let product = mul_scores(candidate, all_scores(simd, 0x9e37_u16 as i16));
    let odd = [0, 1].map(
        #[inline(always)]
        |half: usize| (product[half] + all_scores(simd, 0x79b9)[half]) | all_scores(simd, 1)[half],
    );
    let random = high_byte(mul_scores(load_scores(simd, &batch.seeds), odd));
    mul_scores(random, all_scores(simd, weight.into()))
}
