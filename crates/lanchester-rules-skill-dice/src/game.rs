//! Skill Dice as a game of the engine.

use lanchester_core::{Outcome, Points, Rules};

use crate::design::Design;
use crate::event::Event;
use crate::options::{Options, Station};
use crate::plain::{Workspace, tables};
use crate::player::tables::Tables;
use crate::policy::Policy;

/// Skill Dice.
#[derive(Clone, Copy, Debug)]
pub struct SkillDice;

impl Rules for SkillDice {
    const NAME: &'static str = "skill-dice";
    const TITLE: &'static str = "Skill Dice";
    const VERSION: u32 = 3;
    const POINTS: Points = Points { name: "points", short: "points" };
    const CHUNK_PAIRS: u64 = 256;

    type Design = Design;
    type Policy = Policy;
    type Options = Options;
    type Station = Station;
    type Prepared = Tables;
    type Workspace = Workspace;
    type Event = Event;

    fn outcome(event: &Event) -> Option<Outcome> {
        match event {
            Event::Over { outcome } => Some(*outcome),
            _ => None,
        }
    }

    lanchester_battle::rules_by_engine_and_reference!(
        crate::rulebook::LEDGER,
        tables,
        |setup, names, _, events, rolls| crate::story::story(setup, names, events, rolls)
    );
}
