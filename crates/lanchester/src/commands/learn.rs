//! `lanchester learn`: a policy made better in small steps, by what its battles say.

use std::path::PathBuf;

use clap::Args;
use lanchester_games::Game;
use lanchester_study::tune::Budget;

use super::tune::ground::GroundFlags;
use super::tune::{How, TuneOf, ask};
use crate::exit::Exit;
use crate::settings::Settings;
use crate::store_flags::StoreFlags;

/// Makes a policy better in small steps: moves all its numbers at once, by what many battles say of each
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester learn --out better.toml
  lanchester learn my-policy.toml --budget 30m --out better.toml
  lanchester learn my-policy.toml --against default --out better.toml      what beats default, near my-policy
  lanchester learn --game talon --fights fleets --hold bold --out better.toml
  lanchester learn --budget 2h --out better.toml --resume

Two policies beside the one so far fight in the same random matchups: every number is a little larger in the one and a little smaller
in the other, by chance which. What many such pairs score apart says of every number at once what a step of it is worth, and all move
by that. Weights of zero, choices in words and what is held stay as they are. The policies on the way are compared on matchups of
other ships, where a study has nine or more, and the best of them is tested on ships that never fought before; it is written only if
it passes. `lanchester tune` looks far and wide instead.

Ctrl-C writes the best policy so far, which was not tested; --resume goes on from there.")]
pub struct LearnOf {
    /// The policy to make better, by id or path
    #[arg(value_name = "POLICY", default_value = "default")]
    from: String,
    /// Whom to beat, by id or path; again for a mixture, in which =N is how often [default: the policy as it is]
    #[arg(long, value_name = "POLICY[=N]")]
    against: Vec<String>,
    /// A key of the policy that stays as it is, such as moves.take; can be given again
    #[arg(long, value_name = "KEY")]
    hold: Vec<String>,
    #[command(flatten)]
    ground: GroundFlags,
    /// How long to learn, choose and test, such as 30m, or how many battles at most, such as 2000000; battles alone end alike every
    /// time
    #[arg(long, value_name = "TIME|BATTLES", default_value = "5m", value_parser = ask::budget_to_learn)]
    budget: Budget,
    /// The policy file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The file that keeps every step until the policy is written [default: the --out file with .store at its end]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    #[command(flatten)]
    flags: StoreFlags,
}

/// Learns, tests, writes the policy and says what was found.
pub fn run<G: Game>(of: &LearnOf, settings: &Settings) -> anyhow::Result<Exit> {
    let from = vec![of.from.clone()];
    let tune = TuneOf {
        against: if of.against.is_empty() { from.clone() } else { of.against.clone() },
        from,
        ground: of.ground.clone(),
        budget: of.budget,
        out: of.out.clone(),
        store: of.store.clone(),
        flags: of.flags,
        method: How::Near(of.hold.clone()),
    };
    super::tune::run::<G>(&tune, settings)
}
