//! Sweeps out of opened files.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use lanchester_core::{Combatant, Force, Matchup};

use super::plan::{NoSteps, Range, grid, latin_hypercube, list, steps};
use super::rule::Rule;
use super::schema::MOST_VARIANTS;
use super::variant::{Target, document, set, target};
use super::{Named, Sweep, SweepOpponent, SweepVariant, SweptParameter, SweptValue};
use crate::fields::{Fields, Value};
use crate::game::GameFiles;
use crate::problem::Problem;
use crate::reading::{File, Reading};
use crate::source::Span;
use crate::{Kind, code};

/// Samples of a Latin hypercube without `samples`.
const SAMPLES: u64 = 100;

/// Illegal variants that are told of.
const TOLD: usize = 3;

/// A parameter as it was read.
pub(super) struct Parameter {
    pub target: Target,
    pub path: Vec<String>,
    field: String,
    pub at: Span,
    /// Its values one by one.
    pub values: Vec<SweptValue>,
    /// What a random sample draws from.
    range: Range,
}

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
        let policies = self.policies_of(file);
        let kind = if file.fields.given("fleet") { Kind::Fleet } else { Kind::Ship };
        let key = kind.name();
        let what = file.fields.word(key)?.to_owned();
        let at = Some((&**file, file.fields.span(key)));
        let origin = self.resolve(&what, kind, at)?;
        let base = self.open(&origin, Some(kind), at)?;
        let (ships, base_rating) = self.side(&base)?;
        let opponents = self.opponents(file, kind, &origin.stem());
        let parameters = self.parameters(file, kind);
        if !file.broken {
            self.keys_are_known(file, &base, &parameters);
        }
        let sample = file.fields.text("sample");
        if file.fields.given("samples") && sample != "latin-hypercube" {
            let message = format!("`samples` has no effect with sample = \"{sample}\"");
            let expected = "sample = \"latin-hypercube\", or no `samples`".into();
            self.problem(Some((file, file.fields.span("samples"))), "", code::ONE_OF, message, expected);
        }
        if file.broken || !file.sound || self.problems.len() > before {
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
            base_rating,
            inputs: Vec::new(),
        };
        let skip = file.fields.flag("skip_illegal").unwrap_or(false);
        let mut refused = 0;
        let unvaried = Variation { file, base: &base, ships: &ships, options: &options, parameters: &parameters };
        for (number, values) in (0..).zip(plan) {
            if !rules.iter().all(|rule| rule.holds(&values)) {
                sweep.left_out += 1;
                continue;
            }
            match self.variant(&unvaried, &sweep, number, values) {
                Ok(variant) => sweep.variants.push(variant),
                Err(_) if skip => sweep.left_out += 1,
                Err(illegal) => {
                    refused += 1;
                    if refused <= TOLD {
                        let (at, message, expected) = *illegal;
                        self.problem(Some((file, at)), "", code::ILLEGAL_VARIANT, message, expected);
                    }
                }
            }
        }
        if refused > TOLD {
            let message = format!("{} more variants are refused", refused - TOLD);
            let expected = "values that go together, or `skip_illegal = true` to leave such variants out".into();
            self.problem(Some((file, file.fields.span("parameters"))), "", code::ILLEGAL_VARIANT, message, expected);
        }
        if refused == 0 && sweep.variants.is_empty() {
            let message = "no variant is left: every one breaks a constraint or is refused by the game".into();
            let expected = "constraints that some combination of values keeps".into();
            self.problem(Some((file, file.fields.span("parameters"))), "", code::NO_CELLS, message, expected);
        }
        sweep.inputs = self.inputs.clone();
        (self.problems.len() == before).then_some(sweep)
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

    fn parameters(&mut self, file: &Rc<File>, kind: Kind) -> Vec<Parameter> {
        let mut parameters: Vec<Parameter> = Vec::new();
        for entry in file.fields.tables("parameters") {
            let Some(field) = entry.word("field") else { continue };
            let at = entry.span("field");
            let (target, path) = match target(field) {
                Ok(found) => found,
                Err((message, expected)) => {
                    self.problem(Some((file, at)), "", code::UNKNOWN_KEY, message, expected);
                    continue;
                }
            };
            let other = matches!((target, kind), (Target::Ship, Kind::Fleet) | (Target::Fleet, Kind::Ship));
            if other {
                let message = format!("`{field}` belongs to another kind of file: this sweep varies a {kind}");
                self.problem(Some((file, at)), "", code::WRONG_KIND, message, format!("{kind}.…"));
                continue;
            }
            if parameters.iter().any(|known| known.field == field) {
                let message = format!("`{field}` is varied twice");
                self.problem(Some((file, at)), "", code::DUPLICATE, message, "each field once".into());
                continue;
            }
            let Some((values, range)) = self.values(file, entry) else { continue };
            parameters.push(Parameter { target, path, field: field.to_owned(), at, values, range });
        }
        parameters
    }

    /// Two ways to name one key of the ship or fleet: a battery by its number and by its name.
    fn same_place(&mut self, file: &Rc<File>, base: &File, parameters: &[Parameter]) {
        let mut document = document(&base.fields);
        let mut known: Vec<(Vec<String>, &str)> = Vec::new();
        for p in parameters.iter().filter(|p| matches!(p.target, Target::Ship | Target::Fleet)) {
            // What cannot be set was told before.
            let Some(Ok(place)) = p.values.first().map(|value| set::<G>(&mut document, &p.path, value)) else {
                continue;
            };
            match known.iter().find(|(other, _)| *other == place) {
                None => known.push((place, &p.field)),
                Some((_, other)) => {
                    let message = format!("`{}` and `{other}` are one key", p.field);
                    self.problem(Some((file, p.at)), "", code::DUPLICATE, message, "each key once".into());
                }
            }
        }
    }

    fn values(&mut self, file: &Rc<File>, entry: &Fields) -> Option<(Vec<SweptValue>, Range)> {
        let listed = entry.given("values");
        let (from, to) = (entry.real("from"), entry.real("to"));
        let expected = "`values = […]`, or `from`, `to` and perhaps `step`".to_owned();
        if entry.faulty("values") || ["from", "to", "step"].iter().any(|key| entry.faulty(key)) {
            return None;
        }
        match (listed, from, to) {
            (true, None, None) => {
                let value = |value: &Value| match value {
                    Value::Whole(n) => Some(SweptValue::Whole(*n)),
                    Value::Real(x) => Some(SweptValue::Real(*x)),
                    Value::Text(text) => Some(SweptValue::Text(text.clone())),
                    Value::Flag(flag) => Some(SweptValue::Flag(*flag)),
                    _ => None,
                };
                let mut values: Vec<SweptValue> = Vec::new();
                let mut keys = BTreeSet::new();
                // Lists go together, row by row: a value may stand in several of them.
                let once = file.fields.text("sample") != "list";
                for listed in entry.list("values") {
                    let Some(value) = value(&listed.value) else { continue };
                    if !keys.insert(value.key()) && once {
                        let message = format!("`{value}` is listed twice");
                        self.problem(Some((file, listed.at)), "", code::DUPLICATE, message, "each value once".into());
                    }
                    values.push(value);
                }
                let range = Range::Values(values.clone());
                Some((values, range))
            }
            (false, Some(from), Some(to)) if from <= to => {
                let step = entry.real("step").unwrap_or(1.0);
                let whole = [from, to, step].iter().all(|x| x.fract() == 0.0);
                let drawn = file.fields.text("sample") == "latin-hypercube" && !whole && !entry.given("step");
                let values = match steps(from, to, step, MOST_VARIANTS) {
                    Ok(values) => values,
                    // A sample that draws from the whole of the range needs no steps.
                    Err(_) if drawn => vec![SweptValue::Real(from), SweptValue::Real(to)],
                    Err(why) => {
                        let (message, expected) = match why {
                            NoSteps::TooMany => {
                                ("the range has too many values".into(), format!("at most {MOST_VARIANTS} values"))
                            }
                            NoSteps::Past(before, after) => (
                                format!("the steps from {from} by {step} pass {to}"),
                                format!("`to` = {before} or {after}, or another step"),
                            ),
                        };
                        let key = if entry.given("step") { "step" } else { "to" };
                        self.problem(Some((file, entry.span(key))), "", code::OUT_OF_RANGE, message, expected);
                        return None;
                    }
                };
                // With a step that is no 1, or no whole number, a sample draws from the steps.
                let range = match (whole && step == 1.0, entry.given("step")) {
                    (true, _) => Range::Whole(from as i64, to as i64),
                    (false, true) => Range::Values(values.clone()),
                    (false, false) => Range::Real(from, to),
                };
                Some((values, range))
            }
            (false, Some(_), Some(_)) => {
                let message = "`from` is larger than `to`".into();
                self.problem(Some((file, entry.span("from"))), "", code::OUT_OF_RANGE, message, expected);
                None
            }
            _ => {
                let message = "the parameter has no values, or two kinds of them".into();
                self.problem(Some((file, entry.at())), "", code::ONE_OF, message, expected);
                None
            }
        }
    }

    fn rules(&mut self, file: &Rc<File>, names: &[String], parameters: &[Parameter]) -> Vec<Rule> {
        let mut rules = Vec::new();
        for entry in file.fields.tables("constraints") {
            let Some(text) = entry.word("rule") else { continue };
            match Rule::read(text, names) {
                Ok(rule) => {
                    let number = |p: &Parameter| p.values.iter().all(|value| value.number().is_some());
                    let word = (0..parameters.len()).find(|place| rule.names(*place) && !number(&parameters[*place]));
                    if let Some(place) = word {
                        let message = format!("`{}` has values that are no numbers", names[place]);
                        let expected = "parameters whose values are numbers".into();
                        self.problem(Some((file, entry.span("rule"))), "", code::BAD_RULE, message, expected);
                    }
                    rules.push(rule);
                }
                Err((message, expected)) => {
                    self.problem(Some((file, entry.span("rule"))), "", code::BAD_RULE, message, expected);
                }
            }
        }
        rules
    }

    fn plan(&mut self, file: &Rc<File>, parameters: &[Parameter]) -> Option<Vec<Vec<SweptValue>>> {
        let values: Vec<Vec<SweptValue>> = parameters.iter().map(|p| p.values.clone()).collect();
        let at = Some((&**file, file.fields.span("parameters")));
        match file.fields.text("sample") {
            "list" => {
                if values.iter().any(|list| list.len() != values[0].len()) {
                    let lengths: Vec<String> = values.iter().map(|list| list.len().to_string()).collect();
                    let message = format!("the lists have {} values", lengths.join(", "));
                    self.problem(
                        at,
                        "",
                        code::WRONG_LENGTH,
                        message,
                        "lists of one length for sample = \"list\"".into(),
                    );
                    return None;
                }
                let rows = list(&values);
                let mut known = BTreeMap::new();
                for (nth, row) in (1..).zip(&rows) {
                    if let Some(first) = known.insert(row_key(row), nth) {
                        let message = format!("the values at places {first} and {nth} of the lists are the same");
                        self.problem(at, "", code::DUPLICATE, message, "each combination once".into());
                    }
                }
                Some(rows)
            }
            "latin-hypercube" => {
                let ranges: Vec<Range> = parameters.iter().map(|p| p.range.clone()).collect();
                let seed = file.fields.whole("seed", 1);
                let mut sample = latin_hypercube(&ranges, file.fields.whole("samples", SAMPLES), seed);
                // Of few values some combinations are drawn again.
                let mut known = BTreeSet::new();
                sample.retain(|row| known.insert(row_key(row)));
                Some(sample)
            }
            _ => {
                let plan = grid(&values, MOST_VARIANTS);
                if plan.is_none() {
                    let message = format!("the grid has more than {MOST_VARIANTS} variants");
                    let expected = "fewer values, or sample = \"latin-hypercube\"".into();
                    self.problem(at, "", code::TOO_MANY_CELLS, message, expected);
                }
                plan
            }
        }
    }

    /// One variant, or where and why the game refuses it.
    fn variant(
        &mut self,
        of: &Variation<'_, G>,
        sweep: &Sweep<G>,
        number: u64,
        values: Vec<SweptValue>,
    ) -> Result<SweepVariant<G>, Box<Illegal>> {
        let told: Vec<String> =
            of.parameters.iter().zip(&values).map(|(p, value)| format!("{} = {value}", p.field)).collect();
        let illegal = |at: Span, why: (String, String)| {
            let message = format!("variant {number} ({}): {}", told.join(", "), why.0);
            Box::new((at, message, why.1))
        };
        let first = |problems: Vec<Problem>| {
            let problem = problems.into_iter().next();
            problem.map_or_else(Default::default, |problem| (problem.message, problem.expected))
        };
        let here = |target: Target| of.parameters.iter().zip(&values).filter(move |(p, _)| p.target == target);
        let varied = |target: Target, table: &mut toml::Table| -> Result<(), Box<Illegal>> {
            for (p, value) in here(target) {
                set::<G>(table, &p.path, value).map_err(|why| illegal(p.at, why))?;
            }
            Ok(())
        };
        // The parameter whose key the game speaks of, or the first of the file that it refuses.
        let blame = |target: Target, problems: Vec<Problem>| {
            let why = first(problems);
            let named = |p: &Parameter| p.path.last().is_some_and(|key| why.0.contains(&format!("`{key}`")));
            let parameter = here(target).find(|(p, _)| named(p)).or_else(|| here(target).next());
            illegal(parameter.map_or(of.file.fields.at(), |(p, _)| p.at), why)
        };

        let kind = if of.base.kind == Kind::Fleet { Target::Fleet } else { Target::Ship };
        let mut ships = of.ships.to_vec();
        if of.base.kind == Kind::Fleet && here(kind).next().is_some() {
            let mut table = document(&of.base.fields);
            varied(kind, &mut table)?;
            let (file, problems) = self.as_file(of.base, &table);
            if !problems.is_empty() {
                return Err(blame(kind, problems));
            }
            let before = self.problems.len();
            let fleet = self.assemble_fleet(&file);
            let problems = self.problems.split_off(before);
            match fleet.filter(|_| problems.is_empty()) {
                Some(fleet) => ships = fleet.ships,
                None => return Err(blame(kind, problems)),
            }
        } else if of.base.kind == Kind::Ship {
            let mut table = document(&of.base.fields);
            if here(kind).next().is_some() {
                varied(kind, &mut table)?;
                G::varied(&mut table);
            }
            let mut design = self.as_design(of.base, &table).map_err(|p| blame(kind, p))?;
            let keep =
                of.file.fields.flag("keep_rating").unwrap_or(false) || here(kind).any(|(p, _)| p.path == ["rating"]);
            if let Some(rating) = G::model_rating(&design).filter(|rating| !keep && *rating != design.rating()) {
                table.insert("rating".into(), toml::Value::Integer(rating.into()));
                design = self.as_design(of.base, &table).map_err(|p| blame(kind, p))?;
            }
            ships = vec![(ships[0].0.clone(), Arc::new(design))];
        }
        let mut options = of.options.clone();
        if here(Target::Option).next().is_some() {
            let mut table = of.file.fields.table("options").map(document).unwrap_or_default();
            varied(Target::Option, &mut table)?;
            let (found, problems) = self.as_options(&table);
            options = match found.filter(|_| problems.is_empty()) {
                Some(options) => options,
                None => return Err(blame(Target::Option, problems)),
            };
        }
        let mut policies = sweep.policies.clone();
        if here(Target::Policy).next().is_some() {
            for (policy, (what, _)) in policies.iter_mut().zip(of.file.fields.words("policies")) {
                let Some(base) = self.resolve(what, Kind::Policy, Some((of.file, of.file.fields.at()))) else {
                    continue;
                };
                let Some(base) = self.open(&base, Some(Kind::Policy), None) else { continue };
                let mut table = document(&base.fields);
                varied(Target::Policy, &mut table)?;
                let (file, mut problems) = self.as_file(&base, &table);
                let mut report = crate::Report::new(&file.source);
                let name = base.fields.text("name").to_owned();
                let found = G::policy(&file.fields, name, None, &mut report);
                problems.extend(report.into_list());
                match found.filter(|_| problems.is_empty()) {
                    Some(found) => policy.1 = Arc::new(found),
                    None => return Err(blame(Target::Policy, problems)),
                }
            }
        }
        let rating = ships.iter().map(|(_, ship)| ship.rating()).sum();
        let variant = SweepVariant { number, values, ships, rating, options, policies };
        if let Some(why) = objection(&variant, sweep) {
            return Err(illegal(of.file.fields.span("parameters"), why));
        }
        Ok(variant)
    }

    fn as_design(&self, base: &File, table: &toml::Table) -> Result<G::Design, Vec<Problem>> {
        let (file, mut problems) = self.as_file(base, table);
        let mut report = crate::Report::new(&file.source);
        let design = if problems.is_empty() { G::ship(&file.fields, &mut report) } else { None };
        problems.extend(report.into_list());
        design.filter(|_| problems.is_empty()).ok_or(problems)
    }
}

/// Where a variant is at fault, what is wrong, and what was expected.
type Illegal = (Span, String, String);

/// What a sweep varies.
struct Variation<'v, G: GameFiles> {
    file: &'v File,
    base: &'v File,
    ships: &'v [Named<G::Design>],
    options: &'v G::Options,
    parameters: &'v [Parameter],
}

/// What the game says against a variant meeting one of the opponents.
fn objection<G: GameFiles>(variant: &SweepVariant<G>, sweep: &Sweep<G>) -> Option<(String, String)> {
    sweep.opponents.iter().find_map(|opponent| {
        let force = |name: &str, ships: &[Named<G::Design>], policy: &Arc<G::Policy>| Force {
            name: name.to_owned(),
            ships: ships.iter().map(|(_, ship)| Arc::clone(ship)).collect(),
            stations: None,
            policy: Arc::clone(policy),
        };
        let forces = [
            force("the variant", &variant.ships, &variant.policies[0].1),
            force(&opponent.name, &opponent.ships, &sweep.policies[0].1),
        ];
        let matchup = Matchup { name: String::new(), forces, options: variant.options.clone() };
        G::check(&matchup).into_iter().next().map(|objection| (objection.message, objection.expected))
    })
}

/// Equal for rows whose values mean the same.
fn row_key(row: &[SweptValue]) -> Vec<String> {
    row.iter().map(SweptValue::key).collect()
}

/// Short names of parameters: the last key if no other has it, else the whole field.
fn names(parameters: &[Parameter]) -> Vec<String> {
    let plain = |text: &str| -> String {
        text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect()
    };
    let last = |p: &Parameter| plain(p.path.last().map_or("", String::as_str));
    let short: Vec<String> = parameters.iter().map(last).collect();
    parameters
        .iter()
        .zip(&short)
        .map(
            |(p, name)| {
                if short.iter().filter(|other| *other == name).count() > 1 { plain(&p.field) } else { name.clone() }
            },
        )
        .collect()
}
