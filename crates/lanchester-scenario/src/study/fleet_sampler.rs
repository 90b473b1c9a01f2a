//! Random fleets that come to given points: pure functions of ratings and a random stream.
//!
//! Fleets are made of whole ships, so points are met within bounds. Only integers decide what is drawn, but for the one
//! real number in [`targets`], which comes from `libm`: a seed means the same fleets on every machine.

use std::ops::RangeInclusive;

use lanchester_core::Combatant;
use rand_xoshiro::rand_core::Rng;

use crate::game::GameFiles;

/// Fleets that [`FleetSampler::mixed`] begins before it gives up.
pub const TRIES: usize = 2000;

/// Designs to choose from, by their ratings, and what a fleet may have.
#[derive(Clone, Debug)]
pub struct FleetSampler {
    /// Points of each design.
    ratings: Vec<u32>,
    /// Small craft of each.
    craft: Vec<usize>,
    /// The most that any has.
    largest_craft: usize,
    /// Points and places, by rising points, so that the designs that fit are a run of it.
    order: Vec<(u64, usize)>,
    most_ships: usize,
    most_craft: usize,
}

impl FleetSampler {
    /// Designs of these points and with so many small craft each, and as many ships and craft as a side may have.
    #[must_use]
    pub fn new(designs: &[(u32, usize)], most_ships: usize, most_craft: usize) -> Self {
        let (ratings, craft): (_, Vec<usize>) = designs.iter().copied().unzip();
        let largest_craft = craft.iter().copied().max().unwrap_or(0);
        let mut order: Vec<(u64, usize)> = designs.iter().map(|(rating, _)| u64::from(*rating)).zip(0..).collect();
        order.sort_unstable();
        Self { ratings, craft, largest_craft, order, most_ships, most_craft }
    }

    /// These designs, and as many ships and craft as the game lets a side have.
    pub fn of<'d, G: GameFiles>(designs: impl IntoIterator<Item = &'d G::Design>) -> Self {
        let designs: Vec<_> = designs.into_iter().map(|design| (design.rating(), G::craft(design))).collect();
        Self::new(&designs, G::MAX_SHIPS, G::CRAFT.most)
    }

    /// The same designs in fleets of at most so many ships.
    #[must_use]
    pub fn at_most(self, ships: usize) -> Self {
        Self { most_ships: self.most_ships.min(ships), ..self }
    }

    /// Those of the designs at these places alone, in this order.
    #[must_use]
    pub fn only(&self, places: &[usize]) -> Self {
        let designs: Vec<_> = places.iter().map(|place| (self.ratings[*place], self.craft[*place])).collect();
        Self::new(&designs, self.most_ships, self.most_craft)
    }

    /// Points of each design.
    #[must_use]
    pub fn ratings(&self) -> &[u32] {
        &self.ratings
    }

    /// The most ships of a design that can be a fleet; 0 if there is no such design.
    #[must_use]
    pub fn most_of(&self, design: usize) -> usize {
        self.craft.get(design).map_or(0, |craft| {
            self.most_craft.checked_div(*craft).map_or(self.most_ships, |most| most.min(self.most_ships))
        })
    }

    /// A fleet of any designs whose points lie in `within`: indices into the ratings, rising, a design that stands twice
    /// twice. Never empty.
    ///
    /// Each ship is drawn uniformly among the designs that still fit: that do not overshoot, whose craft there is room
    /// for, and after which the ships left to draw can still reach the lower bound. The fleet is done as soon as its
    /// points lie within the bounds, and started again when no design fits. `None` after [`TRIES`] starts, which can mean
    /// that there is no such fleet or that there are few; one word of the stream is used for each ship drawn.
    pub fn mixed(&self, within: RangeInclusive<u32>, rng: &mut impl Rng) -> Option<Vec<usize>> {
        let bounds = [*within.start(), *within.end()].map(u64::from);
        let mut fleet = Vec::with_capacity(self.most_ships.min(64));
        for _ in 0..TRIES {
            if self.begin(bounds, &mut fleet, rng) {
                fleet.sort_unstable();
                return Some(fleet);
            }
            // PERF: not one ship fits, and no word was used: every other try would end here too.
            if fleet.is_empty() {
                return None;
            }
        }
        None
    }

    /// One try, from no ships. Whether it came to its points.
    fn begin(&self, [low, high]: [u64; 2], fleet: &mut Vec<usize>, rng: &mut impl Rng) -> bool {
        fleet.clear();
        let order = &self.order;
        let costliest = order.last().map_or(0, |(rating, _)| *rating);
        let (mut total, mut room) = (0, self.most_craft);
        let mut end = order.partition_point(|(rating, _)| *rating <= high);
        while fleet.len() < self.most_ships {
            let later = (self.most_ships - fleet.len() - 1) as u64;
            let least = (low - total).saturating_sub(later.saturating_mul(costliest));
            let first = if least == 0 { 0 } else { order.partition_point(|(rating, _)| *rating < least) };
            while end > 0 && total + order[end - 1].0 > high {
                end -= 1;
            }
            let Some((rating, design)) = self.draw(&order[first.min(end)..end], room, rng) else {
                return false;
            };
            fleet.push(design);
            room -= self.craft[design];
            total += rating;
            if total >= low {
                return true;
            }
        }
        false
    }

    /// One of these designs whose craft there is room for; uses one word if there is any.
    fn draw(&self, run: &[(u64, usize)], room: usize, rng: &mut impl Rng) -> Option<(u64, usize)> {
        // PERF: mostly there is room for whatever comes.
        if room >= self.largest_craft {
            return (!run.is_empty()).then(|| run[below(run.len(), rng)]);
        }
        let fit = || run.iter().filter(|(_, design)| self.craft[*design] <= room);
        let choices = fit().count();
        if choices == 0 { None } else { fit().nth(below(choices, rng)).copied() }
    }

    /// The fleet of one design alone that comes closest to the upper bound and not above it, as its index repeated;
    /// `None` when that lies below the lower bound, or there is no such design.
    #[must_use]
    pub fn pure(&self, within: RangeInclusive<u32>, design: usize) -> Option<Vec<usize>> {
        let rating = *self.ratings.get(design)?;
        let copies = (within.end().checked_div(rating)? as usize).min(self.most_of(design));
        let total = u64::from(rating) * copies as u64;
        (copies > 0 && total >= u64::from(*within.start())).then(|| vec![design; copies])
    }

    /// How many of each design fit into so many points when they are taken in order, as many of each as `wanted` says, and
    /// again from the first until none fits: a list of ships that is cut or filled up to its points.
    #[must_use]
    pub fn filled(&self, wanted: &[usize], points: u32) -> Vec<usize> {
        let mut counts = vec![0; wanted.len()];
        let (mut ships, mut room, mut left) = (0, self.most_craft, points);
        loop {
            let before = ships;
            for (design, count) in wanted.iter().enumerate() {
                let (rating, craft) = (self.ratings[design], self.craft[design]);
                for _ in 0..*count {
                    if ships < self.most_ships && rating <= left && craft <= room {
                        (ships, room, left) = (ships + 1, room - craft, left - rating);
                        counts[design] += 1;
                    }
                }
            }
            if ships == before {
                return counts;
            }
        }
    }
}

/// The whole points from `high` less that share of it to `high`.
#[must_use]
pub fn within(high: u32, tolerance: f64) -> RangeInclusive<u32> {
    // A product that falls short of its whole number by a rounding, such as 100 × 0.29, still counts as that number.
    let slack = (f64::from(high) * tolerance + 1e-9).floor();
    // A float becomes the nearest integer that there is: never below 0, never above the largest.
    high.saturating_sub(slack as u32)..=high
}

/// Upper bounds of A's and B's points: B's are A's times `spread`ᵘ, u uniform in −1 to 1, and the larger is `points`.
/// At least 1; uses one word of the stream.
#[must_use]
pub fn targets(points: u32, spread: f64, rng: &mut impl Rng) -> [u32; 2] {
    // The upper 53 bits: every such number is exact.
    let u = (rng.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0;
    let smaller = (f64::from(points) / libm::pow(spread, u.abs())).floor() as u32;
    let smaller = smaller.clamp(1, points.max(1));
    if u < 0.0 { [points, smaller] } else { [smaller, points] }
}

/// A number below `n`, which is not 0: ⌊n·x/2⁶⁴⌋ of a word x, biased by less than n/2⁶⁴.
pub fn below(n: usize, rng: &mut impl Rng) -> usize {
    ((u128::from(rng.next_u64()) * n as u128) >> 64) as usize
}

/// A uniformly random order (Fisher and Yates, Durstenfeld's way).
pub fn shuffle<T>(list: &mut [T], rng: &mut impl Rng) {
    for last in (1..list.len()).rev() {
        list.swap(last, below(last + 1, rng));
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    /// The shipped Nova ships.
    const RATINGS: [u32; 17] = [48, 56, 61, 75, 98, 120, 140, 160, 188, 190, 225, 240, 251, 268, 300, 344, 420];

    /// Ships without craft, at most so many.
    fn plain(ratings: &[u32], most_ships: usize) -> FleetSampler {
        FleetSampler::new(&ratings.iter().map(|points| (*points, 0)).collect::<Vec<_>>(), most_ships, 0)
    }

    fn stream(seed: u64) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(seed)
    }

    #[test]
    fn fleets_keep_their_points_and_their_number() {
        let fleet_sampler = plain(&RATINGS, 12);
        for seed in 0..2000 {
            let rng = &mut stream(seed);
            let high = 300 + below(1200, rng) as u32;
            let bounds = within(high, 0.03);
            let fleet =
                fleet_sampler.mixed(bounds.clone(), rng).unwrap_or_else(|| panic!("seed {seed}: none of {high}"));
            let total: u32 = fleet.iter().map(|i| RATINGS[*i]).sum();
            assert!(bounds.contains(&total), "seed {seed}: {total} of {high}");
            assert!(!fleet.is_empty() && fleet.len() <= 12 && fleet.is_sorted(), "seed {seed}: {fleet:?}");
            assert_eq!(
                fleet_sampler.mixed(bounds.clone(), &mut stream(seed)),
                fleet_sampler.mixed(bounds, &mut stream(seed))
            );
        }
    }

    /// What seed 1 means, worked out by another program in another language: a change of these makes old study files
    /// mean other fleets.
    #[test]
    fn golden_fleets() {
        let fleet_sampler = plain(&RATINGS, 12);
        let rng = &mut stream(1);
        let fleets: Vec<_> = (0..3).map(|_| fleet_sampler.mixed(970..=1000, rng).unwrap_or_default()).collect();
        assert_eq!(fleets, [vec![1, 1, 1, 2, 12, 12, 13], vec![0, 0, 0, 1, 2, 3, 5, 8, 15], vec![0, 6, 8, 9, 16]]);
        assert_eq!(targets(1000, 2.0, rng), [665, 1000]);
    }

    /// What [`FleetSampler::mixed`] says of itself, word for word: every ship among all designs that fit, from the first try to the
    /// last.
    fn as_documented(of: &FleetSampler, within: RangeInclusive<u32>, rng: &mut impl Rng) -> Option<Vec<usize>> {
        let [low, high] = [*within.start(), *within.end()].map(u64::from);
        let costliest = of.order.last()?.0;
        (0..TRIES).find_map(|_| {
            let (mut fleet, mut total, mut craft) = (Vec::new(), 0, 0);
            while fleet.len() < of.most_ships && (fleet.is_empty() || total < low) {
                let later = (of.most_ships - fleet.len() - 1) as u64 * costliest;
                let fits = |(rating, design): &&(u64, usize)| {
                    total + rating <= high
                        && total + rating + later >= low
                        && craft + of.craft[*design] <= of.most_craft
                };
                let fit: Vec<_> = of.order.iter().filter(fits).collect();
                let (rating, design) = *fit.get(if fit.is_empty() { 0 } else { below(fit.len(), rng) })?;
                (total, craft) = (total + rating, craft + of.craft[*design]);
                fleet.push(*design);
            }
            fleet.sort_unstable();
            (!fleet.is_empty() && total >= low).then_some(fleet)
        })
    }

    /// The same fleets, and the same words used, of random fields with and without craft, where there are fleets and where not.
    #[test]
    fn fleets_are_drawn_as_documented() {
        let (mut found, mut none) = (0, 0);
        for seed in 0..3000 {
            let rng = &mut stream(seed);
            let dearest = [3, 60, 400][below(3, rng)];
            let designs: Vec<_> =
                (0..1 + below(9, rng)).map(|_| (below(dearest, rng) as u32, below(4, rng) * below(2, rng))).collect();
            let fleet_sampler = FleetSampler::new(&designs, below(9, rng), below(12, rng));
            let high = below(3 * dearest, rng) as u32;
            let bounds = within(high, 0.06);
            let mut other = rng.clone();
            let drawn = fleet_sampler.mixed(bounds.clone(), rng);
            assert_eq!(
                drawn,
                as_documented(&fleet_sampler, bounds, &mut other),
                "seed {seed}: {fleet_sampler:?} to {high}"
            );
            assert_eq!(rng.next_u64(), other.next_u64(), "seed {seed}");
            if drawn.is_some() { found += 1 } else { none += 1 }
        }
        assert!(found > 500 && none > 500, "{found} {none}");
    }

    #[test]
    fn every_design_that_can_sail_does() {
        let fleet_sampler = plain(&RATINGS, 12);
        let rng = &mut stream(7);
        let mut seen = [0; RATINGS.len()];
        for _ in 0..1000 {
            for design in fleet_sampler.mixed(970..=1000, rng).unwrap_or_default() {
                seen[design] += 1;
            }
        }
        assert!(seen.iter().all(|n| *n > 0), "{seen:?}");
    }

    /// Designs of one rating are equally likely: chi-square with 3 degrees of freedom, beyond 30.66 once in a million.
    #[test]
    fn ships_are_drawn_uniformly() {
        let fleet_sampler = plain(&[100; 4], 1);
        let (rng, draws) = (&mut stream(11), 4000);
        let mut seen = [0.0; 4];
        for _ in 0..draws {
            seen[fleet_sampler.mixed(100..=100, rng).unwrap_or_default()[0]] += 1.0;
        }
        let expected = f64::from(draws) / 4.0;
        let chi: f64 = seen.iter().map(|n| (n - expected) * (n - expected) / expected).sum();
        assert!(chi < 30.66, "{chi}: {seen:?}");
    }

    #[test]
    fn a_swarm_that_must_use_every_place_is_found() {
        // Twelve of 80 are 960; nothing else of these comes close, and most ships are smaller.
        let fleet_sampler = plain(&[10, 20, 30, 80], 12);
        assert_eq!(fleet_sampler.mixed(960..=960, &mut stream(1)), Some(vec![3; 12]));
    }

    #[test]
    fn what_cannot_be_had_is_none() {
        let none = |ratings: &[u32], most_ships, within| {
            assert_eq!(plain(ratings, most_ships).mixed(within, &mut stream(1)), None, "{ratings:?}");
        };
        none(&[], 12, 1..=10);
        none(&[100], 0, 1..=1000);
        none(&[0, 0], 12, 1..=10);
        none(&[1001], 12, 970..=1000);
        none(&[48], 12, 970..=1000);
        none(&[600], 12, 970..=1000);
        #[allow(clippy::reversed_empty_ranges, reason = "bounds that exclude each other are bounds too")]
        none(&[5], 12, 10..=9);
        none(&[u32::MAX, u32::MAX], 1, 1..=5);
        let most = plain(&[u32::MAX; 3], 12);
        assert_eq!(most.mixed(0..=u32::MAX, &mut stream(1)).map(|fleet| fleet.len()), Some(1));
        assert!(most.mixed(0..=5, &mut stream(1)).is_none());
    }

    #[test]
    fn pure_fleets_come_closest_from_below() {
        let fleet_sampler = plain(&[344, 48, 330, 0, 1001], 12);
        assert_eq!(fleet_sampler.pure(970..=1000, 0), None, "two of 344 are 688");
        assert_eq!(fleet_sampler.pure(970..=1000, 1), None, "twelve of 48 are 576");
        assert_eq!(fleet_sampler.pure(970..=1000, 2), Some(vec![2; 3]));
        assert_eq!(fleet_sampler.pure(0..=1000, 0), Some(vec![0; 2]));
        for design in 3..6 {
            assert_eq!(fleet_sampler.pure(0..=1000, design), None);
        }
    }

    /// No fleet has more craft than a side may have, and ships without any are drawn where there is no room left.
    #[test]
    fn carriers_share_what_room_there_is() {
        let fleet_sampler = FleetSampler::new(&[(100, 6), (100, 5), (50, 0)], 12, 24);
        let (mut most, mut carriers) = (0, 0);
        for seed in 0..2000 {
            let fleet = fleet_sampler.mixed(770..=800, &mut stream(seed)).unwrap_or_else(|| panic!("seed {seed}"));
            let craft: usize = fleet.iter().map(|design| fleet_sampler.craft[*design]).sum();
            assert!(craft <= 24, "seed {seed}: {fleet:?}");
            most = most.max(craft);
            carriers += fleet.iter().filter(|design| **design < 2).count();
        }
        assert!(most == 24 && carriers > 4000, "{most} {carriers}");
        assert_eq!(fleet_sampler.pure(390..=400, 0), Some(vec![0; 4]));
        assert_eq!(fleet_sampler.pure(490..=500, 0), None, "five of six are thirty");
        assert_eq!([0, 1, 2, 3].map(|design| fleet_sampler.most_of(design)), [4, 4, 12, 0]);
    }

    #[test]
    fn lists_of_ships_are_cut_and_filled_to_their_points() {
        let fleet_sampler = plain(&[240, 150, 90, 40], 12);
        let list = [2, 1, 1, 1];
        assert_eq!(fleet_sampler.filled(&list, 760), [2, 1, 1, 1], "exactly as listed");
        assert_eq!(fleet_sampler.filled(&list, 799), [2, 1, 1, 1], "39 points are left, and the cheapest has 40");
        assert_eq!(fleet_sampler.filled(&list, 700), [2, 1, 0, 1], "the 90 no longer fits, the 40 does");
        assert_eq!(fleet_sampler.filled(&list, 230), [0, 1, 0, 2], "no 240; the 40 fits again");
        assert_eq!(fleet_sampler.filled(&list, 1100), [3, 1, 2, 1], "340 are left: a third 240, then another 90");
        assert_eq!(fleet_sampler.filled(&list, 39), [0; 4]);
        assert_eq!(plain(&[10], 12).filled(&[3], 1000), [12], "as many as a side may have");
        assert_eq!(plain(&[0], 12).filled(&[1], 5), [12], "a ship without points ends too");
        let carriers = FleetSampler::new(&[(100, 6), (50, 0)], 12, 12);
        assert_eq!(
            carriers.filled(&[1, 1], 600),
            [2, 8],
            "two carriers fill the hangars: eight of 50 come to the rest"
        );
    }

    #[test]
    fn bounds_and_targets() {
        assert_eq!(within(1000, 0.03), 970..=1000);
        assert_eq!(within(100, 0.29), 71..=100);
        assert_eq!(within(100, 0.0), 100..=100);
        assert_eq!(within(0, 0.5), 0..=0);
        let rng = &mut stream(3);
        for _ in 0..1000 {
            assert_eq!(targets(1000, 1.0, rng), [1000, 1000]);
            let [a, b] = targets(1000, 4.0, rng);
            assert!(a.max(b) == 1000 && a.min(b) >= 250, "{a} {b}");
            assert_eq!(targets(1, 4.0, rng), [1, 1]);
        }
        // Half of the time A is the smaller: within 5 standard deviations, which chance leaves once in 1.7 million.
        let smaller = (0..10_000).filter(|_| targets(1000, 2.0, rng)[0] < 1000).count();
        assert!(smaller.abs_diff(5000) <= 250, "{smaller}");
    }

    #[test]
    fn a_shuffle_keeps_everything_and_reaches_every_order() {
        let rng = &mut stream(5);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..200 {
            let mut list = [1, 2, 3];
            shuffle(&mut list, rng);
            seen.insert(list);
        }
        // One of six orders is missed by 200 uniform shuffles with a chance below 6·(5/6)²⁰⁰ < 10⁻¹⁵.
        assert_eq!(seen.len(), 6);
    }
}
