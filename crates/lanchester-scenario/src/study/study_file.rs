//! Studies out of opened files: their policies, their ships and fleets, and the blocks that ask about them.

use std::rc::Rc;
use std::sync::Arc;

use lanchester_core::Combatant;

use crate::game::GameFiles;
use crate::library::reading::{File, Reading};
use crate::study::study_cells::{Block, Entrant, Meet};
use crate::study::{Fleet, Study, StudyDesign};
use crate::text::source::Span;
use crate::values::fields::Fields;
use crate::{Kind, text::code};

/// A design that a `ships` key names, and where.
pub(crate) struct Named<G: GameFiles> {
    pub id: String,
    pub design: Arc<G::Design>,
    pub at: Span,
}

impl<G: GameFiles> Named<G> {
    pub fn study_design(&self) -> StudyDesign<G> {
        StudyDesign { id: self.id.clone(), design: Arc::clone(&self.design) }
    }
}

/// The designs that a `ships` key names.
pub(crate) struct Pool<G: GameFiles> {
    pub ships: Vec<Named<G>>,
    /// None of them was refused.
    pub whole: bool,
}

/// What the blocks of a study have brought in so far.
pub(crate) struct Taken<G: GameFiles> {
    pub designs: Vec<StudyDesign<G>>,
    pub fleets: Vec<Arc<Fleet<G>>>,
}

/// What a study is read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// All of its cells are played.
    Cells,
    /// Its ships are to meet others or to be priced. Its fleet actions are not played, so their fleets need not be drawn, and
    /// may cost what they like: ratings that are being tried are no mistake.
    Ships,
}

impl<G: GameFiles> Reading<'_, G> {
    /// A study.
    pub fn study(&mut self, what: &str, purpose: Purpose) -> Option<Study<G>> {
        let origin = self.resolve(what, Kind::Study, None)?;
        let file = self.open(&origin, Some(Kind::Study), None)?;
        self.study_of(&file, purpose)
    }

    pub fn study_of(&mut self, file: &Rc<File>, purpose: Purpose) -> Option<Study<G>> {
        let before = self.problems.len();
        let options = self.options_of(file);
        let judged = options.is_some();
        let options = options.unwrap_or_default();
        let options = match file.fields.table("options") {
            Some(table) => self.with_given(table, options),
            None => options,
        };
        let robust = file.fields.table("robust");
        let varied = robust.filter(|robust| robust.word("policies").is_none());
        let ([policies, varied], search) = self.commanders_of(file, [Some(&file.fields), varied]);
        let mut taken = Taken { designs: Vec::new(), fleets: Vec::new() };
        let mut blocks = Vec::new();
        let duels = file.fields.table("duels").map(|duels| (duels, self.pool_of(file, duels)));
        if let Some((fields, pool)) = &duels {
            for ship in &pool.ships {
                self.take_in(file, ship.at, &ship.id, &ship.design, &mut taken.designs);
            }
            let entrants = pool.ships.iter().map(|ship| Entrant {
                id: ship.id.clone(),
                name: ship.design.name().to_owned(),
                ships: vec![(ship.id.clone(), Arc::clone(&ship.design))],
                at: ship.at,
            });
            blocks.push(Block {
                fields,
                group: "duels".into(),
                duel: true,
                pairs: self.pairs_of(file, fields),
                options: options.clone(),
                entrants: entrants.collect(),
                meet: Meet::Each { mirror: fields.flag("mirror").unwrap_or(false) },
            });
        }
        let pool = duels.as_ref().map(|(_, pool)| pool);
        let prices = file.fields.table("prices");
        match purpose {
            Purpose::Cells => {
                blocks.extend(self.action_blocks(file, &options, &mut taken));
                blocks.extend(self.random_blocks(file, pool, &options, &mut taken));
            }
            // Where neither says which ships the study is about, those in its fleets are.
            Purpose::Ships if pool.is_none() && !prices.is_some_and(|prices| prices.given("ships")) => {
                self.ships_of_fleets(file, &mut taken);
            }
            Purpose::Ships => {}
        }
        let prices = prices.and_then(|prices| self.prices_of(file, prices, pool, &options, &taken.designs));
        let robust = robust.and_then(|robust| self.robust_of(file, robust, varied, prices.as_ref()));
        if file.broken.any() || !judged {
            return None;
        }
        // With a problem among the entrants it is unknown whether cells are missing, only what is wrong with
        // those that are there.
        let complete = file.sound && self.problems.len() == before;
        if complete && purpose == Purpose::Cells && blocks.is_empty() && prices.is_none() {
            let expected = "a [duels] table, at least one entry of [[actions]] or [[random]], or [prices]".into();
            let message = "the study has no cell: no battle would be played".into();
            self.problem(Some((file, file.fields.at())), "", code::NO_CELLS, message, expected);
        }
        let cells = self.cells(file, &blocks, &policies, complete)?;
        Some(Study {
            id: file.origin.stem(),
            name: file.fields.text("name").to_owned(),
            seed: file.fields.whole("seed", 1),
            options,
            policies,
            search,
            designs: taken.designs,
            fleets: taken.fleets,
            cells,
            // A price setting that was refused was reported, so there are no cells and this is not reached.
            prices,
            robust,
            inputs: self.inputs.clone(),
            overruled: self.overruled.clone(),
        })
    }

    /// The pairs of each cell of a block: its own `pairs`, else those of the study. Reports when neither says.
    pub fn pairs_of(&mut self, file: &File, block: &Fields) -> u64 {
        let nobody = [block, &file.fields].iter().all(|fields| !fields.given("pairs") && !fields.misspelt("pairs"));
        if nobody && !file.broken.any() {
            let message = format!("{} needs the key `pairs`, here or at the top of the study", block.schema.what);
            let expected =
                "`pairs = …` with pairs of battles per cell; a pair is two battles with sides swapped".into();
            self.problem(Some((file, block.at())), "", code::MISSING_KEY, message, expected);
        }
        block.whole("pairs", file.fields.whole("pairs", 1))
    }

    /// The blocks of all `[[actions]]`.
    fn action_blocks<'f>(&mut self, file: &'f File, options: &G::Options, taken: &mut Taken<G>) -> Vec<Block<'f, G>> {
        let block = |actions: &'f Fields| {
            let options = self.block_options(file, actions, options);
            let options = self.with_given(actions, options);
            let entrants = self.fleets_of(file, actions, taken);
            let group = actions.word("group").map(str::to_owned).or_else(|| G::label(&options));
            Block {
                fields: actions,
                group: group.unwrap_or_else(|| "actions".into()),
                duel: false,
                pairs: self.pairs_of(file, actions),
                options,
                entrants,
                meet: Meet::Each { mirror: actions.flag("mirror").unwrap_or(false) },
            }
        };
        file.fields.tables("actions").iter().map(block).collect()
    }

    /// Takes in the ships of the fleets of `[[actions]]` and those that `[[random]]` fleets are drawn from.
    fn ships_of_fleets(&mut self, file: &File, taken: &mut Taken<G>) {
        for actions in file.fields.tables("actions") {
            self.fleets_of(file, actions, taken);
        }
        taken.fleets.clear();
        for random in file.fields.tables("random") {
            let Pool { ships, .. } = self.pool_of(file, random);
            for ship in &ships {
                self.take_in(file, ship.at, &ship.id, &ship.design, &mut taken.designs);
            }
        }
    }

    /// The study's options with those of a block.
    pub fn block_options(&mut self, file: &File, block: &Fields, base: &G::Options) -> G::Options {
        let mut report = crate::Report::new(&file.source);
        let options = G::options(block, base, &mut report);
        self.problems.extend(report.into_list());
        options.unwrap_or_else(|| base.clone())
    }

    pub(crate) fn twice(&mut self, file: &File, span: Span, kind: Kind, id: &str) {
        let message = format!("the {kind} `{id}` is named twice");
        let expected = "each id once (of two files with the same name, rename one)".into();
        self.problem(Some((file, span)), "", code::DUPLICATE, message, expected);
    }

    /// What the `ships` of a table name, and whether by the word `all`, alone or in the list: those come after all others.
    fn named_ships(&self, file: &File, table: &Fields) -> Vec<(String, Span, bool)> {
        let word = table.word("ships").map(|_| table.span("ships"));
        let (all, named): (Vec<_>, Vec<_>) = table.words("ships").partition(|(what, _)| *what == "all");
        let every = word.or_else(|| all.first().map(|(_, at)| *at)).into_iter();
        let every = every.flat_map(|at| self.all(Kind::Ship, &file.origin).into_iter().map(move |id| (id, at, true)));
        named.into_iter().map(|(what, at)| (what.to_owned(), at, false)).chain(every).collect()
    }

    /// The designs under the `ships` of a table, each once.
    pub fn pool_of(&mut self, file: &File, table: &Fields) -> Pool<G> {
        let before = self.problems.len();
        let mut ships: Vec<Named<G>> = Vec::new();
        if let Some((_, at)) = table.words("ships").filter(|(what, _)| *what == "all").nth(1) {
            let expected = "it once: it stands for all ships".into();
            self.problem(Some((file, at)), "", code::DUPLICATE, "`all` is named twice".into(), expected);
        }
        for (what, at, all) in self.named_ships(file, table) {
            let Some((id, design)) = self.ship(&what, Some((file, at))) else { continue };
            if ships.iter().any(|known| known.id == id) {
                // Whoever asks for all of them as well has named nothing twice.
                if !all {
                    self.twice(file, at, Kind::Ship, &id);
                }
                continue;
            }
            ships.push(Named { id, design, at });
        }
        Pool { ships, whole: self.problems.len() == before && table.given("ships") && !table.faulty("ships") }
    }

    /// Adds a design to the study's, unless another file's has the same id.
    pub fn take_in(
        &mut self,
        file: &File,
        at: Span,
        id: &str,
        design: &Arc<G::Design>,
        designs: &mut Vec<StudyDesign<G>>,
    ) {
        let design = &self.alone(design);
        if self.one_file(file, at, id, design, designs) && !designs.iter().any(|known| known.id == id) {
            designs.push(StudyDesign { id: id.to_owned(), design: Arc::clone(design) });
        }
    }

    /// Whether no other file's design among the study's has this id; reports one that has.
    pub fn one_file(
        &mut self,
        file: &File,
        at: Span,
        id: &str,
        design: &Arc<G::Design>,
        designs: &[StudyDesign<G>],
    ) -> bool {
        let other = designs.iter().any(|known| known.id == id && !Arc::ptr_eq(&known.design, design));
        if other {
            let message = format!("two files with the name `{id}.toml` are among the study's ships");
            let expected = "one ship an id: rename one of the files".into();
            self.problem(Some((file, at)), "", code::DUPLICATE, message, expected);
        }
        !other
    }

    fn fleets_of(&mut self, file: &File, actions: &Fields, taken: &mut Taken<G>) -> Vec<Entrant<G>> {
        let mut entrants: Vec<Entrant<G>> = Vec::new();
        for (what, at) in actions.words("fleets") {
            let Some(fleet) = self.fleet(what, Some((file, at))) else { continue };
            let twice = entrants.iter().any(|known| known.id == fleet.id);
            let other = taken.fleets.iter().find(|known| known.id == fleet.id);
            if twice || other.is_some_and(|known| !Arc::ptr_eq(known, &fleet)) {
                self.twice(file, at, Kind::Fleet, &fleet.id);
                continue;
            }
            if other.is_none() {
                taken.fleets.push(Arc::clone(&fleet));
            }
            for (id, design) in &fleet.ships {
                self.take_in(file, at, id, design, &mut taken.designs);
            }
            entrants.push(Entrant { id: fleet.id.clone(), name: fleet.name.clone(), ships: fleet.ships.clone(), at });
        }
        entrants
    }
}
