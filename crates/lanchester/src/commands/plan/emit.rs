//! `lanchester plan --emit`: a file with which an engine plays a run in parts.

use std::path::Path;

use anyhow::bail;
use clap::ValueEnum;
use lanchester_scenario::Input;
use serde::Serialize;

use super::Plan;
use crate::exit::Exit;
use crate::settings::Settings;
use crate::wording::command;

/// Who plays the parts of a run.
#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// A Snakefile: Slurm, AWS Batch, Kubernetes and others by its plugins, or one machine
    Snakemake,
    /// A script that submits arrays of Slurm jobs
    Slurm,
    /// A script that runs indexed Kubernetes jobs
    Kubernetes,
    /// A script for GNU parallel: one machine, or several by SSH
    Parallel,
}

impl Engine {
    /// Its file, in which the command, the number of parts and a name are to be put.
    const fn template(self) -> &'static str {
        match self {
            Self::Snakemake => include_str!("../../../../../scripts/engines/Snakefile"),
            Self::Slurm => include_str!("../../../../../scripts/engines/slurm.sh"),
            Self::Kubernetes => include_str!("../../../../../scripts/engines/kubernetes.sh"),
            Self::Parallel => include_str!("../../../../../scripts/engines/parallel.sh"),
        }
    }
}

/// What is played in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Purpose {
    /// The study, or the sweep
    All,
    /// `price --against` the study
    Price,
    /// `reprice`
    Reprice,
    /// `fit`
    Fit,
}

#[derive(Serialize)]
struct Emitted<'a> {
    command: &'a str,
    engine: Engine,
    parts: u32,
    file: &'a str,
}

/// Prints the file. The study or sweep is known to be one.
///
/// `inputs` are the files that it is made of; those inside the program are on no disk.
pub fn run(
    of: &Plan,
    engine: Engine,
    (id, is_sweep): (&str, bool),
    inputs: &[Input],
    settings: &Settings,
) -> anyhow::Result<Exit> {
    let mut words: Vec<String> = match (of.purpose, is_sweep) {
        (Purpose::All, true) => vec!["sweep".into(), of.what.clone()],
        (Purpose::All, false) => vec!["validate".into(), of.what.clone()],
        (_, true) => bail!("--for is for studies, and `{}` is a sweep; expected no --for", of.what),
        (Purpose::Price, _) => vec!["price".into(), "--against".into(), of.what.clone()],
        (Purpose::Reprice, _) => vec!["reprice".into(), of.what.clone()],
        (Purpose::Fit, _) => vec!["fit".into(), of.what.clone()],
    };
    if of.purpose != Purpose::All && of.pairs.is_some() {
        bail!("--pairs are those of a study's cells, and prices have none; expected --pairs or --for, not both");
    }
    if !is_sweep {
        of.refuse_half_width(id)?;
    }
    let mut option =
        |name: &str, value: Option<String>| words.extend(value.into_iter().flat_map(|v| [name.to_owned(), v]));
    option("--pairs", of.pairs.map(|n| n.to_string()));
    option("--half-width", of.half_width.map(|x| x.to_string()));
    option("--seed", settings.seed.map(|n| n.to_string()));
    let command = command(words.iter().map(String::as_str));
    let files: Vec<&str> =
        inputs.iter().map(|file| file.path.as_str()).filter(|path| Path::new(path).exists()).collect();
    let file = engine
        .template()
        .replace("@FILES@", &serde_json::to_string(&files)?)
        .replace("@COMMAND@", &command)
        .replace("@PARTS@", &of.parts.to_string())
        .replace("@NAME@", &format!("{}-{}", words[0], name(id)));
    if settings.json {
        settings.json(&Emitted { command: &command, engine, parts: of.parts, file: &file })?;
    } else {
        settings.text(&file)?;
    }
    Ok(Exit::Done)
}

/// An id in letters that every engine takes for a name.
fn name(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect()
}
