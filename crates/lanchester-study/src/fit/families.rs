//! Families of designs: each varies one base, which is a ship of the study or is made of two of them.

use crate::{Generated, Variation};
use lanchester_core::Combatant;
use lanchester_games::Game;
use lanchester_lanes::dice::mix64;
use lanchester_scenario::{FleetSampler, StudyDesign};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::Inquiry;

/// A design of a family.
pub struct Member<G: Game> {
    /// Its family, from 0.
    pub family: u32,
    /// The design, with an id of its own.
    pub design: StudyDesign<G>,
    /// Offence and defence.
    pub parts: [f64; 2],
}

/// How far a base that is made is from the ships that it is made of: every number may change, to 0.6 or 1.6 of what it was.
const BASE: Variation = Variation { parts: 0.0, numbers: 1.0, most: 0.5 };

/// How far a design is from its base: half of the numbers, and one part in eight.
const MEMBER: Variation = Variation { parts: 0.125, numbers: 0.5, most: 0.35 };

/// Designs that are made before a place in a family stays empty.
const TRIES: u32 = 200;

/// Mixed into the seed, so that designs and battles share no random numbers.
const DESIGNS: u64 = 0x6465_7369_676e;

/// The points of the cheapest and of the most expensive of some designs.
#[must_use]
pub fn points<G: Game>(designs: &[StudyDesign<G>]) -> [f64; 2] {
    let points = || designs.iter().map(|design| f64::from(design.design.rating()));
    [points().fold(f64::MAX, f64::min), points().fold(0.0, f64::max)]
}

/// Makes the families: a function of seed, ships and numbers. A design is taken if it has both parts, if a side may have as
/// many of it as are asked for, and if √(offence × defence) lies within the points asked for: that chooses designs by what
/// explains, never by what is explained, and so leaves the exponents as they are.
pub fn families<G: Game>(inquiry: &Inquiry<G>, seed: u64) -> Vec<Member<G>> {
    let within = inquiry.points;
    let mut members = Vec::new();
    for family in 0..inquiry.families {
        let stream = |member: u64| {
            let family = mix64(seed ^ mix64(DESIGNS + u64::from(family)));
            Xoshiro256PlusPlus::seed_from_u64(mix64(family ^ member))
        };
        let Some(base) = base(inquiry, family, within, &mut stream(0)) else { continue };
        let size = inquiry.designs / inquiry.families + u32::from(family < inquiry.designs % inquiry.families);
        let mut known: Vec<[f64; 2]> = Vec::new();
        for place in 0..size {
            let mut rng = stream(1 + u64::from(place));
            let made = (0..TRIES).find_map(|_| {
                let made = inquiry.generator.varied(&base, MEMBER, &mut rng);
                let parts = admitted(inquiry, &made, within).filter(|parts| !known.contains(parts))?;
                let name = format!("Family {}, design {}", family + 1, place + 1);
                Some((inquiry.generator.named(&made, &name)?, parts))
            });
            let Some((made, parts)) = made else { continue };
            known.push(parts);
            let id = format!("family-{}-design-{}", family + 1, place + 1);
            members.push(Member { family, design: StudyDesign { id, design: made.design }, parts });
        }
    }
    members
}

/// The ship of this number, or beyond them a design made of two.
fn base<G: Game>(
    inquiry: &Inquiry<G>,
    family: u32,
    within: [f64; 2],
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Generated<G>> {
    let ship = inquiry.generator.ship(family as usize).filter(|ship| admitted(inquiry, ship, within).is_some());
    ship.or_else(|| {
        (0..TRIES).find_map(|_| {
            let crossed = inquiry.generator.crossed(rng)?;
            let made = inquiry.generator.varied(&crossed, BASE, rng);
            admitted(inquiry, &made, within).map(|_| made)
        })
    })
}

/// The parts of a design that can be asked about.
fn admitted<G: Game>(inquiry: &Inquiry<G>, made: &Generated<G>, within: [f64; 2]) -> Option<[f64; 2]> {
    let parts = G::rating_parts(&made.design)?;
    let [least, most] = within;
    let points = (parts[0] * parts[1]).sqrt();
    let fits = parts.iter().all(|part| *part > 0.0) && least <= points && points <= most;
    let enough = FleetSampler::of::<G>([&*made.design]).most_of(0) >= inquiry.ships as usize;
    (fits && enough).then_some(parts)
}
