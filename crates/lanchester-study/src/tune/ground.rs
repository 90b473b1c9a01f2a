//! The matchups that policies are tried in: line-ups that are named, or random duels and fleets of a study's ships.

use std::sync::Arc;

use crate::{DesignGenerator, Variation};
use lanchester_core::{Combatant, Matchup};
use lanchester_games::Game;
use lanchester_lanes::dice::mix64;
use lanchester_scenario::fleet_sampler::{FleetSampler, below, shuffle, within};
use lanchester_scenario::{PriceSettings, StudyDesign};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::trials::Draw;
use crate::price::{order, unit};

/// The ships of two sides and the options of their battles.
#[derive(Debug)]
pub struct Lineup<G: Game> {
    /// What to call it.
    pub name: String,
    /// Ships of the two sides, and their stations where they have some.
    pub sides: [Side<G>; 2],
    /// Options of the battles.
    pub options: G::Options,
}

/// Ships, and where they start unless the policy says where.
pub type Side<G> =
    (Vec<Arc<<G as lanchester_core::Rules>::Design>>, Option<Vec<<G as lanchester_core::Rules>::Station>>);

impl<G: Game> Clone for Lineup<G> {
    fn clone(&self) -> Self {
        Self { name: self.name.clone(), sides: self.sides.clone(), options: self.options.clone() }
    }
}

impl<G: Game> From<&Matchup<G>> for Lineup<G> {
    fn from(matchup: &Matchup<G>) -> Self {
        let sides = matchup.forces.each_ref().map(|force| (force.ships.clone(), force.stations.clone()));
        Self { name: matchup.name.clone(), sides, options: matchup.options.clone() }
    }
}

impl<G: Game> Lineup<G> {
    /// More than one ship on a side.
    #[must_use]
    pub fn between_fleets(&self) -> bool {
        self.sides.iter().any(|(ships, _)| ships.len() > 1)
    }
}

/// What is drawn of a study's ships.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fights {
    /// A duel or a fleet action, each half of the time.
    #[default]
    Both,
    /// One ship against one.
    Duels,
    /// Random fleets of about equal points.
    Fleets,
}

/// Where matchups come from.
pub enum Ground<G: Game> {
    /// One of these, each as often. Held-out matchups have other dice only.
    Lineups(Vec<Lineup<G>>),
    /// Random fights of ships.
    Ships(Box<Ships<G>>),
}

/// Ships, and some that are kept back for the choice and others for the test.
pub struct Ships<G: Game> {
    known: Dock<G>,
    choice: Option<Dock<G>>,
    kept: Option<Dock<G>>,
    options: G::Options,
    budget: [u32; 2],
    fights: Fights,
}

/// Designs that fight each other, those of the study before those that are made.
struct Dock<G: Game> {
    designs: Vec<StudyDesign<G>>,
    sampler: FleetSampler,
}

/// Fewest ships of which some can be kept back, and the parts that are: for the test, and for the choice. A policy that has learnt
/// the ships it was found with by heart would be chosen by them.
const LEAST_TO_PART: usize = 9;
const KEPT: usize = 3;
const FOR_CHOICE: usize = 4;

/// How far the points of two ships of a duel may be apart, as a factor.
const DUEL_FACTOR: f64 = 1.5;
/// How far fleets may be below their points, as a share.
const TOLERANCE: f64 = 0.1;
/// Fights that are drawn before a mirror duel takes the place of one that cannot be.
const TRIES: usize = 50;

/// Designs that are made of each known ship, and how far each is from it.
const VARIANTS: usize = 3;
const VARIATION: Variation = Variation { parts: 0.2, numbers: 0.5, most: 0.4 };

/// Mixed into the seed to say which ships are kept back, and to make designs.
const PARTED: u64 = 0x7061_7274;
const VARIED: u64 = 0x7661_7279;

impl<G: Game> Dock<G> {
    fn new(designs: Vec<StudyDesign<G>>) -> Self {
        let sampler = FleetSampler::of::<G>(designs.iter().map(|design| &*design.design));
        Self { designs, sampler }
    }

    fn ids(&self) -> Vec<&str> {
        self.designs.iter().map(|design| design.id.as_str()).collect()
    }

    /// These designs, and as many as there may be that are made of them.
    fn with_variants(&self, generator: &DesignGenerator<G>, options: &G::Options, rng: &mut impl Rng) -> Self {
        let points = || self.designs.iter().map(|design| design.design.rating());
        let within = points().min().unwrap_or(0)..=points().max().unwrap_or(0);
        let mut designs = self.designs.clone();
        for number in 0..generator.ships() * VARIANTS {
            let Some(ship) = generator.ship(number % generator.ships()) else { continue };
            let made = (0..TRIES).find_map(|_| {
                let made = generator.varied(&ship, VARIATION, rng);
                let made = generator.named(&made, &format!("Variant {}", number + 1))?;
                let rated = G::rating_parts(&made.design).is_some() && within.contains(&made.design.rating());
                let lone = (vec![Arc::clone(&made.design)], None);
                let lineup = Lineup::<G> { name: String::new(), sides: [lone.clone(), lone], options: options.clone() };
                (rated && legal(&lineup)).then_some(made.design)
            });
            designs.extend(made.map(|design| StudyDesign { id: format!("variant-{}", number + 1), design }));
        }
        Self::new(designs)
    }

    fn duel(&self, rng: &mut impl Rng) -> [Vec<usize>; 2] {
        let rating = |place: usize| f64::from(self.designs[place].design.rating());
        let first = below(self.designs.len(), rng);
        let near: Vec<usize> = (0..self.designs.len())
            .filter(|other| {
                let (a, b) = (rating(first), rating(*other));
                a.max(b) <= DUEL_FACTOR * a.min(b)
            })
            .collect();
        let second = near.get(below(near.len().max(1), rng)).copied().unwrap_or(first);
        [vec![first], vec![second]]
    }

    fn fleets(&self, budget: [u32; 2], rng: &mut impl Rng) -> Option<[Vec<usize>; 2]> {
        let [least, most] = budget.map(f64::from);
        let points = (least * libm::pow(most / least.max(1.0), unit(rng))).round() as u32;
        let mut fleet = || self.sampler.mixed(within(points, TOLERANCE), rng);
        Some([fleet()?, fleet()?])
    }
}

impl<G: Game> Ships<G> {
    /// Fights of the designs of these settings, in whichever order they are listed. Of nine or more, a third that the seed picks fights in held-out matchups only, a
    /// quarter in validation matchups only, and the others in neither.
    #[must_use]
    pub fn new(settings: &PriceSettings<G>, fights: Fights, seed: u64) -> Self {
        let mut designs: Vec<_> =
            order(&settings.designs).into_iter().map(|place| settings.designs[place].clone()).collect();
        let (mut kept, mut choice) = (Vec::new(), Vec::new());
        if designs.len() >= LEAST_TO_PART {
            shuffle(&mut designs, &mut Xoshiro256PlusPlus::seed_from_u64(mix64(seed ^ mix64(PARTED))));
            let all = designs.len();
            kept = designs.split_off(all - all / KEPT);
            choice = designs.split_off(designs.len() - all / FOR_CHOICE);
        }
        let [choice, kept] = [choice, kept].map(|designs| (!designs.is_empty()).then(|| Dock::new(designs)));
        let (options, budget) = (settings.options.clone(), settings.budget);
        Self { known: Dock::new(designs), choice, kept, options, budget, fights }
    }

    /// The ids of the ships that fight in held-out matchups only.
    #[must_use]
    pub fn kept_back(&self) -> Vec<&str> {
        self.kept.as_ref().map(Dock::ids).unwrap_or_default()
    }

    /// The ids of the ships that fight in validation matchups only.
    #[must_use]
    pub fn for_choice(&self) -> Vec<&str> {
        self.choice.as_ref().map(Dock::ids).unwrap_or_default()
    }

    /// The ids of the study's ships that fight in training matchups.
    #[must_use]
    pub fn known(&self) -> Vec<&str> {
        self.known.ids()
    }

    /// Lets designs fight beside the ships of training and those of the choice that are made of them by the generator of these ids,
    /// so that a search does not learn those few by heart. Where a game rates no design by itself there are none.
    #[must_use]
    pub fn with_variants(mut self, generator: impl Fn(&[&str]) -> DesignGenerator<G>, seed: u64) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix64(seed ^ mix64(VARIED)));
        self.known = self.known.with_variants(&generator(&self.known.ids()), &self.options, &mut rng);
        self.choice = self.choice.map(|dock| dock.with_variants(&generator(&dock.ids()), &self.options, &mut rng));
        self
    }

    /// All that a fight depends on.
    pub(super) fn text(&self) -> String {
        let Self { known, choice, kept, options, budget, fights } = self;
        let docks: Vec<_> =
            [Some(known), choice.as_ref(), kept.as_ref()].into_iter().flatten().map(|dock| &dock.designs).collect();
        format!("{docks:?} {options:?} {budget:?} {fights:?}")
    }

    fn draw(&self, draw: Draw, rng: &mut impl Rng) -> Lineup<G> {
        let dock = match draw {
            Draw::HeldOut => self.kept.as_ref(),
            Draw::Validation => self.choice.as_ref(),
            Draw::Training | Draw::Payoffs => None,
        };
        let dock = dock.unwrap_or(&self.known);
        let fight = |rng: &mut _| {
            let fleets = match self.fights {
                Fights::Both => below(2, rng) == 1,
                Fights::Duels => false,
                Fights::Fleets => true,
            };
            let places = if fleets { dock.fleets(self.budget, rng)? } else { dock.duel(rng) };
            let lineup = self.lineup(dock, &places);
            legal(&lineup).then_some(lineup)
        };
        let found = (0..TRIES).find_map(|_| fight(rng));
        found.unwrap_or_else(|| self.lineup(dock, &[vec![0], vec![0]]))
    }

    fn lineup(&self, dock: &Dock<G>, places: &[Vec<usize>; 2]) -> Lineup<G> {
        let sides = places.each_ref().map(|places| {
            let ships: Vec<_> = places.iter().map(|place| Arc::clone(&dock.designs[*place].design)).collect();
            (ships, None)
        });
        let points = |side: &Side<G>| side.0.iter().map(|ship| ship.rating()).sum::<u32>();
        let points = points(&sides[0]).max(points(&sides[1]));
        Lineup { name: String::new(), sides, options: G::options_at_price(&self.options, points) }
    }
}

/// Whether the game plays it, whatever the policies.
fn legal<G: Game>(lineup: &Lineup<G>) -> bool {
    lineup.sides.iter().all(|(ships, _)| {
        let craft: usize = ships.iter().map(|ship| G::craft(ship)).sum();
        !ships.is_empty() && ships.len() <= G::MAX_SHIPS && craft <= G::CRAFT.most
    })
}

impl<G: Game> Ground<G> {
    /// A matchup: a function of the stream alone.
    pub(super) fn draw(&self, draw: Draw, rng: &mut impl Rng) -> Lineup<G> {
        match self {
            Self::Lineups(lineups) => lineups[below(lineups.len(), rng)].clone(),
            Self::Ships(ships) => ships.draw(draw, rng),
        }
    }
}
