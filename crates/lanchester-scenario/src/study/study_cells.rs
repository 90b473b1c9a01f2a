//! Which cells a study has, in which order: the order is part of the key of every die.

use std::collections::BTreeSet;
use std::sync::Arc;

use lanchester_core::{Commander, Force, Matchup};

use crate::game::{About, GameFiles, Objection};
use crate::library::reading::{File, Reading};
use crate::study::Cell;
use crate::text::code;
use crate::text::source::{Span, excerpt};
use crate::values::fields::Fields;

/// Most cells of a study.
pub(crate) const MOST_CELLS: usize = 100_000;

/// Something that meets others: a design or a fleet.
pub(crate) struct Entrant<G: GameFiles> {
    pub id: String,
    pub name: String,
    /// Its ships in order, each with its id.
    pub ships: Vec<(String, Arc<G::Design>)>,
    pub at: Span,
}

/// A `[duels]`, `[[actions]]` or `[[random]]` block.
pub(crate) struct Block<'f, G: GameFiles> {
    pub fields: &'f Fields,
    pub group: String,
    pub duel: bool,
    pub pairs: u64,
    pub options: G::Options,
    pub entrants: Vec<Entrant<G>>,
    pub meet: Meet,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meet {
    /// Each entrant each later one, and itself if `mirror`.
    Each { mirror: bool },
    /// The first the second, the third the fourth, and so on.
    Pairs,
}

/// Who commands, by id, in file order.
pub(crate) type Commanders<G> = Vec<(String, Commander<G>)>;

impl<G: GameFiles> Reading<'_, G> {
    /// The cells of all blocks. `None` after reporting what is wrong with them, and without a word where the study is
    /// not `complete`: then something else was reported, and it is unknown whether cells are missing.
    pub fn cells(
        &mut self,
        file: &File,
        blocks: &[Block<'_, G>],
        policies: &Commanders<G>,
        complete: bool,
    ) -> Option<Vec<Cell<G>>> {
        let before = self.problems.len();
        let all = file.fields.word("policy_pairs") == Some("all");
        let count = |[a, b]: &[&Entrant<G>; 2]| commands(policies.len(), all, a.id == b.id).len();
        let counts = |block: &Block<'_, G>| meetings(block).iter().map(count).sum::<usize>();
        let mut total = 0;
        let outgrown = blocks.iter().find(|block| {
            total += counts(block);
            total > MOST_CELLS
        });
        if let Some(block) = outgrown {
            let total = blocks.iter().map(counts).sum();
            self.too_many_cells(file, block.fields, total);
            return None;
        }
        let mut cells = Vec::new();
        let mut seen: BTreeSet<(String, [String; 2])> = BTreeSet::new();
        for block in blocks {
            let meetings = meetings(block);
            if complete && meetings.is_empty() {
                let expected = "at least two to meet, or `mirror = true`".into();
                let message = "nobody meets anybody here: no battle would be played".into();
                self.problem(Some((file, block.fields.at())), "", code::NO_CELLS, message, expected);
            }
            for [a, b] in meetings {
                let entrants = [a.id.clone(), b.id.clone()];
                if !seen.insert((block.group.clone(), entrants.clone())) {
                    let [a, b] = &entrants;
                    let message = format!("`{a}` meets `{b}` twice in the group `{}`", excerpt(&block.group));
                    let expected = "another `group` for one of the two entries of [[actions]]".into();
                    self.problem(Some((file, block.fields.at())), "", code::DUPLICATE, message, expected);
                }
                for (nth, places) in commands(policies.len(), all, a.id == b.id).into_iter().enumerate() {
                    let command = places.map(|place| &policies[place]);
                    let force = |e: &Entrant<G>, commander: &Commander<G>| Force {
                        name: e.name.clone(),
                        ships: e.ships.iter().map(|(_, ship)| Arc::clone(ship)).collect(),
                        stations: None,
                        commander: commander.clone(),
                    };
                    let name = format!("{} against {}", a.name, b.name);
                    let forces = [force(a, &command[0].1), force(b, &command[1].1)];
                    let matchup = Matchup { name, forces, options: block.options.clone() };
                    // What cannot be played cannot be played under any command.
                    if nth == 0 {
                        for objection in G::check(&matchup) {
                            self.object_to_cell(file, block.fields, [a.at, b.at], objection);
                        }
                    }
                    cells.push(Cell {
                        number: cells.len() as u64,
                        group: block.group.clone(),
                        policies: command.map(|(id, _)| id.clone()),
                        entrants: entrants.clone(),
                        ships: [a, b].map(|e| e.ships.iter().map(|(id, _)| id.clone()).collect()),
                        duel: block.duel,
                        matchup,
                        pairs: block.pairs,
                    });
                }
            }
        }
        (complete && self.problems.len() == before).then_some(cells)
    }

    /// Reports the block at which the study outgrew [`MOST_CELLS`], and how many cells it has.
    pub fn too_many_cells(&mut self, file: &File, block: &Fields, cells: usize) {
        let message = format!("the study has {cells} cells");
        let expected =
            format!("at most {MOST_CELLS}: fewer ships, fleets, policies or pairs of policies, or several studies");
        self.problem(Some((file, block.at())), "", code::TOO_MANY_CELLS, message, expected);
    }

    fn object_to_cell(&mut self, file: &File, block: &Fields, sides: [Span; 2], objection: Objection) {
        let span = match objection.about {
            About::Side(side) | About::Station(side, _) => sides[side % 2],
            About::Option(key) if block.schema.key(key).is_some() && block.given(key) => block.span(key),
            About::Key(_) => block.at(),
            About::Option(key) => file.fields.table("options").map_or(block.at(), |options| options.span(key)),
        };
        self.object(file, span, objection);
    }
}

/// Who meets whom in a block.
fn meetings<'b, G: GameFiles>(block: &'b Block<'_, G>) -> Vec<[&'b Entrant<G>; 2]> {
    let entrants = &block.entrants;
    match block.meet {
        Meet::Pairs => entrants.as_chunks().0.iter().map(|[a, b]| [a, b]).collect(),
        Meet::Each { mirror } => {
            let pairs = entrants.iter().enumerate().flat_map(|(i, a)| entrants[i..].iter().map(move |b| [a, b]));
            pairs.filter(|[a, b]| mirror || a.id != b.id).collect()
        }
    }
}

/// The pairs of policies, A's and B's by place, under which two entrants meet: each with itself, or `all` of them, A's
/// outer and B's inner. In a mirror match p against q is q against p, so it is played once.
fn commands(policies: usize, all: bool, mirror: bool) -> Vec<[usize; 2]> {
    let against = |p: usize| match (all, mirror) {
        (false, _) => p..p + 1,
        (true, false) => 0..policies,
        (true, true) => p..policies,
    };
    (0..policies).flat_map(|p| against(p).map(move |q| [p, q])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_meetings_and_mirrors() {
        assert_eq!(commands(2, false, false), [[0, 0], [1, 1]]);
        assert_eq!(commands(2, false, true), [[0, 0], [1, 1]]);
        assert_eq!(commands(2, true, false), [[0, 0], [0, 1], [1, 0], [1, 1]]);
        assert_eq!(commands(3, true, true), [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]]);
        assert!(commands(0, true, false).is_empty());
    }
}
