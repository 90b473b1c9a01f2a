//! One variant of a sweep: its values put into the files that they belong to, and the files read again.

use std::sync::Arc;

use lanchester_core::{Combatant, Commander, Force, Matchup};

use super::parameters::Parameter;
use super::variant::{Target, document, set};
use super::{Named, Sweep, SweepVariant, SweptValue};
use crate::Kind;
use crate::game::GameFiles;
use crate::library::reading::{File, Reading};
use crate::text::problem::Problem;
use crate::text::source::Span;

/// Where a variant is at fault, what is wrong, and what was expected.
pub(super) type Illegal = Box<(Span, String, String)>;

/// What a sweep varies.
pub(super) struct Variation<'v, G: GameFiles> {
    pub file: &'v File,
    pub base: &'v File,
    pub ships: &'v [Named<G::Design>],
    pub options: &'v G::Options,
    pub parameters: &'v [Parameter],
}

/// A variant's number and values.
#[derive(Clone, Copy)]
struct Values<'v> {
    file: &'v File,
    parameters: &'v [Parameter],
    number: u64,
    values: &'v [SweptValue],
}

impl<'v> Values<'v> {
    /// The parameters of a target, each with its value.
    fn of(self, target: Target) -> impl Iterator<Item = (&'v Parameter, &'v SweptValue)> {
        self.parameters.iter().zip(self.values).filter(move |(p, _)| p.target == target)
    }

    fn varies(self, target: Target) -> bool {
        self.of(target).next().is_some()
    }

    fn illegal(self, at: Span, (why, expected): (String, String)) -> Illegal {
        let values: Vec<String> =
            self.parameters.iter().zip(self.values).map(|(p, value)| format!("{} = {value}", p.field)).collect();
        Box::new((at, format!("variant {} ({}): {why}", self.number, values.join(", ")), expected))
    }

    /// Puts the values of a target into a document.
    fn put<G: GameFiles>(self, target: Target, table: &mut toml::Table) -> Result<(), Illegal> {
        for (p, value) in self.of(target) {
            set::<G>(table, &p.path, value).map_err(|why| self.illegal(p.at, why))?;
        }
        Ok(())
    }

    /// Blames the parameter whose key the first problem speaks of, or the first parameter of the target.
    fn blame(self, target: Target, problems: Vec<Problem>) -> Illegal {
        let first = problems.into_iter().next();
        let why = first.map_or_else(Default::default, |problem| (problem.message, problem.expected));
        let named = |p: &Parameter| p.path.last().is_some_and(|key| why.0.contains(&format!("`{key}`")));
        let parameter = self.of(target).find(|(p, _)| named(p)).or_else(|| self.of(target).next());
        self.illegal(parameter.map_or(self.file.fields.at(), |(p, _)| p.at), why)
    }
}

impl<G: GameFiles> Reading<'_, G> {
    /// One variant, or where and why the game refuses it.
    pub(super) fn variant(
        &mut self,
        of: &Variation<'_, G>,
        sweep: &Sweep<G>,
        number: u64,
        values: Vec<SweptValue>,
    ) -> Result<SweepVariant<G>, Illegal> {
        let here = Values { file: of.file, parameters: of.parameters, number, values: &values };
        let ships = match of.base.kind {
            Kind::Fleet if here.varies(Target::Fleet) => self.varied_fleet(of, here)?,
            Kind::Ship => vec![(of.ships[0].0.clone(), Arc::new(self.varied_ship(of, here)?))],
            _ => of.ships.to_vec(),
        };
        let options = if here.varies(Target::Option) { self.varied_options(of, here)? } else { of.options.clone() };
        let mut policies = sweep.policies.clone();
        if here.varies(Target::Policy) {
            self.vary_policies(of, here, &mut policies)?;
        }
        let rating = ships.iter().map(|(_, ship)| ship.rating()).sum();
        let refuse = |why| here.illegal(of.file.fields.span("parameters"), why);
        let mut variant = SweepVariant { number, values: Vec::new(), ships, rating, options, policies };
        match objection(&variant, sweep) {
            Some(why) => Err(refuse(why)),
            None => {
                variant.values = values;
                Ok(variant)
            }
        }
    }

    fn varied_fleet(&mut self, of: &Variation<'_, G>, here: Values<'_>) -> Result<Vec<Named<G::Design>>, Illegal> {
        let mut table = document(&of.base.fields);
        // Which ships it has is what is varied: they are not cut to points again, unless those are varied too.
        if !here.of(Target::Fleet).any(|(p, _)| p.path == ["points"]) {
            table.remove("points");
        }
        here.put::<G>(Target::Fleet, &mut table)?;
        let (file, problems) = self.as_file(of.base, &table);
        if !problems.is_empty() {
            return Err(here.blame(Target::Fleet, problems));
        }
        let before = self.problems.len();
        let fleet = self.assemble_fleet(&file);
        let problems = self.problems.split_off(before);
        let fleet = fleet.filter(|_| problems.is_empty());
        fleet.map(|fleet| fleet.ships).ok_or_else(|| here.blame(Target::Fleet, problems))
    }

    /// The ship, rated by the game's model unless its rating is varied or kept.
    fn varied_ship(&mut self, of: &Variation<'_, G>, here: Values<'_>) -> Result<G::Design, Illegal> {
        let mut table = document(&of.base.fields);
        if here.varies(Target::Ship) {
            here.put::<G>(Target::Ship, &mut table)?;
            G::varied(&mut table);
        }
        let blame = |problems| here.blame(Target::Ship, problems);
        let design = self.as_design(of.base, &table).map_err(blame)?;
        let rated = here.of(Target::Ship).any(|(p, _)| p.path == [G::RATING_KEY]);
        let keep = of.file.fields.flag("keep_rating").unwrap_or(false) || rated;
        match G::model_rating(&design).filter(|rating| !keep && *rating != design.rating()) {
            None => Ok(design),
            Some(rating) => {
                table.insert(G::RATING_KEY.into(), toml::Value::Integer(rating.into()));
                self.as_design(of.base, &table).map_err(blame)
            }
        }
    }

    fn varied_options(&mut self, of: &Variation<'_, G>, here: Values<'_>) -> Result<G::Options, Illegal> {
        let mut table = of.file.fields.table("options").map(document).unwrap_or_default();
        here.put::<G>(Target::Option, &mut table)?;
        let (found, problems) = self.as_options(&table);
        found.filter(|_| problems.is_empty()).ok_or_else(|| here.blame(Target::Option, problems))
    }

    fn vary_policies(
        &mut self,
        of: &Variation<'_, G>,
        here: Values<'_>,
        policies: &mut [(String, Commander<G>)],
    ) -> Result<(), Illegal> {
        for (policy, (what, _)) in policies.iter_mut().zip(of.file.fields.words("policies")) {
            let at = Some((of.file, of.file.fields.at()));
            let Some(base) = self.resolve(what, Kind::Policy, at) else { continue };
            let Some(base) = self.open(&base, Some(Kind::Policy), None) else { continue };
            let mut table = document(&base.fields);
            here.put::<G>(Target::Policy, &mut table)?;
            let (file, mut problems) = self.as_file(&base, &table);
            let mut report = crate::Report::new(&file.source);
            let name = base.fields.text("name").to_owned();
            let found = G::policy(&file.fields, name, None, &mut report);
            problems.extend(report.into_list());
            match found.filter(|_| problems.is_empty()) {
                Some(found) => policy.1 = Arc::new(found).into(),
                None => return Err(here.blame(Target::Policy, problems)),
            }
        }
        Ok(())
    }

    fn as_design(&mut self, base: &File, table: &toml::Table) -> Result<G::Design, Vec<Problem>> {
        let (file, mut problems) = self.as_file(base, table);
        let mut report = crate::Report::new(&file.source);
        let known = self.problems.len();
        let fields = if problems.is_empty() { self.with_named(&file.fields, &file) } else { None };
        problems.extend(self.problems.drain(known..));
        let design = fields.and_then(|fields| G::ship(&fields, &mut report));
        problems.extend(report.into_list());
        design.filter(|_| problems.is_empty()).ok_or(problems)
    }
}

/// What the game says against a variant meeting one of the opponents.
fn objection<G: GameFiles>(variant: &SweepVariant<G>, sweep: &Sweep<G>) -> Option<(String, String)> {
    sweep.opponents.iter().find_map(|opponent| {
        let force = |name: &str, ships: &[Named<G::Design>], commander: &Commander<G>| Force {
            name: name.to_owned(),
            ships: ships.iter().map(|(_, ship)| Arc::clone(ship)).collect(),
            stations: None,
            commander: commander.clone(),
        };
        let forces = [
            force("the variant", &variant.ships, &variant.policies[0].1),
            force(&opponent.name, &opponent.ships, &sweep.policies[0].1),
        ];
        let matchup = Matchup { name: String::new(), forces, options: variant.options.clone() };
        G::check(&matchup).into_iter().next().map(|objection| (objection.message, objection.expected))
    })
}
