//! What the journal of a search belongs to.

use lanchester_analysis::hash::hash;
use lanchester_games::Game;
use lanchester_store::Identity;

use super::Method;
use super::ground::Ground;
use super::played::{Budget, Question};

/// All that a search depends on. A ship or policy that has changed makes it another search.
pub fn identity<G: Game>(question: &Question<G>, seed: u64) -> Identity {
    let Question { ground, opponents, space, starts, roles, budget, method } = question;
    let ground = match ground {
        Ground::Lineups(lineups) => format!("{lineups:?}"),
        Ground::Ships(ships) => ships.text(),
    };
    let held = match method {
        Method::Wide => String::new(),
        Method::Near { held } => format!(" {held:?}"),
    };
    let all = format!("{ground} {opponents:?} {:?} {starts:?} {roles:?}{held}", space.keys());
    let plan = match budget {
        Budget::Battles(battles) => format!("{battles} battles"),
        Budget::Time(time) => humantime::format_duration(*time).to_string(),
    };
    Identity {
        study: match method {
            Method::Wide => "tune",
            Method::Near { .. } => "learn",
        }
        .to_owned(),
        game: G::NAME.to_owned(),
        rules_version: G::VERSION,
        stream_version: lanchester_lanes::dice::STREAM_VERSION,
        seed,
        study_hash: hash(all.as_bytes()),
        plan,
        ..Identity::default()
    }
}
