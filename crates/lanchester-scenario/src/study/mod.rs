//! Fleets and studies as the library hands them out.

pub mod assemble;
pub mod fleet_law;
pub mod fleet_sampler;
pub mod price_settings;
pub mod random_fleets;
pub mod robust_settings;
pub mod search_settings;
pub mod study_cells;
pub mod study_file;
pub mod texts;

use std::sync::Arc;

use lanchester_core::{Combatant, Commander, Matchup, Rules};
use serde::Serialize;

use crate::game::GameFiles;
use crate::library::overruling::Overruled;
use crate::study::fleet_law::FleetLaw;
use crate::study::robust_settings::RobustSettings;
pub use crate::study::search_settings::{ALL, SearchSettings};

/// Ships that fight together.
#[derive(Debug)]
pub struct Fleet<G: Rules> {
    /// The id it was named by.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its ships in order, each with its id; a design that stands twice is two ships.
    pub ships: Vec<(String, Arc<G::Design>)>,
}

impl<G: Rules> Fleet<G> {
    /// Its ships by their ids: `2 basalt, gneiss`.
    #[must_use]
    pub fn roll(&self) -> String {
        let runs = self.ships.chunk_by(|(a, _), (b, _)| a == b).map(|run| match run {
            [(one, _)] => one.clone(),
            many => format!("{} {}", many.len(), many[0].0),
        });
        runs.collect::<Vec<_>>().join(", ")
    }

    /// The points of all its ships.
    #[must_use]
    pub fn rating(&self) -> u32 {
        self.ships.iter().map(|(_, ship)| ship.rating()).sum()
    }
}

/// A design that a study is about.
#[derive(Debug)]
pub struct StudyDesign<G: Rules> {
    /// Its id, unique in the study.
    pub id: String,
    /// The design.
    pub design: Arc<G::Design>,
}

impl<G: Rules> Clone for StudyDesign<G> {
    fn clone(&self) -> Self {
        Self { id: self.id.clone(), design: Arc::clone(&self.design) }
    }
}

/// The text of a file that a result depends on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Input {
    /// Its path, or `(inside lanchester) …`.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// One matchup of a study.
#[derive(Debug)]
pub struct Cell<G: Rules> {
    /// Its place in the study, from 0; part of the key of every die. Unique in the study.
    pub number: u64,
    /// Heading in reports: `duels`, or the `group` of its `[[actions]]` or `[[random]]`.
    pub group: String,
    /// Ids of A's and B's commander.
    pub policies: [String; 2],
    /// Ids of the two designs or fleets.
    pub entrants: [String; 2],
    /// The design of every ship of A and of B by its id, in order; a design that stands twice is two ships.
    pub ships: [Vec<String>; 2],
    /// One ship against one, from `[duels]`.
    pub duel: bool,
    /// What is played.
    pub matchup: Matchup<G>,
    /// Pairs of battles to play.
    pub pairs: u64,
}

impl<G: Rules> Clone for Cell<G> {
    fn clone(&self) -> Self {
        Self {
            number: self.number,
            group: self.group.clone(),
            policies: self.policies.clone(),
            entrants: self.entrants.clone(),
            ships: self.ships.clone(),
            duel: self.duel,
            matchup: self.matchup.clone(),
            pairs: self.pairs,
        }
    }
}

/// Other options to find the prices under: another reading of the rules, or another way to win.
#[derive(Debug)]
pub struct PriceReading<G: Rules> {
    /// What it is called, once in a study.
    pub name: String,
    /// Options of its battles: the study's and its own.
    pub options: G::Options,
}

impl<G: Rules> Clone for PriceReading<G> {
    fn clone(&self) -> Self {
        Self { name: self.name.clone(), options: self.options.clone() }
    }
}

/// How a study wants parity prices to be found: the points at which fleets of a design fight evenly against fleets
/// drawn from the field.
#[derive(Debug)]
pub struct PriceSettings<G: Rules> {
    /// The designs to price, which are the field too; at least two.
    pub designs: Vec<StudyDesign<G>>,
    /// Options of the battles: the study's.
    pub options: G::Options,
    /// Half-width of a price's 95 % interval to aim at, as a share of the price.
    pub precision: f64,
    /// Fewest and most points of a fleet, the first below the second; within the options' fleet limit.
    pub budget: [u32; 2],
    /// Pairs of battles per matchup.
    pub pairs: u64,
    /// Matchups after which a price is left as it is.
    pub most_matchups: u64,
    /// The equilibrium of the study's policies, each of them on both sides and the best answers to the equilibrium, instead of the
    /// first policy on both sides.
    pub all_policies: bool,
    /// Prices for exactly 1, 2, 4, 8 ships and the most that a side may have as well, the first policy on both sides.
    pub by_size: bool,
    /// What random fleets are made of where all designs are priced together.
    pub law: FleetLaw,
    /// Options to find the prices under again, after `options`, in file order.
    pub readings: Vec<PriceReading<G>>,
}

impl<G: Rules> Clone for PriceSettings<G> {
    fn clone(&self) -> Self {
        let Self { designs, options, readings, .. } = self;
        Self { designs: designs.clone(), options: options.clone(), readings: readings.clone(), ..*self }
    }
}

/// Fewest and most points of a fleet that is priced, where a study says nothing of it; the fleet limit if that is lower.
pub(crate) const BUDGET: [u32; 2] = [300, 1000];

/// Pairs of battles for each matchup of a price, where a study says nothing of it. Matchups differ far more than the battles
/// of one do, so that another matchup says more than another pair.
// PERF: the 17 prices of Nova's default study, to 3 %: 39 s of processor time with 16 pairs a matchup, 16 s with 2.
pub const PRICE_PAIRS: u64 = 2;

impl<G: GameFiles> PriceSettings<G> {
    /// The settings of an empty `[prices]` table in a study of these options.
    #[must_use]
    pub fn usual(designs: Vec<StudyDesign<G>>, options: G::Options) -> Self {
        let most = G::fleet_limit(&options).unwrap_or(u32::MAX).max(2);
        let high = BUDGET[1].min(most);
        Self {
            designs,
            options,
            precision: 0.02,
            budget: [if BUDGET[0] < high { BUDGET[0] } else { high / 2 }, high],
            pairs: PRICE_PAIRS,
            most_matchups: 4000,
            all_policies: false,
            by_size: false,
            law: FleetLaw::default(),
            readings: Vec::new(),
        }
    }
}

/// A question of many cells.
#[derive(Debug)]
pub struct Study<G: Rules> {
    /// The id it was named by.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Seed of every die. The random fleets were drawn by it too, and stay as they are when battles get another seed.
    pub seed: u64,
    /// Its `[options]`: those of its duels and prices.
    pub options: G::Options,
    /// Who commands, by id, in file order.
    pub policies: Vec<(String, Commander<G>)>,
    /// How `search` searches, where it is among them.
    pub search: Option<SearchSettings<G>>,
    /// The designs of `[duels]` and those inside the fleets, each once, in order of first appearance.
    pub designs: Vec<StudyDesign<G>>,
    /// The fleets of `[[actions]]`, each once, in order of first appearance, then those of `[[random]]`.
    pub fleets: Vec<Arc<Fleet<G>>>,
    /// What is played, in order: the duels, then each `[[actions]]`, then each `[[random]]`; in each of them pair by
    /// pair of entrants, and for each pair policies by policies, A's before B's. No cell in a study of prices alone.
    pub cells: Vec<Cell<G>>,
    /// What `[prices]` says, if it stands.
    pub prices: Option<PriceSettings<G>>,
    /// What `[robust]` says, if it stands.
    pub robust: Option<RobustSettings<G>>,
    /// Every file that was read, in the order in which they were.
    pub inputs: Vec<Input>,
    /// Options of its file that the command line overrules.
    pub overruled: Vec<Overruled>,
}
