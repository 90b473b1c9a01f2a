//! `lanchester check`: every mistake in files, at once.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use lanchester_core::Combatant;
use lanchester_games::{Game, GameName, Visitor};
use lanchester_report::columns::clean;
use lanchester_scenario::{Checked, Kind, Problem, Problems, Study};
use serde::Serialize;

use crate::exit::Exit;
use crate::output;
use crate::remarks::{unarmed, unprinted};
use crate::settings::Settings;
use crate::which_game::named_by_a_file;
use crate::wording::{count, grouped};

/// Reports every mistake in scenario files at once: where, what, and what was expected
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  lanchester check my-ship.toml
  lanchester check my-ships/            every .toml file below the folder

Each file is checked by the game that it names. Ends with 0 if nothing is wrong, otherwise with 2.")]
pub struct Check {
    /// Files, or folders of files
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
}

#[derive(Serialize)]
struct CheckJson {
    ok: bool,
    files: Vec<FileJson>,
    problems: Vec<Problem>,
}

#[derive(Serialize)]
struct FileJson {
    path: String,
    ok: bool,
    #[serde(flatten)]
    checked: Option<Checked>,
    /// What is to be said of a file that is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<Vec<String>>,
}

/// A file to be checked by a game.
struct ByGame<'p>(&'p Path, &'p Settings<'p>);

impl Visitor for ByGame<'_> {
    /// What it is and what is to be said of it.
    type Output = Result<(Checked, Vec<String>), Problems>;

    fn visit<G: Game>(self) -> Self::Output {
        let library = self.1.library::<G>();
        let checked = library.check(self.0)?;
        let path = self.0.to_string_lossy();
        let lines = match checked.kind {
            Kind::Ship => library.ship(&path).map(|ship| {
                let unprinted = unprinted::<G>(&ship).into_iter().collect();
                let unarmed = unarmed::<G>(&ship).into_iter().collect();
                let formula = beside_the_printed::<G>(&ship).into_iter().collect();
                [G::record_lines(&ship), G::remarks(&ship), unprinted, unarmed, formula].concat()
            }),
            // With `points` in it the file alone does not say which ships it stands for.
            Kind::Fleet => library
                .fleet(&path)
                .map(|fleet| vec![format!("{} points: {}", grouped(fleet.rating().into()), fleet.roll())]),
            Kind::Study => library.study(&path).map(|study| unrated(&study).into_iter().collect()),
            _ => Ok(Vec::new()),
        };
        Ok((checked, lines?))
    }
}

/// How many times one rating is the other where they count as far apart. Formula and publisher differ by less on any shipped ship.
const FAR_APART: u32 = 2;

/// What a ship would cost by the game's formula, where a rating is printed.
fn beside_the_printed<G: Game>(ship: &G::Design) -> Option<String> {
    let (printed, formula) = (ship.printed()?, G::model_rating(ship)?);
    let far = printed.max(formula) > printed.min(formula).saturating_mul(FAR_APART);
    let beware = if far { ": far apart; is the printed one meant?" } else { "" };
    Some(format!("printed rating {printed}, house rating ({}) {formula}{beware}", G::HOUSE_RATING))
}

/// What is to be said of the ships of a study whose files give no rating.
fn unrated<G: Game>(study: &Study<G>) -> Option<String> {
    let names: Vec<&str> =
        study.designs.iter().filter(|of| of.design.printed().is_none()).map(|of| of.design.name()).collect();
    let priced = if study.prices.is_some() { "priced, but not judged" } else { "not judged" };
    (!names.is_empty()).then(|| format!("no printed rating, so {priced}: {}", names.join(", ")))
}

/// Checks the files, each by the rules of the game asked for, or if none was by those that it names itself.
pub fn run(of: &Check, settings: &Settings) -> anyhow::Result<Exit> {
    let mut paths = Vec::new();
    for path in &of.paths {
        let before = paths.len();
        collect(path, &mut paths)?;
        if paths.len() == before {
            bail!("there is no .toml file in the folder `{}`; expected scenario files", path.display());
        }
    }
    let mut files = Vec::new();
    let mut all: Option<Problems> = None;
    let mut text = String::new();
    for path in paths {
        let shown = path.to_string_lossy().into_owned();
        let own =
            settings.game.or_else(|| named_by_a_file([shown.as_str()], settings.documents)).unwrap_or(GameName::Nova);
        let checked = match own.visit(ByGame(&path, settings)) {
            Ok((checked, notes)) => {
                text.push_str(&clean(&format!("ok  {shown}: {} {}", checked.kind, checked.name)));
                text.push('\n');
                for note in &notes {
                    text.push_str(&clean(&format!("    {note}")));
                    text.push('\n');
                }
                Some((checked, notes))
            }
            Err(problems) => {
                problems.add_to(&mut all);
                None
            }
        };
        let (checked, notes) = checked.unzip();
        files.push(FileJson { path: shown, ok: checked.is_some(), checked, notes });
    }
    if settings.json {
        let problems = all.as_ref().map_or_else(Vec::new, |all| all.list().to_vec());
        settings.json(&CheckJson { ok: problems.is_empty(), files, problems })?;
        return Ok(if all.is_none() { Exit::Done } else { Exit::BadInput });
    }
    match all {
        None => {
            output::prose(&format!("{text}Nothing is wrong in {}.", count(files.len() as u64, "file")))?;
            Ok(Exit::Done)
        }
        Some(problems) => {
            output::prose(&text)?;
            Err(problems.into())
        }
    }
}

/// The file, or every .toml file below the folder, in the order of their names.
///
/// # Errors
/// A folder cannot be read.
pub fn collect(path: &Path, paths: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    if !path.is_dir() {
        paths.push(path.to_owned());
        return Ok(());
    }
    let entries =
        fs::read_dir(path).and_then(|entries| entries.map(|e| e.map(|e| e.path())).collect::<Result<Vec<_>, _>>());
    let mut entries = entries.with_context(|| format!("the folder `{}` cannot be read", path.display()))?;
    entries.sort();
    for entry in entries {
        // A link to a folder may lead back here.
        if entry.is_dir() && !entry.is_symlink() {
            collect(&entry, paths)?;
        } else if entry.is_file() && entry.extension().is_some_and(|extension| extension == "toml") {
            paths.push(entry);
        }
    }
    Ok(())
}
