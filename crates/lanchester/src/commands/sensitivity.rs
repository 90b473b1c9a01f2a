//! `lanchester sensitivity`: what one thing more on a ship is worth.

use std::sync::Arc;

use anyhow::bail;
use clap::Args;
use lanchester_core::Combatant;
use lanchester_games::Game;
use lanchester_scenario::Library;
use lanchester_study::versus::ship;

use crate::commands::compare::{Against, json, repeat, text, verdicts};
use crate::exit::Exit;
use crate::settings::Settings;
use crate::{interrupt, output};

/// Says what one thing more on a ship is worth: a hull box, thrust, ECM, a shield face, a die, a range band
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester sensitivity majestic
  lanchester sensitivity my-ship.toml --against my-study.toml --pairs 40000

The ship with one thing more meets the same opponents with the same dice as the ship as it is. Worth is the difference in
rating points.")]
pub struct Sensitivity {
    /// The ship: an id of the study's, or any other id or path
    #[arg(value_name = "SHIP")]
    ship: String,
    #[command(flatten)]
    against: Against,
}

/// Plays every step and prints a table.
pub fn run<G: Game>(of: &Sensitivity, settings: &Settings) -> anyhow::Result<Exit> {
    let library = Library::<G>::shipped();
    let study = library.ships_of_study(&of.against.against)?;
    let seed = settings.seed.unwrap_or(study.seed);
    let base = ship(&library, &study, &of.ship)?;
    let steps = G::improvements(&base.design);
    if steps.is_empty() {
        bail!("there is nothing that {} could have more of", base.design.name());
    }
    let ground = of.against.ground(&library, &study, std::slice::from_ref(&base.id))?;
    let repeat = repeat("sensitivity", &[&of.ship], &of.against, seed);
    let (whats, better): (Vec<String>, Vec<G::Design>) = steps.into_iter().unzip();
    let ships: Vec<Arc<G::Design>> =
        std::iter::once(Arc::clone(&base.design)).chain(better.into_iter().map(Arc::new)).collect();

    let stop = interrupt::listen();
    let Some(mut verdicts) = verdicts(&ground, settings, seed, of.against.pairs, &ships, stop) else {
        output::note(&format!("Interrupted; nothing to report. Run it again:\n  {repeat}"));
        return Ok(Exit::Interrupted);
    };
    for (verdict, what) in verdicts.iter_mut().zip(whats) {
        verdict.name = what;
    }
    // The most valuable first.
    verdicts.sort_by(|a, b| b.scores.difference.estimate.total_cmp(&a.scores.difference.estimate));
    if settings.json {
        output::json(&json(&ground, &study.id, &ships[0], &of.against, seed, &repeat, &verdicts))?;
    } else {
        let rows: Vec<[String; 1]> = verdicts.iter().map(|v| [v.name.clone()]).collect();
        output::data(&text(&ground, &ships[0], &["One thing more"], &rows, &verdicts, seed, &repeat))?;
    }
    Ok(Exit::Done)
}
