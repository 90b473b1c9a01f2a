//! The best reply of an enemy that has yet to move to the end of a move, by the fire that both deal then: its hexes a vector at a time.

use std::ops::Range;

use lanchester_lanes::hex::{Facing, Hex16, lanes16};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, eq, flags, is_zero, load_scores, lookup16, lookup64, mask, max, min_scores, minus,
    narrow, only, pick, plus, store,
};
use lanchester_lanes::{Bytes, Kernel, LaneMask, Row, Simd};

use super::reach::Reach;
use super::volley::{DISTANCES, Rows, SET_OF, SETS};
use crate::event::Position;

/// Sets of cones around a ship.
const AROUND: usize = 12;
/// A reply that changes nothing.
const EVEN: u8 = 128;
/// Set of each bearing class from the north.
static FROM_NORTH: Row = {
    let mut row = Row::ZERO;
    let mut class = 0;
    while class < SET_OF.len() {
        row.0[class] = SET_OF[class];
        class += 1;
    }
    row
};

/// What a ship fires at another, in bytes.
#[derive(Clone, Debug, Default)]
struct Fire {
    /// The number of the row of each distance; zero is no fire.
    row: Row,
    /// By that number less one and the facing of the firer: the fire by the set in which the hex of the enemy of the ship that chooses
    /// lies from it, from the north.
    by_row: Vec<[[u8; SETS]; 6]>,
}

impl Fire {
    /// Of what volleys come to, by a weight and shifted down. `behind`: the firer is the enemy, so that all bearings are turned back.
    fn fill(&mut self, rows: &Rows, fire: &[[i32; SETS]], (weight, shift): (i32, u32), behind: bool) {
        self.row = Row(rows.by_distance);
        self.by_row.clear();
        let back = if behind { AROUND / 2 } else { 0 };
        for row in &fire[1..] {
            self.by_row.push(std::array::from_fn(|facing| {
                let mut turned = [0; SETS];
                for (set, turned) in turned[..AROUND].iter_mut().enumerate() {
                    let seen = (set + back + AROUND - 2 * facing) % AROUND;
                    *turned = ((row[seen] * weight) >> shift) as u8;
                }
                turned
            }));
        }
    }
}

/// An enemy that has yet to move.
#[derive(Clone, Debug, Default)]
pub struct Replier {
    /// Where it is.
    at: Position,
    /// What the ship fires at it, and it at the ship.
    fire: [Fire; 2],
    /// Bits by which fire in bytes is shifted down.
    shift: u32,
}

impl Replier {
    /// One at a place. `own` and `its` are the rows of what volleys come to in `fire`, from the first of `own` on; with their weights.
    pub fn fill(&mut self, at: Position, [own, its]: [&Rows; 2], fire: &[[i32; SETS]], weights: [i32; 2]) {
        let fires = [&fire[own.first..its.first], &fire[its.first..]];
        let weights = weights.map(|weight| weight.max(0));
        let most =
            |(fire, weight): (&[[i32; SETS]], i32)| fire.as_flattened().iter().max().map_or(0, |most| most * weight);
        let most = fires.into_iter().zip(weights).map(most).max().unwrap_or(0);
        // To seven bits.
        self.shift = (32 - most.leading_zeros()).saturating_sub(7);
        self.at = at;
        for (nth, rows) in [own, its].into_iter().enumerate() {
            self.fire[nth].fill(rows, fires[nth], (weights[nth], self.shift), nth == 1);
        }
    }
}

/// A hex in which a move can end.
#[derive(Clone, Debug)]
pub struct Place {
    /// Where it is.
    pub hex: Hex16,
    /// The candidates there, six at most.
    pub ends: Range<usize>,
}

/// An end of a move.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// How the ship faces then.
    pub facing: Facing,
    /// What its fire at other enemies is worth there.
    pub others: i32,
    /// What the end is worth without the fire between the ship and the enemy that replies.
    pub rest: i32,
}

/// Works out what the best reply to each end costs the ship: fire taken less fire dealt, by their weights.
pub struct Reply<'r> {
    /// Who replies.
    pub enemy: &'r Replier,
    /// Where it can end its move.
    pub reach: &'static Reach,
    /// To ends in which hexes.
    pub places: &'r [Place],
    /// To which ends.
    pub candidates: &'r [Candidate],
    /// The answers.
    pub costs: &'r mut Vec<i32>,
}

impl Kernel for Reply<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Reply { enemy, reach, places, candidates, costs } = self;
        costs.clear();
        let vectors = reach.offsets(enemy.at.facing, reach.in_hex.len());
        for Place { hex, ends } in places {
            let ends = &candidates[ends.clone()];
            let [q, h] = [enemy.at.hex.q - hex.q, enemy.at.hex.h - hex.h].map(|by| all_scores(simd, by));
            let mut worst = [all(simd, 0); 6];
            for (offsets, turned) in vectors.iter().zip(&reach.turned) {
                let [dq, dh] =
                    [add_scores(load_scores(simd, &offsets[0]), q), add_scores(load_scores(simd, &offsets[1]), h)];
                let distance = lanes16::distance(simd, dq, dh);
                let near = narrow(min_scores(distance, all_scores(simd, DISTANCES as i16 - 1)));
                let set = lookup64(simd, &FROM_NORTH, lanes16::bearing(simd, dq, dh));
                let its = taken(simd, enemy, turned, [near, set]);
                let there = turned.iter().fold(0, |there, turned| there | turned);
                let there = flags(simd, there) & !is_zero(simd, near);
                let row = lookup64(simd, &enemy.fire[0].row, near);
                for (worst, end) in worst.iter_mut().zip(ends) {
                    let others = all(simd, (end.others >> enemy.shift).clamp(0, 127) as u8);
                    let own = minus(dealt(simd, &enemy.fire[0], end.facing, [row, set]), others);
                    *worst = max(*worst, only(simd, there, plus(minus(all(simd, EVEN), own), its)));
                }
            }
            for worst in &worst[..ends.len()] {
                let mut row = Row::ZERO;
                store(*worst, &mut row);
                let worst = row.0.iter().fold(0, |most, cost| *cost.max(&most));
                costs.push(if worst == 0 { 0 } else { (i32::from(worst) - i32::from(EVEN)) << enemy.shift });
            }
        }
    }
}

/// What the ship deals, facing so, by row and set.
#[inline(always)]
fn dealt<S: Simd>(simd: S, fire: &Fire, facing: Facing, [row, set]: [Bytes<S>; 2]) -> Bytes<S> {
    let mut dealt = all(simd, 0);
    for (nth, by_facing) in (1..).zip(&fire.by_row) {
        let value = lookup16(simd, &by_facing[usize::from(facing.index())], set);
        dealt = pick(eq(row, all(simd, nth)), value, dealt);
    }
    dealt
}

/// What the enemy deals in the best of its facings in each hex.
#[inline(always)]
fn taken<S: Simd>(simd: S, enemy: &Replier, turned: &[LaneMask; 6], [near, set]: [Bytes<S>; 2]) -> Bytes<S> {
    let fire = &enemy.fire[1];
    let row = lookup64(simd, &fire.row, near);
    let mut taken = all(simd, 0);
    for (nth, by_facing) in (1..).zip(&fire.by_row) {
        let here = eq(row, all(simd, nth));
        if mask(here) == 0 {
            continue;
        }
        let mut most = all(simd, 0);
        for (by, turned) in (0..).zip(turned) {
            let table = &by_facing[usize::from(enemy.at.facing.turned(by).index())];
            most = max(most, only(simd, flags(simd, *turned), lookup16(simd, table, set)));
        }
        taken = pick(here, most, taken);
    }
    taken
}

#[cfg(test)]
mod tests {
    use lanchester_lanes::Level;
    use lanchester_lanes::dice::SplitMix;
    use lanchester_lanes::hex::Bearing;

    use super::super::reach::reach;
    use super::*;

    /// Rows of fire that were drawn, with the first at a place.
    fn drawn(random: &mut SplitMix, first: usize, fire: &mut Vec<[i32; SETS]>) -> Rows {
        let count = random.below(5) as usize;
        fire.resize(first + 1, [0; SETS]);
        fire.extend((0..count).map(|_| std::array::from_fn(|_| random.below(700) as i32)));
        let by_distance =
            std::array::from_fn(|distance| if distance < 50 { random.below(count as u64 + 1) as u8 } else { 0 });
        Rows { first, by_distance }
    }

    /// What a ship there fires at a hex, in bytes.
    fn fired(rows: &Rows, fire: &[[i32; SETS]], [from, to]: [Position; 2], (weight, shift): (i32, u32)) -> i32 {
        let Some(bearing) = Bearing::of(from.hex.to(to.hex)) else { return 0 };
        let row = rows.by_distance[usize::from(from.hex.distance(to.hex)).min(DISTANCES - 1)];
        let set = SET_OF[usize::from(bearing.seen_from(from.facing).class())];
        (fire[rows.first + usize::from(row)][usize::from(set)] * weight) >> shift
    }

    /// By the definition, one end of the enemy's move after the other, at every level.
    #[test]
    fn the_best_reply_is_the_best_of_all_one_after_the_other() {
        let mut random = SplitMix(7);
        let mut costs_seen = [0; 2];
        for _ in 0..60 {
            let mut fire = Vec::new();
            let own = drawn(&mut random, 0, &mut fire);
            let its = drawn(&mut random, fire.len(), &mut fire);
            let mut at = |far: u64| Position {
                hex: {
                    let q = random.below(far) as i16;
                    Hex16::new(q, 2 * random.below(far) as i16 + q % 2)
                },
                facing: Facing::new(random.below(6) as i32),
            };
            let (enemy, ships) = (at(20), [at(20), at(20), at(20)]);
            let weights = [random.below(6) as i32, random.below(6) as i32];
            let mut replier = Replier::default();
            replier.fill(enemy, [&own, &its], &fire, weights);
            let shift = replier.shift;
            let reach = reach(random.below(13) as u8, 1 + random.below(3) as u8, [random.below(4) == 0, false], false);
            let candidates =
                ships.map(|ship| Candidate { facing: ship.facing, others: random.below(2000) as i32, rest: 0 });
            let places: Vec<Place> = (0..3).map(|nth| Place { hex: ships[nth].hex, ends: nth..nth + 1 }).collect();
            let expected: Vec<i32> = ships
                .iter()
                .zip(&candidates)
                .map(|(ship, end)| {
                    let replies = reach.ends.iter().map(|reply| Position {
                        hex: reach.hex(enemy, reply.hex),
                        facing: enemy.facing.turned(reply.turned.into()),
                    });
                    let cost = |there: Position| {
                        let dealt = fired(&own, &fire, [*ship, there], (weights[0], shift));
                        let taken = fired(&its, &fire, [there, *ship], (weights[1], shift));
                        taken - (dealt - (end.others >> shift).clamp(0, 127)).max(0)
                    };
                    replies.filter(|there| there.hex != ship.hex).map(cost).max().unwrap_or(0) << shift
                })
                .collect();
            for level in Level::available() {
                let mut costs = Vec::new();
                level.dispatch(Reply {
                    enemy: &replier,
                    reach,
                    places: &places,
                    candidates: &candidates,
                    costs: &mut costs,
                });
                assert_eq!(costs, expected, "{level}");
            }
            expected.iter().for_each(|cost| costs_seen[usize::from(*cost > 0)] += 1);
        }
        assert!(costs_seen.into_iter().all(|count| count > 20), "{costs_seen:?}");
    }
}
