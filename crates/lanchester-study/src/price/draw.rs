//! The random matchups of a price: how many ships of the design, and the fleet that they meet.

use std::hash::{DefaultHasher, Hash, Hasher};

use lanchester_scenario::fleet_sampler::FleetSampler;
use lanchester_stats::parity::Looks;
use rand_xoshiro::rand_core::Rng;

/// How many ships of the design fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// As many as a budget buys that is drawn log-uniformly between these points; at least one, at most the game's limit.
    Budget([u32; 2]),
    /// So many, whatever they cost.
    Exactly(u32),
}

impl Number {
    /// How much a search plays before its last round.
    #[must_use]
    pub const fn looks(self) -> Looks {
        match self {
            Self::Budget(_) => Looks::SHORT,
            Self::Exactly(_) => Looks::LONG,
        }
    }

    /// Pairs of battles for each matchup, where so many are asked for. One ship alone meets few different fleets, which say
    /// little by being many: it takes at least eight.
    #[must_use]
    pub fn pairs(self, asked: u64) -> u64 {
        match self {
            Self::Exactly(1) => asked.max(8),
            Self::Budget(_) | Self::Exactly(_) => asked,
        }
    }
}

/// A matchup that was drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// Ships of the design.
    pub ships: u32,
    /// The fleet that they meet, as places of the field.
    pub fleet: Vec<usize>,
    /// Points of that fleet.
    pub points: u32,
}

impl Drawn {
    /// x = ln(points of the opponent / ships of the design): the price at which the two count as equal.
    #[must_use]
    pub fn log_points(&self) -> f64 {
        libm::log(f64::from(self.points) / f64::from(self.ships))
    }

    /// That price in whole points.
    #[must_use]
    pub fn rating(&self) -> u32 {
        ((f64::from(self.points) / f64::from(self.ships)).round() as u32).max(1)
    }

    /// Equal for equal fleets. Never stored: it need not be the same in another version of the program.
    #[must_use]
    pub fn opponent(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.fleet.hash(&mut hasher);
        hasher.finish()
    }
}

/// Draws a matchup in which a ship of the design is to count eˣ points.
///
/// The field is `field`, the most ships of the design `limit`. The design fields ⌊B/eˣ + u⌋ ships, B log-uniform, u
/// uniform, and meets a random fleet of about as many points: within three per cent where the field has one, else six,
/// else twelve. `None`: the field has no fleet of about those points.
pub fn draw(field: &FleetSampler, number: Number, limit: u32, x: f64, rng: &mut impl Rng) -> Option<Drawn> {
    let limit = limit.max(1);
    // Both words are drawn in any case, so that the fleets of every number of ships come from the same words.
    let [v, u] = [(); 2].map(|()| unit(rng));
    let ships = match number {
        Number::Exactly(n) => n.clamp(1, limit),
        Number::Budget(budget) => {
            let [least, most] = budget.map(|points| libm::log(f64::from(points.max(1))));
            let budget = libm::exp(least + v * (most - least) - x);
            // A float becomes the nearest integer that there is.
            ((budget + u).floor() as u32).clamp(1, limit)
        }
    };
    let wanted = f64::from(ships) * libm::exp(x);
    let fleet = [0.03, 0.06, 0.12].iter().find_map(|tolerance| {
        // Whole points inside: with all points times ten the same fleets fit.
        let (low, high) = ((wanted * (1.0 - tolerance)).ceil(), (wanted * (1.0 + tolerance)).floor());
        let within = (low as u32).max(1)..=high as u32;
        (!within.is_empty()).then(|| field.mixed(within, rng)).flatten()
    })?;
    let points = fleet.iter().map(|place| field.ratings()[*place]).sum();
    Some(Drawn { ships, fleet, points })
}

/// A uniform number from 0 up to 1.
pub fn unit(rng: &mut impl Rng) -> f64 {
    // The upper 53 bits: every such number is exact.
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}
