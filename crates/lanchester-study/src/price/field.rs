//! The field: whom designs meet, in an order that hangs on nothing but what its ships are.
//!
//! Fleets are drawn by places in a list, and the ships of a fleet stand in the order of those places. So the list's order is part
//! of what is drawn, and it must be neither a file's nor that of names: it is that of hashes of what battles know of a design.

use std::borrow::Borrow;

use lanchester_analysis::hash::hash_of;
use lanchester_core::Combatant;
use lanchester_games::Game;
use lanchester_scenario::{PriceSettings, StudyDesign};

/// Raised by every change that draws other fleets for the same seed. A run in rounds that was begun before is not gone on with.
pub const DRAWS: u32 = 2;

/// What battles know of a design but for its points, as a hash: the same for a copy under another name, on every machine.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Data(String);

/// The hash of all that battles know of a design but for its points.
pub fn data<G: Game>(design: &G::Design) -> Data {
    // Numbers, words of enumerations, lists of them: what these write is the same everywhere.
    Data(hash_of(format_args!("{:?}", G::bare(design))))
}

/// The places of these designs in the order in which prices take them: by their data; copies by their points, and copies at the
/// same points, which nothing tells apart in battle, by their ids.
pub fn order<G: Game>(designs: &[impl Borrow<StudyDesign<G>>]) -> Vec<usize> {
    ranked(designs).into_iter().map(|(_, place)| place).collect()
}

/// The ids of these designs in [`order`].
#[must_use]
pub fn ids_in_order<G: Game>(designs: &[StudyDesign<G>]) -> Vec<&str> {
    order(designs).into_iter().map(|place| designs[place].id.as_str()).collect()
}

/// The places in that order, each with the data.
fn ranked<G: Game>(designs: &[impl Borrow<StudyDesign<G>>]) -> Vec<(Data, usize)> {
    let mut ranked: Vec<(Data, usize)> = designs.iter().map(|d| data::<G>(&d.borrow().design)).zip(0..).collect();
    let key = |place: usize| (designs[place].borrow().design.rating(), &designs[place].borrow().id);
    ranked.sort_by(|(one, a), (other, b)| one.cmp(other).then_with(|| key(*a).cmp(&key(*b))));
    ranked
}

/// Whether a design of a study is this one: it has its id, or is a copy of it under another.
#[must_use]
pub fn is_itself<G: Game>(design: &StudyDesign<G>, of: &StudyDesign<G>) -> bool {
    design.id == of.id || data::<G>(&design.design) == data::<G>(&of.design)
}

/// What prices are measured against, and how well.
pub struct Field<'f, G: Game> {
    /// The designs that make up the fleets of the other side, at their ratings; a design meets its [`Field::others`].
    pub designs: &'f [StudyDesign<G>],
    /// Their places in [`order`], each with its data.
    ranked: Vec<(Data, usize)>,
    /// Options of the battles.
    pub options: &'f G::Options,
    /// Pairs of battles for each random matchup.
    pub pairs: u64,
    /// Half-width of the interval to reach, as a share of the price.
    pub precision: f64,
    /// The most matchups to play in all rounds.
    pub most_matchups: u64,
    /// The most ships of a side, where the game lets it have as many.
    pub most_ships: usize,
}

/// What prices are measured against, under these options: the study's own, or those of a reading.
pub fn field<'a, G: Game>(asked: &'a PriceSettings<G>, options: &'a G::Options) -> Field<'a, G> {
    Field {
        designs: &asked.designs,
        ranked: ranked(&asked.designs),
        options,
        pairs: asked.pairs,
        precision: asked.precision,
        most_matchups: asked.most_matchups,
        most_ships: G::MAX_SHIPS,
    }
}

impl<'f, G: Game> Field<'f, G> {
    /// The same field for prices of another precision.
    #[must_use]
    pub fn at_precision(&self, precision: f64) -> Self {
        let Self { designs, options, pairs, most_matchups, most_ships, .. } = *self;
        Self { designs, ranked: self.ranked.clone(), options, pairs, precision, most_matchups, most_ships }
    }

    /// The same field for matchups of at most so many ships a side, and so many pairs of battles each.
    #[must_use]
    pub fn of_few(self, most_ships: usize, pairs: u64) -> Self {
        Self { most_ships: most_ships.min(G::MAX_SHIPS), pairs, ..self }
    }

    /// The designs that a design meets, in [`order`]: all but itself and its copies, whatever they are called, and the one
    /// of its id, of which it is a variant.
    #[must_use]
    pub fn others(&self, of: &StudyDesign<G>) -> Vec<&'f StudyDesign<G>> {
        let own = data::<G>(&of.design);
        let others = self.ranked.iter().filter(|(data, place)| *data != own && self.designs[*place].id != of.id);
        others.map(|(_, place)| &self.designs[*place]).collect()
    }

    /// The designs that it does not meet, as the field lists them: itself and its copies, then whether it is one of these or the
    /// one of its id that it varies.
    #[must_use]
    pub fn left_out(&self, of: &StudyDesign<G>) -> Vec<(&'f StudyDesign<G>, bool)> {
        let own = data::<G>(&of.design);
        let mut itself: Vec<(usize, bool)> = self.ranked.iter().map(|(data, place)| (*place, *data == own)).collect();
        itself.retain(|(place, copy)| *copy || self.designs[*place].id == of.id);
        itself.sort_unstable();
        itself.into_iter().map(|(place, copy)| (&self.designs[place], copy)).collect()
    }
}
