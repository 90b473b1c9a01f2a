//! The law of random fleets under which all designs are priced together.

use std::ops::RangeInclusive;

use lanchester_games::Game;
use lanchester_scenario::fleet_sampler::{FleetSampler, below};
use lanchester_scenario::{FleetLaw, StudyDesign};
use lanchester_stats::joint::Fleet;
use rand_xoshiro::rand_core::Rng;

/// Draws fleets of designs at some points per ship.
pub struct Yard {
    law: FleetLaw,
    sampler: FleetSampler,
    /// [`PARTS`] of a point per ship, and small craft.
    designs: Vec<(u32, usize)>,
    most_ships: usize,
    most_craft: usize,
}

/// Prices are no whole points while they are looked for: fleets count in this many parts of a point.
const PARTS: f64 = 64.0;

/// Prices beyond this are drawn as this: no fleet has one.
const MOST_POINTS: f64 = 10_000_000.0;

/// How far a fleet may be from the points asked for: within the first where there is such a fleet, else the next.
const TOLERANCES: [f64; 3] = [0.03, 0.06, 0.12];

/// Pairs of designs that are looked at for a fleet before there is none.
const PICKS: usize = 200;

impl Yard {
    /// Designs at these points.
    pub fn new<G: Game>(law: FleetLaw, designs: &[StudyDesign<G>], prices: &[f64]) -> Self {
        let craft = designs.iter().map(|design| G::craft(&design.design));
        Self::of(law, prices.iter().copied().zip(craft).collect(), G::MAX_SHIPS, G::CRAFT.most)
    }

    /// Designs of these points and with so many small craft each, and what a side may have.
    pub(super) fn of(law: FleetLaw, designs: Vec<(f64, usize)>, most_ships: usize, most_craft: usize) -> Self {
        let parts = |price: f64| (price.min(MOST_POINTS) * PARTS).round().max(1.0) as u32;
        let designs: Vec<(u32, usize)> = designs.into_iter().map(|(price, craft)| (parts(price), craft)).collect();
        let sampler = FleetSampler::new(&designs, most_ships, most_craft);
        Self { law, sampler, designs, most_ships, most_craft }
    }

    /// A fleet of about so many points; none where there is none, or where it was not found.
    pub fn fleet(&self, points: f64, rng: &mut impl Rng) -> Option<Fleet> {
        TOLERANCES.iter().find_map(|tolerance| {
            let bound = |share: f64| (points.min(MOST_POINTS) * PARTS * share).round().max(1.0) as u32;
            let within = bound(1.0 - tolerance)..=bound(1.0 + tolerance);
            match self.law {
                FleetLaw::Two => self.of_two(&within, rng),
                FleetLaw::All => self.sampler.mixed(within, rng).map(counted),
            }
        })
    }

    fn of_two(&self, within: &RangeInclusive<u32>, rng: &mut impl Rng) -> Option<Fleet> {
        let k = self.designs.len();
        (0..PICKS).find_map(|_| {
            let one = below(k, rng);
            let other = (one + 1 + below(k - 1, rng)) % k;
            let mixtures = self.mixtures([one, other], within);
            if mixtures.is_empty() {
                return None;
            }
            let [ones, others] = mixtures[below(mixtures.len(), rng)];
            Some([(one, ones), (other, others)].into_iter().filter(|(_, ships)| *ships > 0).collect())
        })
    }

    /// Ships of each of two designs that together come to these points, and that a side may have.
    fn mixtures(&self, pair: [usize; 2], within: &RangeInclusive<u32>) -> Vec<[u32; 2]> {
        let [(one, one_craft), (other, other_craft)] = pair.map(|design| self.designs[design]);
        let mut mixtures = Vec::new();
        for ones in 0..=self.most_ships {
            let points = ones as u64 * u64::from(one);
            if points > u64::from(*within.end()) {
                break;
            }
            let least = u64::from(*within.start()).saturating_sub(points).div_ceil(u64::from(other));
            let most = (u64::from(*within.end()) - points) / u64::from(other);
            for others in least..=most.min((self.most_ships - ones) as u64) {
                let craft = ones * one_craft + others as usize * other_craft;
                if ones as u64 + others > 0 && (craft == 0 || craft <= self.most_craft) {
                    mixtures.push([ones as u32, others as u32]);
                }
            }
        }
        mixtures
    }
}

/// A sorted list of designs as counts.
fn counted(ships: Vec<usize>) -> Fleet {
    let mut fleet: Fleet = Vec::new();
    for design in ships {
        match fleet.last_mut().filter(|(last, _)| *last == design) {
            Some((_, ships)) => *ships += 1,
            None => fleet.push((design, 1)),
        }
    }
    fleet
}
