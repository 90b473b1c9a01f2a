//! Sweeps out of opened files.

use std::rc::Rc;

use lanchester_core::Combatant;

use super::build::Variation;
use super::parameters::names;
use super::rule::Rule;
use super::variant::Target;
use super::{Named, Sweep, SweepOpponent, SweptParameter, SweptValue};
use crate::game::GameFiles;
use crate::library::reading::{File, Reading};
use crate::text::source::Span;
use crate::{Kind, text::code};

/// Illegal variants that are reported one by one.
const REPORTED: usize = 3;

impl<G: GameFiles> Reading<'_, G> {
    /// A sweep.
    pub fn sweep(&mut self, what: &str) -> Option<Sweep<G>> {
        let origin = self.resolve(what, Kind::Sweep, None)?;
        let file = self.open(&origin, Some(Kind::Sweep), None)?;
        self.sweep_of(&file)
    }

    pub fn sweep_of(&mut self, file: &Rc<File>) -> Option<Sweep<G>> {
        let before = self.problems.len();
        let options = self.options_of(file);
        let ([policies], search) = self.commanders_of(file, [Some(&file.fields)]);
        let kind = if file.fields.given("fleet") { Kind::Fleet } else { Kind::Ship };
        let key = kind.name();
        let what = file.fields.word(key)?.to_owned();
        let at = Some((&**file, file.fields.span(key)));
        let origin = self.resolve(&what, kind, at)?;
        let base = self.open(&origin, Some(kind), at)?;
        let (ships, base_rating) = self.side(&base)?;
        let opponents = self.opponents(file, kind, &origin.stem());
        let parameters = self.parameters(file, kind);
        if !file.broken.any() {
            self.keys_are_known(file, &base, &parameters);
        }
        if let (Some(_), Some(of)) = (&search, parameters.iter().find(|p| p.target == Target::Policy)) {
            let message =
                format!("`{}` is varied, and `search`, which is among the `policies`, is no file with keys", of.field);
            let expected = "`policies` without \"search\", or no parameter of a policy".into();
            self.problem(Some((file, of.at)), "", code::ONE_OF, message, expected);
        }
        let sample = file.fields.text("sample");
        if file.fields.given("samples") && sample != "latin-hypercube" {
            let message = format!("`samples` has no effect with sample = \"{sample}\"");
            let expected = "sample = \"latin-hypercube\", or no `samples`".into();
            self.problem(Some((file, file.fields.span("samples"))), "", code::ONE_OF, message, expected);
        }
        if file.broken.any() || !file.sound || self.problems.len() > before {
            return None;
        }
        let options = options?;
        self.same_place(file, &base, &parameters);
        let names = names(&parameters);
        let rules = self.rules(file, &names, &parameters);
        let plan = self.plan(file, &parameters)?;
        if self.problems.len() > before {
            return None;
        }
        let mut sweep = Sweep {
            id: file.origin.stem(),
            name: file.fields.text("name").to_owned(),
            seed: file.fields.whole("seed", 1),
            pairs: file.fields.whole("pairs", 1),
            half_width: file.fields.real("half_width"),
            parameters: names
                .iter()
                .zip(&parameters)
                .map(|(name, p)| SweptParameter { name: name.clone(), field: p.field.clone() })
                .collect(),
            variants: Vec::new(),
            left_out: 0,
            opponents,
            policies,
            search,
            base_rating,
            inputs: Vec::new(),
        };
        let of = Variation { file, base: &base, ships: &ships, options: &options, parameters: &parameters };
        self.variants(&of, &mut sweep, &rules, plan);
        sweep.inputs = self.inputs.clone();
        (self.problems.len() == before).then_some(sweep)
    }

    /// Puts the variants of a plan together that keep the rules; reports those that the game refuses.
    fn variants(&mut self, of: &Variation<'_, G>, sweep: &mut Sweep<G>, rules: &[Rule], plan: Vec<Vec<SweptValue>>) {
        let file = of.file;
        let skip = file.fields.flag("skip_illegal").unwrap_or(false);
        let mut refused = 0;
        for (number, values) in (0..).zip(plan) {
            if !rules.iter().all(|rule| rule.holds(&values)) {
                sweep.left_out += 1;
                continue;
            }
            match self.variant(of, sweep, number, values) {
                Ok(variant) => sweep.variants.push(variant),
                Err(_) if skip => sweep.left_out += 1,
                Err(illegal) => {
                    refused += 1;
                    if refused <= REPORTED {
                        let (at, message, expected) = *illegal;
                        self.problem(Some((file, at)), "", code::ILLEGAL_VARIANT, message, expected);
                    }
                }
            }
        }
        if refused > REPORTED {
            let message = format!("{} more variants are refused", refused - REPORTED);
            let expected = "values that go together, or `skip_illegal = true` to leave such variants out".into();
            self.problem(Some((file, file.fields.span("parameters"))), "", code::ILLEGAL_VARIANT, message, expected);
        }
        if refused == 0 && sweep.variants.is_empty() {
            let message = "no variant is left: every one breaks a constraint or is refused by the game".into();
            let expected = "constraints that some combination of values keeps".into();
            self.problem(Some((file, file.fields.span("parameters"))), "", code::NO_CELLS, message, expected);
        }
    }

    /// The ships of a ship or fleet file, with the ids that name them, and their points.
    fn side(&mut self, file: &Rc<File>) -> Option<(Vec<Named<G::Design>>, u32)> {
        let ships = match file.kind {
            Kind::Ship => vec![(file.origin.stem(), self.design_of(file)?)],
            _ => self.fleet_of(file)?.ships.clone(),
        };
        let rating = ships.iter().map(|(_, ship)| ship.rating()).sum();
        Some((ships, rating))
    }

    fn opponents(&mut self, file: &Rc<File>, kind: Kind, varied: &str) -> Vec<SweepOpponent<G>> {
        let named: Vec<(String, Span)> = if file.fields.word("against").is_some() {
            let at = file.fields.span("against");
            self.all(kind, &file.origin).into_iter().filter(|id| id != varied).map(|id| (id, at)).collect()
        } else {
            file.fields.words("against").map(|(what, at)| (what.to_owned(), at)).collect()
        };
        let mut opponents: Vec<SweepOpponent<G>> = Vec::new();
        for (what, at) in named {
            let at = Some((&**file, at));
            let found = if kind == Kind::Ship {
                self.ship(&what, at).map(|(id, ship)| (id.clone(), ship.name().to_owned(), vec![(id, ship)]))
            } else {
                self.fleet(&what, at).map(|fleet| (fleet.id.clone(), fleet.name.clone(), fleet.ships.clone()))
            };
            let Some((id, name, ships)) = found else { continue };
            if opponents.iter().any(|known| known.id == id) {
                let message = format!("the opponent `{id}` is named twice");
                self.problem(at, "", code::DUPLICATE, message, "each id once".into());
            }
            opponents.push(SweepOpponent { id, name, ships });
        }
        opponents
    }
}
