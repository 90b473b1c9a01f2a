//! Fleets and studies as the library hands them out.

use std::sync::Arc;

use lanchester_core::{Combatant, Matchup, Rules};
use serde::Serialize;

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
    /// Heading in reports: `duels`, or the `group` of its `[[actions]]`.
    pub group: String,
    /// Id of the policy on both sides.
    pub policy: String,
    /// Ids of the two designs or fleets.
    pub entrants: [String; 2],
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
            policy: self.policy.clone(),
            entrants: self.entrants.clone(),
            duel: self.duel,
            matchup: self.matchup.clone(),
            pairs: self.pairs,
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
    /// Seed of every die.
    pub seed: u64,
    /// The designs of `[duels]` and those inside the fleets, each once, in order of first appearance.
    pub designs: Vec<StudyDesign<G>>,
    /// The fleets of `[[actions]]`, each once, in order of first appearance.
    pub fleets: Vec<Arc<Fleet<G>>>,
    /// What is played, in order: the duels, then each `[[actions]]`; in each of them pair by pair of entrants, and for
    /// each pair policy by policy.
    pub cells: Vec<Cell<G>>,
    /// Every file that was read, sorted by path.
    pub inputs: Vec<Input>,
}
