//! The prices of a study under other settings, each varied alone: how far a price hangs on what it is measured with.
//!
//! Every setting has the seed of the study's own prices, so that matchup *i* of a round draws from the same stream and the dice are
//! common. Each is a branch: a part of a run plays its share of one without waiting for the others.

use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

use lanchester_analysis::parity::{ParityRow, judged};
use lanchester_analysis::robust::{RobustRow, Varied};
use lanchester_games::Game;
use lanchester_scenario::{PriceSettings, RobustSettings, StudyDesign};

use crate::price::{Named, Number, Policies, Question, field, prices_so_far};
use crate::runner::Runner;

/// The branch of the first setting; those of readings are below.
const FIRST_BRANCH: u64 = 64;

/// What the study's own setting is called.
pub const OWN: &str = "as in the study";

/// A setting that differs in one thing from the study's own.
#[derive(Debug)]
pub struct Setting<G: Game> {
    /// What differs.
    pub varied: Varied,
    /// In words, such as `charge on both sides`.
    pub name: String,
    /// Points of a fleet, least and most.
    pub budget: [u32; 2],
    /// Options of the battles.
    pub options: G::Options,
    /// Who commands.
    pub policies: Policies<G>,
}

/// What prices are asked under other settings.
pub struct Around<'a, G: Game> {
    /// The study's own setting.
    pub asked: &'a PriceSettings<G>,
    /// What is varied.
    pub robust: &'a RobustSettings<G>,
    /// Who commands the design's side and the field's in the study's own setting.
    pub own: &'a [Named<G>; 2],
    /// The designs.
    pub designs: &'a [StudyDesign<G>],
}

impl<G: Game> Around<'_, G> {
    /// The settings: policies on both sides, budgets, boards, readings. What is the study's own setting is none, and nothing
    /// stands twice.
    #[must_use]
    pub fn settings(&self) -> Vec<Setting<G>> {
        let Self { asked, robust, own, .. } = self;
        let setting = |varied, name, budget, options: &G::Options, [ours, theirs]: [&Named<G>; 2]| Setting {
            varied,
            name,
            budget,
            options: options.clone(),
            policies: Policies::of([ours.clone(), theirs.clone()]),
        };
        let both = [&own[0], &own[1]];
        let mut all: Vec<Setting<G>> = Vec::new();
        for policy in robust.policies.iter().filter(|policy| own.iter().any(|own| !same(own, policy))) {
            let name = format!("{} on both sides", policy.0);
            all.push(setting(Varied::Policy, name, asked.budget, &asked.options, [policy, policy]));
        }
        for times in &robust.budgets {
            if let Some(budget) = scaled::<G>(asked, *times) {
                let name = format!("budgets {}:{}", budget[0], budget[1]);
                all.push(setting(Varied::Budget, name, budget, &asked.options, both));
            }
        }
        for options in robust.boards.iter().filter_map(|times| G::on_board(&asked.options, *times)) {
            let texts = G::options_text(&options);
            let size = texts.iter().find(|(key, _)| *key == "board").map_or("another", |(_, size)| size);
            all.push(setting(Varied::Board, format!("board {size}"), asked.budget, &options, both));
        }
        for reading in asked.readings.iter().filter(|_| robust.readings) {
            let name = format!("reading “{}”", reading.name);
            all.push(setting(Varied::Reading, name, asked.budget, &reading.options, both));
        }
        let mut once: Vec<Setting<G>> = Vec::new();
        for setting in all {
            if !once.iter().any(|known| known.name == setting.name) {
                once.push(setting);
            }
        }
        once
    }

    /// Half-width that these prices aim at, as a share.
    #[must_use]
    pub fn precision(&self) -> f64 {
        self.robust.precision.max(self.asked.precision)
    }

    /// The rows of all settings, those of `own` first, whether all were found before `stop` came, and the battles of all settings but the
    /// study's own. Of a setting that `stop` cut those prices that were known.
    #[must_use]
    pub fn rows(&self, runner: &Runner, own: &[ParityRow], stop: &AtomicBool) -> (Vec<RobustRow>, bool, u64) {
        let first = |row: &ParityRow| RobustRow::new(Varied::Nothing, OWN.to_owned(), self.asked.budget, row.clone());
        let mut rows: Vec<RobustRow> = own.iter().map(first).collect();
        let (mut whole, mut battles) = (true, 0);
        for (branch, setting) in (FIRST_BRANCH..).zip(self.settings()) {
            let number = Number::Budget(setting.budget);
            let question = |design| Question { design, number, policies: &setting.policies };
            let questions: Vec<Question<G>> = self.designs.iter().map(question).collect();
            let field = field(self.asked, &setting.options).at_precision(self.precision());
            let (found, spent, finished) = match prices_so_far(&runner.with_branch(branch), &field, &questions, stop) {
                Ok(found) => {
                    let spent = found.iter().map(|row| row.battles).sum();
                    (found, spent, true)
                }
                Err(so_far) => (so_far.rows.into_iter().flatten().collect(), so_far.battles, false),
            };
            battles += spent;
            let row = |row| RobustRow::new(setting.varied, setting.name.clone(), setting.budget, row);
            rows.extend(judged(&found).into_iter().map(row));
            whole &= finished;
            if !finished && !runner.waits() {
                break;
            }
        }
        (rows, whole, battles)
    }
}

/// The same policy, by id and contents.
fn same<P: Debug>(one: &(String, P), other: &(String, P)) -> bool {
    one.0 == other.0 && format!("{:?}", one.1) == format!("{:?}", other.1)
}

/// The budget times a factor, within the fleet limit; none where that is no budget, or the one it was.
fn scaled<G: Game>(asked: &PriceSettings<G>, times: f64) -> Option<[u32; 2]> {
    let limit = G::fleet_limit(&asked.options).unwrap_or(u32::MAX);
    let [low, high] = asked.budget.map(|points| ((f64::from(points) * times).round() as u32).clamp(1, limit));
    (low < high && [low, high] != asked.budget).then_some([low, high])
}

#[cfg(test)]
mod tests {
    use lanchester_games::{GameName, Visitor};
    use lanchester_scenario::Library;

    use super::*;

    /// The settings around a shipped study and its readings, as words.
    struct Names(&'static str);

    impl Visitor for Names {
        type Output = [Vec<String>; 2];

        fn visit<G: Game>(self) -> [Vec<String>; 2] {
            let library = Library::<G>::shipped();
            let study = library.study(self.0).expect("a shipped study");
            let robust = library.robust_settings(&study).expect("shipped policies");
            let asked = study.prices.as_ref().expect("prices");
            let own = [study.policies[0].clone(), study.policies[0].clone()];
            let around = Around { asked, robust: &robust, own: &own, designs: &asked.designs };
            let readings = asked.readings.iter().map(|reading| format!("reading “{}”", reading.name));
            [around.settings().into_iter().map(|setting| setting.name).collect(), readings.collect()]
        }
    }

    fn names(policies: &[&str], others: &[&str]) -> Vec<String> {
        let policies = policies.iter().map(|policy| format!("{policy} on both sides"));
        policies.chain(others.iter().map(|name| (*name).to_owned())).collect()
    }

    #[test]
    fn every_game_has_its_settings() {
        let shared = ["broadside", "charge", "counter", "foresight", "greedy", "hold", "random", "standoff"];
        let nova = [&shared[..4], &["front-row"], &shared[4..6], &["open-order"], &shared[6..]].concat();
        assert_eq!(GameName::Nova.visit(Names("default"))[0], names(&nova, &["budgets 150:500", "budgets 600:2000"]));
        assert_eq!(
            GameName::StarmadaX.visit(Names("default"))[0],
            names(
                &[&shared[..], &["steady", "straight-on"]].concat(),
                &["budgets 150:500", "budgets 600:2000", "board 60 x 45"]
            )
        );
        assert_eq!(
            GameName::Talon.visit(Names("default"))[0],
            names(
                &[
                    "bow-on", "charge", "eager", "greedy", "guard", "hold", "patient", "random", "slash", "standoff",
                    "straight", "unwary"
                ],
                &["budgets 50:250", "budgets 200:1000"]
            )
        );
    }

    #[test]
    fn the_readings_of_a_study_are_settings() {
        let [all, readings] = GameName::Nova.visit(Names("readings"));
        assert!(!readings.is_empty() && all.ends_with(&readings), "{all:?}");
    }
}
