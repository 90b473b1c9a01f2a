//! Studies out of opened files: which cells there are, in which order.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use lanchester_core::{Combatant, Force, Matchup};

use crate::fields::Fields;
use crate::game::{About, GameFiles, Objection};
use crate::reading::{File, Reading};
use crate::source::{Span, excerpt};
use crate::study::{Cell, Fleet, Study, StudyDesign};
use crate::{Kind, code};

/// Most cells of a study.
const MOST_CELLS: usize = 100_000;

/// Something that meets others: a design or a fleet.
struct Entrant<G: GameFiles> {
    id: String,
    name: String,
    ships: Vec<Arc<G::Design>>,
    at: Span,
}

/// A `[duels]` or `[[actions]]` block.
struct Block<'f, G: GameFiles> {
    fields: &'f Fields,
    group: String,
    duel: bool,
    pairs: u64,
    options: G::Options,
    entrants: Vec<Entrant<G>>,
}

type Policies<G> = Vec<(String, Arc<<G as lanchester_core::Rules>::Policy>)>;

impl<G: GameFiles> Reading<'_, G> {
    /// A study.
    pub fn study(&mut self, what: &str) -> Option<Study<G>> {
        let origin = self.resolve(what, Kind::Study, None)?;
        let file = self.open(&origin, Some(Kind::Study), None)?;
        self.study_of(&file)
    }

    pub fn study_of(&mut self, file: &Rc<File>) -> Option<Study<G>> {
        let before = self.problems.len();
        let options = self.options_of(file);
        let judged = options.is_some();
        let options = options.unwrap_or_default();
        let policies = self.policies_of(file);
        let pairs: u64 = file.fields.whole("pairs", 1);
        let (mut designs, mut fleets) = (Vec::new(), Vec::new());
        let mut blocks = Vec::new();
        if let Some(duels) = file.fields.table("duels") {
            let entrants = self.duellists(file, duels, &mut designs);
            let options = options.clone();
            blocks.push(Block {
                fields: duels,
                group: "duels".into(),
                duel: true,
                pairs: duels.whole("pairs", pairs),
                options,
                entrants,
            });
        }
        for actions in file.fields.tables("actions") {
            let options = self.action_options(file, actions, &options);
            let entrants = self.fleets_of(file, actions, &mut fleets, &mut designs);
            let group = actions.word("group").map(str::to_owned).or_else(|| G::label(&options));
            blocks.push(Block {
                fields: actions,
                group: group.unwrap_or_else(|| "actions".into()),
                duel: false,
                pairs: actions.whole("pairs", pairs),
                options,
                entrants,
            });
        }
        if file.broken || !judged {
            return None;
        }
        // With a problem among the entrants there is no telling whether cells are missing, only what is wrong with
        // those that are there.
        let complete = file.sound && self.problems.len() == before;
        let cells = self.cells(file, &blocks, &policies, complete)?;
        let mut inputs = self.inputs.clone();
        inputs.sort();
        inputs.dedup();
        Some(Study {
            id: file.origin.stem(),
            name: file.fields.text("name").to_owned(),
            seed: file.fields.whole("seed", 1),
            designs,
            fleets,
            cells,
            inputs,
        })
    }

    fn action_options(&mut self, file: &File, actions: &Fields, base: &G::Options) -> G::Options {
        let mut report = crate::Report::new(&file.source);
        let options = G::options(actions, base, &mut report);
        self.problems.extend(report.into_list());
        options.unwrap_or_else(|| base.clone())
    }

    fn policies_of(&mut self, file: &File) -> Policies<G> {
        let mut policies: Policies<G> = Vec::new();
        for (what, span) in file.fields.words("policies") {
            let Some((id, policy)) = self.policy(what, Some((file, span))) else { continue };
            if policies.iter().any(|(known, _)| *known == id) {
                self.twice(file, span, Kind::Policy, &id);
            }
            policies.push((id, policy));
        }
        policies
    }

    fn twice(&mut self, file: &File, span: Span, kind: Kind, id: &str) {
        let message = format!("the {kind} `{id}` is named twice");
        let expected = "each id once (of two files with the same name, rename one)".into();
        self.problem(Some((file, span)), "", code::DUPLICATE, message, expected);
    }

    fn duellists(&mut self, file: &File, duels: &Fields, designs: &mut Vec<StudyDesign<G>>) -> Vec<Entrant<G>> {
        let named: Vec<(String, Span)> = if duels.word("ships").is_some() {
            self.all(Kind::Ship, &file.origin).into_iter().map(|id| (id, duels.span("ships"))).collect()
        } else {
            duels.words("ships").map(|(what, at)| (what.to_owned(), at)).collect()
        };
        let mut entrants: Vec<Entrant<G>> = Vec::new();
        for (what, at) in named {
            let Some((id, design)) = self.ship(&what, Some((file, at))) else { continue };
            if entrants.iter().any(|known| known.id == id) {
                self.twice(file, at, Kind::Ship, &id);
                continue;
            }
            self.take_in(file, at, &id, &design, designs);
            entrants.push(Entrant { name: design.name().to_owned(), ships: vec![design], id, at });
        }
        entrants
    }

    /// Adds a design to the study's, unless another file's has the same id.
    fn take_in(&mut self, file: &File, at: Span, id: &str, design: &Arc<G::Design>, designs: &mut Vec<StudyDesign<G>>) {
        match designs.iter().find(|known| known.id == id) {
            None => designs.push(StudyDesign { id: id.to_owned(), design: Arc::clone(design) }),
            Some(known) if Arc::ptr_eq(&known.design, design) => {}
            Some(_) => {
                let message = format!("two files with the name `{id}.toml` are among the study's ships");
                let expected = "one ship an id: rename one of the files".into();
                self.problem(Some((file, at)), "", code::DUPLICATE, message, expected);
            }
        }
    }

    fn fleets_of(
        &mut self,
        file: &File,
        actions: &Fields,
        fleets: &mut Vec<Arc<Fleet<G>>>,
        designs: &mut Vec<StudyDesign<G>>,
    ) -> Vec<Entrant<G>> {
        let mut entrants: Vec<Entrant<G>> = Vec::new();
        for (what, at) in actions.words("fleets") {
            let Some(fleet) = self.fleet(what, Some((file, at))) else { continue };
            let twice = entrants.iter().any(|known| known.id == fleet.id);
            let other = fleets.iter().find(|known| known.id == fleet.id);
            if twice || other.is_some_and(|known| !Arc::ptr_eq(known, &fleet)) {
                self.twice(file, at, Kind::Fleet, &fleet.id);
                continue;
            }
            if other.is_none() {
                fleets.push(Arc::clone(&fleet));
            }
            for (id, design) in &fleet.ships {
                self.take_in(file, at, id, design, designs);
            }
            let ships = fleet.ships.iter().map(|(_, ship)| Arc::clone(ship)).collect();
            entrants.push(Entrant { id: fleet.id.clone(), name: fleet.name.clone(), ships, at });
        }
        entrants
    }

    fn cells(
        &mut self,
        file: &File,
        blocks: &[Block<'_, G>],
        policies: &Policies<G>,
        complete: bool,
    ) -> Option<Vec<Cell<G>>> {
        let before = self.problems.len();
        if complete && blocks.is_empty() {
            let expected = "a [duels] table or at least one [[actions]] entry".into();
            let message = "the study has no cell: no battle would be played".into();
            self.problem(Some((file, file.fields.at())), "", code::NO_CELLS, message, expected);
        }
        let mut cells = Vec::new();
        let mut seen: BTreeMap<(String, [String; 2]), ()> = BTreeMap::new();
        for block in blocks {
            let meetings = meetings(block);
            if complete && meetings.is_empty() {
                let expected = "at least two to meet, or `mirror = true`".into();
                let message = "nobody meets anybody here: no battle would be played".into();
                self.problem(Some((file, block.fields.at())), "", code::NO_CELLS, message, expected);
            }
            if cells.len() + meetings.len() * policies.len() > MOST_CELLS {
                let message = format!("the study has more than {MOST_CELLS} cells");
                let expected = "fewer ships, fleets or policies: several studies".into();
                self.problem(Some((file, block.fields.at())), "", code::TOO_MANY_CELLS, message, expected);
                return None;
            }
            for [a, b] in meetings {
                let entrants = [a.id.clone(), b.id.clone()];
                if seen.insert((block.group.clone(), entrants.clone()), ()).is_some() {
                    let [a, b] = &entrants;
                    let message = format!("`{a}` meets `{b}` twice in the group `{}`", excerpt(&block.group));
                    let expected = "another `group` for one of the two entries of [[actions]]".into();
                    self.problem(Some((file, block.fields.at())), "", code::DUPLICATE, message, expected);
                }
                for (nth, (policy_id, policy)) in policies.iter().enumerate() {
                    let force = |e: &Entrant<G>| Force {
                        name: e.name.clone(),
                        ships: e.ships.clone(),
                        stations: None,
                        policy: Arc::clone(policy),
                    };
                    let name = format!("{} against {}", a.name, b.name);
                    let matchup = Matchup { name, forces: [force(a), force(b)], options: block.options.clone() };
                    if nth == 0 {
                        for objection in G::check(&matchup) {
                            self.object_to_cell(file, block.fields, [a.at, b.at], objection);
                        }
                    }
                    cells.push(Cell {
                        number: cells.len() as u64,
                        group: block.group.clone(),
                        policy: policy_id.clone(),
                        entrants: entrants.clone(),
                        duel: block.duel,
                        matchup,
                        pairs: block.pairs,
                    });
                }
            }
        }
        (complete && self.problems.len() == before).then_some(cells)
    }

    fn object_to_cell(&mut self, file: &File, block: &Fields, sides: [Span; 2], objection: Objection) {
        let span = match objection.about {
            About::Side(side) | About::Station(side, _) => sides[side % 2],
            About::Option(key) if block.record.field(key).is_some() && block.given(key) => block.span(key),
            About::Option(key) => file.fields.table("options").map_or(block.at(), |options| options.span(key)),
        };
        self.object(file, span, objection);
    }
}

/// Each entrant against each later one, and with `mirror` against itself.
fn meetings<'b, G: GameFiles>(block: &'b Block<'_, G>) -> Vec<[&'b Entrant<G>; 2]> {
    let mirror = block.fields.flag("mirror").unwrap_or(false);
    let entrants = &block.entrants;
    let pairs = entrants.iter().enumerate().flat_map(|(i, a)| entrants[i..].iter().map(move |b| [a, b]));
    pairs.filter(|[a, b]| mirror || a.id != b.id).collect()
}
