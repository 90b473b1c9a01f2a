//! The best of many candidates in every lane, and the few best, for a policy that looks at them again.

use lanchester_lanes::ops::{
    all_scores, flags, mask, max_scores, min_scores, pick_scores, raise_scores, scores_gt, store_scores, sub_scores,
};
use lanchester_lanes::{LANES, LaneMask, Scores, Simd};

/// Most candidates of a list.
pub const LONGEST: usize = 16;
/// The score of a place that nobody took.
const EMPTY: i16 = i16::MIN;

/// The best candidate so far; of equals the one that came first.
pub struct Best<S: Simd> {
    /// Its score; with a shortlist the one that a candidate must exceed to be on it.
    pub score: Scores<S>,
    /// Its number.
    pub of: Scores<S>,
    /// The best few, for a policy that looks at them again: then they alone are kept.
    pub listed: Option<Shortlist<S>>,
}

impl<S: Simd> Best<S> {
    /// Nothing yet; with a shortlist of so many.
    #[inline(always)]
    pub fn new(simd: S, listed: Option<u8>) -> Self {
        let listed = listed.map(|length| Shortlist::new(simd, length));
        Self { score: all_scores(simd, EMPTY), of: all_scores(simd, 0), listed }
    }

    /// Takes a candidate in the lanes of `any` in which its score is higher; the least score of all is never higher. A second look
    /// at the candidate has another `seen` in its score.
    #[inline(always)]
    pub fn raise(&mut self, simd: S, score: Scores<S>, seen: Scores<S>, any: LaneMask, of: Scores<S>) {
        if let Some(shortlist) = &mut self.listed {
            shortlist.consider(simd, score, sub_scores(score, seen), of, any);
            self.score = shortlist.least();
            return;
        }
        let any = flags(simd, any);
        let better = scores_gt(simd, score, self.score) & any;
        self.score = raise_scores(simd, any, self.score, score);
        self.of = pick_scores(simd, better, of, self.of);
    }
}

/// The best candidates so far, the best first; of equals the one that came first.
pub struct Shortlist<S: Simd> {
    length: usize,
    scores: [Scores<S>; LONGEST],
    of: [Scores<S>; LONGEST],
    kept: [Scores<S>; LONGEST],
}

/// One place of a shortlist.
pub struct Listed<S: Simd> {
    /// The candidate of each lane.
    pub of: [i16; LANES],
    /// The part of its score that a second look leaves as it is.
    pub kept: Scores<S>,
    /// Lanes in which there is one.
    pub lanes: LaneMask,
}

impl<S: Simd> Shortlist<S> {
    /// An empty list of up to `length` candidates, 1 to [`LONGEST`].
    #[inline(always)]
    pub fn new(simd: S, length: u8) -> Self {
        let none = [all_scores(simd, 0); LONGEST];
        Self { length: length.into(), scores: [all_scores(simd, EMPTY); LONGEST], of: none, kept: none }
    }

    /// Takes up a candidate in the lanes of `lanes` in which it is among the best. Of its score `kept` stays as it is when it is
    /// looked at again.
    #[inline(always)]
    pub fn consider(&mut self, simd: S, score: Scores<S>, kept: Scores<S>, of: Scores<S>, lanes: LaneMask) {
        let lanes = flags(simd, lanes);
        let score = max_scores(score, all_scores(simd, EMPTY + 1));
        // PERF: most candidates are among the best in no lane.
        if mask(scores_gt(simd, score, self.least()) & lanes) == 0 {
            return;
        }
        let mut score = pick_scores(simd, lanes, score, all_scores(simd, EMPTY));
        let (mut of, mut kept) = (of, kept);
        let mut better = flags(simd, 0);
        for place in 0..self.length {
            let (known, known_of, known_kept) = (self.scores[place], self.of[place], self.kept[place]);
            // Whoever is listed behind it moves on, equals too.
            better |= scores_gt(simd, score, known);
            self.scores[place] = max_scores(score, known);
            self.of[place] = pick_scores(simd, better, of, known_of);
            self.kept[place] = pick_scores(simd, better, kept, known_kept);
            score = min_scores(score, known);
            of = pick_scores(simd, better, known_of, of);
            kept = pick_scores(simd, better, known_kept, kept);
        }
    }

    /// The score that a candidate must exceed to be listed.
    #[inline(always)]
    pub fn least(&self) -> Scores<S> {
        self.scores[self.length - 1]
    }

    /// The places of the list, the best first, as far as any lane of `live` has a candidate.
    #[inline(always)]
    pub fn places(&self, simd: S, live: LaneMask) -> impl Iterator<Item = Listed<S>> {
        let place = move |place: usize| Listed {
            of: store_scores(self.of[place]),
            kept: self.kept[place],
            lanes: live & mask(scores_gt(simd, self.scores[place], all_scores(simd, EMPTY))),
        };
        (0..self.length).map(place).take_while(|listed| listed.lanes != 0)
    }
}

#[cfg(test)]
mod tests {
    use lanchester_lanes::ops::load_scores;
    use lanchester_lanes::{Kernel, Level};

    use super::*;

    /// Candidates in the order in which they come: a score of every lane, and the lanes in which there is such a candidate.
    #[derive(Clone)]
    struct Listing(u8, Vec<([i16; LANES], LaneMask)>);

    impl Kernel for Listing {
        type Output = Vec<([i16; LANES], [i16; LANES], LaneMask)>;

        #[inline(always)]
        fn run<S: Simd>(self, simd: S) -> Self::Output {
            let mut list = Shortlist::new(simd, self.0);
            for (number, (score, lanes)) in self.1.iter().enumerate() {
                let (of, kept) = (all_scores(simd, number as i16), all_scores(simd, -(number as i16)));
                list.consider(simd, load_scores(simd, score), kept, of, *lanes);
            }
            list.places(simd, !0).map(|place| (place.of, store_scores(place.kept), place.lanes)).collect()
        }
    }

    #[test]
    fn a_shortlist_is_the_head_of_a_stable_sort_in_every_lane() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state >> 40
        };
        // Scores from a few values, so that many are equal, the least and the greatest possible among them.
        let values = [i16::MIN, -700, -1, 0, 1, 2, 3, i16::MAX];
        for length in [1, 2, 5, LONGEST as u8] {
            let candidates: Vec<_> = (0..40)
                .map(|_| {
                    ([0; LANES].map(|_: i16| values[random() as usize % 8]), random() | random() << 20 | random() << 44)
                })
                .collect();
            for level in Level::available() {
                let places = level.dispatch(Listing(length, candidates.clone()));
                for lane in 0..LANES {
                    let mut sorted: Vec<usize> = (0..40).filter(|n| candidates[*n].1 >> lane & 1 == 1).collect();
                    // No score is the least possible: it would be no candidate.
                    sorted.sort_by_key(|n| -i32::from(candidates[*n].0[lane].max(i16::MIN + 1)));
                    sorted.truncate(length.into());
                    let listed = places.iter().filter(|(_, _, lanes)| lanes >> lane & 1 == 1);
                    let found: Vec<[i16; 2]> = listed.map(|(of, kept, _)| [of[lane], kept[lane]]).collect();
                    let expected: Vec<[i16; 2]> = sorted.iter().map(|n| [*n as i16, -(*n as i16)]).collect();
                    assert_eq!(found, expected, "lane {lane} of {length} at {level:?}");
                }
            }
        }
    }
}
