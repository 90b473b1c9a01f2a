//! Ship files with the new ratings.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use lanchester_games::Game;
use lanchester_scenario::{Study, StudyDesign};

use super::rerated::rerated;

use crate::output;

/// Where the file of each design goes; none of them may be there.
///
/// # Errors
/// One of them is there already.
pub fn places<G: Game>(folder: &Path, designs: &[StudyDesign<G>]) -> anyhow::Result<Vec<PathBuf>> {
    let places: Vec<PathBuf> = designs.iter().map(|design| folder.join(format!("{}.toml", design.id))).collect();
    if let Some(there) = places.iter().find(|place| place.symlink_metadata().is_ok()) {
        bail!("{} is there already, and no file is overwritten; expected another --write folder", there.display());
    }
    Ok(places)
}

/// Writes the designs' files with these ratings; all else in them stays as it is.
///
/// # Errors
/// A folder or file cannot be made.
pub fn write<G: Game>(
    study: &Study<G>,
    designs: &[StudyDesign<G>],
    places: &[PathBuf],
    points: &[f64],
) -> anyhow::Result<()> {
    for ((design, place), points) in designs.iter().zip(places).zip(points) {
        let new = study.ship_text(&design.id).and_then(|text| rerated(text, G::RATING_KEY, points.round() as u32));
        let text = new.with_context(|| format!("the file of `{}` cannot be given a rating", design.id))?;
        output::make_folder_of(place)?;
        let written = OpenOptions::new().write(true).create_new(true).open(place);
        written
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .with_context(|| format!("{} cannot be written", place.display()))?;
    }
    Ok(())
}
